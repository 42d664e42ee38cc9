import { beforeAll, describe, expect, it } from 'vitest'
import type { Deps } from '../../src/deps.ts'
import { base64url, fromBase64url, utf8 } from '../../src/kernel/crypto.ts'
import { dryRun, type QuotedRequest } from '../../src/operation/quotes.ts'
import { registry } from '../../src/registry.ts'
import { send } from '../support/api.ts'
import { appWith, deps } from '../support/app.ts'
import { deliveriesOfWebhook, mailsOf, ordersOf } from '../support/database.ts'
import {
  newCalendar,
  newEvent,
  newGuests,
  newKey,
  newOrder,
  newWebhook,
  register,
  type Calendar,
} from '../support/factories.ts'
import { pay } from '../support/orders.ts'
import { storedState } from '../support/quotes.ts'

let calendar: Calendar
let key: string
beforeAll(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar)).key
})

type Sent = Parameters<typeof send>[1]
const ask = (line: string, sent: Sent & object = {}, dry = 'true') =>
  send(line, { key, ...sent, headers: { 'Dry-Run': dry } })
const carryOut = (line: string, token: string, sent: Sent & object = {}) =>
  send(line, { key, ...sent, headers: { Quote: token } })
const quoteOf = async (line: string, sent: Sent & object = {}) => {
  const { status, body, text } = await ask(line, sent)
  expect(status, text).toBe(200)
  return body.data.quote
}

const eventWith = async (guests: number) => {
  const event = await newEvent(calendar, {}, {})
  if (guests > 0) await newGuests(event, guests)
  return event
}
const reading = (event: { id: string }) => send(`GET /v1/events/${event.id}`, { key })

