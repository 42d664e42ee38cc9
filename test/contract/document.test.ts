import { describe, expect, it } from 'vitest'
import { send } from '../support/api.ts'
import { newCalendar } from '../support/factories.ts'

describe('GET /v1/openapi.json', () => {
  it('returns OpenAPI 3.1 with the contract version, and x-status and a 503 on every operation', async () => {
    const { status, body, headers } = await send('GET /v1/openapi.json')
    expect(status).toBe(200)
    expect(headers.get('Access-Control-Allow-Origin')).toBe('*')
    expect(body.openapi).toBe('3.1.0')
    expect(body.info.version).toBe('1.0.0-preview')
    for (const [path, item] of Object.entries<Record<string, Record<string, unknown>>>(body.paths)) {
      for (const [method, operation] of Object.entries(item)) {
        expect(['get', 'post', 'put', 'patch', 'delete'], path).toContain(method)
        expect(['live', 'divergent', 'preview', 'planned'], path).toContain(operation['x-status'])
        expect(Object.keys(operation.responses as object), `${method} ${path}`).toEqual(expect.arrayContaining(['503']))
      }
    }
  })

  it('has no dangling $ref and no duplicate operationId', async () => {
    const { text, body } = await send('GET /v1/openapi.json')
    const refs = new Set([...text.matchAll(/"\$ref":"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name))
    expect(refs.size).toBeGreaterThan(0)
    for (const name of refs) expect(Object.keys(body.components.schemas)).toContain(name)
    const ids = Object.values<Record<string, { operationId: string }>>(body.paths).flatMap((item) =>
      Object.values(item).map(({ operationId }) => operationId),
    )
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('returns 304 for a matching If-None-Match', async () => {
    const first = await send('GET /v1/openapi.json')
    const again = await send('GET /v1/openapi.json', { headers: { 'If-None-Match': first.headers.get('ETag') ?? '' } })
    expect(again.status).toBe(304)
    expect(again.text).toBe('')
  })
})

interface Schema {
  type?: string | string[]
  properties?: Record<string, Schema>
  anyOf?: Schema[]
  oneOf?: Schema[]
  [keyword: string]: unknown
}

/** Returns every schema in the document with its path, except for the components themselves. */
const innerSchemas = (value: unknown, path: string): [path: string, schema: Schema][] => {
  if (typeof value !== 'object' || value === null) return []
  const isComponent = /^\/components\/schemas\/\w+$/.test(path)
  const own: [string, Schema][] = isComponent || Array.isArray(value) ? [] : [[path, value as Schema]]
  return [
    ...own,
    ...Object.entries(value).flatMap(([name, inner]) =>
      ['example', 'examples', 'properties'].includes(name) && name !== 'properties'
        ? []
        : innerSchemas(inner, `${path}/${name}`),
    ),
  ]
}

describe('document for client generators', () => {
  it('names every object and every union as a component', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const unnamed = innerSchemas(body, '').filter(
      ([path, { type, properties, anyOf, oneOf }]) =>
        !path.endsWith('/properties') &&
        ((type === 'object' && properties !== undefined) ||
          (anyOf ?? oneOf ?? []).filter((option) => option.type !== 'null').length > 1 ||
          (Array.isArray(type) && type.filter((each) => each !== 'null').length > 1)),
    )
    // The one-click body of email clients is a form, not JSON.
    expect(unnamed.map(([path]) => path)).toEqual([
      '/paths//public/unsubscribe/{token}/post/requestBody/content/application/x-www-form-urlencoded/schema',
    ])
  })

  it('has no list among the options of a union, for which Java has no class', async () => {
    const { body } = await send('GET /v1/openapi.json')
    for (const [name, { anyOf, oneOf }] of Object.entries<Schema>(body.components.schemas)) {
      for (const option of anyOf ?? oneOf ?? []) expect(option.type, name).not.toBe('array')
    }
  })

  it('has a discriminator in every union of objects in a response', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const schemas: Record<string, Schema> = body.components.schemas
    const responses = Object.values<Record<string, { responses: unknown }>>(body.paths)
      .flatMap((item) => Object.values(item))
      .map((operation) => operation.responses)
    const reached = new Set<string>()
    const reach = (value: unknown) => {
      for (const [, name = ''] of JSON.stringify(value).matchAll(/#\/components\/schemas\/(\w+)/g)) {
        if (reached.has(name)) continue
        reached.add(name)
        reach(schemas[name])
      }
    }
    reach([responses, body.components.responses])
    const unions = [...reached].filter((name) => {
      const { anyOf, oneOf } = schemas[name] ?? {}
      return (anyOf ?? oneOf ?? []).some(({ $ref }) => $ref !== undefined)
    })
    expect(unions).toContain('RegistrationOrParty')
    for (const name of unions) expect(schemas[name], name).toHaveProperty('discriminator')
  })

  it('maps each value of a discriminator to its component', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const unions = Object.values<Schema>(body.components.schemas).filter(({ discriminator }) => discriminator)
    expect(unions.length).toBe(8)
    for (const { oneOf, discriminator } of unions) {
      const { mapping, propertyName } = discriminator as { mapping: Record<string, string>; propertyName: string }
      expect(Object.values(mapping)).toEqual(oneOf?.map(({ $ref }) => $ref))
      for (const [value, ref] of Object.entries(mapping)) {
        const { properties } = body.components.schemas[ref.split('/').at(-1) as string]
        expect(properties[propertyName].const).toBe(value)
      }
    }
  })

  it('has operation ids without numbers and media types without wildcards', async () => {
    const { text } = await send('GET /v1/openapi.json')
    expect(text).not.toMatch(/"operationId":"[^"]*\d"/)
    expect(text).not.toContain('image/*')
  })

  it('shows the defaults of page and limit, and the pattern of Idempotency-Key', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const all = Object.values<Record<string, { parameters: { name: string; schema: Schema }[] }>>(body.paths)
      .flatMap((item) => Object.values(item))
      .flatMap(({ parameters }) => parameters)
    const named = (name: string) => all.filter((parameter) => parameter.name === name).map(({ schema }) => schema)
    expect(named('page').length).toBeGreaterThan(10)
    for (const { default: value } of named('page')) expect(value).toBe(1)
    for (const { default: value, maximum } of named('limit')) expect([20, 50]).toContain(maximum === 100 ? value : 50)
    for (const { pattern } of named('Idempotency-Key')) {
      expect(new RegExp(pattern as string).test('a-key')).toBe(true)
      expect(new RegExp(pattern as string).test('ä key')).toBe(false)
    }
  })

  it('lists exactly the media types for which an upload is not refused with 415', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const calendar = await newCalendar()
    for (const [path, method] of [
      ['/calendars/{slug}/images', 'post'],
      ['/calendars/{slug}/images/{imageId}/wide', 'put'],
    ] as const) {
      const listed = Object.keys(body.paths[path][method].requestBody.content)
      expect(listed).toContain('image/jpeg')
      const line = `${method.toUpperCase()} ${path.replace('{slug}', calendar.slug).replace('{imageId}', 'img_none')}`
      for (const type of [
        'image/jpeg',
        'image/png',
        'image/webp',
        'image/gif',
        'application/octet-stream',
        'text/plain',
      ]) {
        const headers = { 'Content-Type': type }
        const { status } = await send(line, { as: calendar.owner, headers, body: new Uint8Array([1]) })
        expect(status !== 415, `${line} ${type}`).toBe(listed.includes(type))
      }
    }
  })
})

const WITHOUT_EXAMPLE =
  'write down what they answer to the story: npm test -- --project worker test/contract/examples.test.ts -u'

describe('examples in the OpenAPI document', () => {
  interface Content {
    'application/json'?: { schema: object; example?: unknown; examples?: Record<string, unknown> }
  }
  interface Described {
    requestBody?: { content: Content }
    parameters: { name: string; in: string; required: boolean; example?: unknown }[]
    responses: Record<string, { $ref?: string; content?: Content }>
  }

  it('exist for every body, JSON response and required parameter', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const missing: string[] = []
    for (const [path, item] of Object.entries<Record<string, Described>>(body.paths)) {
      for (const [method, { requestBody, parameters, responses }] of Object.entries(item)) {
        const line = `${method.toUpperCase()} ${path}`
        const asked = requestBody?.content['application/json']
        const answer = Object.entries(responses).find(([status]) => status.startsWith('2'))
        const given = answer?.[1].content?.['application/json']
        if (asked !== undefined && !('example' in asked)) missing.push(`${line} body`)
        if (given !== undefined && !('example' in given)) missing.push(`${line} answer`)
        for (const { name, in: place, required, example } of parameters) {
          if (place !== 'header' && required && example === undefined) missing.push(`${line} ${name}`)
        }
      }
    }
    // Stripe's webhook, the migration page and the OpenAPI document have no examples.
    expect(missing.toSorted(), WITHOUT_EXAMPLE).toEqual([
      'GET /v1/migration answer',
      'GET /v1/openapi.json answer',
      'GET /v1/openapi.sdk.json answer',
      'POST /calendars/{slug}/payment-accounts/{accountId}/onboarding answer',
      'POST /public/payments/stripe answer',
      'POST /public/payments/stripe body',
      'POST /public/payments/stripe/connect answer',
      'POST /public/payments/stripe/connect body',
      'POST /public/payments/stripe/{accountId} answer',
      'POST /public/payments/stripe/{accountId} body',
    ])
  })
})

describe('example of a 401', () => {
  it('names the credential required by its path', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const exampleAt = (path: string): string => {
      const { $ref } = body.paths[path].get.responses['401'] as { $ref: string }
      const shared = body.components.responses[$ref.split('/').at(-1) as string]
      return shared.content['application/json'].examples.unauthenticated.value.message
    }
    expect(exampleAt('/v1/me')).toBe((await send('GET /v1/me', { token: 'a-session' })).body.message)
    expect(exampleAt('/me')).toBe((await send('GET /me', { key: 'a-key' })).body.message)
    expect(exampleAt('/v1/me')).toMatch(/^This path requires .*x-svc-api-key/)
    expect(exampleAt('/me')).toMatch(/^This path requires .*Bearer/)
  })
})
