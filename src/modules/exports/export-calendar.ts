import { owner } from '../../access/demands.ts'
import type { CalendarRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { Cell } from '../../kernel/csv.ts'
import { utf8 } from '../../kernel/crypto.ts'
import { chunksOf, streamOf } from '../../kernel/streams.ts'
import { zipOf, type ZipEntry } from '../../kernel/zip-stream.ts'
import { dashboard, operation, raw } from '../../operation/operation.ts'
import { toCalendar } from '../calendars/index.ts'
import { ENDINGS, fileKeyOf } from '../images/index.ts'
import { BOOLEAN_COLUMNS, CALENDAR_SOURCES, JSON_COLUMNS, type CalendarSource } from './calendar-sources.store.ts'
import { rowsOfCalendar } from './datasets.store.ts'
import { csvOf, jsonOf } from './exports.ts'

type Bytes = Uint8Array<ArrayBuffer>

async function* encoded(pieces: AsyncIterable<string>): AsyncGenerator<Bytes, void> {
  for await (const piece of pieces) yield utf8(piece)
}

const valueOf = (name: string, cell: Cell): unknown => {
  if (cell === null) return null
  if (BOOLEAN_COLUMNS.has(name)) return cell === 1
  return JSON_COLUMNS.has(name) ? (JSON.parse(String(cell)) as unknown) : cell
}

async function* objectsIn(pages: AsyncIterable<Cell[][]>, columns: readonly string[]) {
  for await (const page of pages)
    yield page.map((row) => Object.fromEntries(columns.map((name, index) => [name, valueOf(name, row[index] ?? null)])))
}

const endings: Readonly<Record<string, string>> = ENDINGS

async function* pictures(source: CalendarSource, calendarId: string, { db, files }: Deps): AsyncGenerator<ZipEntry> {
  for await (const page of rowsOfCalendar(db, source, calendarId))
    for (const [id, hash, mediaType] of page) {
      const stored = await files.read(fileKeyOf({ id: String(id), calendarId, hash: String(hash) }))
      if (stored === null) continue
      const path = `images/${String(id)}.${endings[String(mediaType)] ?? 'bin'}`
      yield { path, pieces: chunksOf(stored.body), isCompressed: true }
    }
}

async function* entriesOf(calendar: CalendarRow, deps: Deps): AsyncGenerator<ZipEntry> {
  async function* about() {
    yield utf8(JSON.stringify({ data: toCalendar(calendar, deps.config) }))
  }
  yield { path: 'calendar.json', pieces: about() }
  for (const [name, source] of Object.entries(CALENDAR_SOURCES)) {
    const columns = Object.keys(source.columns)
    const read = () => rowsOfCalendar(deps.db, source, calendar.id)
    yield { path: `${name}.csv`, pieces: encoded(csvOf({ columns, rows: read() }, { startsWithBom: true })) }
    yield { path: `${name}.json`, pieces: encoded(jsonOf(objectsIn(read(), columns))) }
  }
  const { images } = CALENDAR_SOURCES
  if (images !== undefined) yield* pictures(images, calendar.id, deps)
}

export const exportCalendar = operation({
  id: 'exports.calendar',
  summary: 'Export a calendar',
  description:
    'Returns one ZIP with everything in the calendar: CSV and JSON of events, series, tickets, questions, guests, parties, orders, refunds, check-ins, scans, messages, coupons and the team, and the images. Contains no API keys, webhook secrets, links or QR codes. Works on every plan and while an erasure is pending. If the connection closes early, the file is incomplete: discard it and try again.',
  subject: 'calendar',
  access: owner,
  limit: 'export',
  routes: [dashboard('GET /calendars/:slug/export')],
  answer: raw({ 'application/zip': null }),
  async run({ calendar }, deps) {
    return new Response(streamOf(zipOf(entriesOf(calendar, deps))), {
      headers: {
        'Content-Type': 'application/zip',
        'Content-Disposition': `attachment; filename="${calendar.slug}.zip"`,
        'Cache-Control': 'private, no-store',
      },
    })
  },
})
