import { sql } from 'drizzle-orm'
import { statement } from '../../db/statement.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { blocksOfAccount, isUnblocked, IS_ALONE } from './blocks.store.ts'

/** Rows deleted per table and step. One step is one D1 batch. */
const CHUNK = 200

/** An account that signs in here is erased after this long without use, unless its user owns a calendar. */
const UNUSED_MS = 730 * DAY_MS

/**
 * Starts due erasures by setting `erase_at` to 0, which is final: cancelling requires `erase_at > now`. Otherwise, if
 * the clocks of two machines differ, part of a calendar could be erased after its owner has cancelled.
 */
export const startDue = (now: Instant) => ({
  events: statement(sql`update events set erase_at = 0 where erase_at > 0 and erase_at <= ${now}`),
  // An invoice may have been issued since the request. The erasure then waits until it no longer has to be kept.
  calendars: statement(sql`update calendars set erase_at = 0 where erase_at > 0 and erase_at <= ${now}
    and not exists (select 1 from documents d where d.calendar_id = calendars.id and d.keep_until > ${now})`),
  // Waits while the user is the only owner of a calendar with other members, which they may have become since the
  // request.
  accounts: statement(sql`update accounts set erase_at = 0
    where erase_at > 0 and erase_at <= ${now} and ${isUnblocked(blocksOfAccount(sql.raw('accounts.user_id'), now))}`),
  unused: statement(sql`update accounts set erase_at = 0 where last_used_at < ${now - UNUSED_MS} and erase_at is null
    and not exists (select 1 from members m where m.user_id = accounts.user_id and m.role = 'OWNER')`),
  // Includes calendars that the user has created since the request.
  alone: statement(sql`update calendars set erase_at = 0, visibility = 'PRIVATE' where id in (
    select m.calendar_id from accounts a join members m on m.user_id = a.user_id where a.erase_at = 0 and ${IS_ALONE})`),
})

/** The next thing to erase: an event, then a calendar without events, then an account. */
export const nextToErase = (now: Instant) => ({
  event: statement<{ id: string; calendarId: string }>(sql`
    select id, calendar_id as calendarId from events where erase_at = 0
    union all select e.id, e.calendar_id from events e where e.calendar_id in (select c.id from calendars c where c.erase_at = 0) limit 1`),
  calendar: statement<{ id: string }>(sql`select id from calendars where erase_at = 0 limit 1`),
  account: statement<{ userId: string; progress: string | null }>(
    // Skips a user who has become the last owner of a calendar since, until another member is an owner.
    sql`select user_id as userId, progress from accounts
      where erase_at = 0 and ${isUnblocked(blocksOfAccount(sql.raw('accounts.user_id'), now))} limit 1`,
  ),
})

const chunkOf = (table: string, eventId: string) =>
  sql`(select id from ${sql.raw(table)} where event_id = ${eventId} limit ${sql.raw(String(CHUNK))})`
const dropChunk = (table: string, eventId: string) =>
  statement(sql`delete from ${sql.raw(table)} where event_id = ${eventId} and rowid in (
    select rowid from ${sql.raw(table)} where event_id = ${eventId} limit ${sql.raw(String(CHUNK))})`)

const deliveriesAbout = (calendarId: string, eventId: string) =>
  sql`calendar_id = ${calendarId} and data ->> '$.eventId' = ${eventId}`

/** Tables that must be empty before the event itself is deleted. Other tables cascade, or hold a few rows per event. */
const EMPTIED_FIRST = [
  'guests',
  'orders',
  'checkins',
  'checkpoint_scans',
  'parties',
  'verifications',
  'letters',
] as const

/** Export runs whose files must be deleted before their rows. */
export const runsOf = (calendarId: string, eventId: string | null) =>
  statement<{ id: string; attempts: number }>(sql`
    select r.id, r.attempts from export_runs r join scheduled_exports s on s.id = r.scheduled_export_id
    where s.calendar_id = ${calendarId} and (s.event_id = ${eventId} or ${Number(eventId === null)}) limit ${sql.raw(String(CHUNK))}`)

