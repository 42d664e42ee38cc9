import { csvLine } from '../../kernel/csv.ts'
import type { Dataset } from './datasets.store.ts'

/** The text of a file, piece by piece, and how many rows are in it once it has been read to its end. */
export const fileTextOf = ({ columns, rows }: Dataset, format: 'csv' | 'json') => {
  const counted = { rows: 0 }
  async function* csv() {
    yield csvLine(columns)
    for await (const page of rows) {
      counted.rows += page.length
      yield page.map((row) => csvLine(columns.map((column) => row[column] ?? null))).join('')
    }
  }
  async function* json() {
    yield '{"data":['
    for await (const page of rows) {
      const start = counted.rows === 0 ? '' : ','
      counted.rows += page.length
      yield start + page.map((row) => JSON.stringify(row)).join(',')
    }
    yield ']}'
  }
  return { counted, pieces: format === 'csv' ? csv() : json() }
}
