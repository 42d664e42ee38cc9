import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ARCHIVE_STATUSES, JOB_KINDS, RESTORE_STATUSES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'

/** An archive of a calendar, made part by part. The row says how far it got, so that a killed worker loses one part. */
export const archives = sqliteTable(
  'archives',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    status: text('status', { enum: ARCHIVE_STATUSES }).notNull(),
    /** Where the next part begins, as `ArchivePosition`. */
    position: text('position').notNull(),
    /** Number of parts written. */
    parts: integer('parts').notNull().default(0),
    /** Highest `changes.seq` of the calendar when the reading began. A later change starts the reading again. */
    sinceSeq: integer('since_seq').notNull(),
    /** How many times the reading began. */
    rounds: integer('rounds').notNull().default(1),
    /** Link key and webhook secrets, encrypted under the archive's key, which the service doesn't store. */
    secrets: text('secrets').notNull(),
    rowCount: integer('row_count').notNull().default(0),
    bytes: integer('bytes').notNull().default(0),
    digest: text('digest'),
    error: text('error'),
    leaseUntil: instant('lease_until'),
    /** When the files may be deleted. Null after that. */
    fileExpiresAt: instant('file_expires_at'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    uniqueIndex('archives_running')
      .on(table.calendarId)
      .where(sql`status = 'RUNNING'`),
    index('archives_waiting')
      .on(table.createdAt)
      .where(sql`status in ('RUNNING')`),
    index('archives_calendar').on(table.calendarId),
    index('archives_files')
      .on(table.fileExpiresAt)
      .where(sql`file_expires_at is not null`),
    oneOf('archives_status', table.status, ARCHIVE_STATUSES),
  ],
)

/** An entry of an archive's ZIP. Its bytes are a file of their own until the download joins them. */
export const archiveParts = sqliteTable(
  'archive_parts',
  {
    archiveId: text('archive_id')
      .notNull()
      .references(() => archives.id, { onDelete: 'cascade' }),
    number: integer('number').notNull(),
    path: text('path').notNull(),
    rowCount: integer('row_count').notNull(),
    bytes: integer('bytes').notNull(),
    packed: integer('packed').notNull(),
    checksum: integer('checksum').notNull(),
    method: integer('method').notNull(),
    /** SHA-256 of the content. */
    digest: text('digest').notNull(),
    /** `lease_until` of the worker that wrote the file, which is part of the file’s key. */
    lease: instant('lease').notNull().default(0),
  },
  (table) => [primaryKey({ columns: [table.archiveId, table.number] })],
)

/** A restore of an archive: the uploaded file, then how many of its parts are in the database. */
export const restores = sqliteTable(
  'restores',
  {
    id: text('id').primaryKey(),
    status: text('status', { enum: RESTORE_STATUSES }).notNull(),
    /** Bytes of each uploaded piece, by its number. */
    pieces: json<Record<string, number>>('pieces').notNull().default({}),
    /** Calendar in the archive. Null until the restore starts. */
    calendarId: text('calendar_id'),
    /** Slug that replaces the one in the archive. */
    slug: text('slug'),
    /** Link key and webhook secrets of the archive, encrypted by this service until the restore is complete. */
    secretsCipher: text('secrets_cipher'),
    /** Whether links and webhook secrets of the source stay valid, because the archive's key was sent. */
    keepsLinks: flag('keeps_links').notNull().default(false),
    /** Whether the link key in the archive has signed its content. */
    isVerified: flag('is_verified').notNull().default(false),
    parts: integer('parts').notNull().default(0),
    partsDone: integer('parts_done').notNull().default(0),
    rowCount: integer('row_count').notNull().default(0),
    digest: text('digest'),
    error: text('error'),
    leaseUntil: instant('lease_until'),
    /** When the uploaded file may be deleted. Null after that. */
    fileExpiresAt: instant('file_expires_at'),
    createdBy: text('created_by').notNull(),
    createdAt: instant('created_at').notNull(),
    completedAt: instant('completed_at'),
  },
  (table) => [
    index('restores_waiting')
      .on(table.createdAt)
      .where(sql`status in ('RUNNING')`),
    index('restores_files')
      .on(table.fileExpiresAt)
      .where(sql`file_expires_at is not null`),
    oneOf('restores_status', table.status, RESTORE_STATUSES),
  ],
)

/** Lines of an import by their result. */
export interface LineCounts {
  new: number
  changed: number
  same: number
  skipped: number
  refused: number
}

/** Imports, archives and restores that are complete. The change feed and the history list them. */
export const finishedJobs = sqliteTable(
  'finished_jobs',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** Event whose guests an import brought. */
    eventId: text('event_id'),
    kind: text('kind', { enum: JOB_KINDS }).notNull(),
    /** Product of an imported file, or address of the service that wrote a restored archive. */
    source: text('source'),
    counts: json<LineCounts>('counts'),
    /** Number of rows in an archive. */
    rowCount: integer('row_count'),
    digest: text('digest').notNull(),
    /** Whether the signature of a restored archive fits its content. */
    isVerified: flag('is_verified'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('finished_jobs_calendar').on(table.calendarId), oneOf('finished_jobs_kind', table.kind, JOB_KINDS)],
)
