import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, type Calendar } from '../../support/factories.ts'

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar()
})

const create = async (json: Record<string, unknown>) =>
  send('POST /events', {
    as: calendar.owner,
    json: { calendarSlug: calendar.slug, title: 'x', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC', ...json },
  })

describe('POST /events', () => {
  it('fills in the defaults of omitted fields', async () => {
    const answer = await create({
      title: '  Café\n& Philo  ',
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'Europe/Paris',
    })
    const event = answer.body.data
    expect(event).toMatchObject({
      calendarSlug: calendar.slug,
      title: 'Café & Philo',
      slug: 'cafe-philo',
      startAt: '2031-05-02T18:00:00.000Z',
      endAt: '2031-05-02T19:00:00.000Z',
      allDay: false,
      status: 'PUBLISHED',
      lifecycle: 'UPCOMING',
      visibility: 'PUBLIC',
      locationType: 'IN_PERSON',
      location: null,
      locationVisibility: 'PUBLIC',
      meetingUrl: null,
      paymentInstructions: null,
      capacity: null,
      spotsRemaining: null,
      registrationStatus: 'OPEN',
      requiresApproval: false,
      waitlistEnabled: false,
      waitlistMode: 'AUTOMATIC',
      offerMinutes: 1440,
      waitlistRule: 'FITTING',
      maxOvertakes: 3,
      reentry: false,
      verifyEmail: false,
      sequence: 0,
      tickets: [
        {
          name: 'General admission',
          type: 'FREE',
          price: 0,
          currency: null,
          sold: 0,
          available: null,
          status: 'ON_SALE',
        },
      ],
    })
    expect(event.id).toMatch(/^evt_/)
    expect(event.publishedAt).toBe(event.createdAt)
    expect(Object.keys(event)).toHaveLength(54)
  })

  it('reads a local time in the time zone of the event', async () => {
    const event = await newEvent(calendar, {
      startAt: '2031-07-01T20:00',
      endAt: '2031-07-01T22:30:00',
      timezone: 'America/New_York',
    })
    expect(event).toMatchObject({ startAt: '2031-07-02T00:00:00.000Z', endAt: '2031-07-02T02:30:00.000Z' })
  })

  it('uses the earlier of a repeated local hour and returns 400 for a skipped one', async () => {
    const repeated = await newEvent(calendar, { startAt: '2031-10-26T02:30', timezone: 'Europe/Paris' })
    expect(repeated.startAt).toBe('2031-10-26T00:30:00.000Z')
    const skipped = await create({ startAt: '2031-03-30T02:30', timezone: 'Europe/Paris' })
    expect(skipped.status).toBe(400)
    expect(skipped.body.errors).toEqual([{ field: 'startAt', message: expect.stringContaining('Europe/Paris') }])
  })

  it('keeps the dates of an all-day event across a clock change', async () => {
    const event = await newEvent(calendar, {
      allDay: true,
      startAt: '2031-03-30',
      endAt: '2031-04-01',
      timezone: 'Europe/Paris',
    })
    expect(event).toMatchObject({ allDay: true, startAt: '2031-03-30', endAt: '2031-04-01' })
    const oneDay = await newEvent(calendar, { startAt: '2031-03-30', timezone: 'Asia/Tokyo' })
    expect(oneDay).toMatchObject({ allDay: true, startAt: '2031-03-30', endAt: '2031-03-31' })
  })

  it('gives each question an id and each ticket its sortOrder', async () => {
    const event = await newEvent(calendar, {
      registrationQuestions: [
        { label: 'Diet', type: 'SELECT', required: true, options: ['all', 'none'] },
        { label: 'Note', type: 'TEXT' },
      ],
      tickets: [
        { name: 'Early', price: 1500, currency: 'eur', capacity: 10 },
        { name: 'Guest', isHidden: true },
      ],
      capacity: 40,
    })
    expect(event.registrationQuestions).toEqual([
      {
        id: expect.stringMatching(/^qst_/),
        label: 'Diet',
        type: 'SELECT',
        required: true,
        options: ['all', 'none'],
        showAtDoor: false,
        key: null,
        askOf: 'ATTENDEE',
        ticketIds: null,
        showIf: null,
      },
      {
        id: expect.stringMatching(/^qst_/),
        label: 'Note',
        type: 'TEXT',
        required: false,
        options: [],
        showAtDoor: false,
        key: null,
        askOf: 'ATTENDEE',
        ticketIds: null,
        showIf: null,
      },
    ])
    expect(event.tickets).toMatchObject([
      { name: 'Early', type: 'PAID', price: 1500, currency: 'EUR', available: 10, sortOrder: 0 },
      { name: 'Guest', type: 'FREE', isHidden: true, sortOrder: 1 },
    ])
    expect(event.spotsRemaining).toBe(10)
    const open = await send(`GET /events/slug/${event.slug}`)
    expect(open.body.data.tickets.map(({ name }: { name: string }) => name)).toEqual(['Early'])
  })

  it('returns 409 slug_taken for a slug that was ever used, but adds a suffix to a derived slug', async () => {
    const first = await newEvent(calendar, { slug: 'once-only', title: 'Once only' })
    expect((await send(`DELETE /events/${first.id}`, { as: calendar.owner })).status).toBe(200)
    const again = await create({ slug: 'once-only' })
    expect(again.status).toBe(409)
    expect(again.body.code).toBe('slug_taken')
    const dated = await newEvent(calendar, { title: 'Once only' })
    expect(dated.slug).toBe(`once-only-${dated.startAt.slice(0, 10)}`)
    expect((await newEvent(calendar, { title: 'Once only' })).slug).toMatch(/^once-only-[0-9a-z]{6}$/)
  })

  it('derives the slug of a title in kanji from its readable words and its local date', async () => {
    const times = { startAt: '2031-01-01', timezone: 'Asia/Tokyo', allDay: true }
    expect((await newEvent(calendar, { title: '東京ジャズの夜', ...times })).slug).toBe('jazu-2031-01-01')
    expect((await newEvent(calendar, { title: '冬の星空観察会', ...times })).slug).toBe(`${calendar.slug}-2031-01-01`)
  })

  it('gives ten events with the same title ten slugs when they are created concurrently', async () => {
    const made = await Promise.all(Array.from({ length: 10 }, () => newEvent(calendar, { title: 'All at once' })))
    expect(new Set(made.map(({ slug }) => slug)).size).toBe(10)
  })

  it('creates one event per Idempotency-Key and replays the response with its ETag', async () => {
    const json = { calendarSlug: calendar.slug, title: 'Repeated', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' }
    const headers = { 'Idempotency-Key': 'create-once' }
    const first = await send('POST /events', { as: calendar.owner, json, headers })
    const again = await send('POST /events', { as: calendar.owner, json, headers })
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('ETag')).toBe('"1"')
  })

  it.each([
    [{ title: '' }, 'title'],
    [{ title: 'x'.repeat(10_000) }, 'title'],
    [{ title: null }, 'title'],
    [{ startAt: undefined }, 'startAt'],
    [{ startAt: 'tomorrow' }, 'startAt'],
    [{ startAt: '2031-02-30T10:00:00Z' }, 'startAt'],
    [{ startAt: '0001-01-01T10:00:00Z' }, 'startAt'],
    [{ startAt: '2031-01-01', allDay: false }, 'startAt'],
    [{ startAt: '2031-01-01T10:00:00Z', allDay: true }, 'startAt'],
    [{ endAt: '2031-01-01T10:00:00Z' }, 'endAt'],
    [{ endAt: '2031-01-01T09:00:00Z' }, 'endAt'],
    [{ endAt: '2039-01-01T09:00:00Z' }, 'endAt'],
    [{ startAt: '2031-01-02', endAt: '2031-01-02' }, 'endAt'],
    [{ timezone: 'Europe/Atlantis' }, 'timezone'],
    [{ timezone: '+02:00' }, 'timezone'],
    [{ timezone: undefined }, 'timezone'],
    [{ slug: 'Not a slug' }, 'slug'],
    [{ slug: '-x' }, 'slug'],
    [{ capacity: 0 }, 'capacity'],
    [{ capacity: -1 }, 'capacity'],
    [{ capacity: 1e12 }, 'capacity'],
    [{ capacity: 2.5 }, 'capacity'],
    [{ status: 'CANCELLED' }, 'status'],
    [{ visibility: 'SECRET' }, 'visibility'],
    [{ coverUrl: 'javascript:alert(1)' }, 'coverUrl'],
    [{ meetingUrl: 'data:text/html,x' }, 'meetingUrl'],
    [
      { registrationOpensAt: '2031-01-02T00:00:00Z', registrationClosesAt: '2031-01-01T00:00:00Z' },
      'registrationClosesAt',
    ],
    [{ tickets: [] }, 'tickets'],
    [{ tickets: [{ name: 'x', price: -1, currency: 'EUR' }] }, 'tickets.0.price'],
    [{ tickets: [{ name: 'x', price: 100 }] }, 'tickets.0.currency'],
    [{ tickets: [{ name: 'x', price: 100, currency: 'ABC' }] }, 'tickets.0.currency'],
    [{ tickets: [{ name: 'x' }, { name: 'y', type: 'PAID' }] }, 'tickets.1.price'],
    [{ tickets: [{ name: 'x', capacity: 0 }] }, 'tickets.0.capacity'],
    [{ registrationQuestions: [{ label: 'x', type: 'SELECT' }] }, 'registrationQuestions.0.options'],
    [{ registrationQuestions: [{ label: 'x', type: 'RIDDLE' }] }, 'registrationQuestions.0.type'],
    [{ tags: ['x'.repeat(41)] }, 'tags.0'],
    [{ location: { name: 'x', latitude: 91, longitude: 0 } }, 'location.latitude'],
    [{ location: { name: 'x', latitude: 9 } }, 'location'],
    [{ reminderMinutes: [0] }, 'reminderMinutes.0'],
  ])('returns 400 for %j and names the field %s', async (json, field) => {
    const answer = await create(json)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.code).toBe('validation_failed')
    expect(answer.body.errors.map((error: { field: string }) => error.field)).toContain(field)
  })

  it('returns 400 without a calendar and 404 for the calendar of another owner', async () => {
    const json = { title: 'x', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' }
    const none = await send('POST /events', { as: calendar.owner, json })
    expect(none.status).toBe(400)
    expect(none.body.errors[0].field).toBe('calendarSlug')
    const other = await newCalendar()
    const foreign = await send('POST /events', { as: calendar.owner, json: { ...json, calendarSlug: other.slug } })
    expect(foreign.status).toBe(404)
  })
})
