import type { EventRow, TicketRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { HOUR_MS, iso, isoOrNull, type Instant } from '../../kernel/time.ts'
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

/** Null where the event may become that, or is it already. */
export const moveRefusal = (from: EventRow['status'], to: EventRow['status']) =>
  from === to || MOVES[from].includes(to)
    ? null
    : refusal('invalid_transition', { says: `An event with status ${from} can't become ${to}.` })

/** An event with what its answer is made of. */
export interface EventView {
  event: EventRow
  calendarSlug: string
  tickets: TicketRow[]
  seats: SeatsByTicket
  /** What parties in line leave to whoever comes now; null where they keep nothing. */
  leftByLine: number | null
  /** How many dates of its series come after it, where a list shows the next alone. */
  seriesDates?: number | null
}

/** How long before an event and after it its door is open, where it does not say otherwise. */
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

/** The narrowest of what the event, its visible tickets and the line leave; null when none of them sets a limit. */
const spotsRemainingOf = ({ event, tickets, seats, leftByLine }: Omit<EventView, 'calendarSlug'>) => {
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
  { event, tickets, seats, leftByLine }: Omit<EventView, 'calendarSlug'>,
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

/** The instants at which what an open answer says of this event changes by the clock alone, those that are over included. */
export const boundariesOf = ({ event, tickets }: Pick<EventView, 'event' | 'tickets'>) =>
  [
    event.startAt,
    event.endAt,
    event.registrationOpensAt,
    event.registrationClosesAt,
    ...tickets.flatMap((ticket) => [ticket.salesStartAt, ticket.salesEndAt]),
  ].filter((at) => at !== null)

/** All-day events are dates, wherever they are read from; the others are instants. */
export const timesOf = (event: EventRow) => ({
  startAt: event.startDate ?? iso(event.startAt),
  endAt: event.endDate ?? iso(event.endAt),
})

/** As they are told; tickets that are at hand by their ids. */
export const questionsOf = ({ registrationQuestions }: EventRow, tickets: readonly TicketRow[] = []) =>
  registrationQuestions.map((question) => ({
    ...question,
    showAtDoor: question.showAtDoor === true,
    key: question.key ?? null,
    askOf: question.askOf ?? 'ATTENDEE',
    ticketIds: question.ticketIds?.map((name) => tickets.find(({ key }) => key === name)?.id ?? name) ?? null,
    showIf: question.showIf ?? null,
  }))

/** Where the event is and how it is joined from afar. */
type Whereabouts = Pick<EventRow, 'location' | 'meetingUrl' | 'paymentInstructions'>

/** What not everybody is told; what is undefined is not written. */
type Revealed = Pick<EventRow, 'location'> &
  Partial<Record<'meetingUrl' | 'paymentInstructions' | 'overrides', unknown>>

/** One literal, with no part spread into it: fifty such objects are made for a list. */
const drawn = <T extends Revealed>(view: EventView, config: Config, now: Instant, revealed: T) => {
  const { event, calendarSlug, tickets, seats } = view
  const { startAt, endAt } = timesOf(event)
  const standing = { seats, isEventFull: isEventFull(event, seats), now }
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
    tickets: tickets.map((ticket) => toTicket(ticket, standing)),
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
  return drawn(view, config, now, { location, meetingUrl, paymentInstructions, overrides: view.event.overrides ?? [] })
}

/** Of a place that is for guests, the town is for all: enough to plan by, not to come by. */
export const openLocationOf = ({ location, locationVisibility }: EventRow): EventOutput['location'] =>
  location === null || locationVisibility === 'PUBLIC'
    ? location
    : { ...location, name: null, address: null, latitude: null, longitude: null }

const asVisible = (view: EventView): EventView => ({ ...view, tickets: visible(view.tickets) })

/** As everybody may see it. */
export const toOpenEvent = (view: EventView, config: Config, now: Instant): OpenEventOutput =>
  drawn(asVisible(view), config, now, {
    location: openLocationOf(view.event),
    meetingUrl: undefined,
    paymentInstructions: undefined,
    overrides: undefined,
  })

/**
 * The event as somebody may know it who stands in a status, for every page, mail and file: who is in knows where it is and
 * how to join it from afar, everybody else what is open to all.
 */
export const asKnownTo = (status: string, event: EventRow): EventRow =>
  hasSeat(status)
    ? { ...event, locationVisibility: 'PUBLIC' }
    : { ...event, location: openLocationOf(event), meetingUrl: null }

/** The same as an answer. */
export const toGuestEvent = (status: string, view: EventView, config: Config, now: Instant): EventOutput =>
  toEvent(asVisible(view), config, now, { ...asKnownTo(status, view.event), paymentInstructions: null })
