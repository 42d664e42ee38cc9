import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { insertAll, rowOf } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, newTicket, register } from '../../support/factories.ts'

const home = await newCalendar()
const { key } = await newKey(home, ['events:write', 'events:read'])
type Event = { id: string }
const list = async (event: Event) => (await send(`GET /v1/events/${event.id}/tickets`, { key })).body.data
const create = (event: Event, json: object, headers = {}) =>
  send(`POST /v1/events/${event.id}/tickets`, { key, json, headers })
const change = (event: Event, id: string, json: object) =>
  send(`PATCH /v1/events/${event.id}/tickets/${id}`, { key, json })
const remove = (event: Event, id: string) => send(`DELETE /v1/events/${event.id}/tickets/${id}`, { key })

const fill = async (event: Event, count: number) => {
  const row = { event_id: event.id, name: 'One of many', type: 'FREE', price: 0, requires_approval: 0, is_hidden: 0 }
  const rest = { is_paused: 0, created_at: 1, updated_at: 1 }
  const rows = Array.from({ length: count }, (_, at) => ({
    id: `tkt_${event.id}_${at}`,
    ...row,
    ...rest,
    sort_order: at,
  }))
  await insertAll({ tickets: rows })
}

describe('creating a ticket', () => {
  it('adds it after the others and returns every documented field', async () => {
    const event = await newEvent(home, {}, { sortOrder: 7 })
    const made = await create(event, { name: 'Balcony', price: 1_500, currency: 'eur', capacity: 3 })
    expect(made.status, made.text).toBe(200)
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^tkt_/),
      eventId: event.id,
      key: null,
      minPerOrder: 1,
      maxPerOrder: 10,
      name: 'Balcony',
      description: null,
      type: 'PAID',
      price: 1_500,
      net: 1_500,
      tax: 0,
      currency: 'EUR',
      priceMode: 'FIXED',
      minPrice: null,
      suggestedPrice: null,
      maxPrice: null,
      fee: 0,
      taxRateId: null,
      refundPolicy: null,
      capacity: 3,
      sold: 0,
      available: 3,
      salesStartAt: null,
      salesEndAt: null,
      requiresApproval: false,
      isHidden: false,
      sortOrder: 8,
      status: 'ON_SALE',
      translations: {},
      createdAt: expect.stringMatching(/Z$/),
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect((await list(event))[1]).toEqual(made.body.data)
  })

  it('stores and returns translations, and returns 400 for an unknown language', async () => {
    const event = await newEvent(home)
    const translations = { de: { name: 'Rang', description: 'Ganz oben' }, ja: { name: '二階席' } }
    const made = await create(event, { name: 'Balcony', translations })
    expect(made.status, made.text).toBe(200)
    const shown = { de: translations.de, ja: expect.objectContaining(translations.ja) }
    expect(made.body.data.translations).toEqual(shown)
    const kept = (await list(event)).find(({ id }: { id: string }) => id === made.body.data.id)
    expect(kept.translations).toEqual(shown)
    const wrong = await create(event, { name: 'Balcony', translations: { xx: { name: 'X' } } })
    expect([wrong.status, wrong.body.code]).toEqual([400, 'validation_failed'])
  })

  it('uses the given sortOrder, or 0 if all others are negative', async () => {
    const event = await newEvent(home, {}, { sortOrder: -5 })
    expect((await create(event, { name: 'Next' })).body.data.sortOrder).toBe(0)
    expect((await create(event, { name: 'Front', sortOrder: -9 })).body.data.sortOrder).toBe(-9)
    expect((await list(event)).map(({ sortOrder }: { sortOrder: number }) => sortOrder)).toEqual([-9, -5, 0])
    expect((await create(await newEvent(home, {}, null), { name: 'Only' })).body.data.sortOrder).toBe(0)
  })

  it('returns tickets by sortOrder, then createdAt, then id, in the ticket list and in the event list', async () => {
    const event = await newEvent(home, {}, null)
    const rest = { event_id: event.id, type: 'FREE', price: 0, requires_approval: 0, is_hidden: 0, is_paused: 0 }
    const rows = [
      { id: 'tkt_order4', name: 'fourth', sort_order: 1, created_at: 5 },
      { id: 'tkt_order3', name: 'third', sort_order: 1, created_at: 5 },
      { id: 'tkt_order1', name: 'first', sort_order: 0, created_at: 9 },
      { id: 'tkt_order2', name: 'second', sort_order: 1, created_at: 4 },
    ]
    await insertAll({ tickets: rows.map((row) => ({ ...rest, ...row, updated_at: 9 })) })
    const { body } = await send(`GET /v1/calendars/${home.slug}/events?limit=100`, { key })
    const listed = body.data.find(({ id }: { id: string }) => id === event.id)
    const namesOf = (tickets: { name: string }[]) => tickets.map(({ name }) => name)
    expect(namesOf(await list(event))).toEqual(['first', 'second', 'third', 'fourth'])
    expect(await list(event)).toMatchObject(listed.tickets)
  })

  it('returns SOLD_OUT when the event has no seat left', async () => {
    const event = await newEvent(home, { capacity: 1 })
    await register(event)
    expect((await create(event, { name: 'Late' })).body.data).toMatchObject({ sold: 0, status: 'SOLD_OUT' })
  })

  it('interprets times without an offset in the event’s time zone and stores every flag', async () => {
    const event = await newEvent(home, {}, null)
    const sent = {
      name: 'Early',
      description: 'Two\nlines',
      salesStartAt: '2031-03-30T12:00',
      salesEndAt: '2031-04-30T10:00:00Z',
      requiresApproval: true,
      isHidden: true,
      status: 'PAUSED',
    }
    expect((await create(event, sent)).body.data).toMatchObject({
      ...sent,
      salesStartAt: '2031-03-30T10:00:00.000Z',
      salesEndAt: '2031-04-30T10:00:00.000Z',
    })
  })

  it.each([
    [{ name: 'A', price: 100 }, 'currency'],
    [{ name: 'A', price: 100, currency: 'EUR', type: 'FREE' }, 'price'],
    [{ name: 'A', type: 'PAID' }, 'price'],
    [{ name: 'A', salesStartAt: '2031-03-30T02:30' }, 'salesStartAt'],
    [{ name: 'A', salesStartAt: '2031-03-30T12:00:00Z', salesEndAt: '2031-03-30T12:00:00Z' }, 'salesEndAt'],
    [{ price: 0 }, 'name'],
  ])('returns 400 for %j with an error at %s', async (json, field) => {
    const event = await newEvent(home, {}, null)
    expect((await create(event, json)).body).toMatchObject({ statusCode: 400, errors: [{ field }] })
    expect(await list(event)).toEqual([])
  })

  it('stops at 50 tickets, even when six requests arrive concurrently', async () => {
    const event = await newEvent(home, {}, null)
    await fill(event, 48)
    const answers = await Promise.all(Array.from({ length: 6 }, (_, at) => create(event, { name: `New ${at}` })))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409, 409, 409])
    for (const { status, body } of answers) {
      if (status !== 200) expect(body).toMatchObject({ code: 'ticket_limit_reached', errors: [] })
    }
    expect(await list(event)).toHaveLength(50)
  })

  it('creates only one ticket per Idempotency-Key and replays the response', async () => {
    const event = await newEvent(home, {}, null)
    const sent = [event, { name: 'Once' }, { 'Idempotency-Key': `once-${event.id}` }] as const
    const first = await create(...sent)
    expect((await create(...sent)).body).toEqual(first.body)
    expect(await list(event)).toEqual([first.body.data])
  })
})

