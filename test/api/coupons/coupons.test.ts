import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { addMember, newCalendar, newEvent, newKey } from '../../support/factories.ts'

const percent = { code: 'Early Bird', discountType: 'PERCENT', percentOff: 15 }
const amount = { code: 'FIVE', discountType: 'AMOUNT', amountOff: 500, currency: 'eur' }

type Home = { slug: string; owner: string }
const create = (home: Home, json: object, as = home.owner) => send(`POST /calendars/${home.slug}/coupons`, { as, json })
const change = (home: Home, id: string, json: object) =>
  send(`PATCH /calendars/${home.slug}/coupons/${id}`, { as: home.owner, json })
const list = async (home: Home, query = '') =>
  (await send(`GET /coupons/calendar/${home.slug}${query}`, { as: home.owner })).body

describe('creating a coupon', () => {
  it('stores the code as given and returns every documented field', async () => {
    const home = await newCalendar()
    const made = await create(home, { ...percent, maxRedemptions: 3, validFrom: '2020-01-01T00:00:00+02:00' })
    expect(made.status).toBe(200)
    expect(made.body.data).toEqual({
      id: expect.stringMatching(/^cpn_/),
      code: 'Early Bird',
      calendarSlug: home.slug,
      eventId: null,
      ticketIds: [],
      discountType: 'PERCENT',
      percentOff: 15,
      amountOff: null,
      currency: null,
      maxRedemptions: 3,
      maxDiscountedSeats: null,
      redeemedCount: 0,
      remainingCount: 3,
      validFrom: '2019-12-31T22:00:00.000Z',
      validUntil: null,
      isActive: true,
      status: 'ACTIVE',
      createdAt: expect.stringMatching(/Z$/),
    })
    expect((await create(home, amount)).body.data).toMatchObject({
      amountOff: 500,
      currency: 'EUR',
      remainingCount: null,
    })
  })

  it('returns 409 coupon_code_taken for a code that differs only in case, but accepts it in another calendar', async () => {
    const [home, elsewhere] = [await newCalendar(), await newCalendar()]
    await create(home, percent)
    const again = await create(home, { ...percent, code: 'EARLY bird' })
    expect(again.body).toMatchObject({ statusCode: 409, code: 'coupon_code_taken' })
    expect((await list(home)).total).toBe(1)
    expect((await create(elsewhere, percent)).status).toBe(200)
  })

  it.each([
    [{ ...percent, code: ' ' }, 'code'],
    [{ ...percent, percentOff: 0 }, 'percentOff'],
    [{ ...percent, percentOff: 101 }, 'percentOff'],
    [{ ...percent, percentOff: 12.5 }, 'percentOff'],
    [{ ...percent, percentOff: undefined }, 'percentOff'],
    [{ ...percent, amountOff: 5 }, 'amountOff'],
    [{ ...amount, amountOff: 0 }, 'amountOff'],
    [{ ...amount, amountOff: -500 }, 'amountOff'],
    [{ ...amount, currency: undefined }, 'currency'],
    [{ ...amount, currency: 'EURO' }, 'currency'],
    [{ ...percent, discountType: 'HALF' }, 'discountType'],
    [{ ...percent, maxRedemptions: 0 }, 'maxRedemptions'],
    [{ ...percent, validFrom: '2030-01-01T00:00:00Z', validUntil: '2030-01-01T00:00:00Z' }, 'validUntil'],
    [{ ...percent, eventId: 'evt_unknown' }, 'eventId'],
    [{ ...percent, ticketIds: ['tkt_unknown'] }, 'ticketIds.0'],
  ])('returns 400 for %j with an error at %s', async (json, field) => {
    const home = await newCalendar()
    const answer = await create(home, json)
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'validation_failed', errors: [{ field }] })
    expect((await list(home)).data).toEqual([])
  })

  it('requires the role MANAGER; staff may list coupons, and non-members get 404', async () => {
    const home = await newCalendar()
    const staff = await addMember(home, 'usr_staff', 'STAFF')
    expect((await create(home, percent, staff)).body.code).toBe('role_insufficient')
    expect((await send(`GET /coupons/calendar/${home.slug}`, { as: staff })).status).toBe(200)
    expect((await create(home, percent, 'usr_stranger')).status).toBe(404)
  })
})

