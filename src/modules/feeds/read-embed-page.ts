import { reply, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { feedUrlsOf, siteUrlOf } from '../calendars/index.ts'
import { EMBED_SCRIPT } from './embed-assets.ts'
import { embedPage } from './embed-page.tsx'
import type { EmbedPageInput } from './feeds.schema.ts'
import { embeddedEvents } from './read-embed-json.ts'

export const readEmbedPage = async (
  { calendar, query }: Call<unknown, EmbedPageInput, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { events, until } = await embeddedEvents(calendar, { limit: query.limit, tag: query.tag }, deps)
  const { webcalUrl } = feedUrlsOf(calendar, deps.config)
  const organizer = { name: calendar.name, url: siteUrlOf(deps.config, 'c', calendar.slug), webcalUrl }
  const { text, policy } = await embedPage({ calendar: organizer, events, query })
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return reply(new Response(text, { headers }), { until })
}

export const readEmbedScript = async () =>
  new Response(EMBED_SCRIPT, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  })
