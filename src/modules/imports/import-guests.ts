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
  whyNotImport,
  type Importing,
} from './imports.store.ts'
import type { ImportedPerson } from './lines.ts'
import { isNewLine, reportOf, type ReportLine } from './report.ts'

/** Guests per batch. One batch is one transaction. */
const CHUNK = 100

interface At {
  event: EventRow
  calendar: CalendarRow
}
type NewLine = ReportLine & { person: ImportedPerson }

const guestOf = async ({ person, sourceId }: NewLine, ordinal: number, { calendar }: At, deps: Deps) => {
  const id = deps.newId('gst')
  return {
    ...person,
    id,
    sourceId,
    userId: await personIdOf(calendar, person.email, deps),
    searchText: searchTextOf(person),
    answers: JSON.stringify(person.answers),
    qrCode: deps.newId('qr'),
    shortCodes: shortCodesFor(id),
    checkinId: deps.newId('chk'),
    ordinal,
  }
}

const chunksOf = <Each>(all: readonly Each[]) =>
  Array.from({ length: Math.ceil(all.length / CHUNK) }, (_, index) => all.slice(index * CHUNK, (index + 1) * CHUNK))

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
  const fresh = lines.filter(isNewLine).toSorted((a, b) => a.person.registeredAt - b.person.registeredAt)
  const guests = await Promise.all(fresh.map((line, index) => guestOf(line, index % CHUNK, at, deps)))
  const valuesOf = (some: typeof guests, known: ReturnType<typeof idsOfKnown>): Importing => {
    const { moveId, now } = newMove(deps)
    const quotas = quotaValuesOf(deps.config.quotas, now)
    const json = { guests: textOfImported(some), known: JSON.stringify(known) }
    return { eventId: at.event.id, ...json, ...by, moveId, now, ...quotas }
  }
  const full = await isRoomFor(valuesOf(guests, []), deps)
  if (full !== null) return full
  const [first = [], ...others] = chunksOf(guests)
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
  { file, timezone, dateOrder, ticketId }: SchemaOutput<typeof GuestImport>,
  { meanings, lines }: Awaited<ReturnType<typeof reportOf>>,
) => {
  const results = lines.map(({ line, result, guestId, says }) => [line, result, guestId, says])
  return sha256Hex(JSON.stringify([await sha256Hex(file), timezone, dateOrder, ticketId, meanings, results]))
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
    encoding: read.encoding,
    columns: read.columns,
    asks: read.asks,
    counts: { new: count('new'), same: count('same'), refused: count('refused') },
    overCapacity: event.capacity === null ? 0 : Math.max(0, after - event.capacity),
    lines: read.lines.map(shown),
  }
}

const mustAnswer = (asks: readonly string[], { dateOrder }: SchemaOutput<typeof GuestImport>) => {
  if (asks.includes('dateOrder') && dateOrder === undefined)
    throw invalid('dateOrder', 'must be DMY or MDY, because both fit the dates in this file')
}

export const importGuests = operation({
  id: 'guests.import',
  summary: 'Import guests from CSV',
  description:
    'Send `dryRun` first: it reports for each line whether it is new, the same as before, or refused and why. Then send the same file with `confirm`. Statuses, times, check-ins and QR codes come from the file. Sends no email and no webhook. Importing a file again adds no guest twice, and changes no guest who was edited since. Erased guests stay erased. Orders are created as settled, with nothing to pay. Capacity doesn’t limit an import, but the plan’s quota does.',
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
    mustAnswer(read.asks, body)
    if (body.confirm === undefined) throw invalid('confirm', 'must be the digest of a dry run')
    if (body.confirm !== digest) return refusal('import_stale')
    const by = { by: actorId(actor), source: surface === 'v1' ? ('API' as const) : ('DASHBOARD' as const) }
    const refused = await writeAll(at, read.lines, by, deps)
    return refused ?? answerOf(at, read, { digest, isImported: true }, deps)
  },
})
