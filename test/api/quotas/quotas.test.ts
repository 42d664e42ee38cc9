import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Quotas } from '../../../src/kernel/quotas.ts'
import { QUOTAS, resetOf } from '../../../src/kernel/quotas.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { makeDueDates } from '../../../src/modules/series/index.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { eventsOf, linkCalendarOf, mailsOf, mailsTo, rowOf, setColumns } from '../../support/database.ts'
import {
  addMember,
  manageApi,
  newCalendar,
  newEvent,
  newGuest,
  newGuests,
  newKey,
  person,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'

const DAY = 86_400_000
let asked = 0
const someone = () => `asked-${(asked += 1)}@guests.test`
const several = (count: number) => Array.from({ length: count }, someone)
const onEveryPlan = (limit: number) => ({ FREE: limit, PLUS: limit, PRO: limit, ENTERPRISE: limit })

/** Calls the service with a few quotas that are small enough for a test to reach. All others come from `QUOTAS`. */
const under = (limits: Partial<Record<keyof Quotas, number>>, clock = () => Date.now()) => {
  const small = Object.fromEntries(Object.entries(limits).map(([name, limit]) => [name, onEveryPlan(limit)]))
  const app = appWith({ clock, config: { ...deps.config, quotas: { ...QUOTAS, ...small } } })
  return async (line: string, { as, key, json }: { as?: string; key?: string; json?: unknown } = {}) => {
    const [method = '', path] = line.split(' ')
    const answer = await app.request(`/api${path}`, {
      method,
      headers: {
        'Content-Type': 'application/json',
        ...(as === undefined ? {} : { Authorization: `Bearer ${await tokenFor(as)}` }),
        ...(key === undefined ? {} : { 'x-svc-api-key': key }),
      },
      ...(json === undefined ? {} : { body: JSON.stringify(json) }),
    })
    // Untyped, because tests read responses as an external client would.
    // oxlint-disable-next-line typescript/no-explicit-any
    return { status: answer.status, body: (await answer.json()) as any }
  }
}

const over = (quota: keyof Quotas, limit: number, used: number, resetsAt: string | null = null) => ({
  status: 403,
  body: expect.objectContaining({
    statusCode: 403,
    code: 'quota_exceeded',
    message: expect.any(String),
    data: { quota, limit, used, resetsAt },
  }),
})

const eventOf = ({ slug }: Calendar, fields = {}) => ({
  calendarSlug: slug,
  title: 'One more',
  startAt: '2031-05-02T18:00:00Z',
  timezone: 'UTC',
  ...fields,
})

describe('quota recipientsPerDay', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)

  it('counts invited and added people together, refuses a request that would exceed it as a whole and resets the next day', async () => {
    const time = { now: Date.now() }
    const call = under({ recipientsPerDay: 5 }, () => time.now)
    const event = await newEvent(calendar)
    const invite = (emails: string[]) => call(`POST /v1/events/${event.id}/guests/invite`, { key, json: { emails } })
    const add = () => call(`POST /v1/events/${event.id}/guests`, { key, json: person() })
    expect((await invite(several(3))).body.data.invited).toHaveLength(3)
    expect((await add()).status).toBe(200)
    const tooMany = several(2)
    expect(await invite(tooMany)).toEqual(over('recipientsPerDay', 5, 4, resetOf(time.now)))
    for (const email of tooMany) expect(await mailsTo(email)).toEqual([])
    // Each attendee of a party counts like a single guest.
    const party = { buyer: person(), attendees: [{}, {}] }
    expect(await call(`POST /v1/events/${event.id}/guests`, { key, json: party })).toEqual(
      over('recipientsPerDay', 5, 4, resetOf(time.now)),
    )
    expect((await add()).status).toBe(200)
    expect(await add()).toEqual(over('recipientsPerDay', 5, 5, resetOf(time.now)))
    // A public registration and the emails to guests don't count.
    expect((await register(event)).status).toBe(200)
    time.now += DAY
    expect((await invite(tooMany)).body.data.invited).toEqual(tooMany)
  })

  it('is never exceeded by twelve concurrent requests', async () => {
    const other = await newCalendar()
    const owned = await newKey(other)
    const call = under({ recipientsPerDay: 10 })
    const events = [await newEvent(other), await newEvent(other)]
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, index) => {
        const { id } = events[index % 2]!
        return index % 3 === 0
          ? call(`POST /v1/events/${id}/guests`, { key: owned.key, json: person() })
          : call(`POST /v1/events/${id}/guests/invite`, { key: owned.key, json: { emails: several(2) } })
      }),
    )
    const mails = [...(await mailsOf(events[0]!)), ...(await mailsOf(events[1]!))]
    expect(mails.length).toBeLessThanOrEqual(10)
    expect(mails.length).toBeGreaterThanOrEqual(9)
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 403]))
  })

  it('does not count unsubscribed or declined addresses, which the response lists', async () => {
    const call = under({ recipientsPerDay: 3 })
    const other = await newCalendar()
    const owned = await newKey(other)
    const event = await newEvent(other)
    const [gone, unwilling, willing] = [someone(), someone(), someone()]
    const invite = (emails: string[]) =>
      call(`POST /v1/events/${event.id}/guests/invite`, { key: owned.key, json: { emails } })
    expect((await invite([gone, unwilling])).body.data.invited).toEqual([gone, unwilling])
    const { results } = await env.DB.prepare('select id, email from guests where event_id = ?').bind(event.id).all()
    const idOf = (email: string) => String(results.find((row) => row['email'] === email)?.['id'])
    const { unsubscribeUrlOf } = await import('../../../src/modules/communications/index.ts')
    const { manageUrlOfGuest } = await import('../../../src/modules/seats/index.ts')
    const url = await unsubscribeUrlOf(
      { id: idOf(gone), linkVersion: 0 },
      await linkCalendarOf('events', event.id),
      deps,
    )
    expect((await send(`POST ${url.slice(url.indexOf('/public'))}`)).status).toBe(200)
    const link = manageApi(await manageUrlOfGuest(idOf(unwilling), deps))
    expect((await send(`POST ${link}/cancel`)).body.data.guest.status).toBe('DECLINED')
    const again = await invite([gone, unwilling, willing, 'nobody'])
    expect(again.body.data).toEqual({
      invited: [willing],
      alreadyRegistered: [],
      invalid: ['nobody'],
      unsubscribed: [gone],
      declined: [unwilling],
    })
    expect((await rowOf('guests', idOf(unwilling)))?.['status']).toBe('DECLINED')
    expect(await mailsTo(gone)).toHaveLength(1)
    // DECLINED applies to one event only: another event may still invite that address.
    const next = await newEvent(other)
    const elsewhere = await send(`POST /v1/events/${next.id}/guests/invite`, {
      key: owned.key,
      json: { emails: [gone, unwilling] },
    })
    expect(elsewhere.body.data).toMatchObject({ invited: [unwilling], unsubscribed: [gone] })
  })
})

