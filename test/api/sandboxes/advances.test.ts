import { sql } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { base64url, utf8 } from '../../../src/kernel/crypto.ts'
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../src/kernel/time.ts'
import { advanceTo } from '../../../src/sandbox/advance.ts'
import { inOwnSandbox, listenIn, type OwnSandbox } from '../../support/own-sandbox.ts'
import { STORY_BEGINS, tellStory } from '../../support/sandbox-story.ts'

const NEVER = { isOver: () => false }
const ADVANCING = { status: 409, body: { code: 'clock_advancing' } }

const WRITES = [
  ['POST /v1/test/clock/advance', { by: 'P1D' }],
  ['POST /v1/test/orders/ord_any/payment', { outcome: 'paid' }],
  ['POST /v1/test/refunds/rfd_any', { outcome: 'failed' }],
  ['POST /v1/test/guests/gst_any/reply', { answer: 'ACCEPTED' }],
  ['POST /v1/test/triggers', { type: 'guest.registered' }],
  ['PUT /v1/test/plan', { plan: 'FREE' }],
  ['POST /v1/events', { title: 'Any' }],
] as const

const clockOf = async ({ call }: OwnSandbox) => (await call('GET /v1/test/clock')).body.data

/** An advance that stopped early, as it does when its time in the request is used up. */
const stop = ({ running }: OwnSandbox, target: number) => advanceTo(target, running.engine, { isOver: () => true })

describe('while the clock of a sandbox advances', () => {
  it.each(WRITES)('%s returns 409 clock_advancing', (line, json) =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      await stop(sandbox, STORY_BEGINS + HOUR_MS)
      const refused = await sandbox.call(line, json)
      expect(refused).toMatchObject(ADVANCING)
      expect(refused.headers.get('X-Svc-Mode')).toBe('test')
      expect(refused.headers.get('X-Robots-Tag')).toBe('noindex')
      expect((await sandbox.call('GET /v1/events')).status).not.toBe(409)
    }),
  )

  it('the clock can be read and writes are refused before the advance ends', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      await listenIn(sandbox)
      await tellStory(sandbox, 3)
      const { running } = sandbox
      const seen: unknown[] = []
      // The object calls this before a request waits for its turn.
      const ask = async (method: string, path: string) => {
        const answer = running.answerMeanwhile(new Request(`https://calendar.test${path}`, { method }))
        seen.push(answer === null ? null : (await answer).status)
      }
      await ask('GET', '/api/v1/test/clock')
      let steps = 0
      const rest = async () => {
        steps += 1
        if (steps !== 5) return
        await ask('GET', '/api/v1/test/clock')
        await ask('POST', '/api/v1/events')
        await ask('GET', '/api/v1/events')
      }
      expect(await advanceTo(STORY_BEGINS + 48 * HOUR_MS, running.engine, { ...NEVER, rest })).toMatchObject({
        status: 'READY',
      })
      // Without a key, a read of the clock is refused immediately too.
      expect(seen).toEqual([null, 401, 409, null])
    }))
})

describe('an advance', () => {
  it('answers 202 after 20 seconds and continues by the alarm', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      await tellStory(sandbox, 3)
      const { running, call } = sandbox
      const start = Date.now()
      let looks = 0
      // Each read of the machine's clock is 30 seconds later than the last.
      const machine = vi.spyOn(Date, 'now').mockImplementation(() => start + 30 * SECOND_MS * (looks += 1))
      const { status, body } = await call('POST /v1/test/clock/advance', { by: 'P3D' })
      machine.mockRestore()
      expect([status, body.data.status]).toEqual([202, 'ADVANCING'])
      expect(body.data.to).toBe(new Date(Date.parse(body.data.from) + 72 * HOUR_MS).toISOString())
      expect(await clockOf(sandbox)).toMatchObject({ status: 'ADVANCING', target: body.data.to })
      expect(await sandbox.alarm()).not.toBeNull()
      while (await running.goOn());
      expect(await clockOf(sandbox)).toMatchObject({ status: 'READY', target: null, failure: null })
    }))

  it('stops before a job that fails and continues on request', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const { call, books } = sandbox
      await tellStory(sandbox, 3, { offerMinutes: 60 })
      books.sql
        .exec(`create trigger broken before update on guests when old.status = 'PENDING' and new.status = 'WAITLISTED'
        begin select raise(abort, 'the disk is on fire'); end`)
      const failed = await call('POST /v1/test/clock/advance', { by: 'PT3H' })
      expect(failed.status).toBe(200)
      expect(failed.body.data).toMatchObject({
        status: 'FAILED',
        failure: { job: 'expire offers', reason: expect.stringContaining('the disk is on fire') },
      })
      const stopped = await clockOf(sandbox)
      expect(stopped).toMatchObject({ status: 'FAILED', failure: { job: 'expire offers' } })
      expect(Date.parse(stopped.now)).toBeLessThan(STORY_BEGINS + 2 * HOUR_MS)
      // A failed advance is not running, so writes are allowed.
      expect((await call('PUT /v1/test/plan', { plan: 'PRO' })).status).toBe(200)
      books.sql.exec('drop trigger broken')
      const again = await call('POST /v1/test/clock/advance', { to: stopped.target })
      expect(again.body.data).toMatchObject({ status: 'READY', failure: null })
      const lapsed = "select 1 from sandbox_effects where because = 'expire offers'"
      expect(books.rows(lapsed).length).toBeGreaterThan(0)
    }))

  it('ends the leases of a killed object', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const { books } = sandbox
      const tables = ['deliveries', 'mails', 'export_runs', 'recoveries', 'archives', 'restores']
      const leased = books
        .rows<{ name: string }>(
          `select m.name from sqlite_master m join pragma_table_info(m.name) c on c.name = 'lease_until' where m.type = 'table' order by 1`,
        )
        .map(({ name }) => name)
      expect(leased).toEqual(tables.toSorted())
      await sandbox.call('POST /v1/test/triggers', { type: 'guest.registered' })
      books.run('update mails set lease_until = 9e15')
      sandbox.wake()
      expect(books.rows('select 1 from mails where lease_until is not null')).toEqual([])
    }))
})

