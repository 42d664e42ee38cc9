import { sql, type SQL } from 'drizzle-orm'
import type { OutgoingMail } from '../../db/outgoing.ts'
import { guard, unless, type Guard, type Judged } from '../../db/guard.ts'
import { statement } from '../../db/statement.ts'
import type { Code } from '../../kernel/failure.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { blocksJson, blocksOfAccount, blocksOfCalendar, blocksOfEvent, isUnblocked, IS_ALONE } from './blocks.store.ts'

export const GRACE_MS = 30 * DAY_MS

const isUnblockedBy = (blocks: SQL) =>
  unless('erasure_blocked', isUnblocked(blocks), { data: sql`json_object('blocks', json(${blocksJson(blocks)}))` })

const mayErase = (blocks: SQL) => guard([isUnblockedBy(blocks)])

/**
 * Whether an archive of the calendar has this digest and nothing has changed since it was read. Ignores jobs, because
 * the archive itself is one.
 */
const isArchived = (calendarId: string, digest: string | undefined) =>
  digest === undefined
    ? sql`1`
    : sql`exists (select 1 from archives a where a.calendar_id = ${calendarId} and a.status = 'READY' and a.digest = ${digest}
        and a.since_seq >= coalesce((select seq from changes where calendar_id = ${calendarId} and object <> 'job' order by seq desc limit 1), 0))`

/**
 * Requests the erasure of a calendar or an event, unless something blocks it. Repeating the request keeps the time of
 * the first one. The row becomes `PRIVATE`, so that every list, page and count omits it.
 */
const markRow = <C extends Code>(table: 'calendars' | 'events', id: string, now: Instant, rule: Guard<C>) => {
  const name = sql.raw(table)
  const touched = sql.raw(table === 'events' ? 'revision = revision + 1' : 'content_revision = content_revision + 1')
  return {
    rule,
    statements: {
      judged: statement<Judged>(sql`select ${rule.why} as why`),
      marked:
        statement(sql`update ${name} set erase_at = ${now + GRACE_MS}, visibility_before = visibility, visibility = 'PRIVATE',
        ${touched}, updated_at = max(updated_at, ${now}) where id = ${id} and erase_at is null and ${rule.holds}`),
      row: statement<{ eraseAt: Instant | null }>(sql`select erase_at as eraseAt from ${name} where id = ${id}`),
    },
  }
}

export const markCalendar = (id: string, now: Instant, archiveDigest?: string) =>
  markRow(
    'calendars',
    id,
    now,
    guard([
      unless('archive_outdated', isArchived(id, archiveDigest)),
      isUnblockedBy(blocksOfCalendar(id, now, archiveDigest !== undefined)),
    ]),
  )
export const markEvent = (id: string, now: Instant) => markRow('events', id, now, mayErase(blocksOfEvent(id, now)))

/** Sets `erase_at` to null before the erasure starts. The comparison also excludes 0, which marks a started erasure. */
export const takeBackRow = (table: 'calendars' | 'events', id: SQL | string, now: Instant) =>
  statement<{ id: string }>(sql`
    update ${sql.raw(table)} set erase_at = null, visibility = coalesce(visibility_before, visibility), visibility_before = null,
      updated_at = max(updated_at, ${now}) where id = ${id} and erase_at > ${now} returning id`)

/** Requests the erasure of a user's account, with the calendars that have no other member. */
export const markAccount = (userId: string, now: Instant) => {
  const rule = mayErase(blocksOfAccount(userId, now))
  return {
    rule,
    statements: {
      judged: statement<Judged>(sql`select ${rule.why} as why`),
      calendars: statement<{
        id: string
      }>(sql`update calendars set erase_at = ${now + GRACE_MS}, visibility_before = visibility, visibility = 'PRIVATE',
        content_revision = content_revision + 1, updated_at = max(updated_at, ${now})
        where erase_at is null and id in (select m.calendar_id from members m where m.user_id = ${userId} and ${IS_ALONE})
          and not exists (select 1 from accounts a where a.user_id = ${userId} and a.erase_at is not null) and ${rule.holds} returning id`),
      marked: statement(sql`insert into accounts (user_id, erase_at, created_at, updated_at)
        select ${userId}, ${now + GRACE_MS}, ${now}, ${now} where ${rule.holds}
        on conflict (user_id) do update set erase_at = coalesce(accounts.erase_at, excluded.erase_at), updated_at = excluded.updated_at`),
      row: statement<{ eraseAt: Instant | null }>(
        sql`select erase_at as eraseAt from accounts where user_id = ${userId}`,
      ),
    },
  }
}

