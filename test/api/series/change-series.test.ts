import { env, exports } from 'cloudflare:workers'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { rowOf } from '../../support/database.ts'
import { newCalendar, newGuest, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'

const DAY = 86_400_000
// A Monday two to three weeks ahead. No date of the series has begun by then, and UTC has no clock changes.
const monday = new Date(Math.ceil((Date.now() + 14 * DAY - 4 * DAY) / (7 * DAY)) * 7 * DAY + 4 * DAY)
const day = (offset: number) => new Date(monday.getTime() + offset * DAY).toISOString().slice(0, 10)

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar({ timezone: 'UTC' })
  await send(`POST /calendars/${calendar.slug}/webhooks`, {
    as: calendar.owner,
    json: { url: 'http://127.0.0.1:65533/hook' },
  })
})

type Fields = Record<string, unknown>
interface EventDate {
  id: string
  startAt: string
  endAt: string
  recurrenceId: string
  title: string
  capacity: number | null
  overrides: string[]
  status: string
  seriesId: string
  slug: string
  tickets: { id: string }[]
}

const call = (line: string, json?: Fields) => send(line, { as: calendar.owner, ...(json && { json }) })
const make = async (fields: Fields = {}) => {
  const { template, ...timing }: Fields & { template?: Fields } = fields
  const json = {
    calendarSlug: calendar.slug,
    template: { title: 'Choir', capacity: 30, ...template },
    startAt: `${day(0)}T19:00`,
    durationMinutes: 60,
    timezone: 'UTC',
    rrule: 'FREQ=WEEKLY;COUNT=5',
    ...timing,
  }
  const answer = await call('POST /series', json)
  if (answer.status !== 200) throw new Error(answer.text)
  return answer.body.data as { id: string; eventCount: number }
}
const datesOf = async ({ id }: { id: string }) =>
  (await call(`GET /series/${id}/events?limit=100`)).body.data as EventDate[]
const nth = (dates: EventDate[], index: number) => {
  const date = dates[index]
  if (date === undefined) throw new Error(`there is no date ${index}`)
  return date
}
const guestAt = (date: EventDate) => newGuest({ id: date.id, ticketId: nth([date], 0).tickets[0]?.id ?? '', calendar })
const starts = (dates: EventDate[]) => dates.map(({ startAt }) => startAt.slice(0, 16))
/** Rows of `letters` to the guests of these dates, one per date. */
const lettersTo = async (dates: EventDate[]) => {
  const { results } = await env.DB.prepare(
    `select event_id as id, kind from letters where event_id in (select value from json_each(?)) and kind like 'event.%' order by 1`,
  )
    .bind(JSON.stringify(dates.map(({ id }) => id)))
    .run<{ id: string; kind: string }>()
  return results
}
const mailedOf = async (dates: EventDate[]) => {
  const { results } = await env.DB.prepare(
    `select event_id as id from mails where event_id in (select value from json_each(?)) and kind like 'event.%'`,
  )
    .bind(JSON.stringify(dates.map(({ id }) => id)))
    .run<{ id: string }>()
  return results.map(({ id }) => id).toSorted()
}
const told = async (dates: EventDate[]) => {
  const { results } = await env.DB.prepare(
    `select json_extract(data, '$.eventId') as id, event_type as type from deliveries
     where json_extract(data, '$.eventId') in (select value from json_each(?)) order by 1`,
  )
    .bind(JSON.stringify(dates.map(({ id }) => id)))
    .run<{ id: string; type: string }>()
  return results
}

