import { and, asc, desc, eq, sql, type SQL } from 'drizzle-orm'
import { LEASE_MS, outboxOf } from '../../db/outbox.ts'
import type { Database } from '../../db/database.ts'
import type { ArchivePartRow, ArchiveRow, WebhookRow } from '../../db/rows.ts'
import { archiveParts, archives, webhooks } from '../../db/schema.ts'
import { inList, onlyRow, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import { dayOf } from '../../kernel/quotas.ts'
import { DAY_MS, iso, type Instant } from '../../kernel/time.ts'
import { recordJob } from '../jobs/index.ts'

export const FILE_MS = DAY_MS

export const archiveOutbox = outboxOf({
  queue: 'jobs',
  table: archives,
  waiting: ['RUNNING'],
  dueAt: archives.createdAt,
})

/** `seq` of the calendar's last change, except to jobs, which archives don't contain. */
const lastChange = (calendarId: string) =>
  sql`coalesce((select seq from changes where calendar_id = ${calendarId} and object <> 'job' order by seq desc limit 1), 0)`

/** Counts the archives of the calendar since midnight UTC. */
const archivesToday = (calendarId: string, now: Instant) =>
  sql`(select count(*) from archives a where a.calendar_id = ${calendarId} and a.created_at >= ${dayOf(now) * DAY_MS})`

/** Number of guests of the largest event, as counted by its quota. */
export const mostGuests = (calendarId: string) =>
  sql`coalesce((select max(t.guests) from (select sum(k.guests) as guests from events e join guest_counts k on k.event_id = e.id
    where e.calendar_id = ${calendarId} and k.status in ('PENDING', 'CONFIRMED', 'WAITLISTED', 'OFFERED', 'CHECKED_IN')
    group by e.id) t), 0)`

export const findMostGuests = async (db: Database, calendarId: string) =>
  onlyRow(await rowsFrom(db, statement<{ guests: number }>(sql`select ${mostGuests(calendarId)} as guests`))).guests

/**
 * Inserts nothing while another archive of the calendar is being written, or if `limit` archives were started today.
 */
export const insertArchive = (
  archive: Pick<ArchiveRow, 'id' | 'calendarId' | 'position' | 'secrets' | 'createdBy' | 'createdAt'>,
  limit: number,
) => ({
  rows: rowsOf(
    archives,
    statement(sql`
      insert into archives (id, calendar_id, status, position, since_seq, secrets, created_by, created_at)
      select ${archive.id}, ${archive.calendarId}, 'RUNNING', ${archive.position}, ${lastChange(archive.calendarId)},
        ${archive.secrets}, ${archive.createdBy}, ${archive.createdAt}
      where ${archivesToday(archive.calendarId, archive.createdAt)} < ${limit}
      on conflict do nothing returning *`),
  ),
  today: statement<{ used: number }>(sql`select ${archivesToday(archive.calendarId, archive.createdAt)} as used`),
})

export const findArchive = async (db: Database, id: string): Promise<ArchiveRow | null> => {
  const [row] = await db.select().from(archives).where(eq(archives.id, id))
  return row ?? null
}

const MAX_LISTED = 20

export const listArchives = (db: Database, calendarId: string): Promise<ArchiveRow[]> =>
  db
    .select()
    .from(archives)
    .where(eq(archives.calendarId, calendarId))
    .orderBy(desc(archives.createdAt), desc(archives.id))
    .limit(MAX_LISTED)

export const claimArchive = async (db: Database, id: string, now: Instant) => {
  const [row] = await rowsFrom(db, archiveOutbox.claim(db, [id], now, {}))
  return row ?? null
}

/** The secrets of the calendar's webhooks, still encrypted by the service. */
export const listWebhookSecrets = (
  db: Database,
  calendarId: string,
): Promise<Pick<WebhookRow, 'id' | 'secretCipher'>[]> =>
  db
    .select({ id: webhooks.id, secretCipher: webhooks.secretCipher })
    .from(webhooks)
    .where(eq(webhooks.calendarId, calendarId))

export const listParts = (db: Database, archiveId: string): Promise<ArchivePartRow[]> =>
  db.select().from(archiveParts).where(eq(archiveParts.archiveId, archiveId)).orderBy(asc(archiveParts.number))

/** SQL condition: the calendar hasn't changed since the archive began to read it. */
export const isUnchanged = ({ calendarId, sinceSeq }: ArchiveRow): SQL => sql`${lastChange(calendarId)} <= ${sinceSeq}`

/** Records the written parts and the start of the next one, if the worker still has the archive. */
export const recordParts = (
  db: Database,
  archive: ArchiveRow,
  parts: readonly ArchivePartRow[],
  next: Partial<ArchiveRow>,
  where: SQL = sql`1`,
) => ({
  rows: parts.map((part) =>
    statement(sql`
      insert into archive_parts (archive_id, number, path, row_count, bytes, packed, checksum, method, digest, lease)
      select ${part.archiveId}, ${part.number}, ${part.path}, ${part.rowCount}, ${part.bytes}, ${part.packed},
        ${part.checksum}, ${part.method}, ${part.digest}, ${part.lease}
      where exists (select 1 from archives a where a.id = ${archive.id} and a.lease_until = ${archive.leaseUntil}) and ${where}`),
  ),
  archive: archiveOutbox.settle(db, archive, next, where),
})

interface ArchiveEnd {
  status: 'READY' | 'FAILED'
  digest?: string
  completedAt: Instant
}

/** SQL condition: this commit has ended the archive. */
const hasEnded = (id: string, { status, completedAt }: ArchiveEnd) =>
  sql`exists (select 1 from archives a where a.id = ${id} and a.status = ${status} and a.completed_at = ${completedAt})`

/** Adds the archive to the history. Must follow the statement that ends it. */
export const recordArchive = (
  { id, calendarId, rowCount }: ArchiveRow,
  { digest, ...end }: ArchiveEnd & { digest: string },
) => recordJob({ id, calendarId, kind: 'ARCHIVE', rowCount, digest, createdAt: end.completedAt }, hasEnded(id, end))

/** The webhook event of an archive that ends in the same commit. */
export const archiveCompleted = ({ id }: Pick<ArchiveRow, 'id'>, end: ArchiveEnd) => ({
  type: 'archive.completed' as const,
  eventId: sql`null`,
  data: { archiveId: id, status: end.status, digest: end.digest ?? null, completedAt: iso(end.completedAt) },
  when: hasEnded(id, end),
})

/** Returns `seq` of the calendar's last change. */
export const findLastChange = async (db: Database, calendarId: string) => {
  const rows = await rowsFrom(db, statement<{ seq: number }>(sql`select ${lastChange(calendarId)} as seq`))
  return onlyRow(rows).seq
}

/** Restarts reading from the beginning. The caller deletes the files of the parts. */
export const beginAgain = (db: Database, archive: ArchiveRow, next: Partial<ArchiveRow>) => ({
  parts: statement(sql`delete from archive_parts where archive_id = ${archive.id}
    and exists (select 1 from archives a where a.id = ${archive.id} and a.lease_until = ${archive.leaseUntil})`),
  archive: archiveOutbox.settle(db, archive, { ...next, parts: 0, rowCount: 0, bytes: 0, rounds: archive.rounds + 1 }),
})

export const heldUntil = (now: Instant) => now + LEASE_MS

export const listExpiredArchives = (db: Database, now: Instant, most: number) =>
  db
    .select({ id: archives.id })
    .from(archives)
    .where(and(sql`file_expires_at is not null`, sql`file_expires_at <= ${now}`))
    .limit(most)

export const dropArchives = (ids: readonly string[]) => [
  statement(sql`delete from archive_parts where archive_id in ${inList(ids)}`),
  statement(sql`delete from archives where id in ${inList(ids)}`),
]
