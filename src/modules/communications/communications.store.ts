import { and, desc, eq, inArray, sql, type SQL } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import { RECIPIENT } from '../../db/outgoing.ts'
import type { Database } from '../../db/database.ts'
import { guard, unless } from '../../db/guard.ts'
import { insertWhere } from '../../db/insert-where.ts'
import { inList, inOneBatch, rowsOf, statement } from '../../db/statement.ts'
import { offsetOf, type PageRequest } from '../../kernel/page.ts'
import type { CommunicationRow } from '../../db/rows.ts'
import { communications, tickets } from '../../db/schema.ts'
import { advance, inChunk, type endOfChunk } from '../../db/walk.ts'
import { dayOf, endOfDay, quotaSays, resetOf, type Quotas } from '../../kernel/quotas.ts'
import type { Locale } from '../../kernel/vocabulary.ts'
import { DAY_MS, iso, MINUTE_MS, type Instant } from '../../kernel/time.ts'
import { hasDeclined } from '../seats/index.ts'

const MAX_LISTED = 1_000

type NewCommunication = typeof communications.$inferInsert

/** SQL condition: guest `g` is in the audience. */
const inAudience = ({
  eventId,
  audienceStatuses,
  audienceTicketIds,
}: Pick<NewCommunication, 'eventId' | 'audienceStatuses' | 'audienceTicketIds'>) => sql`
  g.event_id = ${eventId} and g.erased_at is null
  and g.shown_status in ${inList(audienceStatuses)}
  and ${audienceTicketIds.length === 0 ? sql`1` : sql`g.ticket_id in ${inList(audienceTicketIds)}`}`

const leftOutOf = (row: NewCommunication) => ({
  unsubscribed: sql`(select count(*) from unsubscribes u join guests g on g.event_id = ${row.eventId} and g.email = u.email
    where u.calendar_id = ${row.calendarId} and ${inAudience(row)} and not ${hasDeclined('g')})`,
  declined: row.audienceStatuses.includes('DECLINED')
    ? sql`(select count(*) from guests g where ${inAudience(row)} and ${hasDeclined('g')})`
    : 0,
})

/** Inserts a message. Changes nothing if an automatic reminder for the same event start exists. */
export const insertCommunication = (db: Database, row: NewCommunication) =>
  rowsOf(
    communications,
    db
      .insert(communications)
      .values({ ...row, ...leftOutOf(row) })
      .onConflictDoNothing()
      .returning(),
  )

/** Counts the messages that members send on the day of `at`. Automatic reminders do not count. */
const messagesOn = (eventId: string, at: Instant) => sql`(select count(*) from communications m
  where m.event_id = ${eventId} and m.kind in ('ANNOUNCEMENT', 'REMINDER') and m.trigger = 'MANUAL' and m.status <> 'CANCELLED'
    and m.send_at >= ${dayOf(at) * DAY_MS} and m.send_at < ${endOfDay(at)})`

const mostOf = ({ calendarId }: NewCommunication, { messagesPerEventAndDay }: Quotas) =>
  sql`(select ${JSON.stringify(messagesPerEventAndDay)} ->> plan from calendars where id = ${calendarId})`

/** Enforces the plan's `messagesPerEventAndDay`. */
export const mayBeSent = (row: NewCommunication, quotas: Quotas) => {
  const [most, used] = [mostOf(row, quotas), messagesOn(row.eventId, row.sendAt)]
  return guard([
    unless('quota_exceeded', sql`${used} < ${most}`, {
      says: quotaSays('messagesPerEventAndDay'),
      data: sql`json_object('quota', 'messagesPerEventAndDay', 'limit', ${most}, 'used', ${used}, 'resetsAt', ${resetOf(row.sendAt)})`,
    }),
  ])
}

export const insertMessage = (row: NewCommunication, holds: SQL) =>
  insertWhere(communications, { ...row, ...leftOutOf(row) }, holds)

/** Selects the addresses that a message reaches. */
export const recipientsOf = (row: NewCommunication) => sql`
  select ${RECIPIENT} as recipient from guests g left join parties y on y.id = g.party_id and y.event_id = g.event_id
  where ${inAudience(row)} and not ${hasDeclined('g')} and (y.erased_at is null or g.email_is_buyers = 0)
    and not exists (select 1 from unsubscribes u where u.calendar_id = g.calendar_id and u.email = ${RECIPIENT})`

