import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import {
  checkInsIn,
  firstOfLast,
  guestsWith,
  mainSalesIn,
  registeredIn,
  registrationsIn,
  seatsOf,
} from '../../../web/console/figures.ts'
import { ASKED, FILTERS, seriesIn } from '../../../web/console/screens/events-asked.ts'
import { send } from '../../support/api.ts'
import { appWith } from '../../support/app.ts'
import {
  newCalendar,
  newCoupon,
  newEvent,
  newKey,
  newTicket,
  type Calendar,
  type Event,
} from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'

/**
 * Compares every figure of the workspace with the lists of the API. The worlds are random and built with requests by
 * members and guests. A request may be refused, but must not fail with 5xx.
 */

const DAY_MS = 86_400_000
const HOUR_MS = 3_600_000

// oxlint-disable-next-line typescript/no-explicit-any
type Json = any

interface World {
  home: Calendar
  key: string
  events: Event[]
}

const dayIn = (zone: string, at: string) => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(Date.parse(at))
const add = (...numbers: number[]) => numbers.reduce((sum, each) => sum + each, 0)
const total = <Row>(rows: readonly Row[], value: (row: Row) => number) => add(...rows.map(value))
const countBy = <Row>(rows: readonly Row[], key: (row: Row) => string) =>
  Object.fromEntries([...Map.groupBy(rows, key)].map(([name, group]) => [name, group.length]))

/** Reads all pages of a list, with a page size that the worlds exceed. */
const all = async ({ home }: World, path: string): Promise<Json[]> => {
  const rows: Json[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const sign = path.includes('?') ? '&' : '?'
    const { status, body, text } = await asOwner(home, `GET ${path}${sign}limit=7&page=${page}`)
    expect(status, text).toBe(200)
    rows.push(...body.data)
    pages = body.totalPages
    if (page === pages) expect(rows).toHaveLength(body.total)
  }
  return rows
}
const read = async ({ home }: World, path: string): Promise<Json> => {
  const { status, body, text } = await asOwner(home, `GET ${path}`)
  expect(status, `${path} ${text}`).toBe(200)
  return body.data
}
const wholeGuests = async ({ key }: World, event: Event): Promise<Json[]> => {
  const guests: Json[] = []
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const { body } = await send(`GET /v1/events/${event.id}/guests?limit=7&page=${page}`, { key })
    guests.push(...body.data)
    pages = body.meta.totalPages
  }
  return guests
}

let people = 0
const someone = () => {
  people += 1
  return { firstName: 'Ada', lastName: `Guest ${people}`, email: `ada${people}@figures.test` }
}

/** Registers as a visitor did some days ago. */
const registeredBefore = async (event: Event, daysAgo: number, json: object) => {
  const app = appWith({ clock: () => Date.now() - daysAgo * DAY_MS })
  const answer = await app.request(`/api/public/events/${event.id}/registrations`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })
  return { status: answer.status, body: (await answer.json()) as Json, text: '' }
}

const pick = <Item>(items: readonly Item[], at: number): Item | undefined => items[at % Math.max(1, items.length)]

const KINDS = [
  'register',
  'register',
  'register',
  'party',
  'party',
  'coupon',
  'add',
  'invite',
  'approve',
  'reject',
  'cancel',
  'pay',
  'pay',
  'refundPart',
  'refundAll',
  'checkIn',
  'checkIn',
  'undo',
  'ticket',
  'transfer',
  'waitlist',
  'calledOff',
] as const

const command = fc.record({
  kind: fc.constantFrom(...KINDS),
  event: fc.nat(20),
  one: fc.nat(40),
  other: fc.nat(40),
  daysAgo: fc.constantFrom(0, 0, 0, 3, 12, 45),
})
type Command = typeof command extends fc.Arbitrary<infer Value> ? Value : never

