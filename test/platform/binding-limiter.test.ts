import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import type { Env } from '../../src/platform/env.ts'
import { createBindingLimiter } from '../../src/platform/rate-limiter.ts'
import { appWith } from '../support/app.ts'

const bindings = env as unknown as Env

it('createBindingLimiter returns 429 with Retry-After for the 31st failed credential of an IP address', async () => {
  const app = appWith({ limiter: createBindingLimiter(bindings) })
  const knock = () => app.request('/api/v1/me', { headers: { 'x-svc-api-key': 'not a key' } })
  const answers = []
  for (let count = 0; count < 31; count += 1) answers.push(await knock())
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 30 }, () => 401), 429])
  expect(answers[30]?.headers.get('Retry-After')).toBe('60')
  expect(answers[30]?.headers.get('RateLimit-Policy')).toBe('"failed-credentials";q=30;w=60')
})
