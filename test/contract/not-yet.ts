import type { Line } from './published.ts'

/** Operations of the contract that no module has yet. A line that is there all the same fails: take it out. */
export const notYet: readonly Line[] = [
  'GET /calendars/:slug/analytics',
  'GET /events/:eventId/announcements',
  'GET /events/:eventId/reminders',
  'GET /events/:eventId/statistics',
  'GET /v1/calendars/:slug/analytics',
  'GET /v1/events/:eventId/announcements',
  'GET /v1/events/:eventId/reminders',
  'GET /v1/events/:eventId/statistics',
  'POST /events/:eventId/announcements',
  'POST /events/:eventId/reminders',
  'POST /v1/events/:eventId/announcements',
  'POST /v1/events/:eventId/reminders',
]
