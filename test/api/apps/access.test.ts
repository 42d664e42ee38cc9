import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { grantsOf, ISSUER, newApp } from '../../support/apps.ts'
import { asks } from '../../support/asks.ts'
import { setColumns } from '../../support/database.ts'
import { addMember, newCalendar, newEvent, newGuest, newKey, newOrder } from '../../support/factories.ts'
import { callTool, sendMcp } from '../../support/mcp.ts'
import { receiver } from '../../support/webhooks.ts'

asks({
  'GET /calendars/:slug/apps': { role: 'STAFF', isWhole: true },
  'PATCH /calendars/:slug/apps/:grantId': { role: 'STAFF' },
  'DELETE /calendars/:slug/apps/:grantId': { role: 'STAFF' },
})

const newUser = () => `usr_${crypto.randomUUID()}`
const statusOf = async (line: string, token: string) => (await send(line, { token })).status

describe('an access token', () => {
  it('calls the API on its one calendar, with its scopes', async () => {
    const [calendar, other] = [await newCalendar(), await newCalendar()]
    const [event, foreign] = [await newEvent(calendar), await newEvent(other)]
    const { token, clientId } = await newApp(calendar, ['events:read'])
    const me = await send('GET /v1/me', { token })
    const [grant] = await grantsOf(calendar)
    expect(me.body.data).toMatchObject({
      keyId: grant?.id,
      app: { clientId, name: 'Zap', userId: calendar.owner },
      calendar: { id: calendar.id },
      scopes: ['events:read'],
      agentsMay: 'ask',
    })
    expect(await statusOf(`GET /v1/events/${event.id}`, token)).toBe(200)
    expect(await statusOf(`GET /v1/events/${foreign.id}`, token)).toBe(404)
    expect((await send(`GET /v1/events/${event.id}/guests`, { token })).body.code).toBe('scope_missing')
  })

  it('opens no path for sessions, and manages no keys', async () => {
    const calendar = await newCalendar()
    const { token } = await newApp(calendar, ['events:read', 'events:write'])
    for (const line of [
      'GET /me',
      `GET /calendars/${calendar.slug}/api-keys`,
      `GET /v1/api-keys?calendarSlug=${calendar.slug}`,
      `GET /calendars/${calendar.slug}/apps`,
    ])
      expect(await statusOf(line, token), line).toBe(401)
  })

  it('for the API doesn’t open the tools, and one for the tools doesn’t open the API', async () => {
    const calendar = await newCalendar()
    const api = await newApp(calendar, ['events:read'])
    const mcp = await newApp(calendar, ['events:read'], { resource: `${ISSUER}/mcp` })
    expect((await sendMcp('tools/list', {}, { key: api.token })).status).toBe(401)
    expect((await sendMcp('tools/list', {}, { key: mcp.token })).status).toBe(200)
    const refused = await send('GET /v1/me', { token: mcp.token })
    expect(refused.status).toBe(401)
    expect(refused.headers.get('WWW-Authenticate')).toContain(
      `error="invalid_token", resource_metadata="${ISSUER}/.well-known/oauth-protected-resource/api"`,
    )
  })

  it('that is made up, foreign or a refresh token is refused', async () => {
    const calendar = await newCalendar()
    const { token, refreshToken } = await newApp(calendar, ['events:read'])
    const { key } = await newKey(calendar)
    for (const bad of [`${token.slice(0, -1)}-`, token.replace('svc_at_', 'svc_ac_'), refreshToken, key, 'x'])
      expect(await statusOf('GET /v1/me', bad), bad).toBe(401)
    expect((await send('GET /v1/me', { key: token })).status).toBe(401)
  })

  it('is limited by the member’s current role', async () => {
    const calendar = await newCalendar()
    const manager = newUser()
    await addMember(calendar, manager, 'MANAGER')
    const event = await newEvent(calendar)
    const { token } = await newApp(calendar, ['events:read', 'events:write', 'webhooks:read'], {}, manager)
    const rename = () => send(`PATCH /v1/events/${event.id}`, { token, json: { title: 'By an app' } })
    expect((await rename()).status).toBe(200)
    expect((await send('GET /v1/webhooks', { token })).body.code).toBe('scope_missing')
    await addMember(calendar, manager, 'STAFF')
    expect((await rename()).body.code).toBe('scope_missing')
    expect(await statusOf(`GET /v1/events/${event.id}`, token)).toBe(200)
  })

  it('sees no orders in feed, history and tasks after its person becomes a manager', async () => {
    const calendar = await newCalendar()
    const owner = newUser()
    await addMember(calendar, owner, 'OWNER')
    const { event } = await newOrder(calendar, { startAt: Date.now() + 86_400_000, endAt: Date.now() + 90_000_000 })
    const { token } = await newApp(calendar, ['events:read', 'guests:read', 'billing:read'], {}, owner)
    const tasks = async () => (await send('GET /v1/me/attention', { token })).body.data as object[]
    const history = `GET /v1/calendars/${calendar.slug}/changes`
    const objects = async (line: string) => {
      const { body, text } = await send(`${line}?limit=100`, { token })
      expect(body.data, text).toBeDefined()
      return new Set((body.data as { object: string }[]).map(({ object }) => object))
    }
    for (const line of ['GET /v1/changes', history]) expect(await objects(line), line).toContain('order')
    expect(await tasks()).toMatchObject([{ kind: 'UNPAID' }])
    await addMember(calendar, owner, 'MANAGER')
    for (const [line, query] of [
      ['GET /v1/changes', 'types=order'],
      [history, `object=order&id=${event.id}`],
    ] as const) {
      expect(await objects(line), line).not.toContain('order')
      expect((await send(`${line}?${query}`, { token })).body.code, line).toBe('scope_missing')
    }
    expect(await tasks()).toEqual([])
    await addMember(calendar, owner, 'STAFF')
    expect((await send(history, { token })).body.code).toBe('scope_missing')
  })

  it.each(['api', 'mcp'])('for %s is refused while the calendar lacks the plan PRO', async (resource) => {
    const calendar = await newCalendar()
    const { token } = await newApp(calendar, ['events:read'], { resource: `${ISSUER}/${resource}` })
    const ask = () => (resource === 'api' ? send('GET /v1/me', { token }) : sendMcp('tools/list', {}, { key: token }))
    expect((await ask()).status).toBe(200)
    await setColumns('calendars', calendar.id, { plan: 'FREE' })
    const refused = await ask()
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining('PRO')])
    await setColumns('calendars', calendar.id, { plan: 'PRO' })
    expect((await ask()).status).toBe(200)
  })

  it('ends when the person leaves the calendar, and stays ended when they return', async () => {
    const calendar = await newCalendar()
    const manager = newUser()
    await addMember(calendar, manager, 'MANAGER')
    const { token } = await newApp(calendar, ['events:read'], {}, manager)
    expect(await statusOf('GET /v1/me', token)).toBe(200)
    await send(`DELETE /calendars/${calendar.slug}/members/${manager}`, { as: calendar.owner })
    expect(await statusOf('GET /v1/me', token)).toBe(401)
    await addMember(calendar, manager, 'MANAGER')
    expect(await statusOf('GET /v1/me', token)).toBe(401)
    expect(await grantsOf(calendar)).toEqual([])
  })

  it('is named in the feed and the history', async () => {
    const calendar = await newCalendar()
    const { token } = await newApp(calendar, ['events:read', 'events:write'])
    const { cursor } = (await send('GET /v1/changes?cursor=now', { token })).body.meta
    const event = await send('POST /v1/events', {
      token,
      json: { title: 'By an app', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' },
    })
    expect(event.status, event.text).toBe(200)
    const [grant] = await grantsOf(calendar)
    const { data } = (await send(`GET /v1/changes?types=event&cursor=${cursor}`, { token })).body
    expect(data[0].actor).toEqual({ type: 'app', id: grant?.id, via: null })
  })
})

