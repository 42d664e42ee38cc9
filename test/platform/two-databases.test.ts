import { applyD1Migrations } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, inject, it } from 'vitest'
import { createCommit } from '../../src/db/commit.ts'
import { openDatabase } from '../../src/db/database.ts'
import type { RawRow } from '../../src/db/statement.ts'
import { Turns } from '../../src/db/turns.ts'
import { sha256Hex } from '../../src/kernel/crypto.ts'
import { randomId } from '../../src/kernel/ids.ts'
import { appWith, deps } from '../support/app.ts'
import { tokenFor } from '../support/identity.ts'

/**
 * A prototype of the sharding described in docs/sizing.md: each database holds all data of some of the calendars, and a
 * directory maps the names in a request to a database. `src` has no code for this.
 */

const serviceOn = (client: D1Database) => {
  const db = openDatabase(client)
  const turns = new Turns(
    {
      bind: ({ sql, params }) => client.prepare(sql).bind(...params),
      batch: async (statements: D1PreparedStatement[]) =>
        (await client.batch<RawRow>(statements)).map(({ results }) => results),
    },
    { sharesStatements: false },
  )
  const through = async (queries: Parameters<typeof turns.take>[0]) => {
    const outcome = await turns.take(queries)
    if ('failed' in outcome) throw new Error(outcome.failed)
    return outcome.rows
  }
  const atEvent = {
    ...deps.atEvent,
    read: (_id: string, queries: Parameters<typeof through>[0]) => through(queries),
    write: (_id: string, queries: Parameters<typeof through>[0]) => through(queries),
  }
  const { clock, tell, edgeCache } = deps
  const commit = createCommit({
    db,
    clock,
    newId: randomId,
    tell,
    makeStale: edgeCache.makeStale,
    writeAt: atEvent.write,
  })
  return { client, app: appWith({ db, atEvent, commit }) }
}

/** The names that a request contains. If there is an API key, it takes precedence and selects the database. */
const NAMES: readonly (readonly [where: RegExp, sql: string])[] = [
  [/\/calendars\/([\w-]+)/, 'select 1 from calendars where slug = ?'],
  [/\/events\/slug\/([\w-]+)/, 'select 1 from events where slug = ?'],
  [/\/events\/(evt_\w+)/, 'select 1 from events where id = ?'],
]

const frontOf = (services: readonly ReturnType<typeof serviceOn>[]) => {
  const directory = new Map<string, ReturnType<typeof serviceOn>>()
  const looks = { count: 0 }
  const whoHas = async (name: string, sql: string) => {
    const known = directory.get(name)
    if (known !== undefined) return known
    for (const service of services) {
      looks.count += 1
      if ((await service.client.prepare(sql).bind(name).first()) === null) continue
      directory.set(name, service)
      return service
    }
    return undefined
  }
  const serviceFor = async (path: string, headers: Headers) => {
    const key = headers.get('x-svc-api-key')
    if (key !== null) return whoHas(await sha256Hex(key), 'select 1 from api_keys where hash = ?')
    for (const [where, sql] of NAMES) {
      const name = where.exec(path)?.[1]
      if (name !== undefined) return whoHas(name, sql)
    }
    return undefined
  }
  let made = 0
  return {
    looks,
    async request(path: string, init: RequestInit = {}) {
      const isNew = init.method === 'POST' && path === '/api/calendars'
      const service = isNew ? services[made++ % services.length] : await serviceFor(path, new Headers(init.headers))
      if (service === undefined) throw new Error(`no database has what ${path} names`)
      const answer = await service.app.request(path, init)
      const { data, code } = await answer.json<{ data: never; code?: string }>()
      return { status: answer.status, data, code }
    },
  }
}

describe('two databases behind one front', () => {
  it('serve their own calendars and are found by slug, event id and API key', async () => {
    await applyD1Migrations(env.DB_TWO, inject('migrations'))
    const databases = [env.DB, env.DB_TWO]
    const front = frontOf(databases.map(serviceOn))
    const json = { 'content-type': 'application/json' }
    const asOwner = { ...json, authorization: `Bearer ${await tokenFor('usr_of_both')}` }
    const post = (path: string, headers: HeadersInit, body: object) =>
      front.request(path, { method: 'POST', headers, body: JSON.stringify(body) })

    const made: { slug: string; event: string; key: string }[] = []
    for (const name of ['North', 'South']) {
      const { slug } = (await post('/api/calendars', asOwner, { name, timezone: 'UTC' })).data as { slug: string }
      for (const client of databases)
        await client.prepare(`update calendars set plan = 'PRO' where slug = ?`).bind(slug).run()
      const scopes = ['events:write', 'events:read', 'guests:read']
      const { key } = (await post(`/api/calendars/${slug}/api-keys`, asOwner, { name: 'all', scopes })).data as {
        key: string
      }
      const event = await post(
        '/api/v1/events',
        { ...json, 'x-svc-api-key': key },
        {
          title: `${name} night`,
          startAt: new Date(Date.now() + 86_400_000).toISOString(),
          timezone: 'UTC',
          capacity: 1,
        },
      )
      made.push({ slug, event: (event.data as { id: string }).id, key })
    }
    const [north, south] = made as [(typeof made)[0], (typeof made)[0]]

    for (const { slug, event, key } of made) {
      const register = (email: string) =>
        post(`/api/public/events/${event}/registrations`, json, { firstName: 'Ada', lastName: 'L', email })
      const both = await Promise.all([register('a@guests.test'), register('b@guests.test')])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
      const open = await front.request(`/api/calendars/${slug}/events`)
      expect((open.data as { id: string }[]).map(({ id }) => id)).toEqual([event])
      const guests = await front.request(`/api/v1/events/${event}/guests`, { headers: { 'x-svc-api-key': key } })
      expect(guests.data).toHaveLength(1)
    }
    // A key of the first calendar gets a 404 for the second calendar's event, just as within one database.
    const foreign = await front.request(`/api/v1/events/${south.event}/guests`, {
      headers: { 'x-svc-api-key': north.key },
    })
    expect([foreign.status, foreign.code]).toEqual([404, 'not_found'])

    const held = await Promise.all(
      databases.map(async (client) => (await client.prepare('select slug from calendars').all()).results),
    )
    expect(held).toEqual([[{ slug: north.slug }], [{ slug: south.slug }]])
    // A name never moves from one database to another, so it is looked up in the directory only once.
    const looked = front.looks.count
    await front.request(`/api/calendars/${south.slug}/events`)
    expect(front.looks.count).toBe(looked)
  })
})
