import { beforeAll, describe, expect, it } from 'vitest'
import type { Failure } from '../../src/kernel/failure.ts'
import { readRequest } from '../../src/operation/request.ts'
import { send } from '../support/api.ts'
import { newCalendar, newEvent, newKey, type Calendar } from '../support/factories.ts'
import { documentedCall, pathIn, ways, type Way } from '../support/routes.ts'
import { operatorToken } from '../support/identity.ts'
import { credentialsOf, newWorld, type World } from '../support/worlds.ts'

let calendar: Calendar
let key: string
let world: World
let credentials: Awaited<ReturnType<typeof credentialsOf>>
beforeAll(async () => {
  world = await newWorld()
  credentials = await credentialsOf(world)
  calendar = await newCalendar()
  key = (await newKey(calendar)).key
  await newEvent(calendar)
})

const oncePerOperation = (isMeant: (way: Way) => boolean) =>
  ways.filter((way) => way.route === way.operation.routes[0] && isMeant(way)).map((way) => [way.line, way] as const)
const readBy = ({ operation, route }: Way, query: string, json?: unknown) =>
  readRequest(
    operation,
    new Request(`https://calendar.test/api/x${query}`, {
      method: route.method,
      ...(json === undefined ? {} : { body: JSON.stringify(json), headers: { 'Content-Type': 'application/json' } }),
    }),
    {},
  ).valid()

describe('number in a query', () => {
  it.each(['0x10', '1e1', '5.0', '+5', ' 5', '5 ', '-1', '', '٥', '5,0', 'NaN', '9'.repeat(400)])(
    'returns 400 unless it is decimal digits: %j',
    async (limit) => {
      const text = encodeURIComponent(limit)
      const lines = [
        `GET /calendars/${calendar.slug}/events?limit=${text}`,
        `GET /calendars/${calendar.slug}/embed.json?limit=${text}`,
        `GET /v1/calendars/${calendar.slug}/events?limit=${text}`,
      ]
      for (const line of lines) {
        const { status, body } = await send(line, { key })
        expect([status, body.code, body.errors.map(({ field }: { field: string }) => field)], line).toEqual([
          400,
          'validation_failed',
          ['limit'],
        ])
      }
      expect((await send(`GET /public/qr/qr_4Zk7Yb2mQx9TnLw1RcVd8s?size=${text}`)).status).toBe(400)
    },
  )

  it('may have leading zeros', async () => {
    expect((await send(`GET /v1/calendars/${calendar.slug}/events?limit=005`, { key })).body.meta.limit).toBe(5)
  })
})

describe('repeated query parameter', () => {
  const asking = oncePerOperation(({ operation }) => Object.keys(operation.query?.().shape ?? {}).length > 0)

  it.each(asking)('returns validation_failed with its name at %s', async (_line, way) => {
    const body = way.operation.body === undefined ? undefined : {}
    for (const name of Object.keys(way.operation.query?.().shape ?? {})) {
      const refused = (await readBy(way, `?${name}=1&${name}=1`, body).catch((error: unknown) => error)) as Failure
      expect(refused.extras.fields).toContainEqual({ field: name, message: 'must be given only once' })
    }
    const [name] = Object.keys(way.operation.query?.().shape ?? {})
    const path = pathIn(way, world)
    const line = `${way.route.method} ${path}${path.includes('?') ? '&' : '?'}${name}=1&${name}=1`
    const { status, body: answer } = await send(line, {
      ...(way.operation.access?.role === 'OPERATOR'
        ? { token: await operatorToken() }
        : credentials[way.route.surface]),
      ...(body && { json: body }),
    })
    expect([status, answer.code], line).toEqual([400, 'validation_failed'])
  })

  it('returns 400 even if the first request is cached and one of the values is valid', async () => {
    const path = `/calendars/${calendar.slug}/events`
    expect((await send(`GET ${path}?limit=7`)).status).toBe(200)
    for (const query of ['limit=7&limit=7', 'limit=x&limit=7']) {
      const twice = await send(`GET ${path}?${query}`)
      expect([twice.status, twice.body.code]).toEqual([400, 'validation_failed'])
      expect(twice.body.errors).toContainEqual({ field: 'limit', message: 'must be given only once' })
    }
  })

  it('returns 400 for calendarSlug before access to the calendar is checked', async () => {
    const other = await newCalendar()
    const { status, body } = await send(`GET /events?calendarSlug=${other.slug}&calendarSlug=${calendar.slug}`, {
      as: calendar.owner,
    })
    expect([status, body.errors]).toEqual([400, [{ field: 'calendarSlug', message: 'must be given only once' }]])
  })

  it('is ignored if the operation does not know it', async () => {
    expect((await send(`GET /calendars/${calendar.slug}/events?utm=a&utm=b`)).status).toBe(200)
  })
})

