import { foldForSearch } from '../../kernel/person-name.ts'
import type { ImportedPerson, ImportLine } from './lines.ts'
import { reason, type Reason } from './report-sentences.ts'

/** A party is written in one batch. */
export const MAX_PARTY_LINES = 100

const LEFT_OUT = reason('guest_left_out')
export const LATE = [reason('order_closed'), LEFT_OUT, reason('add_by_hand')]

const refused = (each: ImportLine, reasons: Reason[]): ImportLine => ({ ...each, person: null, reasons })

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Returns the first value of each order in its lines. */
const firstOfOrders = (lines: readonly ImportLine[], valueOf: (person: ImportedPerson) => string | null) => {
  const found = new Map<string, string>()
  for (const { person } of lines) {
    const value = person === null ? null : valueOf(person)
    if (person === null || value === null || value === '' || found.has(person.order)) continue
    found.set(person.order, value)
  }
  return found
}

const countsOf = (lines: readonly ImportLine[], keyOf: (person: ImportedPerson) => string) => {
  const counts = new Map<string, number>()
  for (const { person } of lines)
    if (person !== null && person.order !== '') counts.set(keyOf(person), (counts.get(keyOf(person)) ?? 0) + 1)
  return counts
}

const addressInOrder = ({ order, email }: ImportedPerson) => `${order} ${email}`

/** The remark about a second ticket of an address under another name. */
const otherName = ({ line, person }: ImportLine, first: ImportLine | undefined) => {
  if (person === null || first === undefined || first.person === null || first.line === line) return []
  const name = nameOf(first.person)
  if (isSameName(name, nameOf(person))) return []
  return [reason('other_name', { email: person.email, name, line: first.line })]
}

/**
 * What finds the guest again in a later file, if the line has no reference: the address, otherwise the name and ticket.
 * In an order, an address of several lines needs the name as well. The place of a line says nothing, because files are
 * sorted again.
 */
const keyOf = (person: ImportedPerson, addresses: ReadonlyMap<string, number>) => {
  const name = `name ${foldForSearch(nameOf(person))}`
  if (person.order === '') return person.email === '' ? `guest ${name} ${person.ticketId ?? ''}` : person.email
  const isOwn = person.email !== '' && addresses.get(addressInOrder(person)) === 1
  return `order ${person.order} ${isOwn ? person.email : `${person.email} ${name}`}`
}

/** What a line has in common with an earlier one, and the column that would tell the guests apart. */
const twice = (isReferenced: boolean, { email }: ImportedPerson, line: number) => {
  if (email === '' && !isReferenced) return [reason('name_twice', { line }), LEFT_OUT, reason('add_reference')]
  return [reason(isReferenced ? 'reference_twice' : 'address_twice', { line }), LEFT_OUT, reason('add_order_number')]
}

/** Why a line can't belong to its order, or null. `place` counts the lines of the order. */
const unfit = (
  person: ImportedPerson,
  place: number,
  { buyer, currency }: { buyer: string; currency: string | null },
) => {
  const { order } = person
  if (buyer === '' && nameOf(person) === '') return [reason('nameless'), LEFT_OUT]
  if (order === '') return null
  if (place > MAX_PARTY_LINES)
    return [reason('order_too_large', { order, max: MAX_PARTY_LINES }), LEFT_OUT, reason('add_by_hand')]
  if (person.currency !== null && currency !== null && person.currency !== currency)
    return [reason('order_currencies', { order, currency, other: person.currency }), LEFT_OUT]
  return null
}

/**
 * Joins the lines of one order into a party. A guest without an address, or with one that an earlier line has, gets the
 * buyer's. Without that either, they are a party that gets no email. Refuses lines that are in the file twice. `stated`
 * are the buyers' addresses by order, where the source names them.
 */
export const joinOrders = (
  lines: readonly ImportLine[],
  stated: ReadonlyMap<string, string> = new Map(),
): ImportLine[] => {
  const [buyers, currencies] = [
    firstOfOrders(lines, ({ email }) => email),
    firstOfOrders(lines, (each) => each.currency),
  ]
  const [sizes, shared] = [countsOf(lines, ({ order }) => order), countsOf(lines, addressInOrder)]
  const [keys, addresses, codes] = [new Map<string, number>(), new Map<string, ImportLine>(), new Map<string, number>()]
  const [places, namesakes] = [new Map<string, number>(), new Map<string, number>()]
  const next = (counts: Map<string, number>, key: string) => {
    const count = (counts.get(key) ?? 0) + 1
    counts.set(key, count)
    return count
  }
  return lines.map((each) => {
    const { person, line } = each
    if (person === null) return each
    const { order, code } = person
    const buyer = order === '' ? person.email : (stated.get(order) ?? buyers.get(order) ?? '')
    const why = unfit(person, next(places, order), { buyer, currency: currencies.get(order) ?? null })
    if (why !== null) return refused(each, why)
    const isReferenced = each.sourceKey !== '#'
    const ownKey = keyOf(person, shared)
    const namesake = order === '' || isReferenced ? 1 : next(namesakes, ownKey)
    const sourceKey = isReferenced ? each.sourceKey : namesake === 1 ? ownKey : `${ownKey} ${namesake}`
    const first = keys.get(sourceKey)
    if (first !== undefined) return refused(each, twice(isReferenced, person, first))
    keys.set(sourceKey, line)
    const emailIsBuyers = person.email === '' || addresses.has(person.email)
    if (!emailIsBuyers) addresses.set(person.email, each)
    const hasOtherBuyer = order !== '' && buyer !== '' && buyer !== person.email
    const isParty = emailIsBuyers || hasOtherBuyer || (sizes.get(order) ?? 1) > 1
    const sameCode = code === null ? undefined : codes.get(code)
    if (code !== null && sameCode === undefined) codes.set(code, line)
    return {
      ...each,
      sourceKey,
      notes: [
        ...each.notes,
        ...(buyer === '' ? [reason('no_address')] : otherName(each, addresses.get(person.email))),
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

/** Refuses new guests of a party that an earlier import created: its order is closed. */
export const refuseLate = <Line extends { line: number; result: string; party: string | null }>(
  lines: readonly Line[],
  refuse: (line: Line, reasons: Reason[]) => Line,
): Line[] => {
  const closed = new Set(
    lines.flatMap(({ result, party }) =>
      (result === 'same' || result === 'changed') && party !== null ? [party] : [],
    ),
  )
  return lines.map((each) =>
    each.result === 'new' && each.party !== null && closed.has(each.party) ? refuse(each, LATE) : each,
  )
}