describe('ending an app’s access', () => {
  it('is possible for one’s own apps, and for an owner those of all', async () => {
    const calendar = await newCalendar()
    const [one, two] = [newUser(), newUser()]
    await addMember(calendar, one, 'MANAGER')
    await addMember(calendar, two, 'MANAGER')
    await newApp(calendar, ['events:read'], {}, one)
    const { token } = await newApp(calendar, ['events:read'], {}, two)
    expect(await grantsOf(calendar)).toHaveLength(2)
    const [own] = await grantsOf(calendar, two)
    expect(own).toMatchObject({ userId: two, name: 'Zap', scopes: ['events:read'], lastUsedAt: null })
    const path = `/calendars/${calendar.slug}/apps/${own?.id}`
    const [foreign] = await grantsOf(calendar, one)
    for (const line of [`DELETE ${path}`, `PATCH ${path}`])
      expect((await send(line, { as: one, json: { agentsMay: 'read' } })).status, line).toBe(404)
    expect((await send(`PATCH ${path}`, { as: two, json: { agentsMay: 'read' } })).body.data.agentsMay).toBe('read')
    expect((await send('GET /v1/me', { token })).body.data.agentsMay).toBe('read')
    expect((await send(`DELETE ${path}`, { as: two })).body.data).toMatchObject({ deleted: true })
    expect((await send(`DELETE ${path}`, { as: two })).status).toBe(404)
    const gone = await send(`DELETE /calendars/${calendar.slug}/apps/${foreign?.id}`, { as: calendar.owner })
    expect(gone.status).toBe(200)
  })
})

