import { reply, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { iso } from '../../kernel/time.ts'
import { feedUrlsOf, siteUrlOf } from '../calendars/index.ts'
import { embeddedEvents, toEmbedEvent } from './embed-events.ts'
import type { EmbedQuery } from './feeds.schema.ts'

export const readEmbedJson = async (
  { calendar, query }: Call<unknown, Parsed<typeof EmbedQuery>, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { views, now, since, until } = await embeddedEvents(calendar, query, deps)
  const { slug, name, avatarUrl, timezone } = calendar
  const { icsUrl } = feedUrlsOf(calendar, deps.config)
  return reply(
    {
      version: 1 as const,
      calendar: { slug, name, url: siteUrlOf(deps.config, 'c', slug), avatarUrl, timezone, icsUrl },
      events: views.map((view) => toEmbedEvent(view, deps.config, now)),
      generatedAt: iso(since),
    },
    { until },
  )
}
