import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { startStripe, STRIPE_KEY } from '../../harness/stripe.ts'
import type { Charge, Event, Session } from '../../harness/stripe-books.ts'

const [PRICE, SECRET, HOUR_MS] = [1_000, 'whsec_of_the_kills', 3_600_000]
/** Per seat that costs something. */
const FEE = 57
const HOLDS_SEAT = ['PENDING', 'CONFIRMED', 'CHECKED_IN']
/** How long after sending the requests the service is killed. */
const DELAYS_MS = [8, 30, 90]

interface Order {
  id: string
  status: string
  total: number
  net: number
  refunds: { status: string }[]
  items: { guestIds: string[] }[]
  addons: { total: number }[]
  taxes: { tax: number; refundedTax: number }[]
  payment: { reference: string | null; url: string | null }
}
interface Document {
  orderId: string
  number: string
  kind: string
  gross: number
  tax: number
}
interface Place {
  id: string
  shirt: string
  parking: string
}
interface Bought {
  event: string
  guests: { id: string; status: string }[]
  order: Order
}

/** Makes every pending call to the provider due, as if an hour had passed. */
const letAnHourPass = (dataDir: string) =>
  withDatabase(dataDir, (db) => {
    db.exec(`update orders set effect_at = effect_at - ${HOUR_MS}, created_at = created_at - ${HOUR_MS}`)
    db.exec(`update refunds set effect_at = effect_at - ${HOUR_MS}, created_at = created_at - ${HOUR_MS}`)
  })

