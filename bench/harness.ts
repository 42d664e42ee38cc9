import type { Load, Round } from './rounds.ts'
import { runLoad } from './rounds.ts'

/** What a figure is held to: a least share of the floor's speed, or a most cost against another size. */
export interface Bound {
  least?: number
  most?: number
}

export interface Row {
  group: string
  name: string
  perSecond: number
  p50: number
  p99: number
  floor: { perSecond: number; p50: number; p99: number } | null
  /** Speed by the floor's where more is better, cost by the other's where less is. */
  ratio: number
  bound: Bound
  unit?: string
  holds: boolean
}

export interface Comparison {
  group: string
  name: string
  subject: Load
  /** What only the irreducible work costs, or the same operation on a smaller event. */
  floor: Load
  bound: Bound
  connections?: number
  rounds?: number
  roundMs?: number
  /** By what the two are compared; speed is better when more, cost and p99 when less. */
  by?: 'speed' | 'cost' | 'p99'
}

const quantile = (values: number[], share: number) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}
export const median = (values: number[]) => quantile(values, 0.5)

const summaryOf = (rounds: Round[]) => {
  const delays = rounds.flatMap((round) => round.delays)
  return {
    perSecond: median(rounds.map(({ perSecond }) => perSecond)),
    p50: median(delays),
    p99: quantile(delays, 0.99),
  }
}

const isWithin = (ratio: number, { least, most }: Bound) =>
  (least === undefined || ratio >= least) && (most === undefined || ratio <= most)

const WARM_UP_MS = 400

/** Rounds of the one and the other in turns, so that whatever else the machine does meets both. */
export const compare = async (comparison: Comparison): Promise<Row> => {
  const { group, name, subject, floor, bound, connections = 16, rounds = 5, roundMs = 1_000, by = 'speed' } = comparison
  await runLoad({ ...subject, connections, forMs: WARM_UP_MS })
  await runLoad({ ...floor, connections, forMs: WARM_UP_MS })
  const ran = { subject: [] as Round[], floor: [] as Round[] }
  for (let round = 0; round < rounds; round += 1) {
    ran.floor.push(await runLoad({ ...floor, connections, forMs: roundMs }))
    ran.subject.push(await runLoad({ ...subject, connections, forMs: roundMs }))
  }
  const speeds = ran.subject.map(({ perSecond }, round) => perSecond / (ran.floor[round]?.perSecond ?? Number.NaN))
  const [mine, theirs] = [summaryOf(ran.subject), summaryOf(ran.floor)]
  const ratio = by === 'p99' ? mine.p99 / theirs.p99 : by === 'cost' ? 1 / median(speeds) : median(speeds)
  return { group, name, ...mine, floor: theirs, ratio, bound, holds: isWithin(ratio, bound) }
}

/** A figure that is no ratio of speeds: a time, an amount of memory, rows a second. */
export const measured = (group: string, name: string, value: number, unit: string, bound: Bound): Row => ({
  group,
  name,
  perSecond: Number.NaN,
  p50: Number.NaN,
  p99: Number.NaN,
  floor: null,
  ratio: value,
  unit,
  bound,
  holds: isWithin(value, bound),
})

const number = (value: number, digits: number) => (Number.isNaN(value) ? '' : value.toFixed(digits))

const boundText = ({ least, most }: Bound) =>
  least !== undefined ? `>= ${least}` : most !== undefined ? `<= ${most}` : ''

const cellsOf = ({ name, perSecond, p50, p99, floor, ratio, unit, bound, holds }: Row) => [
  name,
  number(perSecond, 0),
  number(p50, 1),
  number(p99, 1),
  floor === null ? '' : number(floor.perSecond, 0),
  floor === null ? '' : number(floor.p99, 1),
  unit === undefined ? ratio.toFixed(2) : `${ratio.toFixed(ratio < 100 ? 1 : 0)} ${unit}`,
  `${boundText(bound)}${holds ? '' : ' MISSED'}`,
]

const HEAD = ['operation', 'req/s', 'p50 ms', 'p99 ms', 'floor req/s', 'floor p99', 'ratio', 'figure']

/** A table that is also Markdown. */
export const tableOf = (rows: Row[]): string => {
  const cells = [HEAD, ...rows.map(cellsOf)]
  const widths = HEAD.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const [head = [], ...rest] = cells
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  return [line(head), rule, ...rest.map(line)].join('\n')
}
