import { sql } from 'drizzle-orm'
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { ARCHIVE_STATUSES, JOB_KINDS, RESTORE_STATUSES } from '../../kernel/vocabulary.ts'
import { calendars } from './calendars.ts'
import { flag, instant, json, oneOf } from './columns.ts'

/**
 * An archive of a calendar, written part by part. The row records the progress, so that a killed worker loses only one
 * part.
 */
export const archives = sqliteTable(
  'archives',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id').notNull(),
    status: text('status', { enum: ARCHIVE_STATUSES }).notNull(),
    /** Start of the next part, as `ArchivePosition`. */
    position: text('position').notNull(),
    /** Number of parts written. */
    parts: integer('parts').notNull().default(0),
    /** The calendar's highest `changes.seq` when reading began. If it has changed at the end, reading starts over. */
    sinceSeq: integer('since_seq').notNull(),
    /** Number of times that reading was started. */
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

/** An entry of an archive's ZIP. Each entry is stored as a separate file; the download concatenates them. */
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

/** A restore of an archive: the upload, then the progress of writing its parts to the database. */
export const restores = sqliteTable(
  'restores',
  {
    id: text('id').primaryKey(),
    status: text('status', { enum: RESTORE_STATUSES }).notNull(),
    /** Size in bytes of each uploaded piece, by number. */
    pieces: json<Record<string, number>>('pieces').notNull().default({}),
    /** Calendar in the archive. Null until the restore starts. */
    calendarId: text('calendar_id'),
    /** Slug that replaces the one in the archive. */
    slug: text('slug'),
    /** Link key and webhook secrets of the archive, encrypted by this service until the restore is complete. */
    secretsCipher: text('secrets_cipher'),
    /** Whether the source's links and webhook secrets stay valid. True if the archive's key was sent. */
    keepsLinks: flag('keeps_links').notNull().default(false),
    /** Whether the archive's content has a valid signature by its link key. */
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

/** Number of imported lines by result. */
export interface LineCounts {
  new: number
  changed: number
  same: number
  skipped: number
  refused: number
}

/** Complete imports, archives and restores. The change feed and the history list them. */
export const finishedJobs = sqliteTable(
  'finished_jobs',
  {
    id: text('id').primaryKey(),
    calendarId: text('calendar_id')
      .notNull()
      .references(() => calendars.id, { onDelete: 'cascade' }),
    /** Event whose guests were imported. */
    eventId: text('event_id'),
    kind: text('kind', { enum: JOB_KINDS }).notNull(),
    /** The product that wrote an imported file, or the address of the service that wrote a restored archive. */
    source: text('source'),
    counts: json<LineCounts>('counts'),
    /** Number of rows in an archive. */
    rowCount: integer('row_count'),
    digest: text('digest').notNull(),
    /** Whether a restored archive has a valid signature. */
    isVerified: flag('is_verified'),
    createdAt: instant('created_at').notNull(),
  },
  (table) => [index('finished_jobs_calendar').on(table.calendarId), oneOf('finished_jobs_kind', table.kind, JOB_KINDS)],
)
