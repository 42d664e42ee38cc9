import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { rowOf, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newOrder, register, type Event } from '../../support/factories.ts'
import { asOwner } from '../../support/orders.ts'

const [MINUTE, HOUR, DAY] = [60_000, 3_600_000, 86_400_000]
const calendar = await newCalendar()

/** Whole minutes, so that times survive the API unchanged. */
const ahead = (ms: number) => Math.ceil((Date.now() + ms) / MINUTE) * MINUTE
const dueOf = (order: { expiresAt: string }) => Date.parse(order.expiresAt)
const dueNow = async (order: { id: string }) => Number((await rowOf('orders', order.id))?.['expires_at'])
/** Passes if `at` is `ms` after now, to the minute. */
const expectAhead = (at: number, ms: number) => expect(Math.abs(at - Date.now() - ms)).toBeLessThan(MINUTE)
const times = (startsIn: number, closesIn?: number) => ({
  startAt: ahead(startsIn),
  endAt: ahead(startsIn + 2 * HOUR),
  timezone: 'UTC',
  ...(closesIn === undefined ? {} : { registrationClosesAt: ahead(closesIn) }),
})
const partyOf = async (event: Event, size: number) =>
  (
    await send(`POST /public/events/${event.id}/registrations`, {
      json: {
        buyer: { firstName: 'Ada', lastName: 'Byron', email: `due-${event.id}@guests.test` },
        attendees: Array.from({ length: size }, () => ({ ticketId: event.ticketId })),
      },
    })
  ).body.data

describe('payment deadline', () => {
  it('is 72 hours after the order if the event starts later', async () => {
    expectAhead(dueOf((await newOrder(calendar)).order), 3 * DAY)
  })

  it('is the start of the event if that is earlier, for a guest and for a party', async () => {
    const { event, order } = await newOrder(calendar, times(DAY))
    expect(dueOf(order)).toBe(Date.parse(event['startAt']))
    expect(dueOf((await partyOf(event, 3)).order)).toBe(Date.parse(event['startAt']))
  })

  it('is the end of registration if that is earlier, but at least 12 hours ahead', async () => {
    const closing = await newOrder(calendar, times(5 * DAY, 2 * DAY))
    expect(dueOf(closing.order)).toBe(Date.parse(closing.event['registrationClosesAt']))
    expectAhead(dueOf((await newOrder(calendar, times(5 * DAY, HOUR))).order), 12 * HOUR)
  })

  it('is at least 30 minutes ahead, shortly before the start and after it', async () => {
    expectAhead(dueOf((await newOrder(calendar, times(10 * MINUTE))).order), 30 * MINUTE)
    expectAhead(dueOf((await newOrder(calendar, times(-HOUR))).order), 30 * MINUTE)
  })

  it('moves forward with the event, never back', async () => {
    const { event, order } = await newOrder(calendar, times(10 * DAY))
    const move = (startsIn: number) => {
      const { startAt, endAt } = times(startsIn)
      const json = { startAt: new Date(startAt).toISOString(), endAt: new Date(endAt).toISOString() }
      return asOwner(calendar, `PATCH /events/${event.id}`, json)
    }
    const sooner = await move(DAY)
    expect(await dueNow(order)).toBe(Date.parse(sooner.body.data.startAt))
    await move(2 * DAY)
    expect(await dueNow(order)).toBe(Date.parse(sooner.body.data.startAt))
    await move(5 * MINUTE)
    expectAhead(await dueNow(order), 30 * MINUTE)
  })

  it('stays empty for a guest whom a manager confirmed before they paid', async () => {
    const { event, order, guest } = await newOrder(calendar, times(10 * DAY))
    await asOwner(calendar, `PATCH /events/${event.id}/guests/${guest.id}/status`, { status: 'CONFIRMED' })
    const { startAt } = times(DAY)
    await asOwner(calendar, `PATCH /events/${event.id}`, { startAt: new Date(startAt).toISOString() })
    expect((await rowOf('orders', order.id))?.['expires_at']).toBeNull()
  })

  it('follows each date of a series, also when the whole series moves', async () => {
    const local = (ms: number) => new Date(ahead(ms)).toISOString().slice(0, 16)
    const made = await asOwner(calendar, 'POST /series', {
      calendarSlug: calendar.slug,
      template: { title: 'Choir', status: 'PUBLISHED', tickets: [{ name: 'Seat', price: 900, currency: 'EUR' }] },
      startAt: local(DAY),
      durationMinutes: 90,
      timezone: 'UTC',
      rrule: 'FREQ=DAILY;COUNT=5',
    })
    expect(made.status, made.text).toBe(200)
    const dates = (await asOwner(calendar, `GET /series/${made.body.data.id}/events?limit=10`)).body.data
    const orderFor = async (date: { id: string }) => (await register(date)).body.data.order
    const orders = [await orderFor(dates[0]), await orderFor(dates[1]), await orderFor(dates[4])]
    expect(orders.slice(0, 2).map(dueOf)).toEqual([Date.parse(dates[0].startAt), Date.parse(dates[1].startAt)])
    expectAhead(dueOf(orders[2]), 3 * DAY)
    const moved = await asOwner(calendar, `PATCH /events/${dates[0].id}`, {
      startAt: local(DAY - MINUTE),
      apply: 'all',
    })
    expect(moved.status, moved.text).toBe(200)
    const after = (await asOwner(calendar, `GET /series/${made.body.data.id}/events?limit=10`)).body.data
    expect([await dueNow(orders[0]), await dueNow(orders[1])]).toEqual([
      Date.parse(after[0].startAt),
      Date.parse(after[1].startAt),
    ])
  })
})