describe('Dry-Run', () => {
  it('lists the recipients and the changes of a cancellation, and changes nothing', async () => {
    const event = await eventWith(3)
    const webhook = await newWebhook(event, 'https://hooks.test/', { events: ['event.cancelled'] })
    const before = await storedState()
    const answer = await ask(`POST /v1/events/${event.id}/cancel`, { json: { reason: 'Rain' } })
    expect([answer.status, answer.headers.get('Dry-Run')]).toEqual([200, 'true'])
    const { token, expiresAt, ...effects } = answer.body.data.quote
    expect(effects).toEqual({
      people: { count: 3, mailed: 3, list: expect.any(Array), next: null },
      money: [],
      changes: { event: 1 },
      deleted: [],
      webhooks: 1,
    })
    expect(effects.people.list).toHaveLength(3)
    expect(token).toMatch(/^quo_[\w-]+$/)
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now())
    expect(await storedState()).toEqual(before)
    expect(await deliveriesOfWebhook(webhook)).toEqual([])
    expect((await reading(event)).body.data.status).toBe('PUBLISHED')
  })

  it('counts no recipients if the write sends no email', async () => {
    const event = await eventWith(2)
    const { people } = await quoteOf(`POST /v1/events/${event.id}/cancel`, { json: { suppressNotifications: true } })
    expect(people).toEqual({ count: 0, mailed: 0, list: [], next: null })
  })

  it('lists the audience of an announcement', async () => {
    const event = await eventWith(0)
    for (const name of ['ada', 'bob']) await register(event, { email: `${name}@guests.example` })
    const line = `POST /v1/events/${event.id}/announcements`
    const { people, changes } = await quoteOf(line, { json: { subject: 'Hello', body: 'Bring a coat.' } })
    expect(people).toEqual({ count: 2, mailed: 2, list: ['ada@guests.example', 'bob@guests.example'], next: null })
    expect(changes).toEqual({ announcement: 1 })
  })

  it('returns the amount of a refund', async () => {
    const { event, order } = await newOrder(calendar)
    await pay(calendar, event, order.id)
    const quote = await quoteOf(`POST /v1/events/${event.id}/orders/${order.id}/refund`, { json: { amount: 700 } })
    expect(quote.money).toEqual([{ currency: order.currency, refunded: 700, charged: 0 }])
    expect(quote.changes).toMatchObject({ refund: 1, order: 1 })
    expect(await ordersOf(event)).toMatchObject([{ refunded: 0 }])
  })

  it('lists deleted objects', async () => {
    const event = await eventWith(0)
    const { deleted } = await quoteOf(`DELETE /v1/events/${event.id}`)
    expect(deleted).toContainEqual({ object: 'event', id: event.id })
    expect((await reading(event)).status).toBe(200)
  })

  it('returns the refusal of the write', async () => {
    const event = await eventWith(1)
    const answer = await ask(`DELETE /v1/events/${event.id}`)
    expect([answer.status, answer.body.code]).toEqual([409, 'event_has_guests'])
  })

  it('hides addresses from keys that may not read guests', async () => {
    const event = await eventWith(2)
    const { key: blind } = await newKey(calendar, ['events:write'])
    const { people } = await quoteOf(`POST /v1/events/${event.id}/cancel`, { key: blind })
    expect(people).toEqual({ count: 2, mailed: 2, list: null, next: null })
  })

  it('lists more than 1,000 addresses in pages', async () => {
    const event = await eventWith(1_030)
    const line = `POST /v1/events/${event.id}/cancel`
    const first = await quoteOf(line)
    expect([first.people.count, first.people.list.length]).toEqual([1_030, 1_000])
    const { body } = await ask(line, {}, `after=${first.people.next}`)
    const rest = body.data.quote.people
    expect([rest.list.length, rest.next]).toEqual([30, null])
    expect(new Set([...first.people.list, ...rest.list]).size).toBe(1_030)
  })

  it.each(['false', '1', 'after=', 'TRUE', 'after=A', 'after=AAAAA'])('refuses the value %s', async (value) => {
    const event = await eventWith(0)
    const { status, body } = await ask(`POST /v1/events/${event.id}/cancel`, {}, value)
    expect([status, body.errors[0].field]).toEqual([400, 'Dry-Run'])
  })

  it('lets a verb reach nothing outside the database', async () => {
    const access = { kind: 'OWN_KEY', key: 'sk_test_1', webhookSecret: null } as const
    const reaches: Record<string, (ports: Deps) => unknown> = {
      'outbound.post': ({ outbound }) => outbound.post({ url: '', headers: {}, timeoutMs: 1, mostBytes: 1, body: '' }),
      'mailer.send': ({ mailer }) => mailer.send({} as never),
      'files.put': ({ files }) => files.put('key', new Uint8Array(), 'text/plain'),
      'files.delete': ({ files }) => files.delete(['key']),
      'atEvent.write': ({ atEvent }) => atEvent.write('evt_1', [], {} as never),
      'atEvent.read': ({ atEvent }) => atEvent.read('evt_1', []),
      'atEvent.erase': ({ atEvent }) => atEvent.erase('evt_1'),
      'atEvent.wake': ({ atEvent }) => atEvent.wake('evt_1'),
      'atEvent.spendTicket': ({ atEvent }) => atEvent.spendTicket('evt_1', 'nonce', 1),
      'atEvent.recheckWatchers': ({ atEvent }) => atEvent.recheckWatchers('evt_1'),
      'edgeCache.makeStale': ({ edgeCache }) => edgeCache.makeStale('cal_1'),
      'payments.accounts': ({ payments }) => payments.accounts.read(access),
      'payments.at': ({ payments }) => payments.at(access, () => {})?.refund('rfd_1', '{}'),
      later: ({ later }) => later(Promise.resolve()),
      'db.insert': ({ db }) => db.$client.prepare('delete from events').run(),
      sandboxes: ({ sandboxes }) => sandboxes?.remove('cal_1', 'sbx_1'),
    }
    const refused: string[] = []
    const run: QuotedRequest['run'] = async (ports) => {
      for (const [name, reach] of Object.entries(reaches)) {
        try {
          await reach(ports)
        } catch (error) {
          if (String(error).includes('must not reach anything outside')) refused.push(name)
        }
      }
      return new Response(null, { status: 418 })
    }
    const call = { actor: { kind: 'key', keyId: 'key_1' }, request: new Request('https://x.test/') }
    const quoted = { operation: { id: 'test' }, call, run } as unknown as QuotedRequest
    expect((await dryRun(quoted, undefined, { ...deps, sandboxes: {} as never })).status).toBe(418)
    expect(refused).toEqual(Object.keys(reaches))
  })

  it('counts in a bucket of 30 a minute', async () => {
    const { createRateCounter } = await import('../../src/platform/rate-limiter.ts')
    const app = appWith({ limiter: createRateCounter(() => 1, 1) })
    const event = await eventWith(0)
    const call = () =>
      app.request(`/api/v1/events/${event.id}/cancel`, {
        method: 'POST',
        headers: { 'x-svc-api-key': key, 'Dry-Run': 'true' },
      })
    const statuses = []
    for (let count = 0; count < 31; count += 1) statuses.push((await call()).status)
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429])
  })
})

