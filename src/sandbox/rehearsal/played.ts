import type { Instant } from '../../kernel/time.ts'
import type { PlannedGuest } from './plan.ts'

export interface OwnAnswer {
  status: number
  body: unknown
}

export type CallOwn = (line: string, body?: object) => Promise<OwnAnswer>

export interface Action {
  at: Instant
  /** Breaks ties: actions at the same instant run in the order in which they were planned. */
  order: number
  run(): Promise<void>
}

/** A registered guest, with the ids and secrets that later actions need. */
export interface Seated {
  guest: PlannedGuest
  id: string
  manageToken: string | null
}

/** Actions of guests and of the organiser that change who attends. */
export type Act =
  | 'registered'
  | 'requested'
  | 'waitlisted'
  | 'approved'
  | 'declined'
  | 'accepted'
  | 'cancelled'
  | 'handed_on'

export interface SeatsAt {
  at: Instant
  taken: number
  offered: number
  waiting: number
}

/** Observations during the play that the rows don't contain. */
export interface Played {
  seats: SeatsAt[]
  /** One entry per guest changed by an action. */
  acts: { at: Instant; name: Act; guest: number }[]
  /** Refused registrations, by code. */
  refused: { at: Instant; guest: number; code: string; field: string | null }[]
  door: { at: Instant; guest: number; code: string | null }[]
  noShows: number
  latePayments: { at: Instant; guest: number }[]
}
