import type { Act, Delivery } from './history.ts'
import type { Receivers } from '../test/support/host/receivers.ts'
import type { World } from './world.ts'
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

type Place = Pick<World, 'apiKey' | 'door' | 'gate' | 'shop'>

const readerOf = (baseUrl: string, { apiKey }: Pick<World, 'apiKey'>) => {
  const api = createApi(baseUrl)
  return async <Data>(path: string) => (await api.call<Data>({ apiKey }, `GET ${path}`)).data
}

/** Whether the lists have caught up with the door, and with them its deliveries. */
export const isDoorTold = async (baseUrl: string, { apiKey, door }: Place) => {
  const read = readerOf(baseUrl, { apiKey })
  const [inside, listed] = await Promise.all([
    read<{ guestId: string }[]>(`/v1/events/${door.event}/checkins`),
    read<{ id: string }[]>(`/v1/events/${door.event}/guests?limit=${LIMIT}&status=CHECKED_IN`),
  ])
  const told = new Set(listed.map(({ id }) => id))
  return told.size === inside.length && inside.every(({ guestId }) => told.has(guestId))
}

/** Whether a delivery or a refund is still on its way. */
export const isAnythingWaiting = async (baseUrl: string, { apiKey, gate, shop }: Place) => {
  const listed = readerOf(baseUrl, { apiKey })
  const ordersOf = (place: { event: string; apiKey: string }) => (status: string) =>
    readerOf(
      baseUrl,
      place,
    )<{ refunds: { status: string }[] }[]>(`/v1/events/${place.event}/orders?limit=${LIMIT}&status=${status}`)
  const [pending, retrying, ...orders] = await Promise.all([
    listed<object[]>('/v1/webhook-deliveries?limit=1&status=pending'),
    listed<object[]>('/v1/webhook-deliveries?limit=1&status=retrying'),
    ...['PARTIALLY_REFUNDED', 'REFUNDED'].map(ordersOf({ event: shop.event, apiKey })),
    ...['PARTIALLY_REFUNDED', 'REFUNDED'].map(ordersOf(gate)),
  ])
  const isRefunding = orders.flat().some(({ refunds }) => refunds.some(({ status }) => status === 'PENDING'))
  return pending.length + retrying.length > 0 || isRefunding
}

/** When nobody asks for anything any more: every guest of the gate, and whether the list of check-ins has them. */
export const readStandings = async (baseUrl: string, { gate }: Pick<World, 'gate'>): Promise<Act[]> => {
  const read = readerOf(baseUrl, gate)
  const guests = new Map<string, string>()
  for (let page = 1; ; page += 1) {
    const data = await read<{ id: string; status: string }[]>(
      `/v1/events/${gate.event}/guests?limit=${LIMIT}&page=${page}`,
    )
    for (const { id, status } of data) guests.set(id, status)
    if (data.length < LIMIT) break
  }
  const inside = await read<{ guestId: string }[]>(`/v1/events/${gate.event}/checkins`)
  const isInside = new Set(inside.map(({ guestId }) => guestId))
  return [
    ...[...guests].map(([guest, status]): Act => ({ kind: 'sawStanding', guest, status, isIn: isInside.has(guest) })),
    { kind: 'sawSeats', event: gate.event, held: inside.length },
  ]
}

/** The whole delivery log, beside what the receivers were sent. */
export const readDeliveries = async (
  baseUrl: string,
  world: Pick<World, 'apiKey'>,
  receivers: Pick<Receivers, 'posts'>,
): Promise<Delivery[]> => {
  const read = readerOf(baseUrl, world)
  const logged = new Map<string, Logged>()
  for (let page = 1; ; page += 1) {
    const data = await read<Logged[]>(`/v1/webhook-deliveries?limit=${LIMIT}&page=${page}`)
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
