import type { ExportRunRow, ScheduledExportRow } from '../../db/rows.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { DAY_MS, iso, isoOrNull, MINUTE_MS, SECOND_MS, type Instant } from '../../kernel/time.ts'
import type { ExportRunOutput, ScheduledExportOutput } from './exports.schema.ts'
import { nextRunAfter, type Schedule } from './schedule.ts'

/** A schedule that fails this often in a row stops itself. */
export const MOST_FAILURES = 5
/** Tries within one run, the pause between them, and how long a silent worker keeps a run. */
export const MOST_ATTEMPTS = 3
export const RETRY_MS = 30 * SECOND_MS
export const LEASE_MS = MINUTE_MS
/** How long a file is kept and its link works. */
export const FILE_MS = 7 * DAY_MS

export type Terms = Schedule & Pick<ScheduledExportRow, 'isActive'>

/** A weekly schedule has a weekday, a monthly one a day; what does not belong to the frequency is dropped. */
export const faultsOf = ({ frequency, weekday, dayOfMonth }: Schedule): FieldError[] => {
  if (frequency === 'WEEKLY' && weekday === null) return [{ field: 'weekday', message: 'is required for WEEKLY' }]
  if (frequency === 'MONTHLY' && dayOfMonth === null)
    return [{ field: 'dayOfMonth', message: 'is required for MONTHLY' }]
  return []
}

export const trimmed = <T extends Schedule>(schedule: T): T => ({
  ...schedule,
  weekday: schedule.frequency === 'WEEKLY' ? schedule.weekday : null,
  dayOfMonth: schedule.frequency === 'MONTHLY' ? schedule.dayOfMonth : null,
})

export const nextRunOf = (terms: Terms, now: Instant) => (terms.isActive ? nextRunAfter(terms, now) : null)

export const fileKeyOf = (runId: string) => `exports/${runId}`

export const toScheduledExport = (row: ScheduledExportRow, calendarSlug: string): ScheduledExportOutput => ({
  id: row.id,
  calendarSlug,
  eventId: row.eventId,
  dataset: row.dataset,
  format: row.format,
  frequency: row.frequency,
  weekday: row.weekday,
  dayOfMonth: row.dayOfMonth,
  timeOfDay: row.timeOfDay,
  timezone: row.timezone,
  recipients: row.recipients,
  isActive: row.isActive,
  nextRunAt: isoOrNull(row.nextRunAt),
  lastRunAt: isoOrNull(row.lastRunAt),
  lastStatus: row.lastStatus,
  consecutiveFailures: row.consecutiveFailures,
  createdAt: iso(row.createdAt),
  updatedAt: iso(row.updatedAt),
})

export const toExportRun = (row: ExportRunRow, url: string | null): ExportRunOutput => ({
  id: row.id,
  scheduledExportId: row.scheduledExportId,
  status: row.status,
  scheduledFor: iso(row.scheduledFor),
  attempts: row.attempts,
  rowCount: row.rowCount,
  bytes: row.bytes,
  error: row.error,
  startedAt: isoOrNull(row.startedAt),
  completedAt: isoOrNull(row.completedAt),
  url,
  expiresAt: isoOrNull(row.fileExpiresAt),
})
