import { reply, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { embeddedEvents } from './embed-events.ts'
import { embedPage } from './embed-page.ts'
import { EMBED_SCRIPT } from './embed-script.ts'
import type { EmbedPageInput } from './feeds.schema.ts'

export const readEmbedPage = async (
  { calendar, query }: Call<unknown, EmbedPageInput, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { views, now, until } = await embeddedEvents(calendar, { limit: query.limit, tag: query.tag }, deps)
  const { text, policy } = await embedPage(calendar, views, query, { config: deps.config, now })
  const headers = { 'Content-Type': 'text/html; charset=utf-8', 'Content-Security-Policy': policy }
  return reply(new Response(text, { headers }), { until })
}

export const readEmbedScript = async () =>
  new Response(EMBED_SCRIPT, {
    headers: { 'Content-Type': 'text/javascript; charset=utf-8', 'Cross-Origin-Resource-Policy': 'cross-origin' },
  })
