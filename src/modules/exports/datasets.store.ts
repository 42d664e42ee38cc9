import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { RegistrationAnswer, RegistrationQuestion, ScheduledExportRow } from '../../db/rows.ts'
import type { Cell } from '../../kernel/csv.ts'
import { isoOrNull } from '../../kernel/time.ts'
import type { CalendarSource } from './calendar-sources.store.ts'
import { withQuestions, type Dataset, type Question } from './exports.ts'
import { findExtras } from './exports.store.ts'
import { EVENTS, GUESTS, SOURCES, SOURCES_FOR_PEOPLE, type Source } from './sources.store.ts'
import type { GuestView, ShownGuest } from '../seats/index.ts'

/** Rows per page: large enough that round trips to D1 do not dominate, and small enough to hold in memory. */
const PAGE = 500

interface Line {
  id: string
  sortAt: number
  [column: string]: Cell
}

/** Reads the rows page by page in index order. Requests the next page while the caller writes the current one. */
async function* linesOf(db: Database, source: Source, where: SQL): AsyncGenerator<Line[], void> {
  const { columns, extraColumns = {}, from, by, id } = source
  const selected = Object.entries({ ...columns, ...extraColumns, sortAt: by }).map(
    ([name, held]) => `${held} as "${name}"`,
  )
  const [head, order] = [sql.raw(`select ${selected.join(', ')} from ${from} where `), sql.raw(`${by}, ${id}`)]
  const readAfter = async (last: Line | null) =>
    db.all<Line>(sql`${head}${where}
      and ${last === null ? sql`1` : sql`(${order}) > (${last.sortAt}, ${last.id})`} order by ${order} limit ${PAGE}`)
  let lines = await readAfter(null)
  while (lines.length > 0) {
    const next: Promise<Line[]> = lines.length < PAGE ? Promise.resolve([]) : readAfter(lines.at(-1) ?? null)
    // `await next` throws the error later. Without this handler, the runtime would report an unhandled rejection until
    // then.
    next.catch(() => {})
    yield lines
    lines = await next
  }
}

const cellsOf = ({ columns }: Source) => {
  const names = Object.keys(columns).map((name) => ({ name, isInstant: name.endsWith('At') }))
  return (line: Line): Cell[] =>
    names.map(({ name, isInstant }) => {
      const cell = line[name] ?? null
      return isInstant ? isoOrNull(cell as number | null) : cell
    })
}

const columnsOf = ([first]: readonly Source[]) => Object.keys(first?.columns ?? {})

type Wanted = Pick<ScheduledExportRow, 'calendarId' | 'eventId'>

const eventsOf = (db: Database, { calendarId, eventId }: Wanted, source = EVENTS) =>
  linesOf(db, source, sql`${source.where(calendarId)} and ${eventId === null ? sql`1` : sql`e.id = ${eventId}`}`)

async function* rowsOf(pages: AsyncIterable<Line[]>, source: Source): AsyncGenerator<Cell[][]> {
  for await (const lines of pages) yield lines.map(cellsOf(source))
}

/** Reads one event at a time, because every index used below starts with the event. */
async function* rowsBelow(
  db: Database,
  sources: readonly Source[],
  wanted: Wanted,
  more?: (line: Line, event: Line) => Cell[],
): AsyncGenerator<Cell[][]> {
  for await (const events of eventsOf(db, wanted))
    for (const event of events)
      for (const source of sources) {
        const cells = cellsOf(source)
        for await (const lines of linesOf(db, source, source.where(event.id)))
          yield lines.map(more === undefined ? cells : (line) => [...cells(line), ...more(line, event)])
      }
}

/** Reads a file of a calendar's export page by page. A source of `event` is read for one event at a time. */
export async function* rowsOfCalendar(
  db: Database,
  source: CalendarSource,
  calendarId: string,
): AsyncGenerator<Cell[][]> {
  if (source.owner === 'event') yield* rowsBelow(db, [source], { calendarId, eventId: null })
  else yield* rowsOf(linesOf(db, source, source.where(calendarId)), source)
}

const toAnswers = (text: Cell | undefined) => (text === '[]' ? [] : (JSON.parse(String(text)) as RegistrationAnswer[]))
const answersOf = ({ answers }: Line) => toAnswers(answers)

