import { createMessageBatch } from 'cloudflare:test'
import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { MailMessage } from '../../../src/deps.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { renderQrPng } from '../../../src/modules/checkins/index.ts'
import { mailOutbox, sendDue } from '../../../src/modules/mails/index.ts'
import { schedule } from '../../../src/schedule.ts'
import { send } from '../../support/api.ts'
import { mailsTo, setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, newOrder, register } from '../../support/factories.ts'

const calendar = await newCalendar({ name: 'Club <b>of</b> Lyon' })
const { key } = await newKey(calendar, ['guests:read', 'guests:write'])

/** The service's own `Deps`, except for a mailer that records messages in `sent`. */
const withOutbox = (post: (message: MailMessage) => Promise<void> = async () => {}) => {
  const sent: MailMessage[] = []
  const told: unknown[] = []
  const deps = {
    ...depsOf(env as never),
    tell: (due: unknown) => void told.push(due),
    mailer: {
      send: async (message: MailMessage) => {
        await post(message)
        sent.push(message)
      },
    },
  }
  return { sent, told, deps }
}

/** The timeout is 20 s, because the queue may still be busy with emails from earlier tests. */
const PATIENCE_MS = 20_000

/** Sets the `mails` rows of a recipient back to their state before the queue message arrived (`pending`). */
const unsent = async (recipient: string) => {
  await vi.waitFor(
    async () =>
      expect((await mailsTo(recipient)).every(({ status }) => status === 'sent' || status === 'cancelled')).toBe(true),
    { timeout: PATIENCE_MS },
  )
  await env.DB.prepare(
    "update mails set status = 'pending', attempts = 0, lease_until = null, next_attempt_at = 0 where recipient = ?",
  )
    .bind(recipient)
    .run()
  return (await mailsTo(recipient)).map(({ id }) => String(id))
}

