import { Stripe } from 'stripe'
import { createApi, type Api } from '../scripts/seed/api-client.ts'
import type { RunningService } from '../harness/service.ts'
import { CROWD, COUPON_USES, FERRY, GATE_SEATS, HALL, ROOM_LIMIT } from './plan.ts'
import { orderOf } from './operations/shop.ts'
import type { Webhook } from './history.ts'
import type { Order, World } from './world.ts'

/** Path at which the receiver never responds. */
export const HANGS = '/hangs'
export const STRIPE_SECRET = 'whsec_of_the_histories'
const HOUR_MS = 3_600_000
const PRICE = 5_000
const COUPON = 'TENTH'
/** An amount that is not divisible by three, which is the size of a party. */
const SHARED = { code: 'SHARED', amountOff: 1_001 }

const inHours = (hours: number) => new Date(Date.now() + hours * HOUR_MS).toISOString()

interface Made {
  id: string
  slug: string
  tickets: { id: string }[]
}

const messageOf = async (order: Order, name: string) => {
  const object = {
    id: order.session,
    object: 'checkout.session',
    payment_status: 'paid',
    amount_total: order.total,
    currency: 'eur',
    metadata: { order_id: order.id },
  }
  const body = { id: `evt_${name}`, object: 'event', type: 'checkout.session.completed', data: { object } }
  const timestamp = Math.floor(Date.now() / 1000)
  const signature = await Stripe.webhooks.generateTestHeaderStringAsync({
    payload: JSON.stringify(body),
    secret: STRIPE_SECRET,
    timestamp,
  })
  return { method: 'POST', path: '/public/payments/stripe', headers: { 'stripe-signature': signature }, body }
}

const inTurn = async <Result>(count: number, work: (number: number) => Promise<Result>) => {
  const results: Result[] = []
  for (let number = 0; number < count; number += 1) results.push(await work(number))
  return results
}

const openCalendars = async (api: Api, { demo }: RunningService) => {
  const [owner, operator] = [{ token: demo.tokens.owner }, { token: demo.tokens.operator }]
  const [main, forKeys, forGate] = await inTurn(3, async (number) => {
    const { data } = await api.call<{ slug: string }>(owner, 'POST /calendars', {
      name: `Histories ${number}`,
      timezone: 'Europe/Paris',
    })
    await api.call(operator, `PUT /calendars/${data.slug}/plan`, { plan: 'PRO' })
    return data.slug
  })
  const scopes = (await api.call<string[]>(owner, `GET /calendars/${main}/api-keys/scopes`)).data
  const keyOf = async (slug: string | undefined) =>
    (await api.call<{ key: string }>(owner, `POST /calendars/${slug}/api-keys`, { name: 'all', scopes })).data.key
  return { main: main ?? '', forKeys: forKeys ?? '', apiKey: await keyOf(main), gateKey: await keyOf(forGate) }
}

const openEvents = async (api: Api, apiKey: string, gateKey: string) => {
  const openBy = async (key: string, title: string, startAt: string, fields: object) => {
    const event = { title, startAt, timezone: 'Europe/Paris', ...fields }
    return (await api.call<Made>({ apiKey: key }, 'POST /v1/events', event)).data
  }
  const open = (title: string, startAt: string, fields: object) => openBy(apiKey, title, startAt, fields)
  return {
    door: await open('Door', inHours(1), {}),
    hall: await open('Hall', inHours(500), {
      capacity: HALL.seats,
      waitlistEnabled: true,
      tickets: [
        { name: 'Walk in', capacity: HALL.walkIn },
        { name: 'By approval', capacity: HALL.byApproval, requiresApproval: true },
      ],
    }),
    gate: await openBy(gateKey, 'Gate', inHours(1), {
      capacity: GATE_SEATS,
      waitlistEnabled: true,
      tickets: [{ name: 'Free' }, { name: 'Paid', type: 'PAID', price: PRICE, currency: 'EUR' }],
    }),
    ferry: await openBy(gateKey, 'Ferry', inHours(500), {
      capacity: FERRY.seats,
      waitlistEnabled: true,
      waitlistMode: 'OFFERS',
      offerMinutes: 15,
      tickets: [
        { name: 'Deck', capacity: FERRY.deck },
        { name: 'Cabin', capacity: FERRY.cabin },
      ],
    }),
    shop: await open('Shop', inHours(500), {
      tickets: [{ name: 'Paid', type: 'PAID', price: PRICE, currency: 'EUR' }],
      serviceFee: { percent: 333, fixed: 17, currency: 'EUR', refundable: true },
      refundPolicy: { steps: [{ hoursBefore: 0, percent: 100 }] },
    }),
    poster: await open('Poster', inHours(500), {}),
  }
}

