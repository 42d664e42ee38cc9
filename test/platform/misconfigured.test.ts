import { env } from 'cloudflare:workers'
import { afterEach, expect, it, vi } from 'vitest'
import type { Env } from '../../src/platform/env.ts'

const own = env as unknown as Env

afterEach(() => void vi.restoreAllMocks())

/** The Worker as a new isolate has it: nothing of it has run yet. */
const askedWith = async (changes: Partial<Env>) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.resetModules()
  const { default: worker } = await import('../../src/worker.ts')
  const request = new Request('https://calendar.test/api/health')
  const answer = await worker.fetch(request, { ...own, ...changes }, {} as ExecutionContext)
  return { answer, lines }
}

it('serves nothing while a setting is wrong: 503 to callers, and in the log a line for each fault', async () => {
  const { answer, lines } = await askedWith({ STRIPE_SECRET_KEY: 'sk_live_alone', DEFAULT_PLAN: 'GOLD' })
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('60')
  expect(await answer.json()).toEqual({
    statusCode: 503,
    message: 'The service is not set up yet.',
    errors: [],
    code: 'unavailable',
    requestId: answer.headers.get('X-Request-Id'),
  })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', message: 'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is.' }),
    expect.objectContaining({ level: 'error', message: expect.stringContaining('DEFAULT_PLAN is "GOLD"') }),
  ])
  expect(lines.join()).not.toContain('sk_live_alone')
})

it('serves with the same settings once they are right', async () => {
  const { answer } = await askedWith({})
  expect(answer.status).toBe(200)
})
