import type { Line } from './published.ts'

/** Operations of the contract that no module has yet. A line that is there all the same fails: take it out. */
export const notYet: readonly Line[] = [
  'DELETE /calendars/:slug/feed-token',
  'GET /calendars/:slug/analytics',
  'GET /calendars/:slug/embed',
  'GET /calendars/:slug/embed.json',
  'GET /calendars/:slug/events.ics',
  'GET /embed.js',
  'GET /events/:eventId/announcements',
  'GET /events/:eventId/export',
  'GET /events/:eventId/reminders',
  'GET /events/:eventId/statistics',
  'GET /events/slug/:slug/event.ics',
  'GET /v1/calendars/:slug/analytics',
  'GET /v1/events/:eventId/announcements',
  'GET /v1/events/:eventId/export',
  'GET /v1/events/:eventId/reminders',
  'GET /v1/events/:eventId/statistics',
  'POST /calendars/:slug/feed-token',
  'POST /events/:eventId/announcements',
  'POST /events/:eventId/reminders',
  'POST /v1/events/:eventId/announcements',
  'POST /v1/events/:eventId/reminders',
]
