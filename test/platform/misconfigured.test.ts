import { env } from 'cloudflare:workers'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import type { Env } from '../../src/platform/env.ts'
import { noteAnswer } from '../support/judged.ts'
import { ways } from '../support/routes.ts'

const own = env as unknown as Env

afterEach(() => void vi.restoreAllMocks())
// Later files share these modules.
afterAll(() => void vi.resetModules())

/** Imports the Worker again from scratch, as a new isolate does. */
const workerWith = async (changes: Partial<Env>) => {
  const lines: string[] = []
  vi.spyOn(console, 'log').mockImplementation((line: string) => void lines.push(line))
  vi.resetModules()
  const { default: worker } = await import('../../src/worker.ts')
  const asked = async (method: string, path: string) => {
    const request = new Request(`https://calendar.test/api${path}`, { method })
    return worker.fetch(request, { ...own, ...changes }, {} as ExecutionContext)
  }
  return { asked, lines }
}

it('an invalid setting makes every route return 503 and logs one line per fault', async () => {
  const { asked, lines } = await workerWith({ STRIPE_SECRET_KEY: 'sk_live_alone', DEFAULT_PLAN: 'GOLD' })
  const answer = await asked('GET', '/health')
  expect(answer.status).toBe(503)
  expect(answer.headers.get('Retry-After')).toBe('60')
  expect(await answer.json()).toEqual({
    statusCode: 503,
    message: 'The service isn’t configured yet.',
    errors: [],
    code: 'unavailable',
    requestId: answer.headers.get('X-Request-Id'),
  })
  expect(lines.map((line) => JSON.parse(line))).toEqual([
    expect.objectContaining({ level: 'error', message: 'STRIPE_WEBHOOK_SECRET is not set, but STRIPE_SECRET_KEY is.' }),
    expect.objectContaining({ level: 'error', message: expect.stringContaining('DEFAULT_PLAN is "GOLD"') }),
  ])
  expect(lines.join()).not.toContain('sk_live_alone')

  for (const { route, operation, line } of ways) {
    const path = route.path.replaceAll(/:\w+/g, 'nowhere')
    const refused = await asked(route.method, path)
    expect(refused.status, line).toBe(503)
    // GET /health has its own response format for a 503, so `noteAnswer()` would report a fault.
    if (operation.id !== 'system.health') noteAnswer({ method: route.method, path }, refused, await refused.text())
  }
})

it('valid settings make GET /health return 200', async () => {
  const { asked } = await workerWith({})
  expect((await asked('GET', '/health')).status).toBe(200)
})
