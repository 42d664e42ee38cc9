import { sql, type SQL } from 'drizzle-orm'
import type { ScheduledExportRow } from '../../db/rows.ts'

/**
 * The source of a dataset's rows. The SQL is written by hand, because mapping every value in a query builder would
 * double the time of an export.
 */
export interface Source {
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

/** The add-ons of the guest's seat, such as `2 × T-shirt, 1 × Lunch`. Null without any. */
export const ADDONS_OF_GUEST = `(select group_concat(y.line, ', ') from (select x.quantity || ' × ' || x.name as line
  from order_addons x where x.order_id = g.order_id and x.guest_id = g.id and x.per = 'SEAT' and x.is_released = 0 order by x.rowid) y)`

export const GUESTS: Source = {
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
    addons: ADDONS_OF_GUEST,
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
    net: `case when o.status in ('PAID', 'PARTIALLY_REFUNDED', 'REFUNDED') then o.total - o.refunded else 0 end`,
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

export const EVENTS: Source = {
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
    hasAddons: 'exists (select 1 from addons k where k.event_id = e.id)',
  },
  from: 'events e',
  where: (calendarId) => sql`e.calendar_id = ${calendarId}`,
  by: 'e.start_at',
  id: 'e.id',
}

type Sources = Readonly<Record<ScheduledExportRow['dataset'], readonly Source[]>>

/** The rows of a dataset come from one source after the other. All sources of a dataset have the same columns. */
export const SOURCES: Sources = {
  GUESTS: [GUESTS],
  ORDERS: [ORDERS],
  CHECKINS: [CHECKINS, CHECKPOINT_SCANS],
  EVENTS: [EVENTS],
}

const withEvent = (source: Source, table: string): Source => ({
  ...source,
  columns: { ...source.columns, eventTitle: 'e.title', timezone: 'e.timezone' },
  from: `${source.from} left join events e on e.id = ${table}.event_id`,
})

const GUESTS_WITH_ORDER: Source = {
  ...GUESTS,
  columns: { ...GUESTS.columns, orderNumber: 'o.number' },
  from: `${GUESTS.from} left join orders o on o.id = g.order_id`,
}

/** The sources of `toSheet`, which needs the time zone of each row. */
export const SOURCES_FOR_PEOPLE: Sources = {
  GUESTS: [withEvent(GUESTS_WITH_ORDER, 'g')],
  ORDERS: [withEvent(ORDERS, 'o')],
  CHECKINS: [withEvent(CHECKINS, 'c'), withEvent(CHECKPOINT_SCANS, 'c')],
  EVENTS: [{ ...EVENTS, columns: { ...EVENTS.columns, startDate: 'e.start_date', endDate: 'e.end_date' } }],
}
