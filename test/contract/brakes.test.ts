import { beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '../../src/kernel/failure.ts'
import { readRequest } from '../../src/operation/request.ts'
import { send } from '../support/api.ts'
import { newCalendar, newEvent, newKey, register, type Calendar } from '../support/factories.ts'
import { operatorToken } from '../support/identity.ts'
import { documentedCall, pathIn, ways, type Asked, type Way } from '../support/routes.ts'
import { credentialsOf, newWorld, type World } from '../support/worlds.ts'

const NAMES = ['dryRun', 'dry_run', 'preview', 'simulate']
/** Operations whose body schema declares a dry run. */
const SUPPORTING: Record<string, string[]> = {
  'bankLines.import': ['dryRun'],
  'events.import': ['dryRun'],
  'events.update': ['dryRun'],
  'guests.import': ['dryRun'],
  'series.update': ['dryRun'],
}

const writes = ways.filter(({ route }) => route.method !== 'GET').map((way) => [way.line, way] as const)
const unsupportedIn = ({ operation }: Way) => NAMES.filter((name) => !SUPPORTING[operation.id]?.includes(name))

let world: World
let asked: Record<Way['route']['surface'], Asked>
let operator: Asked
let calendar: Calendar
let key: string
beforeAll(async () => {
  world = await newWorld()
  asked = await credentialsOf(world)
  operator = { token: await operatorToken() }
  calendar = await newCalendar()
  key = (await newKey(calendar)).key
})

const bodyOf = (way: Way, body: object) => {
  if (way.operation.takes !== undefined) return {}
  return { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }
}

/** Returns the errors that validation alone finds, whatever the access checks would decide. */
const faultsOf = async (way: Way, query: string, init: RequestInit = {}) => {
  const request = new Request(`https://calendar.test/api/x${query}`, { method: way.route.method, ...init })
  return readRequest(way.operation, request, {})
    .valid()
    .then(
      () => [],
      (error: unknown) => (error as Failure).extras.fields ?? [(error as Failure).code],
    )
}
const named = (field: string) => expect.objectContaining({ field })

describe('unsupported trial run', () => {
  it.each(writes)('is a field error at %s, whatever its value', async (_line, way) => {
    const { json } = await documentedCall(way)
    for (const name of unsupportedIn(way)) {
      for (const value of [true, false, null, 'no']) {
        if (way.operation.takes !== undefined) break
        expect(await faultsOf(way, '', bodyOf(way, { ...(json as object), [name]: value })), name).toContainEqual(
          named(name),
        )
      }
    }
    for (const name of NAMES) {
      expect(await faultsOf(way, `?${name}=1`, bodyOf(way, json ?? {}))).toContainEqual(named(name))
    }
    const { headers, ...init } = { headers: {}, ...bodyOf(way, json ?? {}) }
    if (way.operation.effects !== undefined) return
    for (const name of ['Dry-Run', 'Quote']) {
      const inHeader = await faultsOf(way, '', { ...init, headers: { ...headers, [name]: 'false' } })
      expect(inHeader).toContainEqual(named(name))
    }
  })

  it.each(writes)('in nested data does not change the answer at %s', async (_line, way) => {
    const { json } = await documentedCall(way)
    const nested = Object.fromEntries(NAMES.map((name) => [name, true]))
    const answers = [json ?? {}, { ...(json as object), unknown: nested, unknowns: [nested] }]
    const [plain, more] = await Promise.all(answers.map((body) => faultsOf(way, '', bodyOf(way, body))))
    expect(more).toEqual(plain)
  })

  it.each(writes)('returns 400 over HTTP at %s', async (_line, way) => {
    const who = way.operation.access?.role === 'OPERATOR' ? operator : asked[way.route.surface]
    const path = pathIn(way, world)
    const { json } = await documentedCall(way)
    const slug = way.operation.subjectIn === 'body' ? { calendarSlug: world.slug } : {}
    const body = way.operation.takes === undefined ? { json: { ...(json as object), ...slug } } : {}
    const value = way.operation.effects === undefined ? 'true' : 'false'
    const answer = await send(`${way.route.method} ${path}`, { ...who, ...body, headers: { 'Dry-Run': value } })
    if (way.operation.takes !== undefined && answer.status === 415) return
    expect([answer.status, answer.body?.errors], answer.text).toEqual([400, expect.arrayContaining([named('Dry-Run')])])
  })

  it('changes nothing, for bodies that the operation does not read too', async () => {
    const event = await newEvent(calendar, {}, {})
    const { guest } = (await register(event)).body.data
    const path = `/v1/events/${event.id}`
    const cancel = (sent: object, query = '') => send(`POST ${path}/cancel${query}`, { key, ...sent })
    const remove = (sent: object, query = '') => send(`DELETE ${path}${query}`, { key, ...sent })
    const attempts = [
      cancel({ json: { dryRun: true } }),
      cancel({ json: { reason: 'Rain', dry_run: false } }),
      cancel({}, '?dryRun=true'),
      cancel({ headers: { 'Dry-Run': 'yes', 'Idempotency-Key': 'a-trial' } }),
      cancel({ headers: { Quote: 'quo_forged', 'Idempotency-Key': 'a-trial' } }),
      remove({ json: { dryRun: true } }),
      remove({ body: '{"preview":true}', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
      remove({ body: 'simulate=1', headers: { 'Content-Type': 'application/x-www-form-urlencoded' } }),
      remove({}, '?DRY-RUN=1'),
      send(`PATCH ${path}/guests/${guest.id}/status`, { key, json: { status: 'CANCELLED', dryRun: true } }),
    ]
    for (const answer of await Promise.all(attempts)) {
      expect([answer.status, answer.body.code], answer.text).toEqual([400, 'validation_failed'])
    }
    expect((await send(`GET ${path}`, { key })).body.data.status).toBe('PUBLISHED')
    const after = await cancel({ headers: { 'Idempotency-Key': 'a-trial' } })
    expect([after.status, after.headers.get('Idempotent-Replayed')]).toEqual([200, null])
  })

  it('is allowed where the operation declares it, in its place and spelling only', async () => {
    const event = await newEvent(calendar, {}, {})
    const patch = (json: object, query = '') => send(`PATCH /v1/events/${event.id}${query}`, { key, json })
    const dry = await patch({ title: 'Another', dryRun: true })
    expect([dry.status, dry.body.data.affected?.length], dry.text).toEqual([200, 1])
    for (const answer of [await patch({ title: 'B', dry_run: true }), await patch({ title: 'B' }, '?dryRun=true')]) {
      expect(answer.status, answer.text).toBe(400)
    }
    expect((await send(`GET /v1/events/${event.id}`, { key })).body.data.title).not.toMatch(/^(?:Another|B)$/)
  })

  it('is ignored by reads, like any other unknown parameter', async () => {
    const { status } = await send(`GET /calendars/${calendar.slug}/events?preview=true`, {
      headers: { 'Dry-Run': 'true' },
    })
    expect(status).toBe(200)
  })
})