const worlds = fc.record({
  timezone: fc.constantFrom('UTC', 'Pacific/Auckland', 'America/Los_Angeles', 'Europe/Paris'),
  commands: fc.array(command, { minLength: 50, maxLength: 60 }),
})

const newWorld = async (timezone: string): Promise<World> => {
  const home = await newCalendar({ timezone })
  const { key } = await newKey(home)
  const now = Date.now()
  const inDays = (days: number) => ({ startAt: now + days * DAY_MS, endAt: now + days * DAY_MS + 2 * HOUR_MS })
  const events = [
    await newEvent(home, { ...inDays(20), waitlistEnabled: true, capacity: 9 }, { price: 2_000 }),
    await newEvent(home, { ...inDays(0), startAt: now - HOUR_MS, waitlistEnabled: true }, { capacity: 3 }),
    await newEvent(home, { ...inDays(-2), checkInClosesAt: now + DAY_MS, requiresApproval: true }),
    await newEvent(home, { ...inDays(30), waitlistEnabled: true, waitlistMode: 'OFFERS' }, { capacity: 2 }),
  ]
  await newEvent(home, { ...inDays(40), status: 'DRAFT' })
  for (const event of events) {
    await newTicket(event, { price: 2_000, capacity: 4 })
    await newTicket(event, { price: 700, currency: 'USD' })
    await newTicket(event, { isHidden: true, capacity: 5 })
  }
  await newCoupon(home, { code: 'HALF', percentOff: 50 })
  await newCoupon(home, { code: 'GIFT', percentOff: 100 })
  return { home, key, events }
}

const ticketsOf = async (world: World, event: Event): Promise<{ id: string }[]> =>
  (await read(world, `/events/${event.id}`)).tickets

const run = async (world: World, { kind, event: at, one, other, daysAgo }: Command) => {
  const { home } = world
  const event = pick(world.events, at)
  if (event === undefined) throw new Error('a world has events')
  const path = `/events/${event.id}`
  const ticketId = pick(await ticketsOf(world, event), one)?.id
  // Guests registered for the past event before it ended.
  const ago = event === world.events[2] ? Math.max(3, daysAgo) : daysAgo
  const guest = async (isMeant: (guest: Json) => boolean = () => true) =>
    pick((await wholeGuests(world, event)).filter(isMeant), one)?.id ?? 'gst_none'
  const order = async (isMeant: (order: Json) => boolean) =>
    pick((await all(world, `${path}/orders`)).filter(isMeant), one)?.id ?? 'ord_none'
  const acts: Record<(typeof KINDS)[number], () => Promise<{ status: number; text: string }>> = {
    register: () => registeredBefore(event, ago, { ...someone(), ticketId }),
    coupon: () =>
      registeredBefore(event, ago, { ...someone(), ticketId, couponCode: other % 2 === 0 ? 'HALF' : 'GIFT' }),
    party: async () => {
      const tickets = await ticketsOf(world, event)
      const attendees = [one, other, one + other].slice(0, 2 + (one % 2)).map((which) => ({
        ...someone(),
        ticketId: pick(tickets.slice(0, 2), which)?.id,
      }))
      return registeredBefore(event, ago, { buyer: someone(), attendees })
    },
    add: () => asOwner(home, `POST ${path}/guests`, { ...someone(), ticketId }),
    invite: () => asOwner(home, `POST ${path}/guests/invite`, { emails: [someone().email] }),
    approve: async () =>
      asOwner(
        home,
        `POST ${path}/guests/${await guest(({ status }) => status === 'PENDING' || status === 'WAITLISTED')}/approve`,
      ),
    reject: async () =>
      asOwner(home, `POST ${path}/guests/${await guest(({ status }) => status !== 'CONFIRMED')}/reject`),
    cancel: async () => asOwner(home, `PATCH ${path}/guests/${await guest()}/status`, { status: 'CANCELLED' }),
    waitlist: async () => asOwner(home, `PATCH ${path}/guests/${await guest()}/status`, { status: 'WAITLISTED' }),
    pay: async () =>
      asOwner(home, `POST ${path}/orders/${await order(({ status }) => status === 'PENDING')}/mark-paid`),
    refundPart: async () =>
      asOwner(home, `POST ${path}/orders/${await order(({ net, status }) => net > 0 && status !== 'PENDING')}/refund`, {
        amount: 300,
      }),
    refundAll: async () =>
      asOwner(home, `POST ${path}/orders/${await order(({ net, status }) => net > 0 && status !== 'PENDING')}/refund`, {
        cancelGuests: other % 2 === 0,
      }),
    checkIn: async () =>
      asOwner(home, `POST ${path}/checkins`, { guestId: await guest(({ status }) => status === 'CONFIRMED') }),
    undo: async () => {
      const checkins = await read(world, `${path}/checkins`)
      return asOwner(home, `DELETE ${path}/checkins/${pick<Json>(checkins, one)?.id ?? 'chk_none'}`)
    },
    ticket: async () => asOwner(home, `PATCH ${path}/guests/${await guest()}`, { ticketId }),
    transfer: async () =>
      asOwner(home, `POST /rsvps/${await guest(({ status }) => status === 'CONFIRMED')}/transfer`, {
        recipientEmail: someone().email,
      }),
    calledOff: () =>
      other < 5 ? asOwner(home, `POST ${path}/cancel`, {}) : Promise.resolve({ status: 200, text: '' }),
  }
  const { status, text } = await acts[kind]()
  expect(status, `${kind} ${text}`).toBeLessThan(500)
  return [kind, status < 300] as const
}

