import { whyNotPass, type WhyNot } from '../../src/kernel/passing.ts'
import { withFirst } from '../../src/presentation/when.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import type { Refusal } from '../shared/api.ts'
import type { Place } from './places.ts'
import type { Checkin, Door, FirstAdmission, Found } from './wire.ts'
import { formatSpoken, words } from './words.ts'
import type { KioskWords } from './words/en.ts'

/** The tone decides the colour, icon and sound of a verdict. */
export type Tone = 'ask' | 'good' | 'again' | 'stop' | 'wait'

export interface Verdict {
  tone: Tone
  title: string
  name: string | null
  ticket: string | null
  lines: string[]
  answers: Found['answers']
  /** Whether the decision was made offline and the service has not confirmed it yet. */
  isProvisional: boolean
  isPractice?: boolean
}

export interface Shown {
  verdict: Verdict
  admit: { label: string; act: () => void } | null
  admitAll: { label: string; act: () => void } | null
  undo: (() => void) | null
}

const verdict = (tone: Tone, title: string, more: Partial<Verdict> = {}): Verdict => ({
  tone,
  title,
  name: null,
  ticket: null,
  lines: [],
  answers: [],
  isProvisional: false,
  ...more,
})

/** Formats a time in the door's time zone, with the date unless it is today. */
export const timeAt = (instant: string | number, timezone: string, now: number) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
  const isToday = day.format(new Date(instant)) === day.format(now)
  const clock = new Intl.DateTimeFormat(formatSpoken(), {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }),
  })
  return withFirst(clock.format(new Date(instant)), clock.resolvedOptions().locale)
}

type RefusedStatus = keyof KioskWords['verdict']['places']
const isRefusedStatus = (status: string | null): status is RefusedStatus =>
  status !== null && Object.hasOwn(words().verdict.places, status)

const whoOf = (found: Found | null): Partial<Verdict> =>
  found === null ? {} : { name: found.name || null, ticket: found.ticketName, answers: found.answers }

const firstLines = (
  first: Pick<FirstAdmission, 'gate' | 'checkedInByLabel'> & { checkedInAt: string | null },
  timezone: string,
  now: number,
) => [
  ...(first.checkedInAt === null ? [] : [words().verdict.letInAt(timeAt(first.checkedInAt, timezone, now))]),
  ...(first.gate === null ? [] : [words().door.gate(first.gate)]),
  ...(first.checkedInByLabel === null ? [] : [words().verdict.by(first.checkedInByLabel)]),
]

export const admitted = (checkin: Checkin, found: Found | null) =>
  verdict('good', checkin.direction === 'OUT' ? words().verdict.letOut : words().verdict.admitted, {
    ...whoOf(found),
    name: checkin.guestName || null,
    ticket: checkin.ticketName,
  })

/** Returns the verdict for a party. It lists the guests' names and only counts guests without a name. */
export const admittedTogether = (came: readonly Checkin[], refused: number) => {
  const names = came.flatMap(({ guestName }) => guestName || [])
  const unnamed = came.length - names.length
  return verdict('good', words().party.admitted(came.length), {
    lines: [
      ...names,
      ...(unnamed > 0 ? [words().party.unnamed(unnamed)] : []),
      ...(refused > 0 ? [words().party.refused(refused)] : []),
    ],
  })
}

const alreadyIn = (
  first: Pick<FirstAdmission, 'gate' | 'checkedInByLabel'> & { checkedInAt: string | null },
  found: Found | null,
  door: Door,
  now: number,
) => verdict('again', words().verdict.alreadyIn, { ...whoOf(found), lines: firstLines(first, door.timezone, now) })

const notConfirmed = (status: string | null, found: Found | null) =>
  verdict('stop', words().verdict.notConfirmed, {
    ...whoOf(found),
    lines: [isRefusedStatus(status) ? words().verdict.places[status] : words().verdict.notForEvent],
  })

export const notForThisEvent = () =>
  verdict('stop', words().verdict.otherEvent, { lines: [words().verdict.otherEventText] })

/** The verdict on a short code if this device has none to compare it with. */
export const listNotKept = () => verdict('wait', words().verdict.notNow, { lines: [words().search.notKept] })

