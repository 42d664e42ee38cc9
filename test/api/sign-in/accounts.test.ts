import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { hashOf } from '../../../src/identity/secrets.ts'
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../src/kernel/time.ts'
import { runErasures } from '../../../src/modules/erasures/index.ts'
import { deps as service } from '../../support/app.ts'
import { newCalendar } from '../../support/factories.ts'
import { ORIGIN, startIdentity } from '../../support/sign-in.ts'

const setupKey = async (createdAt: number) => {
  const key = `key-${createdAt}`
  await env.DB.prepare('insert into setup_links (hash, created_at) values (?, ?)')
    .bind(await hashOf(key), createdAt)
    .run()
  return key
}
const accountOf = (address: string) =>
  env.DB.prepare(
    `select a.user_id as id, a.name, a.is_operator as isOperator from accounts a
      join account_addresses e on e.account_id = a.user_id where e.address = ?`,
  )
    .bind(address)
    .first<{ id: string; name: string | null; isOperator: number }>()

// First in this file, because it needs a database without accounts.
describe('the setup link', () => {
  it('creates one operator, once, within an hour and only while there is no account', async () => {
    const identity = startIdentity()
    const now = identity.deps.clock()
    const [late, key] = [await setupKey(now - HOUR_MS), await setupKey(now)]
    const create = async (used: string, address: string) =>
      identity.visitor().post('/sign-in/setup', { name: 'Olga', address, key: used })
    expect((await create('made-up', 'olga@venue.test')).status).toBe(410)
    expect((await create(late, 'olga@venue.test')).status).toBe(410)
    expect((await create(key, 'not an address')).status).toBe(400)
    const answers = await Promise.all(
      ['olga@venue.test', 'eve@venue.test', 'mallory@venue.test'].map((each) => create(key, each)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 410, 410])
    const { results } = await env.DB.prepare('select is_operator as isOperator from accounts').all()
    expect(results).toEqual([{ isOperator: 1 }])
    expect((await create(await setupKey(now), 'eve@venue.test')).status).toBe(410)
    expect((await identity.visitor().visit('/sign-in/setup')).status).toBe(410)
  })
})

describe('a second address', () => {
  it('signs in to the same account after the first is removed', async () => {
    const identity = startIdentity()
    const ada = await identity.signIn('ada@venue.test')
    const before = await accountOf('ada@venue.test')
    await ada.post('/sign-in/account/addresses', { address: 'ada@home.test' })
    const code = (await identity.codeFor('ada@home.test')) ?? ''
    const added = await ada.post('/sign-in/account/addresses/check', { address: 'ada@home.test', code })
    expect(added.headers.get('location')).toBe('/sign-in/account?note=saved')
    await ada.post('/sign-in/account/addresses/remove', { address: 'ada@venue.test' })
    await ada.post('/sign-in/account/addresses/remove', { address: 'ada@home.test' })
    await identity.signIn('ada@home.test')
    expect((await accountOf('ada@home.test'))?.id).toBe(before?.id)
    expect(await accountOf('ada@venue.test')).toBeNull()
  })

  it('is refused if another account has it', async () => {
    const identity = startIdentity()
    await identity.signIn('first@venue.test')
    const second = await identity.signIn('second@venue.test')
    await second.post('/sign-in/account/addresses', { address: 'first@venue.test' })
    const code = (await identity.codeFor('first@venue.test')) ?? ''
    const answer = await second.post('/sign-in/account/addresses/check', { address: 'first@venue.test', code })
    expect(answer.headers.get('location')).toBe('/sign-in/account?note=refused')
  })

  it('can only be added and removed within ten minutes of a sign-in', async () => {
    const identity = startIdentity()
    const ada = await identity.signIn('stale@venue.test')
    identity.pass(10 * MINUTE_MS)
    for (const path of ['', '/check', '/remove']) {
      const form = { address: 'stale@home.test', code: '0000 0000' }
      const answer = await ada.post(`/sign-in/account/addresses${path}`, form)
      expect(answer.headers.get('location')).toBe('/sign-in?again')
    }
    expect(await identity.codeFor('stale@home.test')).toBeUndefined()
  })

  it('contains a code that can’t sign anyone in', async () => {
    const identity = startIdentity()
    const ada = await identity.signIn('purpose@venue.test')
    await ada.post('/sign-in/account/addresses', { address: 'purpose@home.test' })
    const code = (await identity.codeFor('purpose@home.test')) ?? ''
    const answer = await ada.post('/sign-in/code/check', { address: 'purpose@home.test', code, request: '' })
    expect(answer.status).toBe(400)
  })
})

describe('a session', () => {
  it('can be ended from another browser of the same account, and from no other account', async () => {
    const identity = startIdentity()
    const [phone, laptop] = [await identity.signIn('both@venue.test'), await identity.signIn('both@venue.test')]
    const eve = await identity.signIn('eve@venue.test')
    const { id } = (await accountOf('both@venue.test')) ?? { id: '' }
    const session = await env.DB.prepare('select id from sign_in_sessions where account_id = ? order by created_at')
      .bind(id)
      .first<string>('id')
    await eve.post('/sign-in/account/sessions/end', { id: session ?? '' })
    expect((await phone.visit('/sign-in/account')).status).toBe(200)
    await laptop.post('/sign-in/account/sessions/end', { id: session ?? '' })
    expect((await phone.visit('/sign-in/account')).status).toBe(303)
    expect((await laptop.visit('/sign-in/account')).status).toBe(200)
  })

  it('gets a new cookie with every sign-in', async () => {
    const identity = startIdentity()
    const ada = await identity.signIn('cookie@venue.test')
    const before = ada.cookies.get('session')
    await identity.signIn('cookie@venue.test', ada)
    expect(ada.cookies.get('session')).not.toBe(before)
  })

  it('uses __Host- cookies over https', async () => {
    const identity = startIdentity({ PUBLIC_BASE_URL: 'https://calendar.test/api', ENVIRONMENT: 'production' })
    const answer = await identity.fetcher('https://calendar.test/sign-in', {})
    expect(answer.headers.getSetCookie()).toEqual([
      expect.stringMatching(/^__Host-browser=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax; Max-Age=3600; Secure$/),
    ])
  })
})

