import { whyNotPass, type WhyNot } from '../../src/kernel/passing.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import type { Refusal } from '../shared/api.ts'
import type { Place } from './places.ts'
import type { Checkin, Door, FirstAdmission, Found } from './wire.ts'

/** What the whole screen says: its colour, sign and sound follow from the tone. */
export type Tone = 'ask' | 'good' | 'again' | 'stop' | 'wait'

export interface Verdict {
  tone: Tone
  title: string
  name: string | null
  ticket: string | null
  lines: string[]
  answers: Found['answers']
  /** Decided here, from the list of codes: the service has still to agree. */
  isProvisional: boolean
}

/** A verdict together with what may be done about it. */
export interface Shown {
  verdict: Verdict
  admit: { label: string; act: () => void } | null
  /** The same for everybody else of their party, who may come in. */
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

/** The hour at the door, and the day where it is not today. */
export const timeAt = (instant: string | number, timezone: string, now: number) => {
  const day = new Intl.DateTimeFormat('en-CA', { timeZone: timezone, dateStyle: 'short' })
  const isToday = day.format(new Date(instant)) === day.format(now)
  return new Intl.DateTimeFormat(undefined, {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
    ...(isToday ? {} : { weekday: 'short', day: 'numeric', month: 'short' }),
  }).format(new Date(instant))
}

const PLACES: Readonly<Record<string, string>> = {
  PENDING: 'Waits for approval or payment.',
  WAITLISTED: 'On the waiting list.',
  OFFERED: 'Has not taken the place that is offered.',
  DECLINED: 'Was declined.',
  CANCELLED: 'Has cancelled.',
  INVITED: 'Invited, but has not answered.',
  TRANSFERRED: 'Has passed the ticket on.',
}

const whoOf = (found: Found | null): Partial<Verdict> =>
  found === null ? {} : { name: found.name || null, ticket: found.ticketName, answers: found.answers }

const firstLines = (
  first: Pick<FirstAdmission, 'gate' | 'checkedInByLabel'> & { checkedInAt: string | null },
  timezone: string,
  now: number,
) => [
  ...(first.checkedInAt === null ? [] : [`Let in at ${timeAt(first.checkedInAt, timezone, now)}`]),
  ...(first.gate === null ? [] : [`Gate ${first.gate}`]),
  ...(first.checkedInByLabel === null ? [] : [`By ${first.checkedInByLabel}`]),
]

export const admitted = (checkin: Checkin, found: Found | null) =>
  verdict('good', checkin.direction === 'OUT' ? 'Let out' : 'Admitted', {
    ...whoOf(found),
    name: checkin.guestName || null,
    ticket: checkin.ticketName,
  })

/** Several at once: those who have a name by it. */
export const admittedTogether = (came: readonly Checkin[], refused: number) => {
  const names = came.flatMap(({ guestName }) => guestName || [])
  const unnamed = came.length - names.length
  return verdict('good', `Admitted ${came.length}`, {
    lines: [
      ...names,
      ...(unnamed > 0 ? [unnamed === 1 ? '1 without a name' : `${unnamed} without a name`] : []),
      ...(refused > 0 ? [`${refused} not let in`] : []),
    ],
  })
}

const alreadyIn = (
  first: Pick<FirstAdmission, 'gate' | 'checkedInByLabel'> & { checkedInAt: string | null },
  found: Found | null,
  door: Door,
  now: number,
) => verdict('again', 'Already in', { ...whoOf(found), lines: firstLines(first, door.timezone, now) })

const notConfirmed = (status: string | null, found: Found | null) =>
  verdict('stop', 'Not confirmed', {
    ...whoOf(found),
    lines: [PLACES[status ?? ''] ?? 'Not confirmed for this event.'],
  })

export const notForThisEvent = () =>
  verdict('stop', 'Not for this event', { lines: ['This code belongs to another event, or to none.'] })

export const unreadable = () =>
  verdict('stop', 'Not a ticket', { lines: ['This code was not made by Event Calendar.'] })

/** Why nobody gets in at `at`, if event or door itself is the reason. */
const shutAt = (door: Door, place: Place, at: number): Verdict | null => {
  if (door.status === 'CANCELLED') return verdict('stop', 'Event cancelled', { lines: ['Nobody is let in.'] })
  if (at < place.opensAt) {
    return verdict('wait', 'Not open yet', {
      lines: [`The door opens at ${timeAt(place.opensAt, door.timezone, at)}.`],
    })
  }
  if (at > place.closesAt) {
    return verdict('wait', 'Closed', {
      lines: [`The door closed at ${timeAt(place.closesAt, door.timezone, at)}.`],
    })
  }
  return null
}

const notForThisDoor = (found: Found | null) =>
  verdict('stop', 'Not for this door', { ...whoOf(found), lines: ['This ticket is not let in here.'] })

const notInside = (found: Found | null) =>
  verdict('again', 'Not inside', { ...whoOf(found), lines: ['Nobody has seen this guest come in here.'] })

const roomFull = (inside: number, limit: number | null, found: Found | null) =>
  verdict('wait', 'Full', {
    ...whoOf(found),
    lines: [limit === null ? 'There is no room left.' : `${inside} of ${limit} are inside.`],
  })

/** Where and how a guest stands before this device. */
export interface Here {
  door: Door
  place: Place
  direction: Direction
  now: number
  inside: number
}

/** What is said of each thing that may stand in the way. */
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
  return { ...(shut ?? verdict('stop', 'Not now')), ...whoOf(guest.found) }
}

const asking = (direction: Direction) => (direction === 'OUT' ? 'Let out?' : 'Let in?')

/** A guest who was found by code or name, before anybody has decided. */
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
  if (why === null) return verdict('ask', asking(direction), whoOf(found))
  return inTheWay(why, here, { status: found.status, first: found, found })
}

/** What the desk answered in place of a check-in. */
export const refused = (refusal: Refusal, found: Found | null, here: Here): Verdict => {
  if (refusal.code === 'not_found') return notForThisEvent()
  if (refusal.code === 'validation_failed') return unreadable()
  if (refusal.code === 'room_full') {
    const { inside, limit } = refusal.data as { inside: number; limit: number }
    return roomFull(inside, limit, found)
  }
  if (SAID.has(refusal.code)) {
    const first = (refusal.data ?? found ?? NOBODY) as FirstAdmission
    return inTheWay(refusal.code as WhyNot, here, { status: found?.status ?? null, first, found })
  }
  return verdict('stop', 'Not now', { ...whoOf(found), lines: [refusal.message] })
}

const NOBODY = { checkedInAt: null, gate: null, checkedInByLabel: null }
const SAID: ReadonlySet<string> = new Set<WhyNot>([
  'event_cancelled',
  'checkin_not_open',
  'checkin_closed',
  'guest_not_confirmed',
  'ticket_not_admitted',
  'already_checked_in',
  'not_inside',
])
