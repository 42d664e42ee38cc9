import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createCommit } from '../../../src/db/commit.ts'
import type { Deps } from '../../../src/deps.ts'
import { sendCommunication, sweepCommunications } from '../../../src/modules/communications/index.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import type { MailRow } from '../../../src/db/rows.ts'
import { languageOf } from '../../../src/words/words.ts'
import { deps } from '../../support/app.ts'
import { mailsTo, setColumns } from '../../support/database.ts'
import { send } from '../../support/api.ts'
import {
  addMember,
  newCalendar,
  newEvent,
  newGuests,
  newKey,
  newTicket,
  newWebhook,
  person,
  register,
  type Calendar,
} from '../../support/factories.ts'
import { onlyOne, receiver, runSchedule } from '../../support/webhooks.ts'

const { db, clock, newId } = deps
const tell = () => {}
/** `tell` sends no queue messages here, so rows stay as the test wrote them. */
const quiet: Deps = {
  ...deps,
  tell,
  commit: createCommit({ db, clock, newId, tell, makeStale: async () => {}, writeAt: deps.atEvent.write }),
}
const MINUTE = 60_000
const letter = { subject: 'Doors at seven', body: 'Come **early**.\n\n[Map](https://maps.test/x)' }

type Home = Calendar
const path = (event: { id: string }, what = 'announcements') => `/events/${event.id}/${what}`
const announce = (home: Home, event: { id: string }, json: object = {}, what?: string) =>
  send(`POST ${path(event, what)}`, { as: home.owner, json: what === undefined ? { ...letter, ...json } : json })
const list = async (home: Home, event: { id: string }, what?: string) =>
  (await send(`GET ${path(event, what)}`, { as: home.owner })).body.data
const mailsOf = async (id: string) =>
  (
    await env.DB.prepare(`select * from mails where cause like ? order by recipient`)
      .bind(`${id}:%`)
      .all<Record<string, string | null>>()
  ).results
const done = async (home: Home, event: { id: string }, what?: string) => {
  await expect.poll(async () => (await list(home, event, what))[0]?.status, { timeout: 20_000 }).toBe('SENT')
  return (await list(home, event, what))[0]
}
const mailRow = async (id: string) => {
  const rows = await deps.db.query.mails.findMany({ where: (mail, { eq }) => eq(mail.id, id) })
  return rows[0] as MailRow
}

/** Requests a page like a browser (`Accept: text/html`), but does not follow redirects. */
const visit = (address: string, method = 'GET') =>
  exports.default.fetch(
    new Request(`https://calendar.test${address}`, { method, headers: { Accept: 'text/html' }, redirect: 'manual' }),
  )