describe('a guest over the limit', () => {
  it('refuses its own request only', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const { call, books, running } = sandbox
      await call('POST /v1/test/triggers', { type: 'guest.registered' })
      books.sql.exec('drop trigger sandbox_guest_limit')
      books.sql.exec(`create trigger sandbox_guest_limit before insert on guests
        begin select raise(abort, 'sandbox_guest_limit'); end`)
      const { db } = running.engine.deps
      await expect(db.run(sql`insert into guests select * from guests`)).rejects.toThrow(/query/i)
      expect((await call('GET /v1/test/clock')).status).toBe(200)
      expect((await call('POST /v1/test/clock/advance', { by: 'PT1M' })).status).toBe(200)
      expect(await call('POST /v1/test/triggers', { type: 'guest.registered' })).toMatchObject({
        status: 409,
        body: { code: 'sandbox_full', data: { limit: 'guests' } },
      })
    }))
})

describe('a sandbox with a seed', () => {
  it('makes the same ids with and without reads', async () => {
    const idsOf = (reads: number) =>
      inOwnSandbox({ now: STORY_BEGINS }, async ({ call }) => {
        const ids: string[] = []
        for (let made = 0; made < 3; made += 1) {
          for (let read = 0; read < reads; read += 1) await call('GET /v1/test/clock')
          const fields = { title: 'Same', timezone: 'UTC', startAt: '2030-03-20T18:00:00Z' }
          ids.push((await call('POST /v1/events', fields)).body.data.id)
        }
        return ids
      })
    expect(await idsOf(4)).toEqual(await idsOf(0))
  })
})