describe('webhooks of an app', () => {
  const SCOPES = ['events:read', 'guests:read', 'webhooks:read', 'webhooks:write']
  const create = async (token: string) => {
    const answer = await send('POST /v1/webhooks', {
      token,
      json: { url: receiver('200').url, events: ['event.updated'] },
    })
    expect(answer.status, answer.text).toBe(201)
    return answer.body.data.id as string
  }
  const listed = async (calendar: { slug: string; owner: string }) =>
    (await send(`GET /calendars/${calendar.slug}/webhooks`, { as: calendar.owner })).body.data

  it('are seen by no other app and no key', async () => {
    const calendar = await newCalendar()
    const [one, two] = [await newApp(calendar, SCOPES), await newApp(calendar, SCOPES)]
    const { key } = await newKey(calendar)
    const id = await create(one.token)
    expect((await send('GET /v1/webhooks', { token: one.token })).body.data).toMatchObject([{ id }])
    for (const as of [{ token: two.token }, { key }]) {
      expect((await send('GET /v1/webhooks', as)).body.data).toEqual([])
      expect((await send(`PATCH /v1/webhooks/${id}`, { ...as, json: { isActive: false } })).status).toBe(404)
      expect((await send(`DELETE /v1/webhooks/${id}`, as)).status).toBe(404)
    }
    const renewed = await send(`PATCH /v1/webhooks/${id}`, { token: one.token, json: { isActive: true } })
    expect(renewed.status, renewed.text).toBe(200)
    expect((await send('GET /v1/webhooks', { token: one.token })).body.data).toMatchObject([{ id }])
  })

  it('are deactivated when the access ends, when the person leaves and when they lose the role', async () => {
    const calendar = await newCalendar()
    const ended = { isActive: false, disabledReason: 'grant_revoked' }
    const path = `/calendars/${calendar.slug}`
    await create((await newApp(calendar, SCOPES)).token)
    const [grant] = await grantsOf(calendar)
    await send(`DELETE ${path}/apps/${grant?.id}`, { as: calendar.owner })
    expect(await listed(calendar)).toMatchObject([ended])
    for (const lose of [
      (userId: string) => send(`DELETE ${path}/members/${userId}`, { as: calendar.owner }),
      (userId: string) => addMember(calendar, userId, 'MANAGER'),
    ]) {
      const userId = newUser()
      await addMember(calendar, userId, 'OWNER')
      const id = await create((await newApp(calendar, SCOPES, {}, userId)).token)
      await lose(userId)
      const found = (await listed(calendar)).find((each: { id: string }) => each.id === id)
      expect(found).toMatchObject(ended)
    }
  })

  it('can’t be made for types that the app may not read', async () => {
    const calendar = await newCalendar()
    const { token } = await newApp(calendar, ['webhooks:write', 'webhooks:read'])
    const answer = await send('POST /v1/webhooks', {
      token,
      json: { url: receiver('200').url, events: ['order.updated'] },
    })
    expect(answer.body.code).toBe('scope_missing')
  })
})

describe('an app as an assistant', () => {
  it('must ask the person before a write with effects, unless its owner allows more', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    await newGuest(event)
    const scopes = ['events:read', 'events:write', 'guests:read']
    const { token } = await newApp(calendar, scopes, { resource: `${ISSUER}/mcp` })
    const result = await callTool(token, 'cancel_event', { eventId: event.id }, { mayAsk: false })
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('agents_must_ask') }] })
    const { requestState } = await callTool(token, 'cancel_event', { eventId: event.id })
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
    await callTool(token, 'cancel_event', { eventId: event.id }, { requestState, inputResponses })
    expect((await send(`GET /events/${event.id}`, { as: calendar.owner })).body.data.status).toBe('CANCELLED')
    const history = await send(`GET /calendars/${calendar.slug}/changes?object=event`, { as: calendar.owner })
    expect(history.body.data[0].actor).toMatchObject({ type: 'app', via: 'test 1' })
  })
})
