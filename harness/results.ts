import type { Stand } from '../bench/stand.ts'

/** What a figure is held to: at least so much, or at most. */
export interface Bound {
  least?: number
  most?: number
}

export interface Speed {
  perSecond: number
  p50: number
  p99: number
}

/** An operation beside its floor, which does only the irreducible work. */
export interface Against {
  kind: 'against'
  name: string
  subject: Speed
  floor: Speed
  /** The operation's requests a second by the floor's, or its p99 by the floor's. */
  ratio: number
  bound: Bound
  /** What the service's runtime held at most meanwhile; null where it was not the one that was asked. */
  peakMemoryMiB: number | null
}

/** What one request costs among few and among many. */
export interface BySize {
  kind: 'bySize'
  name: string
  costs: { size: number; ms: number }[]
  /** The cost among the most by that among the fewest. */
  ratio: number
  bound: Bound
}

/** What is no ratio of speeds: a time, an amount of memory, rows a second. */
export interface Figure {
  kind: 'figure'
  name: string
  value: number
  unit: string
  bound: Bound
}

export type Result = Against | BySize | Figure

/** A bench by the name that `--only` takes; names that begin alike are run together. */
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
