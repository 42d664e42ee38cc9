import { expect } from 'vitest'
import type { Answered } from './api.ts'

/** Refusals whose `data` shows what caused them. */
const WITH_DATA = [
  'seller_incomplete',
  'invalid_transition',
  'already_checked_in',
  'already_registered',
  'quota_exceeded',
]
const FIELDS = ['code', 'errors', 'message', 'requestId', 'statusCode']

/** Expects a status below 500, and for a refusal the standard error body without further fields. */
export const expectNoCrash = (answer: Answered, what: string) => {
  expect(answer.status, what).toBeLessThan(500)
  if (answer.status < 400) return
  const { data: _data, ...rest } = (answer.body ?? {}) as Record<string, unknown>
  const body = WITH_DATA.includes(rest['code'] as string) ? rest : (answer.body as object)
  expect(Object.keys(body).toSorted(), what).toEqual(FIELDS)
  expect(answer.body, what).toMatchObject({
    statusCode: answer.status,
    message: expect.stringMatching(/./),
    code: expect.stringMatching(/^[a-z_]+$/),
    requestId: answer.headers.get('X-Request-Id'),
  })
  for (const error of answer.body.errors as unknown[]) {
    expect(error, what).toEqual({ field: expect.stringMatching(/./), message: expect.stringMatching(/./) })
  }
}
