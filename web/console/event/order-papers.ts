import type { Api } from '../../shared/api.ts'
import type { EventAnswer, OrderAnswer, PageOf } from '../../shared/answers.ts'
import { allPages, csvOf, save } from '../parts/files.ts'
import { majorOf } from '../parts/words.ts'

const HEAD = [
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
]

const rowOf = (order: OrderAnswer) => {
  const money = (minor: number) => (order.currency === null ? '' : majorOf(minor, order.currency))
  return [
    order.number,
    order.status,
    order.buyer.firstName,
    order.buyer.lastName,
    order.buyer.email,
    order.items.map(({ quantity, ticketName }) => `${String(quantity)} × ${ticketName}`).join(', '),
    order.currency ?? '',
    money(order.subtotal),
    money(order.discount),
    money(order.total),
    money(order.refunded),
    money(order.net),
    order.coupon?.code ?? '',
    order.payment.provider,
    order.payment.reference ?? '',
    order.createdAt,
    order.paidAt ?? '',
  ]
}

/** Downloads the orders that match the filters as a CSV file. */
export const saveOrders = async (api: Api, event: EventAnswer, wanted: { status: string; email: string }) => {
  const orders = await allPages((page) =>
    api.get<PageOf<OrderAnswer>>(`/events/${event.id}/orders`, { ...wanted, page, limit: 100 }),
  )
  save(`${event.slug}-orders.csv`, csvOf([HEAD, ...orders.map(rowOf)]))
}
