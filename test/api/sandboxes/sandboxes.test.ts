import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { addMember, newCalendar, newEvent, newKey } from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'
import { BEGIN, newSandbox } from '../../support/sandboxes.ts'

asks({
  'POST /calendars/:slug/sandboxes': { role: 'MANAGER', plan: 'PRO' },
  'GET /calendars/:slug/sandboxes': { role: 'MANAGER', isWhole: true },
  'GET /calendars/:slug/sandboxes/:sandboxId': { role: 'MANAGER' },
  'DELETE /calendars/:slug/sandboxes/:sandboxId': { role: 'MANAGER' },
})

const newEventIn = async (call: Awaited<ReturnType<typeof newSandbox>>['call'], fields: object = {}) => {
  const { status, body } = await call('POST /v1/events', {
    title: 'Lantern walk',
    startAt: '2030-03-20T18:00:00Z',
    timezone: 'UTC',
    capacity: 1,
    waitlistEnabled: true,
    status: 'PUBLISHED',
    ...fields,
  })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data as { id: string; slug: string; tickets: { id: string }[] }
}

const guest = (number: number) => ({ firstName: 'Guest', lastName: `N${number}`, email: `guest${number}@example.org` })

describe('a sandbox', () => {
  it('has the name and zone of the calendar, the plan PRO and a fixed clock', async () => {
    const calendar = await newCalendar({ name: 'Quay Concerts', timezone: 'Asia/Tokyo' })
    const { call } = await newSandbox(calendar)
    const me = await call('GET /v1/me')
    expect(me.body.data).toMatchObject({ mode: 'test', plan: 'PRO', calendar: { name: 'Quay Concerts' } })
    const [first, second] = [await call('GET /v1/test/clock'), await call('GET /v1/test/clock')]
    expect(first.body.data.now.slice(0, 19)).toBe(BEGIN.slice(0, 19))
    expect(second.body.data).toMatchObject({ status: 'READY', target: null })
    expect(Date.parse(second.body.data.now) - Date.parse(BEGIN)).toBeLessThan(20)
  })

  it('shows nothing of the live calendar, and the live calendar nothing of it', async () => {
    const calendar = await newCalendar()
    const live = await newEvent(calendar)
    const { call } = await newSandbox(calendar)
    expect((await call(`GET /v1/events/${live.id}`)).status).toBe(404)
    const event = await newEventIn(call)
    expect((await send(`GET /events/${event.id}`, { as: calendar.owner })).status).toBe(404)
  })

  it('captures emails, and marks answers as a test', async () => {
    const { call, id } = await newSandbox(await newCalendar())
    const event = await newEventIn(call)
    const answer = await call(`POST /public/events/${event.id}/registrations`, guest(1))
    expect(answer.headers.get('X-Svc-Mode')).toBe('test')
    expect(answer.body.data.guest.status).toBe('CONFIRMED')
    const { body } = await call('GET /v1/test/mails?to=guest1@example.org')
    expect(body.data).toMatchObject([{ kind: 'confirmation', to: 'guest1@example.org' }])
    const mail = await call(`GET /v1/test/mails/${body.data[0].id}`)
    expect(mail.body.data.html).toContain('Test calendar, nothing here is real')
    expect(mail.body.data.text).toMatch(/^Test calendar, nothing here is real\n/)
    expect(mail.body.data.links.some(({ url }: { url: string }) => url.includes(`/s/${id}/r/`))).toBe(true)
  })

  it('expires an offer while the clock advances, and emails the next in line', async () => {
    const { call } = await newSandbox(await newCalendar())
    const event = await newEventIn(call, { waitlistMode: 'OFFERS', offerMinutes: 120 })
    const first = await call(`POST /public/events/${event.id}/registrations`, guest(1))
    for (const each of [2, 3]) await call(`POST /public/events/${event.id}/registrations`, guest(each))
    await call(`POST /public/registrations/${first.body.data.manageUrl.split('/').at(-1)}/cancel`, {})
    const { status, body } = await call('POST /v1/test/clock/advance', { by: 'PT3H' })
    expect(status, JSON.stringify(body)).toBe(200)
    expect(body.data.counts['mail.sent']).toBeGreaterThan(0)
    const offers = await call('GET /v1/test/mails?kind=offered')
    expect(offers.body.data.map(({ to }: { to: string }) => to).toSorted()).toEqual([
      'guest2@example.org',
      'guest3@example.org',
    ])
    const lapsed = body.data.effects.find(({ because }: { because: string }) => because === 'expire offers')
    expect(lapsed.at.slice(0, 16)).toBe('2030-03-01T11:01')
  })

  it('refuses an instant in the past, and one more than two years ahead', async () => {
    const { call } = await newSandbox(await newCalendar())
    const past = await call('POST /v1/test/clock/advance', { to: '2030-02-01T00:00:00Z' })
    expect(past).toMatchObject({ status: 400, body: { code: 'validation_failed', errors: [{ field: 'to' }] } })
    expect((await call('POST /v1/test/clock/advance', { by: 'P900D' })).status).toBe(400)
    expect((await call('POST /v1/test/clock/advance', {})).status).toBe(400)
    expect((await call('POST /v1/test/clock/advance', { by: 'P1Y' })).status).toBe(400)
  })

  it('takes a simulated payment, and lets a pending one settle in time', async () => {
    const { call } = await newSandbox(await newCalendar())
    const event = await newEventIn(call, {
      capacity: 10,
      tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }],
    })
    const register = async (number: number) => {
      const { body } = await call(`POST /public/events/${event.id}/registrations`, {
        ...guest(number),
        ticketId: event.tickets[0]?.id,
      })
      return body.data.order.id as string
    }
    const [paid, later] = [await register(1), await register(2)]
    expect((await call(`POST /v1/test/orders/${paid}/payment`, { outcome: 'paid' })).status).toBe(200)
    expect((await call(`GET /v1/events/${event.id}/orders/${paid}`)).body.data.status).toBe('PAID')
    const twice = await call(`POST /v1/test/orders/${paid}/payment`, { outcome: 'paid' })
    expect(twice).toMatchObject({ status: 409, body: { code: 'invalid_transition' } })
    // oxlint-disable-next-line unicorn/no-thenable -- a field of the wire format, not a promise
    await call(`POST /v1/test/orders/${later}/payment`, { outcome: 'pending', settlesIn: 'PT10M', then: 'paid' })
    expect((await call(`GET /v1/events/${event.id}/orders/${later}`)).body.data.status).toBe('PENDING')
    await call('POST /v1/test/clock/advance', { by: 'PT11M' })
    expect((await call(`GET /v1/events/${event.id}/orders/${later}`)).body.data.status).toBe('PAID')
    const effects = await call('GET /v1/test/effects?kinds=payment.paid')
    expect(effects.body.data.effects).toHaveLength(2)
  })

  it('ends an unpaid order by its own clock', async () => {
    const { call } = await newSandbox(await newCalendar())
    const event = await newEventIn(call, { capacity: 10, tickets: [{ name: 'Seat', price: 2500, currency: 'EUR' }] })
    const ticketId = event.tickets[0]?.id
    const { body } = await call(`POST /public/events/${event.id}/registrations`, { ...guest(1), ticketId })
    const order = `GET /v1/events/${event.id}/orders/${body.data.order.id}`
    await call('POST /v1/test/clock/advance', { by: 'PT5M' })
    expect((await call(order)).body.data.status).toBe('PENDING')
    await call('POST /v1/test/clock/advance', { by: 'P1D' })
    expect((await call(order)).body.data.status).toBe('EXPIRED')
  })

  it('ends with a 409 when the calendar has three', async () => {
    const calendar = await newCalendar()
    const { id } = await newSandbox(calendar)
    await newSandbox(calendar)
    await newSandbox(calendar)
    const fourth = await send(`POST /calendars/${calendar.slug}/sandboxes`, { as: calendar.owner, json: {} })
    expect(fourth).toMatchObject({ status: 409, body: { code: 'sandbox_limit_reached' } })
    const listed = await send(`GET /calendars/${calendar.slug}/sandboxes`, { as: calendar.owner })
    expect(listed.body.data).toHaveLength(3)
    const read = await send(`GET /calendars/${calendar.slug}/sandboxes/${id}`, { as: calendar.owner })
    expect(read.body.data).toEqual(listed.body.data.find((one: { id: string }) => one.id === id))
    expect((await send(`DELETE /calendars/${calendar.slug}/sandboxes/${id}`, { as: calendar.owner })).status).toBe(200)
    expect((await send(`GET /calendars/${calendar.slug}/sandboxes/${id}`, { as: calendar.owner })).status).toBe(404)
    await newSandbox(calendar)
  })
})

