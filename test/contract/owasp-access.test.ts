import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose'
import { beforeAll, expect, inject, it } from 'vitest'
import { send } from '../support/api.ts'
import { rowsHolding } from '../support/database.ts'
import { addMember, newCalendar, newEvent, newKey, register, type Calendar, type Event } from '../support/factories.ts'
import { tokenFor } from '../support/identity.ts'
import { closedWays, documentedCall, namesSubject, pathIn, ways } from '../support/routes.ts'
import { newWorld } from '../support/worlds.ts'

/** OWASP API Security Top 10 2023, items 1 to 5: an attack for each item, and its expected result. */

const SCOPES = ['events:read', 'events:write', 'guests:read', 'guests:write']

let calendar: Calendar
let event: Event

beforeAll(async () => {
  calendar = await newCalendar()
  event = await newEvent(calendar, { meetingUrl: 'https://meet.example/secret-room', locationType: 'HYBRID' })
})

it('API1:2023 Broken Object Level Authorization: no route changes or shows data of another calendar', async () => {
  const [theirs, ours] = [await newWorld(), await newWorld()]
  const named = [...Object.values(theirs.ids), theirs.calendar.id, theirs.slug, theirs.eventSlug]
  const before = await rowsHolding(named)
  expect(Object.keys(before).length).toBeGreaterThan(8)
  const key = (await newKey(ours.calendar)).key
  for (const way of closedWays.filter(namesSubject)) {
    const { json, query } = await documentedCall(way)
    const who = way.route.surface === 'v1' ? { key } : { as: ours.members.OWNER }
    // Calls the foreign subject directly first, then foreign ids below the caller's own subject.
    for (const path of [pathIn(way, theirs), pathIn(way, ours, theirs)]) {
      if (path === pathIn(way, ours)) continue
      const line = `${way.route.method} ${path}${path.includes('?') ? '' : query}`
      const answer = await send(line, { ...who, ...(json === undefined ? {} : { json }) })
      for (const secret of [theirs.ids.guests!, theirs.ids.orders!, `"${theirs.eventSlug}"`]) {
        if (!path.includes(secret)) expect(answer.text, line).not.toContain(secret)
      }
    }
  }
  expect(await rowsHolding(named)).toEqual(before)
})

it('API2:2023 Broken Authentication: forged, misplaced and altered credentials return 401', async () => {
  const { key } = await newKey(calendar, SCOPES)
  const token = await tokenFor(calendar.owner)
  const { privateKey, publicKey } = await generateKeyPair('RS256', { extractable: true })
  const mine = { ...(await exportJWK(publicKey)), kid: 'mine', alg: 'RS256' }
  const { issuer, audience } = inject('identity')
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: issuer, aud: audience, sub: calendar.owner, iat: now, exp: now + 600 }
  const signed = async (header: object) =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: 'RS256', ...header })
      .sign(await importJWK({ ...(await exportJWK(privateKey)), alg: 'RS256' }))
  const forged = [
    await signed({ jwk: mine, kid: 'mine' }),
    await signed({ jku: `${inject('farm')}/to/200/jwks`, kid: 'mine' }),
    await signed({ x5u: `${inject('farm')}/to/200/x5u`, kid: '../../../../dev/null' }),
    await signed({ kid: "' union select 'x" }),
  ]
  const me = async (line: string, sent: Parameters<typeof send>[1]) => (await send(line, sent)).status
  for (const token_ of forged) expect(await me('GET /me', { token: token_ })).toBe(401)
  // A credential is accepted only in its own header and on its own surface.
  const elsewhere: [string, Parameters<typeof send>[1]][] = [
    [`GET /v1/me?x-svc-api-key=${key}&api_key=${key}`, {}],
    ['GET /v1/me', { headers: { Authorization: `Bearer ${key}`, Cookie: `x-svc-api-key=${key}` } }],
    ['GET /v1/me', { token }],
    [`GET /me?access_token=${token}`, { headers: { Cookie: `token=${token}` } }],
    ['GET /me', { key }],
    ['GET /v1/me', { key: key.replace('svc_live_', 'svc_test_') }],
    ['GET /v1/me', { key: `${key} `.repeat(2) }],
    ['GET /v1/me', { key: key.toUpperCase() }],
    ['GET /v1/me', { key: `${key.slice(0, 20)}%` }],
  ]
  for (const [line, sent] of elsewhere) expect(await me(line, sent), JSON.stringify([line, sent])).toBe(401)
  expect(await me('GET /v1/me', { key })).toBe(200)
  expect(await me('GET /me', { token })).toBe(200)
})