interface Lists {
  event: Json
  guests: Json[]
  orders: Json[]
  checkins: Json[]
}

const listsOf = async (world: World, event: Event): Promise<Lists> => ({
  event: await read(world, `/events/${event.id}`),
  guests: await wholeGuests(world, event),
  orders: await all(world, `/events/${event.id}/orders`),
  checkins: await read(world, `/events/${event.id}/checkins`),
})

const PAID = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED']
const isPaid = ({ status, currency }: Json) => PAID.includes(status) && currency !== null
const isPlaced = ({ status }: Json) => status !== 'EXPIRED' && status !== 'CANCELLED'
const isRegistered = ({ status }: Json) => status !== 'INVITED' && status !== 'TRANSFERRED'
const takesSeat = ({ status, orderId }: Json) =>
  ['CONFIRMED', 'CHECKED_IN', 'OFFERED'].includes(status) || (status === 'PENDING' && orderId !== null)
const awaitsPayment = (guest: Json) => guest.status === 'PENDING' && guest.orderId !== null
const awaitsApproval = (guest: Json) => guest.status === 'PENDING' && guest.orderId === null

const revenueOf = (orders: readonly Json[]) =>
  [...Map.groupBy(orders.filter(isPaid), ({ currency }) => String(currency))]
    .map(([currency, own]) => {
      const [gross, refunded] = [total(own, (order) => order.total), total(own, (order) => order.refunded)]
      return { currency, gross, refunded, net: gross - refunded }
    })
    .toSorted((left, right) => (left.currency < right.currency ? -1 : 1))

const totalsOf = (guests: readonly Json[], orders: readonly Json[]) => {
  const count = (status: string) => guests.filter((guest) => guest.status === status).length
  const [confirmed, checkedIn] = [count('CONFIRMED'), count('CHECKED_IN')]
  return {
    registrations: guests.filter(isRegistered).length,
    confirmed,
    pending: count('PENDING'),
    waitlisted: count('WAITLISTED'),
    offered: count('OFFERED'),
    declined: count('DECLINED'),
    cancelled: count('CANCELLED'),
    checkedIn,
    attendanceRate: checkedIn === 0 ? 0 : checkedIn / (confirmed + checkedIn),
    orders: orders.filter(isPlaced).length,
  }
}

