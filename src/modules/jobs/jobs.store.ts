import { and, eq, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { insertWhere } from '../../db/insert-where.ts'
import type { FinishedJobRow } from '../../db/rows.ts'
import { finishedJobs } from '../../db/schema.ts'
import { inList, rowsOf } from '../../db/statement.ts'

type NewJob = Pick<FinishedJobRow, 'id' | 'calendarId' | 'kind' | 'digest' | 'createdAt'> & Partial<FinishedJobRow>

/** Records a completed job if `holds` is true. A trigger adds it to the change feed, with the actor of the commit. */
export const recordJob = (job: NewJob, holds: SQL = sql`1`) => insertWhere(finishedJobs, job, holds)

export const jobsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    finishedJobs,
    new QueryBuilder()
      .select()
      .from(finishedJobs)
      .where(and(sql`${finishedJobs.id} in ${inList(ids)}`, eq(finishedJobs.calendarId, calendarId))),
  )
