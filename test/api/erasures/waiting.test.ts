import { env as given } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Deps } from '../../../src/deps.ts'
import { GRACE_MS, runErasures } from '../../../src/modules/erasures/index.ts'
import { runExport, startDueExports } from '../../../src/modules/exports/index.ts'
import { makeDueDates } from '../../../src/modules/series/index.ts'
import type { Env } from '../../../src/platform/env.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { eventsOf, guestsOf, rowOf, setColumns } from '../../support/database.ts'
import { DAY, erase, later, leftOf, PAST } from '../../support/erasures.ts'
import {
  manageApi,
  newCalendar,
  newEvent,
  newGuests,
  newWebhook,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { mailsFor } from '../../support/invites.ts'
import { PICTURES } from '../../support/pictures.ts'

const env = given as unknown as Env
/** `tell` sends no queue messages here, because the tests run the jobs themselves. */
const quiet: Deps = { ...deps, tell: () => {} }
const pathOf = ({ slug }: Calendar) => `/calendars/${slug}/erasure`
const mark = (calendar: Calendar) => erase(pathOf(calendar), calendar.owner)
const takeBack = (calendar: Calendar) => send(`DELETE ${pathOf(calendar)}`, { as: calendar.owner })

describe('a calendar that waits for its erasure', () => {
  it('accepts no team invitation that was in flight during the request', async () => {
    const calendar = await newCalendar()
    const app = appWith({
      commit: async (change) => {
        await mark(calendar)
        return deps.commit(change)
      },
    })
    const answer = await app.request(`/api/calendars/${calendar.slug}/invitations`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${await tokenFor(calendar.owner)}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ email: 'in-flight@team.test', role: 'MANAGER' }),
    })
    expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([409, 'erasure_pending'])
    expect(await mailsFor('in-flight@team.test')).toEqual([])
    const { data } = (await send(`GET /calendars/${calendar.slug}/invitations`, { as: calendar.owner })).body
    expect(data).toEqual([])
  })

  it('lets no one join through an earlier invitation until it is taken back', async () => {
    const calendar = await newCalendar()
    const json = { email: 'earlier@team.test', role: 'MANAGER' }
    await send(`POST /calendars/${calendar.slug}/invitations`, { as: calendar.owner, json })
    const [letter] = await mailsFor(json.email)
    const link = /#invitation=([\w.-]+)/.exec(letter?.text ?? '')?.[1] ?? ''
    await mark(calendar)
    const token = await tokenFor('usr_earlier', { email: json.email, email_verified: true })
    expect((await send(`GET /public/invitations/${link}`)).status).toBe(404)
    expect((await send(`POST /invitations/${link}/accept`, { token })).status).toBe(404)
    await takeBack(calendar)
    expect((await send(`POST /invitations/${link}/accept`, { token })).body.data.status).toBe('ACCEPTED')
  })

  it('answers 404 to its private feed token', async () => {
    const calendar = await newCalendar()
    const { token } = (await send(`POST /calendars/${calendar.slug}/feed-token`, { as: calendar.owner })).body.data
    const feed = () => send(`GET /calendars/${calendar.slug}/events.ics?token=${token}`)
    expect((await feed()).status).toBe(200)
    await mark(calendar)
    expect((await feed()).status).toBe(404)
    await takeBack(calendar)
    expect((await feed()).status).toBe(200)
  })

  it('pauses its scheduled exports, even a run that is already in the queue', async () => {
    const calendar = await newCalendar()
    const json = { dataset: 'EVENTS', frequency: 'DAILY', timeOfDay: '08:00', recipients: ['ops@waiting.test'] }
    const as = calendar.owner
    const ids: string[] = []
    for (const _ of [1, 2])
      ids.push((await send(`POST /calendars/${calendar.slug}/scheduled-exports`, { as, json })).body.data.id)
    const [queued = '', due = ''] = ids
    const runOf = (id: string) =>
      env.DB.prepare('select id, status from export_runs where scheduled_export_id = ?').bind(id).first()
    await setColumns('scheduled_exports', queued, { next_run_at: Date.now() - 1 })
    await startDueExports(quiet)
    await setColumns('scheduled_exports', due, { next_run_at: Date.now() - 1 })
    await mark(calendar)
    const run = await runOf(queued)
    await runExport(String(run?.['id']), quiet)
    await startDueExports(quiet)
    expect([(await runOf(queued))?.['status'], await runOf(due)]).toEqual(['PENDING', null])
    await takeBack(calendar)
    await runExport(String(run?.['id']), quiet)
    await startDueExports(quiet)
    expect([(await runOf(queued))?.['status'], (await runOf(due))?.['status']]).toEqual(['SUCCEEDED', 'PENDING'])
  })

  it('gets no new dates of its series', async () => {
    const calendar = await newCalendar()
    const json = {
      calendarSlug: calendar.slug,
      template: { title: 'Yoga' },
      startAt: '2031-03-18T19:00',
      durationMinutes: 90,
      timezone: 'Europe/Paris',
      rrule: 'FREQ=WEEKLY',
    }
    const made = await send('POST /series', { as: calendar.owner, json })
    expect(made.status, made.text).toBe(200)
    await setColumns('series', made.body.data.id, { make_at: 0 })
    await mark(calendar)
    const before = (await eventsOf(calendar)).length
    const nearFirst = { ...deps, clock: () => Date.parse('2031-03-17T00:00:00Z') }
    await makeDueDates(nearFirst)
    expect(await eventsOf(calendar)).toHaveLength(before)
    await setColumns('calendars', calendar.id, { erase_at: null })
    await makeDueDates(nearFirst)
    expect((await eventsOf(calendar)).length).toBeGreaterThan(before)
  })
})

