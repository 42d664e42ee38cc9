import { eventsWrite } from '../../access/demands.ts'
import type { CalendarRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { fromBase64, sha256Hex } from '../../kernel/crypto.ts'
import { Failure, invalid, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { isNullViolation, isUniqueViolation } from '../../kernel/violations.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { composeEvent, overQuota, replaceEvent, roomForEvents, storeUnderOwnSlug } from '../events/index.ts'
import { storeSeries } from '../series/index.ts'
import { mustAnswer } from './asks.ts'
import { EventImport, EventImportReport } from './event-import.schema.ts'
import { reportOfEvents, type ReportedEvent } from './event-report.ts'
import { saysOf } from './report-sentences.ts'
import { reportCompletion } from './report-completion.ts'
import { keepImported, updateImported, withoutWebhooks } from './imported-events.store.ts'

type Body = SchemaOutput<typeof EventImport>
type Report = Awaited<ReturnType<typeof reportOfEvents>>

const digestOfImport = async (
  { file, dryRun: _, confirm: _confirm, acceptRefused: _accepted, ...options }: Body,
  { lines }: Report,
) => {
  const results = lines.map(({ line, result, id, fields, reasons, change }) => [
    line,
    result,
    id,
    fields,
    reasons,
    change?.before.revision ?? null,
  ])
  return sha256Hex(JSON.stringify([await sha256Hex(file), options, results]))
}

const RESULTS = ['new', 'changed', 'same', 'skipped', 'refused'] as const

const answerOf = ({ lines, ...report }: Report, { digest, isImported }: { digest: string; isImported: boolean }) => ({
  digest,
  isImported,
  format: report.format,
  encoding: report.encoding,
  columns: report.columns,
  asks: report.asks,
  counts: Object.fromEntries(
    RESULTS.map((result) => [result, lines.filter((line) => line.result === result).length]),
  ) as Record<(typeof RESULTS)[number], number>,
  lines: lines.map(({ line, result, id, title, fields, reasons }) => ({
    line,
    result,
    id,
    title,
    fields,
    says: saysOf(line, reasons),
    reasons: [...reasons],
  })),
})

type CreationRefused = Failure<'conflicting_edits' | 'quota_exceeded'>

/** Creates the event or series of a line, and returns its id. Returns the failure if the service refuses it. */
const createOne = async (
  { event, series, sourceId, digests }: ReportedEvent,
  calendar: CalendarRow,
  deps: Deps,
): Promise<string | CreationRefused | null> => {
  const now = deps.clock()
  let id: string | null = null
  const alongside = (objectId: string) => {
    id = objectId
    return [
      keepImported(objectId, { calendarId: calendar.id, sourceId, fields: digests, now }),
      withoutWebhooks(calendar.id, objectId),
    ]
  }
  if (series !== undefined) {
    const stored = await storeSeries(series, calendar, deps, alongside)
    return stored instanceof Failure ? stored : id
  }
  if (event === undefined) return null
  const { faults: _faults, ...unstored } = composeEvent(event, calendar.id, deps)
  const stored = await storeUnderOwnSlug(unstored, calendar, deps, alongside(unstored.event.id))
  return stored instanceof Failure ? stored : unstored.event.id
}

const changeOne = async ({ change, sourceId, digests }: ReportedEvent, calendar: CalendarRow, deps: Deps) => {
  if (change === undefined) return
  await deps.commit({
    calendarId: calendar.id,
    atEvent: change.before.id,
    seenBy: 'visitors',
    statements: {
      stored: replaceEvent(deps.db, change.after, change.before.revision),
      source: updateImported({ calendarId: calendar.id, sourceId, fields: digests }),
    },
  })
}

/** Whether another request has imported or changed the event since it was compared. */
const isOvertaken = (error: unknown) =>
  isUniqueViolation(error, 'imported_events') || isNullViolation(error, 'events.revision')

/** Writes the events one after another. After a crash, the next import of the file finds the events already written. */
const writeAll = async (lines: readonly ReportedEvent[], calendar: CalendarRow, deps: Deps) => {
  const ids = new Map<number, string>()
  try {
    for (const each of lines) {
      if (each.result === 'changed') await changeOne(each, calendar, deps)
      if (each.result !== 'new') continue
      const made = await createOne(each, calendar, deps)
      if (made instanceof Failure) return made
      if (made !== null) ids.set(each.line, made)
    }
  } catch (error) {
    if (!isOvertaken(error)) throw error
    return refusal('import_stale')
  }
  return ids
}

const isAhead = ({ result, event, series }: ReportedEvent, calendar: CalendarRow, deps: Deps) =>
  result === 'new' &&
  (series !== undefined || (event !== undefined && composeEvent(event, calendar.id, deps).event.endAt > deps.clock()))

export const importEvents = operation({
  id: 'events.import',
  summary: 'Import events from CSV or ICS',
  description:
    'Send `dryRun` first: it reports for each line whether it is new, changed, the same as before, skipped, or refused and why. Then send the same file with `confirm`. Importing a file again adds no event twice. A changed line updates title, description, times, place and tags, except for those that were edited here since. Deleted events stay deleted. An event that repeats becomes a series. Sends no email, and no webhook except `import.completed`.',
  routes: both('POST /calendars/:slug/events/import'),
  access: eventsWrite,
  subject: 'calendar',
  body: EventImport,
  bodyLimitBytes: 1_500_000,
  answer: one(EventImportReport),
  refusals: ['import_stale', 'quota_exceeded', 'conflicting_edits'],
  async run({ calendar, body }, deps) {
    const read = await reportOfEvents(calendar, fromBase64(body.file), body, deps)
    const digest = await digestOfImport(body, read)
    if (body.dryRun === true) return answerOf(read, { digest, isImported: false })
    mustAnswer(read.asks)
    if (body.confirm === undefined) throw invalid('confirm', 'must be the digest of a dry run')
    if (body.confirm !== digest) return refusal('import_stale')
    const ahead = read.lines.filter((line) => isAhead(line, calendar, deps)).length
    if (ahead > (await roomForEvents(calendar.id, deps))) return overQuota(calendar.id, deps)
    const ids = await writeAll(read.lines, calendar, deps)
    if (ids instanceof Failure) return ids
    const lines = read.lines.map((line) => ({ ...line, id: ids.get(line.line) ?? line.id }))
    const answer = answerOf({ ...read, lines }, { digest, isImported: true })
    const { format: source, counts } = answer
    await reportCompletion({ calendarId: calendar.id, eventId: null, source, digest, counts }, deps)
    return answer
  },
})
