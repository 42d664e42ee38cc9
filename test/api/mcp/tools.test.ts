import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { mailsTo } from '../../support/database.ts'
import { newCalendar, newDoor, newEvent, newGuest, newGuests, newKey, register } from '../../support/factories.ts'
import { appWith } from '../../support/app.ts'
import { callTool } from '../../support/mcp.ts'
import { createRateCounter } from '../../../src/platform/rate-limiter.ts'

const start = async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const event = await newEvent(calendar, { title: 'Harbour Day' })
  return { calendar, key, event }
}

const accept = (requestState: string, confirm: unknown = true) => ({
  requestState,
  inputResponses: { confirm: { action: 'accept', content: { confirm } } },
})
const statusOf = async (key: string, id: string) => (await send(`GET /v1/events/${id}`, { key })).body.data.status

describe('tools that read', () => {
  it('show the calendar, events, people, a guest, the door and changes', async () => {
    const { calendar, key } = await start()
    const event = await newDoor(calendar, { title: 'Open door' })
    const guest = await newGuest(event, { email: 'ada@guests.test', first_name: 'Ada' })
    const overview = await callTool(key, 'overview')
    expect(overview.structuredContent.calendar).toMatchObject({ id: calendar.id })
    const found = await callTool(key, 'find_events', { search: 'Harbour' })
    expect(found.structuredContent.events).toMatchObject([{ untrusted: { title: 'Harbour Day' } }])
    const read = await callTool(key, 'read_event', { eventId: event.id })
    expect(read.structuredContent).toMatchObject({ event: { id: event.id }, guests: { total: 1 } })
    const people = await callTool(key, 'find_people', { eventId: event.id, search: 'ada' })
    expect(people.structuredContent.people).toMatchObject([{ id: guest.id, untrusted: { email: 'ada@guests.test' } }])
    const everywhere = await callTool(key, 'find_people', { search: 'ada@guests.test' })
    expect(everywhere.structuredContent.people).toHaveLength(1)
    const one = await callTool(key, 'read_guest', { eventId: event.id, guestId: guest.id })
    expect(one.structuredContent.guest).toMatchObject({ id: guest.id, status: 'CONFIRMED' })
    const door = await callTool(key, 'door_status', { eventId: event.id })
    expect(door.structuredContent.door).toMatchObject({ expected: 1, checkedIn: 0 })
    expect(JSON.stringify([door, read, overview])).not.toMatch(/ada/i)
    const { cursor } = (await callTool(key, 'what_changed')).structuredContent as { cursor: string }
    await callTool(key, 'draft_event', { title: 'New', startAt: '2031-01-01T10:00:00Z' })
    const changed = await callTool(key, 'what_changed', { cursor })
    expect(changed.structuredContent.changes).toContainEqual(
      expect.objectContaining({ object: 'event', op: 'upsert', actor: expect.objectContaining({ type: 'key' }) }),
    )
  })

  it('return a refusal of the service as an error that the assistant can read', async () => {
    const { key } = await start()
    const result = await callTool(key, 'read_event', { eventId: 'evt_unknown' })
    expect(result).toMatchObject({ isError: true, content: [{ text: expect.stringContaining('not_found') }] })
  })
})

describe('draft_event', () => {
  it('creates drafts only, and one for each idempotency key', async () => {
    const { key, event } = await start()
    const fields = { title: 'Draft', startAt: '2031-01-01T10:00:00Z', idempotencyKey: 'once' }
    const [first, second] = [await callTool(key, 'draft_event', fields), await callTool(key, 'draft_event', fields)]
    expect(first.structuredContent.event).toMatchObject({ status: 'DRAFT' })
    expect(second.structuredContent.event.id).toBe(first.structuredContent.event.id)
    const copy = await callTool(key, 'draft_event', { copyOf: event.id })
    expect(copy.structuredContent.event).toMatchObject({ status: 'DRAFT' })
  })
})

