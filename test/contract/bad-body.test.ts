import { beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_BODY_LIMIT_BYTES } from '../../src/operation/request.ts'
import { send, type Answered } from '../support/api.ts'
import { expectNoCrash } from '../support/errors.ts'
import { operatorToken } from '../support/identity.ts'
import { documentedCall, pathIn, ways, type Asked, type Way } from '../support/routes.ts'
import { credentialsOf, newWorld, type World } from '../support/worlds.ts'

/** One route per operation is enough, because parsing the body doesn't depend on the surface. */
const withBody = ways.filter(({ operation, route }) => operation.body !== undefined && route === operation.routes[0])
const each = withBody.map((way) => [way.line, way] as const)
const JSON_HEAD = { 'Content-Type': 'application/json' }

let world: World
let asked: Record<Way['route']['surface'], Asked>
let operator: Asked

beforeAll(async () => {
  world = await newWorld()
  asked = await credentialsOf(world)
  operator = { token: await operatorToken() }
})

const deep = (depth: number, open: string, close: string) => open.repeat(depth) + close.repeat(depth)

/** Sends the raw body as the calendar's owner, or as an operator if the operation requires OPERATOR. */
const sendRaw = (
  way: Way,
  body: BodyInit | undefined,
  headers: Record<string, string> = JSON_HEAD,
): Promise<Answered> => {
  const who = way.operation.access?.role === 'OPERATOR' ? operator : asked[way.route.surface]
  return send(`${way.route.method} ${pathIn(way, world)}`, {
    ...who,
    headers: { ...who.headers, ...headers },
    ...(body === undefined ? {} : { body }),
  })
}

describe('invalid JSON', () => {
  const malformed = ['{', '{"name":"x",}', ' ', '{"a":1}{', '"\ud800']
  it.each(each)('returns malformed_json at %s', async (_line, way) => {
    const bytes = new Uint8Array([0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d])
    for (const body of [...malformed, bytes]) {
      const answer = await sendRaw(way, body)
      expectNoCrash(answer, `${way.line} ${JSON.stringify(body)}`)
      expect(answer.body).toMatchObject({ statusCode: 400, code: 'malformed_json', errors: [] })
    }
  })
})

describe('JSON of the wrong shape', () => {
  const shapes = ['[{}]', '"text"', 'null', '7', deep(100, '[', ']')]
  it.each(each)('returns validation_failed with errors at %s', async (_line, way) => {
    for (const body of shapes) {
      const answer = await sendRaw(way, body)
      expectNoCrash(answer, `${way.line} ${body}`)
      expect(answer.body, `${way.line} ${body}`).toMatchObject({ statusCode: 400, code: 'validation_failed' })
      expect(answer.body.errors).not.toEqual([])
    }
  })
})

describe('hostile JSON', () => {
  const odd: Record<string, string> = {
    'nested a hundred times': `{"name":${deep(100, '{"name":', '}').replaceAll(':}', ':1}')},"x":${deep(100, '[', ']')}}`,
    'nested as deep as fits': `{"x":${deep(30_000, '[', ']')}}`,
    'almost too large': `{"name":"${'x'.repeat(60_000)}"}`,
    'a key that comes twice': '{"name":1,"name":"x","name":[]}',
    'the prototype as a key':
      '{"__proto__":{"polluted":true},"constructor":{"prototype":{"polluted":true}},"prototype":{},"toString":1}',
    'many keys': `{${Array.from({ length: 4_000 }, (_, index) => `"k${index}":1`).join(',')}}`,
  }
  it.each(each)('is handled at %s without a crash, a 413 or prototype pollution', async (_line, way) => {
    for (const [what, body] of Object.entries(odd)) {
      expect(() => JSON.parse(body)).not.toThrow()
      const answer = await sendRaw(way, body)
      expectNoCrash(answer, `${way.line}: ${what}`)
      expect(answer.status, what).not.toBe(413)
    }
    expect({}).not.toHaveProperty('polluted')
  })
})

describe('oversized body', () => {
  it.each(each)('returns payload_too_large at %s, with or without Content-Length', async (_line, way) => {
    const limit = way.operation.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES
    const text = `{"name":"${'x'.repeat(limit)}"}`
    const stream = new Blob([text]).stream()
    for (const body of [text, stream]) {
      const answer = await sendRaw(way, body)
      expectNoCrash(answer, way.line)
      expect(answer.body).toMatchObject({ statusCode: 413, code: 'payload_too_large', errors: [] })
    }
  })
})

describe('media type', () => {
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'application/jsonp', 'json']
  it.each(each)(
    'returns unsupported_media_type at %s if it is not JSON, even if the body is too large',
    async (_line, way) => {
      const untold = await sendRaw(way, new TextEncoder().encode('{}'), {})
      const told = await Promise.all(types.map((type) => sendRaw(way, '{}', { 'Content-Type': type })))
      const large = await sendRaw(way, 'x'.repeat(DEFAULT_BODY_LIMIT_BYTES * 5), { 'Content-Type': 'text/plain' })
      for (const answer of [untold, ...told, large]) {
        expectNoCrash(answer, way.line)
        expect(answer.body).toMatchObject({ statusCode: 415, code: 'unsupported_media_type', errors: [] })
      }
    },
  )

  it.each(['application/json; charset=utf-8', 'application/JSON', 'application/merge-patch+json'])(
    'accepts %s',
    async (type) => {
      const answer = await send('POST /calendars', { as: 'usr_typed', body: '{}', headers: { 'Content-Type': type } })
      expect(answer.body).toMatchObject({ statusCode: 400, code: 'validation_failed' })
    },
  )
})

const STRANGE: readonly unknown[] = [null, 1e308, '\u0000\ud800', 'x'.repeat(5_000), [[]], {}]

describe('JSON fields', () => {
  it.each(each)('never cause a 500 at %s if they are of the wrong type', async (_line, way) => {
    const { json } = await documentedCall(way)
    const example = json as Record<string, unknown>
    const line = `${way.route.method} ${pathIn(way, world)}`
    const bodies = Object.entries(example).flatMap(([field, given]) =>
      [...STRANGE, ...(Array.isArray(given) ? [[{}], [null]] : [])].map((value) => ({ ...example, [field]: value })),
    )
    const answers = await Promise.all(bodies.map((body) => send(line, { ...asked[way.route.surface], json: body })))
    for (const [index, answer] of answers.entries()) {
      expectNoCrash(answer, `${line} ${JSON.stringify(bodies[index]).slice(0, 300)}`)
    }
  })

  it('are ignored if the operation does not know them', async () => {
    const answer = await send('POST /calendars', {
      as: 'usr_extra',
      json: { name: 'x', timezone: 'UTC', plan: 'PRO', id: 'cal_mine', eventCount: 9, nonsense: { deep: [1] } },
    })
    expect(answer.status).toBe(200)
    expect(answer.body.data).toMatchObject({ plan: 'FREE', eventCount: 0 })
    expect(answer.body.data.id).not.toBe('cal_mine')
    expect(answer.body.data).not.toHaveProperty('nonsense')
  })
})
