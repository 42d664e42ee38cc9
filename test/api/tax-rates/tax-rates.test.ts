import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { registry } from '../../../src/registry.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { newCalendar, newEvent, newKey, newTicket, person } from '../../support/factories.ts'
import { asOwner, orderNow, pay, refund } from '../../support/orders.ts'
import { askerOf } from '../../support/provider.ts'

asks({
  'GET /v1/calendars/:slug/tax-rates': { scope: 'events:read', isWhole: true },
  'GET /calendars/:slug/tax-rates': { role: 'STAFF', isWhole: true },
  'POST /calendars/:slug/tax-rates': { role: 'OWNER' },
  'DELETE /calendars/:slug/tax-rates/:taxRateId': { role: 'OWNER' },
})

type Home = Awaited<ReturnType<typeof newCalendar>>

const create = (home: Home, json: object) => asOwner(home, `POST /calendars/${home.slug}/tax-rates`, json)
const list = async (home: Home) => (await asOwner(home, `GET /calendars/${home.slug}/tax-rates`)).body.data
const drop = (home: Home, id: string) => asOwner(home, `DELETE /calendars/${home.slug}/tax-rates/${id}`)
const change = (home: Home, event: { id: string; ticketId: string }, json: object) =>
  asOwner(home, `PATCH /events/${event.id}/tickets/${event.ticketId}`, json)
const buy = async (event: { id: string }, attendees: object[]) =>
  (await send(`POST /public/events/${event.id}/registrations`, { json: { buyer: person(), attendees } })).body.data

describe('tax rate', () => {
  it('is created, listed and deleted', async () => {
    const home = await newCalendar()
    const made = await create(home, { name: 'VAT', rate: 1_900 })
    expect(made.status, made.text).toBe(200)
    const rate = {
      id: expect.stringMatching(/^tax_/),
      name: 'VAT',
      rate: 1_900,
      category: 'S',
      reason: null,
      isDefault: false,
    }
    expect(made.body.data).toMatchObject(rate)
    const { key } = await newKey(home, ['events:read'])
    expect((await send(`GET /v1/calendars/${home.slug}/tax-rates`, { key })).body.data).toEqual([made.body.data])
    expect((await drop(home, made.body.data.id)).body.data).toEqual({ id: made.body.data.id, deleted: true })
    expect(await list(home)).toEqual([])
    expect((await drop(home, made.body.data.id)).status).toBe(404)
  })

  it.each([
    ['rate', { name: 'VAT', rate: -1 }],
    ['rate', { name: 'VAT', rate: 10_001 }],
    ['rate', { name: 'VAT', rate: 19.5 }],
    ['rate', { name: 'Exempt', rate: 100, category: 'E' }],
    ['name', { name: ' ', rate: 100 }],
    ['category', { name: 'VAT', rate: 100, category: 'X' }],
  ])('is refused with the field %s for %j', async (field, json) => {
    const home = await newCalendar()
    const answer = await create(home, json)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    expect(await list(home)).toEqual([])
  })

  it('takes the role of the default from the previous one', async () => {
    const home = await newCalendar()
    await create(home, { name: 'Old', rate: 1_600, isDefault: true })
    await create(home, { name: 'New', rate: 1_900, isDefault: true })
    expect(
      (await list(home)).map(({ name, isDefault }: { name: string; isDefault: boolean }) => [name, isDefault]),
    ).toEqual([
      ['Old', false],
      ['New', true],
    ])
  })

  it('returns 409 for the 51st rate of a calendar', async () => {
    const home = await newCalendar()
    for (let made = 0; made < 50; made += 1) await create(home, { name: `Rate ${made}`, rate: made })
    const answer = await create(home, { name: 'One more', rate: 1, isDefault: true })
    expect([answer.status, answer.body.code]).toEqual([409, 'tax_rate_limit_reached'])
    expect(await list(home)).toHaveLength(50)
  })

  it('of another calendar is unknown', async () => {
    const [home, other] = [await newCalendar(), await newCalendar()]
    const { id } = (await create(other, { name: 'VAT', rate: 1_900 })).body.data
    expect((await drop(home, id)).status).toBe(404)
    const event = await newEvent(home, {}, { price: 1_000 })
    const answers = [
      await change(home, event, { taxRateId: id }),
      await asOwner(home, `POST /events/${event.id}/tickets`, { name: 'Foreign', taxRateId: id }),
    ]
    for (const { status, body } of answers) expect([status, body.errors[0].field]).toEqual([400, 'taxRateId'])
    expect(await list(other)).toHaveLength(1)
  })
})

