import type { EventRow, OrderRow } from '../../../db/rows.ts'
import { inOneBatch } from '../../../db/statement.ts'
import type { Deps } from '../../../deps.ts'
import { invalid } from '../../../kernel/failure.ts'
import { nextChange, refundOfSeat, stepAt, type RefundRule } from '../../../kernel/refund-policy.ts'
import { sum } from '../../../kernel/sums.ts'
import type { Instant } from '../../../kernel/time.ts'
import {
  areAsSeen,
  areWritten,
  bothHold,
  countOwnRefunds,
  heldSeatsOf,
  insertOwnRefunds,
  mailOfRefund,
  orderDetailsOf,
  ordersNamed,
  type Condition,
  type OwnRefund,
  type SeenOrder,
} from '../../orders/index.ts'
import { sendRefund } from '../../payments/index.ts'
import type { managedBy, Placed } from '../../seats/index.ts'

type Managed = Awaited<ReturnType<typeof managedBy>>

/** A paid seat of a guest who would cancel, with the refund policy at the time of purchase. */
interface PaidSeat {
  guestId: string
  order: OrderRow
  /** Refundable part of the price. Excludes a service fee that isn't refundable. */
  paid: number
  keptFee: number
  rule: RefundRule | null
}

/** The refund for the guests of a manage link if they cancel now. */
export interface CancellationQuote {
  /** Guests who would cancel. */
  guestIds: string[]
  refund: number
  fee: number
  kept: number
  currency: string | null
  provider: 'OFFLINE' | 'STRIPE' | null
  /** The policy of all seats. Null if they have none, or different ones. */
  rule: RefundRule | null
  changesAt: Instant | null
  nextRefund: number | null
  quote: string
  refunds: (Omit<OwnRefund, 'id'> & { order: OrderRow })[]
  /** State of the guests' paid orders. The cancellation fails if another request has changed them. */
  seen: SeenOrder[]
}

const SETTLED: readonly string[] = ['PAID', 'PARTIALLY_REFUNDED']

/**
 * Returns the guests that the link cancels: for a buyer's link, the whole party or the guests in `guestIds`. Throws 400
 * if `guestIds` has a guest that the link doesn't manage.
 */
export const leaversOf = (managed: Managed, guestIds: readonly string[] | undefined): Placed[] => {
  const members = managed.isBuyers && managed.together !== null ? managed.together.members : [managed]
  const unknown = guestIds?.findIndex((id) => !members.some(({ guest }) => guest.id === id)) ?? -1
  if (unknown !== -1) throw invalid(`guestIds.${unknown}`, 'isn’t a guest of this registration')
  return members.filter(({ guest }) => guestIds === undefined || guestIds.includes(guest.id))
}

/** Only the buyer's link can refund the buyer's money. Other guests of the order cancel without a refund. */
const isBuyer = (managed: Managed) =>
  managed.isBuyers || (managed.together === null && managed.order?.buyerGuestId === managed.guest.id)

interface Paid {
  seats: PaidSeat[]
  seen: SeenOrder[]
}

const paidSeatsOf = async (managed: Managed, leavers: readonly Placed[], deps: Deps): Promise<Paid> => {
  const seated = leavers.filter(({ guest, order }) => guest.status === 'CONFIRMED' && order !== null && order.total > 0)
  const ids = [...new Set(seated.flatMap(({ order }) => order?.id ?? []))]
  if (ids.length === 0 || !isBuyer(managed)) return { seats: [], seen: [] }
  const read = { ...ordersNamed(managed.calendar.id, ids), held: heldSeatsOf(ids) }
  const { orders, held, ...many } = await inOneBatch(deps.db, read)
  const holdersOf = (id: string) => held.flatMap(({ orderId, guestId }) => (orderId === id ? [guestId] : []))
  const seen = orders.map(({ id, refunded }) => ({ orderId: id, refunded, held: holdersOf(id).length }))
  const paidSeats = orders.flatMap((order) => {
    const { seats, addons, refunds, disputes, terms } = orderDetailsOf(order, many)
    const isDisputed = disputes.some(({ settledAt }) => settledAt === null)
    if (!SETTLED.includes(order.status) || isDisputed) return []
    const rules = terms[0]?.policy ?? {}
    const ruleOf = (ticketId: string) =>
      rules[ticketId] ?? (ticketId in rules ? null : (Object.values(rules)[0] ?? null))
    const refunded = refunds.flatMap(({ guestIds, status }) => (status === 'FAILED' ? [] : (guestIds ?? [])))
    const leaves = (guestId: string) => !refunded.includes(guestId) && seated.some(({ guest }) => guest.id === guestId)
    const staying = holdersOf(order.id).filter((guestId) => !refunded.includes(guestId) && !leaves(guestId))
    // The refund of the last seat includes the add-ons of the whole order.
    const last = staying.length > 0 ? undefined : seats.findLast(({ guestId }) => leaves(guestId))?.guestId
    const isFeeRefunded = terms[0]?.isFeeRefundable === true || managed.event.status === 'CANCELLED'
    const orderAddons = sum(addons.map(({ per, quantity, price }) => (per === 'ORDER' ? quantity * price : 0)))
    const shares =
      order.partyId === null
        ? [{ guestId: order.guestId, ticketId: order.ticketId, paid: order.total - order.fee, fee: order.fee }]
        : seats.map(({ guestId, ticketId, price, discount, extras, fee }) => ({
            guestId,
            ticketId,
            paid: price - discount + extras + (guestId === last ? orderAddons : 0),
            fee,
          }))
    return shares.flatMap(({ guestId, ticketId, paid, fee }) =>
      paid > 0 && leaves(guestId)
        ? [
            {
              guestId,
              order,
              paid: paid + (isFeeRefunded ? fee : 0),
              keptFee: isFeeRefunded ? 0 : fee,
              rule: ruleOf(ticketId),
            },
          ]
        : [],
    )
  })
  return { seats: paidSeats, seen }
}

