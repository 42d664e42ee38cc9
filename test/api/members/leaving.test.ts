import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { insertInvitation, whyNotInvited } from '../../../src/modules/members/invitations.store.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { addMember, newCalendar, newEvent, newKey, newPass, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { mailsFor } from '../../support/invites.ts'

const TRIES = 24
let asked = 0
const someone = () => `invited-${(asked += 1)}@leaving.test`
const newOwner = (home: Calendar) => addMember(home, `usr_leaving_owner_${(asked += 1)}`, 'OWNER')
const invite = (home: Calendar, as: string, email: string) =>
  send(`POST /calendars/${home.slug}/invitations`, { as, json: { email, role: 'OWNER' } })
const remove = (home: Calendar, userId: string) =>
  send(`DELETE /calendars/${home.slug}/members/${userId}`, { as: home.owner })
const openInvitations = async (home: Calendar) =>
  (await send(`GET /calendars/${home.slug}/invitations`, { as: home.owner })).body.data as { email: string }[]

describe('owner who is removed or gets a lower role', () => {
  it.each([
    ['removal', null],
    ['the role MANAGER', 'MANAGER'],
  ])('loses their open invitations by %s, and can return through none of them', async (_, role) => {
    const home = await newCalendar()
    const leaver = await newOwner(home)
    const [own, kept, accepted] = [someone(), someone(), someone()]
    await invite(home, leaver, own)
    await invite(home, home.owner, kept)
    await invite(home, leaver, accepted)
    const tokenTo = async (email: string) =>
      /#invitation=([\w.-]+)/.exec((await mailsFor(email, deps)).at(-1)?.text ?? '')?.[1] ?? ''
    const accept = async (email: string, token: string, userId = `usr_of_${email}`) =>
      send(`POST /invitations/${token}/accept`, { token: await tokenFor(userId, { email, email_verified: true }) })
    const [toOwn, toKept] = [await tokenTo(own), await tokenTo(kept)]
    expect((await accept(accepted, await tokenTo(accepted))).status).toBe(200)

    await (role === null ? remove(home, leaver) : addMember(home, leaver, role))
    expect((await openInvitations(home)).map(({ email }) => email)).toEqual([kept])
    expect((await accept(own, toOwn, leaver)).status).toBe(404)
    expect((await accept(kept, toKept)).body.data).toMatchObject({ status: 'ACCEPTED', role: 'OWNER' })
    const members = (await send(`GET /calendars/${home.slug}/members`, { as: home.owner })).body.data
    expect(members.map(({ userId }: { userId: string }) => userId)).toContain(`usr_of_${accepted}`)
  })

  it(`leaves no open invitation that they send at the same time, in ${TRIES} races`, async () => {
    const home = await newCalendar()
    for (let tried = 0; tried < TRIES; tried += 1) {
      const leaver = await newOwner(home)
      const [answer] = await Promise.all([invite(home, leaver, someone()), remove(home, leaver)])
      expect([200, 403, 404]).toContain(answer.status)
      expect(await openInvitations(home)).toEqual([])
    }
  })

  it('sends no invitation if they are removed between the access check and the commit', async () => {
    const home = await newCalendar()
    const leaver = await newOwner(home)
    await env.DB.prepare('delete from members where user_id = ?').bind(leaver).run()
    const now = Date.now()
    const values = {
      id: 'inv_too_late',
      calendarId: home.id,
      email: someone(),
      role: 'OWNER' as const,
      moveId: 'mov_too_late',
      createdBy: leaver,
      createdAt: now,
      expiresAt: now + 1,
      mostRecipients: 9,
      day: 1,
      dayEnds: '',
    }
    const { why, made } = await deps.commit({
      calendarId: home.id,
      seenBy: 'team',
      statements: { why: whyNotInvited(values), made: insertInvitation(values) },
    })
    expect(made).toEqual([])
    expect(why[0]?.why).not.toBeNull()
  })
})

it(`a removed owner leaves no API key that they create at the same time, in ${TRIES} races`, async () => {
  const home = await newCalendar()
  const at = `/calendars/${home.slug}/api-keys`
  for (let tried = 0; tried < TRIES; tried += 1) {
    const leaver = await newOwner(home)
    let isRemovedFirst = false
    const [answer] = await Promise.all([
      send(`POST ${at}`, { as: leaver, json: { name: 'late', scopes: ['guests:read'] } }),
      remove(home, leaver).then(({ body }) => (isRemovedFirst = body.message === undefined)),
    ])
    // A key that was created before the removal is counted in the answer to the removal.
    expect(answer.status === 200).toBe(!isRemovedFirst)
    if (answer.status === 200) await send(`DELETE ${at}/${answer.body.data.id}`, { as: home.owner })
  }
})

describe('DELETE …/members/:userId', () => {
  it('names the API keys and door passes of the member that still work, and no others', async () => {
    const home = await newCalendar()
    const leaver = await newOwner(home)
    const theirs = { id: home.id, owner: leaver }
    await newKey(theirs)
    await newKey(theirs)
    await newKey(theirs, [], { is_active: 0 })
    await newKey(theirs, [], { expires_at: 1 })
    await newKey(home)
    const event = await newEvent(home)
    await newPass({ id: event.id, calendar: { owner: leaver } })
    await newPass(event)
    const gone = await newPass({ id: event.id, calendar: { owner: leaver } })
    await send(`DELETE /events/${event.id}/door-passes/${gone.id}`, { as: home.owner })
    expect((await remove(home, leaver)).body).toEqual({
      data: { id: leaver, deleted: true },
      message: 'Still valid: 2 API keys and 1 door pass, created by this member. Revoke any that they may have kept.',
    })
  })
})
