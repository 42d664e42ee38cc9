import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import { runExport, startDueExports } from '../../../src/modules/exports/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { rowOf, setColumns } from '../../support/database.ts'
import { addMember, newCalendar, newEvent, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { mailsFor } from '../../support/invites.ts'

/** `tell` sends no queue messages here, because the tests call `runExport()` themselves. */
const quiet: Deps = { ...deps, tell: () => {} }
const TRIES = 24
const MINUTE = 60_000
const base = { dataset: 'GUESTS', frequency: 'DAILY', timeOfDay: '08:00', recipients: ['ops@files.test'] }

let members = 0
const newMember = (home: Calendar, role: string) => addMember(home, `usr_answerable_${(members += 1)}`, role)
const at = (home: Calendar, id = '') => `/calendars/${home.slug}/scheduled-exports${id === '' ? '' : `/${id}`}`
const create = (home: Calendar, as: string, json: object = {}) =>
  send(`POST ${at(home)}`, { as, json: { ...base, ...json } })
const made = async (home: Calendar, as: string, json: object = {}) =>
  (await create(home, as, json)).body.data.id as string
const change = (home: Calendar, id: string, as: string, json: object) => send(`PATCH ${at(home, id)}`, { as, json })
const read = async (home: Calendar, id: string) =>
  (await send(`GET ${at(home)}`, { as: home.owner })).body.data.find((each: { id: string }) => each.id === id)
const runsOf = async (home: Calendar, id: string) =>
  (await send(`GET ${at(home, id)}/runs`, { as: home.owner })).body.data
const remove = (home: Calendar, userId: string) =>
  send(`DELETE /calendars/${home.slug}/members/${userId}`, { as: home.owner })
const startRun = async (id: string) => {
  await setColumns('scheduled_exports', id, { next_run_at: Date.now() - MINUTE })
  await startDueExports(quiet)
  const run = await env.DB.prepare('select id from export_runs where scheduled_export_id = ?').bind(id).first('id')
  return run as string | null
}
const mailsCausedBy = async (id: string) =>
  (await env.DB.prepare('select kind, recipient from mails where cause like ? order by recipient').bind(`${id}%`).all())
    .results
const paused = { isActive: false, nextRunAt: null, pausedReason: 'CREATOR' }

describe('member responsible for a scheduled export', () => {
  it.each([
    ['are removed', 'MANAGER', 'GUESTS', null],
    ['are no longer a manager', 'MANAGER', 'GUESTS', 'STAFF'],
    ['are no longer an owner', 'OWNER', 'ORDERS', 'MANAGER'],
  ])('pauses it in the same commit when they %s, and the service emails the owners', async (_, role, dataset, next) => {
    const home = await newCalendar({ plan: 'PLUS' })
    const profile = { name: 'Ada', email: 'owner@files.test', email_verified: true }
    await send('PUT /me/profile', { token: await tokenFor(home.owner, profile) })
    const member = await newMember(home, role)
    const id = await made(home, member, { dataset })
    const run = (await startRun(id)) as string
    await (next === null ? remove(home, member) : addMember(home, member, next))

    expect(await read(home, id)).toMatchObject(paused)
    expect(await runsOf(home, id)).toMatchObject([{ id: run, status: 'FAILED', url: null }])
    await runExport(run, quiet)
    expect(await startRun(id)).toBe(run)
    expect(await mailsCausedBy(run)).toEqual([])
    expect(await mailsCausedBy(`${id}:paused`)).toEqual([
      { kind: 'export-paused', recipient: 'ops@files.test' },
      { kind: 'export-paused', recipient: 'owner@files.test' },
    ])
    const text = (await mailsFor('owner@files.test', deps)).at(-1)?.text
    expect(text).toContain('has left the calendar or lost the role')
    expect(text).toContain('because you’re an owner of')

    expect((await change(home, id, home.owner, { isActive: true })).body.data).toMatchObject({
      isActive: true,
      pausedReason: null,
    })
    await runExport((await startRun(id)) as string, quiet)
    expect(await rowOf('scheduled_exports', id)).toMatchObject({ is_active: 1, created_by: home.owner })
  })

  it('keeps what a lower role still covers, and what other members are responsible for', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const member = await newMember(home, 'OWNER')
    const [orders, guests] = [await made(home, member, { dataset: 'ORDERS' }), await made(home, member)]
    const others = await made(home, home.owner)
    await addMember(home, member, 'MANAGER')
    expect(await read(home, orders)).toMatchObject(paused)
    for (const id of [guests, others])
      expect(await read(home, id)).toMatchObject({ isActive: true, pausedReason: null })
    const refused = await send(`DELETE /calendars/${home.slug}/members/${home.owner}`, { as: home.owner })
    expect(refused.body.code).toBe('last_owner')
    expect(await read(home, others)).toMatchObject({ isActive: true })
  })

  it.each([
    ['recipients', { recipients: ['ops@files.test', 'private@mailbox.test'] }, true],
    ['dataset', { dataset: 'CHECKINS' }, true],
    ['event', null, true],
    ['time', { timeOfDay: '09:00', format: 'json' }, false],
    ['recipients to the same ones', { recipients: ['ops@files.test'], dataset: 'GUESTS', eventId: null }, false],
  ])('is the one who changed its %s', async (_, json, isTheirs) => {
    const home = await newCalendar({ plan: 'PLUS' })
    const manager = await newMember(home, 'MANAGER')
    const id = await made(home, home.owner)
    const answer = await change(home, id, manager, json ?? { eventId: (await newEvent(home)).id })
    expect(answer.status, answer.text).toBe(200)
    await remove(home, manager)
    expect(await read(home, id)).toMatchObject(isTheirs ? paused : { isActive: true, pausedReason: null })
    expect(await startRun(id)).toEqual(isTheirs ? null : expect.any(String))
  })

  it('receives no file that is being written while they are removed', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const manager = await newMember(home, 'MANAGER')
    const id = await made(home, home.owner)
    await change(home, id, manager, { recipients: ['private@mailbox.test'] })
    const run = (await startRun(id)) as string
    const files: Deps['files'] = {
      ...deps.files,
      async write(...written) {
        const done = await deps.files.write(...written)
        expect((await remove(home, manager)).status).toBe(200)
        return done
      },
    }
    await runExport(run, { ...quiet, files })
    expect(await runsOf(home, id)).toMatchObject([{ status: 'FAILED', url: null }])
    expect(await mailsCausedBy(run)).toEqual([])
    expect(await deps.files.read(`exports/${run}/1`)).toBeNull()
  })
})

