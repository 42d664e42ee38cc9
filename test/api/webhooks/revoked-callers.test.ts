import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { insertWebhook, updateWebhookStatement } from '../../../src/modules/webhooks/webhooks.store.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { rowOf } from '../../support/database.ts'
import { addMember, newCalendar, newKey, type Calendar } from '../../support/factories.ts'
import { receiver } from '../../support/webhooks.ts'

const TRIES = 24
let asked = 0
const url = receiver('200').url
const newOwner = (home: Calendar) => addMember(home, `usr_hooking_owner_${(asked += 1)}`, 'OWNER')
const remove = (home: Calendar, userId: string) =>
  send(`DELETE /calendars/${home.slug}/members/${userId}`, { as: home.owner })
const hooksOf = async (home: Calendar) => {
  const { results } = await env.DB.prepare('select id, url, is_active, key_id from webhooks where calendar_id = ?')
    .bind(home.id)
    .run<{ id: string; url: string; is_active: number; key_id: string | null }>()
  return results
}

/** Writes as a request whose access was checked before its caller lost it. */
const createLate = async (home: Calendar, by: { byKey: string | null; byMember: string | null }) => {
  const { judged, made } = await deps.commit({
    calendarId: home.id,
    seenBy: 'team',
    statements: insertWebhook(
      {
        id: `whk_late_${(asked += 1)}`,
        calendarId: home.id,
        eventId: null,
        byApp: null,
        ...by,
        form: 'target',
        url,
        events: ['event.updated'],
        managedByKeys: true,
        secretCipher: 'x.y',
        createdAt: Date.now(),
      },
      null,
    ),
  })
  return { made: made.length, code: JSON.parse(judged[0]?.why ?? '{}') as unknown }
}
const changeLate = async (home: Calendar, id: string, by: { byKey: string | null; byMember: string | null }) => {
  const { changed } = await deps.commit({
    calendarId: home.id,
    seenBy: 'team',
    statements: updateWebhookStatement(
      { calendarId: home.id, eventId: null, byApp: null, ...by, id, ifMatch: null, now: Date.now(), allowed: null },
      { url: 'https://hooks.example.org/elsewhere' },
    ),
  })
  return changed.length
}

describe('webhooks of callers who lose access during the request', () => {
  it('are neither created nor changed by an owner who was removed after the access check', async () => {
    const home = await newCalendar()
    const leaver = await newOwner(home)
    const by = { byKey: null, byMember: leaver }
    expect((await createLate(home, by)).made).toBe(1)
    const [{ id } = { id: '' }] = await hooksOf(home)
    await remove(home, leaver)
    expect(await createLate(home, by)).toMatchObject({ made: 0 })
    expect(await changeLate(home, id, by)).toBe(0)
    expect((await hooksOf(home)).map((hook) => hook.url)).toEqual([url])
  })

  it('are neither created, changed nor reactivated by a key that was revoked after the access check', async () => {
    const home = await newCalendar()
    const key = await newKey(home)
    const by = { byKey: key.id, byMember: null }
    expect((await createLate(home, by)).made).toBe(1)
    const [{ id } = { id: '' }] = await hooksOf(home)
    expect((await send(`DELETE /calendars/${home.slug}/api-keys/${key.id}`, { as: home.owner })).status).toBe(200)
    expect((await rowOf('webhooks', id))?.['is_active']).toBe(0)
    expect(await createLate(home, by)).toMatchObject({ made: 0 })
    expect(await changeLate(home, id, by)).toBe(0)
    expect(await hooksOf(home)).toMatchObject([{ id, url, is_active: 0 }])
  })

  it(`of a removed owner do not appear after the removal, in ${TRIES} races`, async () => {
    const home = await newCalendar()
    for (let tried = 0; tried < TRIES; tried += 1) {
      const leaver = await newOwner(home)
      const [answer] = await Promise.all([
        send(`POST /calendars/${home.slug}/webhooks`, { as: leaver, json: { url } }),
        remove(home, leaver),
      ])
      expect([201, 403, 404]).toContain(answer.status)
      const hooks = await hooksOf(home)
      expect(hooks).toHaveLength(answer.status === 201 ? 1 : 0)
      for (const { id } of hooks) await send(`DELETE /calendars/${home.slug}/webhooks/${id}`, { as: home.owner })
    }
  })

  it(`of a revoked key are inactive, in ${TRIES} races`, async () => {
    const home = await newCalendar()
    for (let tried = 0; tried < TRIES; tried += 1) {
      const { key, id } = await newKey(home)
      const [answer] = await Promise.all([
        send('POST /v1/webhooks', { key, json: { url } }),
        send(`DELETE /calendars/${home.slug}/api-keys/${id}`, { as: home.owner }),
      ])
      expect([201, 401, 403]).toContain(answer.status)
      const hooks = await hooksOf(home)
      expect(hooks.filter((hook) => hook.is_active === 1)).toEqual([])
      for (const hook of hooks) await send(`DELETE /calendars/${home.slug}/webhooks/${hook.id}`, { as: home.owner })
    }
  })
})
