import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { NewId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/time.ts'
import { NAMED_EVENT_TYPES, type ActorType, type WebhookEventType } from '../kernel/vocabulary.ts'
import type { Database } from './database.ts'
import type * as schema from './schema.ts'
import {
  inOrder,
  queryOf,
  send,
  resultsByName,
  statement,
  type Query,
  type RawRow,
  type ResultsOf,
  type Statement,
  type Statements,
} from './statement.ts'

/** What subscribers are told. `data` is SQL where only the batch itself knows it (a status that a guard decided). */
export interface DomainEvent {
  type: WebhookEventType
  /** SQL where the change is of many events, each a row of `each`. */
  eventId: string | SQL
  data: Record<string, unknown> | SQL
  /** Holds only if the state change of the same batch took place. */
  when?: SQL
  /** Where the change is of many: a source with a row for each of them, which `data` and `when` know as `each`. */
  each?: SQL
}

/**
 * Of limited mail only so much goes into a mailbox in a day. Left out, it is where whoever acts came without a credential:
 * they need not be the recipient. May be SQL over guest `g`.
 */
type IsLimited = boolean | SQL

/** Mail to the guests that `where` selects (alias `g`), or to one address. `kind` may be SQL over `g`. */
export type OutgoingMail =
  | {
      kind: string | SQL
      cause: string
      where: SQL
      data?: Record<string, unknown> | SQL
      isLimited?: IsLimited
      /** To who brought the guest, also where that one is written to at an address of their own. */
      isToBuyer?: true
    }
  | {
      kind: string
      cause: string
      recipient: string | SQL
      eventId?: string
      guestId?: string | SQL
      data?: Record<string, unknown>
      /** Holds only if what the mail tells of took place in the same batch. */
      when?: SQL
      isLimited?: IsLimited
    }

/** What every guest of an event is told who holds a place, waits for one or was asked to come: kept once, mailed by and by. */
export interface OutgoingLetter {
  kind: string
  eventId: string
  data: Record<string, unknown>
}

/** The row of `idempotency_claims` that the request at work holds. */
export interface Claim {
  id: string
  holder: string
}

/** Who changes something, as the feed of changes tells it. */
export interface ChangeActor {
  type: ActorType
  id: string | null
}

export interface Change<S extends Statements> {
  calendarId: string
  /** Whoever calls, unless said otherwise; the service itself where nobody does. */
  actor?: ChangeActor
  /** Whose pages show what changes: cached public pages of the calendar go stale when visitors see it. */
  seenBy: 'visitors' | 'team'
  /**
   * The event whose object sends this together with what else is on its way there, and tells who watches its door. Seats are
   * safe without it: by the guards, in transactions that D1 runs one after the other.
   */
  atEvent?: string
  statements: S
  /** Statements whose rows bring, in their column `live`, what watchers of the door are told. */
  watched?: readonly Statement[]
  events?: DomainEvent[]
  mails?: OutgoingMail[]
  letters?: OutgoingLetter[]
  /**
   * Finds the id of what a POST made, so that a retry after a crash finds it. It is looked for behind the write, in the same
   * batch: what a guard refused has made nothing. Null where it was taken back.
   */
  effectId?: SQL | null
  claim?: Claim | null
}

type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? (typeof schema)[Name]['_']['name'] : never
}[keyof typeof schema]

/** The id of a row that the batch makes, if it is there. */
export const rowIn = (table: TableName, id: string) => sql`(select r.id from ${sql.raw(table)} r where r.id = ${id})`

/** What is done again by its id brings nothing new, whatever came of it the first time. */
export const requestNamed = (id: string) => sql`${id}`

export type Commit = <const S extends Statements>(change: Change<S>) => Promise<ResultsOf<S>>

/** A row that its queue shall wake, at once or after some seconds. */
export type Due = string | { id: string; inSeconds: number }

