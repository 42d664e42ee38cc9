import type { CalendarRow } from '../../db/rows.ts'
import { linesOfCsv } from '../../kernel/csv-reading.ts'
import { invalid } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { decode } from '../../kernel/text-decoding.ts'
import { asksOf, findEventColumns, isEventMeaning } from './event-columns.ts'
import { readEventLine, type EventReading } from './event-csv.ts'
import { readIcsEvents } from './event-ics.ts'
import type { EventImport } from './event-import.schema.ts'
import { reason } from './report-sentences.ts'
import { isIcs, readIcs, withWholeCharacters } from './ics-reading.ts'

const MAX_EVENTS = 500
const MAX_EXAMPLES = 3
const ZIP_MARK = 'PK'

export type EventImportOptions = Omit<SchemaOutput<typeof EventImport>, 'file' | 'dryRun' | 'confirm'>
type Body = EventImportOptions

const eventsOfCsv = (text: string, body: Body, calendar: CalendarRow) => {
  if (text.startsWith(ZIP_MARK))
    throw invalid('file', 'is a spreadsheet or an archive. Save it as CSV and send that file')
  const read = linesOfCsv(text)
  const rows = read.map(({ cells }) => cells)
  const found = findEventColumns(rows)
  const meanings =
    body.columns === undefined
      ? found?.meanings
      : body.columns.map((meaning, index) => {
          if (meaning === null || meaning === '') return null
          if (!isEventMeaning(meaning)) throw invalid(`columns.${index}`, 'isn’t a known column meaning')
          return meaning
        })
  if (meanings === undefined || !meanings.includes('title') || !meanings.includes('start'))
    throw invalid(
      'columns',
      'has no columns with a title and a start. Add headings such as Title and Start, or choose what each column contains',
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
    lines: read.slice(headerAt + 1).map(({ line, cells }, index) => {
      const event = readEventLine(cells, line, meanings, reading)
      const isHeadings = found === null && index === 0 && event.event === null && !cells.some((cell) => /\d/.test(cell))
      return isHeadings ? { ...event, reasons: [reason('headings')], isSkipped: true } : event
    }),
  }
}

const eventsOfIcs = (text: string, body: Body, calendar: CalendarRow) => {
  const { timezone, events } = readIcs(text)
  const stated = { asked: body.timezone ?? null, fallback: timezone ?? calendar.timezone }
  return { format: 'ICS', asks: [], columns: [], lines: readIcsEvents(events, stated) }
}

/** Reads the events of a CSV or ICS file. */
export const readEvents = (bytes: Uint8Array<ArrayBuffer>, body: Body, calendar: CalendarRow) => {
  const { text, encoding } = decode(withWholeCharacters(bytes))
  const read = (isIcs(text) ? eventsOfIcs : eventsOfCsv)(text, body, calendar)
  if (read.lines.length > MAX_EVENTS)
    throw invalid('file', `has more than ${MAX_EVENTS} events. Split it and import the parts one after the other`)
  return { ...read, encoding }
}