const MASS = {
  id: 'cal_mine',
  calendarId: 'cal_mine',
  slug: 'taken-over',
  plan: 'ENTERPRISE',
  role: 'OWNER',
  createdAt: '2001-01-01T00:00:00Z',
  updatedAt: '2001-01-01T00:00:00Z',
  createdBy: 'usr_mallory',
  isOperator: true,
  sequence: 99,
  revision: 99,
  sold: 0,
  qrCode: 'qr_0000000000000000000000',
  source: 'DASHBOARD',
  approvedAt: '2001-01-01T00:00:00Z',
  checkedInAt: '2001-01-01T00:00:00Z',
  userId: 'usr_mallory',
  orderId: 'ord_mine',
  redeemedCount: 0,
  hash: 'x',
  prefix: 'svc_live_mine',
  scopes: ['billing:write'],
  mode: 'live',
  form: 'current',
  secretCipher: 'x',
  consecutiveFailures: 0,
}

it('API3:2023 Broken Object Property Level Authorization: protected fields can be neither written nor read', async () => {
  const as = calendar.owner
  const registered = await register(event)
  const { guest } = registered.body.data
  const made = await newKey(calendar, ['events:read'])
  const hook = await send(`POST /calendars/${calendar.slug}/webhooks`, { as, json: { url: 'https://example.com/' } })
  const coupon = await send(`POST /calendars/${calendar.slug}/coupons`, {
    as,
    json: { code: 'MASS', discountType: 'PERCENT', percentOff: 10 },
  })
  const targets = [
    [`PATCH /calendars/${calendar.slug}`, ['plan', 'slug', 'id', 'createdAt', 'eventCount']],
    [`PATCH /events/${event.id}`, ['id', 'slug', 'calendarSlug', 'createdAt', 'sequence', 'publishedAt']],
    [`PATCH /events/${event.id}/tickets/${event.tickets[0].id}`, ['id', 'eventId', 'sold', 'createdAt']],
    [
      `PATCH /events/${event.id}/guests/${guest.id}`,
      ['id', 'status', 'qrCode', 'source', 'orderId', 'checkedInAt', 'approvedAt'],
    ],
    [
      `PATCH /calendars/${calendar.slug}/api-keys/${made.id}`,
      ['id', 'scopes', 'mode', 'prefix', 'createdBy', 'createdAt'],
    ],
    [`PATCH /calendars/${calendar.slug}/webhooks/${hook.body.data.id}`, ['id', 'form', 'createdAt', 'disabledReason']],
    [
      `PATCH /calendars/${calendar.slug}/coupons/${coupon.body.data.id}`,
      ['id', 'redeemedCount', 'calendarSlug', 'createdAt'],
    ],
  ] as const
  for (const [line, fields] of targets) {
    const before = (await send(line, { as, json: {} })).body.data
    const after = await send(line, { as, json: MASS })
    expect(after.status, `${line} ${after.text}`).toBe(200)
    for (const field of fields) expect(after.body.data[field], `${line} ${field}`).toEqual(before[field])
  }
  const created = await send('POST /calendars', {
    as: 'usr_mallory',
    json: { ...MASS, slug: undefined, name: 'M', timezone: 'UTC' },
  })
  expect(created.body.data).toMatchObject({ plan: 'FREE', eventCount: 0 })
  const self = await register(await newEvent(calendar, { requiresApproval: true }), { ...MASS, status: 'CHECKED_IN' })
  expect(self.body.data.guest).toMatchObject({
    status: 'PENDING',
    source: 'PUBLIC',
    approvedAt: null,
    checkedInAt: null,
  })

  const hidden = [made.key, hook.body.data.plainSecret as string, 'secret-room', guest.email as string, '"plan"']
  for (const line of [
    `GET /calendars/${calendar.slug}`,
    `GET /calendars/${calendar.slug}/events`,
    `GET /events/slug/${event.slug}`,
    `GET /calendars/${calendar.slug}/embed.json`,
    `GET /calendars/${calendar.slug}/events.ics`,
    `GET /calendars/${calendar.slug}/embed`,
  ]) {
    const shown = await send(line)
    expect(shown.status, line).toBe(200)
    for (const secret of hidden) expect(shown.text, line).not.toContain(secret)
  }
  for (const list of ['api-keys', 'webhooks']) {
    const shown = await send(`GET /calendars/${calendar.slug}/${list}`, { as })
    for (const secret of hidden.slice(0, 2)) expect(shown.text).not.toContain(secret)
    expect(shown.text).not.toMatch(/hash|cipher|plainSecret/i)
  }
})

