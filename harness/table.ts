import { holds, type Against, type Bound, type BySize, type Figure, type Result } from './results.ts'

/** Formats a Markdown table. The first column is left-aligned text; the others contain numbers. */
const table = (rows: string[][]): string => {
  const widths = (rows[0] ?? []).map((_, column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)))
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => (column === 0 ? cell.padEnd(widths[column] ?? 0) : cell.padStart(widths[column] ?? 0))).join(' | ')} |`
  const rule = `| ${widths.map((width, column) => (column === 0 ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`)).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [line(head), rule, ...rest.map(line)].join('\n')
}

const boundText = ({ least, most }: Bound) =>
  least !== undefined ? `>= ${least}` : most !== undefined ? `<= ${most}` : ''

const wantedOf = (result: Result) => `${boundText(result.bound)}${holds(result) ? '' : ', missed'}`

const againstTable = (results: Against[]) =>
  table([
    ['operation / floor', 'req/s', 'p50 ms', 'p99 ms', 'floor req/s', 'floor p99', 'ratio', 'wanted', 'peak MiB'],
    ...results.map((result) => [
      result.name,
      result.subject.perSecond.toFixed(0),
      result.subject.p50.toFixed(1),
      result.subject.p99.toFixed(1),
      result.floor.perSecond.toFixed(0),
      result.floor.p99.toFixed(1),
      result.ratio.toFixed(2),
      wantedOf(result),
      result.peakMemoryMiB?.toFixed(0) ?? '',
    ]),
  ])

const sizeTable = (results: BySize[]) => {
  const sizes = [...new Set(results.flatMap(({ costs }) => costs.map(({ size }) => size)))].toSorted((a, b) => a - b)
  return table([
    ['ms per request, by number of rows', ...sizes.map((size) => size.toLocaleString('en')), 'most / fewest', 'wanted'],
    ...results.map((result) => [
      result.name,
      ...sizes.map((size) => result.costs.find((cost) => cost.size === size)?.ms.toFixed(2) ?? ''),
      result.ratio.toFixed(2),
      wantedOf(result),
    ]),
  ])
}

const figureTable = (results: Figure[]) =>
  table([
    ['figure', 'measured', 'wanted'],
    ...results.map((result) => [
      result.name,
      `${result.value.toFixed(result.value < 100 ? 1 : 0)} ${result.unit}`,
      wantedOf(result),
    ]),
  ])

const ofKind = <Kind extends Result['kind']>(results: Result[], kind: Kind) =>
  results.filter((result): result is Extract<Result, { kind: Kind }> => result.kind === kind)

export const tablesOf = (results: Result[]): string => {
  const [against, bySize, figures] = [ofKind(results, 'against'), ofKind(results, 'bySize'), ofKind(results, 'figure')]
  return [
    against.length > 0 ? againstTable(against) : '',
    bySize.length > 0 ? sizeTable(bySize) : '',
    figures.length > 0 ? figureTable(figures) : '',
  ]
    .filter((text) => text !== '')
    .join('\n\n')
}
