import type { Api } from '../../shared/api.ts'
import type { EventAnswer, OrderAnswer, PageOf } from '../../shared/answers.ts'
import { allPages, csvOf, save } from '../parts/files.ts'
import { majorOf } from '../parts/words.ts'
import { ordersWords } from '../words/en/orders.ts'
import { orderState, paidBy } from './order-state.ts'

const COLUMNS = [
  'number',
  'status',
  'firstName',
  'lastName',
  'email',
  'tickets',
  'currency',
  'subtotal',
  'discount',
  'total',
  'refunded',
  'net',
  'coupon',
  'provider',
  'reference',
  'createdAt',
  'paidAt',
  'timezone',
] as const

/** Returns "2026-11-18 09:12", which spreadsheets read as a time. */
const localTime = (instant: string | null, timeZone: string) =>
  instant === null
    ? ''
    : new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short', timeStyle: 'short' }).format(Date.parse(instant))

const rowOf = (order: OrderAnswer, { timezone }: EventAnswer) => {
  const money = (minor: number) => (order.currency === null ? '' : majorOf(minor, order.currency))
  return [
    order.number,
    orderState({ status: order.status, expiresAt: null }).words,
    order.buyer.firstName,
    order.buyer.lastName,
    order.buyer.email,
    [...order.items.map(({ quantity, ticketName }) => ({ quantity, name: ticketName })), ...order.addons]
      .map(({ quantity, name }) => `${String(quantity)} × ${name}`)
      .join(', '),
    order.currency ?? '',
    money(order.subtotal),
    money(order.discount),
    money(order.total),
    money(order.refunded),
    money(order.payment.status === 'PAID' ? order.net : 0),
    order.coupon?.code ?? '',
    paidBy(order.payment),
    order.payment.reference ?? '',
    localTime(order.createdAt, timezone),
    localTime(order.paidAt, timezone),
    timezone,
  ]
}

/** Downloads the orders that match the filters as a CSV file. */
export const saveOrders = async (api: Api, event: EventAnswer, wanted: { status: string; q: string }) => {
  const orders = await allPages((page) =>
    api.get<PageOf<OrderAnswer>>(`/events/${event.id}/orders`, { ...wanted, page, limit: 100 }),
  )
  const words = ordersWords().file
  save(
    words.name(event.slug),
    csvOf([COLUMNS.map((column) => words.columns[column]), ...orders.map((order) => rowOf(order, event))]),
  )
}