describe('explicit null in a body', () => {
  const taking = oncePerOperation(({ operation }) => operation.body !== undefined)
  const fieldsOf = ({ operation }: Way) => {
    const schema = operation.body?.() as unknown as {
      shape?: Record<string, { safeParse(value: unknown): { success: boolean } }>
    }
    return Object.entries(schema.shape ?? {})
  }

  it.each(taking)(
    'is treated like an omitted field in an optional field of %s unless null is a valid value',
    async (_line, way) => {
      const { json } = await documentedCall(way)
      const example = (json ?? {}) as Record<string, unknown>
      for (const [name, field] of fieldsOf(way)) {
        if (field.safeParse(null).success || !field.safeParse(undefined).success) continue
        const { [name]: _left, ...without } = example
        const told = async (body: object) =>
          readBy(way, '', body).catch((error: unknown) => (error as Failure).extras.fields)
        expect(await told({ ...without, [name]: null }), name).toEqual(await told(without))
      }
    },
  )

  it.each(['POST /public/events/:id/registrations', 'POST /v1/events/:id/guests'])(
    'does not choose between the forms of %s',
    async (line) => {
      const { id } = await newEvent(calendar)
      const ada = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@nulls.test' }
      const bob = { firstName: 'Bob', lastName: null, email: null, ticketId: null }
      for (const [kind, json] of [
        ['GUEST', { ...ada, ticketId: null, answers: null, buyer: null, attendees: null, addons: null }],
        ['PARTY', { firstName: null, lastName: null, email: null, buyer: ada, attendees: [bob] }],
      ] as const) {
        const { status, body, text } = await send(line.replace(':id', id), {
          ...(line.includes('/v1/') && { key }),
          json,
        })
        expect({ status, kind: body.data?.kind }, text).toEqual({ status: 200, kind })
      }
    },
  )

  it('returns 400 in a required field', async () => {
    const { status, body } = await send('POST /calendars', {
      as: calendar.owner,
      json: { name: null, timezone: 'UTC' },
    })
    expect([status, body.errors[0].field]).toEqual([400, 'name'])
  })

  it('is treated like an omitted field in nested fields, and clears nullable fields in a PATCH', async () => {
    const made = await send('POST /v1/events', {
      key,
      json: {
        title: 'Nulls',
        startAt: '2031-05-01T18:00:00Z',
        timezone: 'UTC',
        calendarSlug: null,
        endAt: null,
        status: null,
        description: 'Words',
        capacity: 7,
        tickets: [{ name: 'Seat', type: null, price: null, capacity: null, isHidden: null }],
      },
    })
    expect(made.status, made.text).toBe(200)
    const { id } = made.body.data
    expect(made.body.data).toMatchObject({
      endAt: '2031-05-01T19:00:00.000Z',
      status: 'PUBLISHED',
      tickets: [{ name: 'Seat', type: 'FREE', price: 0, capacity: null, isHidden: false }],
    })
    const cleared = await send(`PATCH /v1/events/${id}`, {
      key,
      json: { title: null, description: null, capacity: null },
    })
    expect(cleared.status, cleared.text).toBe(200)
    expect(cleared.body.data).toMatchObject({ title: 'Nulls', description: null, capacity: null })
  })
})