describe('offer to a waiting guest', () => {
  const offered = async (fields: object) => {
    const event = await newEvent(calendar, {
      capacity: 1,
      waitlistEnabled: true,
      waitlistMode: 'OFFERS',
      offerMinutes: 2880,
      ...fields,
    })
    const seated = (await register(event)).body.data
    const { manageUrl, guest } = (await register(event)).body.data
    await send(`POST ${manageApi(seated.manageUrl)}/cancel`)
    const { offer } = (await send(`GET ${manageApi(manageUrl)}`)).body.data
    return { event, guest, until: Date.parse(offer.expiresAt) }
  }

  it('expires at the start of the event, or when registration closes if that is earlier', async () => {
    const atStart = await offered(times(DAY))
    expect(atStart.until).toBe(Date.parse(atStart.event['startAt']))
    const atClose = await offered(times(DAY, HOUR))
    expect(atClose.until).toBe(Date.parse(atClose.event['registrationClosesAt']))
  })

  it('leaves at least 30 minutes shortly before the start', async () => {
    expectAhead((await offered(times(10 * MINUTE))).until, 30 * MINUTE)
  })

  it('is shortened if the event starts earlier', async () => {
    const { event, guest } = await offered(times(10 * DAY))
    const { startAt } = times(DAY)
    await asOwner(calendar, `PATCH /events/${event.id}`, { startAt: new Date(startAt).toISOString() })
    expect((await rowOf('guests', guest.id))?.['offer_expires_at']).toBe(startAt)
  })
})

describe('order of an accepted offer', () => {
  it('is due by the start of the event', async () => {
    const event = await newEvent(
      calendar,
      { capacity: 1, waitlistEnabled: true, waitlistMode: 'OFFERS', offerMinutes: 60, ...times(10 * DAY) },
      { price: 900 },
    )
    const seated = (await register(event)).body.data
    const waiting = (await register(event)).body.data
    await send(`POST ${manageApi(seated.manageUrl)}/cancel`)
    await setColumns('events', event.id, { start_at: ahead(6 * HOUR) })
    const accepted = await send(`POST ${manageApi(waiting.manageUrl)}/offer/accept`)
    expect(dueOf(accepted.body.data.order)).toBeLessThanOrEqual(ahead(6 * HOUR))
  })
})
