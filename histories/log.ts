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

export const waitingCount = async (baseUrl: string, apiKey: string) => {
  const counts = await Promise.all(
    ['pending', 'retrying'].map(async (status) => {
      const answer = await fetch(`${baseUrl}/v1/webhook-deliveries?limit=1&status=${status}`, {
        headers: { 'x-svc-api-key': apiKey },
      })
      return ((await answer.json()) as { meta: { total: number } }).meta.total
    }),
  )
  return (counts[0] ?? 0) + (counts[1] ?? 0)
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
