import { dashboard, one, operation, v1 } from '../../operation/operation.ts'
import { readAnalytics, readStatistics } from './report.ts'
import { Analytics, RangeQuery, Statistics } from './statistics.schema.ts'

export const statisticsOperations = [
  operation({
    id: 'statistics.event',
    summary: 'Read the statistics of an event over a range of dates',
    subject: 'event',
    scope: 'events:read',
    role: 'STAFF',
    routes: [v1('GET /events/:eventId/statistics'), dashboard('GET /events/:eventId/statistics')],
    query: RangeQuery,
    answer: one(Statistics),
    run: readStatistics,
  }),
  operation({
    id: 'statistics.calendar',
    summary: 'Read the analytics of a calendar over a range of dates',
    subject: 'calendar',
    scope: 'analytics:read',
    role: 'MANAGER',
    routes: [v1('GET /calendars/:slug/analytics'), dashboard('GET /calendars/:slug/analytics')],
    query: RangeQuery,
    answer: one(Analytics),
    run: readAnalytics,
  }),
]
