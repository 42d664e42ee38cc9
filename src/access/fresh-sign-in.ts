import { refusal } from '../kernel/failure.ts'
import { MINUTE_MS, type Instant } from '../kernel/time.ts'
import type { Actor } from './actor.ts'

const FRESH_MS = 10 * MINUTE_MS

/**
 * Returns a refusal unless the user has signed in within the last 10 minutes. Otherwise anyone at an unlocked screen
 * could redirect payments or download all data.
 */
export const refuseStale = (actor: Actor, now: Instant) =>
  actor.kind === 'session' && (actor.signedInAt ?? 0) > now - FRESH_MS ? null : refusal('reauthentication_required')
