import { sql, type SQL } from 'drizzle-orm'
import type { BatchResponse } from 'drizzle-orm/batch'
import type { Clock } from '../kernel/time.ts'
import type { NewId } from '../kernel/ids.ts'
import type { WebhookEventType } from '../kernel/vocabulary.ts'
import { handwritten, type Database, type Statement } from './database.ts'

/** What subscribers are told. `data` is SQL where only the batch itself knows it (a status that a guard decided). */
export interface DomainEvent {
  type: WebhookEventType
  eventId: string
  data: Record<string, unknown> | SQL
  /** Holds only if the state change of the same batch took place. */
  when?: SQL
  /** Where the change is of many: a source with a row for each of them, which `data` and `when` know as `each`. */
  each?: SQL
}

/** Mail to the guests that `where` selects (alias `g`), or to one address. `kind` may be SQL over `g`. */
export type OutgoingMail =
  | { kind: string | SQL; cause: string; where: SQL; data?: Record<string, unknown> }
  | {
      kind: string
      cause: string
      recipient: string
      eventId?: string
      guestId?: string
      data?: Record<string, unknown>
    }

/** The row of `idempotency_claims` that the request at work holds. */
export interface Claim {
  id: string
  holder: string
}

export interface Change<Statements extends readonly Statement[]> {
  /** The calendar whose cached public pages this change makes stale. */
  calendarId: string
  /** The public pages do not show what changes, so they stay. */
  isUnseenByVisitors?: boolean
  statements: Statements
  events?: DomainEvent[]
  mails?: OutgoingMail[]
  /** The id of what a POST makes, so that a retry after a crash finds it. */
  effectId?: string
  claim?: Claim | null
}

export type Commit = <const Statements extends readonly [Statement, ...Statement[]]>(
  change: Change<Statements>,
) => Promise<BatchResponse<Statements>>

/** A row that waits for its queue's bell, at once or after some seconds. */
export type Due = string | { id: string; inSeconds: number }

/** Tells the queues what is due. Best effort: the rows are the truth, and the sweep rings again. */
export type Ring = (due: { deliveries?: Due[]; mails?: Due[]; jobs?: Due[] }) => void

export interface CommitPorts {
  db: Database
  clock: Clock
  newId: NewId
  ring: Ring
  makeStale(calendarId: string): Promise<void>
}

/** The one way to change state: the change, its deliveries and its mails are a single D1 batch. */
export const createCommit = (ports: CommitPorts): Commit => {
  const { db, clock, newId } = ports

  const deliveriesOf = (calendarId: string, event: DomainEvent, now: number) => {
    const data = isSql(event.data) ? event.data : sql`${JSON.stringify(event.data)}`
    return handwritten<{ id: string }>(
      db,
      sql`
      insert into deliveries (id, webhook_id, calendar_id, event_type, data, status, next_attempt_at, created_at)
      select 'del_' || lower(hex(randomblob(16))), w.id, w.calendar_id, ${event.type}, ${data}, 'pending', ${now}, ${now}
      from webhooks w join calendars c on c.id = w.calendar_id and c.plan <> 'FREE'
      ${event.each === undefined ? sql`` : sql`cross join ${event.each} each`}
      where w.calendar_id = ${calendarId} and w.is_active = 1 and (w.event_id is null or w.event_id = ${event.eventId})
        and exists (select 1 from json_each(w.events) where value = ${event.type}) and (${event.when ?? sql`1`})
      returning id`,
    )
  }

  const mailsOf = (calendarId: string, mail: OutgoingMail, now: number) => {
    const data = JSON.stringify(mail.data ?? {})
    if ('where' in mail) {
      return handwritten<{ id: string }>(
        db,
        sql`
        insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
        select 'mail_' || lower(hex(randomblob(16))), g.calendar_id, g.event_id, g.id, ${mail.kind}, g.email, ${data},
          ${mail.cause} || ':' || g.id, 'pending', ${now}, ${now}
        from guests g where ${mail.where}
        on conflict (cause) do nothing returning id`,
      )
    }
    return handwritten<{ id: string }>(
      db,
      sql`
      insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, created_at)
      values (${newId('mail')}, ${calendarId}, ${mail.eventId ?? null}, ${mail.guestId ?? null}, ${mail.kind},
        ${mail.recipient}, ${data}, ${mail.cause}, 'pending', ${now}, ${now})
      on conflict (cause) do nothing returning id`,
    )
  }

  const markOf = (claim: Claim, effectId: string | undefined) =>
    handwritten(
      db,
      sql`
      update idempotency_claims set holder = case when holder = ${claim.holder} then holder end,
        effect_id = coalesce(${effectId ?? null}, effect_id)
      where id = ${claim.id}`,
    )

  return async (change) => {
    const now = clock()
    const deliveries = (change.events ?? []).map((event) => deliveriesOf(change.calendarId, event, now))
    const mails = (change.mails ?? []).map((mail) => mailsOf(change.calendarId, mail, now))
    const marks = change.claim ? [markOf(change.claim, change.effectId)] : []
    const [first, ...rest] = change.statements
    let results: unknown[]
    try {
      results = await db.batch([first, ...rest, ...deliveries, ...mails, ...marks])
    } finally {
      // Also when the batch failed: one whose answer was lost on the way may have been written all the same.
      if (change.isUnseenByVisitors !== true) await ports.makeStale(change.calendarId)
    }

    const count = change.statements.length
    const idsOf = (rows: unknown[]) => (rows as { id: string }[][]).flat().map((row) => row.id)
    const due = {
      deliveries: idsOf(results.slice(count, count + deliveries.length)),
      mails: idsOf(results.slice(count + deliveries.length, count + deliveries.length + mails.length)),
    }
    if (due.deliveries.length + due.mails.length > 0) ports.ring(due)
    return results.slice(0, count) as never
  }
}

const isSql = (value: Record<string, unknown> | SQL): value is SQL => 'getSQL' in value
