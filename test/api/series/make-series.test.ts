import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeDueDates } from '../../../src/modules/series/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { newCalendar, newKey, type Calendar } from '../../support/factories.ts'

let calendar: Calendar
let key: string
beforeAll(async () => {
  calendar = await newCalendar({ timezone: 'Europe/Lisbon' })
  key = (await newKey(calendar)).key
})

const yoga = (changes: Record<string, unknown> = {}) => ({
  template: {
    title: 'Yoga',
    capacity: 12,
    tickets: [{ name: 'Mat' }, { name: 'Guest', price: 900, currency: 'EUR' }],
    registrationQuestions: [{ label: 'Level?', type: 'TEXT', required: true }],
  },
  startAt: '2031-03-18T19:00',
  durationMinutes: 90,
  timezone: 'Europe/Lisbon',
  rrule: 'FREQ=WEEKLY;COUNT=4',
  ...changes,
})
const make = (changes: Record<string, unknown> = {}) => send('POST /v1/series', { key, json: yoga(changes) })
const datesOf = async (id: string) => {
  const answer = await send(`GET /v1/series/${id}/events?limit=100`, { key })
  return answer.body.data as Record<string, unknown>[]
}

describe('POST /v1/series', () => {
  it('returns the new series with its exdates, its rdates and the rule in words', async () => {
    const made = await make({ exdates: ['2031-03-25'], rdates: ['2031-04-20T10:00'] })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({
      calendarSlug: calendar.slug,
      title: 'Yoga',
      timezone: 'Europe/Lisbon',
      startAt: '2031-03-18T19:00:00',
      durationMinutes: 90,
      allDayDays: null,
      rrule: 'FREQ=WEEKLY;COUNT=4',
      words: 'every Tuesday at 19:00 4 times and on 1 date more except on 1 date',
      exdates: ['2031-03-25T19:00:00'],
      rdates: ['2031-04-20T10:00:00'],
      eventCount: 1,
      endsAt: '2031-04-20T10:30:00.000Z',
    })
  })

  it('creates four dates with their own tickets, and every read returns the same series', async () => {
    const { body } = await make({ startAt: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00` })
    expect(body.data.eventCount).toBe(4)
    const read = await send(`GET /v1/series/${body.data.id}`, { key })
    expect(read.body.data).toEqual(body.data)
    const list = await send(`GET /calendars/${calendar.slug}/series`, { as: calendar.owner })
    expect(list.body.data[0]).toEqual(body.data)
    const dates = await datesOf(body.data.id)
    expect(dates).toHaveLength(4)
    expect(body.data.nextEventId).toBe(dates[0]?.['id'])
    const day = String(dates[1]?.['recurrenceId']).slice(0, 10)
    expect(dates[1]).toMatchObject({
      seriesId: body.data.id,
      recurrenceId: `${day}T19:00:00`,
      slug: `yoga-${day}`,
      title: 'Yoga',
      capacity: 12,
      overrides: [],
      status: 'PUBLISHED',
    })
    const tickets = dates.map((date) => date['tickets'] as { id: string; name: string; price: number }[])
    expect(tickets.map((each) => each.map(({ name, price }) => [name, price]))).toEqual(
      Array.from({ length: 4 }, () => [
        ['Mat', 0],
        ['Guest', 900],
      ]),
    )
    expect(new Set(tickets.flat().map(({ id }) => id)).size).toBe(8)
    const questions = dates.map((date) => (date['registrationQuestions'] as { id: string }[])[0]?.id)
    expect(new Set(questions).size).toBe(1)
    const open = await send(`GET /events/slug/yoga-${day}`)
    expect(open.body.data).toMatchObject({ seriesId: body.data.id, recurrenceId: `${day}T19:00:00` })
    expect(open.body.data).not.toHaveProperty('overrides')
  })

  it('appends -2 to a date slug that already exists', async () => {
    const startAt = '2027-06-18T19:00'
    const first = await make({ startAt, rrule: 'FREQ=DAILY;COUNT=1' })
    const second = await make({ startAt, rrule: 'FREQ=DAILY;COUNT=1', rdates: ['2027-06-18T08:00'] })
    expect((await datesOf(first.body.data.id)).map(({ slug }) => slug)).toEqual(['yoga-2027-06-18'])
    expect((await datesOf(second.body.data.id)).map(({ slug }) => slug)).toEqual([
      'yoga-2027-06-18-2',
      'yoga-2027-06-18-3',
    ])
  })

  it('uses the calendar’s slug for a title in kanji, and the readable words of a mixed title', async () => {
    const slugOf = async (title: string) => {
      const { body } = await make({ template: { title }, startAt: '2031-01-01T19:00', rrule: 'FREQ=DAILY;COUNT=1' })
      return (await datesOf(body.data.id))[0]?.slug
    }
    expect(await slugOf('冬の星空観察会')).toBe(`${calendar.slug}-2031-01-01`)
    expect(await slugOf('東京ジャズの夜')).toBe('jazu-2031-01-01')
  })

  it('creates 500 dates with tickets and questions in one request', async () => {
    const startAt = new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)
    const made = await make({ startAt, allDayDays: 1, durationMinutes: undefined, rrule: 'FREQ=DAILY' })
    expect(made.status).toBe(200)
    expect(made.body.data).toMatchObject({ eventCount: 500, endsAt: null, allDayDays: 1 })
    const { results } = await env.DB.prepare(
      `select count(*) as tickets, count(distinct t.event_id) as dates from tickets t join events e on e.id = t.event_id where e.series_id = ?`,
    )
      .bind(made.body.data.id)
      .run()
    expect(results).toEqual([{ tickets: 1_000, dates: 500 }])
  })

  it('creates further dates as time passes, each only once even with five concurrent runs', async () => {
    const startAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00`
    const { body } = await make({ startAt, rrule: 'FREQ=WEEKLY' })
    const before = await datesOf(body.data.id)
    const later = (days: number) => ({ ...deps, clock: () => Date.now() + days * 86_400_000 })
    await makeDueDates(later(0))
    expect(await datesOf(body.data.id)).toHaveLength(before.length)
    await Promise.all(Array.from({ length: 5 }, () => makeDueDates(later(35))))
    const after = await datesOf(body.data.id)
    // The horizon is 18 months, and not all months have the same length.
    expect([4, 5, 6]).toContain(after.length - before.length)
    expect(new Set(after.map(({ recurrenceId }) => recurrenceId)).size).toBe(after.length)
    const days = after.map(({ recurrenceId }) => Date.parse(String(recurrenceId).slice(0, 10)))
    expect(days.slice(1).every((day, index) => day - (days[index] ?? 0) === 7 * 86_400_000)).toBe(true)
  })

  it('copies the add-ons of the latest date that has any to further dates', async () => {
    const startAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00`
    const { body } = await make({ startAt, rrule: 'FREQ=WEEKLY;COUNT=3' })
    const [first, second] = (await datesOf(body.data.id)) as { id: string; tickets: { id: string; name: string }[] }[]
    const addOn = (event: { id: string } | undefined, json: object) =>
      send(`POST /v1/events/${event?.id}/addons`, { key, json })
    const guest = second?.tickets.find(({ name }) => name === 'Guest')
    await addOn(first, { name: 'Old towel' })
    await addOn(second, { name: 'Towel', price: 300, currency: 'EUR', stock: 5, ticketIds: [guest?.id] })
    await addOn(second, { name: 'Tea', per: 'ORDER', salesEndAt: startAt })
    await send(`PATCH /v1/series/${body.data.id}`, { key, json: { rrule: 'FREQ=WEEKLY;COUNT=4' } })
    const last = (await datesOf(body.data.id)).at(-1) as { id: string; tickets: { id: string; name: string }[] }
    const { data } = (await send(`GET /v1/events/${last.id}/addons`, { key })).body
    const own = last.tickets.find(({ name }) => name === 'Guest')
    expect(data).toMatchObject([
      { name: 'Towel', price: 300, stock: 5, sold: 0, per: 'SEAT', ticketIds: [own?.id] },
      { name: 'Tea', per: 'ORDER', salesEndAt: null, ticketIds: [] },
    ])
  })

  it('creates no date from a template that changed between the read and the write', async () => {
    const startAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00`
    const { body } = await make({ startAt, rrule: 'FREQ=WEEKLY' })
    const before = await datesOf(body.data.id)
    const later = { ...deps, log: { ...deps.log, error: () => {} }, clock: () => Date.now() + 35 * 86_400_000 }
    let isChanged = false
    const overtaken: typeof deps = {
      ...later,
      commit: async (change) => {
        if (!isChanged) {
          isChanged = true
          const json = { template: { title: 'Pilates' } }
          expect((await send(`PATCH /v1/series/${body.data.id}`, { key, json })).status).toBe(200)
        }
        return deps.commit(change)
      },
    }
    await makeDueDates(overtaken)
    await makeDueDates(later)
    const after = await datesOf(body.data.id)
    expect(after.length).toBeGreaterThan(before.length)
    expect(new Set(after.map(({ title }) => title))).toEqual(new Set(['Pilates']))
  })

  it.each(['before', 'after'])('creates each date once even if the worker dies %s the write', async (moment) => {
    const startAt = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00`
    const { body } = await make({ startAt, rrule: 'FREQ=DAILY;INTERVAL=3' })
    const before = await datesOf(body.data.id)
    const later = { ...deps, clock: () => Date.now() + 40 * 86_400_000 }
    const dying: typeof deps = {
      ...later,
      log: { ...deps.log, error: () => {} },
      commit: async (change) => {
        if (moment === 'after') await deps.commit(change)
        throw new Error('the process is gone')
      },
    }
    await makeDueDates(dying)
    await makeDueDates(later)
    await makeDueDates(later)
    const count = await env.DB.prepare(
      'select count(*) as all_of_them, count(distinct recurrence_id) as ids, count(distinct start_at) as starts from events where series_id = ?',
    )
      .bind(body.data.id)
      .first<{ all_of_them: number; ids: number; starts: number }>()
    expect(count?.all_of_them).toBeGreaterThan(before.length)
    expect(new Set(Object.values(count ?? {})).size).toBe(1)
    const { results } = await env.DB.prepare('select start_at as at from events where series_id = ? order by start_at')
      .bind(body.data.id)
      .run<{ at: number }>()
    const gaps = results.slice(1).map(({ at }, index) => Math.round((at - (results[index]?.at ?? 0)) / 86_400_000))
    expect(new Set(gaps)).toEqual(new Set([3]))
  })

  it.each([
    [{ rrule: 'FREQ=DAILY;BYHOUR=9' }, 'rrule', /^BYHOUR: /],
    [{ rrule: 'FREQ=DAILY;BYMONTH=2;BYMONTHDAY=30' }, 'rrule', /no date/],
    [{ rrule: 'FREQ=DAILY;COUNT=10000' }, 'rrule', /^COUNT: /],
    [{ rrule: 'FREQ=DAILY;UNTIL=20300101' }, 'rrule', /no date/],
    [{ rrule: 'FREQ=WEEKLY;COUNT=1', exdates: ['2031-03-18'] }, 'exdates', /removes every date/],
    [{ exdates: ['2031-03-18', '2031-03-19'] }, 'exdates.1', /isn’t a date of this series/],
    [{ exdates: ['2031-03-18T18:00'] }, 'exdates.0', /isn’t a date of this series/],
    [{ rdates: Array.from({ length: 501 }, () => '2031-03-19') }, 'rdates', /./],
    [{ rdates: ['2031-02-30T10:00'] }, 'rdates.0', /./],
    [{ startAt: '2031-03-18T19:00:00Z' }, 'startAt', /local time/],
    [{ startAt: '2031-03-18' }, 'startAt', /local time/],
    [{ allDayDays: 1 }, 'durationMinutes', /only one of the two/],
    [{ durationMinutes: undefined }, 'durationMinutes', /allDayDays/],
    [{ durationMinutes: undefined, allDayDays: 1 }, 'startAt', /must be a date such as/],
    [{ timezone: 'Mars/Base' }, 'timezone', /IANA/],
    [{ template: {} }, 'template.title', /./],
    [
      { template: { title: 'X', tickets: [{ name: 'A', price: 5 }] } },
      'template.tickets.0.currency',
      /is required with a price/,
    ],
  ])('returns 400 for %j and names %s', async (changes, field, message) => {
    const answer = await make(changes)
    expect(answer.status).toBe(400)
    const fault = answer.body.errors.find((error: { field: string }) => error.field === field)
    expect(fault?.message, answer.text).toMatch(message)
  })
})

describe('POST /v1/series/preview', () => {
  it('returns the first 50 dates and the rule in words, moves a skipped hour forward and stores nothing', async () => {
    const count = () => env.DB.prepare('select count(*) as n from series').first('n')
    const before = await count()
    const { template: _, ...timing } = yoga({ rrule: 'FREQ=WEEKLY', startAt: '2031-03-30T01:30' })
    const answer = await send('POST /series/preview', {
      as: calendar.owner,
      json: { calendarSlug: calendar.slug, ...timing },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ words: 'every Sunday at 01:30', hasMore: true, endsAt: null })
    expect(answer.body.data.dates).toHaveLength(50)
    expect(answer.body.data.dates[0]).toEqual({
      recurrenceId: '2031-03-30T01:30:00',
      startAt: '2031-03-30T01:30:00.000Z',
      endAt: '2031-03-30T03:00:00.000Z',
    })
    expect(await count()).toBe(before)
  })
})