describe(`removing a member, in ${TRIES} races`, () => {
  const isTheirsAndActive = async (member: string) =>
    (await env.DB.prepare('select id from scheduled_exports where created_by = ? and is_active = 1').bind(member).all())
      .results.length

  it('leaves no active export that they create at the same time', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    for (let tried = 0; tried < TRIES; tried += 1) {
      const member = await newMember(home, 'MANAGER')
      const [answer] = await Promise.all([create(home, member), remove(home, member)])
      expect([200, 403, 404]).toContain(answer.status)
      expect(await isTheirsAndActive(member)).toBe(0)
      if (answer.status === 200) await send(`DELETE ${at(home, answer.body.data.id)}`, { as: home.owner })
    }
  })

  it('leaves no active export whose recipients they change at the same time', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const id = await made(home, home.owner)
    for (let tried = 0; tried < TRIES; tried += 1) {
      const member = await newMember(home, 'MANAGER')
      const recipients = [`private${tried}@mailbox.test`]
      await Promise.all([change(home, id, member, { recipients }), remove(home, member)])
      const now = await read(home, id)
      expect(await isTheirsAndActive(member)).toBe(0)
      expect(now.isActive && now.recipients.includes(recipients[0])).toBe(false)
      await change(home, id, home.owner, { recipients: ['ops@files.test'], isActive: true })
    }
  })

  it('lets no manager add a recipient to an export that becomes one of orders', async () => {
    const home = await newCalendar({ plan: 'PLUS' })
    const member = await newMember(home, 'MANAGER')
    for (let tried = 0; tried < TRIES; tried += 1) {
      const id = await made(home, home.owner)
      const recipients = ['private@mailbox.test']
      const [byManager, byOwner] = await Promise.all([
        change(home, id, member, { recipients }),
        change(home, id, home.owner, { dataset: 'ORDERS' }),
      ])
      expect(byOwner.status).toBe(200)
      expect([200, 403]).toContain(byManager.status)
      expect(await rowOf('scheduled_exports', id)).toMatchObject({ dataset: 'ORDERS', created_by: home.owner })
      await send(`DELETE ${at(home, id)}`, { as: home.owner })
    }
  })
})