describe('guests of a past event that waits for its erasure', () => {
  it('can read their registration and data, and the organiser can erase it', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const { guest, manageUrl } = (await register(event)).body.data
    await setColumns('events', event.id, { start_at: PAST.startAt, end_at: PAST.endAt })
    await erase(`/events/${event.id}/erasure`, calendar.owner)
    const path = manageApi(manageUrl)
    const read = await send(`GET ${path}`)
    expect([read.status, read.body.data.guest.email]).toEqual([200, guest.email])
    expect((await send(`GET ${path}/data`)).body.data.guestId).toBe(guest.id)
    const erased = await send(`POST /events/${event.id}/guests/${guest.id}/erase`, { as: calendar.owner })
    expect(erased.status, erased.text).toBe(200)
    expect((await rowOf('guests', guest.id))?.['email']).not.toBe(guest.email)
  })
})

describe('the job', () => {
  it('erases an event with 2,000 guests in steps of at most 200 rows per table', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar, {}, {})
    await newWebhook(calendar, 'https://hooks.example/guests')
    await newGuests(event, 2_000)
    await setColumns('events', event.id, { start_at: PAST.startAt, end_at: PAST.endAt })
    await erase(`/events/${event.id}/erasure`, calendar.owner)
    const left: number[] = []
    const counting: Deps = {
      ...later(GRACE_MS + 60_000),
      commit: async (change) => {
        const result = await deps.commit(change)
        left.push((await guestsOf(event)).length)
        return result
      },
    }
    for (let run = 0; run < 4 && (await rowOf('events', event.id)) !== null; run += 1) await runErasures(counting)
    expect(left.filter((guests) => guests < 2_000).slice(0, 10)).toEqual([
      1_800, 1_600, 1_400, 1_200, 1_000, 800, 600, 400, 200, 0,
    ])
    expect(await leftOf([event.id])).toEqual([])
  })

  it('deletes the images and the export files of a calendar', async () => {
    const calendar = await newCalendar()
    const as = calendar.owner
    await send(`POST /calendars/${calendar.slug}/images`, {
      as,
      body: PICTURES.png,
      headers: { 'Content-Type': 'image/png' },
    })
    const json = { dataset: 'EVENTS', frequency: 'DAILY', timeOfDay: '08:00', recipients: ['ops@files.test'] }
    const { id } = (await send(`POST /calendars/${calendar.slug}/scheduled-exports`, { as, json })).body.data
    await setColumns('scheduled_exports', id, { next_run_at: Date.now() - 1 })
    await startDueExports(quiet)
    const run = await env.DB.prepare('select id from export_runs where scheduled_export_id = ?').bind(id).first('id')
    await runExport(String(run), quiet)
    const files = async () =>
      (await env.FILES.list()).objects.filter(({ key }) => key.includes(calendar.id) || key.includes(String(run)))
    expect((await files()).map(({ key }) => key)).toHaveLength(2)
    await mark(calendar)
    for (const _ of [1, 2]) await runErasures(later(GRACE_MS + 60_000))
    expect(await files()).toEqual([])
    expect(await rowOf('calendars', calendar.id)).toBeNull()
  })
})

describe('emails about an erasure', () => {
  it.each([
    ['en', '“Hafenfest” will be erased', '“Hafenfest” will be erased in a week', 'Until then, it isn’t public'],
    [
      'de',
      '„Hafenfest“ wird gelöscht',
      '„Hafenfest“ wird in einer Woche gelöscht',
      'Bis dahin ist nichts davon öffentlich',
    ],
  ])('say in %s what is erased, when, and how to cancel it', async (locale, subject, soon, rest) => {
    const calendar = await newCalendar({ name: 'Hafenfest', locale })
    const email = `erasing-${locale}@owners.test`
    await send('PUT /me/profile', { token: await tokenFor(calendar.owner, { email, email_verified: true }) })
    const { eraseAt } = (await mark(calendar)).body.data
    await runErasures(later(24 * DAY))
    const letters = await mailsFor(email)
    expect(letters.map((letter) => letter.subject)).toEqual([subject, soon])
    const day = new Intl.DateTimeFormat(locale, { day: 'numeric', timeZone: 'Europe/Paris' }).format(
      Date.parse(eraseAt),
    )
    for (const { text } of letters) {
      expect(text).toContain(rest)
      expect(text).toContain(day)
      expect(text).toContain('/console')
    }
  })
})
