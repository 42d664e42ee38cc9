import { describe, expect, it } from 'vitest'
import { demandsOf } from '../../src/operation/handle.ts'
import { badgeOf } from '../../src/operation/operation.ts'
import { documentedCall, isStated, shapeOf, ways, type Way } from '../support/routes.ts'
import { additions, dashboardTwins, openRoutes, secretRoutes, wholeLists } from './additions.ts'
import { publishedOperations, type Line, type PublishedOperation } from './published.ts'

const UNSPOKEN =
  "the test of the operation, below test/api, says what each of these asks for: asks({ 'POST /…': { role: 'MANAGER' } })"
const byShape = new Map(ways.map((way) => [`${shapeOf(way.line)} ${way.route.surface}`, way]))
const isThere = (line: string) => ways.some((way) => shapeOf(way.line) === shapeOf(line))
const SURFACE_OF = { none: 'open', apiKey: 'v1', bearer: 'dashboard' } as const

const promised = [
  ...publishedOperations.map(({ line, auth }) => ({ line, surface: SURFACE_OF[auth] })),
  ...additions.map(({ line, surface }) => ({ line, surface })),
  ...dashboardTwins.map(({ line, surface }) => ({ line, surface })),
  ...openRoutes.map((line) => ({ line, surface: 'open' as const })),
]
const found = ({ line, surface }: { line: string; surface: string }): Way | undefined =>
  byShape.get(`${shapeOf(line)} ${surface}`)
const there = <Item extends { line: Line; surface: string }>(items: readonly Item[]) =>
  items.flatMap((item) => {
    const way = found(item)
    return way === undefined ? [] : [[item.line, item, way] as const]
  })

describe('registry', () => {
  it('contains every operation of the contract', () => {
    const missing = promised.filter((item) => found(item) === undefined).map(({ line }) => line)
    expect(missing).toEqual([])
  })

  it('contains no operation without a contract entry or an asks() in its test', () => {
    const known = new Set(promised.map(({ line, surface }) => `${shapeOf(line)} ${surface}`))
    const unspoken = [...byShape.values()]
      .filter((way) => !known.has(`${shapeOf(way.line)} ${way.route.surface}`) && !isStated(way))
      .map(({ line }) => line)
    expect(unspoken, UNSPOKEN).toEqual([])
  })

  it('has unique routes and operation ids', () => {
    expect(new Set(ways.map(({ line }) => shapeOf(line))).size).toBe(ways.length)
    const ids = new Set(ways.map(({ operation }) => operation))
    expect(new Set([...ids].map(({ id }) => id)).size).toBe(ids.size)
  })

  it('marks exactly the published secret routes as secret', () => {
    const secret = ways.filter((way) => way.route.secret === true && !isStated(way)).map(({ line }) => shapeOf(line))
    expect(secret.toSorted()).toEqual(secretRoutes.filter(isThere).map(shapeOf).toSorted())
  })

  it('paginates every list except the published whole lists', () => {
    const isWhole = ({ route }: Way) => (wholeLists as readonly string[]).includes(route.path.split('/').at(-1) ?? '')
    const listed = (kind: string) =>
      ways.filter((way) => (way.route.answer ?? way.operation.answer).kind === kind && !isStated(way))
    expect(
      listed('list')
        .filter((way) => !isWhole(way))
        .map(({ line }) => line),
    ).toEqual([])
    expect(
      listed('page')
        .filter(isWhole)
        .map(({ line }) => line),
    ).toEqual([])
  })
})

const published = publishedOperations.map((operation) => ({ ...operation, surface: SURFACE_OF[operation.auth] }))

describe('published operation', () => {
  it.each(there(published))('%s has the published status code, scope, plan and current path', (_line, wanted, way) => {
    const { operation, route } = way
    const demands = demandsOf(operation, route)
    const shown: Pick<PublishedOperation, 'scope' | 'plan' | 'currentPath' | 'successStatus'> = {
      successStatus: (operation.status ?? 200) as PublishedOperation['successStatus'],
      ...(route.surface === 'v1' && demands.scope !== null
        ? { scope: demands.scope as NonNullable<PublishedOperation['scope']> }
        : {}),
      ...(wanted.plan === undefined ? {} : { plan: demands.plan as NonNullable<PublishedOperation['plan']> }),
      ...(wanted.currentPath === undefined ? {} : { currentPath: route.current as Line }),
    }
    expect(shown).toEqual({
      successStatus: wanted.successStatus,
      ...(wanted.scope === undefined ? {} : { scope: wanted.scope }),
      ...(wanted.plan === undefined ? {} : { plan: wanted.plan }),
      ...(wanted.currentPath === undefined ? {} : { currentPath: wanted.currentPath }),
    })
  })

  // The published badges describe the service as of the contract's date; these describe it now.
  it('is live, or divergent if another path is to replace it', () => {
    const ended = published
      .filter(({ badge, currentPath }) => badge === 'divergent' && currentPath !== undefined)
      .map(({ currentPath }) => shapeOf(currentPath as string))
    const labels = ways.map(({ line, route }) => [line, badgeOf(route)] as const)
    const divergent = labels.filter(([, badge]) => badge === 'divergent').map(([line]) => shapeOf(line))
    expect(divergent.toSorted()).toEqual(ended.toSorted())
    expect(new Set(labels.map(([, badge]) => badge))).toEqual(new Set(['live', 'divergent']))
  })

  it.each(there(published).filter(([, { query }]) => query !== undefined))(
    '%s accepts the published query parameters',
    (_line, wanted, { operation }) => {
      const known = Object.keys(operation.query?.().shape ?? {})
      expect(known).toEqual(expect.arrayContaining((wanted.query ?? []).map((name) => name.replace('?', ''))))
    },
  )
})

describe('added operation', () => {
  const added = additions.filter((way) => way.surface !== 'open')
  it.each(there([...added, ...dashboardTwins]))(
    '%s requires the scope, role and plan of the contract',
    (_line, wanted, { operation, route }) => {
      const demands = demandsOf(operation, route)
      expect(demands.plan).toBe(wanted.plan)
      expect(wanted.surface === 'v1' ? demands.scope : demands.role).toBe(
        wanted.surface === 'v1' ? wanted.scope : wanted.role,
      )
    },
  )
  it.each(there(additions))('%s is live', (_line, _wanted, { route }) => expect(badgeOf(route)).toBe('live'))
})

describe('documented example', () => {
  const withBody = ways.filter(({ operation }) => operation.body !== undefined).map((way) => [way.line, way] as const)
  it.each(withBody)('passes validation as the body of %s', async (_line, way) => {
    const { json } = await documentedCall(way)
    expect(way.operation.body?.().safeParse(json).error?.issues ?? []).toEqual([])
  })
})
