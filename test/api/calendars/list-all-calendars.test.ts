import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { addMember, newCalendar } from '../../support/factories.ts'
import { operatorToken } from '../../support/identity.ts'

asks({ 'GET /operator/calendars': { role: 'OPERATOR' } })

const list = async (query: string) =>
  (await send(`GET /operator/calendars?${query}`, { token: await operatorToken() })).body
const slugsIn = (body: { data: { slug: string }[] }) => body.data.map(({ slug }) => slug)

describe('GET /operator/calendars', () => {
  it('returns calendars of all users, newest first, to the operator only', async () => {
    const [first, second] = [
      await newCalendar({ name: 'Quay One', visibility: 'PRIVATE' }),
      await newCalendar({ plan: 'FREE', name: 'Quay Two' }),
    ]
    await addMember(second, 'usr_helper', 'STAFF')
    const all = await list('q=QUAY')
    expect(slugsIn(all)).toEqual([second.slug, first.slug])
    expect(all).toMatchObject({ total: 2, page: 1 })
    expect(all.data[0]).toMatchObject({ plan: 'FREE', memberCount: 2, suspension: null, eraseAt: null })
    const refused = await send('GET /operator/calendars', { as: first.owner })
    expect([refused.status, refused.body.code]).toEqual([403, 'role_insufficient'])
    expect((await send('GET /operator/calendars')).status).toBe(401)
    expect((await send('GET /me', { token: await operatorToken() })).body.data.isOperator).toBe(true)
    expect((await send('GET /me', { as: first.owner })).body.data.isOperator).toBe(false)
  })

  it('finds calendars by part of the slug, and by suspension', async () => {
    const calendar = await newCalendar({ name: 'Pier', slug: 'long-pier-42' })
    expect(slugsIn(await list('q=pier-4'))).toEqual([calendar.slug])
    expect(slugsIn(await list('q=pier-4&suspended=true'))).toEqual([])
    const json = { suspended: true, reason: 'Spam.' }
    await send(`PUT /calendars/${calendar.slug}/suspension`, { token: await operatorToken(), json })
    expect(slugsIn(await list('q=pier-4&suspended=true'))).toEqual([calendar.slug])
    expect(slugsIn(await list('q=pier-4&suspended=false'))).toEqual([])
    expect(slugsIn(await list('q=%25'))).toEqual([])
  })
})
