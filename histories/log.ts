import type { Act, Delivery } from './history.ts'
import { sawShares, type WireOrder } from './operations/seat-refunds.ts'
import { FERRY } from './plan.ts'
import type { Receivers } from '../harness/receivers.ts'
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

/** Extracts `event`, `about` and `subject` from a webhook payload. */
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

/**
 * Whether the guest list has caught up with the list of check-ins. Once it has, the deliveries of those check-ins
 * exist.
 */
export const isDoorTold = async (baseUrl: string, { apiKey, door }: Place) => {
  const read = readerOf(baseUrl, { apiKey })
  const [inside, listed] = await Promise.all([
    read<{ guestId: string }[]>(`/v1/events/${door.event}/checkins`),
    read<{ id: string }[]>(`/v1/events/${door.event}/guests?limit=${LIMIT}&status=CHECKED_IN`),
  ])
  const listedIds = new Set(listed.map(({ id }) => id))
  return listedIds.size === inside.length && inside.every(({ guestId }) => listedIds.has(guestId))
}

export const isDelivering = async (baseUrl: string, { apiKey }: Pick<World, 'apiKey'>) => {
  const listed = readerOf(baseUrl, { apiKey })
  const waiting = await Promise.all(
    ['pending', 'retrying'].map((status) => listed<object[]>(`/v1/webhook-deliveries?limit=1&status=${status}`)),
  )
  return waiting.flat().length > 0
}

export const isRefunding = async (baseUrl: string, { apiKey, gate, shop }: Place) => {
  const places = [{ event: shop.event, apiKey }, gate]
  const orders = await Promise.all(
    places.flatMap((place) =>
      ['PARTIALLY_REFUNDED', 'REFUNDED'].map((status) =>
        readerOf(
          baseUrl,
          place,
        )<{ refunds: { status: string }[] }[]>(`/v1/events/${place.event}/orders?limit=${LIMIT}&status=${status}`),
      ),
    ),
  )
  return orders.flat().some(({ refunds }) => refunds.some(({ status }) => status === 'PENDING'))
}

/** After the run, reads the status of every guest of the gate event and whether the list of check-ins contains them. */
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

/** After the run, reads the final state of each order placed for a party. */
export const readBookings = async (
  baseUrl: string,
  { apiKey, shop }: Pick<World, 'apiKey' | 'shop'>,
): Promise<Act[]> => {
  const read = readerOf(baseUrl, { apiKey })
  const acts: Act[] = []
  for (const { order, guests } of shop.bookings)
    acts.push(sawShares(guests, await read<WireOrder>(`/v1/events/${shop.event}/orders/${order.id}`)))
  return acts
}

interface Waiting {
  id: string
  partyId: string | null
  waitlistPosition: number | null
  ticket: { id: string } | null
}

/**
 * Reopens registration for the ferry. Then reads which party is first on the waiting list, and how many places are left
 * for the event and for each ticket the party needs.
 */
export const readLine = async (baseUrl: string, { gate, ferry }: Pick<World, 'gate' | 'ferry'>): Promise<Act[]> => {
  const read = readerOf(baseUrl, gate)
  const path = `/v1/events/${ferry.event}`
  await createApi(baseUrl).call({ apiKey: gate.apiKey }, `PATCH ${path}`, {
    registrationClosesAt: null,
    suppressNotifications: true,
  })
  const line = async () => {
    const waiting = await read<Waiting[]>(`${path}/guests?status=WAITLISTED&limit=${LIMIT}`)
    const place = Math.min(...waiting.map(({ waitlistPosition }) => waitlistPosition ?? Infinity))
    return waiting.filter(({ waitlistPosition }) => waitlistPosition === place)
  }
  // The cron trigger may advance the waiting list between the two reads. If it did, read again.
  for (;;) {
    const first = await line()
    const tickets = await read<{ id: string; sold: number }[]>(`${path}/tickets`)
    if (JSON.stringify(first) !== JSON.stringify(await line())) continue
    if (first[0] === undefined) return [{ kind: 'sawLine', party: null, needs: [] }]
    const limits = { [ferry.tickets[0]]: FERRY.deck, [ferry.tickets[1]]: FERRY.cabin }
    const taken = tickets.reduce((sum, { sold }) => sum + sold, 0)
    const needs = Object.entries(limits).flatMap(([of, limit]) => {
      const many = first.filter(({ ticket }) => ticket?.id === of).length
      const sold = tickets.find(({ id }) => id === of)?.sold ?? 0
      return many === 0 ? [] : [{ of, many, left: limit - sold }]
    })
    const all = { of: ferry.event, many: first.length, left: FERRY.seats - taken }
    return [{ kind: 'sawLine', party: first[0].partyId ?? first[0].id, needs: [all, ...needs] }]
  }
}

/** Reads the whole delivery log and adds the bodies that the receivers got. */
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
