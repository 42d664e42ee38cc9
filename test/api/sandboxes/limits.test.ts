import { describe, expect, it } from 'vitest'
import { DAY_MS, MINUTE_MS } from '../../../src/kernel/time.ts'
import type { Books } from '../../../src/sandbox/books.ts'
import { AdvanceLimit, fullOf, refusePost } from '../../../src/sandbox/limits.ts'
import { inOwnSandbox, type OwnSandbox } from '../../support/own-sandbox.ts'

const NOW = Date.UTC(2030, 2, 1, 9)
const guest = (number: number) => ({ firstName: 'Guest', lastName: `N${number}`, email: `guest${number}@example.org` })

const newEventIn = async ({ call }: OwnSandbox) => {
  const { body } = await call('POST /v1/events', {
    title: 'Full house',
    timezone: 'UTC',
    startAt: '2030-03-20T18:00:00Z',
    status: 'PUBLISHED',
  })
  return body.data as { id: string }
}

/** Copies the only guest until the table has `count`, past the trigger that limits them. */
const fillGuests = ({ sql }: Books, count: number) => {
  const names = sql
    .exec<{ name: string }>("select name from pragma_table_info('guests') where name not in ('short_code')")
    .toArray()
    .map(({ name }) => name)
  const value = (name: string) =>
    ['id', 'qr_code', 'email'].includes(name) ? `n.value || substr(g.${name}, 1, 20)` : `g.${name}`
  sql.exec(
    `insert into guests (${names.join()}) select ${names.map(value).join()} from guests g,
      (with recursive n(value) as (select 10000 union all select value + 1 from n where value < ${10_000 + count - 2}) select value from n) n`,
  )
}

describe('limits of a sandbox', () => {
  it('refuse the guest over 5,000 with 409 sandbox_full, and no other write', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const event = await newEventIn(sandbox)
      const register = (number: number) => sandbox.call(`POST /public/events/${event.id}/registrations`, guest(number))
      expect((await register(1)).status).toBe(200)
      fillGuests(sandbox.books, 4_999)
      expect((await register(2)).status).toBe(200)
      expect(await register(3)).toMatchObject({
        status: 409,
        body: { code: 'sandbox_full', data: { limit: 'guests' } },
      })
      expect((await sandbox.call(`PATCH /v1/events/${event.id}`, { title: 'Fuller' })).status).toBe(200)
      expect(sandbox.books.rows('select count(*) as many from guests')).toEqual([{ many: 5_000 }])
    }))

  it('refuse every write and still answer reads at 100,000 effects', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      const { books, call } = sandbox
      const event = await newEventIn(sandbox)
      books.run(
        "insert into sandbox_effects (seq, at, kind, object, id, summary, because, data) values (100000, 0, '', '', '', '', '', '{}')",
      )
      const full = { status: 409, body: { code: 'sandbox_full', data: { limit: 'effects' } } }
      expect(await call(`PATCH /v1/events/${event.id}`, { title: 'More' })).toMatchObject(full)
      expect(await call('POST /v1/test/clock/advance', { by: 'P1D' })).toMatchObject(full)
      expect((await call(`GET /v1/events/${event.id}`)).status).toBe(200)
    }))

  it('refuse every write over 50 MB', () =>
    inOwnSandbox({ now: NOW }, async ({ books }) => {
      expect(fullOf(books)).toBeNull()
      const big = { sql: { databaseSize: 50 * 1024 * 1024 + 1 }, rows: books.rows.bind(books) } as unknown as Books
      expect(fullOf(big)).toBe('storage')
    }))

  it('stop an advance that would write more, with the reason', () =>
    inOwnSandbox({ now: NOW }, async (sandbox) => {
      await newEventIn(sandbox)
      const fill =
        "insert into sandbox_effects (seq, at, kind, object, id, summary, because, data) values (99999, 0, '', '', '', '', '', '{}')"
      sandbox.books.run(fill)
      const event = await newEventIn(sandbox)
      expect(event.id).toBeDefined()
      expect(fullOf(sandbox.books)).toBe('effects')
      const { engine } = sandbox.running
      const { advanceTo } = await import('../../../src/sandbox/advance.ts')
      expect(await advanceTo(NOW + DAY_MS, engine, { isOver: () => false })).toEqual({
        status: 'FAILED',
        target: NOW + DAY_MS,
        failure: { job: 'limits', reason: expect.stringContaining('effects') },
      })
    }))

  it('allow 60 advances in a minute and then return 429 with Retry-After', () =>
    inOwnSandbox({ now: NOW }, async ({ call }) => {
      for (let count = 0; count < 60; count += 1)
        expect((await call('POST /v1/test/clock/advance', { by: 'PT1S' })).status).toBe(200)
      const refused = await call('POST /v1/test/clock/advance', { by: 'PT1S' })
      expect(refused).toMatchObject({ status: 429, body: { code: 'rate_limited' } })
      expect(Number(refused.headers.get('Retry-After'))).toBeGreaterThan(0)
    }))

  it('count an advance for one minute of the machine', () => {
    let now = 0
    const limit = new AdvanceLimit(() => now)
    for (let count = 0; count < 60; count += 1) expect(limit.take()).toBeNull()
    expect(limit.take()?.extras.retryAfterSeconds).toBe(60)
    now = MINUTE_MS
    expect(limit.take()).toBeNull()
  })

  it('send 1,000 deliveries a day, to at most five addresses', () =>
    inOwnSandbox({ now: NOW }, async ({ books }) => {
      let now = NOW
      const post = (url: string) => refusePost(books, url, () => now)
      for (const each of [1, 2, 3, 4, 5]) expect(post(`https://r${each}.example/`)).toBeNull()
      expect(post('https://r6.example/')).toContain('at most 5 addresses')
      for (let count = 5; count < 1_000; count += 1) expect(post('https://r1.example/')).toBeNull()
      expect(post('https://r1.example/')).toContain('at most 1000 deliveries')
      now += DAY_MS
      expect(post('https://r6.example/')).toBeNull()
    }))
})
