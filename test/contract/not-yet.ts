import type { Line } from './published.ts'

/** Operations of the contract that no module has yet. A line that is there all the same fails: take it out. */
export const notYet: readonly Line[] = [
  'GET /calendars/:slug/analytics',
  'GET /events/:eventId/statistics',
  'GET /v1/calendars/:slug/analytics',
  'GET /v1/events/:eventId/statistics',
]
