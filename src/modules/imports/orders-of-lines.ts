import { foldForSearch } from '../../kernel/person-name.ts'
import type { ImportedPerson, ImportLine } from './lines.ts'
import { reason, type Reason } from './report-sentences.ts'

/** Maximum size of a party, whose guests are written in one batch. */
export const MAX_PARTY_LINES = 100

const LEFT_OUT = reason('guest_left_out')
export const ORDER_CLOSED = [reason('order_closed'), LEFT_OUT, reason('add_by_hand')]

const refuseLine = (line: ImportLine, reasons: Reason[]): ImportLine => ({ ...line, person: null, reasons })

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Returns the first non-empty value in the lines of each order. */
const firstValueByOrder = (lines: readonly ImportLine[], valueOf: (person: ImportedPerson) => string | null) => {
  const values = new Map<string, string>()
  for (const { person } of lines) {
    const value = person === null ? null : valueOf(person)
    if (person === null || value === null || value === '' || values.has(person.order)) continue
    values.set(person.order, value)
  }
  return values
}

/** Counts the lines that have an order number, by key. */
const countBy = (lines: readonly ImportLine[], keyOf: (person: ImportedPerson) => string) => {
  const counts = new Map<string, number>()
  for (const { person } of lines) if (person !== null && person.order !== '') increment(counts, keyOf(person))
  return counts
}

const increment = (counts: Map<string, number>, key: string) => {
  const count = (counts.get(key) ?? 0) + 1
  counts.set(key, count)
  return count
}

const addressInOrder = ({ order, email }: ImportedPerson) => `${order} ${email}`

/** Adds a note that an earlier line has this address under another name. */
const otherNameNotes = ({ line, person }: ImportLine, first: ImportLine | undefined) => {
  if (person === null || first === undefined || first.person === null || first.line === line) return []
  const name = nameOf(first.person)
  if (isSameName(name, nameOf(person))) return []
  return [reason('other_name', { email: person.email, name, line: first.line })]
}

/**
 * Returns the key that identifies a line without a reference in later files. Without an order number, the key is the
 * address, or the name and ticket if there is no address. With an order number, it is the order and address, plus the
 * name if several lines of the order share the address. It never contains the line number, because people sort files.
 */
const guestKeyOf = (person: ImportedPerson, linesByAddress: ReadonlyMap<string, number>) => {
  const name = `name ${foldForSearch(nameOf(person))}`
  if (person.order === '') return person.email === '' ? `guest ${name} ${person.ticketId ?? ''}` : person.email
  const isOnlyLine = person.email !== '' && linesByAddress.get(addressInOrder(person)) === 1
  return `order ${person.order} ${isOnlyLine ? person.email : `${person.email} ${name}`}`
}

/**
 * Returns the fault of a duplicate line: the value that an earlier line has too, and the column that could distinguish
 * the two guests.
 */
const duplicateReasons = (isReferenced: boolean, { email }: ImportedPerson, line: number) => {
  if (email === '' && !isReferenced) return [reason('name_twice', { line }), LEFT_OUT, reason('add_reference')]
  return [reason(isReferenced ? 'reference_twice' : 'address_twice', { line }), LEFT_OUT, reason('add_order_number')]
}

/** Returns why a line can't belong to its order, or null if it can. `position` counts the lines of the order from 1. */
const orderFaults = (
  person: ImportedPerson,
  position: number,
  { buyer, currency }: { buyer: string; currency: string | null },
) => {
  const { order } = person
  if (buyer === '' && nameOf(person) === '') return [reason('nameless'), LEFT_OUT]
  if (order === '') return null
  if (position > MAX_PARTY_LINES)
    return [reason('order_too_large', { order, max: MAX_PARTY_LINES }), LEFT_OUT, reason('add_by_hand')]
  if (person.currency !== null && currency !== null && person.currency !== currency)
    return [reason('order_currencies', { order, currency, other: person.currency }), LEFT_OUT]
  return null
}

/**
 * Joins the lines of each order into a party, and refuses duplicate lines. A guest without an address, or with the
 * address of an earlier line, shares the buyer's address. If the order has none either, the guest gets no emails.
 * `statedBuyers` has the buyers' addresses by order, if the source provides them.
 */
export const joinOrders = (
  lines: readonly ImportLine[],
  statedBuyers: ReadonlyMap<string, string> = new Map(),
): ImportLine[] => {
  const buyers = firstValueByOrder(lines, ({ email }) => email)
  const currencies = firstValueByOrder(lines, ({ currency }) => currency)
  const linesByOrder = countBy(lines, ({ order }) => order)
  const linesByAddress = countBy(lines, addressInOrder)

  const lineBySourceKey = new Map<string, number>()
  const lineByAddress = new Map<string, ImportLine>()
  const lineByCode = new Map<string, number>()
  const positions = new Map<string, number>()
  const namesakes = new Map<string, number>()

  return lines.map((each) => {
    const { person, line } = each
    if (person === null) return each
    const { order, code } = person
    const buyer = order === '' ? person.email : (statedBuyers.get(order) ?? buyers.get(order) ?? '')
    const faults = orderFaults(person, increment(positions, order), { buyer, currency: currencies.get(order) ?? null })
    if (faults !== null) return refuseLine(each, faults)

    const isReferenced = each.sourceKey !== '#'
    const guestKey = guestKeyOf(person, linesByAddress)
    const namesake = order === '' || isReferenced ? 1 : increment(namesakes, guestKey)
    const sourceKey = isReferenced ? each.sourceKey : namesake === 1 ? guestKey : `${guestKey} ${namesake}`
    const duplicated = lineBySourceKey.get(sourceKey)
    if (duplicated !== undefined) return refuseLine(each, duplicateReasons(isReferenced, person, duplicated))
    lineBySourceKey.set(sourceKey, line)

    const emailIsBuyers = person.email === '' || lineByAddress.has(person.email)
    if (!emailIsBuyers) lineByAddress.set(person.email, each)
    const hasOtherBuyer = order !== '' && buyer !== '' && buyer !== person.email
    const isParty = emailIsBuyers || hasOtherBuyer || (linesByOrder.get(order) ?? 1) > 1
    const sameCode = code === null ? undefined : lineByCode.get(code)
    if (code !== null && sameCode === undefined) lineByCode.set(code, line)
    return {
      ...each,
      sourceKey,
      notes: [
        ...each.notes,
        ...(buyer === '' ? [reason('no_address')] : otherNameNotes(each, lineByAddress.get(person.email))),
        ...(sameCode === undefined ? [] : [reason('code_twice', { line: sameCode })]),
      ],
      party: isParty ? (order === '' ? `line ${line}` : `order ${order}`) : null,
      person: {
        ...person,
        code: sameCode === undefined ? code : null,
        buyerEmail: buyer,
        email: emailIsBuyers ? buyer : person.email,
        emailIsBuyers,
      },
    }
  })
}

/** Refuses additional guests for a party that an earlier import created, because its order is closed. */
export const refuseLate = <Line extends { line: number; result: string; party: string | null }>(
  lines: readonly Line[],
  refuse: (line: Line, reasons: Reason[]) => Line,
): Line[] => {
  const imported = new Set(
    lines.flatMap(({ result, party }) =>
      (result === 'same' || result === 'changed') && party !== null ? [party] : [],
    ),
  )
  return lines.map((each) =>
    each.result === 'new' && each.party !== null && imported.has(each.party) ? refuse(each, ORDER_CLOSED) : each,
  )
}
