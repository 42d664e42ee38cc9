import { sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import type { RegistrationAnswer, RegistrationQuestion, ScheduledExportRow } from '../../db/rows.ts'
import type { Cell } from '../../kernel/csv.ts'
import { isoOrNull } from '../../kernel/time.ts'
import { withQuestions, type Dataset, type Question } from './exports.ts'
import { haveParties } from './exports.store.ts'
import type { GuestView, ShownGuest } from '../seats/index.ts'

/** Rows per page: large enough that round trips to D1 do not dominate, and small enough to hold in memory. */
const PAGE = 500

/**
 * Where a dataset's rows come from. The SQL is written by hand, because mapping every value in a query builder would
 * double the time of an export.
 */
interface Source {
  /** Columns in the file, with their SQL expressions. Columns whose names end in `At` hold instants. */
  columns: Readonly<Record<string, string>>
  /** Columns that the query reads but the file does not contain. */
  extraColumns?: Readonly<Record<string, string>>
  from: string
  /** Condition for the rows of one event. For `EVENTS`, `ownerId` is the calendar. */
  where(ownerId: string): SQL
  /** The indexed instant by which the rows are sorted. Rows with the same instant are sorted by `id`. */
  by: string
  id: string
}

const GUESTS: Source = {
  columns: {
    id: 'g.id',
    firstName: 'g.first_name',
    lastName: 'g.last_name',
    email: 'g.email',
    status: 'g.shown_status',
    ticketId: 'g.ticket_id',
    ticketName: 't.name',
    orderId: 'g.order_id',
    createdAt: 'g.created_at',
    checkedInAt: 'g.checked_in_at',
    qrCode: 'g.qr_code',
    source: 'g.source',
  },
  extraColumns: {
    eventId: 'g.event_id',
    shortCode: 'g.short_code',
    locale: 'g.locale',
    partyId: 'g.party_id',
    emailIsBuyers: 'g.email_is_buyers',
    answers: 'g.answers',
    answersOfBuyer: `coalesce((select y.answers from parties y where y.id = g.party_id), '[]')`,
    waitlistSeq: 'g.waitlist_seq',
    offerExpiresAt: 'g.offer_expires_at',
    approvedAt: 'g.approved_at',
    cancelledAt: 'g.cancelled_at',
    updatedAt: 'g.updated_at',
  },
  from: 'guests g left join tickets t on t.id = g.ticket_id',
  where: (eventId) => sql`g.event_id = ${eventId} and g.erased_at is null`,
  by: 'g.created_at',
  id: 'g.id',
}

const ORDERS: Source = {
  columns: {
    id: 'o.id',
    number: 'o.number',
    eventId: 'o.event_id',
    status: 'o.status',
    createdAt: 'o.created_at',
    paidAt: 'o.paid_at',
    firstName: 'o.buyer_first_name',
    lastName: 'o.buyer_last_name',
    email: 'o.buyer_email',
    ticketId: 'o.ticket_id',
    ticketName: 'o.ticket_name',
    currency: 'o.currency',
    subtotal: 'o.subtotal',
    discount: 'o.discount',
    total: 'o.total',
    refunded: 'o.refunded',
    net: 'o.total - o.refunded',
    couponCode: 'o.coupon_code',
    provider: 'o.provider',
    paymentReference: 'o.payment_reference',
    guestId: 'o.guest_id',
  },
  from: 'orders o',
  where: (eventId) => sql`o.event_id = ${eventId}`,
  by: 'o.created_at',
  id: 'o.id',
}

const CHECKINS: Source = {
  columns: {
    id: 'c.id',
    eventId: 'c.event_id',
    guestId: 'c.guest_id',
    firstName: 'g.first_name',
    lastName: 'g.last_name',
    email: 'g.email',
    ticketName: 't.name',
    checkedInAt: 'c.checked_in_at',
    checkedInBy: 'c.checked_in_by',
    gate: 'c.gate',
    deviceId: 'c.device_id',
    checkpointId: 'null',
    checkpointName: 'null',
    direction: 'null',
  },
  from: 'checkins c left join guests g on g.id = c.guest_id left join tickets t on t.id = c.ticket_id',
  where: (eventId) => sql`c.event_id = ${eventId} and c.undone_at is null`,
  by: 'c.checked_in_at',
  id: 'c.id',
}

/**
 * Scans at checkpoints, and exits and re-entries at the main door. In the file, these scans follow the check-ins of
 * their event.
 */
const CHECKPOINT_SCANS: Source = {
  columns: {
    ...CHECKINS.columns,
    checkedInAt: 'c.scanned_at',
    checkedInBy: 'c.scanned_by',
    checkpointId: 'k.id',
    checkpointName: 'k.name',
    direction: 'c.direction',
  },
  from: `checkpoint_scans c left join guests g on g.id = c.guest_id left join tickets t on t.id = c.ticket_id
    left join checkpoints k on k.id = c.place`,
  where: (eventId) => sql`c.event_id = ${eventId} and c.undone_at is null`,
  by: 'c.scanned_at',
  id: 'c.id',
}

const EVENTS: Source = {
  columns: {
    id: 'e.id',
    slug: 'e.slug',
    title: 'e.title',
    status: 'e.status',
    visibility: 'e.visibility',
    startAt: 'e.start_at',
    endAt: 'e.end_at',
    timezone: 'e.timezone',
    capacity: 'e.capacity',
    registered: `(select coalesce(sum(k.guests), 0) from guest_counts k
      where k.event_id = e.id and k.status in ('PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED', 'CHECKED_IN'))`,
    createdAt: 'e.created_at',
  },
  extraColumns: {
    questions: 'e.registration_questions',
    hasParties: 'exists (select 1 from parties y where y.event_id = e.id)',
  },
  from: 'events e',
  where: (calendarId) => sql`e.calendar_id = ${calendarId}`,
  by: 'e.start_at',
  id: 'e.id',
}

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

type Wanted = Pick<ScheduledExportRow, 'calendarId' | 'eventId'>

const eventsOf = (db: Database, { calendarId, eventId }: Wanted) =>
  linesOf(db, EVENTS, sql`${EVENTS.where(calendarId)} and ${eventId === null ? sql`1` : sql`e.id = ${eventId}`}`)

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
 * questions, `eventId` and `eventSlug` replace these columns. `partyId` is added only if there are parties, so that
 * other files keep their format.
 */
const openGuests = async (db: Database, wanted: Wanted): Promise<Dataset> => {
  const names = Object.keys(GUESTS.columns)
  const isWhole = wanted.eventId === null
  const [event] = isWhole ? [] : ((await eventsOf(db, wanted).next()).value ?? [])
  const questions = event === undefined ? [] : await questionsOf(db, event)
  const more = (isWhole ? await haveParties(db, wanted.calendarId) : event?.['hasParties'] === 1) ? ['partyId'] : []
  const rows = rowsBelow(db, [GUESTS], wanted, (line, { id, slug = null }) => {
    const answers = [...answersOf(line), ...toAnswers(line['answersOfBuyer'])]
    const given = questions.map((asked) => answers.find(({ questionId }) => questionId === asked.id)?.answer ?? '')
    return [...(isWhole ? [id, slug] : given), ...more.map((name) => line[name] ?? '')]
  })
  if (isWhole) return { columns: [...names, 'eventId', 'eventSlug', ...more], rows }
  const columns = withQuestions([...names, ...more], questions)
  return { columns: [...names, ...columns.slice(names.length + more.length), ...more], rows }
}

export const openDataset = async (
  db: Database,
  dataset: ScheduledExportRow['dataset'],
  wanted: Wanted,
): Promise<Dataset> => {
  if (dataset === 'GUESTS') return openGuests(db, wanted)
  if (dataset === 'EVENTS') return { columns: Object.keys(EVENTS.columns), rows: rowsOf(eventsOf(db, wanted), EVENTS) }
  const sources = dataset === 'ORDERS' ? ([ORDERS] as const) : ([CHECKINS, CHECKPOINT_SCANS] as const)
  return { columns: Object.keys(sources[0].columns), rows: rowsBelow(db, sources, wanted) }
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
