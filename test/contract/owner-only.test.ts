import { beforeAll, describe, expect, it } from 'vitest'
import { roleCovers } from '../../src/kernel/ranks.ts'
import { demandsOf } from '../../src/operation/handle.ts'
import { send } from '../support/api.ts'
import { rowsHolding, rowOf } from '../support/database.ts'
import { tokenFor } from '../support/identity.ts'
import { documentedCall, pathIn, ways, type Way } from '../support/routes.ts'
import { newWorld, type World } from '../support/worlds.ts'

const OWNER_EMAIL = 'owner@only-owners.test'
const dashboard = ways.filter(({ route }) => route.surface === 'dashboard')
const roleOf = ({ operation, route }: Way) => demandsOf(operation, route).role
const isForOwners = (way: Way) => roleOf(way) === 'OWNER'
const named = (all: readonly Way[]) => all.map((way) => [way.line, way] as const)

/** Sends the complete documented request, so that only the role can be the reason for a refusal. */
const call = async (way: Way, world: World, as: string) => {
  const { json, query } = await documentedCall(way)
  const path = pathIn(way, world)
  const own = way.operation.subjectIn === 'body' ? { calendarSlug: world.slug } : {}
  const body = json === undefined ? {} : { json: { ...(json as object), ...own } }
  const headers: Record<string, string> = way.route.method === 'POST' ? { 'Idempotency-Key': 'the-same-for-all' } : {}
  return send(`${way.route.method} ${path}${path.includes('?') ? '' : query}`, { as, headers, ...body })
}

const stateOf = (world: World) => rowsHolding([world.calendar.id, ...Object.values(world.ids)])

describe('operation for owners', () => {
  it('exists for keys, webhooks, members, orders and private feeds', () => {
    const lines = dashboard.filter(isForOwners).map(({ line }) => line)
    for (const part of ['api-keys', 'webhooks', 'webhook-deliveries', 'members', 'invitations', 'orders', 'feed-token'])
      expect(lines.filter((line) => line.includes(part)).length, part).toBeGreaterThan(0)
  })

  it.each(named(dashboard.filter(isForOwners)))('%s refuses managers and staff and changes nothing', async (_, way) => {
    const world = await newWorld()
    const before = await stateOf(world)
    for (const role of ['MANAGER', 'STAFF'] as const) {
      const answer = await call(way, world, world.members[role])
      expect([answer.status, answer.body?.code], `${role}: ${answer.text}`).toEqual([403, 'role_insufficient'])
      expect(Object.keys(answer.body)).not.toContain('data')
    }
    expect(await stateOf(world)).toEqual(before)
    const owner = await call(way, world, world.members.OWNER)
    expect(['role_insufficient', 'unauthenticated'], owner.text).not.toContain(owner.body?.code)
    expect(owner.headers.get('Idempotent-Replayed')).toBeNull()
  })
})

describe('data that only owners see', () => {
  let world: World
  let secrets: string[]

  beforeAll(async () => {
    world = await newWorld()
    const profile = { name: 'Only Owner', email: OWNER_EMAIL, email_verified: true }
    await send('PUT /me/profile', { token: await tokenFor(world.members.OWNER, profile) })
    const [hook, key] = [
      await rowOf('webhooks', world.ids['webhooks'] as string),
      await rowOf('api_keys', world.ids['api-keys'] as string),
    ]
    const order = await rowOf('orders', world.ids['orders'] as string)
    secrets = [hook?.['url'], key?.['prefix'], order?.['number'], OWNER_EMAIL].map(String)
  })

  const reads = dashboard.filter(({ route }) => route.method === 'GET')

  it('is in the answers to owners', async () => {
    const answers = await Promise.all(reads.map((way) => call(way, world, world.members.OWNER)))
    for (const secret of secrets)
      expect(
        answers.some(({ text }) => text.includes(secret)),
        secret,
      ).toBe(true)
  })

  it.each(named(reads))('is not in %s for managers and staff', async (_, way) => {
    for (const role of ['MANAGER', 'STAFF'] as const) {
      const { status, text } = await call(way, world, world.members[role])
      const needed = roleOf(way)
      if (needed === 'STAFF' || needed === 'MANAGER') expect(status === 403, text).toBe(!roleCovers(role, needed))
      expect(secrets.filter((secret) => text.includes(secret))).toEqual([])
    }
  })
})