describe('the effects of a sandbox', () => {
  it('name the job that caused them', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      await tellStory(sandbox, 3, { offerMinutes: 60 })
      const { running, books } = sandbox
      const member = { userId: 'usr_owner', isOperator: false, expiresAt: 9e12, role: 'OWNER' }
      const [calendar] = books.rows<{ slug: string }>('select slug from calendars')
      const made = await running.answer(
        new Request(`https://calendar.test/api/calendars/${calendar?.slug}/scheduled-exports`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer session.${base64url(utf8(JSON.stringify(member)))}`,
            'Content-Type': 'application/json',
          },
          body: JSON.stringify({
            dataset: 'GUESTS',
            frequency: 'DAILY',
            timeOfDay: '08:00',
            recipients: ['ops@example.org'],
          }),
        }),
      )
      expect(made.status, await made.text()).toBe(200)
      await advanceTo(STORY_BEGINS + 12 * DAY_MS, running.engine, NEVER)
      const of = (kind: string, object: string, because: string) =>
        books.rows<{ data: string }>(
          'select data from sandbox_effects where kind = ? and object = ? and because = ?',
          kind,
          object,
          because,
        )
      expect(of('status.changed', 'guest', 'expire offers').length).toBeGreaterThan(0)
      const orders = of('status.changed', 'order', 'expire unpaid orders').map(({ data }) => JSON.parse(data))
      expect(orders).toContainEqual({ status: 'EXPIRED', op: 'update' })
      const dates = of('status.changed', 'event', 'create the next dates of series').map(({ data }) => JSON.parse(data))
      expect(dates).toContainEqual(expect.objectContaining({ op: 'insert' }))
      const mails = of('mail.sent', 'mail', 'queue mails').map(({ data }) => JSON.parse(data))
      expect(mails).toContainEqual(expect.objectContaining({ mailKind: 'export-ready', to: 'ops@example.org' }))
    }))

  it('say whose pass changes when a guest, a seat or the event changes', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async ({ call, books }) => {
      const must = async (line: string, json?: object) => {
        const { status, body } = await call(line, json)
        expect(status, line).toBe(200)
        return body.data
      }
      const { id } = await must('POST /v1/events', {
        title: 'Evening',
        timezone: 'UTC',
        startAt: '2030-06-01T18:00:00Z',
        capacity: 2,
        waitlistEnabled: true,
        status: 'PUBLISHED',
      })
      const register = (name: string) =>
        must(`POST /public/events/${id}/registrations`, {
          firstName: name,
          lastName: 'Guest',
          email: `${name}@example.org`,
        })
      const ada = await register('ada')
      await register('bob')
      await register('waiting')
      const changes = () =>
        books.rows("select object, id, data from sandbox_effects where kind = 'pass.changed' order by seq")
      // A guest's first ticket creates a pass. A waiting guest has none.
      expect(changes()).toEqual([])
      await must(`PATCH /v1/events/${id}/guests/${ada.guest.id}`, { firstName: 'Augusta' })
      await must(`PATCH /v1/events/${id}`, { startAt: '2030-06-01T19:00:00Z', endAt: '2030-06-01T22:00:00Z' })
      await must(`POST /public/registrations/${ada.manageUrl.split('/').at(-1)}/cancel`, {})
      expect(changes()).toEqual([
        { object: 'guest', id: ada.guest.id, data: '{"guests":1}' },
        { object: 'event', id, data: '{"guests":2}' },
        { object: 'guest', id: ada.guest.id, data: '{"guests":1}' },
      ])
    }))

  it('are filtered by kind and time', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const { call } = sandbox
      await tellStory(sandbox, 3)
      await call('POST /v1/test/clock/advance', { by: 'P2D' })
      type Effect = { seq: number; at: string; kind: string }
      const list = async (query: string) =>
        (await call(`GET /v1/test/effects?${query}`)).body.data as {
          effects: Effect[]
          cursor: string
          hasMore: boolean
        }
      const all = await list('limit=500')
      expect(all.hasMore).toBe(false)
      const since = all.effects[20]?.at ?? ''
      expect((await list(`limit=500&since=${since}`)).effects).toEqual(all.effects.filter(({ at }) => at >= since))
      const kinds = ['mail.sent', 'payment.paid']
      expect((await list(`limit=500&kinds=${kinds.join()}`)).effects).toEqual(
        all.effects.filter(({ kind }) => kinds.includes(kind)),
      )
      const first = await list('limit=7')
      expect([first.effects.length, first.hasMore]).toEqual([7, true])
      const second = await list(`limit=7&cursor=${first.cursor}`)
      expect([...first.effects, ...second.effects]).toEqual(all.effects.slice(0, 14))
      expect((await list('last=5')).effects).toEqual(all.effects.slice(-5))
      for (const query of ['limit=0', 'limit=501', 'since=yesterday', 'cursor=x'])
        expect((await call(`GET /v1/test/effects?${query}`)).status).toBe(400)
    }))
})

describe('an unused sandbox', () => {
  it('ends 30 days after its last request, by the clock of the machine', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async ({ call, running }) => {
      const start = Date.now()
      const machine = vi.spyOn(Date, 'now')
      const at = (days: number) => machine.mockReturnValue(start + days * DAY_MS)
      at(0)
      await call('GET /v1/me')
      at(10)
      await call('GET /v1/me')
      at(30)
      expect(await running.wake()).toBe(start + 40 * DAY_MS)
      at(40)
      expect(await running.wake()).toBeNull()
      machine.mockRestore()
    }))
})

describe('the plan of a sandbox', () => {
  it('changes the rights of its key and moves the clock', () =>
    inOwnSandbox({ now: STORY_BEGINS }, async (sandbox) => {
      const { call } = sandbox
      const before = Date.parse((await clockOf(sandbox)).now)
      expect((await call('PUT /v1/test/plan', { plan: 'FREE' })).body.data).toEqual({ plan: 'FREE' })
      expect(Date.parse((await clockOf(sandbox)).now)).toBeGreaterThan(before)
      expect(await call('GET /v1/me')).toMatchObject({ status: 403, body: { code: 'plan_insufficient' } })
      expect((await call('PUT /v1/test/plan', { plan: 'PRO' })).status).toBe(200)
      expect((await call('GET /v1/me')).status).toBe(200)
    }))
})
