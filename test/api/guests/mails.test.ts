import { createMessageBatch } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import { chores } from '../../../src/chores.ts'
import type { MailMessage } from '../../../src/deps.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { renderQrPng } from '../../../src/modules/checkins/index.ts'
import { sendDue, sweepMails } from '../../../src/modules/mails/index.ts'
import { newCalendar, newKey, send } from '../../support/api.ts'
import { eventWithTicket } from '../../support/rows.ts'
import { mailsTo, register } from '../../support/guests.ts'

const calendar = await newCalendar({ name: 'Club <b>of</b> Lyon' })
const { key } = await newKey(calendar, ['guests:read', 'guests:write'])

/** The service's own ports, but for a mailer that keeps what it is given. */
const withOutbox = (post: (message: MailMessage) => Promise<void> = async () => {}) => {
  const sent: MailMessage[] = []
  const rung: unknown[] = []
  const deps = {
    ...depsOf(env as never),
    ring: (due: unknown) => void rung.push(due),
    mailer: {
      send: async (message: MailMessage) => {
        await post(message)
        sent.push(message)
      },
    },
  }
  return { sent, rung, deps }
}

/** The queue is shared with whatever ran before, and may still be at that. */
const PATIENCE_MS = 20_000

/** Mail rows back as they were before their bell rang. */
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

describe('mail', () => {
  it('is sent by the bell of its cause, with no sweep to help, and its row says so', async () => {
    const event = await eventWithTicket(calendar)
    const { guest } = (await register(event)).body.data
    await vi.waitFor(
      async () => expect(await mailsTo(guest.email)).toMatchObject([{ status: 'sent', attempts: 1, error: null }]),
      { timeout: PATIENCE_MS },
    )
  })

  it('is sent once by twenty duplicate bells, under a Message-ID of its own', async () => {
    const event = await eventWithTicket(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await Promise.all(Array.from({ length: 20 }, () => sendDue([id!, id!], deps)))
    expect(sent).toHaveLength(1)
    expect(sent[0]).toMatchObject({ id, to: guest.email, messageId: `<${id}@event-calendar.local>` })
  })

  it('is tried again later under the same Message-ID when the mail service fails, and given up in the end', async () => {
    const event = await eventWithTicket(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const tried: string[] = []
    const { deps, rung } = withOutbox(async ({ messageId }) => {
      tried.push(messageId)
      throw new Error('451 try later')
    })
    await sendDue([id!], deps)
    expect(await mailsTo(guest.email)).toMatchObject([{ status: 'retrying', attempts: 1, error: '451 try later' }])
    expect(rung).toEqual([{ mails: [{ id, inSeconds: 60 }] }])
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

  it('left behind by a crash is found by the sweep once its lease has run out, and not before', async () => {
    const event = await eventWithTicket(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    const { sent, rung, deps } = withOutbox()
    await env.DB.prepare('update mails set lease_until = ? where id = ?')
      .bind(Date.now() + 15_000, id)
      .run()
    await sendDue([id!], deps)
    expect(sent).toEqual([])
    await sweepMails(deps)
    expect(rung).toEqual([{ mails: [{ id, inSeconds: 15 }] }])
    await env.DB.prepare('update mails set lease_until = 1 where id = ?').bind(id).run()
    await sendDue([id!], deps)
    expect(sent).toHaveLength(1)
    expect(chores.map(({ run }) => run)).toContain(sweepMails)
  })

  it('escapes what people wrote, keeps subjects on one line, and says it in the zone of the calendar', async () => {
    const startAt = Date.parse('2031-07-01T22:30:00Z')
    const event = await eventWithTicket(calendar, {
      title: 'Fish & <script>alert(1)</script>',
      timezone: 'Europe/Paris',
      start_at: startAt,
      end_at: startAt + 3_600_000,
    })
    const { guest, manageUrl } = (await register(event, { firstName: '<img src=x>' })).body.data
    const [id] = await unsent(guest.email)
    const { sent, deps } = withOutbox()
    await sendDue([id!], deps)
    const { html, text, subject } = sent[0]!
    expect(html).not.toMatch(/<script|<img src=x|<b>of/)
    expect(html).toContain('Hello &lt;img src=x&gt;,')
    expect(html).toContain(`href="${manageUrl}"`)
    expect(text).toMatch(/Wednesday,? 2 July 2031, 00:30 – 01:30 \(CEST\)/)
    expect(text).toContain(manageUrl)
    expect(text).toContain(guest.qrCode)
    expect(subject).toBe('You are registered: Fish & <script>alert(1)</script>')
  })

  it('brings the code as a picture that reads as the code, and the entry of the feed', async () => {
    const event = await eventWithTicket(calendar, {
      sequence: 3,
      location_visibility: 'GUESTS_ONLY',
      location: JSON.stringify({
        name: 'Hall 7',
        address: '1 Rue Secrète',
        city: 'Lyon',
        region: null,
        country: 'FR',
        latitude: null,
        longitude: null,
      }),
    })
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

  it('that is no longer true is not sent', async () => {
    const event = await eventWithTicket(calendar)
    const { guest } = (await register(event)).body.data
    const [id] = await unsent(guest.email)
    await send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, json: { status: 'CANCELLED' } })
    const { sent, deps } = withOutbox()
    await sendDue([id!], deps)
    expect(sent).toEqual([])
    expect((await mailsTo(guest.email))[0]).toMatchObject({ kind: 'confirmation', status: 'cancelled' })
  })
})

it('the queue hands its messages to the sender once', async () => {
  const event = await eventWithTicket(calendar)
  const { guest } = (await register(event)).body.data
  const [id] = await unsent(guest.email)
  const batch = createMessageBatch('event-calendar-mails', [
    { id: '1', timestamp: new Date(), attempts: 1, body: { id } },
  ])
  const { default: worker } = await import('../../../src/worker.ts')
  await worker.queue(batch as never, env as never)
  expect(await mailsTo(guest.email)).toMatchObject([{ status: 'sent' }])
})