describe('changing a coupon', () => {
  it('changes only the given fields, and can turn a percentage into an amount', async () => {
    const home = await newCalendar()
    const { id } = (await create(home, percent)).body.data
    expect((await change(home, id, { isActive: false })).body.data).toMatchObject({
      percentOff: 15,
      status: 'DISABLED',
    })
    const turned = await change(home, id, { discountType: 'AMOUNT', amountOff: 700, currency: 'USD', isActive: true })
    expect(turned.body.data).toMatchObject({ percentOff: null, amountOff: 700, currency: 'USD', status: 'ACTIVE' })
    expect((await change(home, id, { percentOff: 5 })).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'percentOff' }],
    })
    expect((await list(home)).data).toEqual([turned.body.data])
  })

  it('checks a new validUntil against the stored validFrom', async () => {
    const home = await newCalendar()
    const { id } = (await create(home, { ...percent, validFrom: '2030-05-01T00:00:00Z' })).body.data
    const early = await change(home, id, { validUntil: '2030-04-30T00:00:00Z' })
    expect(early.body).toMatchObject({ statusCode: 400, errors: [{ field: 'validUntil' }] })
    expect((await change(home, id, { validFrom: null, validUntil: '2020-01-01T00:00:00Z' })).body.data.status).toBe(
      'EXPIRED',
    )
  })

  it('applies only one of two concurrent edits that contradict each other', async () => {
    const home = await newCalendar()
    const { id } = (await create(home, percent)).body.data
    await Promise.all([
      change(home, id, { validFrom: '2030-05-02T00:00:00Z' }),
      change(home, id, { validUntil: '2030-05-01T00:00:00Z' }),
    ])
    const [{ validFrom, validUntil }] = (await list(home)).data
    expect(validFrom === null || validUntil === null).toBe(true)
  })

  it('returns 400 for a ticket that belongs to an event other than eventId, whatever the order of the edits', async () => {
    const home = await newCalendar()
    const [event, other] = [await newEvent(home), await newEvent(home)]
    const { id } = (await create(home, percent)).body.data
    expect((await change(home, id, { eventId: event.id, ticketIds: [other.ticketId] })).body).toMatchObject({
      statusCode: 400,
      errors: [{ field: 'ticketIds.0' }],
    })
    const answers = await Promise.all([
      change(home, id, { ticketIds: [other.ticketId] }),
      change(home, id, { eventId: event.id }),
    ])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    const elsewhere = await newCalendar()
    expect(
      (await create(elsewhere, { ...percent, eventId: event.id, ticketIds: [event.ticketId] })).body,
    ).toMatchObject({ statusCode: 400, errors: [{ field: 'eventId' }, { field: 'ticketIds.0' }] })
  })

  it('applies all of six concurrent edits', async () => {
    const home = await newCalendar()
    const { id } = (await create(home, amount)).body.data
    const edits = [
      { amountOff: 300 },
      { currency: 'USD' },
      { validFrom: '2030-05-01T00:00:00.000Z' },
      { validUntil: '2030-05-02T00:00:00.000Z' },
      { maxRedemptions: 4 },
      { code: 'SIX' },
    ]
    const answers = await Promise.all(edits.map((json) => change(home, id, json)))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200, 200])
    expect((await list(home)).data).toMatchObject([Object.assign({}, ...edits)])
  })

  it('returns 404 for a coupon of another calendar and coupon_code_taken for a code in use', async () => {
    const [home, elsewhere] = [await newCalendar(), await newCalendar()]
    const { id } = (await create(elsewhere, percent)).body.data
    expect((await change(home, id, { isActive: false })).status).toBe(404)
    expect((await send(`DELETE /calendars/${home.slug}/coupons/${id}`, { as: home.owner })).status).toBe(404)
    await create(elsewhere, amount)
    expect((await change(elsewhere, id, { code: 'five' })).body.code).toBe('coupon_code_taken')
    expect((await list(elsewhere)).total).toBe(2)
  })
})

describe('listing and deleting coupons', () => {
  it('returns the same coupons to a key and to a session, newest first', async () => {
    const home = await newCalendar()
    const { key } = await newKey(home, ['events:read'])
    for (const code of ['A', 'B', 'C']) await create(home, { ...percent, code })
    const v1 = await send(`GET /v1/calendars/${home.slug}/coupons?limit=2&page=2`, { key })
    expect(v1.status, v1.text).toBe(200)
    expect(v1.body.meta).toEqual({ page: 2, limit: 2, total: 3, totalPages: 2 })
    const whole = await list(home)
    expect(whole).toMatchObject({ total: 3, page: 1, limit: 50, totalPages: 1 })
    expect(whole.data[2]).toEqual(v1.body.data[0])
    expect((await list(home, '?code=b')).data).toMatchObject([{ code: 'B' }])
    const { key: other } = await newKey(home, ['guests:read'])
    expect((await send(`GET /v1/calendars/${home.slug}/coupons`, { key: other })).body.code).toBe('scope_missing')
  })

  it('deletes a coupon and frees its code', async () => {
    const home = await newCalendar()
    const { id } = (await create(home, percent)).body.data
    const gone = await send(`DELETE /calendars/${home.slug}/coupons/${id}`, { as: home.owner })
    expect(gone.body).toEqual({ data: { id, deleted: true } })
    expect((await list(home)).data).toEqual([])
    expect((await create(home, percent)).status).toBe(200)
  })
})
