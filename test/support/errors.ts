import { expect } from 'vitest'
import type { Answered } from './api.ts'

const FIELDS = ['code', 'errors', 'message', 'requestId', 'statusCode']

/** Whatever was sent: no crash, and a refusal with the error body and nothing else in it. */
export const expectNoCrash = (answer: Answered, what: string) => {
  expect(answer.status, what).toBeLessThan(500)
  if (answer.status < 400) return
  expect(Object.keys(answer.body ?? {}).toSorted(), what).toEqual(FIELDS)
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
