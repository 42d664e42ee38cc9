import { personIdOf } from '../../access/derived.ts'
import { BLANK_ADDRESS_END } from '../../db/personal/holding.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { shortCodesFor } from '../../kernel/short-code.ts'
import { newMove, quotaValuesOf, searchTextOf } from '../seats/index.ts'
import { answersAfter } from './guest-changes.ts'
import {
  importBatch,
  mayImport,
  textOfChanged,
  textOfImported,
  textOfParties,
  whyNotImport,
  type Importing,
} from './imports.store.ts'
import type { CheckedPerson } from './lines.ts'
import { MAX_PARTY_LINES } from './orders-of-lines.ts'
import { isNewLine, type ReportLine } from './judge-line.ts'

/** Guests per batch. One batch is one transaction. */
const CHUNK = MAX_PARTY_LINES

export interface At {
  event: EventRow
  calendar: CalendarRow
}
type NewLine = ReportLine & { person: CheckedPerson }

/** Ids shared by the guests of a line's party. */
interface Shared {
  orderId: string
  partyId: string | null
}

const guestOf = async ({ line, person, sourceId, digests }: NewLine, shared: Shared, { calendar }: At, deps: Deps) => {
  const id = deps.newId('gst')
  return {
    ...person,
    ...shared,
    line,
    email: person.email || id + BLANK_ADDRESS_END,
    id,
    sourceId,
    emailIsBuyers: person.emailIsBuyers ? (1 as const) : (0 as const),
    userId: await personIdOf(calendar, person.emailIsBuyers ? id : person.email, deps),
    searchText: searchTextOf(person),
    answers: JSON.stringify(person.answers),
    qrCode: deps.newId('qr'),
    shortCodes: shortCodesFor(id),
    checkinId: deps.newId('chk'),
    fields: JSON.stringify(digests),
  }
}

/** Returns the new values of a changed line's guest. */
const changedGuestOf = ({ person, before, sourceId, fields, digests }: ReportLine, deps: Deps) => {
  if (person === null || before === null) return []
  const { firstName, lastName } = fields.includes('name') ? person : before
  const isMoved = fields.includes('status')
  const status = isMoved ? person.status : before.status
  const isIn = isMoved && status === 'CHECKED_IN'
  const needsOrder = (isIn || (isMoved && status === 'CONFIRMED')) && before.status !== 'CONFIRMED'
  return [
    {
      id: before.id,
      sourceId,
      firstName,
      lastName,
      searchText: searchTextOf({
        firstName,
        lastName,
        email: before.email.endsWith(BLANK_ADDRESS_END) ? '' : before.email,
      }),
      answers: JSON.stringify(answersAfter(before, person.answers, fields)),
      status: isMoved ? status : null,
      orderId: needsOrder ? deps.newId('ord') : null,
      amount: person.amount,
      currency: person.currency,
      order: person.order,
      cancelledAt: isMoved && status === 'CANCELLED' ? deps.clock() : null,
      checkedInAt: isIn ? person.checkedInAt : null,
      checkinId: isIn ? deps.newId('chk') : null,
      fields: JSON.stringify(digests),
      wasStatus: before.status,
      seenAt: before.updatedAt,
    },
  ]
}
type ChangedGuest = ReturnType<typeof changedGuestOf>[number]

/** Guests of one order. `buyer` is null for a single guest. */
const groupOf = async (lines: readonly NewLine[], at: At, deps: Deps) => {
  const [first] = lines
  const isParty = first?.party !== null && first !== undefined
  const shared = { orderId: deps.newId('ord'), partyId: isParty ? deps.newId('pty') : null }
  const guests = await Promise.all(lines.map((line) => guestOf(line, shared, at, deps)))
  const [lead = null] = guests
  if (lead === null || shared.partyId === null) return { guests, buyer: null }
  const { buyerEmail: email } = lead
  const { firstName, lastName } = guests.find((guest) => guest.emailIsBuyers === 0 && guest.email === email) ?? lead
  const known = { id: shared.partyId, createdAt: lead.registeredAt }
  // As after a buyer's erasure: the party gets no emails.
  const nobody = { firstName: '', lastName: '', email: lead.id + BLANK_ADDRESS_END, erasedAt: deps.clock() }
  return { guests, buyer: { ...known, ...(email === '' ? nobody : { firstName, lastName, email, erasedAt: null }) } }
}
type Group = Awaited<ReturnType<typeof groupOf>>

