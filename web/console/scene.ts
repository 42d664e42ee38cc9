import type { Api } from '../shared/api.ts'
import type { Child } from '../shared/element.ts'
import type { MyCalendar, Plan, Role } from './wire.ts'

/** What a section works with while it is open. */
export interface Scene {
  api: Api
  calendar: MyCalendar
  userId: string
  /** Where it shows itself. */
  place: HTMLElement
  /** Puts its first act beside its title. */
  offer(...actions: readonly Child[]): void
  /** Aborted when the section is left. */
  signal: AbortSignal
  /** From the address, such as the filters of the log. */
  query: URLSearchParams
  /** Said to eye and ear, and gone by itself. */
  say(words: string): void
  /** Asks again who the person is, after they changed their own part. */
  refresh(): Promise<void>
}

export interface Section {
  id: string
  title: string
  lead: string
  /** Who sees it at all, and on which plan it works. */
  role: Role
  plan: 'PLUS' | 'PRO'
  open(scene: Scene): void
}

const PLANS: readonly Plan[] = ['FREE', 'PLUS', 'PRO', 'ENTERPRISE']
const ROLES: readonly Role[] = ['STAFF', 'MANAGER', 'OWNER']

export const planCovers = (plan: Plan, wanted: Plan) => PLANS.indexOf(plan) >= PLANS.indexOf(wanted)
export const roleCovers = (role: Role, wanted: Role) => ROLES.indexOf(role) >= ROLES.indexOf(wanted)

export const PLAN_NAMES: Record<Plan, string> = { FREE: 'Free', PLUS: 'Plus', PRO: 'Pro', ENTERPRISE: 'Enterprise' }
