import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { deleteUnusedEvent, findEvent } from '../../../src/modules/events/events.store.ts'
import { makeDueDates } from '../../../src/modules/series/make-dates.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { rowOf } from '../../support/database.ts'
import { newCalendar, register, type Calendar } from '../../support/factories.ts'

const TRIES = 24
const DAY = 86_400_000
const monday = new Date(Math.ceil((Date.now() + 10 * DAY) / (7 * DAY)) * 7 * DAY + 4 * DAY)
const day = (offset: number) => new Date(monday.getTime() + offset * DAY).toISOString().slice(0, 10)

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar({ timezone: 'UTC' })
})

type Fields = Record<string, unknown>
interface EventDate {
  id: string
  startAt: string
  recurrenceId: string
  title: string
  seriesId: string
  status: string
  tickets: { id: string }[]
}
const call = (line: string, json?: Fields) => send(line, { as: calendar.owner, ...(json && { json }) })
const make = async ({ template, ...timing }: Fields = {}) => {
  const answer = await call('POST /series', {
    calendarSlug: calendar.slug,
    template: { title: 'Choir', capacity: 30, ...(template as Fields | undefined) },
    startAt: `${day(0)}T19:00`,
    durationMinutes: 60,
    timezone: 'UTC',
    rrule: 'FREQ=DAILY;COUNT=5',
    ...timing,
  })
  if (answer.status !== 200) throw new Error(answer.text)
  return String(answer.body.data.id)
}
const datesOf = async (id: string) =>
  (await call(`GET /series/${id}/events?limit=100`)).body.data as [EventDate, ...EventDate[]]
const seriesRow = async (id: string) => {
  const row = await rowOf('series', id)
  return {
    exdates: JSON.parse(String(row?.['exdates'])) as string[],
    revision: Number(row?.['revision']),
  }
}
const tries = (check: (tried: number) => Promise<void>) => async () => {
  for (let tried = 0; tried < TRIES; tried += 1) await check(tried)
}

/** Deletes the date as a request does that read it before others changed or deleted it. */
const deleteAsRead = async (id: string) => {
  const read = await findEvent(deps.db, calendar.id, id)
  if (read === null) throw new Error('no such event')
  return () =>
    deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: deleteUnusedEvent(deps.db, read, deps.clock()),
    })
}

describe('deleting a single date', () => {
  it('adds it to exdates once if two requests read it before either deletes it', async () => {
    const series = await make()
    const [first] = await datesOf(series)
    const remove = await deleteAsRead(first.id)
    expect([(await remove()).gone.length, (await remove()).gone.length]).toEqual([1, 0])
    expect(await seriesRow(series)).toEqual({ exdates: [first.recurrenceId], revision: 2 })
  })

  it('adds it to no exdates if a guest registered after the request read it', async () => {
    const series = await make()
    const [first] = await datesOf(series)
    const remove = await deleteAsRead(first.id)
    expect((await register(first)).status).toBe(200)
    expect((await remove()).gone).toEqual([])
    expect((await seriesRow(series)).exdates).toEqual([])
  })

  it('adds it to the exdates of the series and at the hour that it has when it is deleted', async () => {
    const series = await make()
    const dates = await datesOf(series)
    const [cut, victim] = [dates[2], dates[3]]
    const remove = await deleteAsRead(victim?.id ?? '')
    const change = { apply: 'following', startAt: `${day(2)}T20:00`, endAt: `${day(2)}T21:00` }
    expect((await call(`PATCH /events/${cut?.id}`, change)).status).toBe(200)
    expect((await remove()).gone).toHaveLength(1)
    const later = String((await call(`GET /events/${cut?.id}`)).body.data.seriesId)
    expect([(await seriesRow(series)).exdates, (await seriesRow(later)).exdates]).toEqual([[], [`${day(3)}T20:00:00`]])
  })

  it(
    `adds it to exdates once when requests race, in ${TRIES} races`,
    tries(async () => {
      const series = await make()
      const [first] = await datesOf(series)
      const answers = await Promise.all([1, 2, 3].map(() => call(`DELETE /events/${first.id}`)))
      expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 404, 404])
      expect(await seriesRow(series)).toEqual({ exdates: [first.recurrenceId], revision: 2 })
    }),
    60_000,
  )

  it(
    `adds it to the exdates of the series to which a concurrent split moves it, in ${TRIES} races`,
    tries(async () => {
      const series = await make()
      const dates = await datesOf(series)
      const [cut, victim] = [dates[2], dates[3]]
      const [split, gone] = await Promise.all([
        call(`PATCH /events/${cut?.id}`, { title: 'Later', apply: 'following' }),
        call(`DELETE /events/${victim?.id}`),
      ])
      expect([split.status, gone.status]).toEqual([200, 200])
      const later = String((await call(`GET /events/${cut?.id}`)).body.data.seriesId)
      expect(later).not.toBe(series)
      expect(await seriesRow(later)).toMatchObject({ exdates: [victim?.recurrenceId] })
      expect(await seriesRow(series)).toMatchObject({ exdates: [] })
    }),
    60_000,
  )

  it(
    `keeps it deleted while the whole series moves to another hour, in ${TRIES} races`,
    tries(async () => {
      const series = await make()
      const dates = await datesOf(series)
      const victim = dates[3]
      const [moved, gone] = await Promise.all([
        call(`PATCH /events/${dates[0].id}`, { startAt: `${day(0)}T20:00`, endAt: `${day(0)}T21:00`, apply: 'all' }),
        call(`DELETE /events/${victim?.id}`),
      ])
      expect([moved.status, gone.status]).toEqual([200, 200])
      expect((await seriesRow(series)).exdates).toEqual([`${day(3)}T20:00:00`])
      expect((await call(`PATCH /series/${series}`, { template: { title: 'Same' } })).body.data.eventCount).toBe(4)
    }),
    60_000,
  )
})

