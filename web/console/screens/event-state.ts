import type { EventAnswer } from '../../shared/answers.ts'
import type { ChipLook } from '../parts/chip.tsx'
import { termsWords } from '../words/en/terms.ts'

const HOUR_MS = 3_600_000
/** How long before the start the service opens check-in if `checkInOpensAt` is null. */
const DOOR_BEFORE_MS = 24 * HOUR_MS

/** Whether guests may be arriving now: from two hours before the start, provided check-in is open by then. */
const isDoorTime = ({ status, startAt, endAt, checkInOpensAt, checkInClosesAt, timezone, allDay }: EventAnswer) => {
  if (status !== 'PUBLISHED') return false
  const now = Date.now()
  const start = Date.parse(allDay ? `${startAt}T00:00:00Z` : startAt)
  const opens = checkInOpensAt === null ? start - DOOR_BEFORE_MS : Date.parse(checkInOpensAt)
  const closes = checkInClosesAt === null ? Date.parse(endAt) : Date.parse(checkInClosesAt)
  return timezone !== '' && now >= Math.max(opens, start - 2 * HOUR_MS) && now < closes
}

const REGISTRATION: Record<EventAnswer['registrationStatus'], Omit<ChipLook, 'words'>> = {
  OPEN: { mark: 'disc', tone: 'good' },
  NOT_YET_OPEN: { mark: 'clock', tone: 'plain' },
  CLOSED: { mark: 'ring', tone: 'plain' },
  SOLD_OUT: { mark: 'full', tone: 'plain' },
  WAITLIST: { mark: 'dots', tone: 'plain' },
}

export const stateOf = (event: EventAnswer): ChipLook => {
  const { eventStatuses, registrationStatuses, eventOver, checkInOpen } = termsWords()
  if (event.status === 'DRAFT') return { mark: 'dotted', tone: 'plain', words: eventStatuses.DRAFT }
  if (event.status === 'CANCELLED') return { mark: 'cross', tone: 'plain', words: eventStatuses.CANCELLED }
  if (event.status === 'ARCHIVED') return { mark: 'ring', tone: 'plain', words: eventStatuses.ARCHIVED }
  if (event.lifecycle === 'ENDED') return { mark: 'ring', tone: 'plain', words: eventOver }
  if (isDoorTime(event)) return { mark: 'live', tone: 'accent', words: checkInOpen }
  return { ...REGISTRATION[event.registrationStatus], words: registrationStatuses[event.registrationStatus] }
}

export const placeNameOf = ({ location, locationType }: EventAnswer) =>
  locationType === 'ONLINE' ? termsWords().online : (location?.name ?? location?.city ?? location?.address ?? null)
