import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { loseAnswers, mailsOf, mailsTo, setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newGuest, newGuests, newTicket } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { mailsFor } from '../../support/invites.ts'

asks({
  'POST /v1/events/:eventId/messages/preview': { scope: 'communications:write' },
  'POST /events/:eventId/messages/preview': { role: 'MANAGER' },
  'POST /events/:eventId/messages/test': { role: 'MANAGER' },
  'GET /v1/events/:eventId/messages/:messageId/failures': { scope: 'communications:write' },
  'GET /events/:eventId/messages/:messageId/failures': { role: 'MANAGER' },
  'POST /v1/events/:eventId/messages/:messageId/call-off': { scope: 'communications:write' },
  'POST /events/:eventId/messages/:messageId/call-off': { role: 'MANAGER' },
})

const calendar = await newCalendar({ name: 'Harbour' })
const { owner: as } = calendar
type Named = { id: string }
const preview = (event: Named, json: object) => send(`POST /events/${event.id}/messages/preview`, { as, json })
const announce = async (event: Named, json: object = {}) =>
  (await send(`POST /events/${event.id}/announcements`, { as, json: { subject: 'News', body: 'x', ...json } })).body
    .data

describe('message preview', () => {
  it('returns the rendered email, recipientCount and leftOut, and sends nothing', async () => {
    const event = await newEvent(calendar, { title: 'Summer Nights' })
    const vip = await newTicket(event)
    const [first] = await newGuests(event, 3)
    await newGuest(event, { ticket_id: vip.id, status: 'CHECKED_IN' })
    await newGuest(event, { status: 'PENDING' })
    await newGuest(event, { status: 'DECLINED', source: 'INVITE', ticket_id: null })
    await env.DB.prepare('insert into unsubscribes values (?, ?, 0)').bind(calendar.id, first!.email).run()
    const draft = { kind: 'ANNOUNCEMENT', subject: 'Bring **boots**', body: 'It *rains*. <b>Come</b>.' }
    const { data } = (await preview(event, draft)).body
    expect(data).toMatchObject({
      subject: 'Bring **boots**',
      locale: 'en',
      recipientCount: 3,
      leftOut: { unsubscribed: 1, declined: 0 },
    })
    expect(data.html).toContain('It <em>rains</em>. &lt;b&gt;Come&lt;/b&gt;.')
    expect(data.html).toContain('data:image/png;base64,')
    expect(data.html).not.toContain('cid:')
    expect(data.text).toContain('Hello Ada,')
    const audience = { statuses: ['PENDING', 'DECLINED', 'CHECKED_IN'], ticketIds: [] }
    expect((await preview(event, { ...draft, audience })).body.data).toMatchObject({
      recipientCount: 2,
      leftOut: { unsubscribed: 0, declined: 1 },
    })
    const ofTicket = { ticketIds: [vip.id] }
    expect((await preview(event, { ...draft, audience: ofTicket })).body.data.recipientCount).toBe(1)
    const sent = await announce(event, { subject: 'Bring boots' })
    expect(sent.leftOut).toEqual({ unsubscribed: 1, declined: 0 })
    expect(await mailsTo('ada@guests.example')).toEqual([])
  })

  it('renders reminders and invitations in the requested locale, and requires a subject for announcements', async () => {
    const event = await newEvent(calendar, { title: 'Summer Nights' })
    const reminder = (await preview(event, { kind: 'REMINDER', locale: 'de' })).body.data
    expect(reminder).toMatchObject({ subject: 'Erinnerung: Summer Nights', locale: 'de', recipientCount: 0 })
    expect(reminder.text).toContain('Hallo Ada,')
    const invitation = (await preview(event, { kind: 'INVITATION', body: 'Do come.', locale: 'fr' })).body.data
    expect(invitation).toMatchObject({ recipientCount: null, locale: 'fr' })
    expect(invitation.text).toContain('> Do come.')
    const nameless = await preview(event, { kind: 'ANNOUNCEMENT', body: 'x' })
    expect([nameless.status, nameless.body.errors[0].field]).toEqual([400, 'subject'])
  })
})

describe('test message', () => {
  it('is emailed to the caller’s verified address only, once per Idempotency-Key', async () => {
    const event = await newEvent(calendar)
    await newGuest(event)
    const email = 'grace@team.test'
    const json = { kind: 'ANNOUNCEMENT', subject: 'Bring boots', body: 'It rains.', locale: 'nl' }
    const line = `POST /events/${event.id}/messages/test`
    const token = await tokenFor(as, { email, email_verified: true })
    expect((await send(line, { token, json })).body.data).toEqual({ recipient: email })
    const [letter] = await mailsFor(email, deps)
    expect(letter).toMatchObject({ to: email, subject: 'Bring boots' })
    expect(letter!.text).toContain('Hallo Ada,')
    expect((await mailsOf(event)).map(({ recipient }) => recipient)).toEqual([email])
    const headers = { 'Idempotency-Key': 'one-more' }
    const oneMore = async () => {
      expect((await send(line, { token, json, headers })).body.data).toEqual({ recipient: email })
      return (await mailsTo(email)).length
    }
    expect([await oneMore(), await oneMore()]).toEqual([2, 2])
    await loseAnswers()
    expect(await oneMore()).toBe(2)
    // An `Idempotency-Key` can be reused after 24 hours.
    await env.DB.prepare('update idempotency_claims set created_at = created_at - 86400000').run()
    expect(await oneMore()).toBe(3)
    const unknown = await send(line, { as, json })
    expect([unknown.status, unknown.body.code]).toEqual([409, 'address_unknown'])
  })
})

