import type { StatementLine } from '../../../src/kernel/bank-transfer.ts'

/** Reasons why a file can't be imported. The screen has a sentence with the remedy for each. */
export type StatementFault =
  | 'tooLarge'
  | 'declaresDtd'
  | 'truncated'
  | 'notXml'
  | 'unknownFormat'
  | 'unbalanced'
  | 'brokenZip'
  | 'empty'
  | 'badDate'
  | 'badAmount'
  | 'unevenRow'

/** `line` is the line of the file, or of the table for CSV. */
export class UnfitStatement extends Error {
  readonly fault: StatementFault
  readonly line: number | null

  constructor(fault: StatementFault, line: number | null = null) {
    super(fault)
    this.fault = fault
    this.line = line
  }
}

export const MAX_STATEMENT_BYTES = 10 * 1024 * 1024

/** Maximum lengths that the API accepts. */
export const shortened = (line: StatementLine): StatementLine => ({
  ...line,
  payerName: line.payerName.slice(0, 200),
  payerIban: line.payerIban === null || line.payerIban === '' ? null : line.payerIban.slice(0, 60),
  text: line.text.slice(0, 2_000),
  reference: line.reference === null || line.reference === '' ? null : line.reference.slice(0, 100),
  bankReference: line.bankReference === null || line.bankReference === '' ? null : line.bankReference.slice(0, 100),
})

export const isDate = (text: string) => {
  const at = /^\d{4}-\d{2}-\d{2}$/.test(text) ? Date.parse(`${text}T00:00:00Z`) : Number.NaN
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text)
}
