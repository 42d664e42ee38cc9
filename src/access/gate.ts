import type { CalendarRow, EventRow } from '../db/rows.ts'
import { type Failure, notFound, refusal } from '../kernel/failure.ts'
import { isOpenToAll } from '../kernel/visibility.ts'
import type { Role } from '../kernel/vocabulary.ts'
import { isProgram, type Actor } from './actor.ts'
import type { Demands } from './demands.ts'
import { planCovers, roleCovers } from '../kernel/ranks.ts'
import type { LoadedSubject } from './subjects.store.ts'

/** Door passes require the `PRO` plan, like API keys. */
export const demandsOn = (actor: Actor, demands: Demands): Demands =>
  actor.kind === 'pass' ? { ...demands, plan: 'PRO' } : demands

export const refuseScope = (actor: Actor, { scope, isDoorWork }: Demands): Failure | null => {
  if (actor.kind === 'pass') {
    return isDoorWork ? null : refusal('scope_missing', { says: 'A door pass can only look up and check in guests.' })
  }
  if (!isProgram(actor) || scope === null || scope === 'any' || actor.scopes.includes(scope)) return null
  return refusal('scope_missing', {
    says: `This ${actor.kind === 'key' ? 'API key' : 'app'} lacks the ${scope} scope.`,
  })
}

const isWithinReach = (actor: Actor, { calendar, event, role }: LoadedSubject, demands: Demands) => {
  if (isProgram(actor)) return actor.calendar.id === calendar.id
  if (actor.kind === 'pass') return event?.id === actor.eventId
  if (actor.kind === 'session') return role !== null || (demands.role === 'OPERATOR' && actor.isOperator)
  return isOpenToAll(calendar, event)
}

/** Returns the same 404 for an unknown subject as for one in another calendar. */
export const refuseSubject = (actor: Actor, subject: LoadedSubject | null, demands: Demands): Failure | null =>
  subject !== null && isWithinReach(actor, subject, demands) ? null : notFound()

export const refuseRole = (actor: Actor, role: Role | null, { role: needed }: Demands): Failure | null => {
  if (needed === null) return null
  if (actor.kind === 'app') return refuseAppRole(actor.role, needed)
  if (actor.kind !== 'session') return null
  const covers = needed === 'OPERATOR' ? actor.isOperator : role !== null && roleCovers(role, needed)
  return covers
    ? null
    : refusal('role_insufficient', {
        says:
          needed === 'OPERATOR'
            ? 'Only an operator of the service can do this.'
            : `This requires the ${needed} role on the calendar.`,
      })
}

/**
 * Besides the scope, an app needs the role of the person who allowed it. Both limit what the app was allowed, so the
 * code is `scope_missing` here too.
 */
const refuseAppRole = (role: Role, needed: Role | 'OPERATOR'): Failure | null =>
  needed !== 'OPERATOR' && roleCovers(role, needed)
    ? null
    : refusal('scope_missing', { says: `The person who allowed this app doesn’t have the ${needed} role.` })

/**
 * Refuses writes to a suspended calendar. `isGoingOn` is true for GET, for door work, and for operations with `goesOn`,
 * which guests and their money depend on; these are still allowed.
 */
export const refuseSuspended = (calendar: CalendarRow | null, isGoingOn: boolean): Failure | null =>
  calendar === null || calendar.suspendedAt === null || isGoingOn
    ? null
    : refusal('calendar_suspended', {
        says: `The service operator suspended this calendar: ${calendar.suspensionReason ?? ''}`,
      })

/** Refuses writes to a calendar or an event that waits for its erasure. `isGoingOn` is true for GET and `goesOn`. */
export const refuseErasing = (
  calendar: Pick<CalendarRow, 'eraseAt'> | null,
  event: Pick<EventRow, 'eraseAt'> | null,
  isGoingOn: boolean,
): Failure | null =>
  isGoingOn || ((calendar?.eraseAt ?? null) === null && (event?.eraseAt ?? null) === null)
    ? null
    : refusal('erasure_pending')

export const refusePlan = (calendar: CalendarRow | null, { plan }: Pick<Demands, 'plan'>): Failure | null => {
  if (calendar === null || plan === null || planCovers(calendar.plan, plan)) return null
  return refusal('plan_insufficient', {
    says: `This requires the ${plan} plan. The calendar is on the ${calendar.plan} plan.`,
  })
}
