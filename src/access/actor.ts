import type { ChangeActor } from '../db/commit.ts'
import type { CalendarRow } from '../db/rows.ts'
import type { Instant } from '../kernel/time.ts'
import type { AgentLimit, KeyMode, Role, Scope } from '../kernel/vocabulary.ts'

/** The signed-in user, as described by the identity provider. `email` is null unless the provider has verified it. */
export interface Profile {
  name: string | null
  email: string | null
}

/**
 * The authenticated caller. A key and an app come with the row of their calendar, read in the same query. A door pass is
 * valid for one event.
 */
export type Actor =
  | {
      kind: 'key'
      keyId: string
      name: string
      mode: KeyMode
      scopes: readonly Scope[]
      agentsMay: AgentLimit
      calendar: CalendarRow
    }
  | {
      kind: 'app'
      grantId: string
      clientId: string
      /** The name that the app gives itself. */
      name: string
      scopes: readonly Scope[]
      agentsMay: AgentLimit
      calendar: CalendarRow
      /** The member who allowed the app, and their current role. The app may do no more than they may. */
      userId: string
      role: Role
    }
  | {
      kind: 'pass'
      passId: string
      label: string
      gate: string | null
      checkpointId: string | null
      eventId: string
      expiresAt: Instant
    }
  | {
      kind: 'session'
      userId: string
      profile?: Profile
      isOperator: boolean
      expiresAt: Instant
      /** When the user signed in, by the claim `auth_time`. Null if the identity provider doesn't say. */
      signedInAt?: Instant | null
    }
  | { kind: 'anonymous' }

/** A program with scopes on one calendar. */
export type ProgramActor = Extract<Actor, { kind: 'key' | 'app' }>
export const isProgram = (actor: Actor): actor is ProgramActor => actor.kind === 'key' || actor.kind === 'app'

const UNKNOWN: Profile = { name: null, email: null }

/** Returns `UNKNOWN` for keys, passes and anonymous callers, because only sessions have a profile. */
export const profileOf = (actor: Actor): Profile => (actor.kind === 'session' ? (actor.profile ?? UNKNOWN) : UNKNOWN)

/** Returns the id that records store for the actor: a user id, or the id of a key (`key_`), a grant (`gnt_`) or a door pass (`dps_`). */
export const actorId = (actor: Actor) => {
  if (actor.kind === 'key') return actor.keyId
  if (actor.kind === 'app') return actor.grantId
  if (actor.kind === 'pass') return actor.passId
  return actor.kind === 'session' ? actor.userId : 'anonymous'
}

/**
 * Returns the actor for the change feed. Anonymous callers count as guests: they are guests or are about to register.
 */
export const changeActorOf = (actor: Actor): ChangeActor => {
  if (actor.kind === 'anonymous') return { type: 'guest', id: null }
  return { type: actor.kind === 'session' ? 'user' : actor.kind, id: actorId(actor) }
}

/** The credential behind a live socket. `Watchers` rechecks it every 30 seconds. */
export type Holder =
  | { kind: 'key'; keyId: string; calendarId: string }
  | { kind: 'app'; grantId: string; calendarId: string }
  | { kind: 'pass'; passId: string; calendarId: string; expiresAt: Instant }
  | { kind: 'session'; userId: string; calendarId: string; expiresAt: Instant }