describe('pages', () => {
  it('have a policy without inline code, and no page may frame them', async () => {
    const identity = startIdentity()
    const answer = await identity.visitor().visit('/sign-in')
    const policy = answer.headers.get('content-security-policy') ?? ''
    expect(policy).toContain("script-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(answer.headers.get('cache-control')).toBe('no-store')
    const text = await answer.text()
    expect(text).not.toMatch(/<script(?! type="module" src="\/assets\/)|style=|\son\w+=/)
  })

  it.each(['en', 'de', 'fr', 'es', 'it', 'nl', 'pt', 'pl', 'ja', 'ar'])('speak %s', async (locale) => {
    const identity = startIdentity()
    const answer = await identity.visitor().visit('/sign-in', { headers: { 'accept-language': locale } })
    expect(await answer.text()).toContain(`<html lang="${locale}" dir="${locale === 'ar' ? 'rtl' : 'ltr'}">`)
  })

  it.each([['https://evil.test'], ['null'], [`${ORIGIN}.evil.test`]])(
    'refuse every POST with Origin %s',
    async (origin) => {
      const identity = startIdentity()
      const ada = await identity.signIn('origin@venue.test')
      for (const path of [
        'code',
        'code/check',
        'setup',
        'logout',
        'account/name',
        'passkeys/options',
        'token',
        'welcome',
      ])
        expect((await ada.post(`/sign-in/${path}`, { name: 'Eve' }, { origin })).status, path).toBe(403)
      expect((await accountOf('origin@venue.test'))?.name).toBeNull()
    },
  )

  it('refuse a POST without Origin, except at the token endpoint', async () => {
    const identity = startIdentity()
    const send = (path: string) =>
      identity.fetcher(`${ORIGIN}/sign-in/${path}`, { method: 'POST', body: new URLSearchParams() })
    expect((await send('code')).status).toBe(403)
    expect((await send('token')).status).toBe(401)
  })

  it('escape visitors’ input', async () => {
    const identity = startIdentity()
    const from = identity.visitor()
    await from.visit('/sign-in')
    const answer = await from.post('/sign-in/code', { address: '"><script>alert(1)</script>', request: '"><b>' })
    const text = await answer.text()
    expect(text).not.toContain('<script>alert')
    expect(text).not.toContain('"><b>')
  })

  it('refuse forms of more than 16 KB', async () => {
    const identity = startIdentity()
    const answer = await identity.visitor().post('/sign-in/code', { address: 'a'.repeat(20_000), request: '' })
    expect(answer.status).toBe(413)
  })

  it('lead only back to the authorization endpoint after a sign-in', async () => {
    const identity = startIdentity()
    const from = identity.visitor()
    for (const request of ['//evil.test', 'https://evil.test', '&\r\nLocation: https://evil.test']) {
      identity.pass(MINUTE_MS)
      await from.visit('/sign-in?again')
      await from.post('/sign-in/code', { address: 'target@venue.test', request })
      const code = (await identity.codeFor('target@venue.test')) ?? ''
      const answer = await from.post('/sign-in/code/check', { address: 'target@venue.test', code, request })
      expect(answer.headers.get('location')).toMatch(/^\/sign-in\/(?:authorize|welcome)\?/)
    }
  })
})

describe('an account', () => {
  it('is erased 24 months after its last use, unless its user owns a calendar', async () => {
    const identity = startIdentity()
    await identity.signIn('forgotten@venue.test')
    await identity.signIn('owner@venue.test')
    const [forgotten, owner] = [await accountOf('forgotten@venue.test'), await accountOf('owner@venue.test')]
    await newCalendar({ owner: owner?.id ?? '' })
    // Erasing an account takes several steps, so the accounts of earlier tests stay out of the way.
    await env.DB.prepare('update accounts set last_used_at = null where user_id not in (?, ?)')
      .bind(forgotten?.id, owner?.id)
      .run()
    const later = (days: number) => ({ ...service, clock: () => identity.deps.clock() + days * DAY_MS })
    await runErasures(later(729))
    expect(await accountOf('forgotten@venue.test')).toEqual(forgotten)
    for (let run = 0; run < 5; run += 1) await runErasures(later(731))
    expect(await accountOf('forgotten@venue.test')).toBeNull()
    expect(await accountOf('owner@venue.test')).toEqual(owner)
    const left = await env.DB.prepare('select count(*) as n from sign_in_sessions where account_id = ?')
      .bind(forgotten?.id)
      .first<number>('n')
    expect(left).toBe(0)
  })

  it('can no longer sign in once its erasure has started', async () => {
    const identity = startIdentity()
    const ada = await identity.signIn('leaving@venue.test')
    await env.DB.prepare(
      "update accounts set erase_at = 0 where user_id = (select account_id from account_addresses where address = 'leaving@venue.test')",
    ).run()
    expect((await ada.visit('/sign-in/account')).status).toBe(303)
    await identity.ask('leaving@venue.test')
    expect(await identity.codeFor('leaving@venue.test')).toBeNull()
  })
})
