import { sql } from 'drizzle-orm'
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import {
  EXPORT_DATASETS,
  EXPORT_FORMATS,
  EXPORT_FREQUENCIES,
  EXPORT_PAUSES,
  EXPORT_RUN_STATUSES,
} from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'

export const scheduledExports = sqliteTable(
  'scheduled_exports',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** Null exports all events of the calendar. */
    eventId: text('event_id'),
    dataset: text('dataset', { enum: EXPORT_DATASETS }).notNull(),
    format: text('format', { enum: EXPORT_FORMATS }).notNull(),
    frequency: text('frequency', { enum: EXPORT_FREQUENCIES }).notNull(),
    weekday: integer('weekday'),
    dayOfMonth: integer('day_of_month'),
    timeOfDay: text('time_of_day').notNull(),
    timezone: text('timezone').notNull(),
    recipients: json<string[]>('recipients').notNull(),
    isActive: flag('is_active').notNull(),
    nextRunAt: instant('next_run_at'),
    lastRunAt: instant('last_run_at'),
    lastStatus: text('last_status', { enum: EXPORT_RUN_STATUSES }),
    consecutiveFailures: integer('consecutive_failures').notNull().default(0),
    /** Reason why the service paused the export automatically, if it did. */
    pausedReason: text('paused_reason', { enum: EXPORT_PAUSES }),
    /** User responsible: the last to create or resume the export, or to change its recipients, dataset or event. */
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    updatedAt: instant('updated_at').notNull(),
  },
  (table) => [
    index('scheduled_exports_calendar').on(table.calendarId, table.createdAt, table.id),
    index('scheduled_exports_due')
      .on(table.nextRunAt)
      .where(sql`is_active = 1`),
    oneOf('scheduled_exports_dataset', table.dataset, EXPORT_DATASETS),
    oneOf('scheduled_exports_format', table.format, EXPORT_FORMATS),
    oneOf('scheduled_exports_frequency', table.frequency, EXPORT_FREQUENCIES),
  ],
)

export const exportRuns = sqliteTable(
  'export_runs',
  {
    id: text('id').primaryKey(),
    scheduledExportId: text('scheduled_export_id')
      .notNull()
      .references(() => scheduledExports.id, { onDelete: 'cascade' }),
    calendarId: text('calendar_id').notNull(),
    status: text('status', { enum: EXPORT_RUN_STATUSES }).notNull(),
    /** Scheduled time. After an outage, a run makes up only for the last missed time. */
    scheduledFor: instant('scheduled_for').notNull(),
    attempts: integer('attempts').notNull().default(0),
    leaseUntil: instant('lease_until'),
    rowCount: integer('row_count'),
    bytes: integer('bytes'),
    error: text('error'),
    startedAt: instant('started_at'),
    completedAt: instant('completed_at'),
    /** When the link expires and the file may be deleted. Null after the file has been deleted. */
    fileExpiresAt: instant('file_expires_at'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [
    uniqueIndex('export_runs_once').on(table.scheduledExportId, table.scheduledFor),
    index('export_runs_waiting')
      .on(table.leaseUntil)
      .where(sql`status in ('PENDING', 'RUNNING')`),
    index('export_runs_files')
      .on(table.fileExpiresAt)
      .where(sql`file_expires_at is not null`),
    oneOf('export_runs_status', table.status, EXPORT_RUN_STATUSES),
  ],
)