describe('GET .../messages/:messageId/failures', () => {
  it('lists only the unsent emails of the message, with status and error', async () => {
    const event = await newEvent(calendar)
    await newGuests(event, 4)
    const [message, other] = [await announce(event), await announce(event, { subject: 'Other' })]
    await expect
      .poll(async () => (await mailsOf(event)).filter(({ status }) => status === 'sent').length, { timeout: 15_000 })
      .toBe(8)
    const own = (await mailsOf(event)).filter(({ cause }) => String(cause).startsWith(`${message.id}:`))
    await setColumns('mails', String(own[0]!.id), { status: 'failed', error: '550 no such mailbox' })
    await setColumns('mails', String(own[1]!.id), { status: 'cancelled' })
    await setColumns('mails', String(own[2]!.id), { status: 'retrying', error: '451 try later' })
    const failures = async (id: string, query = '') =>
      (await send(`GET /events/${event.id}/messages/${id}/failures${query}`, { as })).body
    const listed = await failures(message.id)
    expect(listed.total).toBe(3)
    expect(listed.data).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          guestId: own[0]!.guest_id,
          recipient: own[0]!.recipient,
          status: 'failed',
          error: '550 no such mailbox',
        }),
        expect.objectContaining({ guestId: own[1]!.guest_id, status: 'cancelled', error: null }),
        expect.objectContaining({ guestId: own[2]!.guest_id, status: 'retrying', error: '451 try later' }),
      ]),
    )
    expect((await failures(message.id, '?limit=1&page=2')).data).toEqual([listed.data[1]])
    expect((await failures(other.id)).data).toEqual([])
    const elsewhere = await newEvent(calendar)
    expect((await send(`GET /events/${elsewhere.id}/messages/${message.id}/failures`, { as })).status).toBe(404)
  }, 30_000)
})

describe('GET .../messages/:messageId/failures with leftOut', () => {
  it('adds guests who unsubscribed, declined an invitation or have no address, but not who got it or came later', async () => {
    const event = await newEvent(calendar)
    const [got, out, refused] = await newGuests(event, 3)
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@left-out.test' }
    const attendees = [buyer, { firstName: 'Grace' }]
    const json = { buyer, attendees }
    const party = (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
    const [ada, grace] = party.guests
    await send(`POST /events/${event.id}/guests/${ada.id}/erase`, { as })
    const unsubscribe = (email: string) =>
      env.DB.prepare('insert into unsubscribes (calendar_id, email, created_at) values (?, ?, 1)')
        .bind(calendar.id, email)
        .run()
    await unsubscribe(out!.email)
    await setColumns('guests', refused!.id, { status: 'DECLINED', source: 'INVITE', ticket_id: null })
    const message = await announce(event, { audience: { statuses: ['CONFIRMED', 'DECLINED'] } })
    await expect
      .poll(async () => (await mailsTo(got!.email)).map(({ status }) => status), { timeout: 15_000 })
      .toEqual(['sent'])
    await unsubscribe(got!.email)
    const [late] = await newGuests(event, 1, { created_at: Date.now() + 60_000 })
    await unsubscribe(late!.email)
    const line = `GET /events/${event.id}/messages/${message.id}/failures`
    const { data, total } = (await send(`${line}?leftOut=true`, { as })).body
    const reasons = data.map(({ guestId, status }: { guestId: string; status: string }) => `${guestId} ${status}`)
    expect(reasons.toSorted()).toEqual(
      [`${out!.id} unsubscribed`, `${refused!.id} declined`, `${grace.id} no_address`].toSorted(),
    )
    expect(total).toBe(3)
    expect((await send(line, { as })).body.data).toEqual([])
    await setColumns('communications', message.id, { send_at: Date.now() - 31 * 86_400_000 })
    expect((await send(`${line}?leftOut=true`, { as })).body.total).toBe(0)
  }, 30_000)
})

describe('scheduled message', () => {
  it('can be cancelled until it starts; then it sends nothing and does not count towards the daily limit', async () => {
    const event = await newEvent(calendar)
    await newGuest(event)
    const sendAt = new Date(Date.now() + 3_600_000).toISOString()
    const planned = await announce(event, { sendAt })
    const line = `POST /events/${event.id}/messages/${planned.id}/call-off`
    expect((await send(line, { as })).body.data).toMatchObject({ id: planned.id, status: 'CANCELLED' })
    expect((await send(line, { as })).body.data.status).toBe('CANCELLED')
    for (let number = 0; number < 3; number += 1)
      expect(await announce(event, { sendAt })).toMatchObject({ status: 'SCHEDULED' })
    const now = await announce(await newEvent(calendar))
    const late = await send(`POST /events/${now.eventId}/messages/${now.id}/call-off`, { as })
    expect([late.status, late.body.code]).toEqual([409, 'invalid_transition'])
    expect(await mailsOf(event)).toEqual([])
  })
})
