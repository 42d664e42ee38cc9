import { refusal, type Failure } from '../kernel/failure.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../kernel/time.ts'
import { textAt } from './rehearsal/answered.ts'
import type { OwnAnswer } from './rehearsal/played.ts'
import type { Control } from './control.ts'
import type { Trigger } from './trigger-types.ts'

/** The service refused a call that a trigger needed: the caller's key or role is not enough for it. */
class Refused extends Error {
  readonly says: string

  constructor(line: string, answer: OwnAnswer) {
    super(`${line} returned ${answer.status}`)
    this.says = textAt(answer.body, 'message') ?? this.message
  }
}

/** Makes what is needed and lets it happen, by the service's own API and with the rights of the caller. */
const runTrigger = async (type: Trigger, { ask, books, clock, provider, tellPayment }: Control) => {
  const must = async (line: string, body: object = {}) => {
    const answer = await ask(line, body)
    if (answer.status === 403) throw new Refused(line, answer)
    if (answer.status >= 300) throw new Error(`${line} returned ${answer.status}`)
    return answer.body
  }
  const [calendar] = books.rows<{ slug: string }>('select slug from calendars')
  const slug = calendar?.slug
  const newEvent = async (fields: object) => {
    const startAt = type === 'checkin.created' ? clock.read() + 30 * MINUTE_MS : clock.read() + 7 * DAY_MS
    const body = await must('POST /events', {
      title: 'Test event',
      timezone: 'UTC',
      startAt: iso(startAt),
      endAt: iso(startAt + 2 * HOUR_MS),
      capacity: 100,
      status: 'PUBLISHED',
      calendarSlug: slug,
      ...fields,
    })
    return { id: textAt(body, 'data', 'id') ?? '', ticketId: textAt(body, 'data', 'tickets', 0, 'id') }
  }
  const register = async (fields: object = {}) => {
    const event = await newEvent(fields)
    const number = (books.read<number>('triggered') ?? 0) + 1
    books.keep('triggered', number)
    const body = await must(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Test',
      lastName: `Guest ${number}`,
      email: `test${number}@example.org`,
      ...(event.ticketId === null ? {} : { ticketId: event.ticketId }),
    })
    return {
      eventId: event.id,
      manageToken: textAt(body, 'data', 'manageUrl')?.split('/').at(-1) ?? '',
      guestId: textAt(body, 'data', 'guest', 'id') ?? '',
      orderId: textAt(body, 'data', 'order', 'id') ?? '',
    }
  }
  const pay = async () => {
    const sold = await register({ tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }] })
    const checkout = provider.checkoutOfOrder(sold.orderId)
    const message = checkout === null ? null : provider.act(checkout, { outcome: 'paid' })
    if (message !== null) await tellPayment(message.id)
    return sold
  }
  const happen: Record<Trigger, () => Promise<unknown>> = {
    'guest.registered': () => register(),
    'guest.cancelled': async () => must(`POST /public/registrations/${(await register()).manageToken}/cancel`),
    'checkin.created': async () => {
      const { eventId, guestId } = await register()
      await must(`POST /events/${eventId}/checkins`, { guestId })
    },
    'order.paid': pay,
    'order.refunded': async () => {
      const { eventId, orderId } = await pay()
      await must(`POST /events/${eventId}/orders/${orderId}/refund`)
    },
    'event.cancelled': async () => must(`POST /events/${(await register()).eventId}/cancel`),
  }
  await happen[type]()
}

/** Returns the refusal of a call that the caller may not make, or null if all went well. */
export const trigger = async (type: Trigger, control: Control): Promise<Failure<'scope_missing'> | null> => {
  try {
    await runTrigger(type, control)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return refusal('scope_missing', { says: error.says })
  }
}
