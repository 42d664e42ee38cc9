import * as z from 'zod'
import { inOneRead } from '../../db/statement.ts'
import { invalidFields } from '../../kernel/failure.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { dateOf, nextDate, startOfDate } from '../../kernel/zoned-time.ts'
import { one, open, operation, reply } from '../../operation/operation.ts'
import { daysRead } from './days.store.ts'
import { EventListQuery } from './event-list.schema.ts'
import { listRange } from './read-events.ts'

const MAX_DAYS = 100

const DaysQuery = lazy(() =>
  EventListQuery()
    .pick({ tag: true, q: true })
    .extend({
      from: z.iso
        .date()
        .optional()
        .describe('First date. Default: the first of the current month in the calendar’s time zone.'),
      to: z.iso
        .date()
        .optional()
        .describe(`Last date, at most ${MAX_DAYS} days after the first. Default: the end of the following month.`),
    }),
)

const Days = lazy(() =>
  z.object({
    from: z.iso.date(),
    to: z.iso.date(),
    days: z.array(z.iso.date()).describe('Dates in the range with at least one event, in local time.'),
    places: z
      .array(z.object({ name: z.string(), events: z.int() }))
      .describe(
        'Most frequent venues of current and upcoming events, with the number of events. All dates of a series count.',
      ),
  }),
)

export type DaysOutput = SchemaOutput<typeof Days>

/** Returns the first day of the month that is `months` after the month of `date`. */
const firstAfter = (date: string, months: number) => {
  const first = new Date(`${date.slice(0, 7)}-01T00:00:00Z`)
  first.setUTCMonth(first.getUTCMonth() + months)
  return first.toISOString().slice(0, 10)
}

export const readDays = operation({
  id: 'events.days',
  summary: 'List days with events',
  description:
    'Data for a small month calendar next to a list. Every listed event counts, including each date of a series.',
  subject: 'calendar',
  routes: [open('GET /calendars/:slug/days')],
  query: DaysQuery,
  answer: one(Days),
  cached: { seconds: 60 },
  async run({ calendar, query }, deps) {
    const now = deps.clock()
    const today = dateOf(now, calendar.timezone)
    const from = query.from ?? firstAfter(today, 0)
    const to = query.to ?? nextDate(firstAfter(from, 2), -1)
    const range = listRange({ from, to }, calendar.timezone, now)
    if (to >= nextDate(from, MAX_DAYS))
      throw invalidFields([{ field: 'to', message: `must be less than ${MAX_DAYS} days after \`from\`` }])
    const { tag, q } = query
    const selection = { ...range, audience: 'open', tag, q } as const
    const { days, places, nextEndAt } = await inOneRead(deps.db, daysRead(calendar, selection, { from, to, now }))
    // Without `from`, the response depends on the current month.
    const changesAt = [startOfDate(firstAfter(today, 1), calendar.timezone), ...(nextEndAt === null ? [] : [nextEndAt])]
    return reply({ from, to, days, places }, { until: Math.min(...changesAt) })
  },
})
