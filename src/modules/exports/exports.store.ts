import { and, desc, eq, sql, type SQL } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { guard, unless } from '../../db/guard.ts'
import { insertWhere } from '../../db/insert-where.ts'
import type { ExportRunRow, ScheduledExportRow } from '../../db/rows.ts'
import { LEASE_MS, outboxOf } from '../../db/outbox.ts'
import { inList, inOneBatch, onlyRow, rowsFrom, rowsOf, statement, type TypedStatement } from '../../db/statement.ts'
import { calendars, exportRuns, members, scheduledExports } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import { mayExport } from './answerable.store.ts'
import type { Terms } from './exports.ts'

/** Number of consecutive failed runs after which a schedule pauses. */
const MAX_FAILURES = 5

const ofCalendar = (calendarId: string, id: string) =>
  and(eq(scheduledExports.calendarId, calendarId), eq(scheduledExports.id, id))

const MAX_SCHEDULES = 20

export const mayBeScheduled = ({ calendarId, createdBy: userId, dataset }: ScheduledExportRow) =>
  guard([
    // The member may have been removed since the gate checked their role.
    unless('role_insufficient', mayExport({ calendarId, userId, dataset })),
    unless(
      'scheduled_export_limit_reached',
      sql`(select count(*) from scheduled_exports s where s.calendar_id = ${calendarId}) < ${MAX_SCHEDULES}`,
    ),
  ])

export const insertScheduledExport = (row: ScheduledExportRow, holds: SQL) => insertWhere(scheduledExports, row, holds)

/**
 * Returns the current role of `createdBy`, the member responsible for the schedule. Null if they have left the
 * calendar.
 */
export const roleOfCreator = async (db: Database, { calendarId, createdBy }: ScheduledExportRow) => {
  const [member] = await db
    .select({ role: members.role })
    .from(members)
    .where(and(eq(members.calendarId, calendarId), eq(members.userId, createdBy)))
  return member?.role ?? null
}

export const findScheduledExport = async (db: Database, calendarId: string, id: string) => {
  const [row] = await db.select().from(scheduledExports).where(ofCalendar(calendarId, id)).limit(1)
  return row ?? null
}

const pageFrom = async <Row>(db: Database, rows: TypedStatement<Row>, counted: TypedStatement<{ total: number }>) => {
  const found = await inOneBatch(db, { rows, counted })
  return { rows: found.rows, total: onlyRow(found.counted).total }
}

export const listScheduledExportsQuery = (db: Database, calendarId: string, page: PageRequest) =>
  pageFrom(
    db,
    rowsOf(
      scheduledExports,
      db
        .select()
        .from(scheduledExports)
        .where(eq(scheduledExports.calendarId, calendarId))
        .orderBy(desc(scheduledExports.createdAt), desc(scheduledExports.id))
        .limit(page.limit)
        .offset(offsetOf(page)),
    ),
    statement(sql`select count(*) as total from scheduled_exports where calendar_id = ${calendarId}`),
  )

/**
 * Updates the schedule only if the settings from which `nextRunAt` was computed are unchanged. The dataset must be
 * unchanged too, and the member must still be one: the verb checked `userId`’s role for the dataset that it read.
 */
export const updateScheduledExportStatement = (
  db: Database,
  seen: ScheduledExportRow,
  changes: Partial<ScheduledExportRow>,
  userId: string,
) => {
  const same = (name: keyof Terms | 'dataset') => sql`${scheduledExports[name]} is ${seen[name]}`
  return rowsOf(
    scheduledExports,
    db
      .update(scheduledExports)
      .set(changes)
      .where(
        and(
          ofCalendar(seen.calendarId, seen.id),
          same('frequency'),
          same('weekday'),
          same('dayOfMonth'),
          same('timeOfDay'),
          same('timezone'),
          same('dataset'),
          mayExport({ calendarId: seen.calendarId, userId, dataset: changes.dataset ?? seen.dataset }),
          sql`${scheduledExports.isActive} = ${seen.isActive ? 1 : 0}`,
        ),
      )
      .returning(),
  )
}

