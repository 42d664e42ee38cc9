import type { CalendarRow } from '../db/rows.ts'
import type { Instant } from '../kernel/time.ts'
import type { KeyMode } from '../kernel/vocabulary.ts'
import type { Scope } from './scopes.ts'

/** Who calls. A key belongs to one calendar, whose row was read together with it. */
export type Actor =
  | { kind: 'key'; keyId: string; mode: KeyMode; scopes: readonly Scope[]; calendar: CalendarRow }
  | { kind: 'session'; userId: string; isOperator: boolean; expiresAt: Instant }
  | { kind: 'anonymous' }

/** How records name the one who acted: a user id or a `key_` id. */
export const actorId = (actor: Actor) =>
  actor.kind === 'key' ? actor.keyId : actor.kind === 'session' ? actor.userId : 'anonymous'