/** Compares the responses behind charts and period figures, for guests and orders of the period. */
const expectPeriod = (data: Json, days: number, zone: string, lists: Pick<Lists, 'guests' | 'orders'>) => {
  expect(data.from).toBe(firstOfLast(days, { timezone: zone }))
  const isIn = ({ createdAt }: Json) => dayIn(zone, createdAt) >= data.from && dayIn(zone, createdAt) <= data.to
  const [guests, orders] = [lists.guests.filter(isIn), lists.orders.filter(isIn)]
  expect(data.totals).toEqual(totalsOf(guests, orders))
  expect(data.revenue).toEqual(revenueOf(orders))
  expect(data.series).toHaveLength(days)
  const registrations = countBy(guests.filter(isRegistered), ({ createdAt }) => dayIn(zone, createdAt))
  const came = lists.guests.filter(({ status }) => status === 'CHECKED_IN')
  const checkIns = countBy(came, ({ checkedInAt }) => dayIn(zone, checkedInAt))
  expect(data.series).toEqual(
    data.series.map(({ date }: Json) => ({
      date,
      registrations: registrations[date] ?? 0,
      checkIns: checkIns[date] ?? 0,
    })),
  )
  expect(registrationsIn(data.series, days)).toBe(guests.filter(isRegistered).length)
  expect(registrationsIn(data.series, 7)).toBe(
    guests.filter((each) => isRegistered(each) && dayIn(zone, each.createdAt) >= firstOfLast(7, { timezone: zone }))
      .length,
  )
  expect(checkInsIn(data.series)).toBe(came.filter(({ checkedInAt }) => dayIn(zone, checkedInAt) >= data.from).length)
}

