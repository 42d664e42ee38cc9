import type { Act } from '../history.ts'
import { CROWD } from '../plan.ts'
import type { Moment, Order, Perform, World } from '../world.ts'
import { asOwner, pick, reads, withKey, writes } from '../world.ts'

interface WireOrder {
  id: string
  total: number
  refunded: number
  coupon: object | null
  payment: { reference: string }
  refunds: { amount: number; status: string }[]
}

interface Bought {
  guest: { id: string } | null
  order: WireOrder
}

export const orderOf = ({ guest, order }: Bought): Order => ({
  id: order.id,
  guest: guest?.id ?? '',
  session: order.payment.reference,
  total: order.total,
  hasCoupon: order.coupon !== null,
})

/**
 * Half of the buyers use the coupon and cancel again. The other half pay, without the coupon, because a paid order
 * would keep it for good. If an order has been cancelled, the service automatically refunds any payment for it.
 */
const buyerOf = ({ step }: Moment) => {
  const number = step.which % CROWD.shop
  return { email: `shop-${number}@example.org`, usesCoupon: number % 2 === 0 }
}

export const buy: Perform = (world, moment) => {
  const { event, buyers, coupon } = world.shop
  const { email, usesCoupon } = buyerOf(moment)
  const emitted = { kind: 'emit', type: 'guest.registered', event, about: email } as const
  const redeemed = { kind: 'redeem', coupon } as const
  return {
    sent: {
      method: 'POST',
      path: `/public/events/${event}/registrations`,
      headers: {},
      body: { firstName: 'Bo', lastName: moment.name, email, ...(usesCoupon ? { couponCode: coupon } : {}) },
    },
    meaning: writes<Bought>([emitted, ...(usesCoupon ? [redeemed] : [])], (bought) => {
      if (bought.guest === null) return []
      const order = orderOf(bought)
      buyers.set(email, order)
      const arrived = { ...emitted, subject: order.guest }
      return order.hasCoupon ? [arrived, { ...redeemed, guest: order.guest }] : [arrived]
    }),
  }
}

export const giveUp: Perform = (world, moment) => {
  const { email, usesCoupon } = buyerOf(moment)
  const order = world.shop.buyers.get(email)
  if (order === undefined || !usesCoupon) return null
  const { coupon, event } = world.shop
  const acts: Act[] = [{ kind: 'giveBack', coupon, guest: order.guest }]
  return {
    sent: {
      method: 'PATCH',
      path: `/v1/events/${event}/guests/${order.guest}/status`,
      headers: withKey(world),
      body: { status: 'CANCELLED' },
    },
    meaning: writes(acts, () => acts),
  }
}

export const pay: Perform = async (world, moment) => {
  const { email, usesCoupon } = buyerOf(moment)
  const order = world.shop.buyers.get(email)
  if (order === undefined || usesCoupon) return null
  const act: Act = { kind: 'pay', order: order.id }
  return {
    sent: await world.tellOfPayment(order, moment.name),
    meaning: writes([act], () => {
      if (!world.shop.orders.includes(order)) world.shop.orders.push(order)
      return [act]
    }),
  }
}

const paidOrder = ({ shop }: World, { step }: Moment) => pick(shop.orders.slice(-CROWD.orders), step.which)

export const refund: Perform = (world, moment) => {
  const order = paidOrder(world, moment)
  if (order === undefined) return null
  const amount = 50 * (1 + (moment.step.way % 9))
  const act: Act = { kind: 'refund', order: order.id, amount }
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${world.shop.event}/orders/${order.id}/refund`,
      headers: withKey(world),
      body: { amount, notifyBuyer: false },
    },
    isRepeatable: true,
    meaning: writes([act], () => [act]),
  }
}

export const readOrder: Perform = (world, moment) => {
  const order = paidOrder(world, moment)
  if (order === undefined) return null
  return {
    sent: { method: 'GET', path: `/v1/events/${world.shop.event}/orders/${order.id}`, headers: withKey(world) },
    meaning: reads<WireOrder>(({ id, total, refunded, refunds }) => [
      {
        kind: 'sawOrder',
        order: id,
        total,
        refunded,
        listed: refunds.reduce((all, { amount, status }) => all + (status === 'FAILED' ? 0 : amount), 0),
      },
    ]),
  }
}

export const readCoupon: Perform = (world) => ({
  sent: { method: 'GET', path: `/coupons/calendar/${world.calendar}`, headers: asOwner(world) },
  meaning: reads<{ code: string; redeemedCount: number }[]>((listed) =>
    listed.map(({ code, redeemedCount }) => ({ kind: 'sawCoupon', coupon: code, redeemed: redeemedCount })),
  ),
})
