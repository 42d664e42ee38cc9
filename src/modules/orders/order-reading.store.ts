import { and, desc, eq, isNull, sql } from 'drizzle-orm'
import { QueryBuilder } from 'drizzle-orm/sqlite-core'
import type { Database } from '../../db/database.ts'
import type { DifferenceRow, OrderAddonRow, OrderRow, OrderSeatRow, OrderTermsRow, RefundRow } from '../../db/rows.ts'
import { inList, inOneBatch, rowsFrom, rowsOf, statement } from '../../db/statement.ts'
import { orderAddons, orders, orderSeats, orderTerms, paymentDifferences, refunds } from '../../db/schema.ts'
import { documentsOf, type DocumentOfOrder } from './order-documents.store.ts'
import { hasGoneBack } from './orders.store.ts'
import { paidForSeat } from './sums.store.ts'

const ofEvent = (eventId: string, id: string) => and(eq(orders.eventId, eventId), eq(orders.id, id))

const refundsOf = (orderIds: string[]) =>
  rowsOf(
    refunds,
    new QueryBuilder()
      .select()
      .from(refunds)
      .where(
        and(
          sql`${refunds.orderId} in ${inList(orderIds)}`,
          // A refund with `refunds.payment` returned a second payment, so it isn't a refund of the order itself.
          isNull(refunds.payment),
        ),
      )
      .orderBy(refunds.createdAt, refunds.id),
  )

const disputesOf = (orderIds: string[]) =>
  rowsOf(
    paymentDifferences,
    new QueryBuilder()
      .select()
      .from(paymentDifferences)
      .where(and(sql`${paymentDifferences.orderId} in ${inList(orderIds)}`, eq(paymentDifferences.kind, 'DISPUTED')))
      .orderBy(paymentDifferences.noticedAt),
  )

const seatsOf = (orderIds: string[]) =>
  rowsOf(
    orderSeats,
    new QueryBuilder()
      .select()
      .from(orderSeats)
      .where(sql`${orderSeats.orderId} in ${inList(orderIds)}`)
      .orderBy(orderSeats.orderId, orderSeats.position),
  )

const addonsOf = (orderIds: string[]) =>
  rowsOf(
    orderAddons,
    new QueryBuilder()
      .select()
      .from(orderAddons)
      .where(sql`${orderAddons.orderId} in ${inList(orderIds)}`)
      .orderBy(orderAddons.orderId, sql`rowid`),
  )

const termsOf = (orderIds: string[]) =>
  rowsOf(
    orderTerms,
    new QueryBuilder()
      .select()
      .from(orderTerms)
      .where(sql`${orderTerms.orderId} in ${inList(orderIds)}`),
  )

export const detailsOf = (ids: string[]) => ({
  refunds: refundsOf(ids),
  disputes: disputesOf(ids),
  seats: seatsOf(ids),
  addons: addonsOf(ids),
  terms: termsOf(ids),
  documents: documentsOf(ids),
})

export const findTermsOf = async (db: Database, orderId: string) => (await rowsFrom(db, termsOf([orderId])))[0]

export const NO_DETAILS: OrderDetails = { refunds: [], disputes: [], seats: [], addons: [], terms: [], documents: [] }

/** The details that a guest sees. A free order of one guest has none, so it needs no read. */
export const withSeats = async (db: Database, order: OrderRow): Promise<OrderDetails> => {
  const { id, partyId, total } = order
  if (partyId === null && total === 0) return NO_DETAILS
  return {
    ...NO_DETAILS,
    ...(await inOneBatch(db, { seats: seatsOf([id]), addons: addonsOf([id]), terms: termsOf([id]) })),
  }
}

const MAX_DIFFERENCES = 100

/** Unsettled rows of `payment_differences`, newest first. */
export const differencesOf = (eventId: string) =>
  rowsOf(
    paymentDifferences,
    new QueryBuilder()
      .select()
      .from(paymentDifferences)
      .where(and(eq(paymentDifferences.eventId, eventId), sql`settled_at is null`))
      .orderBy(desc(paymentDifferences.noticedAt))
      .limit(MAX_DIFFERENCES),
  )

export interface OrderDetails {
  refunds: RefundRow[]
  disputes: DifferenceRow[]
  seats: OrderSeatRow[]
  addons: OrderAddonRow[]
  /** Empty for free orders, and for orders from before `order_terms`. */
  terms: OrderTermsRow[]
  documents: DocumentOfOrder[]
}