/** The figures of one event: overview, guests, orders and door. */
const expectEvent = async (world: World, { event, guests, orders, checkins }: Lists, zone: string) => {
  const path = `/events/${event.id}`
  const counts = await read(world, `${path}/guests/counts`)
  expect(counts.total).toBe(guests.length)
  expect(Object.fromEntries(counts.statuses.map((each: Json) => [each.status, each.guests]))).toEqual(
    countBy(guests, ({ status }) => status),
  )
  for (const status of ['WAITLISTED', 'CHECKED_IN'] as const)
    expect(guestsWith(counts, status)).toBe(guests.filter((guest) => guest.status === status).length)
  expect(registeredIn(counts)).toBe(guests.filter(isRegistered).length)
  expect(counts.waiting).toEqual({
    approvals: guests.filter(awaitsApproval).length,
    unpaidOrders: new Set(guests.filter(awaitsPayment).map(({ orderId }) => orderId)).size,
    unpaidGuests: guests.filter(awaitsPayment).length,
  })
  expect(counts.tickets.map((each: Json) => [each.ticketId, each.guests]).filter(([, many]: Json) => many > 0)).toEqual(
    [...event.tickets.map(({ id }: Json) => id), null]
      .map((id) => [id, guests.filter(({ ticket }) => (ticket?.id ?? null) === id).length])
      .filter(([, many]) => Number(many) > 0),
  )
  for (const ticket of event.tickets)
    expect(ticket.sold, ticket.name).toBe(
      guests.filter((guest) => guest.ticket?.id === ticket.id && takesSeat(guest)).length,
    )
  expect(seatsOf(event).taken).toBe(guests.filter(takesSeat).length)

  for (const days of [30, 60])
    expectPeriod(await read(world, `${path}/statistics?from=${firstOfLast(days, { timezone: zone })}`), days, zone, {
      guests,
      orders,
    })

  const sales = await read(world, `${path}/sales`)
  const priced = sales.totals.filter(({ currency }: Json) => currency !== null)
  for (const line of priced) {
    const own = orders.filter(({ currency }) => currency === line.currency)
    const [paid, unpaid] = [own.filter(isPaid), own.filter(({ status }) => status === 'PENDING')]
    expect(line).toMatchObject({
      paidOrders: paid.length,
      pendingOrders: unpaid.length,
      discount: total(paid, (order) => order.discount),
      gross: total(paid, (order) => order.total),
      refunded: total(paid, (order) => order.refunded),
      net: total(paid, (order) => order.net),
      pending: total(unpaid, (order) => order.total),
    })
    const lines = sales.byTicket.filter(({ currency }: Json) => currency === line.currency)
    expect(total(lines, (each: Json) => each.gross)).toBe(line.gross)
    expect(total(lines, (each: Json) => each.refunded)).toBe(line.refunded)
    for (const each of lines)
      expect(each.gross).toBe(
        total(
          paid.flatMap(({ items }) => items).filter(({ ticketId }) => ticketId === each.ticketId),
          (item) => item.total,
        ),
      )
  }
  const currencies = new Set(orders.flatMap(({ currency }) => (currency === null ? [] : [currency])))
  expect(new Set(priced.map(({ currency }: Json) => currency))).toEqual(currencies)
  expect(mainSalesIn(sales)?.gross ?? 0).toBe(Math.max(0, ...priced.map(({ gross }: Json) => gross)))

  const byDay = await read(world, `${path}/sales/days?from=${firstOfLast(90, { timezone: zone })}`)
  expect(byDay.days).toEqual(
    [...Map.groupBy(orders.filter(isPaid), (order) => `${dayIn(zone, order.createdAt)} ${order.currency}`)]
      .toSorted(([left], [right]) => (left < right ? -1 : 1))
      .map(([, own]) => ({
        date: dayIn(zone, own[0].createdAt),
        currency: own[0].currency,
        orders: own.length,
        gross: total(own, (order) => order.total),
        refunded: total(own, (order) => order.refunded),
        net: total(own, (order) => order.net),
      })),
  )

  const door = await read(world, `${path}/checkins/summary`)
  const admitted = guests.filter(({ status }) => status === 'CHECKED_IN')
  const seated = guests.filter(({ status }) => status === 'CONFIRMED' || status === 'CHECKED_IN')
  expect([door.expected, door.checkedIn, checkins.length]).toEqual([seated.length, admitted.length, admitted.length])
  expect(door.byTicket.map((each: Json) => [each.ticketId, each.expected, each.checkedIn])).toEqual(
    event.tickets.map(({ id }: Json) => [
      id,
      seated.filter(({ ticket }) => ticket.id === id).length,
      admitted.filter(({ ticket }) => ticket.id === id).length,
    ]),
  )
}

