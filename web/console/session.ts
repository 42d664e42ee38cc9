import { wordsOf, type Api } from '../shared/api.ts'
import type { Me, MyCalendar } from '../shared/answers.ts'
import { planCovers, roleCovers } from '../../src/kernel/ranks.ts'
import type { Plan, Role } from '../../src/kernel/vocabulary.ts'
import type { Place } from './place.ts'

export interface Toast {
  words: string
  /** Takes back what was just done. */
  undo?: () => Promise<unknown>
}

/** What every screen works with. */
export interface Session {
  api: Api
  me: Me
  /** What the person is called, by whoever knows who they are. */
  name: string
  place: Place
  /** Where an address of this page leads; `replace` leaves no step to go back to. */
  go(hash: string, how?: { replace?: boolean }): void
  toast(words: string, undo?: Toast['undo']): void
  /** Asks again who the person is and what they may see. */
  refresh(): Promise<void>
  signOut(): void
}

/** A session at one calendar. */
export interface CalendarSession extends Session {
  calendar: MyCalendar
}

export { planCovers, roleCovers }

export const PLAN_NAMES: Record<Plan, string> = { FREE: 'Free', PLUS: 'Plus', PRO: 'Pro', ENTERPRISE: 'Enterprise' }
export const ROLE_NAMES: Record<Role, string> = { OWNER: 'Owner', MANAGER: 'Manager', STAFF: 'Staff' }

/** Does it, and says what went wrong where there is no better place for it. Answers whether it was done. */
export const orTell = async (session: Pick<Session, 'toast'>, work: () => Promise<unknown>) => {
  try {
    await work()
    return true
  } catch (error) {
    session.toast(wordsOf(error))
    return false
  }
}

export const mayDo = ({ calendar }: CalendarSession, role: Role) => roleCovers(calendar.role, role)
export const hasPlan = ({ calendar }: CalendarSession, plan: Plan) => planCovers(calendar.plan, plan)