export const orderDetailsOf = ({ id }: OrderRow, many: OrderDetails): OrderDetails => ({
  refunds: many.refunds.filter(({ orderId }) => orderId === id),
  disputes: many.disputes.filter(({ orderId }) => orderId === id),
  seats: many.seats.filter(({ orderId }) => orderId === id),
  addons: many.addons.filter(({ orderId }) => orderId === id),
  terms: many.terms.filter(({ orderId }) => orderId === id),
  documents: many.documents.filter(({ orderId }) => orderId === id),
})

export const orderView = (eventId: string, id: string) => ({
  order: rowsOf(orders, new QueryBuilder().select().from(orders).where(ofEvent(eventId, id)).limit(1)),
  ...detailsOf([id]),
})

export const findOrderOf = async (db: Database, eventId: string, id: string) => {
  const view = await inOneBatch(db, orderView(eventId, id))
  const [order] = view.order
  return order === undefined ? null : { ...view, order }
}

export const ordersNamed = (calendarId: string, ids: readonly string[]) => {
  const wanted = sql`${orders.id} in ${inList(ids)} and ${orders.calendarId} = ${calendarId}`
  return {
    orders: rowsOf(orders, new QueryBuilder().select().from(orders).where(wanted)),
    ...detailsOf([...ids]),
  }
}

export const refundsNamed = (calendarId: string, ids: readonly string[]) =>
  rowsOf(
    refunds,
    new QueryBuilder()
      .select()
      .from(refunds)
      .where(
        sql`${refunds.id} in ${inList(ids)} and ${refunds.payment} is null and exists (
          select 1 from orders o where o.id = ${refunds.orderId} and o.calendar_id = ${calendarId})`,
      ),
  )

export interface PaidBefore {
  amount: number
  currency: string
}

/**
 * What the owner of this address has paid at the event for seats that were cancelled and not refunded. Only the owner of
 * the address or of the order may learn it, so it belongs in emails to that address, never in a response to a form.
 */
export const findPaidBefore = async (db: Database, eventId: string, email: string): Promise<PaidBefore | null> => {
  const left = sql`guests x where x.event_id = ${eventId} and x.email = ${email} and x.status in ('CANCELLED', 'DECLINED')
    and x.erased_at is null`
  const [found] = await rowsFrom(
    db,
    statement<PaidBefore>(sql`
      select p.currency, sum(p.amount) as amount from (
        select o.currency, o.total - o.refunded as amount from (select x.id from ${left}) x
          join orders o on o.guest_id = x.id and o.party_id is null
        where o.buyer_email = ${email} and o.status in ('PAID', 'PARTIALLY_REFUNDED')
        union all
        select o.currency, ${paidForSeat('s')} from (select x.id from ${left}) x join order_seats s on s.guest_id = x.id
          join orders o on o.id = s.order_id
        where o.buyer_email = ${email} and o.status in ('PAID', 'PARTIALLY_REFUNDED') and not ${hasGoneBack('s')}
      ) p where p.amount > 0 group by p.currency order by amount desc limit 1`),
  )
  return found ?? null
}

export interface AddonsOfOrder {
  bought: { name: string; quantity: number }[]
  /** Names of add-ons that guests of the order chose while they waited, and that were sold out when they got seats. */
  leftOut: string[]
}

export const findAddonsOf = async (db: Database, orderId: string): Promise<AddonsOfOrder> => {
  const rows = await rowsFrom(
    db,
    statement<{ name: string; quantity: number; isLeftOut: 0 | 1 }>(sql`
      select x.name, sum(x.quantity) as quantity, 0 as isLeftOut from order_addons x where x.order_id = ${orderId} group by x.addon_id
      union all
      select k.name, 0, 1 from guests m join guest_choices c on c.guest_id = m.id join json_each(c.addons) w
        join addons k on k.id = w.value ->> 'addonId'
      where m.id in (select s.guest_id from order_seats s where s.order_id = ${orderId}) and m.order_id = ${orderId} and m.holds_seat = 1
        and not exists (select 1 from order_addons x where x.order_id = ${orderId} and x.guest_id = m.id and x.addon_id = k.id)
      group by k.id`),
  )
  return {
    bought: rows.filter(({ isLeftOut }) => isLeftOut === 0),
    leftOut: rows.filter(({ isLeftOut }) => isLeftOut === 1).map(({ name }) => name),
  }
}
