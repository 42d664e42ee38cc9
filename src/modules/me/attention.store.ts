import { sql } from 'drizzle-orm'
import type { ProgramActor } from '../../access/actor.ts'
import { statement } from '../../db/statement.ts'
import { roleCovers } from '../../kernel/ranks.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import type { Role, Scope } from '../../kernel/vocabulary.ts'
import { checkInClosesAt, checkInOpensAt } from '../checkins/index.ts'
import { CHECK_IN_MARGIN_MS } from '../events/index.ts'
import { waitingCounts } from '../seats/index.ts'

export interface AttentionItem {
  kind: 'DOOR_OPEN' | 'APPROVALS' | 'UNPAID' | 'INVITATIONS'
  calendarSlug: string
  calendarName: string
  eventId: string | null
  eventTitle: string | null
  startAt: Instant | null
  count: number
}

const MAX_ITEMS = 200
const HORIZON_MS = 90 * DAY_MS
/** How long after the end of an event its door can stay open and still be found here. */
const LONGEST_AFTER_MS = 30 * DAY_MS

const waiting = waitingCounts(sql.raw('e.id'))

const guestCount = (statuses: string, what: string) =>
  sql.raw(
    `(select coalesce(sum(${what}), 0) from guest_counts n where n.event_id = e.id and n.status in (${statuses}))`,
  )

/** Conditions for the tasks of a user: the role in each of their calendars. */
const forUser = (userId: string) => ({
  calendars: sql`members m join calendars c on c.id = m.calendar_id and m.user_id = ${userId}`,
  maySeeDoor: sql`1`,
  mayApprove: sql`m.role in ('MANAGER', 'OWNER')`,
  mayBill: sql`m.role = 'OWNER'`,
  mayInvite: sql`m.role = 'OWNER'`,
})

/** With the constant 0, SQLite would plan to scan the table. */
const NEVER = sql`m.id = ''`

/** Conditions for the tasks of a program: its scopes, and the role of the person who allowed an app. No scope is for members. */
const forProgram = (program: ProgramActor) => {
  const may = (scope: Scope, role: Role) =>
    program.scopes.includes(scope) && (program.kind === 'key' || roleCovers(program.role, role)) ? sql`1` : NEVER
  return {
    calendars: sql`calendars m join calendars c on c.id = m.id and m.id = ${program.calendar.id}`,
    maySeeDoor: may('checkins:read', 'STAFF'),
    mayApprove: may('guests:read', 'MANAGER'),
    mayBill: may('billing:read', 'OWNER'),
    mayInvite: NEVER,
  }
}

/** Selects the tasks that a user or a program can handle. */
export const attentionItemsFor = (reader: string | ProgramActor, now: Instant) => {
  const { calendars, maySeeDoor, mayApprove, mayBill, mayInvite } =
    typeof reader === 'string' ? forUser(reader) : forProgram(reader)
  const endingAfter = (end: Instant) =>
    sql`${calendars} join events e on e.calendar_id = c.id and e.end_at > ${end} and e.start_at < ${now + HORIZON_MS} and e.status = 'PUBLISHED'`
  const ahead = endingAfter(now - CHECK_IN_MARGIN_MS)
  const ofEvent = sql.raw('c.slug, c.name, e.id, e.title, e.start_at')
  return statement<AttentionItem>(sql`
    select kind, slug as calendarSlug, name as calendarName, event_id as eventId, title as eventTitle, start_at as startAt, count
    from (
      select 'DOOR_OPEN' as kind, c.slug, c.name, e.id as event_id, e.title, e.start_at, ${guestCount(`'CHECKED_IN'`, 'n.guests')} as count, 1 as anyhow
      from ${endingAfter(now - LONGEST_AFTER_MS)} and ${maySeeDoor} and ${checkInOpensAt} <= ${now} and ${checkInClosesAt} >= ${now}
      union all
      select 'APPROVALS', ${ofEvent}, ${waiting.approvals}, 0 from ${ahead} and ${mayApprove}
      union all
      select 'UNPAID', ${ofEvent}, ${waiting.unpaidOrders}, 0 from ${ahead} and ${mayBill}
      union all
      select 'INVITATIONS', c.slug, c.name, null, null, null,
        (select count(*) from member_invitations i where i.calendar_id = c.id and i.claimed_by is not null and i.accepted_at is null), 0
      from ${calendars} and ${mayInvite}
    ) where anyhow or count > 0
    order by anyhow desc, start_at is null, start_at, event_id limit ${MAX_ITEMS}`)
}

export interface Upcoming {
  calendarSlug: string
  id: string
  slug: string
  title: string
  startAt: Instant
  endAt: Instant
  startDate: string | null
  endDate: string | null
  timezone: string
  allDay: number
  status: string
  coverUrl: string | null
  coverAlt: string | null
  accent: number | null
  capacity: number | null
  confirmed: number
}

/** Selects the next `perCalendar` events in each of the user's calendars. */
export const upcomingOf = (userId: string, perCalendar: number, now: Instant) =>
  statement<Upcoming>(sql`
    select c.slug as calendarSlug, e.id, e.slug, e.title, e.start_at as startAt, e.end_at as endAt, e.start_date as startDate,
      e.end_date as endDate, e.timezone, e.all_day as allDay, e.status, e.cover_url as coverUrl, e.cover_alt as coverAlt, e.accent,
      e.capacity, ${guestCount(`'CONFIRMED', 'CHECKED_IN'`, 'n.guests')} as confirmed
    from members m join calendars c on c.id = m.calendar_id and m.user_id = ${userId}
    join events e on e.id in (
      select x.id from events x where x.calendar_id = c.id and x.end_at > ${now} and x.status in ('DRAFT', 'PUBLISHED')
      order by x.start_at, x.id limit ${perCalendar})
    order by c.created_at, c.id, e.start_at, e.id`)
