import type { RunningService } from '../../harness/service.ts'
import { createApi } from '../../scripts/seed/api-client.ts'
import { agentsOf, accessTokenOf } from './agents.ts'
import type { Companion } from './companion.ts'
import { importsInto } from './imports.ts'
import { sandboxesOf } from './sandboxes.ts'

/** Opens a calendar for sandboxes, imports and agents. */
export const openCompanions = async ({ baseUrl, demo }: RunningService): Promise<Companion[]> => {
  const api = createApi(baseUrl)
  const token = demo.tokens.owner
  const { slug } = (
    await api.call<{ slug: string }>({ token }, 'POST /calendars', { name: 'Beside', timezone: 'Europe/Paris' })
  ).data
  await api.call({ token: demo.tokens.operator }, `PUT /calendars/${slug}/plan`, { plan: 'PRO' })
  const scopes = (await api.call<string[]>({ token }, `GET /calendars/${slug}/api-keys/scopes`)).data
  const made = await api.call<{ key: string }>({ token }, `POST /calendars/${slug}/api-keys`, { name: 'all', scopes })
  const apiKey = made.data.key
  const event = await api.call<{ id: string }>({ apiKey }, 'POST /v1/events', {
    title: 'Imports',
    startAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    timezone: 'Europe/Paris',
  })
  const accessToken = await accessTokenOf(api, new URL(baseUrl).origin, slug, token)
  return [sandboxesOf(slug, token), importsInto(event.data.id, apiKey), agentsOf(apiKey, accessToken)]
}
