import { sql, type SQL } from 'drizzle-orm'
import type { NewId } from '../kernel/ids.ts'
import type { ActorType, WebhookEventType } from '../kernel/vocabulary.ts'
import { statement } from './statement.ts'

/**
 * A webhook event. `data` is SQL if its values are known only inside the batch, such as a status that a guard decides.
 */
export interface DomainEvent {
  type: WebhookEventType
  /** SQL if the change affects many events: the event id of a row of `each`. */
  eventId: string | SQL
  data: Record<string, unknown> | SQL
  /** True only if the state change in the same batch took place. */
  when?: SQL
  /** For a change to many objects: a source with one row per object, which `data` and `when` refer to as `each`. */
  each?: SQL
}

/**
 * Whether the daily limit per mailbox applies to the email. True by default for an actor of type `guest`, who has no
 * credential and may not be the recipient. May be SQL over guest `g`.
 */
type IsLimited = boolean | SQL

/** Email to the guests that `where` selects (alias `g`), or to one address. `kind` may be SQL over `g`. */
export type OutgoingMail =
  | {
      kind: string | SQL
      cause: string
      where: SQL
      data?: Record<string, unknown> | SQL
      isLimited?: IsLimited
      /** Sends to the party's buyer, even if the guest has an address. */
      isToBuyer?: true
    }
  | {
      kind: string
      cause: string | SQL
      recipient: string | SQL
      eventId?: string
      guestId?: string | SQL
      data?: Record<string, unknown> | SQL
      /** True only if the state change that the email reports took place in the same batch. */
      when?: SQL
      /** For several recipients: a source with one row per email, which the other fields refer to as `each`. */
      each?: SQL
      isLimited?: IsLimited
    }

/** SQL list of the guest statuses that a letter reaches. */
export const LETTER_STATUSES = sql.raw(`('CONFIRMED', 'PENDING', 'WAITLISTED', 'INVITED', 'CHECKED_IN')`)

/**
 * Email to all guests of an event with one of `LETTER_STATUSES`. The letter (the content common to all) is stored once
 * and sent in chunks.
 */
export interface OutgoingLetter {
  kind: string
  eventId: string
  data: Record<string, unknown>
}

const isSql = (value: Record<string, unknown> | SQL): value is SQL => 'getSQL' in value

export const deliveryRowsOf = (calendarId: string, event: DomainEvent, now: number) => {
  const data = isSql(event.data) ? event.data : sql`${JSON.stringify(event.data)}`
  return statement<{ id: string }>(sql`
    insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
    select 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, ${event.type}, ${data}, 'pending', ${now}, ${now}
    from webhooks w join calendars c on c.id = w.calendar_id and c.plan <> 'FREE'
    ${event.each === undefined ? sql`` : sql`cross join ${event.each} each`}
    where w.calendar_id = ${calendarId} and w.is_active = 1 and (w.event_id is null or w.event_id = ${event.eventId})
      and exists (select 1 from json_each(w.events) where value = ${event.type}) and (${event.when ?? sql`1`})
    returning id`)
}

/**
 * SQL for the recipient of an email about guest `g`. A member of party `y` gets it only with their own address, only
 * after leaving `PENDING` or `WAITLISTED`, and after `DECLINED` or `CANCELLED` only if an earlier email went to that
 * address. Otherwise the buyer gets it, once for the whole party.
 */
export const RECIPIENT =
  sql.raw(`case when y.id is not null and (g.email_is_buyers = 1 or g.status in ('PENDING', 'WAITLISTED')
  or (g.status in ('DECLINED', 'CANCELLED') and not exists (select 1 from mails s where s.guest_id = g.id and s.recipient = g.email)))
  then y.buyer_email else g.email end`)

export const mailRowsOf = (calendarId: string, actor: ActorType, mail: OutgoingMail, newId: NewId, now: number) => {
  const data = mail.data !== undefined && isSql(mail.data) ? mail.data : sql`${JSON.stringify(mail.data ?? {})}`
  const { isLimited: limit = actor === 'guest' } = mail
  const isLimited = typeof limit === 'object' ? limit : sql`${Number(limit)}`
  if ('where' in mail) {
    const recipient = mail.isToBuyer === true ? sql.raw('y.buyer_email') : RECIPIENT
    return statement<{ id: string }>(sql`
      insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, is_limited,
        created_at)
      select 'mail_' || lower(hex(randomblob(16))), g.calendar_id, g.event_id, g.id, ${mail.kind}, ${recipient}, ${data},
        ${mail.cause} || ':' || case when ${recipient} = y.buyer_email then y.id else g.id end, 'pending', ${now}, ${isLimited}, ${now}
      from guests g left join parties y on y.id = g.party_id and y.event_id = g.event_id
      where (${mail.where}) and (y.erased_at is null or g.email_is_buyers = 0)
      on conflict (cause) do nothing returning id`)
  }
  const { each } = mail
  const id = each === undefined ? sql`${newId('mail')}` : sql`'mail_' || lower(hex(randomblob(16)))`
  return statement<{ id: string }>(sql`
    insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, is_limited,
      created_at)
    select ${id}, ${calendarId}, ${mail.eventId ?? null}, ${mail.guestId ?? null}, ${mail.kind},
      ${mail.recipient}, ${data}, ${mail.cause}, 'pending', ${now}, ${isLimited}, ${now}
    ${each === undefined ? sql`` : sql`from ${each} each`} where (${mail.when ?? sql`1`})
    on conflict (cause) do nothing returning id`)
}

export const letterOf = (calendarId: string, { kind, eventId, data }: OutgoingLetter, newId: NewId, now: number) =>
  statement<{ id: string }>(sql`
    insert into letters (id, calendar_id, event_id, kind, data, chunk_id, created_at)
    select ${newId('ltr')}, ${calendarId}, e.id, ${kind}, ${JSON.stringify(data)}, '', ${now}
    from events e where e.id = ${eventId} returning id`)