describe('changing a ticket', () => {
  it('changes only the given fields, and removes the currency when the price becomes 0', async () => {
    const event = await newEvent(home, {}, { price: 900, capacity: 4 })
    const [before] = await list(event)
    const after = await change(event, event.ticketId, { name: 'Renamed', status: 'PAUSED' })
    expect(after.status, after.text).toBe(200)
    expect(after.body.data).toEqual({
      ...before,
      name: 'Renamed',
      status: 'PAUSED',
      updatedAt: expect.stringMatching(/Z$/),
    })
    expect(await list(event)).toEqual([after.body.data])
    expect((await change(event, event.ticketId, { type: 'FREE', status: 'ON_SALE' })).body.data).toMatchObject({
      price: 0,
      currency: null,
      type: 'FREE',
      status: 'ON_SALE',
    })
    expect((await change(event, event.ticketId, { price: 500 })).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'currency' }],
    })
  })

  it('applies all of six concurrent edits', async () => {
    const event = await newEvent(home)
    const edits = [
      { name: 'New' },
      { description: 'd' },
      { capacity: 9 },
      { requiresApproval: true },
      { isHidden: true },
      { sortOrder: 3 },
    ]
    const answers = await Promise.all(edits.map((json) => change(event, event.ticketId, json)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect(await list(event)).toMatchObject([Object.assign({}, ...edits)])
  })

  it('returns 409 capacity_exceeded for a capacity below the seats taken and changes nothing', async () => {
    const event = await newEvent(home)
    for (let count = 0; count < 3; count += 1) await register(event)
    const refused = await change(event, event.ticketId, { capacity: 2, name: 'Smaller' })
    expect(refused.body).toMatchObject({
      statusCode: 409,
      code: 'capacity_exceeded',
      message: 'The capacity is lower than the number of seats held with this ticket.',
      errors: [],
    })
    expect(await list(event)).toMatchObject([{ capacity: null, sold: 3 }])
    expect((await list(event))[0].name).not.toBe('Smaller')
    expect((await change(event, event.ticketId, { capacity: 3 })).body.data).toMatchObject({
      capacity: 3,
      sold: 3,
      available: 0,
      status: 'SOLD_OUT',
    })
  })

  it('includes guests promoted by a raised capacity in the counts of its response', async () => {
    const event = await newEvent(home, { waitlistEnabled: true }, { capacity: 1 })
    for (let count = 0; count < 3; count += 1) await register(event)
    expect((await change(event, event.ticketId, { capacity: 5 })).body.data).toMatchObject({ sold: 3, available: 2 })
    expect(await list(event)).toMatchObject([{ sold: 3, available: 2 }])
  })

  it('never leaves more seats taken than the capacity when registrations race', async () => {
    const event = await newEvent(home, {}, { capacity: 4 })
    const [answers] = await Promise.all([
      Promise.all(Array.from({ length: 4 }, () => register(event))),
      change(event, event.ticketId, { capacity: 2 }),
    ])
    const [{ capacity, sold }] = await list(event)
    expect(sold).toBe(answers.filter(({ status }) => status === 200).length)
    expect(sold).toBeLessThanOrEqual(capacity)
  })

  it('returns 404 for a ticket of another event', async () => {
    const [event, other] = [await newEvent(home), await newEvent(home)]
    expect((await change(event, other.ticketId, { name: 'Mine' })).status).toBe(404)
    expect((await remove(event, other.ticketId)).status).toBe(404)
    expect(await list(other)).toHaveLength(1)
  })
})

