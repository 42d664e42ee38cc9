import type { Instant } from '../../kernel/time.ts'
import type { Control } from '../control.ts'
import type { Facts } from './event-facts.ts'
import type { CallOwn, Played, Seated } from './played.ts'

/** The shared context of all parts of a play: to plan actions, call the API and record observations. */
export interface Stage {
  control: Control
  call: CallOwn
  facts: Facts
  played: Played
  /** The person who has the seat now, by email address. */
  seated: Map<string, Seated>
  now(): Instant
  plan(at: Instant, run: () => Promise<void>): void
}
