import { actorId } from '../../access/actor.ts'
import { personIdOf } from '../../access/derived.ts'
import { guestsWrite } from '../../access/demands.ts'
import type { CalendarRow, EventRow } from '../../db/rows.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { fromBase64, sha256Hex } from '../../kernel/crypto.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { shortCodesFor } from '../../kernel/short-code.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { newMove, quotaValuesOf, searchTextOf } from '../seats/index.ts'
import { GuestImport, GuestImportReport } from './imports.schema.ts'
import {
  findSeatsTaken,
  importBatch,
  mayImport,
  textOfImported,
  textOfParties,
  whyNotImport,
  type Importing,
} from './imports.store.ts'
import type { ImportedPerson } from './lines.ts'
import { MAX_PARTY_LINES } from './orders-of-lines.ts'
import { isNewLine, reportOf, type ReportLine } from './report.ts'

/** Guests per batch. One batch is one transaction. */
const CHUNK = MAX_PARTY_LINES

interface At {
  event: EventRow
  calendar: CalendarRow
}
type NewLine = ReportLine & { person: ImportedPerson }

/** The ids that the guests of a line's party share. */
interface Shared {
  orderId: string
  partyId: string | null
}

const guestOf = async ({ person, sourceId }: NewLine, shared: Shared, { calendar }: At, deps: Deps) => {
  const id = deps.newId('gst')
  return {
    ...person,
    ...shared,
    id,
    sourceId,
    emailIsBuyers: person.emailIsBuyers ? (1 as const) : (0 as const),
    userId: await personIdOf(calendar, person.emailIsBuyers ? id : person.email, deps),
    searchText: searchTextOf(person),
    answers: JSON.stringify(person.answers),
    qrCode: deps.newId('qr'),
    shortCodes: shortCodesFor(id),
    checkinId: deps.newId('chk'),
  }
}

/** Guests of one order. `buyer` is null for a guest on their own. */
const groupOf = async (lines: readonly NewLine[], at: At, deps: Deps) => {
  const [first] = lines
  const isParty = first?.party !== null && first !== undefined
  const shared = { orderId: deps.newId('ord'), partyId: isParty ? deps.newId('pty') : null }
  const guests = await Promise.all(lines.map((line) => guestOf(line, shared, at, deps)))
  const [lead = null] = guests
  if (lead === null || shared.partyId === null) return { guests, buyer: null }
  const { firstName, lastName, email } = guests.find((guest) => guest.emailIsBuyers === 0) ?? lead
  return { guests, buyer: { id: shared.partyId, firstName, lastName, email, createdAt: lead.registeredAt } }
}
type Group = Awaited<ReturnType<typeof groupOf>>

/** Groups the lines by party, those who registered first before others. */
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

const idsOfKnown = (lines: readonly ReportLine[]) =>
  lines.flatMap(({ result, sourceId, guestId: id }) => (result === 'same' && id !== null ? [{ sourceId, id }] : []))

const isRoomFor = async (values: Importing, deps: Deps) => {
  const [[judged]] = await inOneBatch(deps.db, [whyNotImport(values)])
  return mayImport.refusal(judged)
}

/**
 * Writes batch after batch. After a crash, the next import of the file finds the guests that are written and adds the
 * others. The oldest registrations come first, so that the waiting list keeps its order.
 */
const writeAll = async (at: At, lines: readonly ReportLine[], by: Pick<Importing, 'by' | 'source'>, deps: Deps) => {
  const groups = await groupsOf(lines, at, deps)
  const valuesOf = (some: readonly Group[], known: ReturnType<typeof idsOfKnown>): Importing => {
    const { moveId, now } = newMove(deps)
    const quotas = quotaValuesOf(deps.config.quotas, now)
    const guests = some.flatMap((group) => group.guests).map((guest, ordinal) => ({ ...guest, ordinal }))
    const parties = some.flatMap(({ buyer }) => (buyer === null ? [] : [buyer]))
    const json = { guests: textOfImported(guests), parties: textOfParties(parties), known: JSON.stringify(known) }
    return { eventId: at.event.id, ...json, ...by, moveId, now, ...quotas }
  }
  const full = await isRoomFor(valuesOf(groups, []), deps)
  if (full !== null) return full
  const [first = [], ...others] = chunksOf(groups)
  const known = idsOfKnown(lines)
  for (const values of [valuesOf(first, known), ...others.map((some) => valuesOf(some, []))]) {
    const { why } = await deps.commit({
      calendarId: at.calendar.id,
      seenBy: 'visitors',
      statements: importBatch(values),
    })
    const refused = mayImport.refusal(why[0])
    if (refused !== null) return refused
  }
  return null
}

