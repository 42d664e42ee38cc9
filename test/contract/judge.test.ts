import { expect, it } from 'vitest'
import { send } from '../support/api.ts'
import { faultsOfAnswers, noteAnswer } from '../support/judged.ts'

const JSON_HEAD = { 'Content-Type': 'application/json', 'X-Request-Id': 'req_x' }
const DEMO = { id: 'usr_ada', role: 'OWNER' }

/** Returns the faults that `noteAnswer()` finds in an invented response. */
const faultOf = async (method: string, path: string, status: number, body: unknown, headers: object = JSON_HEAD) => {
  const text = body === undefined ? '' : JSON.stringify(body)
  noteAnswer({ method, path }, { status, headers: new Headers(headers as Record<string, string>) }, text)
  return (await faultsOfAnswers()).join()
}

it('faultsOfAnswers accepts a real response and rejects any other status, media type, header or shape', async () => {
  const { text, headers } = await send('GET /v1/migration')
  const body = JSON.parse(text) as { data: object }
  const judge = async (status: number, given: unknown, head: object = Object.fromEntries(headers)) =>
    faultOf('GET', '/v1/migration', status, given, head)
  expect(await judge(200, body)).toBe('')
  expect(await judge(201, body)).toContain('the status is not documented')
  expect(await judge(200, body, { 'X-Request-Id': 'req_x', 'Content-Type': 'text/html' })).toContain('text/html')
  expect(await judge(200, body, { 'Content-Type': 'application/json' })).toContain('X-Request-Id is missing')
  expect(await judge(200, { data: { ...body.data, paths: [{ operation: 7 }] } })).toContain('body/data/paths/0')
  expect(await judge(200, { ...body, secret: 'x' })).toContain('must NOT have additional properties')
  expect(await judge(304, body)).toContain('there is a body')
})

it('faultsOfAnswers accepts only documented error codes and matches the path to its operation', async () => {
  const error = { statusCode: 404, message: 'x', errors: [], code: 'not_found', requestId: 'req_x' }
  expect(await faultOf('GET', '/nowhere', 404, error)).toBe('')
  expect(await faultOf('GET', '/nowhere', 200, DEMO)).toContain('no operation is documented here')
  expect(await faultOf('PUT', '/health', 404, error)).toContain('is not 405')
  expect(await faultOf('GET', '/events/slug/x', 404, { error: 'x' })).toContain(
    "must have required property 'statusCode'",
  )
  expect(await faultOf('GET', '/events/slug/x', 401, error)).toContain('GET /events/slug/{slug}')
  expect(await faultOf('GET', '/events/slug/x', 404, { ...error, code: 'slug_taken' })).toContain(
    'the code slug_taken is not documented',
  )
  expect(await faultOf('HEAD', '/events/slug/x', 404, undefined)).toBe('')
})
