import { sql, type SQL } from 'drizzle-orm'
import type { SQLiteTable } from 'drizzle-orm/sqlite-core'
import type { NewId } from '../kernel/ids.ts'
import type { Clock } from '../kernel/time.ts'
import { NAMED_EVENT_TYPES, type ActorType } from '../kernel/vocabulary.ts'
import type { Database } from './database.ts'
import {
  deliveryRowsOf,
  letterOf,
  mailRowsOf,
  type DomainEvent,
  type OutgoingLetter,
  type OutgoingMail,
} from './outgoing.ts'
import { closeQuote, isRead, openQuote, Quoted, throwQuote, type QuoteCheck } from './quote.ts'
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

export interface Claim {
  id: string
  holder: string
}

/** Who made a change, as recorded in the change feed. */
export interface ChangeActor {
  type: ActorType
  id: string | null
  /** Assistant that acts for the actor. */
  via?: string | null
}

export interface Change<S extends Statements> {
  calendarId: string
  /** The caller by default, or the service itself if no caller acts. */
  actor?: ChangeActor
  /** Who can see the change. `visitors` invalidates the calendar's cached public pages. */
  seenBy: 'visitors' | 'team'
  /**
   * Event whose Durable Object batches this commit with others and notifies the devices watching its door. Seats are
   * safe without it: guards protect them, in transactions that D1 runs one at a time.
   */
  atEvent?: string
  statements: S
  /** Statements whose rows contain, in column `live`, a message for the devices watching the door. */
  watched?: readonly Statement[]
  events?: DomainEvent[]
  mails?: OutgoingMail[]
  letters?: OutgoingLetter[]
  /**
   * Selects the id of the object that a POST created, so that a retry after a crash finds the object. The select runs
   * after the write, in the same batch, because a refused write creates nothing. Null clears the stored id, for a
   * commit that withdraws the object. A list if the commit combines several changes.
   */
  effectId?: SQL | readonly SQL[] | null
  claim?: Claim | null
  /** For a quote: selects `recipient`, the addresses that later commits will email because of this one. */
  reaches?: SQL
  /** Set by a dry run, and by a request that carries out a quote. */
  quote?: QuoteCheck | null
}

type TableName = {
  [Name in keyof typeof schema]: (typeof schema)[Name] extends SQLiteTable ? (typeof schema)[Name]['_']['name'] : never
}[keyof typeof schema]

/** Selects the id of a row, provided that the batch inserted it. */
export const rowIn = (table: TableName, id: string) => sql`(select r.id from ${sql.raw(table)} r where r.id = ${id})`

/** For a request that is idempotent by its id: marks it as done even if the batch changed nothing. */
export const requestNamed = (id: string) => sql`${id}`

export type Commit = <const S extends Statements>(change: Change<S>) => Promise<ResultsOf<S>>

/** A row to announce to its queue, either now or after some seconds. */
export type Due = string | { id: string; inSeconds: number }

/**
 * Notifies the queues of rows that are due. Best effort: the rows are the source of truth, and the sweep queues a row
 * again if its message is lost.
 */
export type Tell = (due: { deliveries?: Due[]; mails?: Due[]; jobs?: Due[] }) => void

/** Positions, within a batch, of the statements that return due rows or messages for the devices watching the door. */
export interface DueRows {
  deliveries: readonly [from: number, count: number]
  mails: readonly [from: number, count: number]
  /** Position of the statement whose row lists further deliveries, as JSON, in its column `ids`. */
  alsoDeliveries?: number
  /** Positions of the statements whose rows have a message, or null, in their column `live`. */
  watched: readonly number[]
}

/** Runs one transaction through the Durable Object of an event, batched with other calls to that object. */
export type WriteAt = (eventId: string, queries: Query[], dueRows: DueRows) => Promise<RawRow[][]>

export interface CommitPorts {
  db: Database
  clock: Clock
  newId: NewId
  tell: Tell
  makeStale(calendarId: string): Promise<void>
  writeAt: WriteAt
}

const marksOf = (claim: Claim, effectId: Change<Statements>['effectId']): Statement[] =>
  (Array.isArray(effectId) ? (effectId as SQL[]) : [effectId as SQL | null | undefined]).map((each) =>
    markOf(claim, each),
  )

/** Fails the whole batch if another request has taken over the idempotency key. */
const markOf = (claim: Claim, effectId: SQL | null | undefined) =>
  statement(sql`
    update idempotency_claims set holder = case when holder = ${claim.holder} then holder end,
      effect_id = ${effectId === null ? null : effectId === undefined ? sql`effect_id` : sql`coalesce(${effectId}, effect_id)`}
    where id = ${claim.id}`)

/**
 * Returns ports whose commits are recorded under another actor than the caller, such as the guest behind a link or the
 * provider behind a webhook.
 */
export const actingAs = <Ports extends { commit: Commit }>(actor: ChangeActor, ports: Ports): Ports => ({
  ...ports,
  commit: (change) => ports.commit({ ...change, actor }),
})