/** Returns the event's current questions, followed by removed questions that guests have already answered. */
const questionsOf = async (db: Database, event: Line): Promise<Question[]> => {
  const asked = JSON.parse(String(event['questions'])) as RegistrationQuestion[]
  const answered = await db.all<Question>(sql`
    select a.value ->> 'questionId' as id, max(a.value ->> 'question') as label
    from (
      select answers, created_at from guests where event_id = ${event.id} and answers <> '[]'
      union all select answers, created_at from parties where event_id = ${event.id} and answers <> '[]'
    ) g, json_each(g.answers) a
    group by a.value ->> 'questionId' order by min(g.created_at), id`)
  return [...asked, ...answered.filter((once) => !asked.some((today) => today.id === once.id))]
}

/**
 * An export of one event has a column per question. In an export of a whole calendar, whose events ask different
 * questions, `eventId` and `eventSlug` replace these columns. `partyId` and `addons` are added only if there are
 * any, so that other files keep their format.
 */
const openGuests = async (db: Database, wanted: Wanted, sources: readonly Source[]): Promise<Dataset> => {
  const names = columnsOf(sources)
  const isWhole = wanted.eventId === null
  const [event] = isWhole ? [] : ((await eventsOf(db, wanted).next()).value ?? [])
  const asked = event === undefined ? [] : await questionsOf(db, event)
  const extras = isWhole ? await findExtras(db, wanted.calendarId) : event
  const more = [
    ...(extras?.['hasParties'] === 1 ? ['partyId'] : []),
    ...(extras?.['hasAddons'] === 1 ? ['addons'] : []),
  ]
  const rows = rowsBelow(db, sources, wanted, (line, { id, slug = null }) => {
    const answers = [...answersOf(line), ...toAnswers(line['answersOfBuyer'])]
    const given = asked.map((question) => answers.find(({ questionId }) => questionId === question.id)?.answer ?? '')
    return [...(isWhole ? [id, slug] : given), ...more.map((name) => line[name] ?? '')]
  })
  if (isWhole) return { columns: [...names, 'eventId', 'eventSlug', ...more], rows }
  const columns = withQuestions([...names, ...more], asked)
  const questions = new Map(asked.map((question, index) => [names.length + index, question]))
  return { columns: [...names, ...columns.slice(names.length + more.length), ...more], questions, rows }
}

/** Opens a dataset for a program, or with the columns that `toSheet` needs. */
export const openDataset = async (
  db: Database,
  dataset: ScheduledExportRow['dataset'],
  wanted: Wanted,
  isForPeople = false,
): Promise<Dataset> => {
  const sources = (isForPeople ? SOURCES_FOR_PEOPLE : SOURCES)[dataset]
  if (dataset === 'GUESTS') return openGuests(db, wanted, sources)
  const [first = EVENTS] = sources
  const rows = dataset === 'EVENTS' ? rowsOf(eventsOf(db, wanted, first), first) : rowsBelow(db, sources, wanted)
  return { columns: columnsOf(sources), rows }
}

/**
 * Returns the position of every waitlisted guest as of the start of the export, in one query rather than one per page.
 */
const waitlistPositions = async (db: Database, eventId: string) => {
  const line = await db.all<{ id: string; place: number }>(
    sql`select id, dense_rank() over (order by waitlist_seq) as place from guests where event_id = ${eventId} and status = 'WAITLISTED'`,
  )
  return new Map(line.map(({ id, place }) => [id, place]))
}

/** Yields the guests of an event as the API shows them. */
export async function* guestViews(db: Database, eventId: string): AsyncGenerator<GuestView<ShownGuest>[]> {
  const positions = await waitlistPositions(db, eventId)
  for await (const lines of linesOf(db, GUESTS, GUESTS.where(eventId)))
    yield lines.map((line) => ({
      guest: {
        ...(line as unknown as ShownGuest),
        answers: answersOf(line),
        emailIsBuyers: line['emailIsBuyers'] === 1,
      },
      ticketName: (line['ticketName'] ?? null) as string | null,
      position: positions.get(line.id) ?? null,
    }))
}