describe('Quote', () => {
  it('carries out the quoted write once and replays its response', async () => {
    const event = await eventWith(2)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    const answers = await Promise.all([carryOut(line, token), carryOut(line, token)])
    const done = answers.find(({ status }) => status === 200)
    expect(done?.body.data.status).toBe('CANCELLED')
    const again = await carryOut(line, token)
    expect([again.status, again.text, again.headers.get('Idempotent-Replayed')]).toEqual([200, done?.text, 'true'])
  })

  it('returns 409 with a new quote if the people have changed', async () => {
    const event = await eventWith(2)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    await register(event)
    const { status, body } = await carryOut(line, token)
    expect([status, body.code, body.data.quote.people.count]).toEqual([409, 'quote_changed', 3])
    expect((await reading(event)).body.data.status).toBe('PUBLISHED')
    expect((await carryOut(line, body.data.quote.token)).body.data.status).toBe('CANCELLED')
  })

  it('returns 409 if a guest was replaced by another', async () => {
    const event = await eventWith(0)
    const { guest } = (await register(event, { email: 'before@guests.example' })).body.data
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json: { email: 'after@guests.example' } })
    const { status, body } = await carryOut(line, token)
    expect([status, body.code, body.data.quote.people.list]).toEqual([409, 'quote_changed', ['after@guests.example']])
  })

  it.each([
    ['short', 'event-participant-01@guests.example', 'event-participant-02@guests.example'],
    ['long', `${'a'.repeat(60)}1@guests.example`, `${'a'.repeat(60)}2@guests.example`],
    ['long host', `a@${'b'.repeat(60)}1.guests.example`, `a@${'b'.repeat(60)}2.guests.example`],
  ])('returns 409 if a guest was replaced by one whose address differs in one character (%s)', async (_, one, two) => {
    const event = await eventWith(0)
    const { guest } = (await register(event, { email: one })).body.data
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    const edit = { key, json: { email: two } }
    expect((await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, edit)).status).toBe(200)
    const { status, body } = await carryOut(line, token)
    expect([status, body.code, body.data?.quote.people.list]).toEqual([409, 'quote_changed', [two]])
  })

  it('is carried out once, however its token is written', async () => {
    const { event, order } = await newOrder(calendar)
    await pay(calendar, event, order.id)
    const line = `POST /v1/events/${event.id}/orders/${order.id}/refund`
    const json = { amount: 700 }
    const { token } = await quoteOf(line, { json })
    const sealed = new TextDecoder().decode(fromBase64url(token.slice(4)))
    const other = `quo_${base64url(utf8(`${sealed} `))}`
    expect(other).not.toBe(token)
    const answers = [await carryOut(line, token, { json }), await carryOut(line, other, { json })]
    expect(answers[0]?.status, answers[0]?.text).toBe(200)
    expect(await ordersOf(event)).toMatchObject([{ refunded: 700 }])
    expect(answers[1]?.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it.each(['a key', 'x'.repeat(300), 'fine'])('ignores the Idempotency-Key “%s”', async (idempotencyKey) => {
    const event = await eventWith(0)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    const headers = { Quote: token, 'Idempotency-Key': idempotencyKey }
    const answers = [await send(line, { key, headers }), await carryOut(line, token)]
    expect(answers.map(({ status }) => status)).toEqual([200, 200])
    expect(answers[1]?.headers.get('Idempotent-Replayed')).toBe('true')
  })

  it('returns 409 if another request has already done the same', async () => {
    const event = await eventWith(1)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    expect((await send(line, { key })).status).toBe(200)
    const { status, body } = await carryOut(line, token)
    expect([status, body.code, body.data.quote.changes]).toEqual([409, 'quote_changed', {}])
  })

  it('approves many guests together or not at all', async () => {
    const event = await newEvent(calendar, { requiresApproval: true }, {})
    const guests = await newGuests(event, 3, { status: 'PENDING' })
    const line = `POST /v1/events/${event.id}/guests/batch`
    const json = { action: 'approve', guestIds: guests.map(({ id }) => id) }
    const quote = await quoteOf(line, { json })
    expect([quote.people.mailed, quote.changes.guest]).toEqual([3, 3])
    await send(`POST /v1/events/${event.id}/guests/${guests[0]?.id}/reject`, { key, json: {} })
    const refused = await carryOut(line, quote.token, { json })
    expect([refused.status, refused.body.code]).toEqual([409, 'quote_changed'])
    const statuses = async () =>
      (await send(`GET /v1/events/${event.id}/guests`, { key })).body.data.map(
        ({ status }: { status: string }) => status,
      )
    expect((await statuses()).toSorted()).toEqual(['DECLINED', 'PENDING', 'PENDING'])
    const done = await carryOut(line, refused.body.data.quote.token, { json })
    expect(done.body.data.results.map(({ result }: { result: string }) => result)).toEqual(['REFUSED', 'DONE', 'DONE'])
    expect((await mailsOf(event)).filter(({ kind }) => kind === 'confirmation')).toHaveLength(2)
  })

  it.each([
    ['a forged token', () => 'quo_AAAA'],
    ['no token', () => ''],
    ['a token that was changed', (token: string) => `${token.slice(0, -8)}AAAAAAAA`],
  ])('refuses %s', async (_what, change) => {
    const event = await eventWith(0)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    const { status, body } = await carryOut(line, change(token))
    expect([status, body.errors[0].field]).toEqual([400, 'Quote'])
    expect((await reading(event)).body.data.status).toBe('PUBLISHED')
  })

  it('refuses a token of another caller, another body, another event or another operation', async () => {
    const [event, other] = [await eventWith(0), await eventWith(0)]
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line, { json: { reason: 'Rain' } })
    const { key: another } = await newKey(calendar)
    const answers = [
      await carryOut(line, token, { key: another, json: { reason: 'Rain' } }),
      await carryOut(line, token, { json: { reason: 'Snow' } }),
      await carryOut(`POST /v1/events/${other.id}/cancel`, token, { json: { reason: 'Rain' } }),
      await carryOut(`DELETE /v1/events/${event.id}`, token),
      await send(`POST /events/${event.id}/cancel`, {
        as: calendar.owner,
        json: { reason: 'Rain' },
        headers: { Quote: token },
      }),
    ]
    expect(answers.map(({ status, body }) => [status, body.errors[0].field])).toEqual(answers.map(() => [400, 'Quote']))
    expect((await reading(event)).body.data.status).toBe('PUBLISHED')
  })

  it('refuses a token after 5 minutes', async () => {
    const event = await eventWith(0)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token } = await quoteOf(line)
    const late: Deps['clock'] = () => Date.now() + 5 * 60_000
    const answer = await appWith({ clock: late }).request(`/api/v1/events/${event.id}/cancel`, {
      method: 'POST',
      headers: { 'x-svc-api-key': key, Quote: token },
    })
    expect(answer.status).toBe(400)
    expect(await answer.text()).toContain('has expired')
  })

  it('either matches its effects or returns 409 while 20 guests register', async () => {
    const event = await eventWith(1)
    const line = `POST /v1/events/${event.id}/cancel`
    const { token, people } = await quoteOf(line)
    const registering = Array.from({ length: 20 }, () => register(event))
    const answer = await carryOut(line, token)
    const registered = (await Promise.all(registering)).filter(({ status }) => status === 200)
    expect([200, 409]).toContain(answer.status)
    if (answer.status === 409) expect(answer.body.data.quote.people.count).toBeGreaterThan(people.count)
    else expect(registered.length).toBeLessThanOrEqual(20)
    expect((await reading(event)).body.data.status).toBe(answer.status === 200 ? 'CANCELLED' : 'PUBLISHED')
  })
})

it('no operation with open routes has effects', () => {
  const open = registry.filter(
    ({ routes, effects }) => effects !== undefined && routes.some(({ surface }) => surface === 'open'),
  )
  expect(open.map(({ id }) => id)).toEqual([])
})