export const deleteScheduledExportStatement = (db: Database, calendarId: string, id: string) =>
  db.delete(scheduledExports).where(ofCalendar(calendarId, id)).returning({ id: scheduledExports.id })

export const listRuns = (db: Database, scheduledExportId: string, page: PageRequest) =>
  pageFrom(
    db,
    rowsOf(
      exportRuns,
      db
        .select()
        .from(exportRuns)
        .where(eq(exportRuns.scheduledExportId, scheduledExportId))
        .orderBy(desc(exportRuns.scheduledFor))
        .limit(page.limit)
        .offset(offsetOf(page)),
    ),
    statement(sql`select count(*) as total from export_runs where scheduled_export_id = ${scheduledExportId}`),
  )

export const listRunsWithFiles = (db: Database, scheduledExportId: string) =>
  db
    .select({ id: exportRuns.id, attempts: exportRuns.attempts })
    .from(exportRuns)
    .where(and(eq(exportRuns.scheduledExportId, scheduledExportId), sql`${exportRuns.fileExpiresAt} is not null`))

export const findScheduleWithCalendar = async (db: Database, id: string) => {
  const [row] = await db
    .select({ schedule: scheduledExports, calendar: calendars })
    .from(scheduledExports)
    .innerJoin(calendars, eq(calendars.id, scheduledExports.calendarId))
    .where(eq(scheduledExports.id, id))
    .limit(1)
  return row ?? null
}

export const findRun = async (db: Database, id: string) => {
  const [row] = await db
    .select({ run: exportRuns, schedule: scheduledExports, calendar: calendars })
    .from(exportRuns)
    .innerJoin(scheduledExports, eq(scheduledExports.id, exportRuns.scheduledExportId))
    .innerJoin(calendars, eq(calendars.id, exportRuns.calendarId))
    .where(eq(exportRuns.id, id))
    .limit(1)
  return row ?? null
}

/** SQL condition: neither the calendar of the schedule nor its event waits for its erasure, which pauses exports. */
const isNotErasing = (scheduleId: SQL) => sql`not exists (
  select 1 from scheduled_exports x join calendars c on c.id = x.calendar_id left join events e on e.id = x.event_id
  where x.id = ${scheduleId} and (c.erase_at is not null or e.erase_at is not null))`

export const listDueSchedules = (db: Database, now: Instant, most: number) =>
  db
    .select()
    .from(scheduledExports)
    .where(
      and(sql`is_active = 1`, sql`${scheduledExports.nextRunAt} <= ${now}`, isNotErasing(sql`scheduled_exports.id`)),
    )
    .orderBy(scheduledExports.nextRunAt)
    .limit(most)

/** Advances `nextRunAt` and creates the run, unless another worker has already done so. */
export const startRun = (
  db: Database,
  seen: ScheduledExportRow,
  run: { id: string; nextRunAt: Instant; now: Instant },
) => ({
  made: statement<{ id: string }>(sql`
      insert into export_runs (id, scheduled_export_id, calendar_id, status, scheduled_for, created_at)
      select ${run.id}, s.id, s.calendar_id, 'PENDING', s.next_run_at, ${run.now} from scheduled_exports s
      where s.id = ${seen.id} and s.is_active = 1 and s.next_run_at = ${seen.nextRunAt} and ${isNotErasing(sql`s.id`)}
      on conflict (scheduled_export_id, scheduled_for) do nothing returning id`),
  moved: db
    .update(scheduledExports)
    .set({ nextRunAt: run.nextRunAt })
    .where(
      and(
        eq(scheduledExports.id, seen.id),
        eq(scheduledExports.nextRunAt, seen.nextRunAt ?? 0),
        isNotErasing(sql`scheduled_exports.id`),
      ),
    ),
})

/** The outbox (work queue) of due runs. Between two attempts a run waits until `leaseUntil`. */
export const runOutbox = outboxOf({
  queue: 'jobs',
  table: exportRuns,
  waiting: ['PENDING', 'RUNNING'],
  dueAt: exportRuns.scheduledFor,
})

