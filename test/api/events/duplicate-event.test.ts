import { describe, expect, it } from 'vitest'
import { setColumns } from '../../support/database.ts'
import { newCalendar, newCoupon, newEvent } from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'

const home = await newCalendar()

type Named = { id: string }
const duplicate = (event: Named, json?: object) => asOwner(home, `POST /events/${event.id}/duplicate`, json)
const read = async (event: Named) => (await asOwner(home, `GET /events/${event.id}`)).body.data
const couponsOf = async (event: Named) =>
  (await asOwner(home, `GET /coupons/calendar/${home.slug}?eventId=${event.id}`)).body.data

// 28 March 2027 is the day on which Paris moves its clocks forward.
const EVENT = {
  startAt: '2027-03-20T20:00',
  endAt: '2027-03-20T23:00',
  timezone: 'Europe/Paris',
  registrationOpensAt: '2027-03-01T09:00',
  registrationClosesAt: '2027-03-20T12:00',
  checkInOpensAt: '2027-03-20T19:30',
  checkInClosesAt: '2027-03-20T22:00',
  reminderMinutes: [1_440],
}

describe('POST /events/:eventId/duplicate with a start', () => {
  it('moves sale, registration, check-in and checkpoint periods by the same distance of local time', async () => {
    const event = await newEvent(home, EVENT, {
      price: 1_000,
      salesStartAt: '2027-03-02T10:00',
      salesEndAt: '2027-03-19T18:00',
    })
    const room = { name: 'Workshop', mode: 'ONCE', opensAt: '2027-03-20T21:00', closesAt: '2027-03-20T22:00' }
    await asOwner(home, `POST /events/${event.id}/checkpoints`, room)
    const copied = await duplicate(event, { startAt: '2027-04-17T20:00' })
    expect(copied.status, copied.text).toBe(200)
    const copy = await read(copied.body.data)
    expect(copy).toMatchObject({
      status: 'DRAFT',
      startAt: '2027-04-17T18:00:00.000Z',
      endAt: '2027-04-17T21:00:00.000Z',
      registrationOpensAt: '2027-03-29T07:00:00.000Z',
      registrationClosesAt: '2027-04-17T10:00:00.000Z',
      checkInOpensAt: '2027-04-17T17:30:00.000Z',
      checkInClosesAt: '2027-04-17T20:00:00.000Z',
      reminderMinutes: [1_440],
    })
    expect(copy.tickets).toMatchObject([
      { salesStartAt: '2027-03-30T08:00:00.000Z', salesEndAt: '2027-04-16T16:00:00.000Z' },
    ])
    const { data: rooms } = (await asOwner(home, `GET /events/${copy.id}/checkpoints`)).body
    expect(rooms).toMatchObject([{ opensAt: '2027-04-17T19:00:00.000Z', closesAt: '2027-04-17T20:00:00.000Z' }])
  })

  it('moves an all-day event by whole days', async () => {
    const event = await newEvent(home, {
      startAt: '2027-03-26',
      endAt: '2027-03-29',
      timezone: 'Europe/Paris',
      registrationClosesAt: '2027-03-25T18:00',
    })
    const { data } = (await duplicate(event, { startAt: '2027-06-04' })).body
    expect(data).toMatchObject({
      startAt: '2027-06-04',
      endAt: '2027-06-07',
      registrationClosesAt: '2027-06-03T16:00:00.000Z',
    })
  })

  it('keeps the duration of an event whose end would otherwise come before its start', async () => {
    const event = await newEvent(home, {
      startAt: '2027-10-20T02:30',
      endAt: '2027-10-20T02:45',
      timezone: 'Europe/Paris',
    })
    const { data } = (await duplicate(event, { startAt: '2027-10-31T02:30:00+01:00' })).body
    expect([data.startAt, data.endAt]).toEqual(['2027-10-31T01:30:00.000Z', '2027-10-31T01:45:00.000Z'])
  })

  it.each([
    [EVENT, '2027-04-17'],
    [EVENT, '2027-03-28T02:30'],
    [{ startAt: '2027-03-26', timezone: 'Europe/Paris' }, '2027-04-17T20:00'],
  ])('returns 400 for a start that does not fit the event', async (fields, startAt) => {
    const refused = await duplicate(await newEvent(home, fields), { startAt })
    expect([refused.status, refused.body.errors[0].field]).toEqual([400, 'startAt'])
  })

  it('keeps all times without a start', async () => {
    const event = await newEvent(home, EVENT)
    const { data } = (await duplicate(event)).body
    expect([data.startAt, data.checkInOpensAt]).toEqual([event['startAt'], event['checkInOpensAt']])
  })
})

describe('coupons of a duplicated event', () => {
  it('are copied with a code of their own, moved periods, the tickets of the copy and no use', async () => {
    const event = await newEvent(home, EVENT, { price: 1_000 })
    const own = await newCoupon(home, {
      code: 'Early',
      eventId: event.id,
      ticketIds: [event.ticketId],
      validFrom: '2027-03-01T09:00:00Z',
      validUntil: '2027-03-10T09:00:00Z',
      maxRedemptions: 5,
    })
    await setColumns('coupons', own.id, { redeemed_count: 3 })
    await newCoupon(home, { code: 'EARLY-2', eventId: event.id })
    await newCoupon(home, { code: 'everywhere' })
    const copy = (await duplicate(event, { startAt: '2027-03-27T20:00' })).body.data
    const copies = await couponsOf(copy)
    expect(copies.map(({ code }: { code: string }) => code).toSorted()).toEqual(['EARLY-2-2', 'Early-3'])
    expect(copies.find(({ code }: { code: string }) => code === 'Early-3')).toMatchObject({
      ticketIds: [copy.tickets[0].id],
      redeemedCount: 0,
      remainingCount: 5,
      validFrom: '2027-03-08T09:00:00.000Z',
      validUntil: '2027-03-17T09:00:00.000Z',
    })
    expect((await couponsOf(event)).length).toBe(2)
  })

  it('get different codes when the event is duplicated six times at once', async () => {
    const event = await newEvent(home, EVENT)
    await newCoupon(home, { code: 'AT-ONCE', eventId: event.id })
    for (let tried = 0; tried < 3; tried += 1) {
      const answers = await Promise.all([duplicate(event), duplicate(event)])
      expect(answers.map(({ status }) => status)).toEqual([200, 200])
    }
  })

  it('fit a code of the greatest length', async () => {
    const event = await newEvent(home, EVENT)
    await newCoupon(home, { code: 'L'.repeat(64), eventId: event.id })
    const copy = (await duplicate(event)).body.data
    expect((await couponsOf(copy))[0].code).toBe(`${'L'.repeat(62)}-2`)
  })
})
