import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { quotaExceeded } from '../../kernel/quotas.ts'
import { isNullViolation } from '../../kernel/violations.ts'
import { quotaUse } from './events.store.ts'

/** Whether a batch failed because its events exceed the calendar's quota (see `insertEvent`). */
export const isOverQuota = (error: unknown) => isNullViolation(error, 'events.id')

const useOf = async (calendarId: string, deps: Pick<Deps, 'db' | 'config' | 'clock'>) =>
  onlyRow(await rowsFrom(deps.db, quotaUse(calendarId, deps.config.quotas, deps.clock())))

/** Returns how many more upcoming events the calendar may have. */
export const roomForEvents = async (calendarId: string, deps: Pick<Deps, 'db' | 'config' | 'clock'>) => {
  const { used, quota } = await useOf(calendarId, deps)
  return Math.max(0, quota - used)
}

/** Returns the quota that `adds` more events would exceed, or null if they fit. */
export const quotaOver = async (calendarId: string, adds: number, deps: Pick<Deps, 'db' | 'config' | 'clock'>) => {
  const { used, quota: limit } = await useOf(calendarId, deps)
  return adds <= 0 || used + adds <= limit ? null : { quota: 'eventsPerCalendar', limit, used, adds }
}

export const overQuota = async (calendarId: string, deps: Pick<Deps, 'db' | 'config' | 'clock'>) => {
  const { used, quota } = await useOf(calendarId, deps)
  return quotaExceeded({ quota: 'eventsPerCalendar', limit: quota, used, resetsAt: null })
}