const sell = async (api: Api, baseUrl: string, event: string) =>
  inTurn(CROWD.orders, async (number) => {
    const person = { firstName: 'Cy', lastName: String(number), email: `paid-${number}@example.org` }
    const nobody = { apiKey: '' }
    const { data } = await api.call<Parameters<typeof orderOf>[0]>(
      nobody,
      `POST /public/events/${event}/registrations`,
      person,
    )
    const order = orderOf(data)
    const { path, headers, body } = await messageOf(order, `setup-${number}`)
    const paid = await fetch(baseUrl + path, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    if (!paid.ok) throw new Error(`a payment was answered ${paid.status}: ${await paid.text()}`)
    return order
  })

/** Creates webhooks for different event types, one of them inactive. */
const listen = async (api: Api, token: string, calendar: string, hall: string, receiver: string) => {
  const add = async (path: string, event: string | null, events?: string[]): Promise<Webhook> => {
    const body = { url: `${receiver}/${events?.join('-') ?? 'all'}`, ...(events && { events }) }
    const { data } = await api.call<{ id: string; events: string[] }>({ token }, `POST ${path}`, body)
    return { id: data.id, event, types: data.events, isActive: true }
  }
  const ofCalendar = `/calendars/${calendar}/webhooks`
  const webhooks = [
    await add(ofCalendar, null),
    await add(ofCalendar, null, ['checkin.created']),
    await add(`/events/${hall}/webhooks`, hall, ['guest.registered', 'event.updated']),
    await add(ofCalendar, null, ['guest.registered']),
  ]
  const silent = webhooks.at(-1)?.id
  await api.call({ token }, `PATCH ${ofCalendar}/${silent}`, { isActive: false })
  return webhooks.map((webhook) => ({ ...webhook, isActive: webhook.id !== silent }))
}

/** Creates calendars, events, guests, coupons, orders and webhooks for all operations. */
export const setTheScene = async (service: RunningService, receiver: string) => {
  const { baseUrl, demo } = service
  const api = createApi(baseUrl)
  const { main, forKeys, apiKey, gateKey } = await openCalendars(api, service)
  const { door, hall, gate, ferry, shop, poster } = await openEvents(api, apiKey, gateKey)
  const guests = await inTurn(CROWD.door, async (number) => {
    const person = { firstName: 'Di', lastName: `guest ${number}`, email: `door-${number}@example.org` }
    const added = await api.call<{ id: string; qrCode: string }>(
      { apiKey },
      `POST /v1/events/${door.id}/guests`,
      person,
    )
    return added.data
  })
  const room = await api.call<{ id: string }>({ apiKey }, `POST /v1/events/${door.id}/checkpoints`, {
    name: 'Room',
    mode: 'IN_OUT',
    limit: ROOM_LIMIT,
  })
  const token = demo.tokens.owner
  await api.call({ token }, `POST /calendars/${main}/coupons`, {
    code: COUPON,
    discountType: 'PERCENT',
    percentOff: 10,
    maxRedemptions: COUPON_USES,
  })
  await api.call({ token }, `POST /calendars/${main}/coupons`, {
    ...SHARED,
    discountType: 'AMOUNT',
    currency: 'EUR',
  })
  const addon = async (json: object) =>
    (await api.call<{ id: string }>({ apiKey }, `POST /v1/events/${shop.id}/addons`, json)).data.id
  const addons = {
    ofSeat: await addon({ name: 'Shirt', price: 701, currency: 'EUR' }),
    ofOrder: await addon({ name: 'Parking', price: 903, currency: 'EUR', per: 'ORDER' }),
  }
  const orders = await sell(api, baseUrl, shop.id)
  const webhooks = await listen(api, token, main, hall.id, receiver)
  await api.call({ apiKey: gateKey }, 'POST /v1/webhooks', { url: `${receiver}${HANGS}` })
  const [walkIn, byApproval] = hall.tickets.map(({ id }) => id) as [string, string]
  const [deck, cabin] = ferry.tickets.map(({ id }) => id) as [string, string]
  const [free, paid] = gate.tickets.map(({ id }) => id) as [string, string]

  const world: World = {
    ownerToken: token,
    apiKey,
    calendar: main,
    keyCalendar: forKeys,
    door: { event: door.id, room: room.data.id, guests, checkins: new Map() },
    hall: { event: hall.id, tickets: [walkIn, byApproval], guests: new Map() },
    gate: { event: gate.id, apiKey: gateKey, tickets: [free, paid], holders: new Map() },
    ferry: { event: ferry.id, tickets: [deck, cabin], parties: new Map(), known: new Set(), strangers: new Set() },
    shop: { event: shop.id, buyers: new Map(), orders, coupon: COUPON, shared: SHARED.code, addons, bookings: [] },
    poster: { event: poster.id, slug: poster.slug },
    keys: [],
    tellOfPayment: messageOf,
  }
  return { world, webhooks }
}
