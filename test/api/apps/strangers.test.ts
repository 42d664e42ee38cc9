import { exports } from 'cloudflare:workers'
import * as oauth from 'oauth4webapi'
import { expect, it } from 'vitest'
import { allow, discover, http, ISSUER, newClient, REDIRECT } from '../../support/apps.ts'
import { sendMcp } from '../../support/mcp.ts'
import { newCalendar } from '../../support/factories.ts'

/** The library validates each response and rejects any that violates the specifications. */
it('lets oauth4webapi discover the service, get tokens, renew them and revoke them', async () => {
  const calendar = await newCalendar()
  const challenge = (await sendMcp('tools/list')).headers.get('WWW-Authenticate') ?? ''
  const named = /resource_metadata="([^"]+)"/.exec(challenge)?.[1]
  expect(named).toBe(`${ISSUER}/.well-known/oauth-protected-resource/mcp`)

  const resource = new URL(`${ISSUER}/mcp`)
  const about = await oauth.processResourceDiscoveryResponse(
    resource,
    await oauth.resourceDiscoveryRequest(resource, http),
  )
  expect(about.authorization_servers).toEqual([ISSUER])
  const server = await discover()
  expect(server).toMatchObject({
    code_challenge_methods_supported: ['S256'],
    client_id_metadata_document_supported: true,
    authorization_response_iss_parameter_supported: true,
  })

  const client = { client_id: await newClient() }
  const verifier = oauth.generateRandomCodeVerifier()
  const state = oauth.generateRandomState()
  const url = new URL(server.authorization_endpoint ?? '')
  url.search = new URLSearchParams({
    response_type: 'code',
    client_id: client.client_id,
    redirect_uri: REDIRECT,
    scope: 'events:read guests:read',
    state,
    code_challenge: await oauth.calculatePKCECodeChallenge(verifier),
    code_challenge_method: 'S256',
    resource: resource.href,
  }).toString()
  const back = await allow(calendar, url.search, ['events:read', 'guests:read'])
  const parameters = oauth.validateAuthResponse(server, client, back, state)

  const tokens = await oauth.processAuthorizationCodeResponse(
    server,
    client,
    await oauth.authorizationCodeGrantRequest(server, client, oauth.None(), parameters, REDIRECT, verifier, {
      ...http,
      additionalParameters: { resource: resource.href },
    }),
  )
  expect(tokens).toMatchObject({ token_type: 'bearer', expires_in: 3600, scope: 'events:read guests:read' })
  expect((await sendMcp('tools/list', {}, { key: tokens.access_token })).status).toBe(200)

  const renewed = await oauth.processRefreshTokenResponse(
    server,
    client,
    await oauth.refreshTokenGrantRequest(server, client, oauth.None(), tokens.refresh_token ?? '', http),
  )
  expect(renewed.refresh_token).not.toBe(tokens.refresh_token)
  expect((await sendMcp('tools/list', {}, { key: renewed.access_token })).status).toBe(200)

  const gone = await oauth.revocationRequest(server, client, oauth.None(), renewed.refresh_token ?? '', http)
  await oauth.processRevocationResponse(gone)
  for (const token of [tokens.access_token, renewed.access_token])
    expect((await sendMcp('tools/list', {}, { key: token })).status).toBe(401)
})

it('lets pages of other sites call the endpoints, and answers other methods with 405', async () => {
  const call = (method: string, path: string) => exports.default.fetch(new Request(`${ISSUER}${path}`, { method }))
  for (const path of ['/.well-known/oauth-authorization-server', '/oauth/token', '/oauth/revoke']) {
    const preflight = await call('OPTIONS', path)
    expect([preflight.status, preflight.headers.get('Access-Control-Allow-Origin')]).toEqual([204, '*'])
    expect((await call('DELETE', path)).status).toBe(405)
  }
  const metadata = await call('GET', '/.well-known/oauth-protected-resource/api')
  expect(metadata.headers.get('Access-Control-Allow-Origin')).toBe('*')
  expect(await metadata.json()).toMatchObject({ resource: `${ISSUER}/api`, authorization_servers: [ISSUER] })
})
