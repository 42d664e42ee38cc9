import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newGuest, newKey } from '../../support/factories.ts'
import { callTool, sendMcp } from '../../support/mcp.ts'

const start = async () => {
  const calendar = await newCalendar()
  const { key, id } = await newKey(calendar)
  const event = await newEvent(calendar, { title: 'Harbour Day' })
  const limit = async (agentsMay: string) => {
    const answer = await send(`PATCH /calendars/${calendar.slug}/api-keys/${id}`, {
      as: calendar.owner,
      json: { agentsMay },
    })
    expect(answer.body.data, answer.text).toMatchObject({ agentsMay })
  }
  return { calendar, key, id, event, limit }
}

const statusOf = async (key: string, id: string) => (await send(`GET /v1/events/${id}`, { key })).body.data.status

describe('assistant in feed and history', () => {
  it('is named with its program, next to the key that it uses', async () => {
    const { calendar, key, id } = await start()
    const { cursor } = (await send('GET /v1/changes?cursor=now', { key })).body.meta
    await callTool(key, 'draft_event', { title: 'By an assistant', startAt: '2031-01-01T10:00:00Z' })
    const made = await send('POST /v1/events', {
      key,
      json: { title: 'By the key', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' },
    })
    expect(made.status, made.text).toBe(200)
    const feed = (await send(`GET /v1/changes?types=event&cursor=${cursor}`, { key })).body.data
    expect(feed.map(({ actor }: { actor: object }) => actor)).toEqual([
      { type: 'key', id, via: 'test 1' },
      { type: 'key', id, via: null },
    ])
    const history = await send(`GET /calendars/${calendar.slug}/changes?actor=${id}&object=event`, {
      as: calendar.owner,
    })
    expect(history.body.data.map(({ actor }: { actor: { via: string } }) => actor.via)).toEqual([null, 'test 1'])
  })

  it('is called mcp if its program gives no name, and loses control characters', async () => {
    const { key } = await start()
    const { cursor } = (await send('GET /v1/changes?cursor=now', { key })).body.meta
    const draft = { name: 'draft_event', arguments: { title: 'Draft', startAt: '2031-01-01T10:00:00Z' } }
    const meta = (clientInfo?: object) => ({
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientCapabilities': {},
      ...(clientInfo === undefined ? {} : { 'io.modelcontextprotocol/clientInfo': clientInfo }),
    })
    await sendMcp('tools/call', draft, { key, meta: meta() })
    await sendMcp('tools/call', draft, { key, meta: meta({ name: `a\n\u{202E}b${'c'.repeat(500)}` }) })
    const feed = (await send(`GET /v1/changes?types=event&cursor=${cursor}`, { key })).body.data
    expect(feed.map(({ actor }: { actor: { via: string } }) => actor.via)).toEqual(['mcp', `a b${'c'.repeat(97)}`])
  })
})

describe('agentsMay of a key', () => {
  it('is confirm for a new key', async () => {
    const { calendar, key } = await start()
    const listed = await send(`GET /calendars/${calendar.slug}/api-keys`, { as: calendar.owner })
    expect(listed.body.data).toMatchObject([{ agentsMay: 'confirm' }])
    expect((await send('GET /v1/me', { key })).body.data).toMatchObject({ agentsMay: 'confirm' })
  })

  it('read refuses every tool that writes, and none that reads', async () => {
    const { key, event, limit } = await start()
    await newGuest(event)
    await limit('read')
    const writes: [string, object][] = [
      ['draft_event', { title: 'Draft', startAt: '2031-01-01T10:00:00Z' }],
      ['change_event', { eventId: event.id, title: 'Changed' }],
      ['cancel_event', { eventId: event.id }],
      ['run_operation', { id: 'events.update', params: { eventId: event.id }, body: { title: 'Changed' } }],
    ]
    for (const [name, args] of writes) {
      const result = await callTool(key, name, args as Record<string, unknown>)
      expect(result, name).toMatchObject({
        isError: true,
        content: [{ text: expect.stringContaining('agents_may_only_read') }],
      })
    }
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
    const read = await callTool(key, 'read_event', { eventId: event.id })
    expect(read.structuredContent.event).toMatchObject({ id: event.id })
  })

  it('ask refuses a client that can’t ask, and a token that an assistant confirms itself', async () => {
    const { key, event, limit } = await start()
    await newGuest(event)
    const quote = await callTool(key, 'cancel_event', { eventId: event.id }, { mayAsk: false })
    const { token } = quote.structuredContent.quote as { token: string }
    await limit('ask')
    const refused = { isError: true, content: [{ text: expect.stringContaining('agents_must_ask') }] }
    for (const mayAsk of [true, false]) {
      expect(await callTool(key, 'cancel_event', { eventId: event.id, confirm: token }, { mayAsk })).toMatchObject(
        refused,
      )
    }
    expect(await callTool(key, 'cancel_event', { eventId: event.id }, { mayAsk: false })).toMatchObject(refused)
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
    const { requestState } = await callTool(key, 'cancel_event', { eventId: event.id })
    const inputResponses = { confirm: { action: 'accept', content: { confirm: true } } }
    await callTool(key, 'cancel_event', { eventId: event.id }, { requestState, inputResponses })
    expect(await statusOf(key, event.id)).toBe('CANCELLED')
  })

  it('doesn’t limit programs that use the key over the API', async () => {
    const { key, event, limit } = await start()
    await limit('read')
    const changed = await send(`PATCH /v1/events/${event.id}`, { key, json: { title: 'By a program' } })
    expect(changed.body.data, changed.text).toMatchObject({ title: 'By a program' })
  })
})