it(
  'leaves the books of the service and the provider equal when it is killed during payments, refunds and cancellations',
  { timeout: 300_000 },
  async () => {
    const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-money-'))
    const stripe = await startStripe()
    const provider = `${stripe.origin}/of/kills`
    const env = {
      RATE_LIMIT_SCALE: '1000000',
      STRIPE_API_URL: provider,
      STRIPE_SECRET_KEY: STRIPE_KEY,
      STRIPE_WEBHOOK_SECRET: SECRET,
    }
    let service: RunningService = await startService({ dataDir, env })
    const act = async <Answer>(wanted: object) =>
      (await (await fetch(`${provider}/do`, { method: 'POST', body: JSON.stringify(wanted) })).json()) as Answer
    const call = async (line: string, json?: unknown, token = service.demo.tokens.owner) => {
      const [method, path] = line.split(' ') as [string, string]
      const answer = await fetch(`${service.baseUrl}${path}`, {
        method,
        headers: {
          'Content-Type': 'application/json',
          ...(path.startsWith('/public') ? {} : { Authorization: `Bearer ${token}` }),
        },
        ...(json === undefined ? {} : { body: JSON.stringify(json) }),
      })
      return { status: answer.status, body: (await answer.json()) as { data: unknown } }
    }
    const tell = async (event: Event) => {
      const payload = JSON.stringify(event)
      const wanted = JSON.stringify({ payload, secret: SECRET, timestamp: Math.floor(Date.now() / 1000) })
      const signature = await (await fetch(`${provider}/sign`, { method: 'POST', body: wanted })).text()
      return fetch(`${service.baseUrl}/public/payments/stripe`, {
        method: 'POST',
        headers: { 'Stripe-Signature': signature },
        body: payload,
      })
    }
    const told: Event[] = []
    const tellAll = async () => {
      told.push(...(await act<Event[]>({ act: 'events' })))
      for (const event of told) expect((await tell(event)).status).toBe(200)
    }
    const newEvent = async (slug: string): Promise<Place> => {
      const { body } = await call('POST /events', {
        calendarSlug: slug,
        title: 'Killed',
        startAt: '2031-05-02T18:00:00Z',
        timezone: 'UTC',
        serviceFee: { fixed: FEE, currency: 'EUR', refundable: true },
        tickets: [{ name: 'Seat', price: PRICE, currency: 'EUR' }],
      })
      const { id } = body.data as { id: string }
      const addon = async (json: object) => {
        const made = await call(`POST /events/${id}/addons`, { currency: 'EUR', stock: 50, ...json })
        return (made.body.data as { id: string }).id
      }
      return {
        id,
        shirt: await addon({ name: 'Shirt', price: 333 }),
        parking: await addon({ name: 'Parking', price: 211, per: 'ORDER' }),
      }
    }
    let people = 0
    /** Two seats, the first with a shirt, and a parking place for the order. */
    const buy = async ({ id: event, shirt, parking }: Place): Promise<Bought> => {
      const buyer = { firstName: 'Ada', lastName: 'Byron', email: `ada${(people += 1)}@kills.test` }
      const { body } = await call(`POST /public/events/${event}/registrations`, {
        buyer,
        attendees: [{ firstName: 'Shirt', lastName: 'Wearer', addons: [{ addonId: shirt, quantity: 1 }] }, {}],
        addons: [{ addonId: parking, quantity: 1 }],
      })
      return { event, ...(body.data as object) } as Bought
    }
    const pay = ({ order }: Bought) => act({ act: 'pay', session: order.payment.reference })

    try {
      const { slug } = (await call('POST /calendars', { name: 'Kills', timezone: 'UTC' })).body.data as { slug: string }
      await call(`PUT /calendars/${slug}/plan`, { plan: 'PRO' }, service.demo.tokens.operator)
      await call(`PUT /calendars/${slug}/seller`, {
        documents: 'ALWAYS',
        name: 'Kills e.V.',
        line1: 'Ring 1',
        city: 'Berlin',
        country: 'DE',
        taxNumber: '1',
      })
      await call(`POST /calendars/${slug}/tax-rates`, { name: 'VAT', rate: 1_900, isDefault: true })
      const events: Place[] = []
      const paid = new Map<string, Order>()
      for (const delay of DELAYS_MS) {
        const places = await Promise.all(Array.from({ length: 5 }, () => newEvent(slug)))
        events.push(...places)
        const [opened, settled, refunded, left, off] = places as [Place, Place, Place, Place, Place]
        const [toSettle, toRefund, toLeave, paidOff] = (await Promise.all([settled, refunded, left, off].map(buy))) as [
          Bought,
          Bought,
          Bought,
          Bought,
        ]
        await buy(off)
        await Promise.all([toRefund, paidOff].map(pay))
        await tellAll()
        await pay(toSettle)
        const messages = await act<Event[]>({ act: 'events' })
        told.push(...messages)
        const asked = [
          buy(opened),
          ...messages.map(tell),
          call(`POST /events/${refunded.id}/orders/${toRefund.order.id}/refund`, { amount: 700 }),
          call(`PATCH /events/${left.id}/guests/${toLeave.guests[1]?.id}/status`, { status: 'CANCELLED' }),
          call(`POST /events/${off.id}/cancel`, {}),
        ]
        await Promise.race([Promise.allSettled(asked), sleep(delay)])
        await service.kill()
        await Promise.allSettled(asked)
        letAnHourPass(dataDir)
        service = await startService({ dataDir, env })
      }
      await tellAll()
      // A page that replaces another is opened one run of the schedule after the first has ended.
      for (let restart = 0; restart < 2; restart += 1) {
        await service.stop()
        letAnHourPass(dataDir)
        service = await startService({ dataDir, env })
        await sleep(3_000)
        await tellAll()
      }

      const { sessions, charges } = await act<{ sessions: Session[]; charges: Charge[] }>({ act: 'books' })
      for (const { id: event, shirt, parking } of events) {
        const orders = (await call(`GET /events/${event}/orders?limit=100`)).body.data as Order[]
        const guests = (await call(`GET /events/${event}/guests?limit=100`)).body.data as {
          id: string
          firstName: string
          status: string
        }[]
        const { status } = (await call(`GET /events/${event}`)).body.data as { status: string }
        for (const order of orders) {
          const own = charges.filter(({ metadata }) => metadata['order_id'] === order.id)
          const isPaid = ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(order.status)
          expect(own.length, order.id).toBe(isPaid ? 1 : 0)
          const kept = own.reduce((sum, { amount, amount_refunded: back }) => sum + amount - back, 0)
          if (isPaid) expect(kept, order.id).toBe(order.net)
          if (isPaid) paid.set(order.id, order)
          expect(order.refunds.filter((refund) => refund.status === 'PENDING')).toEqual([])
          const open = sessions.filter((each) => each.status === 'open' && each.metadata['order_id'] === order.id)
          const isPayable = order.status === 'PENDING' && status !== 'CANCELLED'
          expect(
            open.map(({ id, amount_total: total }) => [id, total]),
            order.id,
          ).toEqual(isPayable ? [[order.payment.reference, order.total]] : [])
          const ids = order.items.flatMap(({ guestIds }) => guestIds)
          const held = guests.filter((guest) => ids.includes(guest.id) && guest.status === 'PENDING')
          const extras = order.addons.reduce((sum, { total }) => sum + total, 0)
          if (isPayable) expect(order.total, order.id).toBe(held.length * (PRICE + FEE) + extras)
        }
        const holders = guests.filter((guest) => HOLDS_SEAT.includes(guest.status))
        const isHeld = (order: Order) =>
          order.items.some(({ guestIds }) => holders.some(({ id }) => guestIds.includes(id)))
        const sold = (await call(`GET /events/${event}/addons`)).body.data as { id: string; sold: number }[]
        expect(new Map(sold.map(({ id, sold: units }) => [id, units])), event).toEqual(
          new Map([
            [shirt, holders.filter(({ firstName }) => firstName === 'Shirt').length],
            [parking, orders.filter(isHeld).length],
          ]),
        )
        const { unreconciled } = (await call(`GET /events/${event}/sales`)).body.data as { unreconciled: object[] }
        expect(unreconciled).toEqual([])
      }
      const documents = (await call(`GET /calendars/${slug}/documents?limit=100`)).body.data as Document[]
      expect(new Set(documents.map(({ orderId }) => orderId))).toEqual(new Set(paid.keys()))
      for (const [id, { net, taxes }] of paid) {
        const own = documents.filter(({ orderId }) => orderId === id)
        const stated = (field: 'gross' | 'tax') =>
          own.reduce((sum, document) => sum + (document.kind === 'INVOICE' ? document[field] : -document[field]), 0)
        expect(stated('gross'), id).toBe(net)
        expect(stated('tax'), id).toBe(taxes.reduce((sum, { tax, refundedTax }) => sum + tax - refundedTax, 0))
      }
      for (const series of ['R', 'G']) {
        const numbers = documents
          .filter(({ number }) => number.startsWith(series))
          .map(({ number }) => number.slice(-5))
        expect(numbers.map(Number).toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1))
      }
      const { currencies } = (await call(`GET /calendars/${slug}/money/summary`)).body.data as {
        currencies: { net: number }[]
      }
      expect(currencies.map(({ net }) => net)).toEqual([[...paid.values()].reduce((sum, { net }) => sum + net, 0)])
    } finally {
      await service.stop()
      await stripe.close()
      rmSync(dataDir, { recursive: true, force: true })
    }
  },
)
