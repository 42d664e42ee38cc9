import type { Refusal } from '../shared/api.ts'
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
  DECLINED: 'Was declined.',
  CANCELLED: 'Has cancelled.',
  INVITED: 'Invited, but has not answered.',
  TRANSFERRED: 'Has passed the ticket on.',
}

export const isExpected = (status: string) => status === 'CONFIRMED' || status === 'CHECKED_IN'

const whoOf = (found: Found | null): Partial<Verdict> =>
  found === null ? {} : { name: found.name, ticket: found.ticketName, answers: found.answers }

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
  verdict('good', 'Admitted', { ...whoOf(found), name: checkin.guestName, ticket: checkin.ticketName })

export const alreadyIn = (
  first: Pick<FirstAdmission, 'gate' | 'checkedInByLabel'> & { checkedInAt: string | null },
  found: Found | null,
  door: Door,
  now: number,
) => verdict('again', 'Already in', { ...whoOf(found), lines: firstLines(first, door.timezone, now) })

export const notConfirmed = (status: string | null, found: Found | null) =>
  verdict('stop', 'Not confirmed', {
    ...whoOf(found),
    lines: [PLACES[status ?? ''] ?? 'Not confirmed for this event.'],
  })

export const notForThisEvent = () =>
  verdict('stop', 'Not for this event', { lines: ['This code belongs to another event, or to none.'] })

export const unreadable = () =>
  verdict('stop', 'Not a ticket', { lines: ['This code was not made by Event Calendar.'] })

/** Why nobody gets in at `at`, if the event itself is the reason. */
export const shutAt = (door: Door, at: number): Verdict | null => {
  if (door.status === 'CANCELLED') return verdict('stop', 'Event cancelled', { lines: ['Nobody is let in.'] })
  if (at < Date.parse(door.checkInOpensAt)) {
    return verdict('wait', 'Not open yet', {
      lines: [`The door opens at ${timeAt(door.checkInOpensAt, door.timezone, at)}.`],
    })
  }
  if (at > Date.parse(door.checkInClosesAt)) {
    return verdict('wait', 'Closed', {
      lines: [`The door closed at ${timeAt(door.checkInClosesAt, door.timezone, at)}.`],
    })
  }
  return null
}

/** A guest who was found by code or name, before anybody has decided. */
export const aboutToAdmit = (found: Found, door: Door, now: number): Verdict => {
  if (found.alreadyCheckedIn) return alreadyIn(found, found, door, now)
  const shut = shutAt(door, now)
  if (shut !== null) return { ...shut, ...whoOf(found) }
  return isExpected(found.status) ? verdict('ask', 'Let in?', whoOf(found)) : notConfirmed(found.status, found)
}

/** What the desk answered in place of a check-in. */
export const refused = (refusal: Refusal, found: Found | null, door: Door, now: number): Verdict => {
  if (refusal.code === 'already_checked_in') return alreadyIn(refusal.data as FirstAdmission, found, door, now)
  if (refusal.code === 'guest_not_confirmed') return notConfirmed(found?.status ?? null, found)
  if (refusal.code === 'not_found') return notForThisEvent()
  if (refusal.code === 'validation_failed') return unreadable()
  const shut = shutAt(door, now)
  if (shut !== null) return { ...shut, ...whoOf(found) }
  return verdict('stop', 'Not now', { ...whoOf(found), lines: [refusal.message] })
}