describe('tools with effects', () => {
  it('ask the person with the quote, and do nothing if they decline', async () => {
    const { key, event } = await start()
    await newGuest(event, { email: 'told@guests.test' })
    const asked = await callTool(key, 'cancel_event', { eventId: event.id })
    expect(asked.resultType).toBe('input_required')
    expect(asked.inputRequests.confirm.params.message).toMatch(
      /^Emails 1 person\. .*Cancels “Harbour Day” on 2 May 2031\. Go on\?$/,
    )
    const { requestState } = asked
    for (const response of [
      { action: 'decline' },
      { action: 'decline', content: { confirm: true } },
      { action: 'cancel' },
      { action: 'accept', content: { confirm: false } },
      { action: 'accept', content: {} },
      {},
    ]) {
      const inputResponses = { confirm: response }
      const declined = await callTool(key, 'cancel_event', { eventId: event.id }, { requestState, inputResponses })
      expect(declined.structuredContent).toMatchObject({ isDone: false })
    }
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
    expect(await mailsTo('told@guests.test')).toHaveLength(0)
  })

  it('do exactly what the person accepted, once', async () => {
    const { key, event } = await start()
    await newGuest(event, { email: 'once@guests.test' })
    const { requestState } = await callTool(key, 'cancel_event', { eventId: event.id })
    for (const _repeat of [1, 2]) {
      const done = await callTool(key, 'cancel_event', { eventId: event.id }, accept(requestState))
      expect(done.structuredContent).toMatchObject({ isDone: true, data: { status: 'CANCELLED' } })
    }
    const { data } = (await send('GET /v1/changes?types=event', { key })).body
    const [, ...changes] = (data as { fields: string[] }[]).filter(({ fields }) => fields.includes('status'))
    expect(changes, 'after the creation').toHaveLength(1)
  })

  it('ask again if the effects have changed', async () => {
    const { key, event } = await start()
    const first = await callTool(key, 'cancel_event', { eventId: event.id })
    await newGuest(event, { email: 'late@guests.test' })
    const second = await callTool(key, 'cancel_event', { eventId: event.id }, accept(first.requestState))
    expect(second.resultType).toBe('input_required')
    expect(second.inputRequests.confirm.params.message).toContain('Emails 1 person.')
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
  })

  it('return the quote to clients that can’t ask, and act on its token', async () => {
    const { key, event } = await start()
    const args = { eventId: event.id, publish: false, startAt: '2031-05-02T18:30:00Z' }
    const quoted = await callTool(key, 'change_event', args, { mayAsk: false })
    expect(quoted.structuredContent, JSON.stringify(quoted)).toMatchObject({
      isDone: false,
      quote: { people: { mailed: 0 } },
    })
    const confirm = quoted.structuredContent.quote.token as string
    const done = await callTool(key, 'change_event', { ...args, confirm }, { mayAsk: false })
    expect(done.structuredContent).toMatchObject({ isDone: true, data: { startAt: '2031-05-02T18:30:00.000Z' } })
  })

  it('refuse forged quotes, and quotes of another key, tool or argument', async () => {
    const { key, event } = await start()
    const other = await start()
    const { requestState } = await callTool(key, 'cancel_event', { eventId: event.id })
    const foreign = (await callTool(other.key, 'cancel_event', { eventId: other.event.id })).requestState
    const middle = Math.floor(requestState.length / 2)
    const changed = requestState[middle] === 'A' ? 'B' : 'A'
    const forged = ['quo_forged', '', foreign, requestState.slice(0, middle) + changed + requestState.slice(middle + 1)]
    for (const state of forged) {
      const answer = await callTool(key, 'cancel_event', { eventId: event.id }, accept(state))
      expect(answer).toMatchObject({ isError: true })
    }
    for (const args of [{ reason: 'Other' }, { suppressNotifications: true }]) {
      const answer = await callTool(key, 'cancel_event', { eventId: event.id, ...args }, accept(requestState))
      expect(answer).toMatchObject({ isError: true })
    }
    const otherTool = await callTool(key, 'change_event', { eventId: event.id, title: 'X' }, accept(requestState))
    expect(otherTool).toMatchObject({ isError: true })
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
  })

  it('message, approve and invite guests after the person agrees', async () => {
    const { key, event } = await start()
    const pending = await newGuest(event, { email: 'pending@guests.test', status: 'PENDING' })
    await newGuest(event, { email: 'in@guests.test' })
    const steps = [
      ['message_guests', { eventId: event.id, subject: 'Boats', body: 'They leave at six.' }],
      ['change_guests', { eventId: event.id, action: 'approve', guestIds: [pending.id] }],
      ['change_guests', { eventId: event.id, action: 'invite', emails: ['new@guests.test'] }],
    ] as const
    for (const [name, args] of steps) {
      const { requestState, inputRequests } = await callTool(key, name, args)
      expect(inputRequests.confirm.params.message).toContain('Emails 1 person.')
      const done = await callTool(key, name, args, accept(requestState))
      expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ isDone: true })
    }
  })

  it('name amounts with the decimals of ISO 4217', async () => {
    const { calendar, key } = await start()
    const event = await newEvent(calendar, {}, { price: 175_000, currency: 'HUF' })
    const orderId = (await register(event)).body.data.order.id
    await send(`POST /v1/events/${event.id}/orders/${orderId}/mark-paid`, { key })
    const asked = await callTool(key, 'run_operation', { id: 'orders.refund', params: { eventId: event.id, orderId } })
    expect(asked.inputRequests.confirm.params.message).toMatch(/^Refunds HUF 1,750\.00\. /)
  })

  it('let the person type the number of people if there are more than 1,000', async () => {
    const { key, event } = await start()
    await newGuests(event, 1_001)
    const asked = await callTool(key, 'cancel_event', { eventId: event.id })
    expect(asked.inputRequests.confirm.params.requestedSchema.properties.confirm).toMatchObject({ type: 'integer' })
    const ticked = await callTool(key, 'cancel_event', { eventId: event.id }, accept(asked.requestState, true))
    expect(ticked.structuredContent).toMatchObject({ isDone: false })
    const typed = await callTool(key, 'cancel_event', { eventId: event.id }, accept(asked.requestState, 1_001))
    expect(typed.structuredContent).toMatchObject({ isDone: true })
  })
})

