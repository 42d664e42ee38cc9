import type { Act } from '../history.ts'
import type { Perform, World } from '../world.ts'
import { pick, reads, withKey, writes } from '../world.ts'
import { orderOf } from './shop.ts'

// Operations on parties of three, whose discount is not divisible by three and whose seats are refunded one by one, with
// their add-ons and their service fee. The last seat also returns the add-on of the order.

interface Guest {
  id: string
  email: string
}
interface Made {
  guests: Guest[]
  order: Parameters<typeof orderOf>[0]['order']
  manageUrl: string
}
export interface WireOrder {
  id: string
  total: number
  refunded: number
  refunds: { amount: number; status: string; guestIds: string[] | null }[]
}

const SIZE = 3

export const bookTogether: Perform = ({ shop }, { name }) => {
  const { event, shared, addons, bookings } = shop
  const email = `together-${name}@example.org`
  const told = (guest?: Guest): Act => ({
    kind: 'emit',
    type: 'guest.registered',
    event,
    about: guest?.email ?? email,
    ...(guest && { subject: guest.id }),
  })
  return {
    sent: {
      method: 'POST',
      path: `/public/events/${event}/registrations`,
      headers: {},
      body: {
        buyer: { firstName: 'Bea', lastName: name, email },
        attendees: Array.from({ length: SIZE }, () => ({ addons: [{ addonId: addons.ofSeat, quantity: 1 }] })),
        addons: [{ addonId: addons.ofOrder, quantity: 1 }],
        couponCode: shared,
      },
    },
    meaning: writes<Made>([told()], ({ guests, order, manageUrl }) => {
      const ids = guests.map(({ id }) => id)
      bookings.push({ order: orderOf({ guest: null, order }), guests: ids, manageUrl, isPaid: false })
      return guests.map(told)
    }),
  }
}

export const payTogether: Perform = async (world, { name }) => {
  const booking = world.shop.bookings.find(({ isPaid }) => !isPaid)
  if (booking === undefined) return null
  const act: Act = { kind: 'pay', order: booking.order.id }
  return {
    sent: await world.tellOfPayment(booking.order, name),
    meaning: writes([act], () => {
      booking.isPaid = true
      return [act]
    }),
  }
}

/** Uses only the latest orders, so that several sockets refund the same seat. */
const LATEST = 3
const paidBooking = ({ shop }: World, which: number) =>
  pick(shop.bookings.filter(({ isPaid }) => isPaid).slice(-LATEST), which)

export const refundSeat: Perform = (world, { step }) => {
  const booking = paidBooking(world, step.which)
  const guest = pick(booking?.guests ?? [], step.way)
  if (booking === undefined || guest === undefined) return null
  const order = booking.order.id
  return {
    sent: {
      method: 'POST',
      path: `/v1/events/${world.shop.event}/orders/${order}/refund`,
      headers: withKey(world),
      body: { items: [{ guestId: guest }], notifyBuyer: false, cancelGuests: step.which % 2 === 0 },
    },
    isRepeatable: true,
    meaning: writes<{ refund: { amount: number } }>([{ kind: 'refundSeat', order, guest }], ({ refund }) => [
      { kind: 'refundSeat', order, guest, amount: refund.amount },
    ]),
  }
}

/** The buyer cancels one guest, whose seat is refunded in full in the same commit. */
export const leaveBooking: Perform = (world, { step }) => {
  const booking = paidBooking(world, step.which)
  const guest = pick(booking?.guests ?? [], step.way)
  if (booking === undefined || guest === undefined) return null
  const act: Act = { kind: 'refundSeat', order: booking.order.id, guest }
  return {
    sent: {
      method: 'POST',
      path: `/public/registrations/${booking.manageUrl.split('/').at(-1)}/cancel`,
      headers: {},
      body: { guestIds: [guest] },
    },
    meaning: writes([act], () => [act]),
  }
}

export const sawShares = (guests: readonly string[], { id, total, refunded, refunds }: WireOrder): Act => ({
  kind: 'sawShares',
  order: id,
  total,
  refunded,
  seats: guests.length,
  back: refunds
    .filter(({ status }) => status !== 'FAILED')
    .map(({ guestIds, amount }) => ({ guests: guestIds ?? [], amount })),
})

export const readShares: Perform = (world, { step }) => {
  const booking = paidBooking(world, step.which)
  if (booking === undefined) return null
  return {
    sent: {
      method: 'GET',
      path: `/v1/events/${world.shop.event}/orders/${booking.order.id}`,
      headers: withKey(world),
    },
    meaning: reads<WireOrder>((order) => [sawShares(booking.guests, order)]),
  }
}
