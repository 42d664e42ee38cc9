import { exponentOf } from './money.ts'

/** Account numbers, payment references and QR codes of bank transfers. */

/** Possible meanings of a column in a bank’s CSV file. */
export const COLUMN_MEANINGS = ['date', 'amount', 'paidOut', 'text', 'name', 'iban', 'currency', 'none'] as const
export type ColumnMeaning = (typeof COLUMN_MEANINGS)[number]

/** A column of a bank account's CSV files. */
export interface CsvColumn {
  heading: string
  meaning: ColumnMeaning
}

/** A line of a bank statement, as `POST /calendars/:slug/bank-lines` takes it. */
export interface StatementLine {
  bookedOn: string
  /** In minor units. Negative for money that left the account. */
  amount: number
  currency: string
  payerName: string
  payerIban: string | null
  text: string
  reference: string | null
  bankReference: string | null
}

const A_CODE = 'A'.charCodeAt(0)

/** Remainder of ISO 7064 MOD 97-10, where A is 10 and Z is 35. */
const mod97 = (text: string) => {
  let rest = 0
  for (const letter of text) {
    const value = letter >= 'A' ? letter.charCodeAt(0) - A_CODE + 10 : Number(letter)
    rest = (rest * (value > 9 ? 100 : 10) + value) % 97
  }
  return rest
}

/** True if the check digits after the first two letters fit the rest. Both IBAN and ISO 11649 use this check. */
const hasCheckDigits = (text: string) => mod97(text.slice(4) + text.slice(0, 4)) === 1

const IBAN = /^[A-Z]{2}\d{2}[A-Z\d]{11,30}$/

/** Removes the spaces that people write between the groups of an IBAN. */
export const compactIban = (text: string) => text.replaceAll(/\s/g, '').toUpperCase()

export const isIban = (text: string) => IBAN.test(text) && hasCheckDigits(text)

export const inGroupsOfFour = (text: string) => text.replaceAll(/.{4}(?=.)/g, '$& ')

const REFERENCE = /^RF\d{17}$/
const MAX_ORDER_NUMBER = 2 ** 48

/**
 * Returns the ISO 11649 creditor reference of an order: RF, two check digits and the order number as 15 decimal digits.
 * Banks drop punctuation and people confuse B with 8, so it has no other letters.
 */
export const referenceOfOrder = (orderNumber: string) => {
  const digits = String(Number.parseInt(orderNumber, 16)).padStart(15, '0')
  const check = 98 - mod97(`${digits}RF00`)
  return `RF${String(check).padStart(2, '0')}${digits}`
}

/** Returns the order number of a reference, or null if the text isn't a valid reference. */
export const orderNumberOfReference = (text: string) => {
  const reference = text.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase()
  if (!REFERENCE.test(reference) || !hasCheckDigits(reference)) return null
  const value = Number(reference.slice(4))
  return value < MAX_ORDER_NUMBER ? value.toString(16).toUpperCase().padStart(12, '0') : null
}

const REFERENCE_INSIDE = /(?=(RF\d{17}))/g

/** Returns the order numbers of all valid references in a text, whatever a bank has put between their characters. */
export const referencesIn = (text: string): string[] => {
  const compact = text.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase()
  const numbers = [...compact.matchAll(REFERENCE_INSIDE)].map(([, reference = '']) => orderNumberOfReference(reference))
  return [...new Set(numbers.filter((number) => number !== null))]
}

export interface BankTransfer {
  holder: string
  iban: string
  bic: string | null
  reference: string
  /** Amount in minor units. */
  amount: number
  currency: string
}

const MAX_EPC_AMOUNT = 99_999_999_999

/**
 * Returns the text of the QR code that European banking apps read (EPC069-12, version 002), or null if the standard has
 * none for this transfer. The reference is unstructured text, because every banking app shows and sends that line.
 */
export const epcPayload = ({ holder, iban, reference, amount, currency }: Omit<BankTransfer, 'bic'>) => {
  if (currency !== 'EUR' || amount < 1 || amount > MAX_EPC_AMOUNT) return null
  const euros = `EUR${(amount / 100).toFixed(exponentOf(currency))}`
  return ['BCD', '002', '1', 'SCT', '', holder, iban, euros, '', '', reference].join('\n')
}