export const dropRuns = (ids: readonly string[]) =>
  statement(sql`delete from export_runs where id in (select value from json_each(${JSON.stringify(ids)}))`)

/**
 * One step of an event's erasure. Each step deletes up to `CHUNK` rows per table; the last one finds these tables empty
 * and deletes the event. A step can safely be repeated or interrupted.
 */
export const eraseEventStep = (id: string, calendarId: string, now: Instant) => {
  const [guests, orders, checkins] = [chunkOf('guests', id), chunkOf('orders', id), chunkOf('checkins', id)]
  const isEmpty = sql`${sql.join(
    EMPTIED_FIRST.map((table) => sql`not exists (select 1 from ${sql.raw(table)} where event_id = ${id})`),
    sql` and `,
  )} and not exists (select 1 from deliveries where ${deliveriesAbout(calendarId, id)})
    and not exists (select 1 from scheduled_exports s join export_runs r on r.scheduled_export_id = s.id
      where s.calendar_id = ${calendarId} and s.event_id = ${id})`
  const finally_ = (table: string, where = sql`event_id = ${id}`) =>
    statement(sql`delete from ${sql.raw(table)} where ${where} and ${isEmpty}`)
  return {
    rows: [
      statement(sql`delete from deliveries where guest_id in ${guests}`),
      statement(sql`delete from mails where guest_id in ${guests}`),
      statement(sql`delete from unsubscribes where calendar_id = ${calendarId} and email in (
        select g.email from guests g where g.id in ${guests}) and not exists (
        select 1 from events e join guests x on x.event_id = e.id and x.email = unsubscribes.email
        where e.calendar_id = ${calendarId} and e.id <> ${id})`),
      statement(sql`delete from idempotency_claims where event_id = ${id} and about is not null`),
      statement(sql`update bank_lines set payer_name = '', payer_iban = null, text = '', reason = null where calendar_id = ${calendarId}
        and exists (select 1 from json_each(bank_lines.orders) x where x.value ->> 'orderId' in ${orders})`),
      statement(sql`delete from refunds where order_id in ${orders}`),
      statement(sql`delete from order_addons where order_id in ${orders}`),
      statement(sql`delete from order_seats where order_id in ${orders}`),
      statement(sql`delete from order_terms where order_id in ${orders}`),
      statement(sql`delete from payment_differences where order_id in ${orders}`),
      // A trigger lowers `redeemed_count` when a redemption is deleted. An erased order has still used the coupon.
      statement(sql`update coupons set redeemed_count = redeemed_count + (select count(*) from coupon_redemptions r
        where r.coupon_id = coupons.id and r.order_id in ${orders})
        where id in (select r.coupon_id from coupon_redemptions r where r.order_id in ${orders})`),
      statement(sql`delete from coupon_redemptions where order_id in ${orders}`),
      statement(sql`delete from orders where id in ${orders}`),
      statement(sql`delete from checkin_conflicts where checkin_id in ${checkins}`),
      statement(sql`delete from checkins where id in ${checkins}`),
      dropChunk('checkpoint_scans', id),
      statement(sql`delete from guest_choices where guest_id in ${guests}`),
      statement(sql`delete from guests where id in ${guests}`),
      dropChunk('parties', id),
      dropChunk('verifications', id),
      dropChunk('letters', id),
      statement(sql`delete from mails where event_id = ${id} and kind = 'verification'`),
      statement(
        sql`delete from mails where calendar_id = ${calendarId} and guest_id is null and data ->> '$.id' = ${id}`,
      ),
      statement(sql`delete from deliveries where ${deliveriesAbout(calendarId, id)} and rowid in (
        select rowid from deliveries where ${deliveriesAbout(calendarId, id)} limit ${sql.raw(String(CHUNK))})`),
    ],
    last: [
      finally_('guest_counts'),
      finally_('guest_activity'),
      finally_('checkin_activity'),
      finally_('order_activity'),
      finally_('events_to_wake'),
      finally_('import_sources'),
      finally_(
        'checkpoint_counts',
        sql`place in (select ${id} union all select k.id from checkpoints k where k.event_id = ${id})`,
      ),
      finally_('webhooks', sql`calendar_id = ${calendarId} and event_id = ${id}`),
      finally_('coupons', sql`calendar_id = ${calendarId} and event_id = ${id}`),
      finally_('scheduled_exports', sql`calendar_id = ${calendarId} and event_id = ${id}`),
      // Its series must not create the date again.
      statement(sql`update series set exdates = json_insert(exdates, '$[#]', (
          select case when exists (select 1 from json_each(series.rdates) where value = e.recurrence_id) then e.recurrence_id
            else substr(e.recurrence_id, 1, 10) || substr(series.start_at, 11) end
          from events e where e.id = ${id})), revision = revision + 1, updated_at = ${now}
        where id = (select series_id from events where id = ${id}) and ${isEmpty}`),
    ],
    gone: statement<{ id: string }>(sql`delete from events where id = ${id} and ${isEmpty} returning id`),
  }
}