/** Counts the recipients of a message, and the guests in the audience who do not get it. */
export const reachOf = (
  row: Pick<NewCommunication, 'calendarId' | 'eventId' | 'audienceStatuses' | 'audienceTicketIds'>,
) => {
  const isUnsubscribed = sql`exists (select 1 from unsubscribes u where u.calendar_id = ${row.calendarId} and u.email = g.email)`
  return statement<{ recipients: number; unsubscribed: number; declined: number }>(sql`
    select count(*) filter (where not declined and not unsubscribed) as recipients,
      count(*) filter (where not declined and unsubscribed) as unsubscribed, count(*) filter (where declined) as declined
    from (select ${hasDeclined('g')} as declined, ${isUnsubscribed} as unsubscribed from guests g where ${inAudience(row)})`)
}

const NOT_DELIVERED = sql.raw(`m.status in ('retrying', 'failed', 'cancelled')`)

/** When sending began. Guests who registered later do not get the message. */
export const begunAt = ({ startedAt, sendAt }: CommunicationRow): Instant => startedAt ?? sendAt

/** Emails are deleted after 30 days. After that, we can't know who received a message before unsubscribing. */
const MAX_OUTCOME_AGE_MS = 30 * DAY_MS

/**
 * SELECT of the guests in the audience whom the message excluded. A guest with an email got the message and opted out
 * later. A member of a party without their own address has lost it if the buyer was erased.
 */
const leftOutBy = (message: CommunicationRow) => sql`
  select 1 as part, g.id as ord, g.id as guestId, g.email as recipient,
    case when ${hasDeclined('g')} then 'declined' when g.email like '%@erased.invalid' then 'no_address' else 'unsubscribed' end as status,
    null as error, 0 as attempts
  from guests g where ${inAudience(message)} and g.created_at <= ${begunAt(message)}
    and (${hasDeclined('g')} or g.email like '%@erased.invalid'
      or exists (select 1 from unsubscribes u where u.calendar_id = g.calendar_id and u.email = g.email))
    and not exists (select 1 from mails s where s.cause in (${`${message.id}:`} || g.id, ${`${message.id}:`} || g.party_id))`

/**
 * Lists the emails of a message that did not arrive, by guest. The `cause` of each email starts with the message's id.
 */
export const unreachedBy = async (
  db: Database,
  message: CommunicationRow,
  page: PageRequest & { leftOut?: boolean | undefined },
  now: Instant,
) => {
  const { id, status, sendAt } = message
  const own = sql`select 0 as part, m.cause as ord, m.guest_id as guestId, m.recipient, m.status, m.error, m.attempts
    from mails m where m.cause > ${`${id}:`} and m.cause < ${`${id};`} and ${NOT_DELIVERED}`
  const isKnown = status !== 'SCHEDULED' && status !== 'CANCELLED' && sendAt > now - MAX_OUTCOME_AGE_MS
  const all = page.leftOut === true && isKnown ? sql`${own} union all ${leftOutBy(message)}` : own
  const { rows, counts } = await inOneBatch(db, {
    rows: statement<{
      guestId: string
      recipient: string
      status: 'retrying' | 'failed' | 'cancelled' | 'unsubscribed' | 'declined' | 'no_address'
      error: string | null
      attempts: number
    }>(
      sql`select guestId, recipient, status, error, attempts from (${all})
        order by part, ord limit ${page.limit} offset ${offsetOf(page)}`,
    ),
    counts: statement<{ total: number }>(sql`select count(*) as total from (${all})`),
  })
  return { rows, total: counts[0]?.total ?? 0 }
}

export const stopMessage = (db: Database, id: string) =>
  rowsOf(
    communications,
    db
      .update(communications)
      .set({ status: 'CANCELLED' })
      .where(and(eq(communications.id, id), eq(communications.status, 'SCHEDULED')))
      .returning(),
  )

export const findCommunication = async (db: Database, id: string) => {
  const [row] = await db.select().from(communications).where(eq(communications.id, id)).limit(1)
  return row ?? null
}

/** Selects messages in a calendar by id, in no particular order. */
export const communicationsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    communications,
    new QueryBuilder()
      .select()
      .from(communications)
      .where(
        sql`${communications.id} in ${inList(ids)}
          and ${communications.calendarId} = ${calendarId}`,
      ),
  )

export const listCommunications = (db: Database, eventId: string, kind: CommunicationRow['kind']) =>
  db
    .select()
    .from(communications)
    .where(and(eq(communications.eventId, eventId), eq(communications.kind, kind)))
    .orderBy(desc(communications.createdAt), desc(communications.id))
    .limit(MAX_LISTED)

export const knownTickets = async (db: Database, eventId: string, ids: string[]) => {
  if (ids.length === 0) return new Set<string>()
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(eq(tickets.eventId, eventId), inArray(tickets.id, ids)))
  return new Set(rows.map(({ id }) => id))
}

