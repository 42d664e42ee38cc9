import * as fc from 'fast-check'
import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { quotaValuesOf } from '../../../src/modules/seats/guest-quotas.store.ts'
import { seatsNow } from '../../../src/modules/availability/availability.store.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { guestsOf, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, newGuests, newTicket, register } from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

asks({
  'GET /v1/events/:eventId/availability': { scope: 'events:read' },
  'GET /events/:eventId/availability': { role: 'STAFF' },
  'GET /public/events/:eventId/availability': { isOpen: true },
})

const calendar = await newCalendar()
let made = 0
const party = (event: { id: string; ticketId: string }, size: number, couponCode?: string) =>
  send(`POST /public/events/${event.id}/registrations`, {
    json: {
      buyer: { firstName: 'A', lastName: 'B', email: `a${(made += 1)}@guests.test` },
      attendees: Array.from({ length: size }, () => ({ ticketId: event.ticketId })),
      couponCode,
    },
  })

const asked = async (event: { id: string }, query: string) =>
  (await asOwner(calendar, `GET /events/${event.id}/availability?${query}`)).body.data

const blocking = ({ limits }: { limits: { kind: string; blocks: boolean }[] }) =>
  limits.filter(({ blocks }) => blocks).map(({ kind }) => kind)

describe('GET .../availability', () => {
  it('matches an immediate registration: `available` for that quantity, `maximum` as the largest that succeeds', async () => {
    const DAY = 86_400_000
    const instant = fc.constantFrom(null, -DAY, DAY)
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          capacity: fc.constantFrom(null, 1, 3, 5),
          ticketCapacity: fc.constantFrom(null, 1, 4),
          waits: fc.boolean(),
          price: fc.constantFrom(0, 500),
          minPerOrder: fc.constantFrom(1, 1, 2),
          maxPerOrder: fc.constantFrom(10, 4),
          before: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.nat(1)), { maxLength: 2 }),
          quantity: fc.integer({ min: 1, max: 6 }),
          isPaused: fc.boolean(),
          salesStart: instant,
          closes: fc.constantFrom(null, null, -DAY),
          coupon: fc.constantFrom(undefined, 'GOOD', 'SPENT', 'NONE'),
        }),
        async (drawn) => {
          const event = await newEvent(
            calendar,
            { capacity: drawn.capacity, waitlistEnabled: drawn.waits },
            {
              capacity: drawn.ticketCapacity,
              price: drawn.price,
              minPerOrder: drawn.minPerOrder,
              maxPerOrder: drawn.maxPerOrder,
            },
          )
          const other = await newTicket(event, { price: drawn.price })
          for (const [size, which] of drawn.before)
            await party(which === 0 ? event : { id: event.id, ticketId: other.id }, size)
          await setColumns('tickets', event.ticketId, {
            is_paused: Number(drawn.isPaused && drawn.quantity % 2 === 0),
            sales_start_at: drawn.salesStart === null ? null : Date.now() + drawn.salesStart,
          })
          await setColumns('events', event.id, {
            registration_closes_at: drawn.closes === null ? null : Date.now() + drawn.closes,
          })
          const code = drawn.coupon === undefined ? undefined : `${drawn.coupon}-${event.id}`
          if (drawn.coupon === 'GOOD' || drawn.coupon === 'SPENT')
            await newCoupon(calendar, {
              code: code ?? '',
              maxRedemptions: 1,
              redeemed_count: drawn.coupon === 'SPENT' ? 1 : 0,
            })
          const query = `ticketId=${event.ticketId}&quantity=${drawn.quantity}${code === undefined ? '' : `&couponCode=${code}`}`
          const told = await asked(event, query)
          const open = (await send(`GET /public/events/${event.id}/availability?${query}`)).body.data
          expect(open.available).toBe(told.available)
          expect(told.available).toBe(told.maximum >= drawn.quantity && drawn.quantity >= drawn.minPerOrder)
          const answer = await party(event, drawn.quantity, code)
          const isSeated =
            answer.status === 200 &&
            answer.body.data.guests.every(({ status }: { status: string }) => status !== 'WAITLISTED')
          expect(isSeated, JSON.stringify([told, answer.body])).toBe(told.available)
          if (!told.available) expect(blocking(told)).not.toEqual([])
          if (drawn.waits || drawn.price === 0) return
          // Without a waiting list, unpaid seats make the event unavailable (`UNPAID`) if and only if expiring their
          // orders would make room.
          const isFull = (now: typeof told) => blocking(now).some((kind) => kind.endsWith('_CAPACITY'))
          const before = await asked(event, query)
          await env.DB.prepare(`update orders set expires_at = 1 where event_id = ? and status = 'PENDING'`)
            .bind(event.id)
            .run()
          await expireUnpaidOrders(deps)
          const after = await asked(event, query)
          const isInTheWay = isFull(before) && !isFull(after)
          expect(blocking(before).includes('UNPAID'), JSON.stringify([before, after])).toBe(isInTheWay)
        },
      ),
      { numRuns: 25 },
    )
  })

  it('matches an immediate registration while parties wait, offers are open and seats are held', async () => {
    const met = { kept: 0, offered: 0, seated: 0 }
    await fc.assert(
      fc.asyncProperty(
        fc.record({
          capacity: fc.constantFrom(3, 4, 4, null),
          ticketCapacity: fc.constantFrom(null, null, 2),
          waitlistMode: fc.constantFrom('AUTOMATIC', 'OFFERS'),
          waitlistRule: fc.constantFrom('STRICT', 'FITTING'),
          maxOvertakes: fc.nat(1),
          before: fc.array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.constantFrom(0, 0, 0, 1)), {
            minLength: 3,
            maxLength: 5,
          }),
          leaving: fc.array(fc.tuple(fc.nat(2), fc.boolean()), { minLength: 1, maxLength: 3 }),
          ticket: fc.constantFrom(0, 0, 1),
          quantity: fc.constantFrom(1, 1, 2, 3),
        }),
        async ({ capacity, ticketCapacity, before, leaving, ticket, quantity, ...line }) => {
          const event = await newEvent(
            calendar,
            { capacity, waitlistEnabled: true, ...line },
            { capacity: ticketCapacity },
          )
          const tickets = [event.ticketId, (await newTicket(event, { capacity: 3 })).id]
          const of = (number: number) => ({ id: event.id, ticketId: tickets[number] ?? '' })
          const here: { manageUrl: string; guests: { id: string }[] }[] = []
          for (const [size, number] of before) {
            const answer = await party(of(number), size)
            if (answer.status === 200) here.push(answer.body.data)
          }
          for (const [whom, isWhole] of leaving) {
            const gone = here[whom % here.length]
            const guestIds = isWhole ? undefined : gone?.guests.slice(0, 1).map(({ id }) => id)
            if (gone !== undefined) await send(`POST ${manageApi(gone.manageUrl)}/cancel`, { json: { guestIds } })
          }
          const told = await asked(event, `ticketId=${tickets[ticket]}&quantity=${quantity}`)
          expect(told.available).toBe(told.maximum >= quantity)
          const answer = await party(of(ticket), quantity)
          const statuses = new Set(answer.body.data?.guests.map(({ status }: { status: string }) => status))
          expect(statuses.has('CONFIRMED'), JSON.stringify([told, answer.body])).toBe(told.available)
          if (told.available) met.seated += 1
          else expect(blocking(told)).not.toEqual([])
          if (blocking(told).join() === 'LINE') met.kept += 1
          if (told.limits.some(({ kind, used }: { kind: string; used: number }) => kind === 'OFFERED' && used > 0))
            met.offered += 1
        },
      ),
      { numRuns: 20 },
    )
    // Guards against a run that checks nothing: each case counted in `met` must have occurred.
    expect(Math.min(...Object.values(met)), JSON.stringify(met)).toBeGreaterThan(0)
  })

  it('reads fewer than 50 extra rows when 1,000 single guests are waiting instead of 10', async () => {
    const rowsRead = async (waiting: number) => {
      const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
      await newGuests(event, waiting, { status: 'WAITLISTED' })
      await env.DB.prepare(`update guests set waitlist_seq = rowid where event_id = ? and status = 'WAITLISTED'`)
        .bind(event.id)
        .run()
      const now = Date.now()
      const statement = seatsNow({
        eventId: event.id,
        ticketId: event.ticketId,
        attendees: JSON.stringify([{ ticketId: event.ticketId, email: null }]),
        size: 1,
        couponCode: null,
        now,
        ...quotaValuesOf(deps.config.quotas, now),
      }).toSQL()
      const { meta } = await env.DB.prepare(statement.sql)
        .bind(...statement.params)
        .all()
      return meta.rows_read
    }
    expect(await rowsRead(1_000)).toBeLessThan((await rowsRead(10)) + 50)
  })

  it('names each limit that blocks a registration and when it changes next (`nextChangeAt`)', async () => {
    const event = await newEvent(calendar, { capacity: 2 }, { price: 900 })
    const { order } = (await register(event)).body.data
    const told = await asked(event, 'quantity=2')
    expect(told).toMatchObject({ available: false, maximum: 1, nextChangeAt: order.expiresAt })
    expect(blocking(told)).toEqual(['EVENT_CAPACITY', 'UNPAID'])
    expect(told.limits).toContainEqual({
      kind: 'UNPAID',
      ticketId: null,
      of: null,
      used: 1,
      blocks: true,
      until: order.expiresAt,
    })
    const open = (await send(`GET /public/events/${event.id}/availability?quantity=2`)).body.data
    expect(open.limits.find(({ kind }: { kind: string }) => kind === 'UNPAID')).toMatchObject({
      used: null,
      blocks: true,
    })
    expect(await guestsOf(event)).toHaveLength(1)

    // `UNPAID` seats of another ticket don't block a ticket that is itself sold out.
    const sold = await newEvent(calendar, {}, { capacity: 1 })
    const other = await newTicket(sold, { price: 900 })
    for (const ticketId of [sold.ticketId, other.id]) await register(sold, { ticketId })
    const full = await asked(sold, `ticketId=${sold.ticketId}`)
    const limitIn = (kind: string) => full.limits.find((limit: { kind: string }) => limit.kind === kind)
    expect([full.available, blocking(full)]).toEqual([false, ['TICKET_CAPACITY']])
    expect(limitIn('UNPAID')).toMatchObject({ ticketId: sold.ticketId, used: 0, until: null })
    expect(full.nextChangeAt).toBe(limitIn('WINDOW').until)

    const closed = await asked(event, `at=${encodeURIComponent('2031-06-01T00:00:00Z')}`)
    expect([closed.available, blocking(closed)]).toEqual([false, ['WINDOW']])
  })

  it('shows an anonymous caller only a coupon that is valid now and treats any other code as unknown', async () => {
    const event = await newEvent(calendar, {}, { price: 900 })
    const day = 86_400_000
    const [past, soon, later] = [-1, 1, 9].map((days) => Date.now() + days * day)
    const codes: Record<string, object> = {
      GOOD: { max_redemptions: 3, valid_until: later },
      SOON: { valid_from: soon, valid_until: later },
      OVER: { valid_until: past },
      OFF: { is_active: 0, valid_until: later },
      SPENT: { max_redemptions: 1, redeemed_count: 1, valid_until: later },
      ELSEWHERE: { event_id: 'evt_other', valid_until: later },
    }
    for (const [code, columns] of Object.entries(codes))
      await newCoupon(calendar, { code: `${code}-${event.id}`, ...columns })
    const at = new Date(Date.now() + 2 * day).toISOString()
    for (const query of ['', `&at=${at}`]) {
      const told = async (code: string) =>
        (await send(`GET /public/events/${event.id}/availability?couponCode=${code}-${event.id}${query}`)).body.data
      const nobodys = await told('NOBODYS')
      expect([nobodys.available, blocking(nobodys)]).toEqual([false, ['COUPON']])
      for (const code of ['SOON', 'OVER', 'OFF', 'SPENT', 'ELSEWHERE']) expect(await told(code)).toEqual(nobodys)
      const good = await told('good')
      expect([good.available, blocking(good)]).toEqual([true, []])
      expect(good.limits).toContainEqual({
        kind: 'COUPON',
        ticketId: null,
        of: null,
        used: null,
        blocks: false,
        until: new Date(later ?? 0).toISOString(),
      })
    }
    const team = await asked(event, `couponCode=SPENT-${event.id}`)
    expect(team.limits.find(({ kind }: { kind: string }) => kind === 'COUPON')).toMatchObject({ of: 1, used: 1 })
  })

  it.each(['quantity=0', 'quantity=11', 'quantity=x', 'ticketId=tkt_other'])(
    'returns 400 validation_failed for %s',
    async (query) => {
      const event = await newEvent(calendar)
      const answer = await asOwner(calendar, `GET /events/${event.id}/availability?${query}`)
      expect([answer.status, answer.body.code]).toEqual([400, 'validation_failed'])
    },
  )
})