/**
 * Claims the run for one worker. If the worker stops responding, it loses the run when the lease expires. A run waits
 * while the erasure of its calendar or event is pending.
 */
export const claimRun = async (db: Database, id: string, now: Instant) => {
  const own = {
    status: 'RUNNING' as const,
    attempts: sql`${exportRuns.attempts} + 1`,
    startedAt: sql`coalesce(${exportRuns.startedAt}, ${now})`,
  }
  const [run] = await rowsFrom(
    db,
    runOutbox.claim(db, [id], now, own, isNotErasing(sql`export_runs.scheduled_export_id`)),
  )
  return run ?? null
}

/** Extends this worker's lease on the run. Returns null if the worker has lost the run. */
export const renewLease = async (db: Database, run: ExportRunRow, now: Instant) => {
  const [held] = await rowsFrom(db, runOutbox.settle(db, run, { leaseUntil: now + LEASE_MS }))
  return held ?? null
}

export const postponeRun = (db: Database, run: ExportRunRow, until: Instant, error: string) =>
  rowsFrom(db, runOutbox.settle(db, run, { status: 'PENDING', leaseUntil: until, error }))

export type RunEnd = Partial<ExportRunRow> & { status: 'SUCCEEDED' | 'FAILED'; completedAt: Instant }
/** If `isForCreator` is set, the schedule pauses immediately, whatever the results of its earlier runs. */
type Pause = { isForCreator: boolean }

/** Ends the run and records the result in its schedule, but only if this worker still holds the run. */
export const endRun = (db: Database, run: ExportRunRow, end: RunEnd, { isForCreator }: Pause) => {
  const pauses = isForCreator ? sql`1` : sql`${end.status} = 'FAILED' and consecutive_failures + 1 >= ${MAX_FAILURES}`
  return {
    ended: runOutbox.settle(db, run, end),
    noted: statement(sql`
      update scheduled_exports set last_run_at = ${end.completedAt}, last_status = ${end.status},
        consecutive_failures = case when ${end.status} = 'FAILED' then consecutive_failures + 1 else 0 end,
        is_active = case when ${pauses} then 0 else is_active end,
        paused_reason = case when ${pauses} then ${isForCreator ? 'CREATOR' : 'FAILURES'} else paused_reason end,
        next_run_at = case when ${pauses} then null else next_run_at end
      where id = ${run.scheduledExportId} and changes() = 1`),
  }
}

/** SQL condition: the run ended with this result, not with a result from another worker. */
export const hasEnded = (run: ExportRunRow, { status, completedAt }: RunEnd) =>
  sql`exists (select 1 from export_runs r where r.id = ${run.id} and r.status = ${status} and r.completed_at = ${completedAt})`

/** SQL condition: ending the run with this result has paused the schedule. */
export const hasPaused = (run: ExportRunRow, end: RunEnd) =>
  sql`${hasEnded(run, end)} and exists (select 1 from scheduled_exports s
    where s.id = ${run.scheduledExportId} and s.is_active = 0 and s.paused_reason is not null)`

export const listExpiredFiles = (db: Database, now: Instant, most: number) =>
  db
    .select({ id: exportRuns.id, attempts: exportRuns.attempts })
    .from(exportRuns)
    .where(sql`file_expires_at is not null and file_expires_at <= ${now}`)
    .limit(most)

export const forgetFiles = (db: Database, ids: string[]) =>
  db.run(sql`update export_runs set file_expires_at = null where id in ${inList(ids)}`)

/** Whether any event in the calendar has a party. */
/** Whether any event of the calendar has parties, and whether any has add-ons. */
export const findExtras = async (db: Database, calendarId: string) => {
  const has = (table: 'parties' | 'addons') => sql`exists (select 1 from events e where e.calendar_id = ${calendarId}
    and exists (select 1 from ${sql.raw(table)} y where y.event_id = e.id))`
  const [found] = await db.all<Record<'hasParties' | 'hasAddons', number>>(
    sql`select ${has('parties')} as "hasParties", ${has('addons')} as "hasAddons"`,
  )
  return found
}