export const startCommunication = (db: Database, id: string, now: Instant) =>
  rowsOf(
    communications,
    db
      .update(communications)
      .set({ status: 'SENDING', startedAt: now })
      .where(and(eq(communications.id, id), eq(communications.status, 'SCHEDULED')))
      .returning(),
  )

export const passTo = (
  db: Database,
  seen: CommunicationRow,
  end: Awaited<ReturnType<typeof endOfChunk>>,
  chunkId: string,
) => advance(db, { table: communications, seen, end, chunkId, where: eq(communications.status, 'SENDING') })

/** SQL condition: guest `g` is a recipient in this chunk of guests. */
export const audienceIn = (
  seen: CommunicationRow,
  end: Awaited<ReturnType<typeof endOfChunk>>,
  chunkId: string,
): SQL => sql`
  ${inChunk(communications, seen, { begunAt: begunAt(seen), end, chunkId })}
  and ${inAudience(seen)} and not ${hasDeclined('g')}
  and not exists (select 1 from unsubscribes u where u.calendar_id = g.calendar_id and u.email = ${RECIPIENT})`

/**
 * Sets the message to `SENT` once each of its emails has been sent, has failed for good, or was dropped as no longer
 * wanted.
 */
export const conclude = (db: Database, id: string, chunkId: string, now: Instant) =>
  db
    .update(communications)
    .set({ status: 'SENT', sentAt: now, chunkId })
    .where(
      and(
        eq(communications.id, id),
        eq(communications.status, 'SENDING'),
        eq(communications.isQueued, true),
        sql`${communications.sent} + ${communications.failed} + ${communications.dropped} >= ${communications.recipients}`,
      ),
    )
    .returning({ id: communications.id })

export const concludedBy = (id: string, chunkId: string) =>
  sql`exists (select 1 from communications m where m.id = ${id} and m.chunk_id = ${chunkId} and m.status = 'SENT')`

export const sentData = (id: string, kind: CommunicationRow['kind'], now: Instant) => sql`(
  select json_object('eventId', e.id, 'eventSlug', e.slug, 'eventTitle', e.title, 'id', m.id, 'subject', m.subject,
    'recipientCount', m.recipients - m.dropped, 'sentAt', ${iso(now)}${kind === 'REMINDER' ? sql`, 'trigger', m.trigger` : sql``})
  from communications m join events e on e.id = m.event_id where m.id = ${id})`

/** Lists messages that are waiting for `sendAt`, their next chunk or their last email. */
export const listDueCommunications = (db: Database, now: Instant, most: number) =>
  db
    .select({ id: communications.id })
    .from(communications)
    .where(and(sql`status in ('SCHEDULED', 'SENDING')`, sql`${communications.sendAt} <= ${now}`))
    .orderBy(communications.sendAt)
    .limit(most)

/** Selects the messages that are complete now that these emails are done. */
export const finishedBy = (mailIds: string[]) =>
  statement<{ id: string }>(sql`
    select id from communications where status = 'SENDING' and is_queued = 1 and sent + failed + dropped >= recipients and id in (
      select substr(cause, 1, instr(cause, ':') - 1) from mails
      where id in ${inList(mailIds)} and kind in ('announcement', 'reminder'))`)

export interface DueReminder {
  eventId: string
  calendarId: string
  title: string
  /** The calendar's locale. */
  locale: Locale
  startAt: Instant
  minutesBefore: number
}

/** Editing an event does not drop a reminder that became due up to two minutes before the edit. */
const EDIT_GRACE_MS = 2 * MINUTE_MS

/**
 * Selects due reminders for events that have not begun. Only the latest reminder of each event is sent, and none that
 * was due before the event was published or its times were set.
 */
export const listDueReminders = (now: Instant, longestMinutes: number, most: number) => {
  const due = sql.raw(`(e.start_at - m.value * ${MINUTE_MS})`)
  return statement<DueReminder>(sql`
    select e.id as eventId, e.calendar_id as calendarId, e.title,
      (select locale from calendars where id = e.calendar_id) as locale, e.start_at as startAt, min(m.value) as minutesBefore
    from events e, json_each(e.reminder_minutes) m
    where e.status = 'PUBLISHED' and e.reminder_minutes <> '[]' and e.start_at > ${now}
      and not exists (select 1 from calendars c where c.id = e.calendar_id and c.erase_at is not null)
      and e.start_at <= ${now + longestMinutes * MINUTE_MS}
      and ${due} <= ${now} and ${due} > max(coalesce(e.published_at, e.created_at), e.updated_at - ${EDIT_GRACE_MS})
      and not exists (select 1 from communications c
        where c.event_id = e.id and c.event_start_at = e.start_at and c.minutes_before <= m.value)
    group by +e.id limit ${most}`)
}