describe('tax rate of a service fee', () => {
  const WEEKLY = { startAt: '2027-06-04T18:00', timezone: 'UTC', durationMinutes: 60, rrule: 'FREQ=WEEKLY;COUNT=2' }
  const feeWith = (taxRateId: string) => ({ percent: 1_000, taxRateId })
  const rateOf = async (home: Home) => (await create(home, { name: 'Fee', rate: 1_900 })).body.data.id as string

  it('leaves calendars, events, series and their new dates when it is deleted', async () => {
    const home = await newCalendar()
    const id = await rateOf(home)
    const serviceFee = feeWith(id)
    await asOwner(home, `PATCH /calendars/${home.slug}`, { serviceFee })
    const event = await newEvent(home, { serviceFee }, { price: 1_000 })
    const template = { title: 'Course', serviceFee }
    const series = await asOwner(home, 'POST /series', { calendarSlug: home.slug, template, ...WEEKLY })
    expect(series.status, series.text).toBe(200)
    await drop(home, id)
    const stored = [
      (await asOwner(home, `GET /calendars/${home.slug}/settings`)).body.data.serviceFee,
      (await asOwner(home, `GET /events/${event.id}`)).body.data.serviceFee,
      (await asOwner(home, `GET /series/${series.body.data.id}`)).body.data.template.serviceFee,
      ...(await asOwner(home, `GET /series/${series.body.data.id}/events`)).body.data.map(
        ({ serviceFee: fee }: { serviceFee: object }) => fee,
      ),
    ]
    expect(stored).toHaveLength(5)
    for (const fee of stored) expect(fee).toMatchObject({ percent: 1_000, taxRateId: null })
  })

  it('does not come back with a write that read the fee before', async () => {
    const home = await newCalendar()
    const writes: ((send: ReturnType<typeof askerOf>, id: string) => Promise<string>)[] = [
      async (ask, id) => {
        const json = { serviceFee: feeWith(id) }
        expect((await ask(`PATCH /calendars/${home.slug}`, { as: home.owner, json })).status).toBe(200)
        return `/calendars/${home.slug}/settings`
      },
      async (ask, id) => {
        const event = await newEvent(home, {}, { price: 1_000 })
        const json = { serviceFee: feeWith(id) }
        expect((await ask(`PATCH /events/${event.id}`, { as: home.owner, json })).status).toBe(200)
        return `/events/${event.id}`
      },
      async (ask, id) => {
        const event = await newEvent(home, { serviceFee: feeWith(id) }, { price: 1_000 })
        const json = { title: 'Another title' }
        expect((await ask(`PATCH /events/${event.id}`, { as: home.owner, json })).status).toBe(200)
        return `/events/${event.id}`
      },
      async (ask, id) => {
        const times = { startAt: '2031-05-02T18:00:00Z', timezone: 'UTC' }
        const json = { calendarSlug: home.slug, title: 'New', ...times, serviceFee: feeWith(id) }
        const made = await ask('POST /events', { as: home.owner, json })
        expect(made.status, made.text).toBe(200)
        return `/events/${made.body.data.id}`
      },
    ]
    for (const write of writes) {
      const id = await rateOf(home)
      const late = askerOf(
        createApp(registry, {
          ...deps,
          commit: async (statements) => {
            await drop(home, id)
            return deps.commit(statements)
          },
        }),
      )
      const path = await write(late, id)
      expect((await asOwner(home, `GET ${path}`)).body.data.serviceFee).toMatchObject({ taxRateId: null })
    }
  })

  it.each(['deleted', 'foreign'])('is refused for a new series and a new calendar if it is %s', async (which) => {
    const [home, other] = [await newCalendar(), await newCalendar()]
    const id = await rateOf(which === 'foreign' ? other : home)
    if (which === 'deleted') await drop(home, id)
    const template = { title: 'Course', serviceFee: feeWith(id) }
    const made = await asOwner(home, 'POST /series', { calendarSlug: home.slug, template, ...WEEKLY })
    expect(made.body.errors).toMatchObject([{ field: 'template.serviceFee.taxRateId' }])
    const given = { name: 'New', timezone: 'UTC', serviceFee: feeWith(id) }
    const calendar = await asOwner(home, 'POST /calendars', given)
    expect(calendar.body.errors).toMatchObject([{ field: 'serviceFee.taxRateId' }])
  })
})

