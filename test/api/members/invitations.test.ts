import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { QUOTAS } from '../../../src/kernel/quotas.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { loseAnswers, mailsTo, setColumns } from '../../support/database.ts'
import { newCalendar, type Calendar } from '../../support/factories.ts'
import { operatorToken, tokenFor } from '../../support/identity.ts'
import { mailsFor } from '../../support/invites.ts'

asks({
  'POST /calendars/:slug/invitations': { role: 'OWNER' },
  'GET /calendars/:slug/invitations': { role: 'OWNER', isWhole: true },
  'DELETE /calendars/:slug/invitations/:invitationId': { role: 'OWNER' },
  'POST /calendars/:slug/invitations/:invitationId/confirm': { role: 'OWNER' },
  'GET /public/invitations/:token': { isOpen: true, isSecret: true },
  'POST /invitations/:token/accept': { role: null },
  'PUT /me/profile': { role: null },
  'DELETE /me/profile': { role: null },
})

const DAY = 86_400_000
let asked = 0
const someone = () => `colleague-${(asked += 1)}@team.test`
const signedInAs = (userId: string, email: string | null, claims = {}) =>
  tokenFor(userId, { name: `The ${userId}`, ...(email === null ? {} : { email, email_verified: true }), ...claims })
const invite = ({ slug, owner: as }: Calendar, email: string, role = 'MANAGER') =>
  send(`POST /calendars/${slug}/invitations`, { as, json: { email, role } })
const invitations = async ({ slug, owner: as }: Calendar) =>
  (await send(`GET /calendars/${slug}/invitations`, { as })).body.data
const members = async ({ slug, owner: as }: Calendar) =>
  (await send(`GET /calendars/${slug}/members`, { as })).body.data
const memberOf = async (calendar: Calendar, userId: string) =>
  (await members(calendar)).find((member: { userId: string }) => member.userId === userId)
/** Returns the token from the latest email whose link is still valid. */
const tokenTo = async (email: string) => {
  const letter = (await mailsFor(email, deps)).at(-1)
  return /#invitation=([\w.-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
}
const accept = (token: string, bearer: string) => send(`POST /invitations/${token}/accept`, { token: bearer })