describe('edits of a series at the same time', () => {
  it(
    `of this, following and all dates and registrations end in one consistent state, in ${TRIES} races`,
    tries(async () => {
      const series = await make()
      const dates = await datesOf(series)
      const [a, b, c] = [dates[0], dates[2], dates[4]]
      const answers = await Promise.all([
        call(`PATCH /events/${a.id}`, { title: 'One', apply: 'this' }),
        call(`PATCH /events/${b?.id}`, { capacity: 7, apply: 'following' }),
        call(`PATCH /events/${b?.id}`, { description: 'All', apply: 'all' }),
        register(c ?? { id: '' }),
        call(`PATCH /series/${series}`, { rrule: 'FREQ=DAILY;COUNT=3' }),
      ])
      for (const { status } of answers) expect([200, 409]).toContain(status)
      const all = await Promise.all(dates.map(({ id }) => call(`GET /events/${id}`)))
      const left = all.filter(({ status }) => status === 200).map(({ body }) => body.data as EventDate)
      const registered = answers[3]?.status === 200
      if (registered) expect(left.map(({ id }) => id)).toContain(c?.id)
      // Each date belongs to a series that still names it.
      for (const { seriesId, id } of left) {
        expect((await datesOf(seriesId)).map((each) => each.id)).toContain(id)
        const view = (await call(`GET /series/${seriesId}`)).body.data
        const { body } = await call(`PATCH /series/${seriesId}`, { template: { title: 'Choir' }, dryRun: true })
        expect([
          body.data.affected.filter(({ changes }: { changes: Fields[] }) =>
            changes.some(({ field }) => field === 'status'),
          ),
          view.eventCount > 0,
        ]).toEqual([[], true])
      }
    }),
    90_000,
  )

  it(
    `and the generation of further dates make each date once and from one template, in ${TRIES} races`,
    tries(async (tried) => {
      const series = await make({ rrule: 'FREQ=WEEKLY', template: { title: 'Old' } })
      const [first] = await datesOf(series)
      const later = { ...deps, log: { ...deps.log, error: () => {} }, clock: () => Date.now() + 30 * DAY }
      const answers = await Promise.all([
        makeDueDates(later),
        tried % 2 === 0
          ? call(`PATCH /series/${series}`, { template: { title: 'New' } })
          : call(`PATCH /events/${first.id}`, { title: 'New', apply: 'all' }),
        makeDueDates(later),
      ])
      expect([200, 409]).toContain(answers[1].status)
      await makeDueDates(later)
      const { results } = await env.DB.prepare(
        'select count(*) as dates, count(distinct recurrence_id) as ids, count(distinct title) as titles from events where series_id = ?',
      )
        .bind(series)
        .run<{ dates: number; ids: number; titles: number }>()
      const [row] = results
      expect([row?.ids, row?.titles]).toEqual([row?.dates, 1])
      await call(`DELETE /series/${series}`)
    }),
    90_000,
  )

  it(
    `delete no date for which a guest registers, in ${TRIES} races`,
    tries(async () => {
      const series = await make()
      const dates = await datesOf(series)
      const last = dates[4]
      const [changed, joined] = await Promise.all([
        call(`PATCH /series/${series}`, { rrule: 'FREQ=DAILY;COUNT=4' }),
        register(last ?? { id: '' }),
      ])
      expect([200, 409]).toContain(changed.status)
      const isThere = (await call(`GET /events/${last?.id}`)).status === 200
      expect([joined.status === 200, changed.status === 200]).toEqual([isThere, !isThere])
    }),
    60_000,
  )
})

describe('PATCH /events/:eventId with apply=all, sent to a date at an hour of its own', () => {
  it('refuses a new startAt, which would move every date except this one', async () => {
    const series = await make({ rdates: [`${day(1)}T09:00`] })
    const own = (await datesOf(series)).find(({ recurrenceId }) => recurrenceId === `${day(1)}T09:00:00`)
    const body = { startAt: `${day(1)}T10:00`, endAt: `${day(1)}T11:00`, apply: 'all' }
    const refused = await call(`PATCH /events/${own?.id}`, body)
    expect([refused.status, refused.body.errors?.[0]?.field]).toEqual([400, 'startAt'])
    expect((await call(`PATCH /events/${own?.id}`, { ...body, dryRun: true })).status).toBe(400)
    expect((await call(`PATCH /events/${own?.id}`, { title: 'Early', apply: 'all' })).status).toBe(200)
  })
})
