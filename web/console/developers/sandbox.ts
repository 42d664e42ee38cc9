import type {
  CalendarOrdersAnswer,
  One,
  SandboxAnswer,
  TestClockAnswer,
  TestEffectsAnswer,
  TestMailAnswer,
} from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'

const EFFECTS_SHOWN = 40

/** Calls of one sandbox, with the role that the user has in the live calendar. */
export const sandboxOf = ({ api, calendar }: CalendarSession, { id }: SandboxAnswer) => {
  const base = `/s/${id}/api`
  return {
    base,
    read: async () => {
      const [clock, mails, orders, effects] = await Promise.all([
        api.get<One<TestClockAnswer>>(`${base}/test/clock`),
        api.get<One<TestMailAnswer[]>>(`${base}/test/mails`),
        api.get<CalendarOrdersAnswer>(`${base}/calendars/${calendar.slug}/orders`),
        api.get<One<TestEffectsAnswer>>(`${base}/test/effects`, { last: EFFECTS_SHOWN }),
      ])
      return { clock: clock.data, mails: mails.data, orders: orders.data, effects: effects.data.effects }
    },
    act: async (path: string, body: object) => api.post<One<{ effects: unknown[] }>>(`${base}/test${path}`, body),
  }
}

export type SandboxCalls = ReturnType<typeof sandboxOf>
