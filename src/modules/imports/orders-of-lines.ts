import type { ImportLine } from './lines.ts'

/** A party is written in one batch. */
export const MAX_PARTY_LINES = 100

const refused = (each: ImportLine, says: string): ImportLine => ({
  ...each,
  person: null,
  says: `Line ${each.line}: ${says}`,
})

export const nameOf = ({ firstName, lastName }: { firstName: string; lastName: string }) =>
  `${firstName} ${lastName}`.trim()
export const isSameName = (one: string, other: string) => one.toLowerCase() === other.toLowerCase()

/** Returns the address of each order: the first in its lines. */
const buyersIn = (lines: readonly ImportLine[]) => {
  const buyers = new Map<string, string>()
  for (const { person } of lines) {
    if (person === null || person.email === '' || buyers.has(person.order)) continue
    buyers.set(person.order, person.email)
  }
  return buyers
}

const sizesOf = (lines: readonly ImportLine[]) => {
  const sizes = new Map<string, number>()
  for (const { person } of lines)
    if (person !== null && person.order !== '') sizes.set(person.order, (sizes.get(person.order) ?? 0) + 1)
  return sizes
}

/** The sentence for a second ticket of an address under another name, or null. */
const otherName = ({ line, person }: ImportLine, first: ImportLine | undefined) => {
  if (person === null || first === undefined || first.person === null || first.line === line) return null
  const name = nameOf(first.person)
  if (isSameName(name, nameOf(person))) return null
  return `Line ${line}: ${person.email} is '${name}' in line ${first.line}. Each ticket keeps its name.`
}

/**
 * Joins the lines of one order into a party. A guest without an address, or with one that an earlier line has, gets the
 * buyer's. Refuses lines that are in the file twice.
 */
export const joinOrders = (lines: readonly ImportLine[]): ImportLine[] => {
  const [buyers, sizes] = [buyersIn(lines), sizesOf(lines)]
  const [keys, addresses, places] = [
    new Map<string, number>(),
    new Map<string, ImportLine>(),
    new Map<string, number>(),
  ]
  return lines.map((each) => {
    const { person, line } = each
    if (person === null) return each
    const { order } = person
    const buyer = order === '' ? person.email : (buyers.get(order) ?? '')
    if (buyer === '') return refused(each, `No email address in order '${order}'. Add one. The guest is left out.`)
    const place = (places.get(order) ?? 0) + 1
    places.set(order, place)
    if (order !== '' && place > MAX_PARTY_LINES)
      return refused(
        each,
        `Order '${order}' has more than ${MAX_PARTY_LINES} guests. The guest is left out. Add them by hand.`,
      )
    const isReferenced = each.sourceKey !== '#'
    const sourceKey = isReferenced ? each.sourceKey : order === '' ? person.email : `order ${order} ${place}`
    const first = keys.get(sourceKey)
    if (first !== undefined) {
      const what = isReferenced ? 'reference' : 'email address'
      return refused(
        each,
        `The ${what} is also in line ${first}. The guest is left out. For several tickets of one person, add a column with an order number.`,
      )
    }
    keys.set(sourceKey, line)
    const emailIsBuyers = person.email === '' || addresses.has(person.email)
    if (!emailIsBuyers) addresses.set(person.email, each)
    const isParty = emailIsBuyers || (sizes.get(order) ?? 1) > 1
    return {
      ...each,
      sourceKey,
      says: otherName(each, addresses.get(person.email)),
      party: isParty ? (order === '' ? `line ${line}` : `order ${order}`) : null,
      person: { ...person, email: emailIsBuyers ? buyer : person.email, emailIsBuyers },
    }
  })
}

/** Refuses new guests of a party that an earlier import created: its order is closed. */
export const refuseLate = <Line extends { line: number; result: string; party: string | null; says: string | null }>(
  lines: readonly Line[],
  refuse: (line: Line, says: string) => Line,
): Line[] => {
  const closed = new Set(
    lines.flatMap(({ result, party }) =>
      (result === 'same' || result === 'changed') && party !== null ? [party] : [],
    ),
  )
  return lines.map((each) =>
    each.result === 'new' && each.party !== null && closed.has(each.party)
      ? refuse(
          each,
          `Line ${each.line}: Others of this order were imported before. The guest is left out. Add them by hand.`,
        )
      : each,
  )
}