it('API4:2023 Unrestricted Resource Consumption: every size, count and range has an upper limit', async () => {
  const as = calendar.owner
  const path = `/events/${event.id}`
  const many = (count: number, make: (index: number) => unknown) =>
    Array.from({ length: count }, (_, index) => make(index))
  const scannedAt = new Date().toISOString()
  const tooMuch: [string, object?][] = [
    [`GET ${path}/guests?limit=101`],
    [`GET ${path}/guests?limit=1000000000`],
    [`GET ${path}/guests?page=1000000000000`],
    [`POST ${path}/guests/invite`, { emails: many(501, (index) => `a${index}@guests.test`) }],
    [`POST ${path}/checkins/batch`, { scans: many(101, () => ({ guestId: 'gst_x', scannedAt })) }],
    [`POST ${path}/announcements`, { subject: 's', body: 'x'.repeat(20_001) }],
    [
      `POST ${path}/announcements`,
      { subject: 's', body: 'b', audience: { ticketIds: many(51, (index) => `tkt_${index}`) } },
    ],
    [`PATCH ${path}`, { registrationQuestions: many(51, (index) => ({ label: `Q${index}`, type: 'TEXT' })) }],
    [`PATCH ${path}`, { tags: many(21, (index) => `t${index}`) }],
    [`PATCH ${path}`, { reminderMinutes: many(1_000, (index) => index) }],
    [`PATCH ${path}`, { title: 'x'.repeat(201) }],
    ['GET /public/qr/qr_0000000000000000000000?size=100000'],
    ['GET /public/qr/qr_0000000000000000000000?margin=100000'],
    [`GET /calendars/${calendar.slug}/embed.json?limit=1000`],
    [`GET ${path}/statistics?from=1970-01-01&to=2199-12-31`],
    [`GET /calendars/${calendar.slug}/analytics?from=1970-01-01&to=2199-12-31`],
  ]
  for (const [line, json] of tooMuch) {
    const answer = await send(line, line.includes('/public/') ? {} : { as, ...(json === undefined ? {} : { json }) })
    expect(answer.body, line).toMatchObject({ statusCode: 400, code: 'validation_failed' })
  }
  const huge = await send('POST /calendars', {
    as,
    body: `{"name":"${'x'.repeat(70_000)}"}`,
    headers: { 'Content-Type': 'application/json' },
  })
  expect(huge.status).toBe(413)
  const unlimited = ways.filter(({ operation }) => operation.limit === 'none').map(({ line }) => line)
  expect(unlimited, 'ways that no counter counts').toEqual(['GET /health'])
})

it('API5:2023 Broken Function Level Authorization: a lower role reaches no higher function by method, header or surface', async () => {
  const staff = await addMember(calendar, 'usr_owasp_staff', 'STAFF')
  const { key } = await newKey(await newCalendar({ owner: calendar.owner }), SCOPES)
  const before = await rowsHolding([calendar.id])
  const { slug } = calendar
  const greater: [string, object?][] = [
    [`PATCH /calendars/${slug}`, { name: 'Mine' }],
    [`DELETE /calendars/${slug}`],
    [`POST /calendars/${slug}/members`, { userId: staff, role: 'OWNER' }],
    [`DELETE /calendars/${slug}/members/${calendar.owner}`],
    [`POST /calendars/${slug}/api-keys`, { name: 'k', scopes: ['billing:write'] }],
    [`POST /calendars/${slug}/webhooks`, { url: 'https://example.com/' }],
    [`POST /calendars/${slug}/feed-token`],
    [`PUT /calendars/${slug}/plan`, { plan: 'FREE' }],
    [`POST /events/${event.id}/cancel`],
    [`DELETE /events/${event.id}`],
  ]
  const override = {
    'X-HTTP-Method-Override': 'DELETE',
    'X-Method-Override': 'DELETE',
    'X-Original-URL': '/api/health',
  }
  for (const [line, json] of greater) {
    const body = json === undefined ? {} : { json }
    expect((await send(line, { as: staff, ...body })).status, line).toBe(403)
    expect((await send(line, { as: staff, ...body, headers: { ...override, 'X-Role': 'OWNER' } })).status, line).toBe(
      403,
    )
    expect((await send(line, { key, ...body })).status, `${line} by key`).toBe(401)
    expect([401, 404, 405], `${line} under /v1`).toContain(
      (await send(line.replace(' /', ' /v1/'), { token: await tokenFor(staff), ...body })).status,
    )
  }
  expect((await send(`GET /calendars/${slug}/settings?_method=DELETE`, { as: staff, headers: override })).status).toBe(
    200,
  )
  expect(await rowsHolding([calendar.id])).toEqual(before)
})