export const unreadable = () => verdict('stop', words().verdict.notATicket, { lines: [words().verdict.notATicketText] })

/** Returns why the event or the door admits no one at `at`, or null if it is open. */
const shutAt = (door: Door, place: Place, at: number): Verdict | null => {
  if (door.status === 'CANCELLED')
    return verdict('stop', words().verdict.cancelled, { lines: [words().verdict.cancelledText] })
  if (at < place.opensAt) {
    return verdict('wait', words().verdict.notOpenYet, {
      lines: [words().verdict.opensAt(timeAt(place.opensAt, door.timezone, at))],
    })
  }
  if (at > place.closesAt) {
    return verdict('wait', words().verdict.closed, {
      lines: [words().verdict.closedAt(timeAt(place.closesAt, door.timezone, at))],
    })
  }
  return null
}

const notForThisDoor = (found: Found | null) =>
  verdict('stop', words().verdict.notThisDoor, { ...whoOf(found), lines: [words().verdict.notThisDoorText] })

const notInside = (found: Found | null) =>
  verdict('again', words().verdict.notInside, { ...whoOf(found), lines: [words().verdict.notInsideText] })

const roomFull = (inside: number, limit: number | null, found: Found | null) =>
  verdict('wait', words().verdict.full, {
    ...whoOf(found),
    lines: [limit === null ? words().verdict.noRoom : words().verdict.areInside(inside, limit)],
  })

/** The door and direction of this device, and the time and guest count on which a decision is based. */
export interface Here {
  door: Door
  place: Place
  direction: Direction
  now: number
  inside: number
}

export const inTheWay = (
  why: WhyNot,
  { door, place, now, inside }: Here,
  guest: { status: string | null; first: Parameters<typeof alreadyIn>[0]; found: Found | null },
): Verdict => {
  if (why === 'already_checked_in') return alreadyIn(guest.first, guest.found, door, now)
  if (why === 'guest_not_confirmed') return notConfirmed(guest.status, guest.found)
  if (why === 'ticket_not_admitted') return notForThisDoor(guest.found)
  if (why === 'not_inside') return notInside(guest.found)
  if (why === 'room_full') return roomFull(inside, place.limit, guest.found)
  const shut = shutAt(door, place, now)
  return { ...(shut ?? verdict('stop', words().verdict.notNow)), ...whoOf(guest.found) }
}

const askTitle = (direction: Direction) => (direction === 'OUT' ? words().verdict.askOut : words().verdict.askIn)

/** Returns the verdict shown for a guest before staff decide. */
export const aboutToAdmit = (found: Found, here: Here): Verdict => {
  const { door, place, direction, now, inside } = here
  const why = whyNotPass({
    isEventCancelled: door.status === 'CANCELLED',
    place,
    guest: { status: found.status, ticketId: found.ticketId, isIn: found.alreadyCheckedIn },
    direction,
    at: now,
    inside,
  })
  if (why === null) return verdict('ask', askTitle(direction), whoOf(found))
  return inTheWay(why, here, { status: found.status, first: found, found })
}

/** Returns the verdict for a check-in that the service rejected. */
export const refused = (refusal: Refusal, found: Found | null, here: Here): Verdict => {
  if (refusal.code === 'not_found') return notForThisEvent()
  if (refusal.code === 'validation_failed') return unreadable()
  if (refusal.code === 'room_full') {
    const { inside, limit } = refusal.data as { inside: number; limit: number }
    return roomFull(inside, limit, found)
  }
  if (REFUSAL_REASONS.has(refusal.code)) {
    const first = (refusal.data ?? found ?? NO_FIRST_ADMISSION) as FirstAdmission
    return inTheWay(refusal.code as WhyNot, here, { status: found?.status ?? null, first, found })
  }
  return verdict('stop', words().verdict.notNow, { ...whoOf(found), lines: [refusal.message] })
}

const NO_FIRST_ADMISSION = { checkedInAt: null, gate: null, checkedInByLabel: null }
const REFUSAL_REASONS: ReadonlySet<string> = new Set<WhyNot>([
  'event_cancelled',
  'checkin_not_open',
  'checkin_closed',
  'guest_not_confirmed',
  'ticket_not_admitted',
  'already_checked_in',
  'not_inside',
])
