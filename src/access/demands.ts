import type { Plan, Role, Scope } from '../kernel/vocabulary.ts'

/**
 * Requirements of an operation: a scope if the caller has a key, or a role on the subject's calendar if they have a
 * session.
 */
export interface Access {
  /** `any` accepts a key whatever its scopes. */
  scope?: Scope | 'any'
  /** `OPERATOR` is the operator of the service; null accepts any session. */
  role?: Role | 'OPERATOR' | null
}

/** Makes `scope` required for routes under /v1 and `role` for `dashboard` routes. */
export type AccessOn<Surface extends string> = ('v1' extends Surface ? { scope: Scope | 'any' } : unknown) &
  ('dashboard' extends Surface ? { role: Role | 'OPERATOR' | null } : unknown)

export interface Demands {
  scope: Scope | 'any' | null
  role: Role | 'OPERATOR' | null
  plan: Plan | null
  isDoorWork: boolean
}

const both = <const S extends Scope, const R extends Role>(scope: S, role: R) => ({ scope, role })

export const eventsRead = both('events:read', 'STAFF')
export const eventsWrite = both('events:write', 'MANAGER')
export const ticketsRead = both('events:read', 'MANAGER')
export const guestsRead = both('guests:read', 'STAFF')
export const guestsExport = both('guests:read', 'MANAGER')
export const guestsWrite = both('guests:write', 'MANAGER')
export const checkinsRead = both('checkins:read', 'STAFF')
export const checkinsWrite = both('checkins:write', 'STAFF')
export const communicationsWrite = both('communications:write', 'MANAGER')
export const webhooksRead = both('webhooks:read', 'OWNER')
export const webhooksWrite = both('webhooks:write', 'OWNER')
export const billingRead = both('billing:read', 'OWNER')
export const billingWrite = both('billing:write', 'OWNER')
export const analyticsRead = both('analytics:read', 'MANAGER')

/** Sessions only. */
export const signedIn = { role: null } as const
export const staff = { role: 'STAFF' } as const
export const manager = { role: 'MANAGER' } as const
export const owner = { role: 'OWNER' } as const
export const operator = { role: 'OPERATOR' } as const

/** API keys only. */
export const calendarRead = { scope: 'events:read' } as const
export const anyKey = { scope: 'any' } as const

/** Any session or API key. The verb decides what the caller sees. */
export const anyone = { scope: 'any', role: null } as const
/** Managers and any API key. The verb decides what the caller sees. */
export const managerOrKey = { scope: 'any', role: 'MANAGER' } as const