describe('quota guestsPerEvent', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)

  it('counts current guests only; a visitor gets 409 capacity_exceeded instead of quota_exceeded', async () => {
    const call = under({ guestsPerEvent: 3 })
    const event = await newEvent(calendar, { waitlistEnabled: true })
    const [leaving] = await newGuests(event, 2)
    const invited = someone()
    await newGuest(event, { status: 'INVITED', source: 'INVITE', ticket_id: null, email: invited })
    await newGuests(event, 2, { status: 'CANCELLED' })
    const join = (fields = {}) => call(`POST /public/events/${event.id}/registrations`, { json: person(fields) })
    const full = await join()
    expect([full.status, full.body.code, full.body.data]).toEqual([409, 'capacity_exceeded', undefined])
    expect(await call(`POST /v1/events/${event.id}/guests`, { key, json: person() })).toEqual(
      over('guestsPerEvent', 3, 3),
    )
    expect(await call(`POST /v1/events/${event.id}/guests/invite`, { key, json: { emails: [someone()] } })).toEqual(
      over('guestsPerEvent', 3, 3),
    )
    // An INVITED guest already counts.
    expect((await join({ email: invited })).body.data.guest.status).toBe('CONFIRMED')
    expect((await call(`POST /v1/events/${event.id}/guests/${leaving!.id}/reject`, { key })).status).toBe(409)
    await call(`PATCH /v1/events/${event.id}/guests/${leaving!.id}/status`, { key, json: { status: 'CANCELLED' } })
    expect((await join()).status).toBe(200)
    expect((await join()).status).toBe(409)
  })

  it('does not block changes to guests when an event already exceeds it', async () => {
    const call = under({ guestsPerEvent: 1 })
    const event = await newEvent(calendar)
    const [guest] = await newGuests(event, 3)
    expect(
      (await call(`PATCH /v1/events/${event.id}/guests/${guest!.id}`, { key, json: { firstName: 'Zoë' } })).status,
    ).toBe(200)
    const json = { recipientEmail: someone() }
    expect((await call(`POST /v1/rsvps/${guest!.id}/transfer`, { key, json })).status).toBe(200)
  })

  it('is never exceeded by twelve concurrent registrations', async () => {
    const call = under({ guestsPerEvent: 4 })
    const event = await newEvent(calendar)
    await Promise.all(
      Array.from({ length: 12 }, () => call(`POST /public/events/${event.id}/registrations`, { json: person() })),
    )
    const row = await env.DB.prepare('select count(*) as many from guests where event_id = ?')
      .bind(event.id)
      .first<{ many: number }>()
    expect(row?.many).toBe(4)
  })
})

