import { beforeAll, describe, expect, it } from 'vitest'
import { patternOf } from '../../src/kernel/route-pattern.ts'
import { createRateCounter } from '../../src/platform/rate-limiter.ts'
import { appWith } from '../support/app.ts'
import { send } from '../support/api.ts'
import { setColumns } from '../support/database.ts'
import { newCalendar, newDoor, newPass } from '../support/factories.ts'
import { ask, closedWays, isStated, nowhereBut, sameButForId, shapeOf, type Way } from '../support/routes.ts'
import { newWorld, nowhere, type World } from '../support/worlds.ts'
import { doorWork, rateLimits } from './additions.ts'

let world: World
let sibling: World
let free: World
let token: string
let tokenOnFree: string

const passOf = async ({ ids, calendar }: World) => (await newPass({ id: ids['events'] as string, calendar })).token

beforeAll(async () => {
  ;[world, sibling, free] = await Promise.all([newWorld(), newWorld(), newWorld()])
  token = await passOf(world)
  tokenOnFree = await passOf(free)
  await setColumns('calendars', free.calendar.id, { plan: 'PLUS' })
  // An event of the same calendar. Its 404 must be the same as that for an unknown event.
  await setColumns('events', sibling.ids['events'] as string, { calendar_id: world.calendar.id })
})

const isDoorWork = (way: Way) =>
  isStated(way) ? way.operation.isDoorWork === true : doorWork.some((known) => shapeOf(known) === shapeOf(way.line))
const named = (found: readonly Way[]) => found.map((way) => [way.line, way] as const)
const bySession = closedWays.filter(({ route }) => route.surface === 'dashboard')

describe('door pass', () => {
  it('has exactly the ten published door routes', () => {
    expect(
      bySession
        .filter((way) => isDoorWork(way) && !isStated(way))
        .map(({ line }) => line)
        .toSorted(),
    ).toEqual([...doorWork].toSorted())
  })

  it.each(named(bySession.filter((way) => !isDoorWork(way))))('returns scope_missing on %s', async (_line, way) => {
    for (const at of [world, sibling, nowhere]) {
      const answer = await ask(way, at, { token })
      expect(answer.status, answer.text).toBe(403)
      expect(answer.body).toMatchObject({ code: 'scope_missing', errors: [] })
    }
  })

  it.each(named(bySession.filter(isDoorWork)))('passes authentication and scope checks on %s', async (_line, way) => {
    const answer = await ask(way, nowhereBut(world), { token })
    expect(answer.status, answer.text).not.toBe(401)
    expect(answer.status, answer.text).not.toBe(403)
  })

  it.each(named(bySession.filter(isDoorWork)))(
    'gets the same 404 on %s for another event as for an unknown event',
    async (_line, way) => {
      const [there, unknown] = [await ask(way, sibling, { token }), await ask(way, nowhere, { token })]
      expect(unknown.status).toBe(404)
      expect(there.status).toBe(404)
      expect(sameButForId(there.body)).toEqual(sameButForId(unknown.body))
    },
  )

  it.each(named(bySession.filter(isDoorWork)))(
    'returns plan_insufficient on %s once the calendar has left PRO',
    async (_line, way) => {
      const answer = await ask(way, free, { token: tokenOnFree })
      expect(answer.status).toBe(403)
      expect(answer.body.code).toBe('plan_insufficient')
    },
  )

  it.each(named(closedWays.filter(({ route }) => route.surface === 'v1')))('returns 401 on %s', async (_line, way) => {
    for (const asked of [{ key: token }, { token }]) expect((await ask(way, world, asked)).status).toBe(401)
  })

  it('has its own counter in the door bucket', async () => {
    const app = appWith({ limiter: createRateCounter(() => 0, 0.01) })
    const door = await newDoor(await newCalendar())
    const [first, second] = [await newPass(door), await newPass(door)]
    const summary = async (by: string) =>
      app.request(`/api/events/${door.id}/checkins/summary`, { headers: { Authorization: `Bearer ${by}` } })
    const answers = await Promise.all(Array.from({ length: rateLimits.door * 0.01 + 1 }, () => summary(first.token)))
    expect(answers.map(({ status }) => status).filter((status) => status === 429)).toHaveLength(1)
    expect(answers[0]?.headers.get('RateLimit-Policy')).toContain('"door"')
    expect((await summary(second.token)).status).toBe(200)
  })

  it('appears in the OpenAPI security of exactly the routes it opens', async () => {
    const { body } = await send('GET /v1/openapi.json')
    const shown = Object.entries(body.paths as Record<string, Record<string, { security: object[] }>>).flatMap(
      ([path, item]) =>
        Object.entries(item)
          .filter(([, { security }]) => security.some((scheme) => 'doorPass' in scheme))
          .map(([method]) => `${method.toUpperCase()} ${patternOf(path)}`),
    )
    const wanted = bySession.filter(isDoorWork).map(({ line }) => line)
    expect(shown.toSorted()).toEqual(wanted.toSorted())
  })
})
