import { linkTokenOf } from '../../../src/access/derived.ts'
import { inject } from 'vitest'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { exchange, REDIRECT } from '../../support/apps.ts'
import { linkCalendarOf } from '../../support/database.ts'
import { PICTURES, sized } from '../../support/pictures.ts'
import { operatorToken, tokenFor } from '../../support/identity.ts'
import type { Story } from './recorder.ts'

const SCOPES = [
  'events:read',
  'events:write',
  'guests:read',
  'guests:write',
  'checkins:read',
  'checkins:write',
  'communications:write',
  'webhooks:read',
  'webhooks:write',
  'billing:read',
  'billing:write',
  'analytics:read',
]

export const SLUG = 'harbour-concerts'
const HOME = `/calendars/${SLUG}`

/** The owner allows an app of another company, limits it and ends its access. */
const allowApp = async ({ tell }: Pick<Story, 'tell'>) => {
  const clientId = `${inject('farm')}/document/client.json`
  const metadata = { client_id: clientId, client_name: 'Guest mailer', redirect_uris: [REDIRECT] }
  const headers = { 'content-type': 'application/json' }
  await fetch(clientId, {
    method: 'PUT',
    body: JSON.stringify({ status: 200, headers, body: JSON.stringify(metadata) }),
  })
  // The challenge of RFC 7636, appendix B.
  const verifier = 'dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk'
  const request = new URLSearchParams({
    response_type: 'code',
    client_id: clientId,
    redirect_uri: REDIRECT,
    scope: 'events:read guests:read',
    state: 'af0ifjsldkj',
    code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    code_challenge_method: 'S256',
  }).toString()
  await tell(`GET /apps/authorization?request=${encodeURIComponent(request)}`)
  const allowed = await tell(`POST ${HOME}/apps`, { json: { request, scopes: ['events:read', 'guests:read'] } })
  const code = new URL(allowed.body.data.redirectUrl).searchParams.get('code') ?? ''
  await exchange({ code, verifier, clientId, redirectUri: REDIRECT })
  const listed = await tell(`GET ${HOME}/apps`)
  const path = `${HOME}/apps/${listed.body.data[0].id}`
  await tell(`PATCH ${path}`, { json: { agentsMay: 'read' } })
  await tell(`DELETE ${path}`)
}

