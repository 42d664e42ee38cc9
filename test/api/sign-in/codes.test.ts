import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/time.ts'
import { newCalendar } from '../../support/factories.ts'
import { startIdentity } from '../../support/sign-in.ts'

const WRONG = '0000 0000'
const count = async (sql: string, ...values: unknown[]) =>
  (await env.DB.prepare(`select count(*) as n from ${sql}`)
    .bind(...values)
    .first<number>('n')) ?? 0

describe('a sign-in code', () => {
  it('signs in once, in the browser that asked for it', async () => {
    const identity = startIdentity()
    const { from } = await identity.ask('once@venue.test')
    const code = (await identity.codeFor('once@venue.test')) ?? ''
    expect(code).toMatch(/^\d{8}$/)
    const form = { address: 'once@venue.test', code, request: '' }

    const other = identity.visitor()
    await other.visit('/sign-in')
    expect((await other.post('/sign-in/code/check', form)).status).toBe(400)
    expect((await from.post('/sign-in/code/check', form)).status).toBe(303)
    expect((await from.post('/sign-in/code/check', form)).status).toBe(400)
  })

  it('accepts two groups of digits with spaces, and any spelling of the address', async () => {
    const identity = startIdentity()
    const { from } = await identity.ask(' Groups@Venue.Test ')
    const code = (await identity.codeFor('groups@venue.test')) ?? ''
    const spaced = ` ${code.slice(0, 4)} ${code.slice(4)} `
    const answer = await from.post('/sign-in/code/check', { address: 'GROUPS@venue.test', code: spaced, request: '' })
    expect(answer.status).toBe(303)
  })

  it('expires after ten minutes', async () => {
    const identity = startIdentity()
    const { from } = await identity.ask('late@venue.test')
    const code = (await identity.codeFor('late@venue.test')) ?? ''
    identity.pass(10 * MINUTE_MS)
    const answer = await from.post('/sign-in/code/check', { address: 'late@venue.test', code, request: '' })
    expect(answer.status).toBe(400)
    expect(await identity.codeFor('late@venue.test')).toBeUndefined()
  })

  it('allows five tries, even if 64 guesses arrive at the same time', async () => {
    const identity = startIdentity()
    const { from } = await identity.ask('guess@venue.test')
    const code = (await identity.codeFor('guess@venue.test')) ?? ''
    const form = (guess: string) => ({ address: 'guess@venue.test', code: guess, request: '' })
    const answers = await Promise.all(Array.from({ length: 64 }, () => from.post('/sign-in/code/check', form(WRONG))))
    expect(answers.filter(({ status }) => status === 400)).toHaveLength(64)
    const left = await env.DB.prepare(
      'select tries_left as n from sign_in_codes order by created_at desc, rowid desc limit 1',
    ).first<number>('n')
    expect(left).toBe(0)
    expect((await from.post('/sign-in/code/check', form(code))).status).toBe(400)
  })

  it('creates one account when the same right code arrives 16 times at the same time', async () => {
    const identity = startIdentity()
    const { from } = await identity.ask('twin@venue.test')
    const code = (await identity.codeFor('twin@venue.test')) ?? ''
    const answers = await Promise.all(
      Array.from({ length: 16 }, () =>
        from.post('/sign-in/code/check', { address: 'twin@venue.test', code, request: '' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 303)).toHaveLength(1)
    expect(await count("account_addresses where address = 'twin@venue.test'")).toBe(1)
  })

  it('is not stored, in the table of codes or in the email', async () => {
    const identity = startIdentity()
    await identity.ask('hidden@venue.test')
    const code = (await identity.codeFor('hidden@venue.test')) ?? ''
    const { results } = await env.DB.prepare(
      `select json_group_array(data) as d from mails union all select json_group_array(id || address_hash || browser_hash) from sign_in_codes`,
    ).all()
    expect(JSON.stringify(results)).not.toContain(code)
  })
})

describe('the limits of codes', () => {
  it('are five an hour and 20 a day for an address, from any number of callers', async () => {
    const identity = startIdentity()
    const from = (index: number) => identity.visitor(`198.51.100.${index}`)
    const statuses = async (offset: number) => {
      const found: number[] = []
      for (let index = 0; index < 6; index += 1)
        found.push((await identity.ask('limit@venue.test', from(offset + index))).answer.status)
      return found
    }
    expect(await statuses(0)).toEqual([200, 200, 200, 200, 200, 429])
    for (const hour of [1, 2, 3]) {
      identity.pass(HOUR_MS)
      expect(await statuses(hour * 10)).toEqual([200, 200, 200, 200, 200, 429])
    }
    identity.pass(HOUR_MS)
    expect((await identity.ask('limit@venue.test', from(90))).answer.status).toBe(429)
    identity.pass(DAY_MS)
    expect((await identity.ask('limit@venue.test', from(91))).answer.status).toBe(200)
  })

  it('are 20 an hour for a caller, also when 32 requests arrive at the same time', async () => {
    const identity = startIdentity()
    const from = identity.visitor('203.0.113.7')
    await from.visit('/sign-in')
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        from.post('/sign-in/code', { address: `many${index}@venue.test`, request: '' }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(20)
    expect(await count("mails where recipient like 'many%'")).toBe(20)
  })

  it('count the last hop of X-Forwarded-For, which a caller cannot choose', async () => {
    const identity = startIdentity()
    for (let index = 0; index < 20; index += 1)
      await identity.ask(`hop${index}@venue.test`, identity.visitor(`10.0.0.${index}, 203.0.113.8`))
    const { answer } = await identity.ask('hop20@venue.test', identity.visitor('10.9.9.9, 203.0.113.8'))
    expect(answer.status).toBe(429)
  })
})

describe('a known and an unknown address', () => {
  it('get the same page, status and headers, and the same number of rows', async () => {
    const identity = startIdentity({ SIGN_UP: 'invited' })
    const open = startIdentity()
    await open.signIn('known@venue.test')
    identity.pass(2 * MINUTE_MS)
    const seen = async (address: string) => {
      const before = await count('sign_in_codes')
      const { answer } = await identity.ask(address, identity.visitor('192.0.2.44'))
      const text = (await answer.text()).replaceAll(address, 'ADDRESS')
      return {
        status: answer.status,
        headers: [...answer.headers],
        text,
        rows: (await count('sign_in_codes')) - before,
      }
    }
    expect(await seen('unknown@venue.test')).toEqual(await seen('known@venue.test'))
    expect(await identity.codeFor('known@venue.test')).toMatch(/^\d{8}$/)
  })

  it('get the same answer to a wrong code', async () => {
    const identity = startIdentity({ SIGN_UP: 'invited' })
    const answers: string[] = []
    for (const address of ['known@venue.test', 'nobody@venue.test']) {
      const { from } = await identity.ask(address, identity.visitor('192.0.2.45'))
      const answer = await from.post('/sign-in/code/check', { address, code: WRONG, request: '' })
      answers.push(`${answer.status} ${(await answer.text()).replaceAll(address, 'ADDRESS')}`)
    }
    expect(answers[0]).toBe(answers[1])
  })

  it('differ only in the email, and an unknown address gets one a day', async () => {
    const identity = startIdentity({ SIGN_UP: 'invited' })
    await identity.ask('stranger@venue.test')
    expect(await identity.codeFor('stranger@venue.test')).toBeNull()
    // The same email composed again, after a failed attempt.
    expect(await identity.codeFor('stranger@venue.test')).toBeNull()
    identity.pass(MINUTE_MS)
    await identity.ask('stranger@venue.test')
    expect(await identity.codeFor('stranger@venue.test')).toBeUndefined()
    identity.pass(DAY_MS)
    await identity.ask('stranger@venue.test')
    expect(await identity.codeFor('stranger@venue.test')).toBeNull()
  })
})

describe('SIGN_UP', () => {
  it('set to domains lets exactly these domains sign up', async () => {
    const identity = startIdentity({ SIGN_UP: 'house.test, hall.test' })
    await identity.ask('a@house.test')
    await identity.ask('a@hall.test')
    await identity.ask('a@not-house.test')
    await identity.ask('a@sub.house.test')
    expect(await identity.codeFor('a@house.test')).toMatch(/^\d{8}$/)
    expect(await identity.codeFor('a@hall.test')).toMatch(/^\d{8}$/)
    expect(await identity.codeFor('a@not-house.test')).toBeNull()
    expect(await identity.codeFor('a@sub.house.test')).toBeNull()
  })

  it('set to invited lets people sign up who have an open invitation to a calendar', async () => {
    const identity = startIdentity({ SIGN_UP: 'invited' })
    const calendar = await newCalendar()
    await env.DB.prepare(
      `insert into member_invitations (id, calendar_id, email, role, move_id, created_by, created_at, expires_at)
        values ('inv_1', ?, 'guest@venue.test', 'STAFF', 'mov_1', 'usr_1', ?, ?)`,
    )
      .bind(calendar.id, identity.deps.clock(), identity.deps.clock() + HOUR_MS)
      .run()
    await identity.signIn('guest@venue.test')
    identity.pass(HOUR_MS)
    await env.DB.prepare("delete from account_addresses where address = 'guest@venue.test'").run()
    await identity.ask('guest@venue.test')
    expect(await identity.codeFor('guest@venue.test')).toBeNull()
  })
})
