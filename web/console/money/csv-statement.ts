import type { ColumnMeaning, CsvColumn, StatementLine } from '../../../src/kernel/bank-transfer.ts'
import { foldHeading } from '../../../src/kernel/column-headings.ts'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import { minorUnits } from './amounts.ts'
import { isDate, UnfitStatement } from './statement.ts'

export interface CsvTable {
  headings: string[]
  rows: string[][]
  /** Line of the first row in the file, for messages. */
  firstLine: number
}

const HEADINGS: Readonly<Record<Exclude<ColumnMeaning, 'none'>, string>> = {
  date: 'date, booking date, buchungstag, buchungsdatum, buchung, datum, date de comptabilisation, date operation, fecha, fecha contable, data, data contabile, data operazione, boekdatum, boekingsdatum, data lancamento, data movimento, data operacji, data ksiegowania, 日付, 取引日, التاريخ, completed date',
  amount:
    'amount, betrag, umsatz, betrag eur, montant, credit, importe, importo, bedrag, bedrag eur, valor, montante, kwota, haben, gutschrift, 金額, お預り金額, 入金, المبلغ, paid in, money in',
  paidOut: 'debit, soll, lastschrift, belastung, paid out, money out, cargo, dare, af, debito, wn, お引出金額, 出金',
  text: 'text, description, reference, verwendungszweck, buchungstext, zahlungsreferenz, motif, libelle, libelle operation, concepto, descripcion, causale, descrizione, omschrijving, mededelingen, mededeling, descricao, tytul, opis, tytul operacji, opis operacji, 摘要, 備考, お取り扱い内容, الوصف, البيان, payment reference, details, memo, kundenreferenz (end-to-end)',
  name: 'name, payer, beneficiary, auftraggeber/empfanger, beguenstigter/zahlungspflichtiger, begunstigter/zahlungspflichtiger, auftraggeber / begunstigter, zahlungspflichtige*r, zahlungspflichtiger, auftraggeber, nom, nom de la contrepartie, ordenante, beneficiario, ordinante, naam, naam tegenpartij, naam tegenrekening, nadawca, nadawca / odbiorca, お名前, الاسم, name zahlungsbeteiligter, counterparty',
  iban: 'iban, kontonummer/iban, iban zahlungsbeteiligter, konto, kontonummer, compte, cuenta, conto, tegenrekening, tegenpartij iban, conta, rachunek, numer rachunku, account, counterparty account',
  currency: 'currency, wahrung, waehrung, devise, divisa, moneda, valuta, munt, moeda, waluta, 通貨, العملة',
}

const MEANINGS = new Map(
  Object.entries(HEADINGS).flatMap(([meaning, words]) =>
    words.split(', ').map((word) => [foldHeading(word), meaning as ColumnMeaning] as const),
  ),
)

const meaningOf = (heading: string): ColumnMeaning => MEANINGS.get(foldHeading(heading)) ?? 'none'

/** Only the text may come from several columns. */
const guessAll = (headings: readonly string[]): ColumnMeaning[] => {
  const taken = new Set<ColumnMeaning>()
  return headings.map((heading) => {
    const meaning = meaningOf(heading)
    if (meaning === 'text' || !taken.has(meaning)) {
      taken.add(meaning)
      return meaning
    }
    return 'none'
  })
}

/** Finds the row with the headings: banks write the account and the period above it. */
export const tableOf = (text: string): { table: CsvTable; meanings: ColumnMeaning[] } => {
  if ((text.split('"').length - 1) % 2 === 1) throw new UnfitStatement('truncated')
  const rows = rowsOfCsv(text)
  const widest = Math.max(0, ...rows.map(({ length }) => length))
  const isHead = (row: readonly string[]) => {
    const meanings = row.map(meaningOf)
    return meanings.includes('date') && (meanings.includes('amount') || meanings.includes('paidOut'))
  }
  const known = rows.findIndex(isHead)
  const at = known === -1 ? rows.findIndex(({ length }) => length === widest) : known
  const headings = rows[at]
  if (headings === undefined || headings.length < 2) throw new UnfitStatement('unknownFormat')
  const body = rows.slice(at + 1)
  const last = body.at(-1)
  if (last !== undefined && last.length < headings.length && !/[\r\n]\s*$/.test(text))
    throw new UnfitStatement('truncated')
  if (body.length === 0) throw new UnfitStatement('empty')
  return { table: { headings, rows: body, firstLine: at + 2 }, meanings: guessAll(headings) }
}

const MAX_HEADING = 200

/** The columns in the form stored with the bank account. */
export const columnsOf = ({ headings }: CsvTable, meanings: readonly ColumnMeaning[]): CsvColumn[] =>
  headings.map((heading, index) => ({ heading: heading.slice(0, MAX_HEADING), meaning: meanings[index] ?? 'none' }))

