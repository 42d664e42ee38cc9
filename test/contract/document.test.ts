import { describe, expect, it } from 'vitest'
import { send } from '../support/api.ts'

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
    expect(missing, WITHOUT_EXAMPLE).toEqual([
      'POST /public/payments/stripe body',
      'POST /public/payments/stripe answer',
      'GET /v1/migration answer',
      'GET /v1/openapi.json answer',
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
