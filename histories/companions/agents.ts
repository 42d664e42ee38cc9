import { createHash, randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Api } from '../../scripts/seed/api-client.ts'
import type { Companion, Means } from './companion.ts'

const RETRY_MS = 200
const REDIRECT_URI = 'http://127.0.0.1/callback'

/** Allows an app to use the calendar through MCP, as the consent page does, and returns its access token. */
export const accessTokenOf = async (api: Api, origin: string, calendar: string, ownerToken: string) => {
  const scopes = ['events:read', 'events:write']
  const verifier = randomBytes(32).toString('base64url')
  const client = { client_id: `${origin}/oauth/evcal.json`, redirect_uri: REDIRECT_URI }
  const request = new URLSearchParams({
    ...client,
    response_type: 'code',
    code_challenge: createHash('sha256').update(verifier).digest('base64url'),
    code_challenge_method: 'S256',
    scope: scopes.join(' '),
    resource: `${origin}/mcp`,
  }).toString()
  const { data } = await api.call<{ redirectUrl: string }>({ token: ownerToken }, `POST /calendars/${calendar}/apps`, {
    request,
    scopes,
  })
  const code = new URL(data.redirectUrl).searchParams.get('code') ?? ''
  const answer = await fetch(`${origin}/oauth/token`, {
    method: 'POST',
    body: new URLSearchParams({ grant_type: 'authorization_code', ...client, code, code_verifier: verifier }),
  })
  if (!answer.ok) throw new Error(`the token endpoint answered ${answer.status}: ${await answer.text()}`)
  return ((await answer.json()) as { access_token: string }).access_token
}

interface ToolAnswer {
  isError?: boolean
  content: readonly { text: string }[]
  structuredContent?: Record<string, unknown>
}

/**
 * Calls a tool. Repeats the call while an earlier call of the same write is still running. Returns null if the service
 * refuses it.
 */
const callerWith =
  (credential: string, { ask }: Means) =>
  async (name: string, args: object): Promise<Record<string, unknown> | null> => {
    for (;;) {
      const { body } = await ask({
        method: 'POST',
        path: '/mcp',
        headers: { authorization: `Bearer ${credential}` },
        body: { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
      })
      const result = body['result'] as ToolAnswer
      if (result.isError !== true) return result.structuredContent ?? {}
      if (result.content[0]?.text.startsWith('idempotency_in_progress') !== true) return null
      await sleep(RETRY_MS)
    }
  }

/** An app drafts an event and finds it, and an assistant with an API key deletes it after a quote. */
export const agentsOf = (apiKey: string, accessToken: string): Companion => ({
  name: 'agent',
  pauseMs: 1_000,
  async play(means) {
    const [ofApp, ofKey] = [callerWith(accessToken, means), callerWith(apiKey, means)]
    const title = `draft${means.round}of`
    const found = async () =>
      ((await ofApp('find_events', { search: title }))?.['events'] ?? []) as readonly { id: string }[]
    await ofKey('overview', {})
    const startAt = new Date(Date.now() + 86_400_000).toISOString()
    await ofApp('draft_event', { title, startAt, idempotencyKey: title })
    const drafts = await found()
    means.sawEffect('drafts of an app', 1, drafts.length)
    for (const { id } of drafts) {
      const deleting = { id: 'events.delete', params: { eventId: id } }
      const asked = await ofKey('run_operation', deleting)
      const quote = asked?.['quote'] as { token: string } | undefined
      if (quote !== undefined) await ofKey('run_operation', { ...deleting, confirm: quote.token })
    }
    means.sawEffect('drafts after their deletion', 0, (await found()).length)
    await ofKey('what_changed', {})
  },
})
