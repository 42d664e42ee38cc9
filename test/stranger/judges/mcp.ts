import { createServer, request as send, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const SUITE = '@modelcontextprotocol/conformance@0.2.0-alpha.12'
/** Each has a file with the scenarios that the service is expected to fail, with the reasons. */
const REVISIONS = ['2026-07-28', '2025-11-25']
const EXPECTED = fileURLToPath(new URL('mcp', import.meta.url))

/** The part of the running service that the judges of `/mcp` use. */
interface Given {
  baseUrl: string
  /** Session token of the owner. */
  token: string
  slug: string
}

const REDIRECT_URI = 'http://127.0.0.1:49152/callback'
const VERIFIER = 'a-verifier-of-the-judge-with-43-characters-or-more'
/** SHA-256 of `VERIFIER` in base64url. */
const challengeOf = async () => {
  const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(VERIFIER))
  return Buffer.from(digest).toString('base64url')
}

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return (server.address() as AddressInfo).port
}

const dataOf = async <Data>(response: Response) => {
  const text = await response.text()
  if (!response.ok) throw new Error(`${response.url} returned ${response.status}: ${text}`)
  return JSON.parse(text) as Data
}

/** Lets the owner allow an app, and returns its access token for `/mcp`. */
const accessToken = async ({ baseUrl, token, slug }: Given) => {
  const { origin } = new URL(baseUrl)
  const documents = createServer((_request, response) => {
    const document = { client_id: clientId, redirect_uris: [REDIRECT_URI] }
    response.writeHead(200, { 'Content-Type': 'application/json' }).end(JSON.stringify(document))
  })
  const clientId = `http://127.0.0.1:${await listen(documents)}/judge.json`
  const client = { client_id: clientId, redirect_uri: REDIRECT_URI }
  const challenge = { code_challenge: await challengeOf(), code_challenge_method: 'S256' }
  const request = new URLSearchParams({ response_type: 'code', ...client, ...challenge, resource: `${origin}/mcp` })
  const scopes = ['events:read', 'events:write', 'guests:read', 'guests:write']
  const allowed = await fetch(`${baseUrl}/calendars/${slug}/apps`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ request: request.toString(), scopes }),
  })
  const { data } = await dataOf<{ data: { redirectUrl: string } }>(allowed)
  documents.close()
  const code = new URL(data.redirectUrl).searchParams.get('code') ?? ''
  const form = { grant_type: 'authorization_code', code, code_verifier: VERIFIER, ...client }
  const body = new URLSearchParams(form)
  const tokens = await dataOf<{ access_token: string }>(await fetch(`${origin}/oauth/token`, { method: 'POST', body }))
  return tokens.access_token
}

/** Returns the URL of `/mcp` and the token of an app that the owner has allowed. `text` is what judges are given. */
export const appAt = async (text: string) => {
  const given = JSON.parse(text) as Given
  const { origin } = new URL(given.baseUrl)
  return { url: `${origin}/mcp`, token: await accessToken(given) }
}

/**
 * Starts a proxy that adds the token of an app, because the suite sends no credential. The host and the origin of the
 * proxy become those of the service. All others pass through.
 */
const startProxy = async (given: string) => {
  const { url, token } = await appAt(given)
  const { hostname, port, host, origin } = new URL(url)
  const proxy = createServer((asked, response) => {
    const own = [`127.0.0.1:${ownPort}`, `localhost:${ownPort}`]
    const headers = { ...asked.headers, authorization: `Bearer ${token}` }
    if (own.includes(headers.host ?? '')) headers.host = host
    if (own.includes((headers.origin ?? '').replace('http://', ''))) headers.origin = origin
    const { url: path, method } = asked
    const passed = send({ hostname, port, path, method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(response)
    })
    passed.on('error', () => response.destroy())
    asked.pipe(passed)
  })
  const ownPort = await listen(proxy)
  return { url: `http://127.0.0.1:${ownPort}/mcp`, stop: () => proxy.close() }
}

type Run = (cwd: string, program: string, ...args: string[]) => Promise<void>

/** Throws if a scenario fails that is not in the list of the revision, or one in the list passes. */
export const judgeConformance = async (folder: string, given: string, run: Run) => {
  await run(folder, 'npm', 'install', '--prefix', '.', '--no-audit', '--no-fund', SUITE)
  const { url, stop } = await startProxy(given)
  try {
    for (const revision of REVISIONS) {
      const expected = ['--expected-failures', join(EXPECTED, `${revision}.yml`)]
      const program = join(folder, 'node_modules/.bin/conformance')
      await run(folder, program, 'server', '--url', url, '--requirements', revision, ...expected)
    }
  } finally {
    stop()
  }
}
