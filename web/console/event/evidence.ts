import type { EventAnswer, GuestAnswer, One, OrderAnswer } from '../../shared/answers.ts'
import type { Api } from '../../shared/api.ts'
import { fullTimeOf, moneyOf, nameOf, whenOf } from '../parts/words.ts'
import { ordersWords } from '../words/en/orders.ts'
import { guestName } from './guest-state.ts'

const linesOf = (guest: GuestAnswer) => {
  const { evidence } = ordersWords().sheet
  const { name } = guestName(guest)
  return [
    ...(guest.createdAt === undefined ? [] : [evidence.registered(name, fullTimeOf(guest.createdAt))]),
    ...(guest.registrationAnswers ?? []).map(({ question, answer }) => `  ${question}: ${answer}`),
    (guest.checkedInAt ?? null) === null
      ? evidence.absent(name)
      : evidence.checkedIn(name, fullTimeOf(guest.checkedInAt ?? '')),
  ]
}

/** Returns the text that the organiser can use to answer a dispute at Stripe. */
export const evidenceOf = async (api: Api, event: EventAnswer, order: OrderAnswer) => {
  const words = ordersWords().sheet
  const ids = order.items.flatMap(({ guestIds }) => guestIds)
  const guests = await Promise.all(
    ids.map((id) => api.get<One<GuestAnswer>>(`/events/${event.id}/guests/${id}`, { whole: true })),
  )
  const { buyer, currency, payment } = order
  return [
    words.orderNumber(order.number),
    `${nameOf(buyer)} <${buyer.email}>`,
    `${event.title}, ${whenOf(event)}`,
    ...[
      ...order.items.map(({ quantity, ticketName, total }) => ({ quantity, name: ticketName, total })),
      ...order.addons,
    ].map(({ quantity, name, total }) => `${quantity} × ${name}: ${moneyOf(total, currency)}`),
    ...(order.fee > 0 ? [`${words.serviceFee}: ${moneyOf(order.fee, currency)}`] : []),
    moneyOf(order.total, currency),
    ...(order.paidAt === null ? [] : [words.evidence.paid(fullTimeOf(order.paidAt))]),
    ...(payment.reference === null ? [] : [`${words.reference}: ${payment.reference}`]),
    ...guests.flatMap(({ data }) => linesOf(data)),
    ...order.refunds.map(
      ({ amount, createdAt }) => `${words.refunds}: ${moneyOf(amount, currency)}, ${fullTimeOf(createdAt)}`,
    ),
  ].join('\n')
}
