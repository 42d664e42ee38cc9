import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { loseAnswers } from '../../support/database.ts'
import { addMember, newCalendar } from '../../support/factories.ts'

asks({
  'GET /calendars/:slug/members': { role: 'OWNER', isWhole: true },
  'POST /calendars/:slug/members': { role: 'OWNER' },
  'DELETE /calendars/:slug/members/:userId': { role: 'OWNER' },
})

/** `name` and `email` of members who have not called PUT /me/profile. */
const unknown = { name: null, email: null }

describe('members of a calendar', () => {
  it('are listed with their roles, original owner first', async () => {
    const calendar = await newCalendar()
    await addMember(calendar, 'usr_manager', 'MANAGER')
    await addMember(calendar, 'usr_staff', 'STAFF')
    const answer = await send(`GET /calendars/${calendar.slug}/members`, { as: calendar.owner })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({
      data: [
        { userId: calendar.owner, role: 'OWNER', ...unknown },
        { userId: 'usr_manager', role: 'MANAGER', ...unknown },
        { userId: 'usr_staff', role: 'STAFF', ...unknown },
      ],
    })
  })

  it('are added once per Idempotency-Key, even if the response was lost or they have been removed since', async () => {
    const calendar = await newCalendar()
    const path = `/calendars/${calendar.slug}/members`
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const json = { userId: 'usr_short', role: 'MANAGER' }
    const ask = () => send(`POST ${path}`, { as: calendar.owner, json, headers })
    const first = await ask()
    await loseAnswers()
    expect((await ask()).body).toEqual(first.body)
    await send(`DELETE ${path}/usr_short`, { as: calendar.owner })
    await loseAnswers()
    expect((await ask()).status).toBe(404)
    expect((await send(`GET ${path}`, { as: calendar.owner })).body.data).toHaveLength(1)
  })

  it('get a new role by POST, which applies from the next request on', async () => {
    const calendar = await newCalendar()
    await addMember(calendar, 'usr_rising', 'STAFF')
    const before = await send(`PATCH /calendars/${calendar.slug}`, { as: 'usr_rising', json: { name: 'Mine' } })
    expect(before.body).toMatchObject({ statusCode: 403, code: 'role_insufficient' })
    const answer = await send(`POST /calendars/${calendar.slug}/members`, {
      as: calendar.owner,
      json: { userId: 'usr_rising', role: 'MANAGER' },
    })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { userId: 'usr_rising', role: 'MANAGER', ...unknown } })
    expect((await send(`PATCH /calendars/${calendar.slug}`, { as: 'usr_rising', json: { name: 'Mine' } })).status).toBe(
      200,
    )
    const list = await send(`GET /calendars/${calendar.slug}/members`, { as: calendar.owner })
    expect(list.body.data).toHaveLength(2)
  })

  it('get 404 on every request after they are removed', async () => {
    const calendar = await newCalendar()
    await addMember(calendar, 'usr_leaving', 'MANAGER')
    expect((await send(`GET /calendars/${calendar.slug}/settings`, { as: 'usr_leaving' })).status).toBe(200)
    const answer = await send(`DELETE /calendars/${calendar.slug}/members/usr_leaving`, { as: calendar.owner })
    expect(answer.status).toBe(200)
    expect(answer.body).toEqual({ data: { id: 'usr_leaving', deleted: true } })
    expect((await send(`GET /calendars/${calendar.slug}/settings`, { as: 'usr_leaving' })).status).toBe(404)
    const again = await send(`DELETE /calendars/${calendar.slug}/members/usr_leaving`, { as: calendar.owner })
    expect(again.body).toMatchObject({ statusCode: 404, code: 'not_found' })
  })

  it.each(['auth0|5f7c8ec7', 'https://issuer.test/users/1 2', 'Ünï%2Fcode', ' spaced '])(
    'may have the token subject %j as their userId, even in the path',
    async (userId) => {
      const calendar = await newCalendar()
      await addMember(calendar, userId, 'STAFF')
      expect((await send(`GET /calendars/${calendar.slug}/settings`, { as: userId })).status).toBe(200)
      const removed = await send(`DELETE /calendars/${calendar.slug}/members/${encodeURIComponent(userId)}`, {
        as: calendar.owner,
      })
      expect(removed.body).toEqual({ data: { id: userId, deleted: true } })
    },
  )

  it.each([
    [{ role: 'STAFF' }, 'userId'],
    [{ userId: '', role: 'STAFF' }, 'userId'],
    [{ userId: 'x'.repeat(256), role: 'STAFF' }, 'userId'],
    [{ userId: 7, role: 'STAFF' }, 'userId'],
    [{ userId: 'usr_x' }, 'role'],
    [{ userId: 'usr_x', role: 'owner' }, 'role'],
  ])('return 400 for %j and name the field %s', async (json, field) => {
    const calendar = await newCalendar()
    const answer = await send(`POST /calendars/${calendar.slug}/members`, { as: calendar.owner, json })
    expect(answer.body).toMatchObject({ statusCode: 400, code: 'validation_failed', errors: [{ field }] })
  })
})

describe('last owner', () => {
  const ownersOf = async (slug: string, as: string) => {
    const { body } = await send(`GET /calendars/${slug}/members`, { as })
    return body.data.filter(({ role }: { role: string }) => role === 'OWNER').length as number
  }

  it('gets 409 last_owner when leaving or taking a lower role', async () => {
    const calendar = await newCalendar()
    await addMember(calendar, 'usr_manager', 'MANAGER')
    const left = await send(`DELETE /calendars/${calendar.slug}/members/${calendar.owner}`, { as: calendar.owner })
    expect(left.body).toMatchObject({ statusCode: 409, code: 'last_owner', errors: [] })
    const demoted = await send(`POST /calendars/${calendar.slug}/members`, {
      as: calendar.owner,
      json: { userId: calendar.owner, role: 'MANAGER' },
    })
    expect(demoted.body).toMatchObject({ statusCode: 409, code: 'last_owner' })
    expect(await ownersOf(calendar.slug, calendar.owner)).toBe(1)
  })

  it('may be set to OWNER again, and may leave once there is another owner', async () => {
    const calendar = await newCalendar()
    await addMember(calendar, calendar.owner, 'OWNER')
    await addMember(calendar, 'usr_second', 'OWNER')
    expect(
      (await send(`DELETE /calendars/${calendar.slug}/members/${calendar.owner}`, { as: calendar.owner })).status,
    ).toBe(200)
    expect(await ownersOf(calendar.slug, 'usr_second')).toBe(1)
  })

  it.each(['DELETE', 'POST'])('remains when ten owners %s each other concurrently', async (method) => {
    const calendar = await newCalendar()
    const owners = [calendar.owner, ...Array.from({ length: 9 }, (_, index) => `usr_${method}_owner_${index}`)]
    for (const owner of owners) await addMember(calendar, owner, 'OWNER')
    const moves = owners.map((as, index) => {
      const other = owners[(index + 1) % owners.length] as string
      return method === 'DELETE'
        ? send(`DELETE /calendars/${calendar.slug}/members/${other}`, { as })
        : send(`POST /calendars/${calendar.slug}/members`, { as, json: { userId: other, role: 'STAFF' } })
    })
    // An owner who loses the role first gets a 403 or 404 from the access checks. Only the SQL guard keeps the last
    // owner.
    for (const { status } of await Promise.all(moves)) expect([200, 403, 404, 409]).toContain(status)
    const answers = await Promise.all(owners.map((as) => send(`GET /calendars/${calendar.slug}/members`, { as })))
    expect(answers.some(({ status }) => status === 200)).toBe(true)
  })
})
