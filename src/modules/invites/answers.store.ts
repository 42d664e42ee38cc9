import { sql, type SQL } from 'drizzle-orm'
import type { OutgoingMail } from '../../db/outgoing.ts'
import type { Database } from '../../db/database.ts'
import { inList, rowsFrom, statement } from '../../db/statement.ts'
import { DAY_MS, HOUR_MS, iso, type Instant } from '../../kernel/time.ts'
import { openOrders } from '../orders/index.ts'
import { VERSION } from './invites.store.ts'
import type { CalendarReply } from './reply.ts'
import { hasOwnAddress, hasRoom, leave, LIVE, seat, type Move } from '../seats/index.ts'

/**
 * SQL for calendar answers. It refers to guest `g`, event `e` and the guest's row `i` in `invites`. A move is one
 * change of a guest's registration, with its own `moveId`.
 */

export type Answering = CalendarReply & { guestId: string; eventId: string } & Pick<Move, 'moveId' | 'now'>

/** How far the clock of a calendar app may be ahead of the service's clock. */
const MAX_CLOCK_AHEAD_MS = DAY_MS

/**
 * Returns why an answer has no effect, or null. Answers are ordered by `sequence` and `stampedAt`, not by arrival: an
 * outdated (`stale`) or repeated (`replayed`) answer does nothing.
 */
const whyUnheard = ({ sequence, stampedAt, now }: Answering) => sql<string | null>`(case
  when ${sequence} > e.sequence + ${VERSION} or ${stampedAt} > ${now + MAX_CLOCK_AHEAD_MS} then 'forged'
  when ${sequence} < coalesce(i.since_sequence, 0) then 'stale'
  when i.answer is not null and (i.answer_sequence, i.answer_stamped_at) >= (${sequence}, ${stampedAt}) then 'replayed' end)`

const guestWithInvite = ({ guestId, attendee }: Answering) => sql`guests g join events e on e.id = g.event_id
  left join invites i on i.guest_id = g.id where g.id = ${guestId} and g.email = ${attendee} and g.erased_at is null`

/** Must run before `noteAnswer`, in the same batch. */
export const whyNotHeard = (answering: Answering) =>
  statement<{ why: string | null }>(sql`select ${whyUnheard(answering)} as why from ${guestWithInvite(answering)}`)

/**
 * The guest's last move. It equals `left_by` only if the guest left through a calendar answer and has not moved since.
 * Otherwise there is nothing to undo.
 */
const lastMove = sql.raw(`(select s.move_id from guests s where s.id = i.guest_id)`)

/** The guest left because of an answer from their calendar app, and has not moved since. */
const leftByAnswer = sql`i.left_by is not null and i.left_by = ${lastMove}`

/**
 * No other live guest has this address. Guests who share their buyer's address are other people, so they do not count.
 */
const stillTheOnlyOne = sql`not exists (select 1 from guests o
  where o.event_id = g.event_id and o.email = g.email and o.id <> g.id and o.status in ${LIVE} and ${hasOwnAddress('o')})`

/** Stores the newest answer, with the id of this move as its `answer_move_id`. */
export const noteAnswer = (answering: Answering) => {
  const { answer, sequence, stampedAt, moveId, now } = answering
  return statement<{ id: string }>(sql`
    insert into invites (guest_id, calendar_id, answer, answer_sequence, answer_stamped_at, answered_at, answer_move_id)
    select g.id, g.calendar_id, ${answer}, ${sequence}, ${stampedAt}, ${now}, ${moveId}
    from ${guestWithInvite(answering)} and ${whyUnheard(answering)} is null
    on conflict (guest_id) do update set answer = excluded.answer, answer_sequence = excluded.answer_sequence,
      answer_stamped_at = excluded.answer_stamped_at, answered_at = excluded.answered_at, answer_move_id = excluded.answer_move_id
    returning guest_id as id`)
}

export const isNoted = ({ guestId, moveId }: Answering) =>
  sql`exists (select 1 from invites n where n.guest_id = ${guestId} and n.answer_move_id = ${moveId})`

/**
 * Reverses a cancellation after a newer answer. The guest gets a seat again if there is room. A guest without a ticket
 * becomes `INVITED` again.
 */
export const comeBack = (answering: Answering, move: Move) => {
  const isBack = sql`g.id = ${answering.guestId} and e.status = 'PUBLISHED' and e.start_at > ${move.now} and ${stillTheOnlyOne}
    and exists (select 1 from invites i where i.guest_id = g.id and ${leftByAnswer}) and ${isNoted(answering)}`
  return {
    asked: statement(sql`
      update guests set status = 'INVITED', cancelled_at = null, move_id = ${move.moveId}, updated_at = ${move.now}
      where id = (select g.id from guests g join events e on e.id = g.event_id where ${isBack} and g.ticket_id is null)`),
    seated: seat({ ...move, where: sql`${isBack} and ${hasRoom}` }),
    orders: openOrders(move, null),
  }
}

/**
 * A calendar app cannot give up a seat that cost money, a seat at an event that has begun, or the seat of a guest who
 * shares their buyer's address.
 */
const giveAway = (answering: Answering): SQL => sql`${isNoted(answering)} and exists (
  select 1 from guests g join events e on e.id = g.event_id where g.id = guests.id and e.start_at > ${answering.now} and ${hasOwnAddress('g')}
    and not exists (select 1 from orders o where o.id = g.order_id and o.total > 0))`

/** Cancels a free seat or an invitation before the event begins. */
export const leaveByAnswer = (answering: Answering, move: Move) =>
  leave(answering, { from: ['INVITED', 'CONFIRMED'], to: 'CANCELLED', isOwn: true, where: giveAway(answering) }, move)

/** If the answer itself caused the move, the answer does not become stale. Any other move makes it stale. */
export const settleAnswer = ({ guestId, moveId }: Answering) =>
  statement(sql`
    update invites set since_sequence = answer_sequence, left_by = case when answer = 'DECLINED' then ${moveId} else left_by end
    where guest_id = ${guestId} and answer_move_id = ${moveId}
      and exists (select 1 from guests g where g.id = invites.guest_id and g.move_id = ${moveId})`)

/**
 * Emails guests the link to their page if the service cannot do automatically what their calendar app answered. Sends
 * one email per answer and hour, because some apps send a reply again with a new `DTSTAMP`.
 */
export const mailOfKept = (
  { guestId, answer, sequence, stampedAt, now }: CalendarReply & { guestId: string; now: Instant },
  statuses: readonly string[],
  when: SQL = sql`1`,
): OutgoingMail => ({
  kind: 'reply.kept',
  cause: `reply:${sequence}:${stampedAt}`,
  where: sql`g.id = ${guestId} and g.status in ${inList(statuses)} and ${when}
    and exists (select 1 from events e where e.id = g.event_id and e.status = 'PUBLISHED' and e.end_at > ${now})
    and not exists (select 1 from mails m where m.guest_id = g.id and m.kind = 'reply.kept' and m.created_at > ${now - HOUR_MS}
      and m.data ->> 'answer' = ${answer})`,
  data: { answer },
})

/** Counts emails to the reply address by their outcome. */
export const countReply = (db: Database, outcome: string, now: Instant) =>
  rowsFrom(
    db,
    statement(sql`
      insert into reply_counts (day, outcome, replies) values (${iso(now).slice(0, 10)}, ${outcome}, 1)
      on conflict (day, outcome) do update set replies = replies + 1`),
  )