describe('find_operation and run_operation', () => {
  it('find an operation by words and describe its input without references', async () => {
    const { key } = await start()
    const found = await callTool(key, 'find_operation', { search: 'refund order' })
    expect(found.structuredContent.operations[0]).toMatchObject({ id: 'orders.refund', writes: true })
    const one = await callTool(key, 'find_operation', { id: 'events.create' })
    expect(one.structuredContent.body.properties).toMatchObject({ title: { type: 'string' } })
    expect(JSON.stringify(one)).not.toContain('$ref')
  })

  it('read and write without effects at once, and ask before effects', async () => {
    const { key, event } = await start()
    const params = { eventId: event.id }
    const read = await callTool(key, 'run_operation', { id: 'tickets.list', params })
    expect(read.structuredContent.data).toHaveLength(1)
    const ticket = await callTool(key, 'run_operation', { id: 'tickets.create', params, body: { name: 'Quay' } })
    expect(ticket.structuredContent.data.untrusted).toMatchObject({ name: 'Quay' })
    const asked = await callTool(key, 'run_operation', { id: 'events.delete', params })
    expect(asked.inputRequests.confirm.params.message).toContain('Deletes 3 objects.')
    await callTool(key, 'run_operation', { id: 'events.delete', params }, accept(asked.requestState))
    expect((await send(`GET /v1/events/${event.id}`, { key })).status).toBe(404)
  })

  it('return files and missing parameters as errors', async () => {
    const { key, event } = await start()
    const missing = await callTool(key, 'run_operation', { id: 'events.read', params: {} })
    expect(missing.content[0].text).toContain('params.eventId')
    const file = await callTool(key, 'run_operation', { id: 'guests.export', params: { eventId: event.id } })
    expect(file).toMatchObject({ isError: true })
  })
})

describe('rate limit', () => {
  it('refuses more than 60 tool calls a minute with 429 and the time to wait', async () => {
    const { key } = await start()
    const app = appWith({ limiter: createRateCounter(() => 1, 1) })
    const body = JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'find_operation', arguments: { search: 'x' } },
    })
    const answers: Response[] = []
    for (let call = 0; call < 61; call += 1) {
      const headers = { 'Content-Type': 'application/json', 'x-svc-api-key': key }
      answers.push(await app.request('http://127.0.0.1:8787/mcp', { method: 'POST', headers, body }))
    }
    expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 60 }, () => 200), 429])
    expect(Number(answers.at(-1)?.headers.get('Retry-After'))).toBeGreaterThan(0)
  })
})
