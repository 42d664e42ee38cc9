import type { CalendarRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import type { EventFields } from '../events/index.ts'
import { withAcceptance } from './asks.ts'
import { checkEvent, type EventBody, type SeriesBody } from './event-check.ts'
import { compareEvent, digestsOfLine, type EventComparison } from './event-compare.ts'
import type { EventLine } from './event-csv.ts'
import { readEvents, type EventImportOptions } from './event-reading.ts'
import { reason, type Reason } from './report-sentences.ts'
import {
  findEventsBetween,
  findImportedObjects,
  type ImportedObject,
  type PresentEvent,
} from './imported-events.store.ts'

export interface ReportedEvent {
  line: number
  title: string
  result: 'new' | 'changed' | 'same' | 'skipped' | 'refused'
  id: string | null
  /** Fields that the import changes. */
  fields: string[]
  reasons: readonly Reason[]
  sourceId: string
  /** Digests of the fields in the file. */
  digests: Readonly<Record<string, string>>
  event?: EventBody | undefined
  series?: SeriesBody | undefined
  change?: EventComparison['change']
}

const DATE_LENGTH = 10
const SOURCE_ID_LENGTH = 32
const sourceIdOf = async (key: string) => (await sha256Hex(key)).slice(0, SOURCE_ID_LENGTH)

/** Existing events that were not imported from a line of this file. */
const strangersIn = async (
  sourced: readonly EventLine[],
  known: ReadonlyMap<string, ImportedObject>,
  calendar: CalendarRow,
  deps: Deps,
) => {
  const starts = sourced.flatMap(({ event, formerKey }) =>
    event === null || formerKey === null ? [] : [Date.parse(event.startAt.slice(0, DATE_LENGTH))],
  )
  if (starts.length === 0) return []
  const [from, to] = [Math.min(...starts) - 2 * DAY_MS, Math.max(...starts) + 2 * DAY_MS]
  const present = await findEventsBetween(deps.db, { calendarId: calendar.id, from, to })
  const imported = new Set([...known.values()].map(({ objectId }) => objectId))
  return present.filter(({ id }) => !imported.has(id))
}

const isSameDay = (there: PresentEvent, { title, startAt, timezone }: EventFields) =>
  foldForSearch(there.title) === foldForSearch(title) &&
  dateOf(there.startAt, there.timezone) === dateOf(startAt, timezone)

/** Reads the file and compares each event with the calendar. Writes nothing. */
export const reportOfEvents = async (
  calendar: CalendarRow,
  bytes: Uint8Array<ArrayBuffer>,
  body: EventImportOptions,
  deps: Deps,
) => {
  const read = readEvents(bytes, body, calendar)
  const sourced = await Promise.all(
    read.lines.map(async (line) => ({
      ...line,
      sourceId: await sourceIdOf(line.sourceKey),
      formerId: line.formerKey === null ? null : await sourceIdOf(line.formerKey),
    })),
  )
  const known = await findImportedObjects(
    deps.db,
    calendar.id,
    sourced.flatMap(({ sourceId, formerId }) => (formerId === null ? [sourceId] : [sourceId, formerId])),
  )
  const strangers = await strangersIn(sourced, known, calendar, deps)
  const seen = new Map<string, number>()
  const lines: ReportedEvent[] = []
  for (const each of sourced) {
    const { line, title, reasons, formerId } = each
    const found = known.get(each.sourceId) ?? known.get(formerId ?? '')
    const sourceId = found?.sourceId ?? each.sourceId
    const plain = { line, title, sourceId, id: null, fields: [], digests: {}, reasons: [] }
    const leftOut = (result: 'skipped' | 'refused', ...why: readonly Reason[]) =>
      lines.push({ ...plain, result, reasons: [...why, reason('event_left_out')] })
    const first = seen.get(each.sourceId) ?? seen.get(sourceId)
    if (first !== undefined) {
      leftOut('skipped', reason('event_twice', { line: first }))
      continue
    }
    seen.set(each.sourceId, line).set(sourceId, line)
    if (each.isCancelled === true && found?.isThere === true && found.event?.status !== 'CANCELLED') {
      const why = reason('cancelled_only_in_file')
      lines.push({ ...plain, id: found.objectId, result: 'skipped', reasons: [why] })
      continue
    }
    if (each.event === null) {
      leftOut(each.isSkipped === true ? 'skipped' : 'refused', ...reasons)
      continue
    }
    const checked = checkEvent(each, body.status, calendar, deps)
    const { fields, fault } = checked
    if (fields === undefined || fault !== null) {
      leftOut('refused', ...(fault === null ? [] : [fault]))
      continue
    }
    const digests = await digestsOfLine(each, fields)
    if (found === undefined) {
      const twin = formerId === null ? undefined : strangers.find((there) => isSameDay(there, fields))
      if (twin !== undefined) {
        leftOut('skipped', reason('event_there', { title }))
        continue
      }
      const { event, series } = checked
      lines.push({
        ...plain,
        digests,
        result: 'new',
        reasons,
        ...(series === undefined ? { event } : { series }),
      })
      continue
    }
    const compared = await compareEvent({ ...checked, fields }, found, digests, deps)
    const kept = Object.fromEntries(
      Object.entries(digests).map(([name, digest]) => [
        name,
        compared.fields.includes(name) ? digest : (found.fields[name] ?? digest),
      ]),
    )
    lines.push({ ...plain, ...compared, id: found.isThere ? found.objectId : null, digests: kept })
  }
  return { ...read, asks: withAcceptance(read.asks, lines, body.acceptRefused), lines }
}
