import { expect } from 'vitest'
import type { Answered } from './api.ts'
import type { Way } from './routes.ts'

/** Headers that would reveal software or internal hosts to an attacker. */
const LEAKS = ['server', 'x-powered-by', 'via', 'x-aspnet-version', 'x-runtime', 'x-served-by', 'x-backend']

const isFrame = ({ operation }: Way) => operation.id === 'feeds.embedPage'

/** Expects the security, cache and CORS headers of every response, including refusals. */
export const expectDressed = ({ status, headers }: Answered, way: Way, when: string) => {
  const what = `${when}: ${status}`
  expect(headers.get('X-Content-Type-Options'), what).toBe('nosniff')
  expect(headers.get('Referrer-Policy'), what).toBe('no-referrer')
  expect(headers.get('X-Request-Id'), what).toMatch(/^req_\w{22}$/)
  expect(headers.get('Set-Cookie'), what).toBeNull()
  for (const name of LEAKS) expect(headers.get(name), `${what}: ${name}`).toBeNull()

  const policy = headers.get('Content-Security-Policy') ?? ''
  expect(policy, what).toContain("default-src 'none'")
  expect(policy, what).not.toMatch(/unsafe-inline|unsafe-eval/)
  expect(policy, what).toContain(isFrame(way) && status === 200 ? 'frame-ancestors *' : "frame-ancestors 'none'")

  const isOpen = way.route.surface === 'open'
  const isSecret = way.route.secret === true
  const kept = headers.get('Cache-Control') ?? ''
  if (!isOpen) expect(kept, what).toBe('no-store')
  else if (isSecret) expect(kept, what).toMatch(/no-store/)
  else expect(kept, what).toMatch(/^(?:no-store|private, no-(?:cache|store)|public, max-age=)/)

  const allowed = headers.get('Access-Control-Allow-Origin')
  expect(allowed, what).toBe(isOpen && !isSecret ? '*' : null)
  expect(headers.get('Access-Control-Allow-Credentials'), what).toBeNull()
}