describe('team invitation', () => {
  it('emails a link that can be used once to make the owner of the verified address a member', async () => {
    const calendar = await newCalendar({ name: 'Harbour' })
    const email = someone()
    const answer = await invite(calendar, email)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^inv_/),
      email,
      role: 'MANAGER',
      status: 'OPEN',
      claim: null,
      createdAt: expect.any(String),
      expiresAt: expect.any(String),
    })
    const { createdAt, expiresAt } = answer.body.data
    expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(7 * DAY)
    const [letter] = await mailsFor(email, deps)
    expect(letter).toMatchObject({ subject: 'You’re invited to help run Harbour', to: email })
    const token = await tokenTo(email)
    expect((await send(`GET /public/invitations/${token}`)).body.data).toEqual({
      calendar: { name: 'Harbour', avatarUrl: null },
      invitedBy: null,
      email,
      role: 'MANAGER',
      expiresAt,
    })
    const bearer = await signedInAs('usr_grace', email.toUpperCase())
    const accepted = await accept(token, bearer)
    expect(accepted.body.data).toEqual({
      status: 'ACCEPTED',
      calendar: { slug: calendar.slug, name: 'Harbour' },
      role: 'MANAGER',
    })
    expect(await memberOf(calendar, 'usr_grace')).toEqual({
      userId: 'usr_grace',
      role: 'MANAGER',
      name: 'The usr_grace',
      email,
    })
    expect((await accept(token, bearer)).body).toEqual(accepted.body)
    expect((await accept(token, await signedInAs('usr_other', email))).status).toBe(404)
    expect((await send(`GET /public/invitations/${token}`)).status).toBe(404)
    expect(await invitations(calendar)).toEqual([])
    expect(await mailsFor(email, deps)).toEqual([])
  })

  it.each([
    ['en', 'Ana invites you to help run Harbour.', 'Your role is staff'],
    ['de', 'Ana lädt Sie ein, Harbour mit zu betreuen.', 'Ihre Rolle: Personal'],
  ])('names the role and, if they share their name, the owner who invited (%s)', async (locale, by, role) => {
    const calendar = await newCalendar({ name: 'Harbour', locale })
    await send('PUT /me/profile', { token: await tokenFor(calendar.owner, { name: 'Ana' }) })
    const email = someone()
    await invite(calendar, email, 'STAFF')
    const [letter] = await mailsFor(email, deps)
    expect(letter?.text).toContain(by)
    expect(letter?.text).toContain(role)
    const path = `/public/invitations/${await tokenTo(email)}`
    expect((await send(`GET ${path}`)).body.data).toMatchObject({ invitedBy: 'Ana', role: 'STAFF' })
    await send('DELETE /me/profile', { as: calendar.owner })
    expect((await send(`GET ${path}`)).body.data.invitedBy).toBeNull()
    expect((await mailsFor(email, deps))[0]?.text).not.toContain('Ana ')
  })

  it.each([
    ['another address', (email: string) => ({ email: `not-${email}`, email_verified: true })],
    ['the address, but not verified', (email: string) => ({ email, email_verified: false })],
    ['the address, but email_verified as a string', (email: string) => ({ email, email_verified: 'true' })],
    ['no address', () => ({})],
  ])('is pending until an owner confirms it if it was accepted with %s', async (_what, claimsOf) => {
    const calendar = await newCalendar()
    const email = someone()
    const { id } = (await invite(calendar, email, 'STAFF')).body.data
    const claims: { email?: string; email_verified?: unknown } = claimsOf(email)
    const bearer = await signedInAs('usr_waits', null, claims)
    const opened = await accept(await tokenTo(email), bearer)
    expect(opened.body.data).toMatchObject({ status: 'AWAITING_CONFIRMATION', role: 'STAFF' })
    expect(await memberOf(calendar, 'usr_waits')).toBeUndefined()
    expect((await send(`GET /calendars/${calendar.slug}/settings`, { token: bearer })).status).toBe(404)
    const known = claims.email_verified === true ? (claims.email ?? null) : null
    expect(await invitations(calendar)).toMatchObject([
      { id, status: 'AWAITING_CONFIRMATION', claim: { name: 'The usr_waits', email: known } },
    ])
    const late = await accept(await tokenTo(email), await signedInAs('usr_later', `later-${email}`))
    expect(late.status).toBe(404)
    const headers = { 'Idempotency-Key': crypto.randomUUID() }
    const confirm = () =>
      send(`POST /calendars/${calendar.slug}/invitations/${id}/confirm`, { as: calendar.owner, headers })
    const confirmed = await confirm()
    await loseAnswers()
    expect((await confirm()).body).toEqual(confirmed.body)
    expect(confirmed.body.data).toEqual({ userId: 'usr_waits', role: 'STAFF', name: 'The usr_waits', email: known })
    expect((await send(`GET /calendars/${calendar.slug}/settings`, { token: bearer })).status).toBe(200)
    const again = await send(`POST /calendars/${calendar.slug}/invitations/${id}/confirm`, { as: calendar.owner })
    expect(again.status).toBe(404)
  })

  it('can be accepted with the invited address after another user has opened it', async () => {
    const calendar = await newCalendar()
    const email = someone()
    const { id } = (await invite(calendar, email)).body.data
    const early = await send(`POST /calendars/${calendar.slug}/invitations/${id}/confirm`, { as: calendar.owner })
    expect([early.status, early.body.code]).toEqual([409, 'invalid_transition'])
    const token = await tokenTo(email)
    await accept(token, await signedInAs('usr_finder', `finder-${email}`))
    expect((await accept(token, await signedInAs('usr_meant', email))).body.data.status).toBe('ACCEPTED')
    expect([await memberOf(calendar, 'usr_finder'), (await memberOf(calendar, 'usr_meant')).role]).toEqual([
      undefined,
      'MANAGER',
    ])
  })

  it('gets 404 after seven days, once it is deleted or replaced, and while the calendar is suspended', async () => {
    const calendar = await newCalendar()
    const [expired, gone, renewed, held] = [someone(), someone(), someone(), someone()]
    const ids = await Promise.all(
      [expired, gone, renewed, held].map(async (email) => (await invite(calendar, email)).body.data.id),
    )
    const tokens = await Promise.all([expired, gone, renewed, held].map(tokenTo))
    await setColumns('member_invitations', ids[0], { expires_at: Date.now() - 1 })
    const removed = await send(`DELETE /calendars/${calendar.slug}/invitations/${ids[1]}`, { as: calendar.owner })
    expect(removed.body.data).toEqual({ id: ids[1], deleted: true })
    expect((await invite(calendar, renewed, 'STAFF')).body.data).toMatchObject({ id: ids[2], role: 'STAFF' })
    const tries = await Promise.all(
      [expired, gone, renewed].map(
        async (email, index) => (await accept(tokens[index]!, await signedInAs(`usr_t${index}`, email))).status,
      ),
    )
    expect(tries).toEqual([404, 404, 404])
    expect((await accept(await tokenTo(renewed), await signedInAs('usr_t2', renewed))).body.data.role).toBe('STAFF')
    expect((await invitations(calendar)).find(({ id }: { id: string }) => id === ids[0]).status).toBe('EXPIRED')
    const suspension = { suspended: true, reason: 'spam' }
    await send(`PUT /calendars/${calendar.slug}/suspension`, { token: await operatorToken(), json: suspension })
    expect((await accept(tokens[3]!, await signedInAs('usr_t3', held))).status).toBe(404)
    expect((await accept('nonsense', await signedInAs('usr_t3', held))).status).toBe(404)
  })

  it('never lowers a role, and makes only one of five concurrent users a member', async () => {
    const calendar = await newCalendar()
    const email = someone()
    await invite(calendar, email, 'STAFF')
    const owner = await signedInAs(calendar.owner, email)
    expect((await accept(await tokenTo(email), owner)).body.data).toMatchObject({ status: 'ACCEPTED', role: 'OWNER' })
    const raced = someone()
    await invite(calendar, raced, 'OWNER')
    const token = await tokenTo(raced)
    const answers = await Promise.all(
      [1, 2, 3, 4, 5].map(async (number) => accept(token, await signedInAs(`usr_r${number}`, raced))),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 404, 404, 404, 404])
    expect((await members(calendar)).filter(({ email: at }: { email: string }) => at === raced)).toHaveLength(1)
  })

  it('counts towards recipientsPerDay, and at most 50 may be open', async () => {
    const calendar = await newCalendar()
    const app = appWith({
      config: { ...deps.config, quotas: { ...QUOTAS, recipientsPerDay: { ...QUOTAS.recipientsPerDay, PRO: 1 } } },
    })
    const bearer = await tokenFor(calendar.owner)
    const ask = async (email: string) => {
      const headers = { Authorization: `Bearer ${bearer}`, 'Content-Type': 'application/json' }
      const body = JSON.stringify({ email, role: 'STAFF' })
      return app.request(`/api/calendars/${calendar.slug}/invitations`, { method: 'POST', headers, body })
    }
    const [first, second] = [someone(), someone()]
    expect((await ask(first)).status).toBe(200)
    const refused = await ask(second)
    expect([refused.status, await refused.json()]).toMatchObject([
      403,
      { code: 'quota_exceeded', data: { quota: 'recipientsPerDay', limit: 1, used: 1, resetsAt: expect.any(String) } },
    ])
    expect(await mailsTo(second)).toEqual([])
    await env.DB.prepare(
      `insert into member_invitations (id, calendar_id, email, role, move_id, created_by, created_at, expires_at)
       select 'inv_' || value, ?1, 'full-' || value || '@team.test', 'STAFF', 'mov_x', 'x', 0, ?2
       from json_each(json_array(${Array.from({ length: 49 }, (_, index) => index).join()}))`,
    )
      .bind(calendar.id, Date.now() + DAY)
      .run()
    const full = await invite(calendar, second)
    expect([full.status, full.body.code]).toEqual([409, 'invitation_limit_reached'])
    expect((await invite(calendar, first)).status).toBe(200)
  })
})

describe('PUT /me/profile', () => {
  it('shows name and verified email to other members until DELETE; GET /me always returns them', async () => {
    const calendar = await newCalendar()
    const owner = await signedInAs(calendar.owner, 'owner@team.test')
    expect((await send('GET /me', { token: owner })).body.data).toMatchObject({
      userId: calendar.owner,
      name: `The ${calendar.owner}`,
      email: 'owner@team.test',
    })
    expect(await memberOf(calendar, calendar.owner)).toMatchObject({ name: null, email: null })
    const kept = await send('PUT /me/profile', { token: owner })
    expect(kept.body.data).toEqual({ name: `The ${calendar.owner}`, email: 'owner@team.test' })
    expect(await memberOf(calendar, calendar.owner)).toMatchObject(kept.body.data)
    await send('DELETE /me/profile', { token: owner })
    expect(await memberOf(calendar, calendar.owner)).toMatchObject({ name: null, email: null })
    const made = await send('POST /calendars', { token: owner, json: { name: 'Mine', timezone: 'UTC' } })
    const own = { ...calendar, slug: made.body.data.slug as string }
    expect(await memberOf(own, calendar.owner)).toMatchObject(kept.body.data)
  })
})