describe('announcement', () => {
  it('emails each confirmed guest once and then sends announcement.sent', async () => {
    const home = await newCalendar()
    const { url, seen } = receiver('200')
    await newWebhook(home, url, { events: ['announcement.sent'] })
    const event = await newEvent(home, { waitlistEnabled: true, capacity: 2 })
    for (const email of ['a@letters.test', 'b@letters.test', 'waits@letters.test']) await register(event, { email })
    const answer = await announce(home, event)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toEqual({
      id: expect.stringMatching(/^ann_/),
      eventId: event.id,
      ...letter,
      audience: { statuses: ['CONFIRMED', 'CHECKED_IN'], ticketIds: [] },
      status: 'SENDING',
      progress: { queued: 0, sent: 0, failed: 0 },
      recipientCount: 0,
      leftOut: { unsubscribed: 0, declined: 0 },
      sendAt: expect.any(String),
      createdAt: expect.any(String),
      sentAt: null,
    })
    const { id } = answer.body.data
    expect(await done(home, event)).toMatchObject({
      id,
      progress: { queued: 0, sent: 2, failed: 0 },
      recipientCount: 2,
    })
    expect((await mailsOf(id)).map(({ recipient, status }) => [recipient, status])).toEqual([
      ['a@letters.test', 'sent'],
      ['b@letters.test', 'sent'],
    ])
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBe(1)
    const { body } = await onlyOne(seen)
    const [{ title }] = (
      await env.DB.prepare('select title from events where id = ?').bind(event.id).all<{ title: string }>()
    ).results as [{ title: string }]
    expect(JSON.parse(body)).toMatchObject({
      type: 'announcement.sent',
      data: {
        eventId: event.id,
        eventSlug: event.slug,
        eventTitle: title,
        id,
        subject: letter.subject,
        recipientCount: 2,
        sentAt: expect.stringMatching(/Z$/),
      },
    })
  })

  it('uses the locale of a guest added with an API key, as do the guest’s pages', async () => {
    const home = await newCalendar()
    const event = await newEvent(home)
    const { key } = await newKey(home, ['guests:write'])
    const json = person({ locale: 'de' })
    const added = await send(`POST /v1/events/${event.id}/guests`, { key, json })
    expect([added.status, added.body.data.locale]).toEqual([200, 'de'])
    const { id } = (await announce(home, event)).body.data
    await done(home, event)
    const [row] = await mailsOf(id)
    const { mail, unsubscribe, guest } = languageOf('de').words
    const message = await compose(await mailRow(row?.id ?? ''), deps)
    expect(message?.text).toContain(`${mail.unsubscribe}: `)
    expect(message?.text).toContain(mail.openTicket(1))
    const own = /\/r\/\S+/.exec(message?.text ?? '')?.[0] ?? ''
    const leaving = /\/unsubscribe\/([^>]+)>/.exec(message?.headers['List-Unsubscribe'] ?? '')?.[1]
    for (const [page, title] of [
      [own, guest.in],
      [`/u/${leaving}`, unsubscribe.title],
    ] as const) {
      const shown = await visit(page)
      expect([shown.status, shown.headers.get('Content-Language')]).toEqual([200, 'de'])
      expect(await shown.text()).toContain(`<h1>${title}</h1>`)
    }
  })

  it('renders its Markdown, and its one-click unsubscribe applies to all events of the calendar', async () => {
    const home = await newCalendar()
    const event = await newEvent(home)
    const guest = (await register(event)).body.data.guest
    const { id } = (await announce(home, event)).body.data
    await done(home, event)
    const [row] = await mailsOf(id)
    const message = await compose(await mailRow(row?.id ?? ''), deps)
    expect(message?.to).toBe(guest.email)
    expect(message?.subject).toBe(letter.subject)
    expect(message?.html).toContain('Come <strong>early</strong>.')
    expect(message?.html).toContain('href="https://maps.test/x"')
    expect(message?.text).toContain('Come **early**.')
    expect(message?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = /^<.*\/api(\/public\/unsubscribe\/[^>]+)>$/.exec(message?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''

    const asked = await send(`GET ${link}`)
    expect(asked.body.data).toMatchObject({ calendar: { slug: home.slug }, locale: 'en' })
    const page = `/u/${link.split('/').at(-1)}`
    const led = await visit(`/api${link}`)
    expect([led.status, new URL(led.headers.get('Location') ?? '').pathname]).toEqual([302, page])
    const shown = await visit(page)
    expect(shown.headers.get('Cache-Control')).toBe('private, no-store')
    expect(await shown.text()).toContain('<form method="post">')
    expect((await visit(`${page}x`)).status).toBe(404)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await announce(home, event)).status).toBe(200)
    await expect.poll(async () => (await list(home, event))[0].progress.sent, { timeout: 20_000 }).toBe(1)

    for (const again of [1, 2]) {
      const left = await send(`POST ${link}`, { body: 'List-Unsubscribe=One-Click', headers })
      expect(left.status, `time ${again}`).toBe(200)
      expect(left.headers.get('Access-Control-Allow-Origin')).toBeNull()
    }
    expect(await compose(await mailRow(row?.id ?? ''), deps)).toBeNull()
    const other = await newEvent(home)
    await register(other, { email: guest.email })
    await announce(home, other)
    expect(await done(home, other)).toMatchObject({ recipientCount: 0 })
    const elsewhere = await newCalendar()
    const foreign = await newEvent(elsewhere)
    await register(foreign, { email: guest.email })
    await announce(elsewhere, foreign)
    expect(await done(elsewhere, foreign)).toMatchObject({ recipientCount: 1 })
    expect(await (await visit(page, 'POST')).text()).toContain('You’re unsubscribed')
    expect((await send(`POST ${link.slice(0, -1)}${link.endsWith('A') ? 'B' : 'A'}`)).status).toBe(404)
  })

  it('is sent once per pending party, to its buyer, who can unsubscribe', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, { requiresApproval: true })
    const child = { firstName: 'Child', lastName: 'Bright' }
    const buyers = ['a', 'b', 'c', 'd'].map((name) => `${name}@brought.test`)
    for (const [number, email] of buyers.entries()) {
      const friend = { firstName: 'Friend', lastName: 'Bright', email: `friend-${number}@brought.test` }
      const attendees = number % 2 === 0 ? [friend] : [friend, child]
      const json = { buyer: { firstName: 'Bo', lastName: 'Bright', email }, attendees }
      const brought = await send(`POST /public/events/${event.id}/registrations`, { json })
      expect(brought.status, brought.text).toBe(200)
    }
    const audience = { statuses: ['PENDING'] }
    const announced = await announce(home, event, { audience })
    expect(await done(home, event)).toMatchObject({ recipientCount: 4, progress: { sent: 4, failed: 0 } })
    const mails = await mailsOf(announced.body.data.id)
    expect(mails.map(({ recipient, status }) => [recipient, status])).toEqual(buyers.map((email) => [email, 'sent']))

    const message = await compose(await mailRow(mails[0]?.id ?? ''), deps)
    const link = /^<.*\/api(\/public\/unsubscribe\/[^>]+)>$/.exec(message?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect((await send(`GET ${link}`)).body.data).toMatchObject({ calendar: { slug: home.slug } })
    const left = await send(`POST ${link}`, {
      body: 'List-Unsubscribe=One-Click',
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    })
    expect(left.status, left.text).toBe(200)
    const next = await announce(home, event, { audience })
    await expect.poll(async () => (await mailsOf(next.body.data.id)).length, { timeout: 20_000 }).toBe(3)
    expect((await mailsOf(next.body.data.id)).map(({ recipient }) => recipient)).toEqual(buyers.slice(1))
  })

  it('shares its one-click unsubscribe with invitations, which are not sent to an unsubscribed address', async () => {
    const home = await newCalendar()
    const event = await newEvent(home)
    const email = 'asked-to-come@guests.test'
    const invite = () => send(`POST /events/${event.id}/guests/invite`, { as: home.owner, json: { emails: [email] } })
    expect((await invite()).body.data.invited).toEqual([email])
    const row = (await mailsTo(email)).find(({ kind }) => kind === 'invitation')
    const message = await compose(await mailRow(String(row?.['id'])), deps)
    expect(message?.headers['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    const link = /^<.*\/api(\/public\/unsubscribe\/[^>]+)>$/.exec(message?.headers['List-Unsubscribe'] ?? '')?.[1] ?? ''
    expect(message?.text).toContain(link)
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' }
    expect((await send(`POST ${link}`, { body: 'List-Unsubscribe=One-Click', headers })).status).toBe(200)
    expect(await compose(await mailRow(String(row?.['id'])), deps)).toBeNull()
    const other = await newEvent(home)
    const again = await send(`POST /events/${other.id}/guests/invite`, { as: home.owner, json: { emails: [email] } })
    expect(again.body.data).toMatchObject({ invited: [], unsubscribed: [email] })
  })

  it('reaches only guests with the statuses and tickets of its audience, which may be empty', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, { waitlistEnabled: true }, { capacity: 1 })
    const other = await newTicket(event)
    await register(event, { ticketId: event.ticketId, email: 'in@choice.test' })
    await register(event, { ticketId: event.ticketId, email: 'waits@choice.test' })
    await register(event, { ticketId: other.id, email: 'other@choice.test' })
    const reached = async (audience: object) => {
      const { id } = (await announce(home, event, { audience })).body.data
      await expect
        .poll(async () => (await list(home, event)).find((each: { id: string }) => each.id === id).status, {
          timeout: 20_000,
        })
        .toBe('SENT')
      // Otherwise these messages would reach today's limit, `messagesPerEventAndDay`.
      await setColumns('communications', id, { send_at: 1 })
      return (await mailsOf(id)).map(({ recipient }) => recipient)
    }
    expect(await reached({ statuses: ['WAITLISTED'] })).toEqual(['waits@choice.test'])
    expect(await reached({ ticketIds: [other.id] })).toEqual(['other@choice.test'])
    expect(await reached({ statuses: ['CONFIRMED', 'WAITLISTED'], ticketIds: [event.ticketId] })).toEqual([
      'in@choice.test',
      'waits@choice.test',
    ])
    expect(await reached({ statuses: ['DECLINED'] })).toEqual([])
  })

  it.each([
    [{ subject: '' }, 'subject'],
    [{ body: '  ' }, 'body'],
    [{ audience: { statuses: ['EVERYBODY'] } }, 'audience.statuses.0'],
    [{ audience: { statuses: [] } }, 'audience.statuses'],
    [{ audience: { ticketIds: ['tkt_unknown'] } }, 'audience.ticketIds.0'],
    [{ sendAt: '2020-01-01T00:00:00Z' }, 'sendAt'],
    [{ sendAt: 'soon' }, 'sendAt'],
  ])('returns 400 for %j and names the field %s', async (json, field) => {
    const home = await newCalendar()
    const event = await newEvent(home)
    expect((await announce(home, event, json)).body).toMatchObject({ statusCode: 400, errors: [{ field }] })
    expect(await list(home, event)).toEqual([])
  })

  it('is not sent before sendAt, and requires the role MANAGER or the scope communications:write', async () => {
    const home = await newCalendar()
    const event = await newEvent(home)
    await register(event)
    const sendAt = new Date(Date.now() + 60 * MINUTE).toISOString()
    const { id } = (await announce(home, event, { sendAt })).body.data
    await sweepCommunications(deps)
    await sendCommunication(id, quiet)
    expect((await list(home, event))[0]).toMatchObject({ status: 'SCHEDULED', sendAt, recipientCount: 0 })
    await env.DB.prepare('update communications set send_at = 1 where id = ?').bind(id).run()
    await runSchedule()
    expect(await done(home, event)).toMatchObject({ id, recipientCount: 1 })
    const staff = await addMember(home, 'usr_letters_staff', 'STAFF')
    expect((await send(`POST ${path(event)}`, { as: staff, json: letter })).body.code).toBe('role_insufficient')
    const { key } = await newKey(home, ['communications:write'])
    expect((await send(`POST /v1${path(event)}`, { key, json: letter })).status).toBe(200)
    expect((await send(`GET /v1${path(event)}`, { key })).body.data).toHaveLength(2)
  })
})