/** The meanings assigned to an earlier file with the same headings, or null. */
export const keptMeanings = ({ headings }: CsvTable, kept: readonly CsvColumn[] | null): ColumnMeaning[] | null =>
  kept?.length === headings.length &&
  kept.every(({ heading }, index) => heading === headings[index]?.slice(0, MAX_HEADING))
    ? kept.map(({ meaning }) => meaning)
    : null

export type DateOrder = 'DMY' | 'MDY'

const DAY = /^(\d{1,4})[./-](\d{1,2})[./-](\d{1,4})\.?(?:[ T].*)?$/

/** Returns the order of day and month that fits all dates. If both fit, returns `usual`. */
export const dateOrderIn = (dates: readonly string[], usual: DateOrder): DateOrder => {
  const parts = dates.flatMap((date) => {
    const [, first = '', second = ''] = DAY.exec(date.trim()) ?? []
    return first.length > 2 || first === '' ? [] : [[Number(first), Number(second)] as const]
  })
  if (parts.some(([first]) => first > 12)) return 'DMY'
  return parts.some(([, second]) => second > 12) ? 'MDY' : usual
}

export const dateIn = (text: string, order: DateOrder): string | null => {
  const [, a = '', b = '', c = ''] = DAY.exec(text.trim()) ?? []
  const [year, month, day] = a.length === 4 ? [a, b, c] : order === 'DMY' || /^\d+\./.test(text) ? [c, b, a] : [c, a, b]
  const date = `${year.length === 2 ? `20${year}` : year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  return isDate(date) ? date : null
}

/** Everything except digits, separators and signs: currency symbols, spaces and the apostrophes of Swiss banks. */
const plain = (text: string) => text.replaceAll(/[^\d.,()+\-\u2212]/g, '').replaceAll('\u2212', '-')

/** The decimal mark of a column: the mark that comes last, or that has one or two digits after it. */
export const decimalMarkIn = (amounts: readonly string[]): ',' | '.' => {
  for (const amount of amounts.map(plain)) {
    const [, mark, fraction = ''] = /([.,])(\d*)\D*$/.exec(amount) ?? []
    if (mark === undefined) continue
    const other = mark === ',' ? '.' : ','
    if (amount.includes(other) && amount.split(mark).length === 2) return mark as ',' | '.'
    if (amount.split(mark).length > 2) return other
    if (fraction.length !== 3) return mark as ',' | '.'
  }
  return '.'
}

export const amountIn = (text: string, currency: string, mark: ',' | '.'): number | null => {
  const compact = plain(text)
  const isNegative = /^-|-$|^\(.*\)$/.test(compact)
  const digits = compact.replaceAll(/[()+-]/g, '').replaceAll(mark === ',' ? '.' : ',', '')
  const minor = digits === '' ? null : minorUnits(digits, currency, mark)
  return minor === null ? null : isNegative ? -minor : minor
}

/**
 * Reads the rows of a table. Rows without date and amount are footers, and so is a last row without a date. Any other
 * unreadable row is an error, because a payment could be lost.
 */
export const linesOfTable = (
  { rows, headings, firstLine }: CsvTable,
  meanings: readonly ColumnMeaning[],
  { currency, usualOrder }: { currency: string; usualOrder: DateOrder },
): StatementLine[] => {
  const cells = (row: readonly string[], meaning: ColumnMeaning) =>
    meanings.flatMap((each, at) => (each === meaning && (row[at] ?? '') !== '' ? [row[at] ?? ''] : []))
  const first = (row: readonly string[], meaning: ColumnMeaning) => cells(row, meaning)[0] ?? ''
  const order = dateOrderIn(
    rows.map((row) => first(row, 'date')),
    usualOrder,
  )
  const mark = decimalMarkIn(rows.flatMap((row) => [...cells(row, 'amount'), ...cells(row, 'paidOut')]))
  const lines = rows.flatMap((row, index): StatementLine[] => {
    const line = firstLine + index
    const own = first(row, 'currency').toUpperCase()
    const unit = /^[A-Z]{3}$/.test(own) ? own : currency
    const [date, paidIn, paidOut] = [
      dateIn(first(row, 'date'), order),
      amountIn(first(row, 'amount'), unit, mark),
      amountIn(first(row, 'paidOut'), unit, mark),
    ]
    const amount = paidIn !== null && paidIn !== 0 ? paidIn : paidOut === null ? paidIn : -Math.abs(paidOut)
    const isFooter = !/\d/.test(first(row, 'date')) && (amount === null || index === rows.length - 1)
    if (isFooter) return []
    if (row.length < headings.length) throw new UnfitStatement('unevenRow', line)
    if (date === null) throw new UnfitStatement('badDate', line)
    if (amount === null) throw new UnfitStatement('badAmount', line)
    return [
      {
        bookedOn: date,
        amount,
        currency: unit,
        payerName: first(row, 'name'),
        payerIban: first(row, 'iban').replaceAll(' ', ''),
        text: cells(row, 'text').join(' '),
        reference: null,
        bankReference: null,
      },
    ]
  })
  if (lines.length === 0) throw new UnfitStatement('badDate', firstLine)
  return lines
}
