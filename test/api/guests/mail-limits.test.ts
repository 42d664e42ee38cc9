import { env } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { MailMessage } from '../../../src/deps.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { expireOffers } from '../../../src/modules/guests/index.ts'
import { sendDue } from '../../../src/modules/mails/index.ts'
import { send } from '../../support/api.ts'
import { mailsTo, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newOrder, person, register, type Calendar } from '../../support/factories.ts'
import { ask } from '../../support/invites.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'

const DAY = 86_400_000
const PATIENCE_MS = 20_000
let made = 0
const someone = () => `victim-${(made += 1)}@guests.test`

const withOutbox = (now = Date.now()) => {
  const sent: MailMessage[] = []
  const deps = {
    ...depsOf(env as never),
    clock: () => now,
    tell: () => {},
    mailer: { send: async (message: MailMessage) => void sent.push(message) },
  }
  return { sent, deps }
}

/** Waits until the queue has processed all `count` emails to an address, then returns the `sent` and `pending` ones. */
const mailbox = async (email: string, count: number) => {
  await vi.waitFor(
    async () => {
      const mails = await mailsTo(email)
      expect(mails).toHaveLength(count)
      expect(
        mails.every(
          ({ status, lease_until, attempts }) =>
            ['sent', 'cancelled'].includes(String(status)) || (attempts === 0 && lease_until === null),
        ),
      ).toBe(true)
      expect(
        mails.filter(({ status, next_attempt_at }) => status === 'pending' && Number(next_attempt_at) < Date.now()),
      ).toEqual([])
    },
    { timeout: PATIENCE_MS },
  )
  const mails = await mailsTo(email)
  return {
    sent: mails.filter(({ status }) => status === 'sent'),
    waiting: mails.filter(({ status }) => status === 'pending'),
  }
}

const registerAt = async (calendar: Calendar, email: string, times: number) => {
  const answers = []
  for (let time = 0; time < times; time += 1) answers.push(await register(await newEvent(calendar), { email }))
  return answers
}

