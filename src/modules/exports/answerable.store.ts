import { sql, type SQL } from 'drizzle-orm'
import type { OutgoingMail } from '../../db/outgoing.ts'
import { statement } from '../../db/statement.ts'
import type { Instant } from '../../kernel/time.ts'

/** SQL condition: the user is a member whose role may export the dataset. It must agree with `roleFor`. */
export const mayExport = ({ calendarId, userId, dataset }: Record<'calendarId' | 'userId' | 'dataset', unknown>) =>
  sql`exists (select 1 from members m where m.calendar_id = ${calendarId} and m.user_id = ${userId}
    and (m.role = 'OWNER' or (m.role = 'MANAGER' and ${dataset} <> 'ORDERS')))`

/** The recipients of the schedules `s` that `where` selects, and every owner whose address is known. */
const recipientsAndOwners = (where: SQL) =>
  sql`(select s.id, r.value as recipient from scheduled_exports s, json_each(s.recipients) r where ${where}
    union select s.id, o.email from scheduled_exports s join members o on o.calendar_id = s.calendar_id
      and o.role = 'OWNER' and o.email is not null where ${where})`

const recipientsOnly = (where: SQL) =>
  sql`(select s.id, r.value as recipient from scheduled_exports s, json_each(s.recipients) r where ${where})`

interface RunMail {
  kind: 'export-ready' | 'export-paused'
  run: { id: string; scheduledExportId: string }
  when: SQL
}

/** Emails about the end of a run. A pause concerns the owners too. */
export const mailsAboutRun = ({ kind, run, when }: RunMail): OutgoingMail[] => {
  const isOfRun = sql`s.id = ${run.scheduledExportId}`
  const isPause = kind === 'export-paused'
  return [
    {
      kind,
      cause: sql`${isPause ? `${run.id}:paused` : run.id} || ':' || each.recipient`,
      recipient: sql`each.recipient`,
      data: { runId: run.id },
      each: isPause ? recipientsAndOwners(isOfRun) : recipientsOnly(isOfRun),
      when,
    },
  ]
}

/**
 * Pauses the schedules for which the user is responsible (`created_by`) but whose data their role no longer covers, and
 * ends their runs. Run it after the change to `members`, in the same batch. A worker that is writing the file of an
 * ended run loses its lease and deletes the file.
 */
export const pauseExportsOf = (calendarId: string, userId: string, now: Instant) => {
  const lostAccess = sql`s.calendar_id = ${calendarId} and s.created_by = ${userId}
    and not ${mayExport({ calendarId, userId, dataset: sql`s.dataset` })}`
  const pausedNow = sql`s.calendar_id = ${calendarId} and s.created_by = ${userId} and s.is_active = 0
    and s.paused_reason = 'CREATOR' and s.updated_at = ${now}`
  return {
    statements: {
      ended: statement(sql`
        update export_runs set status = 'FAILED', completed_at = ${now}, lease_until = null,
          error = 'The person responsible for this export no longer has access to its data.',
          file_expires_at = case when attempts > 0 then ${now} end
        where status in ('PENDING', 'RUNNING')
          and scheduled_export_id in (select s.id from scheduled_exports s where ${lostAccess})`),
      paused: statement<{ id: string }>(sql`
        update scheduled_exports as s set is_active = 0, next_run_at = null, paused_reason = 'CREATOR', updated_at = ${now}
        where ${lostAccess} and s.is_active = 1 returning id`),
    },
    mails: [
      {
        kind: 'export-paused',
        cause: sql`each.id || ${`:paused:${now}:`} || each.recipient`,
        recipient: sql`each.recipient`,
        data: sql`json_object('exportId', each.id)`,
        each: recipientsAndOwners(pausedNow),
      },
    ] satisfies OutgoingMail[],
  }
}
