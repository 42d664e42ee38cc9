import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { beforeAll, describe, expect, it } from 'vitest'
import { makeDueDates } from '../../../src/modules/series/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { newCalendar, newGuest, type Calendar } from '../../support/factories.ts'

const DAY = 86_400_000
const first = Math.floor(Date.now() / DAY) * DAY + 30 * DAY
const at = (day: number, hour: number) =>
  `${new Date(first + day * DAY).toISOString().slice(0, 10)}T${String(hour).padStart(2, '0')}:00`

/** A date in the reference model: the day given by the rule, its current day and hour, and its overrides. */
interface Known {
  id: string
  series: string
  day: number
  hour: number
  atDay: number
  title: string
  ownTitle: boolean
  ownTime: boolean
  isCancelled: boolean
  hasGuest: boolean
}
interface KnownSeries {
  id: string
  day: number
  hour: number
  count: number
  title: string
  left: Set<number>
}
interface Model {
  dates: Known[]
  series: KnownSeries[]
}

type Command = { kind: string; which: number; hour: number; title: string; count: number }
const commands = fc.array(
  fc.record({
    kind: fc.constantFrom(
      'title',
      'move',
      'all title',
      'all hour',
      'following title',
      'following hour',
      'delete',
      'cancel',
      'guest',
      'rule',
      'exdate',
      'schedule',
    ),
    which: fc.nat(20),
    hour: fc.integer({ min: 1, max: 22 }),
    title: fc.constantFrom('A', 'B', 'C', 'D'),
    count: fc.integer({ min: 1, max: 8 }),
  }),
  { minLength: 6, maxLength: 12 },
)

let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar({ timezone: 'UTC' })
})
const call = (line: string, json?: object) => send(line, { as: calendar.owner, ...(json && { json }) })

interface Shown {
  id: string
  title: string
  startAt: string
  status: string
  recurrenceId: string
  tickets: { id: string }[]
}
const shownOf = async (series: KnownSeries) => {
  const answer = await call(`GET /series/${series.id}/events?limit=100`)
  return answer.body.data as Shown[]
}

const inOrder = (dates: Known[]) =>
  dates.toSorted((a, b) => a.atDay * 24 + a.hour - (b.atDay * 24 + b.hour) || (a.id < b.id ? -1 : 1))

/** Compares the model with the API: each date must appear once, at its expected time and with its overrides. */
const compare = async ({ dates, series }: Model) => {
  for (const each of series) {
    const shown = await shownOf(each)
    const expected = inOrder(dates.filter((date) => date.series === each.id))
    expect(shown.map(({ id, title, startAt, status }) => [id, title, startAt.slice(0, 16), status])).toEqual(
      expected.map(({ id, title, atDay, hour, isCancelled }) => [
        id,
        title,
        at(atDay, hour),
        isCancelled ? 'CANCELLED' : 'PUBLISHED',
      ]),
    )
    expect(new Set(shown.map(({ recurrenceId }) => recurrenceId)).size).toBe(shown.length)
  }
}

const ruleDays = ({ day, count, left }: KnownSeries) =>
  Array.from({ length: count }, (_, index) => day + 7 * index).filter((each) => !left.has(each))

/**
 * Applies the changed rule to the model. Returns false if the API refused the change because a removed date has guests.
 */
const follow = async (model: Model, series: KnownSeries, answer: { status: number; body: { code?: string } }) => {
  const days = ruleDays(series)
  const own = model.dates.filter((date) => date.series === series.id)
  const gone = own.filter((date) => !days.includes(date.day) && !date.isCancelled)
  if (gone.some(({ hasGuest }) => hasGuest)) {
    expect([answer.status, answer.body.code]).toEqual([409, 'occurrences_have_guests'])
    return false
  }
  expect(answer.status).toBe(200)
  const shown = new Map((await shownOf(series)).map((date) => [date.recurrenceId.slice(0, 10), date.id]))
  const made = days
    .filter((day) => !own.some((date) => date.day === day))
    .map((day): Known => ({
      id: shown.get(at(day, 0).slice(0, 10)) ?? 'not made',
      series: series.id,
      day,
      atDay: day,
      hour: series.hour,
      title: series.title,
      ownTitle: false,
      ownTime: false,
      isCancelled: false,
      hasGuest: false,
    }))
  model.dates = [...model.dates.filter((date) => !gone.includes(date)), ...made]
  return true
}

