import type { CalendarRow, EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { sha256Hex } from '../../kernel/crypto.ts'
import { Failure, invalid } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { rowsOfCsv } from '../../kernel/csv-reading.ts'
import { decode } from '../../kernel/text-decoding.ts'
import { sayFault } from '../../operation/faults.ts'
import { composeEvent, NewEvent, type EventFields } from '../events/index.ts'
import { NewSeries, recurrenceOf } from '../series/index.ts'
import { withAcceptance } from './asks.ts'
import {
  asksOf,
  findEventColumns,
  isEventMeaning,
  readEventLine,
  type EventLine,
  type EventReading,
} from './event-csv.ts'
import { readIcsEvent } from './event-ics.ts'
import type { EventImport } from './event-import.schema.ts'
import { isIcs, readIcs } from './ics-reading.ts'
import { findImportedObjects, type ImportedObject } from './imported-events.store.ts'

const MAX_EVENTS = 500
const MAX_EXAMPLES = 3
const ZIP_MARK = 'PK'

type Body = Omit<SchemaOutput<typeof EventImport>, 'file' | 'dryRun' | 'confirm'>
type EventBody = SchemaOutput<typeof NewEvent>
type SeriesBody = SchemaOutput<typeof NewSeries>

export interface ReportedEvent {
  line: number
  title: string
  result: 'new' | 'changed' | 'same' | 'skipped' | 'refused'
  id: string | null
  /** Fields that the import changes. */
  fields: string[]
  says: string | null
  sourceId: string
  /** Digests of the fields in the file. */
  digests: Readonly<Record<string, string>>
  event?: EventBody | undefined
  series?: SeriesBody | undefined
  /** The event as it is, and as the import leaves it. */
  change?: { before: EventRow; after: EventRow }
}

/** The parts of an event that an import changes, each as a whole. */
const PARTS: Readonly<Record<string, (event: EventFields) => Partial<EventFields>>> = {
  title: ({ title }) => ({ title }),
  description: ({ description }) => ({ description }),
  when: ({ startAt, endAt, timezone, allDay, startDate, endDate }) => ({
    startAt,
    endAt,
    timezone,
    allDay,
    startDate,
    endDate,
  }),
  place: ({ location, locationType, meetingUrl }) => ({ location, locationType, meetingUrl }),
  tags: ({ tags }) => ({ tags }),
}

const DIGEST_LENGTH = 16
const digestOf = async (value: unknown) => (await sha256Hex(JSON.stringify(value))).slice(0, DIGEST_LENGTH)
const digestsOf = async (event: EventFields) =>
  Object.fromEntries(
    await Promise.all(Object.entries(PARTS).map(async ([name, part]) => [name, await digestOf(part(event))] as const)),
  )

const sentence = (faults: readonly { field: string; message: string }[]) => {
  const [{ field, message } = { field: '', message: 'isn’t valid' }] = faults
  return `\`${field}\` ${message}.`
}

interface Checked {
  event?: EventBody
  series?: SeriesBody
  fields?: EventFields
  says: string | null
}

/** Applies the rules for a new event or series, and returns the first fault as a sentence. */
const check = (
  { event, repeats }: EventLine,
  status: EventBody['status'],
  calendar: CalendarRow,
  deps: Deps,
): Checked => {
  const result = NewEvent().safeParse({ ...event, status }, { error: sayFault })
  if (!result.success)
    return {
      says: sentence(result.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))),
    }
  const composed = composeEvent(result.data, calendar.id, deps)
  if (composed.faults.length > 0) return { says: sentence(composed.faults) }
  const fields = composed.event
  if (repeats === undefined) return { event: result.data, fields, says: null }
  const { startAt, endAt: _end, timezone, allDay: _allDay, ...template } = result.data
  const isWhole = fields.allDay
  const span = isWhole
    ? { allDayDays: Math.max(1, Math.round((fields.endAt - fields.startAt) / 86_400_000)) }
    : { durationMinutes: Math.max(1, Math.round((fields.endAt - fields.startAt) / 60_000)) }
  const series = NewSeries().safeParse({ template, startAt, timezone, ...span, ...repeats }, { error: sayFault })
  if (!series.success)
    return { says: sentence(series.error.issues.map(({ path, message }) => ({ field: path.join('.'), message }))) }
  try {
    recurrenceOf(series.data, null)
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { says: sentence(error.extras.fields ?? []) }
  }
  return { series: series.data, fields, says: null }
}

const linesOfCsv = (text: string, body: Body, calendar: CalendarRow) => {
  if (text.startsWith(ZIP_MARK))
    throw invalid('file', 'is a spreadsheet or an archive. Save it as CSV and send that file')
  const rows = rowsOfCsv(text)
  const found = findEventColumns(rows)
  const meanings =
    body.columns === undefined
      ? found?.meanings
      : body.columns.map((meaning, index) => {
          if (meaning === null || meaning === '') return null
          if (!isEventMeaning(meaning)) throw invalid(`columns.${index}`, 'isn’t a known meaning of a column')
          return meaning
        })
  if (meanings === undefined || !meanings.includes('title') || !meanings.includes('start'))
    throw invalid(
      'columns',
      'has no columns with a title and a start. Add headings such as Title and Start, or set `columns`',
    )
  const headerAt = found?.headerAt ?? -1
  const data = rows.slice(headerAt + 1)
  const { dateOrder, decimalMark } = asksOf(data, meanings)
  const reading: EventReading = {
    timezone: body.timezone ?? calendar.timezone,
    dateOrder: body.dateOrder ?? (dateOrder === 'none' ? null : dateOrder),
    decimalMark: body.decimalMark ?? (decimalMark === 'none' ? null : decimalMark),
    currency: body.currency ?? calendar.currency,
  }
  return {
    format: 'CSV',
    asks: [
      ...(dateOrder === null && body.dateOrder === undefined ? ['dateOrder'] : []),
      ...(decimalMark === null && body.decimalMark === undefined ? ['decimalMark'] : []),
    ],
    columns: meanings.map((meaning, at) => ({
      heading: found?.headings[at] ?? '',
      meaning,
      examples: data.flatMap((cells) => cells[at] || []).slice(0, MAX_EXAMPLES),
    })),
    lines: data.map((cells, index) => readEventLine(cells, headerAt + index + 2, meanings, reading)),
  }
}

