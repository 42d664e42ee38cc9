import { beforeAll, describe, expect, it } from 'vitest'
import { send, type Answered } from '../support/api.ts'
import { ask, documentedCall, pathIn, ways, type Asked, type Way } from '../support/routes.ts'
import { credentialsOf, newWorld, nowhere, type World } from '../support/worlds.ts'

/** Names of software, and of machines behind the service, help only who attacks it. */
const LEAKS = ['server', 'x-powered-by', 'via', 'x-aspnet-version', 'x-runtime', 'x-served-by', 'x-backend']
const STRANGER = { Origin: 'https://stranger.test' }

let world: World
let asked: Record<Way['route']['surface'], Asked>

beforeAll(async () => {
  world = await newWorld()
  asked = await credentialsOf(world)
})

const isOpen = ({ route }: Way) => route.surface === 'open'
const isSecret = ({ route }: Way) => route.secret === true
const isFrame = ({ line }: Way) => line === 'GET /calendars/:slug/embed'

/** Allowed, refused for want of a credential, and refused for want of a subject. */
const answersOf = async (way: Way): Promise<[string, Answered][]> => {
  const who = { ...asked[way.route.surface], headers: STRANGER }
  const { query, json } = await documentedCall(way)
  const body = json === undefined ? {} : { json }
  return [
    [
      'allowed',
      await send(`${way.route.method} ${pathIn(way, world)}${pathIn(way, world).includes('?') ? '' : query}`, {
        ...who,
        ...body,
      }),
    ],
    ['without a credential', await ask(way, world, { headers: STRANGER })],
    ['without a subject', await ask(way, nowhere, who)],
  ]
}

describe('every answer of every way in', () => {
  it.each(ways.map((way) => [way.line, way] as const))('%s is dressed for the open street', async (_line, way) => {
    for (const [when, { status, headers }] of await answersOf(way)) {
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

      const kept = headers.get('Cache-Control') ?? ''
      if (!isOpen(way)) expect(kept, what).toBe('no-store')
      else if (isSecret(way)) expect(kept, what).toMatch(/no-store/)
      else expect(kept, what).toMatch(/^(?:no-store|private, no-(?:cache|store)|public, max-age=)/)

      const allowed = headers.get('Access-Control-Allow-Origin')
      expect(allowed, what).toBe(isOpen(way) && !isSecret(way) ? '*' : null)
      expect(headers.get('Access-Control-Allow-Credentials'), what).toBeNull()
    }
  })
})