const run = async (model: Model, { kind, which, hour, title, count }: Command) => {
  const target = model.dates[which % Math.max(1, model.dates.length)]
  if (target === undefined) return
  const series = model.series.find(({ id }) => id === target.series) as KnownSeries
  const path = `/events/${target.id}`
  const [scope, what] = kind.split(' ')
  if (kind === 'schedule') await makeDueDates(deps)
  else if (kind === 'guest') {
    if (target.isCancelled) return
    const shown = (await shownOf(series)).find(({ id }) => id === target.id)
    await newGuest({ id: target.id, ticketId: shown?.tickets[0]?.id ?? '', calendar })
    target.hasGuest = true
  } else if (kind === 'cancel') {
    expect((await call(`POST ${path}/cancel`)).status).toBe(200)
    target.isCancelled = true
  } else if (kind === 'delete') {
    const answer = await call(`DELETE ${path}`)
    if (target.hasGuest) return expect(answer.status).toBe(409)
    expect(answer.status).toBe(200)
    series.left.add(target.day)
    model.dates = model.dates.filter((date) => date !== target)
  } else if (kind === 'title') {
    await call(`PATCH ${path}`, { title })
    if (target.title !== title) Object.assign(target, { title, ownTitle: true })
  } else if (kind === 'move') {
    const moved = { startAt: at(target.atDay + 1, hour), endAt: at(target.atDay + 1, hour + 1) }
    expect((await call(`PATCH ${path}`, moved)).status).toBe(200)
    Object.assign(target, { atDay: target.atDay + 1, hour, ownTime: true })
  } else if (kind === 'rule') {
    const before = series.count
    series.count = count
    const days = ruleDays(series)
    const answer = await call(`PATCH /series/${series.id}`, { rrule: `FREQ=WEEKLY;COUNT=${count}` })
    if (days.length === 0) {
      expect(answer.status).toBe(400)
      series.count = before
    } else if (!(await follow(model, series, answer))) series.count = before
  } else if (kind === 'exdate') {
    const read = await call(`GET /series/${series.id}`)
    if (series.left.has(target.day) || !ruleDays(series).includes(target.day)) return
    series.left.add(target.day)
    const isEmpty = ruleDays(series).length === 0
    const answer = await call(`PATCH /series/${series.id}`, {
      exdates: [...read.body.data.exdates, at(target.day, series.hour)],
    })
    if (isEmpty) {
      expect(answer.status).toBe(400)
      series.left.delete(target.day)
    } else if (!(await follow(model, series, answer))) series.left.delete(target.day)
  } else if (scope === 'all' || scope === 'following') {
    await changeMany(model, series, target, { scope, fields: what === 'title' ? { title } : { hour } })
  }
}

const changeMany = async (
  model: Model,
  series: KnownSeries,
  target: Known,
  { scope, fields }: { scope: 'all' | 'following'; fields: { title?: string; hour?: number } },
) => {
  const { title, hour } = fields
  const times = hour === undefined ? {} : { startAt: at(target.atDay, hour), endAt: at(target.atDay, hour + 1) }
  const answer = await call(`PATCH /events/${target.id}`, { apply: scope, ...(title && { title }), ...times })
  expect(answer.status, answer.text).toBe(200)
  const concerned = model.dates.filter(
    (date) => date.series === series.id && (scope === 'all' || date.day >= target.day),
  )
  let owner = series
  // At the first date of a series, apply=following has nothing to split.
  if (scope === 'following' && target.day > series.day) {
    const before = (target.day - series.day) / 7
    owner = {
      ...series,
      id: answer.body.data.seriesId,
      day: target.day,
      count: series.count - before,
      left: new Set([...series.left].filter((day) => day >= target.day)),
    }
    series.count = before
    series.left = new Set([...series.left].filter((day) => day < target.day))
    model.series.push(owner)
  }
  if (title !== undefined) owner.title = title
  if (hour !== undefined) owner.hour = hour
  for (const date of concerned) {
    date.series = owner.id
    if (date.isCancelled) continue
    if (title !== undefined && !date.ownTitle) date.title = title
    if (hour !== undefined && !date.ownTime) date.hour = hour
  }
}

/** Compares `series_counts`, from which lists take their totals, with a count of the rows. */
const compareCounters = async () => {
  const kept = await env.DB.prepare(
    'select series_id, edge, stretch, status, visibility, dates from series_counts where dates <> 0 order by 1, 2, 3, 4, 5',
  ).all()
  const counted = await env.DB.prepare(
    `select series_id, edge, at >> 33 as stretch, status, visibility, count(*) as dates from (
       select series_id, 'start' as edge, start_at as at, status, visibility from events where series_id is not null
       union all select series_id, 'end', end_at, status, visibility from events where series_id is not null)
     group by 1, 2, 3, 4, 5 order by 1, 2, 3, 4, 5`,
  ).all()
  expect(kept.results.length).toBeGreaterThan(0)
  expect(kept.results).toEqual(counted.results)
}

describe('series after random edits', () => {
  it(
    'matches the reference model after changes to one date, the following ones, all of them or the rule',
    { timeout: 120_000 },
    async () => {
      await fc.assert(
        fc.asyncProperty(commands, async (all) => {
          const json = {
            calendarSlug: calendar.slug,
            template: { title: 'A' },
            startAt: at(0, 10),
            durationMinutes: 60,
            timezone: 'UTC',
            rrule: 'FREQ=WEEKLY;COUNT=5',
          }
          const { body } = await call('POST /series', json)
          const series: KnownSeries = { id: body.data.id, day: 0, hour: 10, count: 5, title: 'A', left: new Set() }
          const dates = (await shownOf(series)).map(({ id }, index): Known => ({
            id,
            series: series.id,
            day: 7 * index,
            atDay: 7 * index,
            hour: 10,
            title: 'A',
            ownTitle: false,
            ownTime: false,
            isCancelled: false,
            hasGuest: false,
          }))
          const model: Model = { dates, series: [series] }
          for (const command of all) {
            await run(model, command)
            await compare(model)
          }
          await compareCounters()
        }),
        { numRuns: 12 },
      )
    },
  )
})