describe('email', () => {
  it('contains the organiser’s message to a declined guest, escaped, in the guest’s language', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const { guest } = (await register(event, { locale: 'de' })).body.data
    const json = { message: 'Leider <b>voll</b>\nBis bald' }
    await send(`POST /v1/events/${event.id}/guests/${guest.id}/reject`, { key, json })
    const ids = await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await sendDue(ids, deps)
    const mail = sent.find(({ text }) => text.includes('Bis bald'))
    expect(mail?.text).toContain('> Leider <b>voll</b>\n> Bis bald')
    expect(mail?.html).toContain('Leider &lt;b&gt;voll&lt;/b&gt;')
    expect(mail?.html).not.toContain('<b>voll')
    expect(mail?.html).toContain('lang="de"')
  })

  it.each([
    ['as translated by the organiser', { name: 'Seat', translations: { de: { name: 'Sitzplatz' } } }, 'Sitzplatz'],
    ['with our default when it has no name', undefined, 'Eintritt'],
  ])('names the ticket in the reader’s language, as does the page: %s', async (_, ticket, called) => {
    const event = await newEvent(calendar, ticket && { tickets: [ticket] })
    const { guest, manageUrl } = (await register(event, { locale: 'de' })).body.data
    await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await sendDue(
      (await mailsTo(guest.email)).map(({ id }) => String(id)),
      deps,
    )
    expect(sent[0]?.html).toContain(`<bdi>${called}</bdi>`)
    const page = await exports.default.fetch(new Request(manageUrl, { headers: { Accept: 'text/html' } }))
    expect(await page.text()).toContain(`<dd><bdi>${called}</bdi></dd>`)
  })

  it('is sent by the queue message of its registration, without the sweep', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    await vi.waitFor(
      async () => expect(await mailsTo(guest.email)).toMatchObject([{ status: 'sent', attempts: 1, error: null }]),
      { timeout: PATIENCE_MS },
    )
  })

  it('is sent once for twenty duplicate queue messages, with a Message-ID derived from its id', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await Promise.all(Array.from({ length: 20 }, () => sendDue([id!, id!], deps)))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ id, to: guest.email, messageId: `<${id}@event-calendar.local>` })
  })

  it('is retried with the same Message-ID while the email provider fails, and marked failed after 6 attempts', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const tried: string[] = []
    const { deps, told } = withOutbox(async ({ messageId }) => {
      tried.push(messageId)
      throw new Error('451 try later')
    })
    await sendDue([id!], deps)
    expect(await mailsTo(guest.email)).toMatchObject([{ status: 'retrying', attempts: 1, error: '451 try later' }])
    expect(told).toEqual([{ mails: [{ id, inSeconds: 60 }] }])
    await sendDue([id!], deps)
    expect(tried).toHaveLength(1)
    for (let attempt = 0; attempt < 5; attempt += 1) {
      await env.DB.prepare('update mails set next_attempt_at = 0 where id = ?').bind(id).run()
      await sendDue([id!], deps)
    }
    expect(await mailsTo(guest.email)).toMatchObject([{ status: 'failed', attempts: 6, next_attempt_at: null }])
    expect(new Set(tried).size).toBe(1)
    expect(tried).toHaveLength(6)
  })

  it('is sent after a crash as soon as its lease has expired, and not before', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const { sent, told, deps } = withOutbox()
    await env.DB.prepare('update mails set lease_until = ? where id = ?')
      .bind(Date.now() + 15_000, id)
      .run()
    await sendDue([id!], deps)
    expect(sent).toEqual([])
    await mailOutbox.sweep(deps)
    expect(told).toEqual([{ mails: [{ id, inSeconds: 15 }] }])
    await env.DB.prepare('update mails set lease_until = 1 where id = ?').bind(id).run()
    await sendDue([id!], deps)
    expect(sent).toHaveLength(1)
    expect(schedule.map(({ run }) => run)).toContain(mailOutbox.sweep)
  })

  it('is not retried if it was cancelled while it was being sent', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const { told, deps } = withOutbox(async () => {
      await env.DB.prepare("update mails set status = 'cancelled' where id = ?").bind(id).run()
      throw new Error('451 try later')
    })
    await sendDue([id!], deps)
    expect(await mailsTo(guest.email)).toMatchObject([{ id, status: 'cancelled' }])
    expect(told).toEqual([])
  })

  it('opens with the status of the guest, and mentions cancelling only to a confirmed guest of an active event', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const { email } = (await register(event)).body.data.guest
    const late = (await register(event)).body.data.guest
    const { sent, deps } = withOutbox()
    await sendDue([...(await unsent(late.email)), ...(await unsent(email))], deps)
    await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })
    await vi.waitFor(async () => expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('event.cancelled'), {
      timeout: PATIENCE_MS,
    })
    await sendDue(await unsent(email), deps)
    expect(
      Object.fromEntries(
        sent.map(({ text }) => [text.split('\n')[0], text.includes('cancel on your registration page')]),
      ),
    ).toEqual({
      'You’re first on the waiting list': false,
      'You’re in': true,
      'This event is cancelled': false,
    })
  })

  it('opens with the amount if it is about a refund, shows the event and links to the registration', async () => {
    const { event, order, guest, manageUrl } = await newOrder(calendar, { title: 'Fish supper' })
    const orderPath = `POST /events/${event.id}/orders/${order.id}`
    await send(`${orderPath}/mark-paid`, { as: calendar.owner })
    await send(`${orderPath}/refund`, { as: calendar.owner, json: { amount: 600, notifyBuyer: true } })
    const { sent, deps } = withOutbox()
    await sendDue(await unsent(guest.email), deps)
    const letter = sent.find(({ subject }) => subject.startsWith('Your refund'))
    expect(letter?.text).toMatch(/^€6\.00 refunded\n/)
    expect(letter?.html.match(/Fish supper/g)).toHaveLength(2)
    expect(letter?.html).toContain(`href="${manageUrl}"`)
  })

  it('shows the event title only once in a reminder', async () => {
    const event = await newEvent(calendar, { title: 'Fish supper' })
    const { email } = (await register(event)).body.data.guest
    await send(`POST /events/${event.id}/reminders`, { as: calendar.owner, json: {} })
    await vi.waitFor(async () => expect((await mailsTo(email)).map(({ kind }) => kind)).toContain('reminder'), {
      timeout: PATIENCE_MS,
    })
    const { sent, deps } = withOutbox()
    await sendDue(await unsent(email), deps)
    const letter = sent.find(({ subject }) => subject.startsWith('Reminder'))
    expect(letter?.html.match(/<h1[^>]*>[^<]*/g)).toEqual([expect.stringContaining('Fish supper')])
    expect(letter?.html.match(/>Fish supper</g)).toHaveLength(1)
  })

  it('escapes user text, keeps the subject on one line and uses the time zone of the event', async () => {
    const startAt = Date.parse('2031-07-01T22:30:00Z')
    const event = await newEvent(calendar, {
      title: 'Fish & <script>alert(1)</script>',
      timezone: 'Europe/Paris',
      startAt,
      endAt: startAt + 3_600_000,
    })
    const { guest, manageUrl } = (await register(event, { firstName: '<img src=x>' })).body.data
    const [id] = await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await sendDue([id!], deps)
    const { html, text, subject } = sent[0]!
    expect(html).not.toMatch(/<script|<img src=x|<b>of/)
    expect(html).toContain('Hello &lt;img src=x&gt;,')
    expect(html).toContain(`href="${manageUrl}"`)
    expect(text).toMatch(/Wednesday,? 2 July 2031, 00:30\u00a0– 01:30 CEST/)
    expect(text).toContain(manageUrl)
    expect(text).toContain(guest.shortCode)
    expect(subject).toBe('You’re registered: Fish & <script>alert(1)</script>')
  })

  it('attaches the QR code as a PNG and the same calendar entry as in the feed', async () => {
    const event = await newEvent(calendar, {
      locationVisibility: 'GUESTS_ONLY',
      location: { name: 'Hall 7', address: '1 Rue Secrète', city: 'Lyon', country: 'FR' },
    })
    await setColumns('events', event.id, { sequence: 3 })
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await sendDue([id!], deps)
    const [code, entry] = sent[0]!.attachments
    expect(code).toMatchObject({ contentId: 'qr-code', type: 'image/png' })
    expect(sent[0]!.html).toContain('src="cid:qr-code"')
    expect(code!.content).toEqual(await renderQrPng(guest.qrCode, { size: 444 }))
    const text = String(entry!.content)
    expect(entry).toMatchObject({ filename: `${event.slug}.ics`, type: expect.stringContaining('text/calendar') })
    const unfolded = text.replaceAll('\r\n ', '')
    expect(unfolded).toContain(`UID:${event.id}@event-calendar.local\r\n`)
    expect(unfolded).toContain('SEQUENCE:3\r\n')
    expect(unfolded).toContain('1 Rue Secrète')
  })

  it.each([
    ['a public event', 'PUBLISHED', 'PUBLIC', true],
    ['an unlisted event', 'PUBLISHED', 'UNLISTED', true],
    ['a private event', 'PUBLISHED', 'PRIVATE', false],
    ['an event that is a draft again', 'DRAFT', 'PUBLIC', false],
  ])(
    'invites to %s and links to the event page only if everyone may open that page',
    async (_, status, visibility, hasPage) => {
      const event = await newEvent(calendar)
      const email = `asked-${event.slug}@guests.test`
      await send(`POST /v1/events/${event.id}/guests/invite`, { key, json: { emails: [email] } })
      const change = 'update events set status = ?, visibility = ? where id = ?'
      await env.DB.prepare(change).bind(status, visibility, event.id).run()
      const [id] = await unsent(email)
      const { sent, deps } = withOutbox()
      await sendDue([id!], deps)
      const { html, text } = sent[0]!
      for (const form of [html, text]) {
        expect(form).toMatch(/\/r\/\w+/)
        expect(form.includes(`/e/${event.slug}`)).toBe(hasPage)
      }
    },
  )

  it.each(['cancel', 'change'] as const)(
    'announces a %s to all guests, with address and meeting link only for confirmed and checked-in guests',
    async (what) => {
      const event = await newEvent(calendar, {
        capacity: 2,
        waitlistEnabled: true,
        locationType: 'HYBRID',
        locationVisibility: 'GUESTS_ONLY',
        location: { name: 'Hall 7', address: '1 Rue Secrète', city: 'Lyon', country: 'FR' },
        startAt: Date.now() + 2 * 86_400_000,
        meetingUrl: 'https://meet.test/secret',
      })
      const guests = []
      for (const name of ['In', 'Inside', 'Waits'])
        guests.push((await register(event, { firstName: name })).body.data.guest)
      await env.DB.prepare("update guests set status = 'CHECKED_IN' where id = ?").bind(guests[1].id).run()
      const startAt = new Date(Date.now() + 86_400_000).toISOString()
      await (what === 'cancel'
        ? send(`POST /events/${event.id}/cancel`, { as: calendar.owner })
        : send(`PATCH /events/${event.id}`, { as: calendar.owner, json: { startAt } }))
      for (const [index, isIn] of [true, true, false].entries()) {
        const ids = await unsent(guests[index].email)
        const { sent, deps } = withOutbox()
        await sendDue([ids.at(-1)!], deps)
        const { html, text, attachments } = sent[0]!
        for (const form of [
          html,
          text,
          String(attachments.find(({ type }) => type.startsWith('text/calendar'))!.content),
        ]) {
          expect(form).toContain('Lyon')
          expect(form.includes('1 Rue Secrète')).toBe(isIn)
        }
        expect(text.includes('https://meet.test/secret')).toBe(isIn)
      }
    },
  )

  it('is cancelled unsent when the status it announces no longer applies', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, json: { status: 'CANCELLED' } })
    const { sent, deps } = withOutbox()
    await sendDue([id!], deps)
    expect(sent).toEqual([])
    expect((await mailsTo(guest.email))[0]).toMatchObject({ kind: 'confirmation', status: 'cancelled' })
  })
})

it('queue consumer sends the email named in a message', async () => {
  const event = await newEvent(calendar)
  const { guest } = (await register(event)).body.data
  const [id] = await unsent(guest.email)
  const batch = createMessageBatch('event-calendar-mails', [
    { id: '1', timestamp: new Date(), attempts: 1, body: { id } },
  ])
  const { default: worker } = await import('../../../src/worker.ts')
  await worker.queue(batch as never, env as never)
  expect(await mailsTo(guest.email)).toMatchObject([{ status: 'sent' }])
})