describe('the sandboxes of a calendar', () => {
  it.each(['deleted', 'suspended'])('end at once when it is %s', async (how) => {
    const calendar = await newCalendar()
    const { call } = await newSandbox(calendar)
    expect((await call('GET /v1/me')).status).toBe(200)
    const { status } =
      how === 'deleted'
        ? await send(`DELETE /calendars/${calendar.slug}`, { as: calendar.owner })
        : await send(`PUT /calendars/${calendar.slug}/suspension`, {
            token: await operatorToken(),
            json: { suspended: true, reason: 'spam' },
          })
    expect(status).toBe(200)
    expect((await call('GET /v1/me')).status).toBe(401)
  })
})

describe('the way into a sandbox', () => {
  const at = async (path: string, headers: Record<string, string>) =>
    exports.default.fetch(new Request(`https://calendar.test${path}`, { headers }))

  it('refuses live keys, invented test keys and sessions of other calendars', async () => {
    const calendar = await newCalendar()
    const { id, key } = await newSandbox(calendar)
    const live = await newKey(calendar)
    expect((await at(`/s/${id}/api/v1/me`, { 'x-svc-api-key': live.key })).status).toBe(401)
    expect((await at('/api/v1/me', { 'x-svc-api-key': `${key.slice(0, -1)}?` })).status).toBe(401)
    expect((await at(`/s/${id}/api/v1/me`, { 'x-svc-api-key': key })).status).toBe(200)
    const other = await newCalendar()
    const second = await newSandbox(other)
    expect((await at(`/s/${second.id}/api/v1/me`, { 'x-svc-api-key': key })).status).toBe(401)
    expect((await at('/s/sbx_0000000000/e/any', {})).status).toBe(404)
  })

  it('gives a session its role of the live calendar and ignores sessions written by the caller', async () => {
    const calendar = await newCalendar()
    const { id } = await newSandbox(calendar)
    const staff = await addMember(calendar, 'usr_sandbox_staff', 'STAFF')
    const { tokenFor } = await import('../../support/identity.ts')
    const call = async (token: string, method = 'GET', path = `/calendars/${calendar.slug}`) =>
      exports.default.fetch(
        new Request(`https://calendar.test/s/${id}/api${path}`, {
          method,
          headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
          ...(method === 'PATCH' ? { body: '{"name":"Renamed"}' } : {}),
        }),
      )
    expect((await call(await tokenFor(calendar.owner), 'PATCH')).status).toBe(200)
    expect((await call(await tokenFor(staff), 'PATCH')).status).toBe(403)
    expect((await call(await tokenFor('usr_nobody_here'), 'PATCH')).status).toBe(401)
    const forged = btoa(JSON.stringify({ userId: 'usr_mallory', role: 'OWNER', isOperator: true, expiresAt: 4e12 }))
    expect((await call(`session.${forged.replaceAll('=', '')}`, 'PATCH')).status).toBe(401)
  })

  it('is open to an assistant with its key as a bearer token, at both addresses of the tools', async () => {
    const calendar = await newCalendar()
    const { id, key, call } = await newSandbox(calendar)
    await call('POST /v1/events', { title: 'Inside', timezone: 'UTC', startAt: '2030-06-01T10:00:00Z' })
    const tools = async (path: string) => {
      const answer = await exports.default.fetch(
        new Request(`http://127.0.0.1:8787${path}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
          body: JSON.stringify({
            jsonrpc: '2.0',
            id: 1,
            method: 'tools/call',
            params: { name: 'find_events', arguments: {} },
          }),
        }),
      )
      return { status: answer.status, mode: answer.headers.get('X-Svc-Mode'), text: await answer.text() }
    }
    for (const path of ['/mcp', `/s/${id}/mcp`])
      expect(await tools(path), path).toMatchObject({
        status: 200,
        mode: 'test',
        text: expect.stringContaining('Inside'),
      })
    // Elsewhere a bearer token is a session, in a sandbox as in the live service.
    expect((await at('/api/v1/me', { Authorization: `Bearer ${key}` })).status).toBe(401)
  })

  it('creates only test keys that lead to it', async () => {
    const calendar = await newCalendar()
    const { id } = await newSandbox(calendar)
    const { tokenFor } = await import('../../support/identity.ts')
    const made = await exports.default.fetch(
      new Request(`https://calendar.test/s/${id}/api/calendars/${calendar.slug}/api-keys`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${await tokenFor(calendar.owner)}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Receiver', scopes: ['guests:read'] }),
      }),
    )
    const { data } = await made.json<{ data: { id: string; key: string; mode: string } }>()
    expect(data).toMatchObject({ mode: 'test', key: expect.stringMatching(/^svc_test_/) })
    const me = await at('/api/v1/me', { 'x-svc-api-key': data.key })
    expect(await me.json<object>()).toMatchObject({ data: { keyId: data.id, scopes: ['guests:read'] } })
    expect((await send(`GET /calendars/${calendar.slug}/api-keys`, { as: calendar.owner })).body.data).toEqual([])
  })

  it('returns 404 to another calendar', async () => {
    const calendar = await newCalendar()
    const { id } = await newSandbox(calendar)
    const other = await newCalendar()
    for (const method of ['GET', 'DELETE']) {
      const answer = await send(`${method} /calendars/${other.slug}/sandboxes/${id}`, { as: other.owner })
      expect(answer).toMatchObject({ status: 404, body: { code: 'not_found' } })
    }
    expect((await send(`GET /calendars/${calendar.slug}/sandboxes/${id}`, { as: calendar.owner })).status).toBe(200)
  })
})
