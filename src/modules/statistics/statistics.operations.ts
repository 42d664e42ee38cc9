import { analyticsRead, eventsRead } from '../../access/demands.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { readAnalytics, readStatistics } from './report.ts'
import { Analytics, RangeQuery, Statistics } from './statistics.schema.ts'

export const statisticsOperations = [
  operation({
    id: 'statistics.event',
    summary: 'Read the statistics of an event over a range of dates',
    subject: 'event',
    access: eventsRead,
    routes: both('GET /events/:eventId/statistics'),
    query: RangeQuery,
    answer: one(Statistics),
    run: readStatistics,
  }),
  operation({
    id: 'statistics.calendar',
    summary: 'Read the analytics of a calendar over a range of dates',
    subject: 'calendar',
    access: analyticsRead,
    routes: both('GET /calendars/:slug/analytics'),
    query: RangeQuery,
    answer: one(Analytics),
    run: readAnalytics,
  }),
]