/** Creates the calendar, its members and the API key that the rest of the story uses. */
export const settleIn = async ({ tell, pass, refuse, keys }: Story) => {
  await tell('GET /health')
  const calendar = {
    name: 'Harbour Concerts',
    timezone: 'Atlantic/Reykjavik',
    slug: SLUG,
    description: 'Music by the water, from June to September.',
    website: 'https://harbour-concerts.example/',
  }
  await tell('POST /calendars', { json: calendar })
  await refuse('slug_taken', ['POST /calendars', { json: calendar }])
  await refuse('validation_failed', [
    'POST /calendars',
    { json: { ...calendar, slug: undefined, timezone: 'Mars/Olympus' } },
  ])
  await refuse('unauthenticated', send('GET /me'))
  await refuse('unauthenticated.v1', send('GET /v1/me'))
  await refuse('not_found', ['GET /events/slug/no-such-event'])
  const malformed = { body: '{"name":', headers: { 'Content-Type': 'application/json' } }
  const token = await operatorToken()
  await refuse('malformed_json', send('POST /calendars', { token, ...malformed }))
  await refuse(
    'unsupported_media_type',
    send('POST /calendars', { token, body: 'name=x', headers: { 'Content-Type': 'text/plain' } }),
  )
  await refuse('payload_too_large', send('POST /calendars', { token, json: { name: 'x'.repeat(70_000) } }))
  await refuse('plan_insufficient', [`POST ${HOME}/feed-token`])
  await tell(`PUT ${HOME}/plan`, { token, json: { plan: 'PRO' } })
  await tell('GET /operator/calendars?limit=1', { token })
  await pass(`PUT ${HOME}/suspension`, {
    token,
    json: { suspended: true, reason: 'Invitations that nobody asked for.' },
  })
  await refuse('calendar_suspended', [`PATCH ${HOME}`, { json: {} }])
  await tell(`PUT ${HOME}/suspension`, { token, json: { suspended: false } })
  await tell(`PATCH ${HOME}`, { json: { coverUrl: 'https://harbour-concerts.example/harbour.jpg' } })
  const image = await tell(`POST ${HOME}/images`, { body: PICTURES.webp, headers: { 'Content-Type': 'image/webp' } })
  await tell(`GET ${new URL(image.body.data.url as string).pathname.replace('/images', '/public/images')}`)
  const cut = { body: sized(PICTURES.jpeg, 1200, 630), headers: { 'Content-Type': 'image/jpeg' } }
  await tell(`PUT ${HOME}/images/${image.body.data.id}/wide`, cut)
  await refuse('image_unreadable', [
    `POST ${HOME}/images`,
    { body: '<svg xmlns="http://www.w3.org/2000/svg"/>', headers: { 'Content-Type': 'image/png' } },
  ])
  const asked = await tell(`POST ${HOME}/invitations`, { json: { email: 'vigdis@team.example', role: 'MANAGER' } })
  const invitationId = asked.body.data.id as string
  const invited = { id: invitationId, linkVersion: 0 }
  const link = await linkTokenOf('member', invited, await linkCalendarOf('member_invitations', invitationId), deps)
  await tell(`GET /public/invitations/${link}`)
  const vigdis = { name: 'Vigdís', email: 'vigdis@elsewhere.example', email_verified: true }
  await tell(`POST /invitations/${link}/accept`, { token: await tokenFor('usr_vigdis', vigdis) })
  await tell(`GET ${HOME}/invitations`)
  await tell(`POST ${HOME}/invitations/${invitationId}/confirm`)
  const mistaken = await pass(`POST ${HOME}/invitations`, { json: { email: 'wrong@team.example', role: 'STAFF' } })
  await tell(`DELETE ${HOME}/invitations/${mistaken.body.data.id}`)
  await tell(`POST ${HOME}/members`, { json: { userId: 'usr_bjork', role: 'STAFF' } })
  await refuse('role_insufficient', [`PATCH ${HOME}`, { as: 'usr_bjork', json: {} }])
  await refuse('last_owner', [`DELETE ${HOME}/members/usr_grace`])
  await tell(`GET ${HOME}/members`)
  await pass(`POST ${HOME}/members`, { json: { userId: 'usr_former', role: 'STAFF' } })
  await tell(`DELETE ${HOME}/members/usr_former`)

  const made = await tell(`POST ${HOME}/api-keys`, { json: { name: 'Box office', scopes: SCOPES } })
  keys.whole = made.body.data.key
  await tell(`GET ${HOME}/api-keys/scopes`)
  const narrow = await pass(`POST ${HOME}/api-keys`, { json: { name: 'Website', scopes: ['events:read'] } })
  await refuse('scope_missing', ['GET /v1/events/evt_nowhere/guests', { key: narrow.body.data.key }])
  await pass(`POST ${HOME}/api-keys`, { json: { name: 'Third', scopes: ['events:read'] } })
  await refuse('api_key_limit_reached', [
    `POST ${HOME}/api-keys`,
    { json: { name: 'Fourth', scopes: ['events:read'] } },
  ])
  await tell(`PATCH ${HOME}/api-keys/${narrow.body.data.id}`, {
    json: { name: 'Website of the harbour', isActive: true },
  })
  await tell(`DELETE ${HOME}/api-keys/${narrow.body.data.id}`)
  await tell(`GET ${HOME}/api-keys`)

  await allowApp({ tell })

  await tell('PATCH /me/account', { json: { locale: 'de' } })
  await tell('GET /me')
  await tell('GET /v1/me')
  await tell('GET /calendars')
  await tell(`GET ${HOME}/settings`)
  await tell(`GET ${HOME}`)
  await tell(`GET /v1${HOME}`)
  await pass('POST /calendars', { json: { name: 'By mistake', timezone: 'UTC', slug: 'by-mistake' } })
  const byMistake = '/calendars/by-mistake/erasure'
  await tell(`GET ${byMistake}`)
  await refuse('confirmation_mismatch', [`POST ${byMistake}`, { json: { confirm: 'By accident' } }])
  await refuse('erasure_not_pending', [`DELETE ${byMistake}`])
  await tell(`POST ${byMistake}`, { json: { confirm: 'By mistake' } })
  await refuse('erasure_pending', ['PATCH /calendars/by-mistake', { json: {} }])
  await tell(`DELETE ${byMistake}`)
  await tell('DELETE /calendars/by-mistake')
  const rain = { title: 'Fireworks at the pier', startAt: '2031-05-05T18:00:00Z', timezone: 'Atlantic/Reykjavik' }
  const event = await pass('POST /v1/events', { json: rain })
  const path = `/events/${event.body.data.id}/erasure`
  await refuse('erasure_blocked', [`POST ${path}`, { json: { confirm: rain.title } }])
  await pass(`POST /v1/events/${event.body.data.id}/cancel`, { json: {} })
  await tell(`GET ${path}`)
  await tell(`POST ${path}`, { json: { confirm: rain.title } })
  await tell(`DELETE ${path}`)
  await pass(`DELETE /v1/events/${event.body.data.id}`)
  await tell('GET /me/erasure', { as: 'usr_bjork' })
  await tell('POST /me/erasure', { as: 'usr_bjork', json: { confirm: 'usr_bjork' } })
  await tell('DELETE /me/erasure', { as: 'usr_bjork' })
}

/** Reads the feeds, the widget and the analytics, as an outside client would. */
export const lookAround = async ({ tell, refuse }: Story, eventSlug: string, today: string) => {
  await tell(`POST ${HOME}/feed-token`)
  await tell(`GET ${HOME}/feed-token`)
  await tell(`GET ${HOME}/events.ics`)
  await tell(`GET ${HOME}/embed.json?limit=20`)
  await tell(`GET /events/slug/${eventSlug}/event.ics`)
  await tell(`GET ${HOME}/embed?theme=light&accent=1d4ed8`)
  await tell('GET /public/qr/qr_4Zk7Yb2mQx9TnLw1RcVd8s?size=300')
  await tell(`GET /v1${HOME}/analytics?from=${today}&to=${today}`)
  await tell(`DELETE ${HOME}/feed-token`)
  await refuse('calendar_has_events', [`DELETE ${HOME}`])
}
