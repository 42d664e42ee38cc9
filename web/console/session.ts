import type { Api } from '../shared/api.ts'
import type { Me, MyCalendar } from '../shared/answers.ts'
import { planCovers, roleCovers } from '../../src/kernel/ranks.ts'
import type { Plan, Role } from '../../src/kernel/vocabulary.ts'
import { troubleOf } from './parts/trouble.ts'
import type { Place } from './place.ts'

export interface Toast {
  words: string
  /** Reverts the action that the toast reported. */
  undo?: () => Promise<unknown>
}

/** State and functions passed to every screen. */
export interface Session {
  api: Api
  me: Me
  /** Name from the identity provider, or the user ID. */
  name: string
  place: Place
  /**
   * Navigates to a hash. With `replace`, this adds no entry to the browser history. Does nothing if the user has left
   * `place` by now: a late response must not take them back.
   */
  go(hash: string, how?: { replace?: boolean }): void
  toast(words: string, undo?: Toast['undo']): void
  /** Loads `/me` again: the user's calendars and roles. */
  refresh(): Promise<void>
  /** Leaves for a new sign-in, and returns to this screen. For requests that need a sign-in of the last minutes. */
  signInAgain(): Promise<void>
  signOut(): void
}

/** A session with an open calendar. */
export interface CalendarSession extends Session {
  calendar: MyCalendar
}

export { planCovers, roleCovers }

/** Runs `work` and shows any error as a toast. Returns whether `work` succeeded. */
export const orTell = async (session: Pick<Session, 'toast'>, work: () => Promise<unknown>) => {
  try {
    await work()
    return true
  } catch (error) {
    session.toast(troubleOf(error))
    return false
  }
}

export const mayDo = ({ calendar }: CalendarSession, role: Role) => roleCovers(calendar.role, role)
export const hasPlan = ({ calendar }: CalendarSession, plan: Plan) => planCovers(calendar.plan, plan)