const digestOfImport = async (
  { file, timezone, dateOrder, decimalMark, currency, ticketId }: SchemaOutput<typeof GuestImport>,
  { meanings, lines }: Awaited<ReturnType<typeof reportOf>>,
) => {
  const results = lines.map(({ line, result, guestId, says }) => [line, result, guestId, says])
  return sha256Hex(
    JSON.stringify([await sha256Hex(file), timezone, dateOrder, decimalMark, currency, ticketId, meanings, results]),
  )
}

const shown = ({ line, result, guestId, title, says }: ReportLine) => ({ line, result, guestId, title, says })

const answerOf = async (
  { event }: At,
  read: Awaited<ReturnType<typeof reportOf>>,
  { digest, isImported }: { digest: string; isImported: boolean },
  deps: Deps,
) => {
  const count = (result: ReportLine['result']) => read.lines.filter((line) => line.result === result).length
  const seated = read.lines.filter(
    (line) => isNewLine(line) && (line.person.status === 'CONFIRMED' || line.person.status === 'CHECKED_IN'),
  )
  const taken = await findSeatsTaken(deps.db, event.id)
  const after = isImported ? taken : taken + seated.length
  return {
    digest,
    isImported,
    source: read.source,
    encoding: read.encoding,
    columns: read.columns,
    asks: read.asks,
    counts: { new: count('new'), same: count('same'), skipped: count('skipped'), refused: count('refused') },
    overCapacity: event.capacity === null ? 0 : Math.max(0, after - event.capacity),
    lines: read.lines.map(shown),
  }
}

const mustAnswer = (asks: readonly string[]) => {
  const [asked] = asks
  if (asked !== undefined) throw invalid(asked, 'is required, because more than one reading fits this file')
}

export const importGuests = operation({
  id: 'guests.import',
  summary: 'Import guests from a file',
  description:
    'Send `dryRun` first: it reports for each line whether it is new, the same as before, or refused and why. Then send the same file with `confirm`. Statuses, times, check-ins and QR codes come from the file. Sends no email and no webhook. Importing a file again adds no guest twice, and changes no guest who was edited since. Erased guests stay erased. Lines with the same order number become a party with one order. Orders are paid, with the amounts of the file, and their refunds are made by hand. Capacity doesn’t limit an import, but the plan’s quota does.',
  routes: both('POST /events/:eventId/guests/import'),
  access: guestsWrite,
  subject: 'event',
  body: GuestImport,
  bodyLimitBytes: 1_500_000,
  answer: one(GuestImportReport),
  refusals: ['import_stale', 'quota_exceeded'],
  async run({ event, calendar, body, actor, surface }, deps) {
    const at = { event, calendar }
    const read = await reportOf(at, fromBase64(body.file), body, deps)
    const digest = await digestOfImport(body, read)
    if (body.dryRun === true) return answerOf(at, read, { digest, isImported: false }, deps)
    mustAnswer(read.asks)
    if (body.confirm === undefined) throw invalid('confirm', 'must be the digest of a dry run')
    if (body.confirm !== digest) return refusal('import_stale')
    const by = { by: actorId(actor), source: surface === 'v1' ? ('API' as const) : ('DASHBOARD' as const) }
    const refused = await writeAll(at, read.lines, by, deps)
    return refused ?? answerOf(at, read, { digest, isImported: true }, deps)
  },
})
