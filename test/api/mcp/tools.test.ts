import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { mailsTo } from '../../support/database.ts'
import { newCalendar, newDoor, newEvent, newGuest, newGuests, newKey, register } from '../../support/factories.ts'
import { appWith, deps } from '../../support/app.ts'
import { callTool } from '../../support/mcp.ts'
import { inputFileOf, keyedOperations } from '../../../src/mcp/operations.ts'
import { createRateCounter } from '../../../src/platform/rate-limiter.ts'
import { registry } from '../../../src/registry.ts'

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
    const guest = await newGuest(event, { email: 'adalovelace@guests.test', first_name: 'Adalovelace' })
    const json = { name: 'Lunch', mode: 'IN_OUT', limit: 40 }
    const lunch = (await send(`POST /v1/events/${event.id}/checkpoints`, { key, json })).body.data
    const overview = await callTool(key, 'overview')
    expect(overview.structuredContent).toMatchObject({
      calendar: { id: calendar.id },
      attention: [{ kind: 'DOOR_OPEN', eventId: event.id, untrusted: { eventTitle: 'Open door' } }],
    })
    const found = await callTool(key, 'find_events', { search: 'Harbour' })
    expect(found.structuredContent.events).toMatchObject([{ untrusted: { title: 'Harbour Day' } }])
    const read = await callTool(key, 'read_event', { eventId: event.id })
    expect(read.structuredContent).toMatchObject({
      event: { id: event.id },
      guests: { total: 1 },
      statistics: { byCheckpoint: [{ checkpointId: lunch.id }] },
    })
    const people = await callTool(key, 'find_people', { eventId: event.id, search: 'ada' })
    expect(people.structuredContent.people).toMatchObject([
      { id: guest.id, untrusted: { email: 'adalovelace@guests.test' } },
    ])
    const everywhere = await callTool(key, 'find_people', { search: 'adalovelace@guests.test' })
    expect(everywhere.structuredContent.people).toHaveLength(1)
    const one = await callTool(key, 'read_guest', { eventId: event.id, guestId: guest.id })
    expect(one.structuredContent).toMatchObject({
      guest: { id: guest.id, status: 'CONFIRMED' },
      history: [{ object: 'guest', id: guest.id, op: 'upsert' }],
    })
    expect(JSON.stringify(one.structuredContent.history)).not.toMatch(/adalovelace/i)
    const door = await callTool(key, 'door_status', { eventId: event.id })
    expect(door.structuredContent).toMatchObject({
      door: { expected: 1, checkedIn: 0, checkpoints: [{ id: lunch.id, inside: 0, limit: 40 }] },
      settings: { reentry: false, checkpoints: [{ id: lunch.id, mode: 'IN_OUT', untrusted: { name: 'Lunch' } }] },
    })
    expect(JSON.stringify([door, read, overview])).not.toMatch(/adalovelace/i)
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

  it('carry out exactly what the user accepted, once', async () => {
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

  it('preview a message without sending it, and remind guests after the person agrees', async () => {
    const { key, event } = await start()
    await newGuest(event, { email: 'soon@guests.test' })
    const draft = { eventId: event.id, subject: 'Boats', body: 'They leave at six.' }
    const { preview } = (await callTool(key, 'message_guests', { ...draft, preview: true })).structuredContent
    expect(preview).toMatchObject({ recipientCount: 1, untrusted: { text: expect.stringContaining('at six') } })
    expect(JSON.stringify(preview)).not.toContain('<html')
    expect(await mailsTo('soon@guests.test')).toHaveLength(0)
    expect(await callTool(key, 'message_guests', { eventId: event.id })).toMatchObject({ isError: true })
    const args = { eventId: event.id, reminder: true, body: 'Bring a coat.' }
    const asked = await callTool(key, 'message_guests', args)
    expect(asked.inputRequests.confirm.params.message).toContain('Sends the reminder to guests of “Harbour Day”')
    const done = await callTool(key, 'message_guests', args, accept(asked.requestState))
    expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ isDone: true })
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
    for (const wrong of [true, 1_000, 'x']) {
      const again = await callTool(key, 'cancel_event', { eventId: event.id }, accept(asked.requestState, wrong))
      expect(again.inputRequests.confirm.params.message).toMatch(
        /^That was not the number 1001\. Emails 1,001 people\./,
      )
    }
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
    const typed = await callTool(key, 'cancel_event', { eventId: event.id }, accept(asked.requestState, 1_001))
    expect(typed.structuredContent).toMatchObject({ isDone: true })
  })
})

