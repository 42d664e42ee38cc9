import type { ChipLook } from '../parts/chip.tsx'

const STATES: Readonly<Record<string, ChipLook>> = {
  CONFIRMED: { mark: 'disc', tone: 'good', words: 'Confirmed' },
  CHECKED_IN: { mark: 'check', tone: 'good', words: 'Checked in' },
  PENDING: { mark: 'half', tone: 'warn', words: 'Awaits approval' },
  WAITLISTED: { mark: 'dots', tone: 'plain', words: 'Waiting' },
  INVITED: { mark: 'ring', tone: 'plain', words: 'Invited' },
  DECLINED: { mark: 'cross', tone: 'plain', words: 'Declined' },
  CANCELLED: { mark: 'cross', tone: 'plain', words: 'Cancelled' },
  TRANSFERRED: { mark: 'cross', tone: 'plain', words: 'Passed on' },
  OFFERED: { mark: 'clock', tone: 'accent', words: 'Offered a seat' },
}

/** Statuses may grow in number: one that is new is said as it is called. */
export const guestState = ({
  status,
  waitlistPosition,
}: {
  status: string
  waitlistPosition?: number | null | undefined
}): ChipLook => {
  const known = STATES[status] ?? { mark: 'ring', tone: 'plain', words: status.toLowerCase() }
  return waitlistPosition === undefined || waitlistPosition === null
    ? known
    : { ...known, words: `${known.words}, place ${String(waitlistPosition)}` }
}

export const isGone = (status: string) => ['DECLINED', 'CANCELLED', 'TRANSFERRED'].includes(status)
