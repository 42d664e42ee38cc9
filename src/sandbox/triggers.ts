import { RATE_WINDOW_SECONDS } from '../access/rate-limit.ts'
import { refusal, type Failure } from '../kernel/failure.ts'
import { DAY_MS, HOUR_MS, iso, MINUTE_MS } from '../kernel/time.ts'
import { textAt } from './rehearsal/json-fields.ts'
import type { OwnAnswer } from './rehearsal/played.ts'
import type { Control } from './control.ts'
import type { Trigger } from './trigger-types.ts'

/** Refusals of the calls that a trigger makes: because of the caller, the plan or a limit. */
export const TRIGGER_REFUSALS = ['scope_missing', 'role_insufficient', 'plan_insufficient', 'quota_exceeded'] as const
type TriggerRefusal = (typeof TRIGGER_REFUSALS)[number] | 'rate_limited'

const refusalIn = ({ body }: OwnAnswer): Failure<TriggerRefusal> | null => {
  const code = textAt(body, 'code')
  if (code === 'rate_limited') return refusal(code, { retryAfterSeconds: RATE_WINDOW_SECONDS })
  const known = TRIGGER_REFUSALS.find((each) => each === code)
  if (known === undefined) return null
  const { message: says, data } = body as { message: string; data?: never }
  return refusal(known, { says, ...(data === undefined ? {} : { data }) })
}

class Refused extends Error {
  readonly failure: Failure<TriggerRefusal>

  constructor(failure: Failure<TriggerRefusal>) {
    super(failure.code)
    this.failure = failure
  }
}

/** Creates the required objects and causes the event, through the service's own API and with the caller's rights. */
const runTrigger = async (type: Trigger, { ask, books, calendarId, clock, provider, tellPayment }: Control) => {
  const must = async (line: string, body: object = {}) => {
    const answer = await ask(line, body)
    const failure = refusalIn(answer)
    if (failure !== null) throw new Refused(failure)
    if (answer.status >= 300) throw new Error(`${line} returned ${answer.status}`)
    return answer.body
  }
  const [calendar] = books.rows<{ slug: string }>('select slug from calendars where id = ?', calendarId)
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

/** Returns the refusal of a call that the trigger needed, or null if all went well. */
export const trigger = async (type: Trigger, control: Control): Promise<Failure<TriggerRefusal> | null> => {
  try {
    await runTrigger(type, control)
    return null
  } catch (error) {
    if (!(error instanceof Refused)) throw error
    return error.failure
  }
}
