import type { StatementLine } from '../../../src/kernel/bank-transfer.ts'
import { minorUnits } from './amounts.ts'
import { isDate, UnfitStatement } from './statement.ts'

interface Field {
  tag: string
  text: string
  /** Line of the file. */
  line: number
}

/** Splits the file into fields. Lines without a tag continue the field before them. */
const fieldsIn = (text: string): Field[] => {
  const fields: Field[] = []
  let isOpen = false
  for (const [index, line] of text.split(/\r\n|\n|\r/).entries()) {
    const [, tag, rest] = /^(?:\{.*\{4:)?:(\d{2}[A-Z]?):(.*)$/.exec(line) ?? []
    const last = fields.at(-1)
    if (tag !== undefined) {
      fields.push({ tag, text: rest ?? '', line: index + 1 })
      isOpen = true
    } else if (/^-\}?/.test(line) && line.trim().length <= 2) isOpen = false
    else if (isOpen && last !== undefined) last.text += `\n${line}`
  }
  return fields
}

const dateOf = (text: string, line: number) => {
  const [, year, month, day] = /^(\d{2})(\d{2})(\d{2})$/.exec(text) ?? []
  const date = `20${year}-${month}-${day}`
  if (!isDate(date)) throw new UnfitStatement('badDate', line)
  return date
}

const BALANCE = /^([CD])(\d{6})([A-Z]{3})(\d{1,13},\d{0,3})$/

const balanceOf = ({ text, line }: Field) => {
  const [, sign, , currency = '', amount = ''] = BALANCE.exec(text.trim()) ?? []
  const minor = minorUnits(amount, currency, ',')
  if (minor === null) throw new UnfitStatement('truncated', line)
  return { minor: sign === 'D' ? -minor : minor, currency }
}

/** Value date, booking day, sign, amount, type, the customer’s reference and, after two slashes, the bank’s. */
const ENTRY = /^(\d{6})(\d{4})?(R?[CD])[A-Z]?(\d{1,13},\d{0,3})[NFS][A-Z\d]{3}([^\n]*?)(?:\/\/([^\n]*))?(?:\n|$)/

/** The parts of `:86:` by number, if the bank uses the structure that German banks agreed on. */
const partsOf = (text: string) => {
  const flat = text.replaceAll('\n', '')
  const [, mark] = /^\d{3}([^\dA-Za-z\s])\d{2}/.exec(flat) ?? []
  if (mark === undefined) return null
  return flat
    .slice(3)
    .split(mark)
    .slice(1)
    .map((part) => [Number(part.slice(0, 2)), part.slice(2)] as const)
}

const between = (parts: readonly (readonly [number, string])[], ...ranges: [number, number][]) =>
  parts.filter(([number]) => ranges.some(([from, to]) => number >= from && number <= to)).map(([, text]) => text)

/** Banks break the text anywhere, also within a reference, so parts are joined before anyone looks for one. */
const informationOf = (text: string) => {
  const parts = partsOf(text)
  if (parts === null) {
    const [, name = ''] = /\/NAME\/([^/\n]*)/.exec(text.replaceAll('\n', '')) ?? []
    const [, iban = ''] = /\/IBAN\/([A-Z\d]*)/.exec(text.replaceAll('\n', '')) ?? []
    return { payerName: name.trim(), payerIban: iban, text: text.replaceAll('\n', '') }
  }
  const account = between(parts, [31, 31]).join('')
  return {
    payerName: between(parts, [32, 33]).join('').trim(),
    payerIban: /^[A-Z]{2}\d{2}/.test(account) ? account : '',
    text: between(parts, [20, 29], [60, 63]).join(''),
  }
}

const entryOf = ({ text, line }: Field, information: string, currency: string): StatementLine => {
  const [, value = '', , sign, amount = '', reference = '', bankReference = ''] = ENTRY.exec(`${text}\n`) ?? []
  if (sign === undefined) throw new UnfitStatement('badAmount', line)
  const minor = minorUnits(amount, currency, ',')
  if (minor === null) throw new UnfitStatement('badAmount', line)
  const { text: said, ...party } = informationOf(information)
  return {
    bookedOn: dateOf(value, line),
    amount: sign === 'C' || sign === 'RD' ? minor : -minor,
    currency,
    ...party,
    text: said || (reference === 'NONREF' ? '' : reference.trim()),
    reference: null,
    bankReference: bankReference.trim(),
  }
}

/**
 * Reads MT940. Every statement must have both balances, and their difference must equal the sum of its lines, so a
 * truncated file is never imported.
 */
export const readMt940 = (text: string): StatementLine[] => {
  const fields = fieldsIn(text)
  const lines: StatementLine[] = []
  let opening: ReturnType<typeof balanceOf> | null = null
  let sum = 0
  for (const [index, field] of fields.entries()) {
    if (field.tag === '20' && opening !== null) throw new UnfitStatement('truncated', field.line)
    if (field.tag === '60F' || field.tag === '60M') [opening, sum] = [balanceOf(field), 0]
    if (field.tag === '61') {
      if (opening === null) throw new UnfitStatement('truncated', field.line)
      const next = fields[index + 1]
      const line = entryOf(field, next?.tag === '86' ? next.text : '', opening.currency)
      lines.push(line)
      sum += line.amount
    }
    if (field.tag === '62F' || field.tag === '62M') {
      if (opening === null || balanceOf(field).minor - opening.minor !== sum)
        throw new UnfitStatement('unbalanced', field.line)
      opening = null
    }
  }
  if (opening !== null || fields.at(-1)?.tag === '20') throw new UnfitStatement('truncated')
  return lines
}