export const archivesOf = (calendarId: string) =>
  statement<{ id: string }>(sql`select id from archives where calendar_id = ${calendarId} limit 20`)

export const dropArchiveRows = (ids: readonly string[]) =>
  statement(sql`delete from archives where id in (select value from json_each(${JSON.stringify(ids)}))`)

export const imagesOf = (calendarId: string) =>
  statement<{ id: string; calendarId: string; hash: string }>(
    sql`select id, calendar_id as calendarId, hash from images where calendar_id = ${calendarId} limit ${sql.raw(String(CHUNK))}`,
  )

export const dropImages = (ids: readonly string[]) =>
  statement(sql`delete from images where id in (select value from json_each(${JSON.stringify(ids)}))`)

/** One step of the erasure of a calendar that has no events. Most of its tables cascade. */
export const eraseCalendarStep = (id: string) => {
  const drop = (table: string, where = sql`calendar_id = ${id}`) =>
    statement(sql`delete from ${sql.raw(table)} where rowid in (
      select rowid from ${sql.raw(table)} where ${where} limit ${sql.raw(String(CHUNK))})`)
  const none = (table: string, where = sql`calendar_id = ${id}`) =>
    sql`not exists (select 1 from ${sql.raw(table)} where ${where})`
  const team = sql`calendar_id = ${id} and guest_id is null`
  const runs = sql`scheduled_export_id in (select s.id from scheduled_exports s where s.calendar_id = ${id})`
  const isEmpty = sql.join(
    [
      none('events'),
      none('deliveries'),
      none('unsubscribes'),
      none('images'),
      none('archives'),
      none('documents'),
      none('postings'),
      none('provider_postings'),
      none('export_runs', runs),
      none('mails', team),
    ],
    sql` and `,
  )
  const ownRows = ['recipient_counts', 'event_counts', 'guest_activity', 'checkin_activity', 'order_activity']
  return {
    rows: [
      drop('deliveries'),
      drop('unsubscribes'),
      drop('documents'),
      drop('postings'),
      drop('provider_postings'),
      drop('mails', team),
      // Their rows explain to the person who started the restore why it failed.
      statement(sql`update restores set calendar_id = null where calendar_id = ${id}`),
    ],
    last: ownRows.map((table) =>
      statement(sql`delete from ${sql.raw(table)} where calendar_id = ${id} and ${isEmpty}`),
    ),
    gone: statement<{ id: string }>(
      sql`delete from calendars where id = ${id} and erase_at = 0 and ${isEmpty} returning id`,
    ),
  }
}