describe('announcement to 2,600 guests', () => {
  it(
    'resumes where it stopped after each of two crashes, so that every guest gets exactly one email',
    { timeout: 60_000 },
    async () => {
      const home = await newCalendar()
      const event = await newEvent(home)
      await newGuests(event, 2_600)
      const { id } = (await announce(home, event, { sendAt: new Date(Date.now() + MINUTE).toISOString() })).body.data
      await env.DB.prepare('update communications set send_at = 1 where id = ?').bind(id).run()
      for (let crash = 1; crash <= 2; crash += 1) {
        let commits = 0
        const dying: Deps = {
          ...quiet,
          commit: (change) => {
            commits += 1
            if (commits > 2) throw new Error('the machine is gone')
            return quiet.commit(change)
          },
        }
        await expect(sendCommunication(id, dying)).rejects.toThrow('the machine is gone')
        expect(await mailsOf(id)).toHaveLength(crash * 1_000)
        expect((await list(home, event))[0]).toMatchObject({ status: 'SENDING', recipientCount: crash * 1_000 })
      }
      await Promise.all([sendCommunication(id, quiet), sendCommunication(id, quiet), sendCommunication(id, quiet)])
      const mails = await mailsOf(id)
      expect(mails).toHaveLength(2_600)
      expect(new Set(mails.map(({ recipient }) => recipient)).size).toBe(2_600)
      expect((await list(home, event))[0]).toMatchObject({ recipientCount: 2_600, progress: { failed: 0 } })
      await env.DB.prepare(`update mails set status = 'cancelled' where cause like ? and status = 'pending'`)
        .bind(`${id}:%`)
        .run()
    },
  )
})

