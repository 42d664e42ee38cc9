import type { Stand } from '../bench/stand.ts'

/** Limits that a result must meet. */
export interface Bound {
  least?: number
  most?: number
}

export interface Speed {
  perSecond: number
  p50: number
  p99: number
}

/** An operation compared with its floor, which does only the irreducible part of the work. */
export interface Against {
  kind: 'against'
  name: string
  subject: Speed
  floor: Speed
  /** The operation's requests per second divided by the floor's, or the same ratio for p99. */
  ratio: number
  bound: Bound
  /** Peak memory of the service's runtime during the rounds. Null if the rounds measured a different service. */
  peakMemoryMiB: number | null
}

/** Cost of one request at different numbers of rows. */
export interface BySize {
  kind: 'bySize'
  name: string
  costs: { size: number; ms: number }[]
  /** Cost at the largest size divided by that at the smallest. */
  ratio: number
  bound: Bound
}

/** A single measured value such as a time, an amount of memory or rows per second. */
export interface Figure {
  kind: 'figure'
  name: string
  value: number
  unit: string
  bound: Bound
}

export type Result = Against | BySize | Figure

/** One benchmark. `--only` runs all benchmarks whose names start with the given text. */
export interface Case {
  name: string
  run(stand: Stand): Promise<Result[]>
}

const valueOf = (result: Result) => (result.kind === 'figure' ? result.value : result.ratio)

export const holds = (result: Result) => {
  const { least = -Infinity, most = Infinity } = result.bound
  return valueOf(result) >= least && valueOf(result) <= most
}

export const figure = (name: string, value: number, unit: string, bound: Bound): Figure => ({
  kind: 'figure',
  name,
  value,
  unit,
  bound,
})

const quantile = (values: number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: number[]) => quantile(values, 0.5)
export const p95 = (values: number[]) => quantile(values, 0.95)
export const p99 = (values: number[]) => quantile(values, 0.99)