describe('deleting a ticket', () => {
  it('deletes a ticket without guests and returns 404 the second time', async () => {
    const event = await newEvent(home)
    const { id } = await newTicket(event)
    expect((await remove(event, id)).body).toEqual({ data: { id, deleted: true } })
    expect((await remove(event, id)).status).toBe(404)
    expect(await list(event)).toMatchObject([{ id: event.ticketId }])
  })

  it('returns 409 ticket_has_guests if any guest had the ticket, even a cancelled one', async () => {
    const event = await newEvent(home)
    const { guest } = (await register(event)).body.data
    await send(`PATCH /events/${event.id}/guests/${guest.id}`, { as: home.owner, json: { status: 'CANCELLED' } })
    const changedAt = async () => (await rowOf('calendars', home.id))?.['content_changed_at']
    const before = await changedAt()
    expect((await remove(event, event.ticketId)).body).toMatchObject({
      statusCode: 409,
      code: 'ticket_has_guests',
      message: 'Guests hold or have held this ticket.',
      errors: [],
    })
    expect(await list(event)).toHaveLength(1)
    // Only an actual change updates `content_changed_at`, which pages report as the time they last changed.
    expect(await changedAt()).toBe(before)
    await change(event, event.ticketId, { name: 'Another' })
    expect(await changedAt()).not.toBe(before)
  })
})