describe('PATCH /events/:eventId of a series date', () => {
  it('updates series_counts when the date moves by months', async () => {
    const series = await make()
    const [first] = await datesOf(series)
    const [startAt, endAt] = [`${day(200)}T19:00`, `${day(200)}T20:00`]
    expect((await call(`PATCH /events/${first?.id}`, { startAt, endAt })).status).toBe(200)
    const counted = (from: string) => env.DB.prepare(from).bind(series.id).all()
    const { results: kept } = await counted(
      `select edge, stretch, sum(dates) as dates from series_counts where series_id = ? group by 1, 2 having sum(dates) <> 0 order by 1, 2`,
    )
    const { results: there } = await counted(
      `select edge, at >> 33 as stretch, count(*) as dates from (
         select series_id, 'start' as edge, start_at as at from events union all select series_id, 'end', end_at from events
       ) where series_id = ? group by 1, 2 order by 1, 2`,
    )
    expect(kept).toEqual(there)
    expect(kept.length).toBeGreaterThan(2)
  })

  it('with apply=all, keeps the title that another request gives a single date at the same time', async () => {
    const series = await make()
    const [first, second] = await datesOf(series)
    let isChanged = false
    const app = appWith({
      commit: async (change) => {
        if (!isChanged) {
          isChanged = true
          expect((await call(`PATCH /events/${second?.id}`, { title: 'Concert' })).status).toBe(200)
        }
        return deps.commit(change)
      },
    })
    const all = await app.request(`/api/events/${first?.id}`, {
      method: 'PATCH',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${await tokenFor(calendar.owner)}` },
      body: JSON.stringify({ apply: 'all', title: 'Big choir' }),
    })
    expect(all.status).toBe(200)
    expect((await datesOf(series)).map(({ title }) => title)).toEqual([
      'Big choir',
      'Concert',
      'Big choir',
      'Big choir',
      'Big choir',
    ])
  })

  it('changes only that date, and a later apply=all keeps its overrides', async () => {
    const series = await make()
    const [first, second, ...others] = await datesOf(series)
    await call(`PATCH /events/${second?.id}`, {
      title: 'Concert',
      startAt: `${day(8)}T20:00`,
      endAt: `${day(8)}T22:00`,
    })
    const all = await call(`PATCH /events/${first?.id}`, {
      apply: 'all',
      title: 'Big choir',
      capacity: 40,
      startAt: `${day(0)}T18:30`,
    })
    expect(all.status).toBe(200)
    expect(all.body.data).toMatchObject({ title: 'Big choir', startAt: `${day(0)}T18:30:00.000Z`, overrides: [] })
    const after = await datesOf(series)
    expect(after.map(({ title, capacity }) => [title, capacity])).toEqual([
      ['Big choir', 40],
      ['Concert', 40],
      ['Big choir', 40],
      ['Big choir', 40],
      ['Big choir', 40],
    ])
    expect(starts(after)).toEqual(
      [0, 8, 14, 21, 28].map((offset) => `${day(offset)}T${offset === 8 ? '20:00' : '18:30'}`),
    )
    expect(nth(after, 1).overrides.toSorted()).toEqual(['endAt', 'startAt', 'title'])
    expect(after.map(({ recurrenceId }) => recurrenceId)).toEqual(
      [0, 7, 14, 21, 28].map((offset) => `${day(offset)}T18:30:00`),
    )
    const read = await call(`GET /series/${series.id}`)
    expect(read.body.data).toMatchObject({ title: 'Big choir', startAt: `${day(0)}T18:30:00`, durationMinutes: 90 })
    expect((await told([nth(others, 0)])).map(({ type }) => type)).toEqual(['event.updated'])
  })

  it('with overwrite, resets the overrides of single dates but does not move them to another day', async () => {
    const series = await make()
    const [first, second] = await datesOf(series)
    await call(`PATCH /events/${second?.id}`, {
      title: 'Concert',
      startAt: `${day(8)}T20:00`,
      endAt: `${day(8)}T22:00`,
    })
    await call(`PATCH /events/${first?.id}`, {
      apply: 'all',
      overwrite: true,
      title: 'Choir again',
      startAt: `${day(0)}T18:00`,
      endAt: `${day(0)}T19:00`,
    })
    const changed = nth(await datesOf(series), 1)
    expect(changed).toMatchObject({
      title: 'Choir again',
      startAt: `${day(8)}T18:00:00.000Z`,
      endAt: `${day(8)}T19:00:00.000Z`,
      overrides: [],
    })
  })

  it('with only endAt and apply=all, moves no start, even for a date that was moved to another hour', async () => {
    const series = await make()
    const dates = await datesOf(series)
    const second = nth(dates, 1)
    const own = { startAt: `${day(7)}T21:00:00Z`, endAt: `${day(7)}T22:00:00Z` }
    await call(`PATCH /events/${second.id}`, own)
    const asked = await call(`PATCH /events/${second.id}`, { endAt: `${day(7)}T22:30`, apply: 'all' })
    expect(asked.status, asked.text).toBe(200)
    const after = await datesOf(series)
    expect(starts(after)).toEqual([0, 7, 14, 21, 28].map((offset) => `${day(offset)}T${offset === 7 ? 21 : 19}:00`))
    expect(after.map(({ recurrenceId }) => recurrenceId)).toEqual(dates.map(({ recurrenceId }) => recurrenceId))
    expect(nth(after, 0).endAt.slice(11, 16)).toBe('20:30')
    const { startAt, durationMinutes } = (await call(`GET /series/${series.id}`)).body.data
    expect([startAt, durationMinutes]).toEqual([`${day(0)}T19:00:00`, 90])
    // The clocks skip 02:30 on 28 March 2027, so that date starts at 03:30 and the next one at 02:30.
    const night = await make({ timezone: 'Europe/Berlin', startAt: '2027-03-27T02:30', rrule: 'FREQ=DAILY;COUNT=3' })
    const skipped = nth(await datesOf(night), 1)
    await call(`PATCH /events/${skipped.id}`, { endAt: '2027-03-28T04:00', apply: 'following' })
    expect(starts(await datesOf({ id: night.id }))).toEqual(['2027-03-27T01:30'])
    const { seriesId } = (await call(`GET /events/${skipped.id}`)).body.data
    expect(starts(await datesOf({ id: seriesId }))).toEqual(['2027-03-28T01:30', '2027-03-29T00:30'])
  })

  it('returns 400 for an hour at which the series has another date on the same day', async () => {
    const series = await make({ rrule: 'FREQ=DAILY;COUNT=3', rdates: [`${day(1)}T20:00`] })
    const first = nth(await datesOf(series), 0)
    const taken = { startAt: `${day(0)}T20:00`, endAt: `${day(0)}T21:00`, apply: 'all' }
    const refused = await call(`PATCH /events/${first.id}`, taken)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'startAt'])
  })

  it('with apply=all, leaves an rdate at its different hour, then and on later changes', async () => {
    const series = await make({ rrule: 'FREQ=DAILY;COUNT=3', rdates: [`${day(1)}T20:00`] })
    const first = nth(await datesOf(series), 0)
    const later = { startAt: `${day(0)}T21:00`, endAt: `${day(0)}T22:30`, apply: 'all' }
    expect((await call(`PATCH /events/${first.id}`, later)).status).toBe(200)
    const hours = [`${day(0)}T21:00`, `${day(1)}T20:00`, `${day(1)}T21:00`, `${day(2)}T21:00`]
    expect(starts(await datesOf(series))).toEqual(hours)
    expect(nth(await datesOf(series), 1).endAt.slice(11, 16)).toBe('21:30')
    await call(`PATCH /series/${series.id}`, { template: { title: 'New' } })
    expect(starts(await datesOf(series))).toEqual(hours)
  })

  it('with apply=following, splits the series into two independent ones', async () => {
    const series = await make({ exdates: [day(14)] })
    const dates = await datesOf(series)
    const cut = nth(dates, 2)
    const answer = await call(`PATCH /events/${cut.id}`, {
      apply: 'following',
      title: 'Autumn choir',
      startAt: `${day(21)}T20:00`,
      endAt: `${day(21)}T21:00`,
    })
    expect(answer.status).toBe(200)
    const next = { id: answer.body.data.seriesId as string }
    expect(next.id).not.toBe(series.id)
    expect((await call(`GET /series/${series.id}`)).body.data).toMatchObject({
      rrule: 'FREQ=WEEKLY;COUNT=3',
      eventCount: 2,
      exdates: [`${day(14)}T19:00:00`],
      title: 'Choir',
    })
    expect((await call(`GET /series/${next.id}`)).body.data).toMatchObject({
      rrule: 'FREQ=WEEKLY;COUNT=2',
      startAt: `${day(21)}T20:00:00`,
      eventCount: 2,
      title: 'Autumn choir',
    })
    expect(starts(await datesOf(series))).toEqual([`${day(0)}T19:00`, `${day(7)}T19:00`])
    expect(starts(await datesOf(next))).toEqual([`${day(21)}T20:00`, `${day(28)}T20:00`])
    expect((await datesOf(next)).map(({ id }) => id)).toEqual(dates.slice(2).map(({ id }) => id))
  })

  it('with apply=following, applies three concurrent changes to three dates', async () => {
    const own = await newCalendar({ timezone: 'UTC' })
    const ask = (line: string, json?: Fields) => send(line, { as: own.owner, ...(json && { json }) })
    const body = {
      calendarSlug: own.slug,
      template: { title: 'Choir' },
      startAt: `${day(0)}T19:00`,
      durationMinutes: 60,
    }
    const made = await ask('POST /series', { ...body, timezone: 'UTC', rrule: 'FREQ=DAILY;COUNT=8' })
    const dates = (await ask(`GET /series/${made.body.data.id}/events?limit=100`)).body.data as EventDate[]
    const answers = await Promise.all(
      ['Alto', 'Bass', 'Tenor'].map((title, index) =>
        ask(`PATCH /events/${nth(dates, 2 + 2 * index).id}`, { title, apply: 'following' }),
      ),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const after = await Promise.all(
      dates.map(async ({ id }) => (await ask(`GET /events/${id}`)).body.data as EventDate),
    )
    const titles = ['Choir', 'Choir', 'Alto', 'Alto', 'Bass', 'Bass', 'Tenor', 'Tenor']
    expect(after.map(({ title }) => title)).toEqual(titles)
    const all = (await ask(`GET /calendars/${own.slug}/series`)).body.data as { eventCount: number }[]
    expect(all.map(({ eventCount }) => eventCount)).toEqual([2, 2, 2, 2])
  })

  it("with apply=following, splits at a cancelled date that still has the series' former start time", async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY;COUNT=4' })
    const dates = await datesOf(series)
    const cancelled = nth(dates, 1)
    expect((await call(`POST /events/${cancelled.id}/cancel`)).status).toBe(200)
    const earlier = { startAt: `${day(0)}T08:00`, endAt: `${day(0)}T09:00` }
    expect((await call(`PATCH /events/${nth(dates, 0).id}`, { apply: 'all', ...earlier })).status).toBe(200)
    const answer = await call(`PATCH /events/${cancelled.id}`, { apply: 'following', title: 'Autumn choir' })
    expect(answer.status, answer.text).toBe(200)
    expect((await call(`GET /series/${series.id}`)).body.data).toMatchObject({
      rrule: 'FREQ=WEEKLY;COUNT=1',
      eventCount: 1,
    })
    const next = { id: answer.body.data.seriesId as string }
    expect((await call(`GET /series/${next.id}`)).body.data).toMatchObject({
      startAt: `${day(7)}T08:00:00`,
      rrule: 'FREQ=WEEKLY;COUNT=3',
      eventCount: 3,
    })
    // Neither `rrule` may create the cancelled date again.
    for (const { id } of [series, next])
      expect((await call(`PATCH /series/${id}`, { template: { title: 'Choir' } })).status).toBe(200)
    const all = [...(await datesOf(series)), ...(await datesOf(next))]
    expect(all.map(({ id }) => id)).toEqual(dates.map(({ id }) => id))
  })

  it('with dryRun, returns the affected dates, emails and refusals and changes nothing', async () => {
    const series = await make()
    const dates = await datesOf(series)
    for (const index of [1, 1, 3]) await guestAt(nth(dates, index))
    const before = JSON.stringify(await datesOf(series))
    const json = { apply: 'all', capacity: 1, startAt: `${day(0)}T18:00`, dryRun: true }
    const dry = await call(`PATCH /events/${nth(dates, 0).id}`, json)
    expect(dry.status).toBe(200)
    expect(dry.body.data).toMatchObject({
      mailed: 1,
      refused: [{ eventId: nth(dates, 1).id, startAt: nth(dates, 1).startAt, guests: 2, code: 'capacity_exceeded' }],
    })
    expect(
      dry.body.data.affected.map(({ eventId, guests }: { eventId: string; guests: number }) => [eventId, guests]),
    ).toEqual([0, 2, 3, 4].map((index) => [nth(dates, index).id, index === 3 ? 1 : 0]))
    expect(dry.body.data.affected[0].changes).toEqual([
      { field: 'startAt', from: `${day(0)}T19:00:00.000Z`, to: `${day(0)}T18:00:00.000Z` },
      { field: 'capacity', from: 30, to: 1 },
    ])
    const refused = await call(`PATCH /events/${nth(dates, 0).id}`, { ...json, dryRun: false })
    expect([refused.status, refused.body.code]).toEqual([409, 'capacity_exceeded'])
    const ofAll = await call(`PATCH /series/${series.id}`, { template: { capacity: 1 } })
    expect([ofAll.status, ofAll.body.code]).toEqual([409, 'capacity_exceeded'])
    const alone = await call(`PATCH /events/${nth(dates, 3).id}`, { dryRun: true, startAt: `${day(21)}T18:00` })
    expect(alone.body.data).toMatchObject({
      mailed: 1,
      refused: [],
      affected: [{ eventId: nth(dates, 3).id, guests: 1 }],
    })
    expect(JSON.stringify(await datesOf(series))).toBe(before)
    expect(await lettersTo(dates)).toEqual([])
  })

  it('emails each guest of a moved date once', async () => {
    const series = await make()
    const dates = await datesOf(series)
    for (const index of [0, 0, 2]) await guestAt(nth(dates, index))
    await call(`PATCH /events/${nth(dates, 0).id}`, { apply: 'all', startAt: `${day(0)}T18:00` })
    const whose = [0, 0, 2].map((index) => nth(dates, index).id).toSorted()
    await vi.waitFor(async () => expect(await mailedOf(dates)).toEqual(whose), { timeout: 20_000 })
    await call(`PATCH /events/${nth(dates, 0).id}`, { apply: 'all', title: 'No mail' })
    await call(`PATCH /events/${nth(dates, 0).id}`, {
      apply: 'all',
      startAt: `${day(0)}T17:00`,
      suppressNotifications: true,
    })
    expect(await lettersTo(dates)).toHaveLength(2)
    expect(await mailedOf(dates)).toEqual(whose)
  })

  it.each([
    [{ startAt: `${day(1)}T19:00` }, 'startAt'],
    [{ startAt: day(0) }, 'startAt'],
    [{ endAt: `${day(0)}T18:00` }, 'endAt'],
    [{ timezone: 'Europe/Lisbon' }, 'timezone'],
    [{ registrationOpensAt: `${day(-7)}T19:00` }, 'registrationOpensAt'],
  ])('with apply=all, returns 400 for %j and names %s', async (json, field) => {
    const series = await make()
    const answer = await call(`PATCH /events/${nth(await datesOf(series), 0).id}`, { apply: 'all', ...json })
    expect([answer.status, answer.body.errors?.[0]?.field]).toEqual([400, field])
  })

  it('with apply=all, returns 400 for an event that belongs to no series', async () => {
    const series = await make()
    const { body } = await call(`POST /events/${nth(await datesOf(series), 0).id}/duplicate`)
    expect(body.data).toMatchObject({ seriesId: null, recurrenceId: null, overrides: [] })
    const answer = await call(`PATCH /events/${body.data.id}`, { apply: 'all', title: 'X' })
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, 'apply'])
  })
})

describe('DELETE /events/:eventId of a series date', () => {
  it('adds the date to exdates, so that it is never created again', async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY;COUNT=3' })
    const dates = await datesOf(series)
    expect((await call(`DELETE /events/${nth(dates, 1).id}`)).status).toBe(200)
    const read = await call(`GET /series/${series.id}`)
    expect(read.body.data).toMatchObject({ exdates: [`${day(7)}T19:00:00`], eventCount: 2 })
    await call(`PATCH /series/${series.id}`, { durationMinutes: 30 })
    expect(starts(await datesOf(series))).toEqual([`${day(0)}T19:00`, `${day(14)}T19:00`])
  })

  it('adds it to exdates at the hour of the rule if the date was cancelled before that hour changed', async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY;COUNT=2' })
    const [kept, gone] = await datesOf(series)
    expect((await call(`POST /events/${gone!.id}/cancel`)).status).toBe(200)
    const later = { startAt: `${day(0)}T21:00`, endAt: `${day(0)}T22:00` }
    expect((await call(`PATCH /events/${kept!.id}`, { apply: 'all', ...later })).status).toBe(200)
    expect((await call(`DELETE /events/${gone!.id}`)).status).toBe(200)
    await call(`PATCH /series/${series.id}`, { rrule: 'FREQ=WEEKLY;COUNT=3' })
    expect(starts(await datesOf(series))).toEqual([`${day(0)}T21:00`, `${day(14)}T21:00`])
  })

  it('returns event_has_guests for a date with guests and leaves exdates unchanged', async () => {
    const series = await make()
    const date = nth(await datesOf(series), 1)
    await guestAt(date)
    expect((await call(`DELETE /events/${date.id}`)).body.code).toBe('event_has_guests')
    expect((await call(`GET /series/${series.id}`)).body.data.exdates).toEqual([])
  })
})

describe('PATCH /series/:seriesId', () => {
  it('keeps id and slug of dates in both rules, creates the new ones and deletes the others', async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6' })
    const before = await datesOf(series)
    const answer = await call(`PATCH /series/${series.id}`, {
      rrule: 'FREQ=WEEKLY;BYDAY=MO,FR;COUNT=6',
      startAt: `${day(0)}T20:00`,
    })
    expect(answer.status).toBe(200)
    const after = await datesOf(series)
    expect(starts(after)).toEqual([0, 4, 7, 11, 14, 18].map((offset) => `${day(offset)}T20:00`))
    const kept = (dates: EventDate[]) =>
      dates.filter(({ startAt }) => new Date(startAt).getUTCDay() === 1).map(({ id, slug }) => [id, slug])
    expect(kept(after)).toEqual(kept(before))
    expect(after.map(({ id }) => id).filter((id) => before.some((date) => date.id === id))).toHaveLength(3)
  })

  it('returns 409 occurrences_have_guests with the dates concerned, or cancels them if cancelVanished is set', async () => {
    const series = await make()
    const dates = await datesOf(series)
    await guestAt(nth(dates, 1))
    await guestAt(nth(dates, 2))
    await call(`POST /events/${nth(dates, 2).id}/cancel`)
    const json = { rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=2' }
    const refused = await call(`PATCH /series/${series.id}`, json)
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([
      409,
      'occurrences_have_guests',
      { occurrences: [{ eventId: nth(dates, 1).id, startAt: nth(dates, 1).startAt, guests: 1 }] },
    ])
    expect(starts(await datesOf(series))).toEqual(starts(dates))
    const dry = await call(`PATCH /series/${series.id}`, { ...json, dryRun: true })
    expect(dry.body.data.refused.map(({ eventId, code }: Fields) => [eventId, code])).toEqual([
      [nth(dates, 1).id, 'occurrences_have_guests'],
    ])
    const done = await call(`PATCH /series/${series.id}`, { ...json, cancelVanished: true })
    expect(done.status).toBe(200)
    const after = await datesOf(series)
    expect(after.map(({ startAt, status }) => [startAt.slice(0, 10), status])).toEqual([
      [day(1), 'PUBLISHED'],
      [day(7), 'CANCELLED'],
      [day(8), 'PUBLISHED'],
      [day(14), 'CANCELLED'],
    ])
    expect(await lettersTo(after)).toHaveLength(2)
  })

  it('applies the template to all dates without their own value and to dates created later', async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY;COUNT=3' })
    const [first] = await datesOf(series)
    await call(`PATCH /events/${first?.id}`, { title: 'Own' })
    const answer = await call(`PATCH /series/${series.id}`, {
      template: { title: 'Singing', tags: ['music'] },
      rrule: 'FREQ=WEEKLY;COUNT=4',
    })
    expect(answer.body.data).toMatchObject({ title: 'Singing', eventCount: 4, rrule: 'FREQ=WEEKLY;COUNT=4' })
    expect((await datesOf(series)).map(({ title }) => title)).toEqual(['Own', 'Singing', 'Singing', 'Singing'])
  })

  it('neither deletes nor repeats a date moved from or to the past, nor creates a second date today', async () => {
    // A time zone in which the current time is between 11:00 and 12:00.
    const east = 11 - new Date().getUTCHours()
    const timezone = `Etc/GMT${east < 0 ? '+' : '-'}${Math.abs(east)}`
    const wall = (minutes: number) =>
      new Date(Date.now() + east * 3_600_000 + minutes * 60_000).toISOString().slice(0, 19)
    const begun = () => make({ startAt: wall(-10), rrule: 'FREQ=DAILY;COUNT=4', timezone })
    const idsOf = async (series: { id: string }) => (await datesOf(series)).map(({ id }) => id).toSorted()
    const moveTo = async (date: EventDate, minutes: number) => {
      const at = (after: number) => new Date(Date.now() + after * 60_000).toISOString()
      expect((await call(`PATCH /events/${date.id}`, { startAt: at(minutes), endAt: at(minutes + 60) })).status).toBe(
        200,
      )
    }

    const movedOn = await begun()
    const first = nth(await datesOf(movedOn), 0)
    await moveTo(first, 180)
    const ids = await idsOf(movedOn)
    const startAt = wall(240)
    for (const change of [{ template: { title: 'New' } }, { rrule: 'FREQ=DAILY;COUNT=4;INTERVAL=1' }, { startAt }]) {
      expect((await call(`PATCH /series/${movedOn.id}`, change)).status).toBe(200)
      expect(await idsOf(movedOn)).toEqual(ids)
    }
    expect((await call(`GET /events/${first.id}`)).body.data).toMatchObject({
      title: 'New',
      overrides: ['startAt', 'endAt'],
    })

    const movedUp = await make({ startAt: wall(60), rrule: 'FREQ=DAILY;COUNT=4', timezone })
    await moveTo(nth(await datesOf(movedUp), 2), -5)
    const all = await idsOf(movedUp)
    expect((await call(`PATCH /series/${movedUp.id}`, { template: { title: 'New' } })).status).toBe(200)
    expect(await idsOf(movedUp)).toEqual(all)

    const later = await begun()
    const today = await idsOf(later)
    expect((await call(`PATCH /series/${later.id}`, { startAt })).status).toBe(200)
    expect(await idsOf(later)).toEqual(today)
    // An entry in `rdates` for a day that already has a date still adds a second one.
    expect((await call(`PATCH /series/${later.id}`, { rdates: [wall(300)] })).body.data.eventCount).toBe(5)
    // An `exdates` entry at the time the rule gives deletes that date, even if the date has been moved to another time.
    const exdates = [first.recurrenceId.slice(0, 10) + startAt.slice(10)]
    expect((await call(`PATCH /series/${movedOn.id}`, { exdates })).status).toBe(200)
    expect((await call(`GET /events/${first.id}`)).status).toBe(404)
  })

  it('returns 400 for an invalid rrule, exdate or template and names the field', async () => {
    const series = await make()
    for (const [json, field] of [
      [{ rrule: 'FREQ=WEEKLY;BYWEEKNO=3' }, 'rrule'],
      [{ exdates: ['2031-01-01'] }, 'exdates.0'],
      [{ template: { capacity: -1 } }, 'template.capacity'],
    ] as const) {
      const answer = await call(`PATCH /series/${series.id}`, json)
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    }
  })
})

describe('POST /series/:seriesId/cancel and DELETE /series/:seriesId', () => {
  it('cancel every future date and email its guests only once when three requests arrive concurrently', async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY' })
    const dates = await datesOf(series)
    await guestAt(nth(dates, 0))
    await guestAt(nth(dates, 3))
    const answers = await Promise.all(
      [1, 2, 3].map(() => call(`POST /series/${series.id}/cancel`, { reason: 'The hall burnt down' })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(answers[0]?.body.data.cancelledAt).not.toBeNull()
    const after = await datesOf(series)
    expect(new Set(after.map(({ status }) => status))).toEqual(new Set(['CANCELLED']))
    expect(await lettersTo(after)).toHaveLength(2)
    expect((await call(`PATCH /series/${series.id}`, { rrule: 'FREQ=DAILY' })).body.code).toBe('invalid_transition')
  })

  it('leave no series without dates when a deletion races changes and splits', async () => {
    for (let round = 0; round < 4; round += 1) {
      const series = await make({ rrule: 'FREQ=DAILY', template: { title: `Gone ${round}` } })
      const dates = await datesOf(series)
      const answers = await Promise.all([
        call(`DELETE /series/${series.id}`),
        call(`PATCH /series/${series.id}`, { rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR,SA' }),
        call(`PATCH /series/${series.id}`, { rrule: 'FREQ=DAILY', rdates: [`${day(1)}T21:00`] }),
        call(`PATCH /events/${nth(dates, 4).id}`, { description: 'Last', apply: 'following' }),
      ])
      for (const { status } of answers) expect([200, 404]).toContain(status)
      const all = (await call(`GET /calendars/${calendar.slug}/series?limit=100`)).body.data as Fields[]
      const left = all.filter(({ title }) => title === `Gone ${round}`)
      // A split that finishes before DELETE creates a separate series.
      expect(left.map(({ eventCount }) => eventCount === 0)).toEqual(left.map(() => false))
    }
  })

  it('delete future dates without guests and turn the others into single events', async () => {
    const series = await make()
    const dates = await datesOf(series)
    await guestAt(nth(dates, 1))
    const askedAt = Date.now()
    const gone = await call(`DELETE /series/${series.id}`)
    expect(gone.body.data).toEqual({ id: series.id, deleted: true })
    expect((await rowOf('calendars', calendar.id))?.['content_changed_at']).toBeGreaterThanOrEqual(askedAt)
    expect((await call(`GET /series/${series.id}`)).status).toBe(404)
    const left = await call(`GET /events/${nth(dates, 1).id}`)
    expect(left.body.data).toMatchObject({ seriesId: null, recurrenceId: null, status: 'PUBLISHED' })
    expect((await call(`GET /events/${nth(dates, 0).id}`)).status).toBe(404)
  })
})

describe('event list with series=next', () => {
  it('returns the next date of each series and the number of further dates', async () => {
    const own = await newCalendar({ timezone: 'UTC' })
    const json = {
      calendarSlug: own.slug,
      template: { title: 'Weekly' },
      startAt: `${day(0)}T19:00`,
      durationMinutes: 60,
      timezone: 'UTC',
      rrule: 'FREQ=WEEKLY;COUNT=6',
    }
    await send('POST /series', { as: own.owner, json })
    await send('POST /series', {
      as: own.owner,
      json: { ...json, template: { title: 'Monthly' }, startAt: `${day(1)}T19:00`, rrule: 'FREQ=MONTHLY;COUNT=3' },
    })
    await send('POST /events', {
      as: own.owner,
      json: { calendarSlug: own.slug, title: 'Once', startAt: `${day(2)}T19:00`, timezone: 'UTC' },
    })
    const list = await send(`GET /calendars/${own.slug}/events?series=next`)
    expect(list.body.data.map(({ title, seriesDates }: Fields) => [title, seriesDates])).toEqual([
      ['Weekly', 5],
      ['Monthly', 2],
      ['Once', null],
    ])
    expect(list.body.total).toBe(3)
    const later = await send(`GET /calendars/${own.slug}/events?series=next&from=${day(8)}`)
    expect(
      later.body.data.map(({ title, startAt, seriesDates }: Fields) => [
        title,
        String(startAt).slice(0, 10),
        seriesDates,
      ])[0],
    ).toEqual(['Weekly', day(14), 3])
    const whole = await send(`GET /calendars/${own.slug}/events`)
    expect(whole.body.total).toBe(10)
    expect(whole.body.data.every(({ seriesDates }: Fields) => seriesDates === null)).toBe(true)
  })
  it('is how the embed and the calendar page show weekly series, while the .ics feed has every date', async () => {
    const own = await newCalendar({ timezone: 'UTC' })
    const json = { calendarSlug: own.slug, startAt: `${day(0)}T19:00`, durationMinutes: 60, timezone: 'UTC' }
    const as = own.owner
    await send('POST /series', { as, json: { ...json, template: { title: 'Weekly' }, rrule: 'FREQ=WEEKLY;COUNT=4' } })
    await send('POST /series', { as, json: { ...json, template: { title: 'Monthly' }, rrule: 'FREQ=MONTHLY;COUNT=3' } })
    const embedded = (await send(`GET /calendars/${own.slug}/embed.json`)).body.data.events
    expect(embedded.map(({ title, seriesDates }: Fields) => [title, seriesDates]).toSorted()).toEqual([
      ['Monthly', 2],
      ['Monthly', 2],
      ['Monthly', 2],
      ['Weekly', 3],
    ])
    const page = await exports.default.fetch(
      new Request(`https://calendar.test/c/${own.slug}`, { headers: { Accept: 'text/html' } }),
    )
    const named = new Set((await page.text()).match(/\/e\/(?:weekly|monthly)-[\d-]{10}/g))
    expect([...named].filter((path) => path.startsWith('/e/weekly'))).toEqual([`/e/weekly-${day(0)}`])
    expect(named.size).toBe(4)
    const feed = (await send(`GET /calendars/${own.slug}/events.ics`)).text
    expect(feed.match(/^SUMMARY:Weekly/gm)).toHaveLength(4)
    expect(new Set(feed.match(/^UID:.*/gm)).size).toBe(7)
  })

  it('does not count a duplicate of a date, because the duplicate belongs to no series', async () => {
    const series = await make({ rrule: 'FREQ=WEEKLY;COUNT=2' })
    const copy = (await call(`POST /events/${nth(await datesOf(series), 0).id}/duplicate`)).body.data
    expect(copy).toMatchObject({ seriesId: null, recurrenceId: null })
    expect(await datesOf(series)).toHaveLength(2)
  })
})
