import { eventsRead } from '../../access/demands.ts'
import { inOneRead } from '../../db/statement.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { both, one, operation, pageOf } from '../../operation/operation.ts'
import { Event, eventListRead, homeOf, toEvent } from '../events/index.ts'
import { answerOfSeries } from './create-series.ts'
import { toSeries } from './series.ts'
import { Series, SeriesPage } from './series.schema.ts'
import { findSeries, listSeries } from './series.store.ts'
import { notFound } from '../../kernel/failure.ts'

export const listOfSeries = operation({
  id: 'series.list',
  summary: 'List series',
  description: 'Newest first.',
  subject: 'calendar',
  access: eventsRead,
  routes: both('GET /calendars/:slug/series'),
  query: SeriesPage,
  answer: pageOf(Series),
  async run({ calendar, query }, deps) {
    const { rows, total } = await listSeries(deps.db, calendar.id, query, deps.clock())
    return pageOfItems(
      query,
      rows.map((view) => toSeries(view, calendar.slug)),
      total,
    )
  },
})

export const readSeries = operation({
  id: 'series.read',
  summary: 'Get a series',
  subject: 'series',
  access: eventsRead,
  routes: both('GET /series/:seriesId'),
  answer: one(Series),
  run: ({ calendar, params }, deps) => answerOfSeries(params.seriesId, calendar, deps),
})

export const eventsOfSeries = operation({
  id: 'series.events',
  summary: 'List dates of a series',
  description: 'Includes past dates, by start time.',
  subject: 'series',
  access: eventsRead,
  routes: both('GET /series/:seriesId/events'),
  query: SeriesPage,
  answer: pageOf(Event),
  async run({ calendar, params, query }, deps) {
    const row = await findSeries(deps.db, calendar.id, params.seriesId)
    if (row === null) throw notFound()
    const now = deps.clock()
    const selection = {
      endsAfter: null,
      startsBefore: null,
      endedBy: null,
      audience: 'members',
      seriesId: row.id,
    } as const
    const { views, total } = await inOneRead(deps.db, eventListRead(calendar, selection, query, now))
    return pageOfItems(
      query,
      views.map((view) => toEvent({ ...view, ...homeOf(calendar) }, deps.config, now)),
      total,
    )
  },
})