const linesOfIcs = (text: string, body: Body, calendar: CalendarRow) => {
  const { timezone, events } = readIcs(text)
  const stated = { asked: body.timezone ?? null, fallback: timezone ?? calendar.timezone }
  return { format: 'ICS', asks: [], columns: [], lines: events.map((event) => readIcsEvent(event, stated)) }
}

const REFUSED = 'The event is left out.'

/** Compares the line with the event that an earlier import created from it. Fields that were edited here are kept. */
const compare = async (
  { event, fields }: Checked & { fields: EventFields },
  known: ImportedObject,
  digests: Readonly<Record<string, string>>,
  deps: Deps,
): Promise<Pick<ReportedEvent, 'result' | 'fields' | 'says' | 'change'>> => {
  const plain = { fields: [], says: null }
  const moved = Object.keys(PARTS).filter((name) => digests[name] !== known.fields[name])
  if (!known.isThere) return { ...plain, result: 'skipped', says: 'It was deleted here and stays deleted.' }
  if (moved.length === 0) return { ...plain, result: 'same' }
  const before = known.event
  if (before === null || event === undefined)
    return { ...plain, result: 'skipped', says: 'The series has changed in the file. Edit the series here.' }
  const present = await digestsOf(before)
  const open = moved.filter((name) => present[name] === known.fields[name])
  const kept = moved.filter((name) => !open.includes(name))
  const says = kept.length === 0 ? null : `Edited here since and kept: ${kept.join(', ')}.`
  if (open.length === 0) return { ...plain, result: 'same', says }
  const changes = Object.assign({}, ...open.map((name) => PARTS[name]?.(fields))) as Partial<EventFields>
  const isMoved = open.includes('when') || open.includes('place')
  const after = {
    ...before,
    ...changes,
    sequence: before.sequence + (isMoved ? 1 : 0),
    updatedAt: Math.max(before.updatedAt, deps.clock()),
  }
  return { result: 'changed', fields: open, says, change: { before, after } }
}

/** Reads the file and compares each event with the calendar. Writes nothing. */
export const reportOfEvents = async (calendar: CalendarRow, bytes: Uint8Array<ArrayBuffer>, body: Body, deps: Deps) => {
  const { text, encoding } = decode(bytes)
  const read = (isIcs(text) ? linesOfIcs : linesOfCsv)(text, body, calendar)
  if (read.lines.length > MAX_EVENTS)
    throw invalid('file', `has more than ${MAX_EVENTS} events. Split it and import the parts one after the other`)
  const sourced = await Promise.all(
    read.lines.map(async (line) => ({ ...line, sourceId: (await sha256Hex(line.sourceKey)).slice(0, 32) })),
  )
  const known = await findImportedObjects(
    deps.db,
    calendar.id,
    sourced.map(({ sourceId }) => sourceId),
  )
  const seen = new Map<string, number>()
  const lines: ReportedEvent[] = []
  for (const each of sourced) {
    const { line, title, sourceId, says } = each
    const plain = { line, title, sourceId, id: null, fields: [], digests: {} }
    const first = seen.get(sourceId)
    if (first === undefined) seen.set(sourceId, line)
    if (each.event === null || first !== undefined) {
      const why = first === undefined ? says : `The same event is in line ${first}.`
      const result = each.isSkipped === true || first !== undefined ? ('skipped' as const) : ('refused' as const)
      lines.push({ ...plain, result, says: `Line ${line}: ${why} ${REFUSED}` })
      continue
    }
    const checked = check(each, body.status, calendar, deps)
    const { fields } = checked
    if (fields === undefined) {
      lines.push({ ...plain, result: 'refused', says: `Line ${line}: ${checked.says} ${REFUSED}` })
      continue
    }
    const digests = await digestsOf(fields)
    const found = known.get(sourceId)
    if (found === undefined) {
      const { event, series } = checked
      lines.push({
        ...plain,
        digests,
        result: 'new',
        says: null,
        ...(series === undefined ? { event } : { series }),
      })
      continue
    }
    const compared = await compare({ ...checked, fields }, found, digests, deps)
    const note = compared.says === null ? null : `Line ${line}: ${compared.says}`
    const kept = Object.fromEntries(
      Object.entries(digests).map(([name, digest]) => [
        name,
        compared.fields.includes(name) ? digest : (found.fields[name] ?? digest),
      ]),
    )
    lines.push({ ...plain, ...compared, says: note, id: found.isThere ? found.objectId : null, digests: kept })
  }
  return { ...read, asks: withAcceptance(read.asks, lines, body.acceptRefused), encoding, lines }
}