const SYSTEM: ChangeActor = { type: 'system', id: null }

/**
 * Sets the actor and time for the triggers that write the feed. Each commit sets them in its first statement and clears
 * them in its last. Otherwise the feed would attribute the next commit of a shared transaction, or a write outside any
 * commit, to the wrong actor.
 */
const setActor = ({ type, id, via = null }: ChangeActor, now: number) =>
  statement(sql`update change_feed set actor_type = ${type}, actor_id = ${id}, via = ${via}, acted_at = ${now}`)
const raiseRevision = (calendarId: string) =>
  statement(sql`update calendars set content_revision = content_revision + 1 where id = ${calendarId}`)

/** Clears the actor. Returns the ids of deliveries inserted by triggers, which no other statement returns. */
const clearActor = (calendarId: string, now: number) =>
  statement<{ ids: string }>(sql`
    update change_feed set actor_type = null, actor_id = null, via = null, acted_at = null
    returning (select json_group_array(d.id) from deliveries d where d.calendar_id = ${calendarId} and d.created_at = ${now}
      and d.status = 'pending' and d.event_type in (${sql.raw(NAMED_EVENT_TYPES.map((type) => `'${type}'`).join())})) as ids`)

/** Returns the ids of all deliveries that a batch made due. */
export const deliveriesIn = (rows: readonly RawRow[][], { deliveries, alsoDeliveries }: DueRows) => {
  const ids = alsoDeliveries === undefined ? undefined : rows[alsoDeliveries]?.[0]?.['ids']
  return [...idsIn(rows, deliveries), ...(typeof ids === 'string' ? (JSON.parse(ids) as string[]) : [])]
}

export const idsIn = (rows: readonly RawRow[][], [from, count]: readonly [number, number]) =>
  rows.slice(from, from + count).flatMap((each) => each.map(({ id }) => String(id)))

/**
 * Creates `commit()`, the only way to change state. The change, its deliveries and its emails are one D1 batch.
 * Triggers add the change to the feed in the same batch; see `change-triggers.ts`.
 */
export const createCommit =
  ({ db, clock, newId, tell, makeStale, writeAt }: CommitPorts): Commit =>
  async (change) => {
    const { calendarId, seenBy, atEvent, statements, watched = [], events = [], mails = [], letters = [] } = change
    const { effectId, claim, actor = SYSTEM, quote = null, reaches } = change
    const now = clock()
    const own = inOrder(statements)
    const deliveries = events.map((event) => deliveryRowsOf(calendarId, event, now))
    const mailInserts = mails.map((mail) => mailRowsOf(calendarId, actor.type, mail, newId, now))
    const letterInserts = letters.map((letter) => letterOf(calendarId, letter, newId, now))
    const quoteId = newId('mov')
    const head = [setActor(actor, now), ...(quote === null ? [] : [openQuote(quoteId, quote)])]
    const mark = claim ? marksOf(claim, effectId) : []
    const seen = seenBy === 'visitors' ? [raiseRevision(calendarId)] : []
    const end = quote === null ? [] : closeQuote(quoteId, quote, reaches)
    const all = [...head, ...own, ...deliveries, ...mailInserts, ...letterInserts, ...mark, ...end, ...seen]
    const alsoDeliveries = all.push(clearActor(calendarId, now)) - 1
    const firstDelivery = head.length + own.length
    const firstMail = firstDelivery + deliveries.length
    const dueRows = {
      deliveries: [firstDelivery, deliveries.length],
      mails: [firstMail, mailInserts.length],
      alsoDeliveries,
      watched: watched.map((each) => head.length + own.indexOf(each)),
    } as const
    // Rolled-back batches never go through the Durable Object: they would make the commits of others run one by one.
    if (quote?.expected === null) {
      await throwQuote(() => send(db, all))
      // Read-only statements still run: they give the verb the reason why nothing would change.
      const reads = await send(db, own.filter(isRead))
      return resultsByName(
        statements,
        own.map((each) => (isRead(each) ? (reads.shift() ?? []) : [])),
      )
    }
    let rows: RawRow[][]
    try {
      rows = await (atEvent === undefined ? send(db, all) : writeAt(atEvent, all.map(queryOf), dueRows))
    } catch (error) {
      throw Quoted.from(error) ?? error
    } finally {
      // Runs after a failure too: a batch whose response was lost may have been written.
      if (seenBy === 'visitors') await makeStale(calendarId)
    }
    const due = { deliveries: deliveriesIn(rows, dueRows), mails: idsIn(rows, dueRows.mails) }
    const letterIds = idsIn(rows, [firstMail + mailInserts.length, letterInserts.length])
    if (letterIds.length > 0) tell({ jobs: letterIds })
    // The Durable Object of an event notifies the queues itself, once for all commits in a batch.
    if (atEvent === undefined && due.deliveries.length + due.mails.length > 0) tell(due)
    return resultsByName(statements, rows.slice(head.length))
  }