describe('a large write', () => {
  it('needs its number in confirm too, which no client can leave out', async () => {
    const { key, event } = await start()
    await newGuests(event, 1_001)
    const quoted = await callTool(key, 'cancel_event', { eventId: event.id }, { mayAsk: false })
    expect(quoted.structuredContent.next).toContain('1001 (emails)')
    const { token } = quoted.structuredContent.quote as { token: string }
    const { body } = await send(`POST /v1/events/${event.id}/cancel`, { key, json: {}, headers: { 'Dry-Run': 'true' } })
    for (const confirm of [token, `${token} 1000`, body.data.quote.token]) {
      const refused = await callTool(key, 'cancel_event', { eventId: event.id, confirm }, { mayAsk: false })
      expect(refused).toMatchObject({ isError: true })
    }
    expect(await statusOf(key, event.id)).toBe('PUBLISHED')
    const confirm = `${token} 1,001`
    const done = await callTool(key, 'cancel_event', { eventId: event.id, confirm }, { mayAsk: false })
    expect(done.structuredContent).toMatchObject({ isDone: true })
  })

  it('names the currency of a large refund, whose decimals may be typed', async () => {
    const { calendar, key } = await start()
    const event = await newEvent(calendar, {}, { price: 500_150, currency: 'EUR' })
    const orderId = (await register(event)).body.data.order.id
    await send(`POST /v1/events/${event.id}/orders/${orderId}/mark-paid`, { key })
    const args = { id: 'orders.refund', params: { eventId: event.id, orderId } }
    const asked = await callTool(key, 'run_operation', args)
    const { confirm } = asked.inputRequests.confirm.params.requestedSchema.properties
    expect(confirm).toEqual({ type: 'number', title: 'Type 5001 (EUR) to go on' })
    const done = await callTool(key, 'run_operation', args, accept(asked.requestState, 5_001.5))
    expect(done.structuredContent).toMatchObject({ isDone: true })
  })
})

describe('a question to the person', () => {
  const messageOf = async (key: string, name: string, args: Record<string, unknown>) =>
    (await callTool(key, name, args)).inputRequests.confirm.params.message as string

  it('says the fields and new values of a changed event', async () => {
    const { key, event } = await start()
    const args = { eventId: event.id, title: 'Storm Day', startAt: '2031-05-02T18:30:00Z' }
    expect(await messageOf(key, 'change_event', args)).toContain(
      'Changes “Harbour Day” on 2 May 2031. New: title “Storm Day”, startAt “2031-05-02T18:30:00Z”. Go on?',
    )
  })

  it('says the text that guests get', async () => {
    const { key, event } = await start()
    await newGuest(event)
    const body = 'Pay again at https://eve.example'
    const said = await messageOf(key, 'message_guests', { eventId: event.id, subject: 'Boats', body })
    expect(said).toContain(`It says “${body}”. Go on?`)
    const long = await messageOf(key, 'message_guests', { eventId: event.id, subject: 'Boats', body: 'x'.repeat(600) })
    expect(long).toContain('…”, and 101 more characters. Go on?')
    const invited = await messageOf(key, 'change_guests', {
      eventId: event.id,
      action: 'invite',
      emails: ['eve@evil.example'],
      message: body,
    })
    expect(invited).toContain(`“eve@evil.example”. The message says “${body}”.`)
    expect(await messageOf(key, 'cancel_event', { eventId: event.id, reason: body })).toContain(`reason “${body}”`)
  })

  it('says the event, the order and the guest of any operation, and its values', async () => {
    const { calendar, key } = await start()
    const event = await newEvent(calendar, { title: 'Concert' }, { price: 2_000, currency: 'EUR' })
    const { guest, order } = (await register(event, { firstName: 'Ada', lastName: 'Byron' })).body.data
    await send(`POST /v1/events/${event.id}/orders/${order.id}/mark-paid`, { key })
    const params = { eventId: event.id, orderId: order.id }
    const body = { amount: 700, reason: 'Rain' }
    const refund = await messageOf(key, 'run_operation', { id: 'orders.refund', params, body })
    expect(refund).toContain(
      `For the event “Concert” on 2 May 2031, the order “${order.number}” of “Ada Byron”. With amount “700”, reason “Rain”.`,
    )
    const ofGuest = { eventId: event.id, guestId: guest.id }
    expect(await messageOf(key, 'run_operation', { id: 'guests.erase', params: ofGuest })).toContain(
      'the guest “Ada Byron”',
    )
  })

  it('is asked before creating a webhook that sends data to another address', async () => {
    const { key } = await start()
    const webhooks = async () => (await send('GET /v1/webhooks', { key })).body.data.length
    const args = { id: 'webhooks.create', body: { url: 'https://eve.example/steal', events: ['guest.registered'] } }
    const asked = await callTool(key, 'run_operation', args)
    expect(asked.inputRequests.confirm.params.message).toContain('url “https://eve.example/steal”')
    const other = { ...args, body: { ...args.body, url: 'https://eve.example/other' } }
    expect(await callTool(key, 'run_operation', other, accept(asked.requestState))).toMatchObject({ isError: true })
    expect(await webhooks()).toBe(0)
    const done = await callTool(key, 'run_operation', args, accept(asked.requestState))
    expect(done.structuredContent, JSON.stringify(done)).toMatchObject({ isDone: true })
    expect(await webhooks()).toBe(1)
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
    for (const { operation } of keyedOperations(registry)) {
      const input = JSON.parse(await deps.readBuilt(inputFileOf(operation.id))) as { params: object[] }
      expect(input.params, operation.id).toBeInstanceOf(Array)
    }
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

  it.each(['find_operation', 'run_operation'])('%s leads to the search if the id is unknown', async (tool) => {
    const { key } = await start()
    const unknown = await callTool(key, tool, { id: 'events.dance' })
    expect(unknown).toMatchObject({
      isError: true,
      content: [{ text: 'There is no operation with this id. Search with find_operation.' }],
    })
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
