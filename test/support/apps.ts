import { exports } from 'cloudflare:workers'
import * as oauth from 'oauth4webapi'
import { expect, inject } from 'vitest'
import { send } from './api.ts'

/** Origin of the service in `wrangler.toml`. */
export const ISSUER = 'http://127.0.0.1:8787'
export const REDIRECT = 'https://app.example/callback'

interface StoredDocument {
  status?: number
  headers?: Record<string, string>
  body?: string
}

let clients = 0

/** Publishes a client metadata document on another server, and returns its URL, which is the client's id. */
export const newClient = async (fields: Record<string, unknown> = {}, stored: StoredDocument = {}) => {
  clients += 1
  const id = `${inject('farm')}/document/client${clients}-${crypto.randomUUID()}.json`
  const metadata = { client_id: id, client_name: 'Zap', redirect_uris: [REDIRECT], ...fields }
  const { status = 200, headers = { 'content-type': 'application/json' }, body = JSON.stringify(metadata) } = stored
  await fetch(id, { method: 'PUT', body: JSON.stringify({ status, headers, body }) })
  return id
}

export const http = {
  // oxlint-disable-next-line typescript/no-deprecated -- the tests' service has no TLS
  [oauth.allowInsecureRequests]: true,
  [oauth.customFetch]: (url: string, init: RequestInit) => exports.default.fetch(new Request(url, init)),
} as const

export const discover = async () => {
  const issuer = new URL(ISSUER)
  const response = await oauth.discoveryRequest(issuer, { algorithm: 'oauth2', ...http })
  return oauth.processDiscoveryResponse(issuer, response)
}

/** Sends a form to `/oauth/token` or `/oauth/revoke`. */
export const postForm = async (
  path: string,
  form: Record<string, string> | string,
  headers: Record<string, string> = {},
) => {
  const body = typeof form === 'string' ? form : new URLSearchParams(form).toString()
  const response = await exports.default.fetch(
    new Request(`${ISSUER}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded', ...headers },
      body,
    }),
  )
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? null : JSON.parse(text) }
}

export interface Wanted {
  clientId?: string
  redirectUri?: string
  scope?: string | null
  resource?: string | null
  state?: string
  /** Replaces parameters; null leaves one out. */
  more?: Record<string, string | null>
}

/** Returns the query string with which an app sends the browser to the service, and the verifier that it keeps. */
export const newRequest = async ({ clientId, redirectUri = REDIRECT, scope, resource, state, more }: Wanted = {}) => {
  const verifier = oauth.generateRandomCodeVerifier()
  const parameters: Record<string, string | null> = {
    response_type: 'code',
    client_id: clientId ?? (await newClient()),
    redirect_uri: redirectUri,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    scope: scope === undefined ? 'events:read' : scope,
    resource: resource ?? null,
    state: state ?? 'state-1',
    ...more,
  }
  const given = Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
    value === null ? [] : [[name, value]],
  )
  return {
    query: new URLSearchParams(given).toString(),
    verifier,
    clientId: parameters['client_id'] ?? '',
    redirectUri,
  }
}

interface Place {
  slug: string
  owner: string
}

/** Allows the app as the page does, and returns the URL to which the browser goes. */
export const allow = async (calendar: Place, query: string, scopes: readonly string[], as = calendar.owner) => {
  const answer = await send(`POST /calendars/${calendar.slug}/apps`, { as, json: { request: query, scopes } })
  expect(answer.status, answer.text).toBe(200)
  return new URL(answer.body.data.redirectUrl)
}

interface Code {
  code: string
  verifier: string
  clientId: string
  redirectUri: string
}

export const newCode = async (calendar: Place, scopes: readonly string[], wanted: Wanted = {}, as?: string) => {
  const { query, ...request } = await newRequest({ scope: scopes.join(' '), ...wanted })
  const url = await allow(calendar, query, scopes, as)
  return { code: url.searchParams.get('code') ?? '', ...request }
}

export const exchange = ({ code, verifier, clientId, redirectUri }: Code, more: Record<string, string> = {}) =>
  postForm('/oauth/token', {
    grant_type: 'authorization_code',
    code,
    client_id: clientId,
    redirect_uri: redirectUri,
    code_verifier: verifier,
    ...more,
  })

export const refresh = (clientId: string, token: string, more: Record<string, string> = {}) =>
  postForm('/oauth/token', { grant_type: 'refresh_token', refresh_token: token, client_id: clientId, ...more })

/** An app that a member has allowed, with its first tokens. */
export const newApp = async (calendar: Place, scopes: readonly string[], wanted: Wanted = {}, as?: string) => {
  const code = await newCode(calendar, scopes, wanted, as)
  const { status, body } = await exchange(code)
  expect(status, JSON.stringify(body)).toBe(200)
  const token: string = body.access_token
  return { clientId: code.clientId, token, refreshToken: body.refresh_token as string }
}

export const grantsOf = async (calendar: Place, as = calendar.owner) =>
  (await send(`GET /calendars/${calendar.slug}/apps`, { as })).body.data as { id: string; [name: string]: unknown }[]
