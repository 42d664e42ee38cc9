import type { Instant } from '../../kernel/time.ts'
import type { PlannedGuest } from './plan.ts'

export interface OwnAnswer {
  status: number
  body: unknown
}

export type CallOwn = (line: string, body?: object) => Promise<OwnAnswer>

export interface Action {
  at: Instant
  /** Actions of one instant happen in the order in which they were planned. */
  order: number
  run(): Promise<void>
}

/** A guest who got in: the ids and secrets that later actions need. */
export interface Seated {
  guest: PlannedGuest
  id: string
  manageToken: string | null
}

/** Acts of guests and of the organiser that change who comes. */
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

/** Observations made while it was played, besides the rows. */
export interface Played {
  seats: SeatsAt[]
  /** One for each guest whom an act changed. */
  acts: { at: Instant; name: Act; guest: number }[]
  /** Refused registrations, by code. */
  refused: { at: Instant; guest: number; code: string; field: string | null }[]
  door: { at: Instant; guest: number; code: string | null }[]
  noShows: number
  latePayments: { at: Instant; guest: number }[]
}
