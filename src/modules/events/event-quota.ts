import { onlyRow, rowsFrom } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { quotaExceeded } from '../../kernel/quotas.ts'
import { isNullViolation } from '../../kernel/violations.ts'
import { quotaUse } from './events.store.ts'

/** Whether a batch broke because the calendar has no room for the events that it makes. */
export const isOverQuota = (error: unknown) => isNullViolation(error, 'events.id')

/** What whoever wanted to make them is told. */
export const overQuota = async (calendarId: string, deps: Pick<Deps, 'db' | 'config' | 'clock'>) => {
  const { used, quota } = onlyRow(await rowsFrom(deps.db, quotaUse(calendarId, deps.config.quotas, deps.clock())))
  return quotaExceeded({ quota: 'eventsPerCalendar', limit: quota, used, resetsAt: null })
}
