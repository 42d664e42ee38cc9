import { and, desc, eq, sql } from 'drizzle-orm'
import type { Database } from '../../db/database.ts'
import { rowsOf, written } from '../../db/statement.ts'
import type { ExportRunRow, ScheduledExportRow } from '../../db/rows.ts'
import { calendars, exportRuns, scheduledExports } from '../../db/schema.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import { MOST_FAILURES, type Terms } from './exports.ts'

const ofCalendar = (calendarId: string, id: string) =>
  and(eq(scheduledExports.calendarId, calendarId), eq(scheduledExports.id, id))

export const insertScheduledExport = (db: Database, row: ScheduledExportRow) =>
  rowsOf(scheduledExports, db.insert(scheduledExports).values(row).returning())

export const findScheduledExport = async (db: Database, calendarId: string, id: string) => {
  const [row] = await db.select().from(scheduledExports).where(ofCalendar(calendarId, id)).limit(1)
  return row ?? null
}

export const listScheduledExports = async (db: Database, calendarId: string, page: PageRequest) => {
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(scheduledExports)
      .where(eq(scheduledExports.calendarId, calendarId))
      .orderBy(desc(scheduledExports.createdAt), desc(scheduledExports.id))
      .limit(page.limit)
      .offset(offsetOf(page)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(scheduledExports)
      .where(eq(scheduledExports.calendarId, calendarId)),
  ])
  return { rows, total: counts[0]?.total ?? 0 }
}

/** Writes only over the terms that the next run was reckoned from. */
export const updateScheduledExport = (db: Database, seen: ScheduledExportRow, changes: Partial<ScheduledExportRow>) => {
  const same = (name: keyof Terms) => sql`${scheduledExports[name]} is ${seen[name]}`
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
          sql`${scheduledExports.isActive} = ${seen.isActive ? 1 : 0}`,
        ),
      )
      .returning(),
  )
}

export const deleteScheduledExport = (db: Database, calendarId: string, id: string) =>
  db.delete(scheduledExports).where(ofCalendar(calendarId, id)).returning({ id: scheduledExports.id })

export const listRuns = async (db: Database, scheduledExportId: string, page: PageRequest) => {
  const [rows, counts] = await db.batch([
    db
      .select()
      .from(exportRuns)
      .where(eq(exportRuns.scheduledExportId, scheduledExportId))
      .orderBy(desc(exportRuns.scheduledFor))
      .limit(page.limit)
      .offset(offsetOf(page)),
    db
      .select({ total: sql<number>`count(*)` })
      .from(exportRuns)
      .where(eq(exportRuns.scheduledExportId, scheduledExportId)),
  ])
  return { rows, total: counts[0]?.total ?? 0 }
}

export const listRunsWithFiles = (db: Database, scheduledExportId: string) =>
  db
    .select({ id: exportRuns.id })
    .from(exportRuns)
    .where(and(eq(exportRuns.scheduledExportId, scheduledExportId), sql`${exportRuns.fileExpiresAt} is not null`))

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

export const listDueSchedules = (db: Database, now: Instant, most: number) =>
  db
    .select()
    .from(scheduledExports)
    .where(and(sql`is_active = 1`, sql`${scheduledExports.nextRunAt} <= ${now}`))
    .orderBy(scheduledExports.nextRunAt)
    .limit(most)

/** Moves the schedule on and makes its run, unless another has done so. */
export const startRun = (
  db: Database,
  seen: ScheduledExportRow,
  run: { id: string; nextRunAt: Instant; now: Instant },
) =>
  [
    written<{ id: string }>(sql`
      insert into export_runs (id, scheduled_export_id, calendar_id, status, scheduled_for, created_at)
      select ${run.id}, s.id, s.calendar_id, 'PENDING', s.next_run_at, ${run.now} from scheduled_exports s
      where s.id = ${seen.id} and s.is_active = 1 and s.next_run_at = ${seen.nextRunAt}
      on conflict (scheduled_export_id, scheduled_for) do nothing returning id`),
    db
      .update(scheduledExports)
      .set({ nextRunAt: run.nextRunAt })
      .where(and(eq(scheduledExports.id, seen.id), eq(scheduledExports.nextRunAt, seen.nextRunAt ?? 0))),
  ] as const

export const listWaitingRuns = (db: Database, now: Instant, most: number) =>
  db
    .select({ id: exportRuns.id })
    .from(exportRuns)
    .where(
      and(
        sql`status in ('PENDING', 'RUNNING')`,
        sql`(${exportRuns.leaseUntil} is null or ${exportRuns.leaseUntil} <= ${now})`,
      ),
    )
    .limit(most)

/** One worker at a time; one that fell silent loses the run when its lease is over. */
export const claimRun = async (db: Database, id: string, now: Instant, leaseUntil: Instant) => {
  const [row] = await db
    .update(exportRuns)
    .set({
      status: 'RUNNING',
      attempts: sql`attempts + 1`,
      leaseUntil,
      startedAt: sql`coalesce(started_at, ${now})`,
    })
    .where(
      and(
        eq(exportRuns.id, id),
        sql`status in ('PENDING', 'RUNNING')`,
        sql`(${exportRuns.leaseUntil} is null or ${exportRuns.leaseUntil} <= ${now})`,
      ),
    )
    .returning()
  return row ?? null
}

const held = (run: Pick<ExportRunRow, 'id' | 'leaseUntil'>) =>
  and(eq(exportRuns.id, run.id), sql`status = 'RUNNING'`, eq(exportRuns.leaseUntil, run.leaseUntil ?? 0))

export const renewLease = async (db: Database, run: ExportRunRow, leaseUntil: Instant) => {
  const rows = await db.update(exportRuns).set({ leaseUntil }).where(held(run)).returning({ id: exportRuns.id })
  return rows.length > 0
}

export const postponeRun = (db: Database, run: ExportRunRow, until: Instant, error: string) =>
  db.update(exportRuns).set({ status: 'PENDING', leaseUntil: until, error }).where(held(run))

/** The schedule notes how its run ended, if the run was still this worker's to end. */
export const endRun = (db: Database, run: ExportRunRow, end: Partial<ExportRunRow>, now: Instant) => {
  const isFailure = end.status === 'FAILED'
  return [
    db
      .update(exportRuns)
      .set({ ...end, leaseUntil: null, completedAt: now })
      .where(held(run))
      .returning({ id: exportRuns.id }),
    written(sql`
      update scheduled_exports set last_run_at = ${now}, last_status = ${end.status},
        consecutive_failures = case when ${isFailure ? 1 : 0} then consecutive_failures + 1 else 0 end,
        is_active = case when ${isFailure ? 1 : 0} and consecutive_failures + 1 >= ${MOST_FAILURES} then 0 else is_active end,
        next_run_at = case when ${isFailure ? 1 : 0} and consecutive_failures + 1 >= ${MOST_FAILURES} then null else next_run_at end
      where id = ${run.scheduledExportId} and changes() = 1`),
  ] as const
}

export const listExpiredFiles = (db: Database, now: Instant, most: number) =>
  db
    .select({ id: exportRuns.id })
    .from(exportRuns)
    .where(sql`file_expires_at is not null and file_expires_at <= ${now}`)
    .limit(most)

export const forgetFiles = (db: Database, ids: string[]) =>
  db.run(
    sql`update export_runs set file_expires_at = null where id in (select value from json_each(${JSON.stringify(ids)}))`,
  )