describe('reminders', () => {
  it('have a default subject and the trigger MANUAL when sent by hand', async () => {
    const home = await newCalendar()
    const { url, seen } = receiver('200')
    await newWebhook(home, url, { events: ['reminder.sent'] })
    const event = await newEvent(home, { title: 'Night of Lights' })
    await register(event)
    const sent = await send(`POST ${path(event, 'reminders')}`, { as: home.owner })
    expect(sent.status, sent.text).toBe(200)
    expect(sent.body.data).toMatchObject({
      subject: 'Reminder: Night of Lights',
      trigger: 'MANUAL',
      minutesBefore: null,
    })
    expect(await done(home, event, 'reminders')).toMatchObject({ recipientCount: 1 })
    await expect.poll(async () => (await seen()).length, { timeout: 20_000 }).toBe(1)
    const { body } = await onlyOne(seen)
    expect(JSON.parse(body)).toMatchObject({
      type: 'reminder.sent',
      data: { trigger: 'MANUAL', recipientCount: 1, id: sent.body.data.id },
    })
    await env.DB.prepare(`update events set status = 'CANCELLED' where id = ?`).bind(event.id).run()
    expect((await announce(home, event, {}, 'reminders')).body).toMatchObject({
      statusCode: 409,
      code: 'event_cancelled',
    })
  })

  it('are sent once per start time, only the latest one due, in each guest’s language, and again after the event is moved', async () => {
    const home = await newCalendar({ locale: 'de' })
    const longAgo = Date.now() - 30 * 24 * 60 * MINUTE
    const at = Date.now() + 50 * MINUTE
    const event = await newEvent(home, {
      title: 'Lichterfest',
      startAt: at,
      endAt: at + 60 * MINUTE,
      reminderMinutes: [1440, 60, 10],
      created_at: longAgo,
      updated_at: longAgo,
      published_at: longAgo,
    })
    await register(event, { locale: 'fr' })
    await Promise.all([sweepCommunications(deps), sweepCommunications(deps)])
    const reminder = await done(home, event, 'reminders')
    expect(reminder).toMatchObject({
      subject: 'Erinnerung: Lichterfest',
      trigger: 'AUTOMATIC',
      minutesBefore: 60,
      recipientCount: 1,
    })
    const [mail] = await mailsOf(reminder.id)
    expect((await compose(await mailRow(mail?.id ?? ''), deps))?.subject).toBe('Rappel : Lichterfest')
    await sweepCommunications(deps)
    expect(await list(home, event, 'reminders')).toHaveLength(1)
    await env.DB.prepare('update events set start_at = start_at + 60000 where id = ?').bind(event.id).run()
    await sweepCommunications(deps)
    expect(await list(home, event, 'reminders')).toHaveLength(2)
  })

  it.each([
    ['of a draft', { status: 'DRAFT' }],
    ['of a cancelled event', { status: 'CANCELLED' }],
    ['whose time had passed when the event was published', { published_at: Date.now() - 5 * MINUTE }],
    ['whose time had passed when the event was edited', { updated_at: Date.now() - 5 * MINUTE }],
    ['of an event that has begun', { start_at: Date.now() - MINUTE }],
    ['whose time has not come', { start_at: Date.now() + 90 * MINUTE }],
  ])('%s are not sent', async (_, columns) => {
    const home = await newCalendar()
    const longAgo = Date.now() - 30 * 24 * 60 * MINUTE
    const at = Date.now() + 50 * MINUTE
    const stamps = { created_at: longAgo, updated_at: longAgo, published_at: longAgo }
    const fields = { startAt: at, endAt: at + 90 * MINUTE, reminderMinutes: [60] }
    const event = await newEvent(home, { ...fields, ...stamps, ...columns })
    await sweepCommunications(quiet)
    expect(await list(home, event, 'reminders')).toEqual([])
  })
})
