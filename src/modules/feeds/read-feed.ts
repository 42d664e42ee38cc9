import { refusePlan } from '../../access/gate.ts'
import type { CalendarRow } from '../../db/rows.ts'
import { rowsFrom } from '../../db/statement.ts'
import type { Config } from '../../deps.ts'
import { equalInConstantTime, sha256Hex } from '../../kernel/crypto.ts'
import { notFound } from '../../kernel/failure.ts'
import { DAY_MS } from '../../kernel/time.ts'
import { open, operation, raw, reply } from '../../operation/operation.ts'
import { isOpenToAll } from '../../kernel/visibility.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { calendarFile, type FileSettings } from './calendar-file.ts'
import { FeedQuery } from './feeds.schema.ts'
import { calendarQuery, feedEvents } from './feeds.store.ts'

/** Links only to public pages, because anyone may open the file. */
export const fileSettingsOf = (
  config: Config,
  calendar: Pick<CalendarRow, 'name' | 'contactEmail' | 'visibility' | 'suspendedAt'>,
): FileSettings => ({
  domain: config.icsDomain,
  urlOf: (event) => (isOpenToAll(calendar, event) ? siteUrlOf(config, 'e', event.slug) : null),
  contact: calendar.contactEmail === null ? null : { name: calendar.name, email: calendar.contactEmail },
})

type Head = Pick<CalendarRow, 'name' | 'description' | 'timezone' | 'slug' | 'visibility' | 'suspendedAt'>

export const fileHeadOf = (calendar: Head, config: Config) => ({
  name: calendar.name,
  description: calendar.description,
  timezone: calendar.timezone,
  url: isOpenToAll(calendar, null) ? siteUrlOf(config, 'c', calendar.slug) : null,
})

const icsAnswer = (text: string, name: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${name}.ics"`,
      ...headers,
    },
  })

/**
 * Whether the caller may read the feed. A token works only for its own calendar. A wrong token is refused, even for a
 * public calendar.
 */
const isInvited = async (
  { feedTokenHash, visibility, suspendedAt, eraseAt }: CalendarRow,
  token: string | undefined,
) => {
  if (suspendedAt !== null || eraseAt !== null) return false
  if (token === undefined) return isOpenToAll({ visibility, suspendedAt }, null)
  return feedTokenHash !== null && equalInConstantTime(await sha256Hex(token), feedTokenHash)
}

/** `subject` is `none` because a token also opens private calendars, so the operation checks access itself. */
export const readFeed = operation({
  id: 'feeds.calendarFile',
  summary: 'Get a calendar’s iCalendar feed',
  description:
    'Contains published events from 90 days ago to 18 months ahead, at most 500. A valid `token` also gives access to private calendars and adds unlisted and private events.',
  subject: 'none',
  routes: [open('GET /calendars/:slug/events.ics', { plan: 'PLUS' })],
  query: FeedQuery,
  answer: raw({ 'text/calendar': null }),
  cached: { seconds: 300 },
  async run({ params, query: { token } }, deps) {
    const [calendar] = await calendarQuery(deps.db, params.slug)
    if (calendar === undefined || !(await isInvited(calendar, token))) throw notFound()
    const refused = refusePlan(calendar, { plan: 'PLUS' })
    if (refused !== null) throw refused
    // The time is rounded down to the day, so that the file stays the same until midnight unless an event changes.
    const today = Math.floor(deps.clock() / DAY_MS) * DAY_MS
    const until = today + DAY_MS
    const wanted = feedEvents(calendar, { withHidden: token !== undefined, now: today })
    const rows = await rowsFrom(deps.db, wanted)
    const text = calendarFile(
      fileHeadOf(calendar, deps.config),
      rows.map(({ event }) => event),
      fileSettingsOf(deps.config, calendar),
    )
    const headers: Record<string, string> = token === undefined ? {} : { 'Cache-Control': 'private, no-cache' }
    return reply(icsAnswer(text, calendar.slug, headers), { calendar, until })
  },
})

export const readEventFile = operation({
  id: 'feeds.eventFile',
  summary: 'Get an event’s iCalendar file',
  subject: 'eventBySlug',
  routes: [open('GET /events/slug/:slug/event.ics')],
  answer: raw({ 'text/calendar': null }),
  cached: { seconds: 300 },
  async run({ calendar, event }, { config }) {
    return icsAnswer(calendarFile(fileHeadOf(calendar, config), [event], fileSettingsOf(config, calendar)), event.slug)
  },
})