describe('taxes of an order', () => {
  it('use the rate of each ticket, or else the default, as of the purchase', async () => {
    const home = await newCalendar()
    const high = (await create(home, { name: 'VAT', rate: 1_900, isDefault: true })).body.data
    const low = (await create(home, { name: 'Reduced', rate: 700 })).body.data
    const event = await newEvent(home, {}, { price: 11_900 })
    const book = await newTicket(event, { price: 1_070, taxRateId: low.id })
    const { order } = await buy(event, [
      { ticketId: event.ticketId },
      { ticketId: event.ticketId },
      { ticketId: book.id },
    ])
    const taxes = [
      { name: 'VAT', rate: 1_900, category: 'S', gross: 23_800, net: 20_000, tax: 3_800, refundedTax: 0 },
      { name: 'Reduced', rate: 700, category: 'S', gross: 1_070, net: 1_000, tax: 70, refundedTax: 0 },
    ]
    expect(order.taxes).toEqual(taxes)
    await drop(home, high.id)
    await drop(home, low.id)
    expect((await orderNow(home, event, order.id)).taxes).toEqual(taxes)
    const after = await buy(event, [{ ticketId: event.ticketId }])
    expect(after.order.taxes).toEqual([])
  })

  it('are returned by refunds of seats and amounts, down to the last unit', async () => {
    const home = await newCalendar()
    await create(home, { name: 'VAT', rate: 1_900, isDefault: true })
    const event = await newEvent(home, {}, { price: 999 })
    const { order, guests } = await buy(event, [{}, {}, {}])
    await pay(home, event, order.id)
    const taxNow = async () => (await orderNow(home, event, order.id)).taxes[0]
    expect(await taxNow()).toMatchObject({ gross: 2_997, tax: 479, refundedTax: 0 })
    await refund(home, event, order.id, { items: [{ guestId: guests[0].id }] })
    expect((await taxNow()).refundedTax).toBe(160)
    await refund(home, event, order.id, { amount: 500 })
    await refund(home, event, order.id)
    expect(await taxNow()).toMatchObject({ tax: 479, refundedTax: 479 })
  })

  it('are empty for a free order, and for a single guest follow the order', async () => {
    const home = await newCalendar()
    await create(home, { name: 'VAT', rate: 1_900, isDefault: true })
    const register = async (event: { id: string }) =>
      (await send(`POST /public/events/${event.id}/registrations`, { json: person() })).body.data.order
    expect((await register(await newEvent(home, {}, {}))).taxes).toEqual([])
    const order = await register(await newEvent(home, {}, { price: 1_190 }))
    expect(order.taxes).toMatchObject([{ gross: 1_190, net: 1_000, tax: 190 }])
  })
})

describe('net prices', () => {
  it('are stored with tax', async () => {
    const home = await newCalendar()
    const low = (await create(home, { name: 'Low', rate: 700 })).body.data
    const event = await newEvent(home, {}, { price: 2_000 })
    const path = `/events/${event.id}`
    const ticket = { name: 'Net', price: 1_000, currency: 'EUR', priceIsNet: true }
    const refused = await asOwner(home, `POST ${path}/tickets`, ticket)
    expect(refused.status).toBe(400)
    expect(refused.body.errors).toMatchObject([{ field: 'priceIsNet' }])
    await create(home, { name: 'VAT', rate: 1_900, isDefault: true })
    const made = (await asOwner(home, `POST ${path}/tickets`, ticket)).body.data
    expect(made).toMatchObject({ price: 1_190, net: 1_000, tax: 190 })
    expect(made).not.toHaveProperty('priceIsNet')
    const again = (json: object) => asOwner(home, `PATCH ${path}/tickets/${made.id}`, { priceIsNet: true, ...json })
    expect((await again({ price: 999, taxRateId: low.id })).body.data).toMatchObject({
      price: 1_069,
      net: 999,
      tax: 70,
      taxRateId: low.id,
    })
    expect((await again({ price: 1_000 })).body.data).toMatchObject({ price: 1_070 })
    expect((await again({ name: 'Other' })).body.data).toMatchObject({ price: 1_070, name: 'Other' })
    const chosen = { priceMode: 'CHOSEN', minPrice: 1_000, suggestedPrice: 2_000, maxPrice: 5_000 }
    expect((await again(chosen)).body.data).toMatchObject({ minPrice: 1_070, suggestedPrice: 2_140, maxPrice: 5_350 })
    expect((await again({ maxPrice: 100_000_000 })).body.errors).toMatchObject([{ field: 'maxPrice' }])
    const shirt = { name: 'Shirt', price: 1_000, currency: 'EUR', priceIsNet: true, taxRateId: low.id }
    const addon = (await asOwner(home, `POST ${path}/addons`, shirt)).body.data
    expect(addon).toMatchObject({ price: 1_070, net: 1_000, tax: 70 })
    const dearer = await asOwner(home, `PATCH ${path}/addons/${addon.id}`, { price: 2_000, priceIsNet: true })
    expect(dearer.body.data).toMatchObject({ price: 2_140, net: 2_000, tax: 140 })
    const partsOf = async (kind: string) =>
      (await asOwner(home, `GET ${path}/${kind}`)).body.data.map((each: Record<string, number>) => [
        each['price'],
        each['net'],
        each['tax'],
      ])
    expect(await partsOf('tickets')).toEqual([
      [2_000, 1_681, 319],
      [1_070, 1_000, 70],
    ])
    expect(await partsOf('addons')).toEqual([[2_140, 2_000, 140]])
  })
})
