import type { CalendarRow } from '../../db/rows.ts'
import { inOneRead } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { iso } from '../../kernel/time.ts'
import { wallTimeOf } from '../../kernel/zoned-time.ts'
import { one, open, operation, raw, reply } from '../../operation/operation.ts'
import { hueOf } from '../../presentation/accent.ts'
import { plainOf } from '../../presentation/plain.ts'
import { leastPriceOf } from '../../presentation/price.ts'
import { localeOf } from '../../words/locales.ts'
import { feedUrlsOf, siteUrlIn, siteUrlOf } from '../calendars/index.ts'
import { boundariesOf, eventListRead, homeOf, listRange, toOpenEvent, type OpenEventOutput } from '../events/index.ts'
import { embedScript } from './embed-assets.ts'
import { embedPage, embedRefusal } from './embed-page.tsx'
import { EmbedFeed, EmbedPageQuery, EmbedQuery, SUMMARY_LETTERS, type EmbedEventOutput } from './feeds.schema.ts'

type EmbedSelection = Pick<SchemaOutput<typeof EmbedQuery>, 'limit'> & Partial<SchemaOutput<typeof EmbedQuery>>

/** Returns the events of an embedded list, and the period from `since` to `until` for which this response is valid. */
const embeddedEvents = async (
  calendar: CalendarRow,
  { limit, tag, series = 'weekly', ...range }: EmbedSelection,
  deps: Deps,
) => {
  const now = deps.clock()
  const selection = { ...listRange(range, calendar.timezone, now), audience: 'open' as const, tag, series }
  const read = eventListRead(calendar, selection, { page: 1, limit }, now)
  const { views, nextEndAt, lastEndAt } = await inOneRead(deps.db, read)
  const boundaries = views.flatMap(boundariesOf)
  const passed = [...boundaries, lastEndAt ?? 0].filter((at) => at <= now)
  const coming = [...boundaries, nextEndAt ?? Number.POSITIVE_INFINITY].filter((at) => at > now)
  return {
    events: views.map((view) => toOpenEvent({ ...view, ...homeOf(calendar) }, deps.config, now)),
    since: Math.max(calendar.contentChangedAt, calendar.updatedAt, ...passed),
    until: Math.min(...coming),
  }
}

const toEmbedEvent = (event: OpenEventOutput): EmbedEventOutput => {
  const localOf = (at: string) => (event.allDay ? at : wallTimeOf(Date.parse(at), event.timezone))
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    url: event.url,
    startAt: event.startAt,
    endAt: event.endAt,
    timezone: event.timezone,
    allDay: event.allDay,
    localStart: localOf(event.startAt),
    localEnd: localOf(event.endAt),
    status: event.status,
    lifecycle: event.lifecycle,
    coverUrl: event.coverUrl,
    summary: plainOf(event.description, SUMMARY_LETTERS),
    locationType: event.locationType,
    location: event.location && { name: event.location.name, city: event.location.city },
    ...leastPriceOf(event.tickets),
    registrationStatus: event.registrationStatus,
    spotsRemaining: event.spotsRemaining,
    tags: event.tags,
    seriesId: event.seriesId,
    seriesDates: event.seriesDates,
  }
}

export const readEmbedJson = operation({
  id: 'feeds.embedJson',
  summary: 'List events for a widget',
  subject: 'calendar',
  routes: [open('GET /calendars/:slug/embed.json', { plan: 'PLUS' })],
  query: EmbedQuery,
  answer: one(EmbedFeed),
  cached: { seconds: 60 },
  async run({ calendar, query }, deps) {
    const { events, since, until } = await embeddedEvents(calendar, query, deps)
    const { slug, name, avatarUrl, timezone } = calendar
    const { icsUrl } = feedUrlsOf(calendar, deps.config)
    return reply(
      {
        version: 1 as const,
        calendar: { slug, name, url: siteUrlOf(deps.config, 'c', slug), avatarUrl, timezone, icsUrl },
        events: events.map(toEmbedEvent),
        generatedAt: iso(since),
      },
      { until },
    )
  },
})

export const readEmbedPage = operation({
  id: 'feeds.embedPage',
  summary: 'Get the embeddable events page',
  description: 'Browsers receive errors as an embeddable page with a short explanation.',
  refusalPage: embedRefusal,
  subject: 'calendar',
  routes: [open('GET /calendars/:slug/embed', { plan: 'PLUS' })],
  query: EmbedPageQuery,
  answer: raw({ 'text/html': null }),
  cached: { seconds: 60 },
  async run({ calendar, query }, deps) {
    const { events, until } = await embeddedEvents(
      calendar,
      { limit: query.limit, tag: query.tag, series: query.series },
      deps,
    )
    const { webcalUrl } = feedUrlsOf(calendar, deps.config)
    const { name, slug, accent } = calendar
    const shownCalendar = {
      name,
      url: siteUrlOf(deps.config, 'c', slug),
      webcalUrl,
      hue: accent ?? hueOf(slug),
      pagesUrl: deps.config.pagesUrl,
    }
    const { locale = calendar.locale } = query
    // Links open pages in the same language as the list.
    const shown = events.map((event) => ({
      ...event,
      url: event.url && siteUrlIn(localeOf(locale) ?? 'en', 'e', event.slug, calendar, deps.config),
    }))
    const { text, policy } = await embedPage({ calendar: shownCalendar, events: shown, query: { ...query, locale } })
    const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
    return reply(new Response(text, { headers }), { until })
  },
})

export const readEmbedScript = operation({
  id: 'feeds.embedScript',
  summary: 'Get the embed script',
  description: 'Adds the embeddable page to a website.',
  subject: 'none',
  routes: [open('GET /embed.js')],
  answer: raw({ 'text/javascript': null }),
  cached: { seconds: 300 },
  run: async () =>
    new Response(embedScript(), {
      headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cross-Origin-Resource-Policy': 'cross-origin' },
    }),
})
