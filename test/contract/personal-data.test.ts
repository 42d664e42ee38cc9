import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { SCOPE_NAMES, WEBHOOK_EVENT_TYPES } from '../../src/kernel/vocabulary.ts'
import { send } from '../support/api.ts'
import { setColumns } from '../support/database.ts'
import { newKey, newWebhook, register } from '../support/factories.ts'
import { documentedCall, pathIn, ways, type Way } from '../support/routes.ts'
import { receiver } from '../support/webhooks.ts'
import { newWorld, type World } from '../support/worlds.ts'

const DAY = 86_400_000
/** Scopes that grant guests, their check-ins or their orders. */
const OF_GUESTS = ['guests:read', 'guests:write', 'checkins:read', 'checkins:write', 'billing:read', 'billing:write']
const OTHER_SCOPES = SCOPE_NAMES.filter((scope) => !OF_GUESTS.includes(scope))

const PERSON = { firstName: 'Zenobia', lastName: 'Quillfeather', email: 'zenobia@quillfeather.test' }
const ANSWER = 'only-quinoa-please'
const SECRETS = [PERSON.firstName, PERSON.lastName, PERSON.email, ANSWER]

/** Adds a guest with an order, an answer and a check-in, and a delivery of every type that reports them. */
const withPerson = async () => {
  const world = await newWorld()
  const { calendar, ids, slug } = world
  const id = ids['events'] as string
  const as = calendar.owner
  await newWebhook(calendar, receiver('400').url, { events: [...WEBHOOK_EVENT_TYPES] })
  const question = { label: 'Diet?', type: 'TEXT', required: false }
  const event = await send(`PATCH /events/${id}`, { as, json: { registrationQuestions: [question] } })
  const [{ id: questionId }] = event.body.data.registrationQuestions
  const made = await register({ id }, { ...PERSON, answers: [{ questionId, answer: ANSWER }] })
  expect(made.status, made.text).toBe(200)
  const { guest, order } = made.body.data
  await send(`POST /events/${id}/orders/${order.id}/mark-paid`, { as, json: {} })
  await setColumns('events', id, { start_at: Date.now() - 60_000, end_at: Date.now() + DAY })
  const admitted = await send(`POST /events/${id}/checkins`, { as, json: { guestId: guest.id } })
  expect(admitted.status, admitted.text).toBe(200)
  const { results } = await env.DB.prepare('select id from deliveries where calendar_id = ? and data like ?')
    .bind(calendar.id, `%${PERSON.email}%`)
    .all<{ id: string }>()
  expect(results.length).toBeGreaterThan(2)
  // A receiver may echo what it got.
  await env.DB.prepare(
    `insert into delivery_attempts (delivery_id, number, at, duration_ms, response_code, response_body)
     select id, 90, 1, 1, 400, data from deliveries where calendar_id = ?`,
  )
    .bind(calendar.id)
    .run()
  const failed = results[0]?.id as string
  await setColumns('deliveries', failed, { status: 'failed', next_attempt_at: null, retried_at: null })
  const below = { ...ids, guests: guest.id, rsvps: guest.id, orders: order.id, 'webhook-deliveries': failed }
  return { ...world, ids: below, slug }
}

const ask = async (way: Way, world: World, credential: { key?: string; as?: string }) => {
  const { json, query } = await documentedCall(way)
  const path = pathIn(way, world)
  const named = way.operation.subjectIn === 'body' ? { calendarSlug: world.slug } : {}
  const body = json === undefined ? {} : { json: { ...(json as object), ...named } }
  return send(`${way.route.method} ${path}${path.includes('?') ? '' : query}`, { ...credential, ...body })
}

const found = (text: string) => SECRETS.filter((secret) => text.includes(secret))
const named = (all: readonly Way[]) => all.map((way) => [way.line, way] as const)
const reads = (way: Way) => way.route.method === 'GET'
const byKey = ways.filter(({ route }) => route.surface === 'v1')

let world: World
let key: string

beforeAll(async () => {
  world = await withPerson()
  ;({ key } = await newKey(world.calendar, OTHER_SCOPES))
})

describe('data of guests', () => {
  it.each(named(byKey.filter(reads)))('is not in %s for a key without a scope for guests', async (_line, way) => {
    expect(found((await ask(way, world, { key })).text)).toEqual([])
  })

  it.each(named(byKey.filter((way) => !reads(way))))(
    'is not in %s for a key without a scope for guests',
    async (_line, way) => {
      const own = await withPerson()
      const asked = await newKey(own.calendar, OTHER_SCOPES)
      expect(found((await ask(way, own, { key: asked.key })).text)).toEqual([])
    },
  )

  it.each(named(ways.filter(({ route }) => route.surface === 'open' && route.secret !== true).filter(reads)))(
    'is not in %s for an anonymous caller',
    async (_line, way) => {
      expect(found((await ask(way, world, {})).text)).toEqual([])
    },
  )

  it('is in the lists for which a key has the scope', async () => {
    const all = await newKey(world.calendar)
    const id = world.ids['events'] as string
    const shown = async (line: string) => found((await send(line, { key: all.key })).text)
    expect(await shown(`GET /v1/events/${id}/guests`)).toEqual(SECRETS)
    expect(await shown('GET /v1/webhook-deliveries')).toEqual(SECRETS)
    expect(await shown('GET /v1/changes')).toEqual(SECRETS)
  })
})