/** Tells the queues what is due. Best effort: the rows are the truth, and the sweep tells again. */
export type Tell = (due: { deliveries?: Due[]; mails?: Due[]; jobs?: Due[] }) => void

/** Where in a batch stand the rows that somebody waits for: those that are due, and what watchers of the door are told. */
export interface DueRows {
  deliveries: readonly [from: number, count: number]
  mails: readonly [from: number, count: number]
  /** A statement whose row brings, in its column `ids`, more deliveries as JSON. */
  alsoDeliveries?: number
  /** Statements whose rows bring a message in their column `live`, or null. */
  watched: readonly number[]
}

/** One transaction, sent by the object of an event together with what others send there. */
export type WriteAt = (eventId: string, queries: Query[], dueRows: DueRows) => Promise<RawRow[][]>

export interface CommitPorts {
  db: Database
  clock: Clock
  newId: NewId
  tell: Tell
  makeStale(calendarId: string): Promise<void>
  writeAt: WriteAt
}

const isSql = (value: Record<string, unknown> | SQL): value is SQL => 'getSQL' in value

const deliveriesOf = (calendarId: string, event: DomainEvent, now: number) => {
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
 * Where mail to guest `g` goes. Whoever came along in party `y` is written to once they are in, at an address of their own;
 * all else goes to who brought them, once for all of them. Whoever never heard of a place does not hear of its end.
 */
export const RECIPIENT =
  sql.raw(`case when y.id is not null and (g.email_is_buyers = 1 or g.status in ('PENDING', 'WAITLISTED')
  or (g.status in ('DECLINED', 'CANCELLED') and not exists (select 1 from mails s where s.guest_id = g.id and s.recipient = g.email)))
  then y.buyer_email else g.email end`)

const mailsOf = (calendarId: string, actor: ChangeActor, mail: OutgoingMail, newId: NewId, now: number) => {
  const data = mail.data !== undefined && isSql(mail.data) ? mail.data : sql`${JSON.stringify(mail.data ?? {})}`
  const { isLimited: given = actor.type === 'guest' } = mail
  const isLimited = typeof given === 'object' ? given : sql`${Number(given)}`
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
  return statement<{ id: string }>(sql`
    insert into mails (id, calendar_id, event_id, guest_id, kind, recipient, data, cause, status, next_attempt_at, is_limited,
      created_at)
    select ${newId('mail')}, ${calendarId}, ${mail.eventId ?? null}, ${mail.guestId ?? null}, ${mail.kind},
      ${mail.recipient}, ${data}, ${mail.cause}, 'pending', ${now}, ${isLimited}, ${now} where (${mail.when ?? sql`1`})
    on conflict (cause) do nothing returning id`)
}

const letterOf = (calendarId: string, { kind, eventId, data }: OutgoingLetter, newId: NewId, now: number) =>
  statement<{ id: string }>(sql`
    insert into letters (id, calendar_id, event_id, kind, data, chunk_id, created_at)
    select ${newId('ltr')}, ${calendarId}, e.id, ${kind}, ${JSON.stringify(data)}, '', ${now}
    from events e where e.id = ${eventId} returning id`)

/** Fails the whole batch where another request has taken the key over in the meantime. */
const markOf = (claim: Claim, effectId: SQL | null | undefined) =>
  statement(sql`
    update idempotency_claims set holder = case when holder = ${claim.holder} then holder end,
      effect_id = ${effectId === null ? null : effectId === undefined ? sql`effect_id` : sql`coalesce(${effectId}, effect_id)`}
    where id = ${claim.id}`)

/** Who acts is not always who called: the guest behind a link, the provider behind a message. */
export const actingAs = <Ports extends { commit: Commit }>(actor: ChangeActor, ports: Ports): Ports => ({
  ...ports,
  commit: (change) => ports.commit({ ...change, actor }),
})

const SYSTEM: ChangeActor = { type: 'system', id: null }

/**
 * The triggers that write the feed find here who acts, and when. Each commit says so first and takes it back last, so
 * that neither a commit of the same transaction nor what is written outside of one goes by another's name.
 */
const act = ({ type, id }: ChangeActor, now: number) =>
  statement(sql`update change_feed set actor_type = ${type}, actor_id = ${id}, acted_at = ${now}`)
const raiseRevision = (calendarId: string) =>
  statement(sql`update calendars set content_revision = content_revision + 1 where id = ${calendarId}`)

/** Brings the deliveries that triggers have written in this commit, which nobody else knows of. */
const clearActor = (calendarId: string, now: number) =>
  statement<{ ids: string }>(sql`
    update change_feed set actor_type = null, actor_id = null, acted_at = null
    returning (select json_group_array(d.id) from deliveries d where d.calendar_id = ${calendarId} and d.created_at = ${now}
      and d.status = 'pending' and d.event_type in (${sql.raw(NAMED_EVENT_TYPES.map((type) => `'${type}'`).join())})) as ids`)

/** All deliveries that a batch has made due. */
export const deliveriesIn = (rows: readonly RawRow[][], { deliveries, alsoDeliveries }: DueRows) => {
  const ids = alsoDeliveries === undefined ? undefined : rows[alsoDeliveries]?.[0]?.['ids']
  return [...idsIn(rows, deliveries), ...(typeof ids === 'string' ? (JSON.parse(ids) as string[]) : [])]
}

/** The ids of rows that wait, in a stretch of a batch. */
export const idsIn = (rows: readonly RawRow[][], [from, count]: readonly [number, number]) =>
  rows.slice(from, from + count).flatMap((each) => each.map(({ id }) => String(id)))

/**
 * The one way to change state: the change, its deliveries and its mails are a single D1 batch. What changed is in the feed
 * by the same batch, see `change-triggers.ts`.
 */
export const createCommit =
  ({ db, clock, newId, tell, makeStale, writeAt }: CommitPorts): Commit =>
  async (change) => {
    const { calendarId, seenBy, atEvent, statements, watched = [], events = [], mails = [], letters = [] } = change
    const { effectId, claim, actor = SYSTEM } = change
    const now = clock()
    const own = inOrder(statements)
    const deliveries = events.map((event) => deliveriesOf(calendarId, event, now))
    const mailed = mails.map((mail) => mailsOf(calendarId, actor, mail, newId, now))
    const toMany = letters.map((letter) => letterOf(calendarId, letter, newId, now))
    const head = [act(actor, now)]
    const mark = claim ? [markOf(claim, effectId)] : []
    const seen = seenBy === 'visitors' ? [raiseRevision(calendarId)] : []
    const all = [...head, ...own, ...deliveries, ...mailed, ...toMany, ...mark, ...seen, clearActor(calendarId, now)]
    const firstDelivery = head.length + own.length
    const firstMail = firstDelivery + deliveries.length
    const dueRows = {
      deliveries: [firstDelivery, deliveries.length],
      mails: [firstMail, mailed.length],
      alsoDeliveries: all.length - 1,
      watched: watched.map((each) => head.length + own.indexOf(each)),
    } as const
    let rows: RawRow[][]
    try {
      rows = await (atEvent === undefined ? send(db, all) : writeAt(atEvent, all.map(queryOf), dueRows))
    } finally {
      // Also when the batch failed: one whose answer was lost on the way may have been written all the same.
      if (seenBy === 'visitors') await makeStale(calendarId)
    }
    const due = { deliveries: deliveriesIn(rows, dueRows), mails: idsIn(rows, dueRows.mails) }
    const begun = idsIn(rows, [firstMail + mailed.length, toMany.length])
    if (begun.length > 0) tell({ jobs: begun })
    // The object of an event tells the queues itself, once for all that it wrote together.
    if (atEvent === undefined && due.deliveries.length + due.mails.length > 0) tell(due)
    return resultsByName(statements, rows.slice(head.length))
  }
