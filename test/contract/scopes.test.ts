import { beforeAll, describe, expect, it } from 'vitest'
import { demandsOf } from '../../src/operation/handle.ts'
import { ask, isStated, shapeOf, ways } from '../support/routes.ts'
import { newKey } from '../support/factories.ts'
import { newWorld, type World } from '../support/worlds.ts'
import { additions } from './additions.ts'
import { publishedOperations, publishedScopes, type Line, type PublishedScope } from './published.ts'

const SCOPES = Object.keys(publishedScopes) as PublishedScope[]

/** The scope that each operation requires, written down by hand from the contract or stated in the operation's test. */
const wanted: readonly (readonly [Line, PublishedScope | 'any'])[] = [
  ...publishedOperations.flatMap(({ line, auth, scope }) =>
    auth === 'apiKey' && scope !== undefined ? [[line, scope] as const] : [],
  ),
  ...additions.flatMap((way) => (way.surface === 'v1' ? [[way.line, way.scope] as const] : [])),
  ...ways
    .filter((way) => way.route.surface === 'v1' && isStated(way))
    .map((way) => [way.line as Line, demandsOf(way.operation, way.route).scope as PublishedScope | 'any'] as const),
]

const wayOf = (line: Line) => {
  const way = ways.find(({ line: known, route }) => route.surface === 'v1' && shapeOf(known) === shapeOf(line))
  if (way === undefined) throw new Error(`there is no ${line}`)
  return way
}

let world: World
let keys: Record<PublishedScope, string>

beforeAll(async () => {
  world = await newWorld()
  const made = await Promise.all(
    SCOPES.map(async (scope) => [scope, (await newKey(world.calendar, [scope])).key] as const),
  )
  keys = Object.fromEntries(made) as Record<PublishedScope, string>
})

describe('/v1 scopes', () => {
  it('are the twelve published ones, and the table covers every operation', () => {
    expect(SCOPES).toHaveLength(12)
    const operations = ways.filter(({ route }) => route.surface === 'v1').map(({ line }) => shapeOf(line))
    const written = wanted.map(([line]) => shapeOf(line)).toSorted()
    expect(written).toEqual(operations.toSorted())
  })

  it.each(wanted)('%s accepts a key with scope %s only', async (line, scope) => {
    const way = wayOf(line)
    const others = scope === 'any' ? [] : SCOPES.filter((other) => other !== scope)
    const refused = await Promise.all(others.map((other) => ask(way, world, { key: keys[other] })))
    for (const [index, answer] of refused.entries()) {
      expect(answer.body, others[index]).toMatchObject({ statusCode: 403, code: 'scope_missing', errors: [] })
      expect(answer.body.message, others[index]).toContain(scope)
    }
    // Creates a calendar per call, because an allowed call changes it.
    for (const alone of scope === 'any' ? SCOPES : [scope]) {
      const own = await newWorld()
      const answer = await ask(way, own, { key: (await newKey(own.calendar, [alone])).key })
      expect(answer.status, answer.text).toBeLessThan(500)
      expect(['scope_missing', 'unauthenticated', 'plan_insufficient'], alone).not.toContain(answer.body?.code)
    }
  })
})
