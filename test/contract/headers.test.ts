import { beforeAll, describe, it } from 'vitest'
import { expectDressed } from '../support/dressed.ts'
import { ask, ways, type Asked, type Way } from '../support/routes.ts'
import { credentialsOf, newWorld, nowhere, type World } from '../support/worlds.ts'

const STRANGER = { Origin: 'https://stranger.test' }

let world: World
let asked: Record<Way['route']['surface'], Asked>

beforeAll(async () => {
  world = await newWorld()
  asked = await credentialsOf(world)
})

/** examples.test.ts checks the headers of successful responses. */
describe('headers of refusals', () => {
  it.each(ways.map((way) => [way.line, way] as const))(
    '%s sends the security and CORS headers with a 401 and a 404',
    async (_line, way) => {
      expectDressed(await ask(way, world, { headers: STRANGER }), way, 'without a credential')
      const who = { ...asked[way.route.surface], headers: STRANGER }
      expectDressed(await ask(way, nowhere, who), way, 'without a subject')
    },
  )
})