/** If the event is cancelled, seats with a policy are refunded in full. */
const CALLED_OFF = { percent: 100, fee: { fixed: 0, percent: 0 } }

interface Timing {
  startAt: Instant
  isCalledOff: boolean
}

const refundNow = ({ order, paid, rule }: PaidSeat, { startAt, isCalledOff }: Timing, now: Instant) => {
  const step = rule === null ? undefined : isCalledOff ? CALLED_OFF : stepAt(rule, startAt, now)
  if (rule === null || step === undefined) return { refund: 0, fee: 0 }
  return refundOfSeat(paid, { fee: rule.fee, ...step }, order.currency ?? '')
}

/** Returns the refund of each order: the sum of its seats, but at most the amount not refunded yet. */
const refundsOf = (seats: readonly PaidSeat[], timing: Timing, now: Instant) =>
  [...Map.groupBy(seats, ({ order }) => order.id).values()].flatMap((alike) => {
    const [first] = alike
    if (first === undefined) return []
    const { order } = first
    const back = alike.map((seat) => ({ ...refundNow(seat, timing, now), guestId: seat.guestId }))
    const amount = Math.min(sum(back.map(({ refund }) => refund)), order.total - order.refunded)
    const guestIds = back.filter(({ refund }) => refund > 0).map(({ guestId }) => guestId)
    return amount > 0 ? [{ order, orderId: order.id, guestIds, amount }] : []
  })

const onlyRuleOf = (seats: readonly PaidSeat[]) => {
  const rules = new Set(seats.map(({ rule }) => JSON.stringify(rule)))
  return rules.size === 1 ? (seats[0]?.rule ?? null) : null
}

export const quoteOf = async (
  managed: Managed,
  guestIds: readonly string[] | undefined,
  deps: Deps,
): Promise<CancellationQuote> => {
  const leavers = leaversOf(managed, guestIds)
  const { seats, seen } = await paidSeatsOf(managed, leavers, deps)
  const now = deps.clock()
  const { startAt, status } = managed.event
  const timing = { startAt, isCalledOff: status === 'CANCELLED' }
  const refunds = refundsOf(seats, timing, now)
  const refund = sum(refunds.map(({ amount }) => amount))
  const changes = timing.isCalledOff
    ? []
    : seats.flatMap(({ rule }) => (rule === null ? [] : (nextChange(rule, startAt, now) ?? [])))
  const changesAt = changes.length === 0 || refund === 0 ? null : Math.min(...changes)
  const [first] = seats
  const currency = first?.order.currency ?? null
  return {
    guestIds: leavers.map(({ guest }) => guest.id),
    refund,
    fee: sum(seats.map((seat) => refundNow(seat, timing, now).fee)),
    kept: sum(seats.map(({ paid, keptFee }) => paid + keptFee)) - refund,
    currency,
    provider: first === undefined || first.order.provider === 'FREE' ? null : first.order.provider,
    rule: onlyRuleOf(seats),
    changesAt,
    nextRefund: changesAt === null ? null : sum(refundsOf(seats, timing, changesAt + 1).map(({ amount }) => amount)),
    quote: `${refund}${currency ?? ''}-${leavers.length}`,
    refunds,
    seen,
  }
}

/**
 * Returns the statements and emails that refund a cancellation, for the commit that cancels the guests. `isWritten` is
 * the condition under which they may be cancelled.
 */
export const paidBack = (quote: CancellationQuote, { id: eventId }: EventRow, deps: Deps, where?: Condition) => {
  const now = deps.clock()
  const refunds = quote.refunds.map((refund) => ({ ...refund, id: deps.newId('rfd') }))
  const rows = refunds.map(({ order: _, ...row }) => row)
  const unchanged = areAsSeen(quote.seen)
  const written = rows.length === 0 ? unchanged : areWritten(rows)
  return {
    statements:
      rows.length === 0
        ? []
        : [
            insertOwnRefunds(rows, {
              eventId,
              now,
              where: where === undefined ? unchanged : bothHold(where, unchanged),
            }),
            ...countOwnRefunds(rows, now),
          ],
    isWritten: where === undefined ? written : bothHold(where, written),
    mails: refunds.map(({ order, id }) => mailOfRefund(order, id)),
    /** Sends refunds to Stripe. The minute schedule retries those that fail. */
    send: async () => {
      for (const { id, order } of refunds) if (order.provider === 'STRIPE') await sendRefund(id, deps)
    },
  }
}