/** The figures of the calendar: home, event list, numbers and money. */
const expectCalendar = async (world: World, lists: readonly Lists[], zone: string) => {
  const { slug } = world.home
  const [guests, orders] = [lists.flatMap((each) => each.guests), lists.flatMap((each) => each.orders)]
  for (const days of [7, 30, 90]) {
    const data = await read(world, `/calendars/${slug}/analytics?from=${firstOfLast(days, { timezone: zone })}`)
    expectPeriod(data, days, zone, { guests, orders })
    const isIn = ({ createdAt }: Json) => dayIn(zone, createdAt) >= data.from
    const byEvent = new Map<string, Json>(data.byEvent.map((each: Json) => [each.eventId, each]))
    for (const each of lists) {
      const own = totalsOf(each.guests.filter(isIn), [])
      const line = byEvent.get(each.event.id)
      expect([line?.registrations ?? 0, line?.confirmed ?? 0, line?.checkedIn ?? 0]).toEqual(
        own.registrations === 0 ? [0, 0, 0] : [own.registrations, own.confirmed, own.checkedIn],
      )
    }
    const over = lists.filter(({ event }) => event.lifecycle === 'ENDED' && event.status === 'PUBLISHED')
    const seats = over
      .flatMap((each) => each.guests)
      .filter(({ status }) => ['CONFIRMED', 'CHECKED_IN'].includes(status))
    const missed = seats.filter(({ status }) => status === 'CONFIRMED').length
    expect(data.noShows).toEqual({
      guests: missed,
      confirmed: seats.length,
      events: over.length,
      rate: seats.length === 0 ? null : missed / seats.length,
    })
  }

  const listed: Json[] = []
  for (let before = '', hasMore = true; hasMore;) {
    const query = before === '' ? '' : `&before=${before}`
    const { body } = await asOwner(world.home, `GET /calendars/${slug}/orders?limit=5${query}`)
    listed.push(...body.data)
    before = body.data.at(-1)?.id ?? ''
    hasMore = body.meta.hasMore
  }
  expect(listed.map(({ id }) => id).toSorted()).toEqual(
    orders
      .filter((order) => order.total > 0)
      .map(({ id }) => id)
      .toSorted(),
  )

  const shown = Object.fromEntries(
    await Promise.all(
      FILTERS.map(async (each) => {
        const query = new URLSearchParams({ calendarSlug: slug, ...ASKED[each], series: seriesIn(each), limit: '1' })
        const { body } = await asOwner(world.home, `GET /events?${query.toString()}`)
        const rows = await all(
          world,
          `/events?${new URLSearchParams({ calendarSlug: slug, ...ASKED[each], series: seriesIn(each) }).toString()}`,
        )
        expect(rows).toHaveLength(body.total)
        return [each, body.total]
      }),
    ),
  )
  // The draft is upcoming too.
  expect(shown.upcoming).toBe(1 + lists.filter(({ event }) => event.lifecycle !== 'ENDED').length)
  expect(shown.drafts).toBe(1)
  expect(shown.cancelled).toBe(lists.filter(({ event }) => event.status === 'CANCELLED').length)
  expect(shown.past).toBe(lists.filter(({ event }) => event.lifecycle === 'ENDED').length)

  const attention = (await asOwner(world.home, 'GET /me/attention')).body.data
  const found = attention.map(({ kind, eventId, count }: Json) => [kind, eventId, count].join(' ')).toSorted()
  const needs = lists.flatMap(({ event, guests: own }) => {
    if (event.status !== 'PUBLISHED') return []
    const isOver = event.lifecycle === 'ENDED'
    const [approvals, unpaid] = [own.filter(awaitsApproval), own.filter(awaitsPayment)]
    const isOpen = isOver || event.lifecycle === 'ONGOING'
    return [
      ...(isOpen ? [['DOOR_OPEN', event.id, own.filter(({ status }) => status === 'CHECKED_IN').length]] : []),
      ...(!isOver && approvals.length > 0 ? [['APPROVALS', event.id, approvals.length]] : []),
      ...(!isOver && unpaid.length > 0
        ? [['UNPAID', event.id, new Set(unpaid.map(({ orderId }) => orderId)).size]]
        : []),
    ]
  })
  expect(found).toEqual(needs.map((need) => need.join(' ')).toSorted())
}

const done = new Map<string, number>()

it('matches every figure of the workspace with the lists of the API', async () => {
  await fc.assert(
    fc.asyncProperty(worlds, async ({ timezone, commands }) => {
      const world = await newWorld(timezone)
      for (const each of commands) {
        const [kind, isDone] = await run(world, each)
        if (isDone) done.set(kind, (done.get(kind) ?? 0) + 1)
      }
      const lists: Lists[] = []
      for (const event of world.events) lists.push(await listsOf(world, event))
      for (const each of lists) await expectEvent(world, each, timezone)
      await expectCalendar(world, lists, timezone)
    }),
    { numRuns: 6, endOnFailure: true },
  )
  // Checks that every kind of command took effect in some world, so that no figure is only compared for empty data.
  expect(KINDS.filter((kind) => !done.has(kind))).toEqual([])
}, 180_000)
