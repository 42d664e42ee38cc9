import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import { registry } from '../../src/registry.ts'
import { send } from '../support/api.ts'
import { deps } from '../support/app.ts'
import { addMember, newCalendar } from '../support/factories.ts'
import { tokenFor } from '../support/identity.ts'

const DAY = 86_400_000
const TRIES = 24
const json = { name: 'Once', timezone: 'UTC' }

let used = 0
const newHeaders = () => ({ 'Idempotency-Key': `expiring-${(used += 1)}` })
const calendarsOf = async (as: string) => (await send('GET /calendars', { as })).body.total as number
const create = (as: string, headers: Record<string, string>, body: object = json) =>
  send('POST /calendars', { as, json: body, headers })

/** Calls a service in which some ports are replaced. */
const createBy = async (changes: Partial<Deps>, as: string, headers: Record<string, string>) => {
  const app = createApp(registry, { ...deps, ...changes })
  const head = { ...headers, Authorization: `Bearer ${await tokenFor(as)}`, 'Content-Type': 'application/json' }
  return app.request('/api/calendars', { method: 'POST', headers: head, body: JSON.stringify(json) })
}
/** Claims of this user's calendars, which the tests find by the object created. */
const age = (effectId: string, ms: number, set = '') =>
  env.DB.prepare(
    `update idempotency_claims set created_at = ?, claimed_until = claimed_until - ? ${set} where effect_id = ?`,
  )
    .bind(Date.now() - ms, ms, effectId)
    .run()
const unanswered = ', status = null, answer_cipher = null'

describe('Idempotency-Key after 24 hours', () => {
  it('is a new key: another body is no 422, and its response is the one replayed from then on', async () => {
    const [as, headers] = ['usr_expired_body', newHeaders()]
    const first = await create(as, headers)
    expect((await create(as, headers, { ...json, name: 'Other' })).body.code).toBe('idempotency_key_reused')
    await age(first.body.data.id, DAY)
    const second = await create(as, headers, { ...json, name: 'Other' })
    expect(second.body.data).toMatchObject({ name: 'Other' })
    expect(second.headers.get('Idempotent-Replayed')).toBeNull()
    expect((await create(as, headers, { ...json, name: 'Other' })).body).toEqual(second.body)
    expect((await create(as, headers)).body.code).toBe('idempotency_key_reused')
  })

  it(`creates one object for ${TRIES} concurrent requests`, async () => {
    const [as, headers] = ['usr_expired_race', newHeaders()]
    const first = await create(as, headers)
    await age(first.body.data.id, DAY)
    const answers = await Promise.all(Array.from({ length: TRIES }, () => create(as, headers)))
    const ids = new Set(answers.filter(({ status }) => status === 200).map(({ body }) => body.data.id))
    expect(ids.size).toBe(1)
    expect([...ids]).not.toContain(first.body.data.id)
    expect(answers.filter(({ body, status }) => status !== 200 && body.code !== 'idempotency_in_progress')).toEqual([])
    expect(await calendarsOf(as)).toBe(2)
  })

  it('belongs to its caller: another caller neither replays, nor is refused for, the same key', async () => {
    const calendar = await newCalendar()
    const headers = newHeaders()
    const path = `POST /calendars/${calendar.slug}/api-keys`
    const body = { name: 'k', scopes: ['guests:read'] }
    const made = await send(path, { as: calendar.owner, json: body, headers })
    const other = await addMember(calendar, 'usr_same_key', 'OWNER')
    const theirs = await send(path, { as: other, json: { ...body, name: 'theirs' }, headers })
    expect(theirs.status, theirs.text).toBe(200)
    expect(theirs.body.data.key).not.toBe(made.body.data.key)
    await addMember(calendar, other, 'MANAGER')
    const lowered = await send(path, { as: other, json: { ...body, name: 'theirs' }, headers })
    expect([lowered.status, lowered.headers.get('Idempotent-Replayed')]).toEqual([403, null])
  })

  it.each([
    ['had no effect', false],
    ['had an effect', true],
  ])('stays with a retry that is still running, of a request that %s', async (_, hasEffect) => {
    const [as, headers] = [`usr_expired_running_${hasEffect}`, newHeaders()]
    // A first request a little less than 24 hours ago that was interrupted.
    if (hasEffect) await age((await create(as, headers)).body.data.id, DAY - 1_000, unanswered)
    else {
      await createBy(
        { commit: () => Promise.reject(new Error('interrupted')), log: { ...deps.log, error() {} } },
        as,
        headers,
      )
      await env.DB.prepare('delete from idempotency_claims where effect_id is null').run()
    }
    const early = Date.now() - (DAY - 1_000)
    if (!hasEffect) {
      const stuck: Deps['commit'] = () => new Promise(() => {})
      void createBy({ commit: stuck, clock: () => early }, as, headers)
      await expect
        .poll(() => env.DB.prepare('select 1 as held from idempotency_claims where created_at = ?').bind(early).first())
        .toEqual({ held: 1 })
    }
    // Its retry is slow: the 24 hours end before its response.
    const during: { status: number; code: string }[] = []
    const slow: Deps['commit'] = async (change) => {
      await env.DB.prepare('update idempotency_claims set created_at = created_at - 2000 where created_at <= ?')
        .bind(early + 900)
        .run()
      const other = await create(as, headers)
      during.push({ status: other.status, code: other.body.code })
      return deps.commit(change)
    }
    const vault: Deps['vault'] = {
      ...deps.vault,
      async seal(text) {
        if (hasEffect) await slow({ calendarId: '', seenBy: 'team', statements: [] })
        return deps.vault.seal(text)
      },
    }
    const answer = await createBy(hasEffect ? { vault } : { commit: slow }, as, headers)
    expect(answer.status).toBe(200)
    expect(during).toEqual([{ status: 409, code: 'idempotency_in_progress' }])
    expect(await calendarsOf(as)).toBe(1)
  })
})