/** Also restores the calendars that were to be erased with the account: they have its `erase_at`. */
export const takeBackAccount = (userId: string, now: Instant) => ({
  calendars: statement<{ id: string }>(sql`
    update calendars set erase_at = null, visibility = coalesce(visibility_before, visibility), visibility_before = null,
      content_revision = content_revision + 1, updated_at = max(updated_at, ${now})
    where erase_at > ${now} and erase_at = (select a.erase_at from accounts a where a.user_id = ${userId})
      and id in (select m.calendar_id from members m where m.user_id = ${userId}) returning id`),
  back: statement<{ id: string }>(sql`update accounts set erase_at = null, updated_at = ${now}
    where user_id = ${userId} and erase_at > ${now} returning user_id as id`),
})

/** The erased object, as stored in the emails about it. */
interface ErasureSubject {
  what: 'event' | 'calendar' | 'account'
  id: string
  name: string
}

/** Emails the owners of a calendar that this request, made at `now`, has set `erase_at`. */
export const mailToOwners = (calendarId: string, { what, id, name }: ErasureSubject, now: Instant): OutgoingMail => ({
  kind: 'erasure-requested',
  cause: sql`${`erasure:${id}:${now + GRACE_MS}:`} || each.email`,
  recipient: sql`each.email`,
  data: { what, id, name, eraseAt: now + GRACE_MS },
  each: sql`(select distinct email from members where calendar_id = ${calendarId} and role = 'OWNER' and email is not null)`,
  when: sql`exists (select 1 from ${sql.raw(what === 'event' ? 'events' : 'calendars')} t where t.id = ${id} and t.erase_at = ${now + GRACE_MS})`,
})

export const mailToUser = ({ id, name }: ErasureSubject, email: string, now: Instant): OutgoingMail => ({
  kind: 'erasure-requested',
  cause: `erasure:${id}:${now + GRACE_MS}:${email}`,
  recipient: email,
  data: { what: 'account', id, name, eraseAt: now + GRACE_MS },
  when: sql`exists (select 1 from accounts a where a.user_id = ${id} and a.erase_at = ${now + GRACE_MS})`,
})

const REMINDER_MS = 7 * DAY_MS

/**
 * Inserts a second email for each pending erasure that is at most 7 days away, to the recipients of the first one. The first
 * email is still stored then: emails are kept for 30 days, and it is 23 days old.
 */
export const remind = (now: Instant, most: number) =>
  statement<{ id: string }>(sql`
    insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, is_limited, created_at)
    select 'mail_' || lower(hex(randomblob(16))), f.calendar_id, f.event_id, null, 'erasure-soon', f.recipient, f.data, 'soon:' || f.cause,
      'pending', ${now}, 0, ${now}
    from (
      select id, erase_at from events where erase_at > ${now} and erase_at <= ${now + REMINDER_MS}
      union all select id, erase_at from calendars where erase_at > ${now} and erase_at <= ${now + REMINDER_MS}
      union all select user_id, erase_at from accounts where erase_at > ${now} and erase_at <= ${now + REMINDER_MS}
    ) due join mails f on f.cause > 'erasure:' || due.id || ':' || due.erase_at || ':'
      and f.cause < 'erasure:' || due.id || ':' || due.erase_at || ';'
    where not exists (select 1 from mails s where s.cause = 'soon:' || f.cause)
    limit ${most} on conflict (cause) do nothing returning id`)