describe('quota eventsPerCalendar', () => {
  it('counts upcoming events only, neither past nor cancelled ones', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar)
    const call = under({ eventsPerCalendar: 2 })
    const create = (fields = {}) => call('POST /v1/events', { key, json: eventOf(calendar, fields) })
    const first = await create()
    expect((await create({ status: 'DRAFT' })).status).toBe(200)
    expect(await create()).toEqual(over('eventsPerCalendar', 2, 2))
    expect(await create({ slug: 'named-by-hand' })).toEqual(over('eventsPerCalendar', 2, 2))
    expect(await call(`POST /v1/events/${first.body.data.id}/duplicate`, { key })).toEqual(
      over('eventsPerCalendar', 2, 2),
    )
    expect(await eventsOf(calendar)).toHaveLength(2)
    expect((await create({ startAt: '2020-01-01T10:00:00Z', endAt: '2020-01-01T11:00:00Z' })).status).toBe(200)
    expect((await call(`POST /v1/events/${first.body.data.id}/cancel`, { key })).status).toBe(200)
    const later = await create({ slug: 'named-by-hand' })
    expect(later.body.data.slug).toBe('named-by-hand')
    await setColumns('events', later.body.data.id, { end_at: Date.now() - 1 })
    expect((await create()).status).toBe(200)
  })

  it('is never exceeded by nine concurrent requests', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar)
    const call = under({ eventsPerCalendar: 3 })
    const answers = await Promise.all(
      Array.from({ length: 9 }, () => call('POST /v1/events', { key, json: eventOf(calendar) })),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(await eventsOf(calendar)).toHaveLength(3)
  })

  it('refuses a series with an end as a whole if its dates would exceed it', async () => {
    const calendar = await newCalendar({ timezone: 'UTC' })
    const { key } = await newKey(calendar)
    const call = under({ eventsPerCalendar: 4 })
    const weeks = (count: number) => ({
      template: { title: 'Class' },
      startAt: `${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T19:00`,
      durationMinutes: 60,
      timezone: 'UTC',
      rrule: `FREQ=WEEKLY;COUNT=${count}`,
    })
    expect(await call('POST /v1/series', { key, json: weeks(5) })).toEqual(over('eventsPerCalendar', 4, 0))
    expect(await eventsOf(calendar)).toEqual([])
    expect((await call(`GET /v1/calendars/${calendar.slug}/series`, { key })).body.data).toEqual([])
    const made = await call('POST /v1/series', { key, json: weeks(3) })
    expect(made.body.data.eventCount).toBe(3)
    const change = (count: number) =>
      call(`PATCH /v1/series/${made.body.data.id}`, { key, json: { rrule: `FREQ=WEEKLY;COUNT=${count}` } })
    expect(await change(5)).toEqual(over('eventsPerCalendar', 4, 3))
    expect((await change(4)).body.data.eventCount).toBe(4)
    expect(await eventsOf(calendar)).toHaveLength(4)
  })

  it('pauses an endless series when it is reached, emails the calendar once and lets the series continue when there is room', async () => {
    const contactEmail = `contact-${someone()}`
    const calendar = await newCalendar({ timezone: 'UTC', contactEmail })
    const call = under({ eventsPerCalendar: 4 })
    const as = calendar.owner
    const json = {
      calendarSlug: calendar.slug,
      template: { title: 'Class' },
      startAt: `${new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10)}T19:00`,
      durationMinutes: 60,
      timezone: 'UTC',
      rrule: 'FREQ=DAILY',
    }
    const made = await call('POST /series', { as, json })
    expect([made.status, made.body.message]).toEqual([
      200,
      expect.stringContaining('reached its plan’s limit of upcoming events'),
    ])
    expect(made.body.data).toMatchObject({ eventCount: 4, heldUpAt: expect.any(String) })
    const letters = async () => (await mailsTo(contactEmail)).filter(({ kind }) => kind === 'series-held-up')
    const [letter] = await letters()
    const row = await deps.db.query.mails.findFirst({ where: (mail, { eq }) => eq(mail.id, String(letter?.['id'])) })
    expect((await compose(row!, deps))?.subject).toBe('New dates of “Class” are paused')
    expect(await call('POST /series', { as, json })).toEqual(over('eventsPerCalendar', 4, 4))

    // A change that adds no dates is not checked against `eventsPerCalendar`.
    const line = `PATCH /series/${made.body.data.id}`
    const renamed = await call(line, { as, json: { template: { title: 'Lesson' } } })
    expect(renamed.body.data).toMatchObject({ title: 'Lesson', eventCount: 4, heldUpAt: made.body.data.heldUpAt })
    const nine = { rrule: 'FREQ=DAILY;COUNT=9' }
    const tried = await call(line, { as, json: { ...nine, dryRun: true } })
    expect(tried.body.data.quota).toEqual({ quota: 'eventsPerCalendar', limit: 4, used: 4, adds: 5 })
    expect(await call(line, { as, json: nine })).toEqual(over('eventsPerCalendar', 4, 4))
    const fits = await call(line, { as, json: { rrule: 'FREQ=DAILY;COUNT=4', dryRun: true } })
    expect(fits.body.data.quota).toBeNull()

    const goOn = async (now: number, limit: number) => {
      const quotas = { ...QUOTAS, eventsPerCalendar: onEveryPlan(limit) }
      await makeDueDates({ ...deps, clock: () => now, config: { ...deps.config, quotas } })
      return (await send(`GET /series/${made.body.data.id}`, { as })).body.data
    }
    const tomorrow = Date.now() + DAY + 60_000
    expect(await goOn(tomorrow, 4)).toMatchObject({ eventCount: 4, heldUpAt: made.body.data.heldUpAt })
    expect(await goOn(tomorrow + DAY, 6)).toMatchObject({ eventCount: 6, heldUpAt: made.body.data.heldUpAt })
    expect(await letters()).toHaveLength(1)
    expect((await goOn(tomorrow + 2 * DAY, 1_000)).heldUpAt).toBeNull()
    const ahead = (await eventsOf(calendar)).filter(({ start_at }) => Number(start_at) > tomorrow + 2 * DAY)
    expect(ahead).toHaveLength(500)

    // Each OWNER whose email is known gets one email; the contact address gets none.
    const owners = [`first-${someone()}`, `second-${someone()}`]
    await addMember(calendar, 'usr_held_second', 'OWNER')
    await addMember(calendar, 'usr_held_manager', 'MANAGER')
    const known = { [as]: owners[0], usr_held_second: owners[1], usr_held_manager: contactEmail }
    for (const [userId, email] of Object.entries(known))
      await env.DB.prepare('update members set email = ? where calendar_id = ? and user_id = ?')
        .bind(email, calendar.id, userId)
        .run()
    expect((await goOn(tomorrow + 4 * DAY, 300)).heldUpAt).not.toBeNull()
    for (const owner of owners) {
      const [told, ...others] = await mailsTo(owner)
      expect([told?.['kind'], others]).toEqual(['series-held-up', []])
      const kept = await deps.db.query.mails.findFirst({ where: (mail, { eq }) => eq(mail.id, String(told?.['id'])) })
      expect((await compose(kept!, deps))?.text).toContain('because you’re an owner of')
    }
    expect(await letters()).toHaveLength(1)
  })

  it('emails the owners when a change of the recurrence reaches it', async () => {
    const contactEmail = `contact-${someone()}`
    const calendar = await newCalendar({ timezone: 'UTC', contactEmail })
    const call = under({ eventsPerCalendar: 4 })
    const as = calendar.owner
    const startAt = `${new Date(Date.now() + 10 * DAY).toISOString().slice(0, 10)}T19:00`
    const timing = { startAt, durationMinutes: 60, timezone: 'UTC', rrule: 'FREQ=DAILY;COUNT=2' }
    const made = await call('POST /series', {
      as,
      json: { calendarSlug: calendar.slug, template: { title: 'Class' }, ...timing },
    })
    const line = `PATCH /series/${made.body.data.id}`
    const tried = await call(line, { as, json: { rrule: 'FREQ=DAILY', dryRun: true } })
    expect(tried.status).toBe(200)
    expect(await mailsTo(contactEmail)).toEqual([])
    const endless = await call(line, { as, json: { rrule: 'FREQ=DAILY' } })
    expect(endless.body.data).toMatchObject({ eventCount: 4, heldUpAt: expect.any(String) })
    expect((await call(line, { as, json: { template: { title: 'Lesson' } } })).status).toBe(200)
    expect((await mailsTo(contactEmail)).map(({ kind }) => kind)).toEqual(['series-held-up'])
  })

  it('is 200 on FREE, where a daily endless series stops', async () => {
    const calendar = await newCalendar({ timezone: 'UTC', plan: 'FREE' })
    const json = {
      calendarSlug: calendar.slug,
      template: { title: 'Every day' },
      startAt: `${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T08:00`,
      durationMinutes: 30,
      timezone: 'UTC',
      rrule: 'FREQ=DAILY',
    }
    const made = await send('POST /series', { as: calendar.owner, json })
    expect(made.body.data).toMatchObject({ eventCount: 200, heldUpAt: expect.any(String) })
  })

  it('makes a series wait for room and try again a day later', async () => {
    const calendar = await newCalendar({ timezone: 'UTC' })
    const json = {
      calendarSlug: calendar.slug,
      template: { title: 'Class' },
      startAt: `${new Date(Date.now() + DAY).toISOString().slice(0, 10)}T19:00`,
      durationMinutes: 60,
      timezone: 'UTC',
      rrule: 'FREQ=WEEKLY',
    }
    const made = await send('POST /series', { as: calendar.owner, json })
    const count = (await eventsOf(calendar)).length
    const madeBy = async (now: number, limit: number) => {
      const quotas = { ...QUOTAS, eventsPerCalendar: onEveryPlan(limit) }
      await makeDueDates({ ...deps, clock: () => now, config: { ...deps.config, quotas } })
      return (await eventsOf(calendar)).length - count
    }
    const later = Date.now() + 35 * DAY
    expect(await madeBy(later, 1)).toBe(0)
    expect(await rowOf('series', made.body.data.id)).toMatchObject({ make_at: later + DAY })
    expect(await madeBy(later + DAY / 2, 1_000)).toBe(0)
    expect(await madeBy(later + DAY, 1_000)).toBeGreaterThan(3)
  })
})

