import type { Instant } from '../../kernel/time.ts'
import type { Control } from '../control.ts'
import type { Facts } from './event-facts.ts'
import type { CallOwn, Played, Seated } from './played.ts'

/** What each part of a play needs: it plans actions, calls the API and notes what it sees. */
export interface Stage {
  control: Control
  call: CallOwn
  facts: Facts
  played: Played
  /** By address: the person who has the seat now. */
  seated: Map<string, Seated>
  now(): Instant
  plan(at: Instant, run: () => Promise<void>): void
}
