import type { CalendarRow, EventRow, TicketRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { HOUR_MS, iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import type { ServiceFee } from '../../kernel/sums.ts'
import { hasSeat } from '../../kernel/visibility.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { availableOf, seatsHeld, ticketStatusOf, toTicket, type SeatsByTicket } from '../tickets/index.ts'
import type { EventOutput, OpenEventOutput } from './events.schema.ts'

const MOVES: Record<EventRow['status'], readonly EventRow['status'][]> = {
  DRAFT: ['PUBLISHED'],
  PUBLISHED: ['DRAFT', 'CANCELLED', 'ARCHIVED'],
  CANCELLED: [],
  ARCHIVED: [],
}

/** Returns null if the event may change to this status, or already has it. */
export const moveRefusal = (from: EventRow['status'], to: EventRow['status']) =>
  from === to || MOVES[from].includes(to)
    ? null
    : refusal('invalid_transition', { says: `An event with status ${from} can’t become ${to}.` })

/** An event with everything that its API response needs. */
/** The calendar of an event, as far as its answers show it. */
export interface HomeOfEvent {
  calendarSlug: string
  /** The calendar’s service fee, for events without their own. */
  calendarFee: ServiceFee | null
}

export const homeOf = ({ slug, serviceFee }: Pick<CalendarRow, 'slug' | 'serviceFee'>): HomeOfEvent => ({
  calendarSlug: slug,
  calendarFee: serviceFee,
})

export interface EventView extends HomeOfEvent {
  event: EventRow
  tickets: TicketRow[]
  seats: SeatsByTicket
  /** Most seats that newcomers can take while parties wait. Null unless a party on the waiting list limits them. */
  leftByLine: number | null
  /** Number of later dates of the event's series, in lists that show only the next date. */
  seriesDates?: number | null
}

/** Check-in opens this long before the event and closes this long after it, unless the event sets its own times. */
export const CHECK_IN_MARGIN_MS = 4 * HOUR_MS

export const checkInWindowOf = (event: EventRow) => ({
  opensAt: event.checkInOpensAt ?? event.startAt - CHECK_IN_MARGIN_MS,
  closesAt: event.checkInClosesAt ?? event.endAt + CHECK_IN_MARGIN_MS,
})

const lifecycleOf = (event: EventRow, now: Instant): EventOutput['lifecycle'] => {
  if (now < event.startAt) return 'UPCOMING'
  return now < event.endAt ? 'ONGOING' : 'ENDED'
}

const visible = (tickets: readonly TicketRow[]) => tickets.filter(({ isHidden }) => !isHidden)

const isEventFull = (event: EventRow, seats: SeatsByTicket) =>
  event.capacity !== null && seatsHeld(seats) >= event.capacity

/**
 * Returns the lowest of the limits set by the event, its visible tickets and the waiting list. Null if none of them
 * sets a limit.
 */
const spotsRemainingOf = ({ event, tickets, seats, leftByLine }: Omit<EventView, keyof HomeOfEvent>) => {
  const perTicket = visible(tickets).map((ticket) => availableOf(ticket, seats[ticket.id] ?? 0))
  const onTickets = perTicket.reduce<number | null>(
    (sum, available) => (sum === null || available === null ? null : sum + available),
    perTicket.length === 0 ? null : 0,
  )
  const onEvent = event.capacity === null ? null : event.capacity - seatsHeld(seats)
  const limits = [onEvent, onTickets, leftByLine].filter((limit) => limit !== null)
  return limits.length === 0 ? null : Math.max(0, Math.min(...limits))
}

/** Whether someone without special rights could register now, and if not, why. */
const registrationStatusOf = (
  { event, tickets, seats, leftByLine }: Omit<EventView, keyof HomeOfEvent>,
  now: Instant,
): EventOutput['registrationStatus'] => {
  const closesAt = Math.min(event.registrationClosesAt ?? event.endAt, event.endAt)
  if (event.status !== 'PUBLISHED' || now >= closesAt) return 'CLOSED'
  if (event.registrationOpensAt !== null && now < event.registrationOpensAt) return 'NOT_YET_OPEN'
  const full = isEventFull(event, seats)
  const statuses = visible(tickets).map((ticket) =>
    ticketStatusOf(ticket, { sold: seats[ticket.id] ?? 0, isEventFull: full, now }),
  )
  const isKept = leftByLine !== null && leftByLine < 1
  if (statuses.includes('ON_SALE') && !isKept) return 'OPEN'
  if (statuses.includes('SOLD_OUT') || (statuses.includes('ON_SALE') && isKept))
    return event.waitlistEnabled ? 'WAITLIST' : 'SOLD_OUT'
  return statuses.includes('SCHEDULED') ? 'NOT_YET_OPEN' : 'CLOSED'
}

/**
 * Returns the instants, including past ones, at which a cached public response for the event goes stale without an
 * edit.
 */
export const boundariesOf = ({ event, tickets }: Pick<EventView, 'event' | 'tickets'>) =>
  [
    event.startAt,
    event.endAt,
    event.registrationOpensAt,
    event.registrationClosesAt,
    ...tickets.flatMap((ticket) => [ticket.salesStartAt, ticket.salesEndAt]),
  ].filter((at) => at !== null)

/** All-day events have dates, which are the same in every time zone. Other events have instants. */
export const timesOf = (event: EventRow) => ({
  startAt: event.startDate ?? iso(event.startAt),
  endAt: event.endDate ?? iso(event.endAt),
})

/** Returns the questions as the API shows them. With `tickets`, the keys in `ticketIds` become ids. */
export const questionsOf = ({ registrationQuestions }: EventRow, tickets: readonly TicketRow[] = []) =>
  registrationQuestions.map((question) => ({
    ...question,
    showAtDoor: question.showAtDoor === true,
    key: question.key ?? null,
    askOf: question.askOf ?? 'ATTENDEE',
    ticketIds: question.ticketIds?.map((name) => tickets.find(({ key }) => key === name)?.id ?? name) ?? null,
    showIf: question.showIf ?? null,
  }))

type Whereabouts = Pick<EventRow, 'location' | 'meetingUrl' | 'paymentInstructions'>

/** Fields that not every caller may read. JSON leaves out undefined ones. */
type Revealed = Pick<EventRow, 'location'> &
  Partial<Record<'meetingUrl' | 'paymentInstructions' | 'overrides', unknown>>

/** One literal without spreads, for speed: a list creates 50 of these objects. */
const outputOf = <T extends Revealed>(view: EventView, config: Config, now: Instant, revealed: T) => {
  const { event, calendarSlug, tickets, seats } = view
  const { startAt, endAt } = timesOf(event)
  const fee = event.serviceFee ?? view.calendarFee
  const availability = { seats, isEventFull: isEventFull(event, seats), fee, now }
  return {
    id: event.id,
    slug: event.slug,
    calendarSlug,
    title: event.title,
    description: event.description,
    coverUrl: event.coverUrl,
    coverAlt: event.coverAlt,
    accent: event.accent,
    translations: event.translations,
    url: siteUrlOf(config, 'e', event.slug),
    startAt,
    endAt,
    timezone: event.timezone,
    allDay: event.allDay,
    status: event.status,
    lifecycle: lifecycleOf(event, now),
    visibility: event.visibility,
    locationType: event.locationType,
    location: revealed.location,
    locationVisibility: event.locationVisibility,
    meetingUrl: revealed.meetingUrl as T['meetingUrl'],
    paymentInstructions: revealed.paymentInstructions as T['paymentInstructions'],
    refundPolicy: event.refundPolicy,
    serviceFee: event.serviceFee,
    delayedPayments: event.delayedPayments,
    capacity: event.capacity,
    spotsRemaining: spotsRemainingOf(view),
    registrationStatus: registrationStatusOf(view, now),
    requiresApproval: event.requiresApproval,
    waitlistEnabled: event.waitlistEnabled,
    waitlistMode: event.waitlistMode,
    offerMinutes: event.offerMinutes,
    waitlistRule: event.waitlistRule,
    maxOvertakes: event.maxOvertakes,
    registrationOpensAt: isoOrNull(event.registrationOpensAt),
    registrationClosesAt: isoOrNull(event.registrationClosesAt),
    checkInOpensAt: isoOrNull(event.checkInOpensAt),
    checkInClosesAt: isoOrNull(event.checkInClosesAt),
    reentry: event.reentry,
    verifyEmail: event.verifyEmail,
    registrationQuestions: questionsOf(event, tickets),
    tickets: tickets.map((ticket) => toTicket(ticket, availability)),
    tags: event.tags,
    reminderMinutes: event.reminderMinutes,
    seriesId: event.seriesId,
    recurrenceId: event.recurrenceId,
    overrides: revealed.overrides as T['overrides'],
    seriesDates: view.seriesDates ?? null,
    sequence: event.sequence,
    cancelledAt: isoOrNull(event.cancelledAt),
    cancellationReason: event.cancellationReason,
    createdAt: iso(event.createdAt),
    updatedAt: iso(event.updatedAt),
    publishedAt: isoOrNull(event.publishedAt),
  }
}

export const toEvent = (
  view: EventView,
  config: Config,
  now: Instant,
  place: Whereabouts = view.event,
): EventOutput => {
  const { location, meetingUrl, paymentInstructions } = place
  return outputOf(view, config, now, {
    location,
    meetingUrl,
    paymentInstructions,
    overrides: view.event.overrides ?? [],
  })
}

/**
 * Hides the address of a venue that only guests may see. City, region and country stay: enough to plan a trip, but not
 * to find the venue.
 */
export const openLocationOf = ({ location, locationVisibility }: EventRow): EventOutput['location'] =>
  location === null || locationVisibility === 'PUBLIC'
    ? location
    : { ...location, name: null, address: null, latitude: null, longitude: null }

const asVisible = (view: EventView): EventView => ({ ...view, tickets: visible(view.tickets) })

export const toOpenEvent = (view: EventView, config: Config, now: Instant): OpenEventOutput =>
  outputOf(asVisible(view), config, now, {
    location: openLocationOf(view.event),
    meetingUrl: undefined,
    paymentInstructions: undefined,
    overrides: undefined,
  })

/**
 * Returns the event as a guest with this status may see it, for every page, email and file. Guests with a seat see the
 * venue and `meetingUrl`. All other guests see the public fields.
 */
export const asKnownTo = (status: string, event: EventRow): EventRow =>
  hasSeat(status)
    ? { ...event, locationVisibility: 'PUBLIC' }
    : { ...event, location: openLocationOf(event), meetingUrl: null }

/** Returns the event as `asKnownTo` shows it, in the API's format. */
export const toGuestEvent = (status: string, view: EventView, config: Config, now: Instant): EventOutput =>
  toEvent(asVisible(view), config, now, { ...asKnownTo(status, view.event), paymentInstructions: null })