/** Groups the lines by party, earliest registration first. */
const groupsOf = (lines: readonly ReportLine[], at: At, deps: Deps) => {
  const fresh = lines.filter(isNewLine).toSorted((a, b) => a.person.registeredAt - b.person.registeredAt)
  const groups = Map.groupBy(fresh, ({ party, line }) => party ?? line)
  return Promise.all([...groups.values()].map((group) => groupOf(group, at, deps)))
}

/** Puts at most 100 guests into a batch, and never splits a party. */
const chunksOf = (groups: readonly Group[]) => {
  const chunks: Group[][] = [[]]
  let size = 0
  for (const group of groups) {
    if (size + group.guests.length > CHUNK) {
      chunks.push([])
      size = 0
    }
    chunks.at(-1)?.push(group)
    size += group.guests.length
  }
  return chunks
}

const slicesOf = (guests: readonly ChangedGuest[]) =>
  Array.from({ length: Math.ceil(guests.length / CHUNK) }, (_, at) => guests.slice(at * CHUNK, (at + 1) * CHUNK))

const idsOfKnown = (lines: readonly ReportLine[]) =>
  lines.flatMap(({ result, sourceId, guestId: id }) => (result === 'same' && id !== null ? [{ sourceId, id }] : []))

const isRoomFor = async (values: Importing, deps: Deps) => {
  const [[judged]] = await inOneBatch(deps.db, [whyNotImport(values)])
  return mayImport.refusal(judged)
}

/**
 * Returns the lines with the ids of their new guests. A line without an id was skipped, because its address has
 * registered in the meantime.
 */
const withIds = (lines: readonly ReportLine[], groups: readonly Group[], inserted: ReadonlySet<string>) => {
  const ids = new Map(groups.flatMap(({ guests }) => guests.map(({ line, id }) => [line, id] as const)))
  return lines.map((each): ReportLine => {
    if (each.result !== 'new') return each
    const id = ids.get(each.line) ?? ''
    return inserted.has(id) ? { ...each, guestId: id } : { ...each, result: 'same' }
  })
}

/**
 * Writes the batches one after another, and returns the lines with the ids of their guests. After a crash, the next
 * import of the file finds the guests already written and adds the others. The oldest registrations come first, so that
 * the waiting list keeps its order.
 */
export const writeAll = async (
  at: At,
  lines: readonly ReportLine[],
  by: Pick<Importing, 'by' | 'source' | 'product'>,
  deps: Deps,
) => {
  const groups = await groupsOf(lines, at, deps)
  const changed = lines.flatMap((line) => changedGuestOf(line, deps))
  const valuesOf = (
    some: readonly Group[],
    known: ReturnType<typeof idsOfKnown>,
    changes: readonly ChangedGuest[] = [],
  ): Importing => {
    const { moveId, now } = newMove(deps)
    const quotas = quotaValuesOf(deps.config.quotas, now)
    const guests = some.flatMap((group) => group.guests).map((guest, ordinal) => ({ ...guest, ordinal }))
    const parties = some.flatMap(({ buyer }) => (buyer === null ? [] : [buyer]))
    const json = {
      guests: textOfImported(guests),
      parties: textOfParties(parties),
      known: JSON.stringify(known),
      changes: textOfChanged(changes),
    }
    return { eventId: at.event.id, ...json, ...by, moveId, now, ...quotas }
  }
  const full = await isRoomFor(valuesOf(groups, []), deps)
  if (full !== null) return full
  const inserted = new Set<string>()
  const [first = [], ...others] = chunksOf(groups)
  const known = idsOfKnown(lines)
  const batches = [
    valuesOf(first, known),
    ...others.map((some) => valuesOf(some, [])),
    ...slicesOf(changed).map((some) => valuesOf([], [], some)),
  ]
  for (const values of batches) {
    const { why, guests } = await deps.commit({
      calendarId: at.calendar.id,
      seenBy: 'visitors',
      statements: importBatch(values),
    })
    const refused = mayImport.refusal(why[0])
    if (refused !== null) return refused
    for (const { id } of guests) inserted.add(id)
  }
  return withIds(lines, groups, inserted)
}