describe('emails caused by an anonymous caller', async () => {
  const calendar = await newCalendar()

  it('are limited to 5 per kind, calendar and day; the sixth waits 24 hours while the API still returns 200', async () => {
    const email = someone()
    const answers = await registerAt(calendar, email, 7)
    for (const { status, body } of answers) {
      expect(status).toBe(200)
      expect(body.data).toMatchObject({ guest: { status: 'CONFIRMED' }, manageUrl: expect.any(String) })
    }
    const { sent, waiting } = await mailbox(email, 7)
    expect([sent.length, waiting.length]).toEqual([5, 2])
    const first = Math.min(...sent.map(({ counted_at }) => Number(counted_at)))
    for (const { next_attempt_at } of waiting) expect(Number(next_attempt_at)).toBe(first + DAY)
    const later = withOutbox(first + DAY)
    await sendDue(
      waiting.map(({ id }) => String(id)),
      later.deps,
    )
    expect(later.sent.length).toBeGreaterThanOrEqual(1)
    const evenLater = withOutbox(first + 2 * DAY)
    await sendDue(
      waiting.map(({ id }) => String(id)),
      evenLater.deps,
    )
    expect(later.sent.length + evenLater.sent.length).toBe(2)
  })

  it('are limited to 20 per day across all calendars', async () => {
    const email = someone()
    for (let at = 0; at < 5; at += 1) await registerAt(await newCalendar(), email, 5)
    const { sent, waiting } = await mailbox(email, 25)
    expect([sent.length, waiting.length]).toEqual([20, 5])
  })

  it('count against the same mailbox, whatever the +tag', async () => {
    const email = someone()
    const [name, host] = email.split('@')
    const aliases = Array.from({ length: 7 }, (_, index) => `${name}+${index}@${host}`)
    for (const alias of aliases) await registerAt(calendar, alias, 1)
    const boxes = []
    for (const alias of aliases) boxes.push(await mailbox(alias, 1))
    expect(boxes.map(({ sent }) => sent.length)).toEqual([1, 1, 1, 1, 1, 0, 0])
  })

  it('count against the same mailbox, however many dots a Gmail address has', async () => {
    const spellings = ['v.i.ctim', 'victim', 'vic.tim+a', 'v.ictim', 'vict.im', 'vi.ctim', 'victi.m', 'vi.ct.im']
    const addresses = spellings.map((local, index) => `${local}@${index % 2 === 0 ? 'gmail.com' : 'googlemail.com'}`)
    for (const address of addresses) await registerAt(calendar, address, 1)
    const boxes = []
    for (const address of addresses) boxes.push(await mailbox(address, 1))
    expect(boxes.map(({ sent }) => sent.length)).toEqual([1, 1, 1, 1, 1, 0, 0, 0])
    expect(boxes[5]!.waiting[0]!.recipient).toBe(addresses[5])

    const elsewhere = ['o.ther@guests.test', 'other@guests.test', 'ot.her@guests.test', 'oth.er@mygmail.com']
    for (const address of [...elsewhere, 'o.t.her@guests.test', 'o.t.h.er@guests.test']) {
      await registerAt(calendar, address, 1)
      expect((await mailbox(address, 1)).sent).toHaveLength(1)
    }
  })

  it('stay within the limit of 5 when twelve senders run in parallel', async () => {
    const email = someone()
    await registerAt(calendar, email, 12)
    const { sent, waiting } = await mailbox(email, 12)
    const ids = [...sent, ...waiting].map(({ id }) => String(id))
    await env.DB.prepare(
      "update mails set status = 'pending', attempts = 0, counted_at = null, next_attempt_at = 0 where recipient = ?",
    )
      .bind(email)
      .run()
    const outbox = withOutbox()
    await Promise.all(ids.map((id) => sendDue([id], outbox.deps)))
    expect(outbox.sent).toHaveLength(5)
  })

  it('do not count when their registration was cancelled before they were sent', async () => {
    const email = someone()
    const answers = await registerAt(calendar, email, 6)
    await mailbox(email, 6)
    await env.DB.prepare(
      "update mails set status = 'pending', attempts = 0, counted_at = null, next_attempt_at = 0 where recipient = ?",
    )
      .bind(email)
      .run()
    const gone = answers[0]!.body.data.guest.id as string
    await env.DB.prepare("update guests set status = 'CANCELLED' where id = ?").bind(gone).run()
    const outbox = withOutbox()
    await sendDue(
      (await mailsTo(email)).map(({ id }) => String(id)),
      outbox.deps,
    )
    expect(outbox.sent).toHaveLength(5)
    expect((await mailsTo(email)).map(({ status }) => status).toSorted()).toEqual([
      'cancelled',
      'sent',
      'sent',
      'sent',
      'sent',
      'sent',
    ])
  })

  it('do not count if they are about a payment, an approval or a guest added by a manager', async () => {
    const email = someone()
    await registerAt(calendar, email, 6)
    expect((await mailbox(email, 6)).waiting).toHaveLength(1)
    const asks = await newEvent(calendar, { requiresApproval: true })
    const { guest } = (await register(asks, { email })).body.data
    expect((await send(`POST /events/${asks.id}/guests/${guest.id}/approve`, { as: calendar.owner })).status).toBe(200)
    const { event, order } = await newOrder(calendar)
    expect((await send(`POST /events/${event.id}/orders/${order.id}/mark-paid`, { as: calendar.owner })).status).toBe(
      200,
    )
    const added = await newEvent(calendar)
    const json = person({ email })
    expect((await send(`POST /events/${added.id}/guests`, { as: calendar.owner, json })).status).toBe(200)
    const { sent, waiting } = await mailbox(email, 9)
    expect(waiting).toHaveLength(1)
    expect(sent.map(({ kind }) => kind).filter((kind) => kind === 'confirmation')).toHaveLength(7)
    await mailbox(order.buyer.email, 2)
    expect((await mailsTo(order.buyer.email)).map(({ kind, is_limited }) => [kind, is_limited])).toEqual([
      ['pending', 1],
      ['confirmation', 0],
    ])
  })

  it('count if they announce a promotion after another guest cancels by link, but not after a manager cancels', async () => {
    const email = someone()
    const waitsAfterOne = async () => {
      const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
      const first = (await register(event)).body.data
      expect((await register(event, { email })).body.data.guest.status).toBe('WAITLISTED')
      return { event, first }
    }
    for (let time = 0; time < 6; time += 1) {
      const { first } = await waitsAfterOne()
      expect((await send(`POST ${manageApi(first.manageUrl)}/cancel`)).status).toBe(200)
    }
    const { event, first } = await waitsAfterOne()
    const byHand = await send(`PATCH /events/${event.id}/guests/${first.guest.id}/status`, {
      as: calendar.owner,
      json: { status: 'CANCELLED' },
    })
    expect(byHand.status, byHand.text).toBe(200)
    const { sent, waiting } = await mailbox(email, 14)
    const limitOf = (mails: typeof sent) =>
      mails.filter(({ kind }) => kind === 'promoted').map(({ is_limited }) => is_limited)
    expect([limitOf(sent).toSorted(), limitOf(waiting)]).toEqual([[0, 1, 1, 1, 1, 1], [1]])
  })

  it('count if they are caused by the manage links of the recipient or by an expired order or offer of theirs', async () => {
    const email = someone()
    const kinds: string[] = []
    const expectLimited = async (...more: string[]) => {
      kinds.push(...more)
      const mails = (await mailsTo(email)).map(({ kind, is_limited }) => [String(kind), is_limited])
      expect(mails.toSorted()).toEqual(kinds.map((kind) => [kind, 1]).toSorted())
    }
    const event = await newEvent(calendar)
    const registering = `POST /public/events/${event.id}/registrations`
    const alone = await ask(registering, { json: person({ email }) })
    await ask(`POST ${manageApi(alone.manageUrl)}/cancel`)
    await expectLimited('confirmation', 'withdrawn')
    // Only one email tells the guest about a cancellation they made themselves: `withdrawn`, sent immediately.
    const { sent } = await mailbox(email, 2)
    expect(sent.map(({ kind }) => kind)).toContain('withdrawn')

    const brought = await ask(registering, { json: { buyer: person(), attendees: [{}, {}] } })
    const [one, two] = brought.guests
    const at = manageApi(brought.manageUrl)
    await ask(`PATCH ${at}/guests/${one.id}`, { json: { email } })
    await ask(`POST ${at}/guests/${one.id}/transfer`, { json: { recipientEmail: someone() } })
    await ask(`PATCH ${at}/guests/${two.id}`, { json: { email } })
    await ask(`POST ${at}/cancel`, { json: { guestIds: [two.id] } })
    await expectLimited('confirmation', 'transfer.sent', 'confirmation', 'withdrawn')

    const limitsOf = async ({ guest }: { guest: { email: string } }, which: string) =>
      (await mailsTo(guest.email)).filter(({ kind }) => kind === which).map(({ is_limited }) => is_limited)
    const dear = await newEvent(calendar, { capacity: 1, waitlistEnabled: true }, { price: 500 })
    const { order } = (await register(dear, { email })).body.data
    const behind = (await register(dear)).body.data
    await setColumns('orders', order.id, { expires_at: 1 })
    const { deps } = withOutbox()
    await expireUnpaidOrders(deps)
    await expectLimited('pending', 'cancelled')
    expect(await limitsOf(behind, 'promoted')).toEqual([1])

    const offering = { capacity: 1, waitlistEnabled: true, waitlistMode: 'OFFERS' }
    const full = await newEvent(calendar, offering)
    const first = (await register(full)).body.data
    const { guest, manageUrl } = (await register(full, { email })).body.data
    const next = (await register(full)).body.data
    await send(`POST ${manageApi(first.manageUrl)}/cancel`)
    await setColumns('guests', guest.id, { offer_expires_at: 1 })
    await expireOffers(deps)
    await expectLimited('waitlisted', 'offered', 'waitlisted')
    expect(await limitsOf(next, 'offered')).toEqual([1])
    await send(`POST ${manageApi(next.manageUrl)}/offer/decline`)
    await send(`POST ${manageApi(manageUrl)}/offer/accept`)
    await expectLimited('offered', 'confirmation')
  })

  it('contain no link from the name in the greeting or from the event title in the subject', async () => {
    const event = await newEvent(calendar, { title: 'Prizes at https://evil.test/now' })
    const { guest } = (await register(event, { firstName: 'You won! https://evil.test/claim evil.test' })).body.data
    expect(guest.firstName).toBe('You won! https://evil.test/claim evil.test')
    await mailbox(guest.email, 1)
    await env.DB.prepare("update mails set status = 'pending', next_attempt_at = 0 where recipient = ?")
      .bind(guest.email)
      .run()
    const { sent, deps } = withOutbox()
    await sendDue(
      (await mailsTo(guest.email)).map(({ id }) => String(id)),
      deps,
    )
    expect(sent[0]!.subject).toBe('You’re registered: Prizes at')
    for (const form of [sent[0]!.html, sent[0]!.text]) {
      expect(form).toContain('Hello You won!,')
      expect(form).not.toContain('evil.test/claim')
    }
  })
})
