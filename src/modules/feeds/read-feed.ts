import { reply, type Call } from '../../operation/operation.ts'
import { planCovers } from '../../access/ranks.ts'
import type { CalendarRow } from '../../db/rows.ts'
import type { Config, Deps } from '../../deps.ts'
import { equalInConstantTime, sha256Hex } from '../../kernel/crypto.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { siteUrlOf } from '../calendars/index.ts'
import { calendarFile, type FileSettings } from './calendar-file.ts'
import type { FeedParams, FeedQuery } from './feeds.schema.ts'
import { calendarQuery, feedEvents } from './feeds.store.ts'

export const fileSettingsOf = (config: Config): FileSettings => ({
  domain: config.icsDomain,
  urlOf: ({ slug }) => siteUrlOf(config, 'e', slug),
})

const icsAnswer = (text: string, name: string, headers: Record<string, string> = {}) =>
  new Response(text, {
    headers: {
      'Content-Type': 'text/calendar; charset=utf-8',
      'Content-Disposition': `inline; filename="${name}.ics"`,
      ...headers,
    },
  })

/** A token opens its own calendar only; a wrong one opens nothing, not even what is open without. */
const isInvited = async ({ feedTokenHash, visibility }: CalendarRow, token: string | undefined) => {
  if (token === undefined) return visibility === 'PUBLIC'
  return feedTokenHash !== null && equalInConstantTime(await sha256Hex(token), feedTokenHash)
}

/** Reached by its token a private calendar is no secret, so the verb itself asks who may read. */
export const readFeed = async (
  { params, query }: Call<Parsed<typeof FeedParams>, Parsed<typeof FeedQuery>>,
  deps: Deps,
) => {
  const [calendar] = await calendarQuery(deps.db, params.slug)
  const { token } = query
  if (calendar === undefined || !(await isInvited(calendar, token))) throw notFound()
  if (!planCovers(calendar.plan, 'PLUS')) {
    throw refusal('plan_insufficient', { says: `This needs the plan PLUS; the calendar is on ${calendar.plan}.` })
  }
  const events = await feedEvents(deps.db, calendar, { withHidden: token !== undefined, now: deps.clock() })
  const head = {
    name: calendar.name,
    description: calendar.description,
    timezone: calendar.timezone,
    url: siteUrlOf(deps.config, 'c', calendar.slug),
  }
  const text = calendarFile(head, events, fileSettingsOf(deps.config))
  const headers: Record<string, string> = token === undefined ? {} : { 'Cache-Control': 'private, no-cache' }
  return reply(icsAnswer(text, calendar.slug, headers), { owner: calendar.id })
}

export const readEventFile = async (
  { calendar, event }: Call<unknown, unknown, unknown, 'eventBySlug'>,
  deps: Deps,
) => {
  const { name, description, timezone } = calendar
  const head = { name, description, timezone, url: siteUrlOf(deps.config, 'c', calendar.slug) }
  return icsAnswer(calendarFile(head, [event], fileSettingsOf(deps.config)), event.slug)
}
