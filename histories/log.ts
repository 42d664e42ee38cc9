import type { Delivery } from './history.ts'
import type { Receivers } from '../test/support/host/receivers.ts'
import { createApi } from '../scripts/seed/api-client.ts'

interface Logged {
  id: string
  webhookId: string
  eventType: string
  status: string
  payload: { data: Record<string, unknown> }
}

const LIMIT = 100

/** What a payload tells of: the event, what was known before it happened, and what names it. */
const namesIn = (type: string, data: Record<string, unknown>) => {
  const text = (field: string) => String(data[field])
  const event = text('eventId')
  if (type === 'guest.registered') return { event, about: text('guestEmail'), subject: text('guestId') }
  if (type === 'checkin.created')
    return { event, about: text('guestId'), subject: `${text('guestId')} at ${text('checkedInAt')}` }
  const changes = (data.changes ?? []) as { field: string; to: unknown }[]
  const title = String(changes.find(({ field }) => field === 'title')?.to)
  return { event, about: title, subject: title }
}

/** Whether a delivery or a refund is still on its way. */
export const isAnythingWaiting = async (baseUrl: string, apiKey: string, event: string) => {
  const api = createApi(baseUrl)
  const listed = async <Item>(path: string) => (await api.call<Item[]>({ apiKey }, `GET ${path}`)).data
  const ordersThatAre = (status: string) =>
    listed<{ refunds: { status: string }[] }>(`/v1/events/${event}/orders?limit=${LIMIT}&status=${status}`)
  const [pending, retrying, partly, wholly] = await Promise.all([
    listed('/v1/webhook-deliveries?limit=1&status=pending'),
    listed('/v1/webhook-deliveries?limit=1&status=retrying'),
    ordersThatAre('PARTIALLY_REFUNDED'),
    ordersThatAre('REFUNDED'),
  ])
  const isRefunding = [...partly, ...wholly].some(({ refunds }) => refunds.some(({ status }) => status === 'PENDING'))
  return pending.length + retrying.length > 0 || isRefunding
}

/** The whole delivery log, beside what the receivers were sent. */
export const readDeliveries = async (
  baseUrl: string,
  apiKey: string,
  receivers: Pick<Receivers, 'posts'>,
): Promise<Delivery[]> => {
  const api = createApi(baseUrl)
  const logged = new Map<string, Logged>()
  for (let page = 1; ; page += 1) {
    const { data } = await api.call<Logged[]>({ apiKey }, `GET /v1/webhook-deliveries?limit=${LIMIT}&page=${page}`)
    for (const delivery of data) logged.set(delivery.id, delivery)
    if (data.length < LIMIT) break
  }
  const bodies = Map.groupBy(receivers.posts, ({ body }) => (JSON.parse(body) as { id: string }).id)
  return [...logged.values()].map(({ id, webhookId, eventType, status, payload }) => ({
    id,
    webhook: webhookId,
    type: eventType,
    ...namesIn(eventType, payload.data),
    status,
    bodies: (bodies.get(id) ?? []).map(({ body }) => body),
  }))
}
