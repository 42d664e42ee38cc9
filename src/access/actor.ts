import type { ChangeActor } from '../db/commit.ts'
import type { CalendarRow } from '../db/rows.ts'
import type { Instant } from '../kernel/time.ts'
import type { KeyMode, Scope } from '../kernel/vocabulary.ts'

/** What the provider says of who has signed in; an address only where it has verified it. */
export interface Profile {
  name: string | null
  email: string | null
}

/** Who calls. A key belongs to one calendar, whose row was read together with it; a door pass to one event. */
export type Actor =
  | { kind: 'key'; keyId: string; mode: KeyMode; scopes: readonly Scope[]; calendar: CalendarRow }
  | {
      kind: 'pass'
      passId: string
      label: string
      gate: string | null
      checkpointId: string | null
      eventId: string
      expiresAt: Instant
    }
  | { kind: 'session'; userId: string; profile?: Profile; isOperator: boolean; expiresAt: Instant }
  | { kind: 'anonymous' }

const UNKNOWN: Profile = { name: null, email: null }

/** What the provider says of them; of a ticket's holder, a key and a pass nothing. */
export const profileOf = (actor: Actor): Profile => (actor.kind === 'session' ? (actor.profile ?? UNKNOWN) : UNKNOWN)

/** How records name the one who acted: a user id, a `key_` id or a `dps_` id. */
export const actorId = (actor: Actor) => {
  if (actor.kind === 'key') return actor.keyId
  if (actor.kind === 'pass') return actor.passId
  return actor.kind === 'session' ? actor.userId : 'anonymous'
}

/** The same for the feed of changes. Whoever comes without a credential comes as a guest, or to be one. */
export const changeActorOf = (actor: Actor): ChangeActor => {
  if (actor.kind === 'anonymous') return { type: 'guest', id: null }
  return { type: actor.kind === 'session' ? 'user' : actor.kind, id: actorId(actor) }
}

/** On whose behalf a live socket is open: asked again every minute. */
export type Holder =
  | { kind: 'key'; keyId: string; calendarId: string }
  | { kind: 'pass'; passId: string; calendarId: string; expiresAt: Instant }
  | { kind: 'session'; userId: string; calendarId: string; expiresAt: Instant }