describe('quota calendarsPerUser', () => {
  it('counts existing calendars that the user created, not those shared with them, even when five requests arrive concurrently', async () => {
    const call = under({ calendarsPerUser: 2 })
    const as = 'usr_collector'
    const theirs = await newCalendar()
    await send(`POST /calendars/${theirs.slug}/members`, { as: theirs.owner, json: { userId: as, role: 'OWNER' } })
    const create = () => call('POST /calendars', { as, json: { name: someone(), timezone: 'UTC' } })
    const answers = await Promise.all(Array.from({ length: 5 }, create))
    const made = answers.filter(({ status }) => status === 200)
    expect(made).toHaveLength(2)
    expect(await create()).toEqual(over('calendarsPerUser', 2, 2))
    expect((await call(`DELETE /calendars/${made[0]!.body.data.slug}`, { as })).status).toBe(200)
    expect((await create()).status).toBe(200)
  })
})

describe('messages to the guests of an event', () => {
  it('are limited to 3 per event and day, counting announcements and reminders, sent now or scheduled', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar)
    const event = await newEvent(calendar)
    const call = under({})
    const announce = (sendAt?: string) =>
      call(`POST /v1/events/${event.id}/announcements`, { key, json: { subject: 'News', body: 'More of it', sendAt } })
    const remind = () => call(`POST /v1/events/${event.id}/reminders`, { key, json: {} })
    const answers = await Promise.all([announce(), announce(), remind(), remind(), announce()])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 200, 403, 403])
    expect(await announce()).toEqual(over('messagesPerEventAndDay', 3, 3, resetOf(Date.now())))
    const tomorrow = new Date(Date.now() + DAY).toISOString()
    for (let time = 0; time < 3; time += 1) expect((await announce(tomorrow)).status).toBe(200)
    expect(await announce(tomorrow)).toEqual(over('messagesPerEventAndDay', 3, 3, resetOf(Date.now() + DAY)))
    const other = await newEvent(calendar)
    expect((await call(`POST /v1/events/${other.id}/reminders`, { key, json: {} })).status).toBe(200)
  })

  it('skip unsubscribed guests and declined invitations, and return their number in leftOut', async () => {
    const calendar = await newCalendar()
    const { key } = await newKey(calendar)
    const event = await newEvent(calendar)
    const [stays, gone] = await newGuests(event, 2)
    const unwilling = await newGuest(event, { status: 'DECLINED', source: 'INVITE', ticket_id: null })
    const rejected = await newGuest(event, { status: 'DECLINED', source: 'PUBLIC' })
    await env.DB.prepare('insert into unsubscribes (calendar_id, email, created_at) values (?, ?, 1)')
      .bind(calendar.id, gone!.email)
      .run()
    const json = { subject: 'News', body: 'x', audience: { statuses: ['CONFIRMED', 'DECLINED'] } }
    const { body } = await send(`POST /v1/events/${event.id}/announcements`, { key, json })
    expect(body.data.leftOut).toEqual({ unsubscribed: 1, declined: 1 })
    await expect
      .poll(async () => (await mailsOf(event)).map(({ recipient }) => recipient).toSorted(), { timeout: 15_000 })
      .toEqual([stays!.email, rejected.email].toSorted())
    expect(await mailsTo(unwilling.email)).toEqual([])
  })
})
