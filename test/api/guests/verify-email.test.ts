import { env, exports } from 'cloudflare:workers'
import { describe, expect, it, vi } from 'vitest'
import type { MailMessage } from '../../../src/deps.ts'
import { dropOverdue } from '../../../src/db/personal/retention.ts'
import { sendDue } from '../../../src/modules/mails/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { guestsOf, insertAll, mailsTo, ordersOf, rowOf, setColumns } from '../../support/database.ts'
import { whereKept } from '../../support/everywhere.ts'
import {
  newCalendar,
  newCoupon,
  newEvent,
  newGuest,
  newKey,
  newTicket,
  newWebhook,
  register,
} from '../../support/factories.ts'
import { restrictedAccount } from '../../support/payment-accounts.ts'
import { deliveriesOf, receiver } from '../../support/webhooks.ts'

asks({ 'POST /public/verifications/:token': { isOpen: true, isSecret: true } })

const MINUTE = 60_000
const PATIENCE = { timeout: 20_000 }
const calendar = await newCalendar()
const { key } = await newKey(calendar)
let made = 0
const someone = () => `careful-${(made += 1)}@guests.test`

const waitingOf = async (email: string) => {
  const { results } = await env.DB.prepare('select * from verifications where email = ? order by created_at, rowid')
    .bind(email)
    .all()
  return results as { id: string; guest_id: string | null; created_at: number; expires_at: number }[]
}

/** Renders an email of this `kind` to an address again, with `sendDue()`, as it would be sent at `now`. */
const letterTo = async (email: string, kind = 'verification', now = Date.now()) => {
  const sent: MailMessage[] = []
  const mail = (await mailsTo(email)).find((each) => each['kind'] === kind)
  const id = String(mail?.['id'])
  await vi.waitFor(async () => expect((await rowOf('mails', id))?.['lease_until']).toBeNull(), PATIENCE)
  await setColumns('mails', id, { status: 'pending', next_attempt_at: 0, is_limited: 0 })
  const mailer = { send: async (message: MailMessage) => void sent.push(message) }
  await sendDue([id], { ...deps, clock: () => now, mailer, tell: () => {} })
  return sent[0]
}

const tokenIn = (letter: MailMessage | undefined) => /\/v\/([\w.-]+)\?/.exec(letter?.text ?? '')?.[1] ?? 'none'
const linkOf = async (email: string) => `/public/verifications/${tokenIn(await letterTo(email))}`

describe('registration with verifyEmail', () => {
  it('creates no guest, seat, order or webhook delivery before verification, and responds alike for every address', async () => {
    await newWebhook(calendar, receiver('200').url, { events: ['guest.registered'] })
    const event = await newEvent(calendar, { verifyEmail: true, capacity: 5 })
    const registered = await newGuest(event, { email: someone() })
    const invited = await newGuest(event, { email: someone(), status: 'INVITED', source: 'INVITE', ticket_id: null })
    const stranger = someone()
    const answers = []
    for (const email of [stranger, registered.email, invited.email]) {
      const { status, headers, text } = await register(event, { email })
      const { 'x-request-id': _id, ...head } = Object.fromEntries(headers)
      answers.push({ status, head, text })
    }
    expect(answers[0]!.status).toBe(200)
    expect(JSON.parse(answers[0]!.text)).toEqual({
      data: { kind: 'GUEST', guest: null, order: null, manageUrl: null },
      message: expect.stringContaining('30 minutes'),
    })
    expect(answers[1]).toEqual(answers[0])
    expect(answers[2]).toEqual(answers[0])
    expect(await guestsOf(event)).toHaveLength(2)
    expect(await ordersOf(event)).toEqual([])
    expect(await deliveriesOf(calendar)).toEqual([])
    const open = await send(`GET /events/slug/${event.slug}`)
    expect(open.body.data).toMatchObject({ verifyEmail: true, spotsRemaining: 4 })
    const kinds = async (email: string) => (await mailsTo(email)).map(({ kind, is_limited }) => [kind, is_limited])
    expect(await kinds(stranger)).toEqual([['verification', 1]])
    expect(await kinds(registered.email)).toEqual([['confirmation', 1]])
    expect(await kinds(invited.email)).toEqual([['verification', 1]])
    // The row in `verifications` for an address that is already registered expires immediately.
    const [of] = await waitingOf(registered.email)
    expect(of!.expires_at).toBe(of!.created_at)
  })

  it('returns 409 while the organiser’s account can’t take payments', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, { verifyEmail: true }, { price: 1_200 })
    const email = someone()
    await register(event, { email })
    const link = await linkOf(email)
    await restrictedAccount(home)
    expect((await send(`POST ${link}`)).body).toMatchObject({ statusCode: 409, code: 'payment_account_not_ready' })
    expect(await guestsOf(event)).toEqual([])
  })

  it('pays in the way that the form chose, and returns 409 once it is closed', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, { verifyEmail: true }, { price: 1_200 })
    const email = someone()
    const account = { id: `bka_${home.id}`, holder: 'Club', iban: 'DE89370400440532013000', currency: 'EUR' }
    const row = { calendar_id: home.id, created_by: home.owner, created_at: 0, updated_at: 0, bank_closes_hours: 1 }
    await insertAll({ bank_accounts: [{ ...account, ...row }] })
    expect((await register(event, { email, payBy: 'BANK' })).status).toBe(200)
    const link = await linkOf(email)
    await setColumns('bank_accounts', account.id, { is_active: 0 })
    expect((await send(`POST ${link}`)).body).toMatchObject({ statusCode: 409, code: 'payment_method_closed' })
    await setColumns('bank_accounts', account.id, { is_active: 1 })
    expect((await send(`POST ${link}`)).body.data.order.payment).toMatchObject({ method: 'BANK' })
  })

  it('creates one guest for five POST requests to the link; opening the link with GET creates none', async () => {
    const event = await newEvent(calendar, { verifyEmail: true }, { price: 1_200 })
    const email = someone()
    await register(event, { email, firstName: 'Ada www.spam.test', locale: 'de' })
    const letter = await letterTo(email)
    expect(letter?.subject).toBe(`Bitte bestätigen: ${event.title}`)
    expect(letter?.text).toContain('Hallo Ada')
    expect(letter?.text).not.toContain('spam.test')
    const token = tokenIn(letter)
    expect(letter?.text).toContain(`/v/${token}?lang=de`)
    const look = await exports.default.fetch(`https://calendar.test/v/${token}?lang=de`)
    expect([look.status, look.headers.get('Cache-Control')]).toEqual([200, 'private, no-store'])
    expect(await look.text()).toContain('Anmeldung bestätigen')
    expect(await guestsOf(event)).toEqual([])
    const link = `/public/verifications/${token}`
    const answers = await Promise.all(Array.from({ length: 5 }, () => send(`POST ${link}`)))
    const [first] = answers
    expect(first!.status).toBe(200)
    expect(first!.headers.get('Cache-Control')).toBe('private, no-store')
    expect(first!.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(first!.body.data).toMatchObject({
      guest: { status: 'PENDING', email, firstName: 'Ada www.spam.test', source: 'PUBLIC' },
      order: { status: 'PENDING', total: 1_200 },
      manageUrl: expect.stringContaining('/r/'),
    })
    for (const { body } of answers) expect(body.data.guest.id).toBe(first!.body.data.guest.id)
    expect(await guestsOf(event)).toMatchObject([{ locale: 'de' }])
    expect((await waitingOf(email))[0]?.guest_id).toBe(first!.body.data.guest.id)
    const after = (await mailsTo(email)).find(({ kind }) => kind === 'pending')
    expect(after?.['is_limited']).toBe(0)
    expect(await deliveriesOf(calendar, '?eventType=guest.registered')).toHaveLength(1)
    // The `verification` email is not sent again, and the address, now registered, gets no second one.
    expect(await letterTo(email)).toBeUndefined()
    await register(event, { email })
    expect((await mailsTo(email)).filter(({ kind }) => kind === 'verification')).toHaveLength(1)
    // The link returns the current status of the guest.
    await setColumns('guests', first!.body.data.guest.id, { status: 'CANCELLED' })
    expect((await send(`POST ${link}`)).body.data.guest).toMatchObject({ status: 'CANCELLED' })
    expect(await guestsOf(event)).toHaveLength(1)
  })

  it('returns 404 for the link once the address is corrected or the links are renewed', async () => {
    const event = await newEvent(calendar, { verifyEmail: true })
    for (const [line, json] of [
      ['PATCH', { email: someone() }],
      ['POST /renew-links', {}],
    ] as const) {
      const email = someone()
      await register(event, { email })
      const link = `POST ${await linkOf(email)}`
      const { guest } = (await send(link)).body.data
      expect((await send(link)).body.data.guest.id).toBe(guest.id)
      const [method, rest = ''] = line.split(' ')
      expect((await send(`${method} /v1/events/${event.id}/guests/${guest.id}${rest}`, { key, json })).status).toBe(200)
      const again = await send(link)
      expect([again.status, again.body.code], line).toEqual([404, 'not_found'])
    }
    expect(await guestsOf(event)).toHaveLength(2)
  })

  it('accepts the open invitation of the address', async () => {
    const event = await newEvent(calendar, { verifyEmail: true })
    const invited = await newGuest(event, { email: someone(), status: 'INVITED', source: 'INVITE', ticket_id: null })
    await register(event, { email: invited.email })
    const { body } = await send(`POST ${await linkOf(invited.email)}`)
    expect(body.data.guest).toMatchObject({ id: invited.id, status: 'CONFIRMED' })
  })

  it('expires 30 minutes after the email is sent: the link returns 404 and dropOverdue() deletes the row', async () => {
    const event = await newEvent(calendar, { verifyEmail: true })
    const email = someone()
    await register(event, { email })
    const now = Date.now()
    const link = `/public/verifications/${tokenIn(await letterTo(email, 'verification', now))}`
    const [waiting] = await waitingOf(email)
    expect(waiting!.expires_at).toBe(now + 30 * MINUTE)
    await dropOverdue(deps.db, now + 30 * MINUTE - 1, 100)
    expect(await waitingOf(email)).toHaveLength(1)
    await setColumns('verifications', waiting!.id, { expires_at: now })
    expect((await send(`POST ${link}`)).status).toBe(404)
    expect(await letterTo(email)).toBeUndefined()
    await dropOverdue(deps.db, Date.now() + 1, 100)
    expect(await waitingOf(email)).toEqual([])
    expect(await guestsOf(event)).toEqual([])
  })

  it('starts the 30-minute validity period when an email delayed by the mailbox limit is sent a day later', async () => {
    const email = someone()
    const events = []
    for (let asked = 0; asked < 6; asked += 1) {
      events.push(await newEvent(calendar, { verifyEmail: true }))
      expect((await register(events[asked]!, { email })).status).toBe(200)
    }
    await vi.waitFor(async () => {
      const mails = await mailsTo(email)
      expect(mails.map(({ status }) => status).toSorted()).toEqual(['pending', ...Array(5).fill('sent')])
      expect(mails.every(({ lease_until }) => lease_until === null)).toBe(true)
      expect(mails.find(({ status }) => status === 'pending')?.['next_attempt_at']).toBeGreaterThan(Date.now())
    }, PATIENCE)
    const kept = (await mailsTo(email)).find(({ status }) => status === 'pending')!
    const goesAt = Number(kept['next_attempt_at'])
    await dropOverdue(deps.db, goesAt, 100)
    const sent: MailMessage[] = []
    const mailer = { send: async (message: MailMessage) => void sent.push(message) }
    await sendDue([String(kept['id'])], { ...deps, clock: () => goesAt, mailer, tell: () => {} })
    expect([await rowOf('mails', String(kept['id'])), tokenIn(sent[0])]).toEqual([
      expect.objectContaining({ status: 'sent' }),
      expect.not.stringContaining('none'),
    ])
    expect(await waitingOf(email)).toMatchObject([{ expires_at: goesAt + 30 * MINUTE }])
  })

  it('refuses at registration for reasons unrelated to the address, and at the link if something has changed since', async () => {
    const event = await newEvent(calendar, { verifyEmail: true, capacity: 1 }, { price: 500 })
    expect((await register(event, { email: 'not an address' })).status).toBe(400)
    expect((await register(event, { ticketId: 'tkt_none' })).body.errors).toMatchObject([{ field: 'ticketId' }])
    expect((await register(event, { couponCode: 'NOBODYS' })).body.code).toBe('coupon_invalid')
    const coupon = await newCoupon(calendar, { code: 'ONCE', max_redemptions: 1 })
    const email = someone()
    expect((await register(event, { email, couponCode: 'once' })).status).toBe(200)
    const link = await linkOf(email)
    await setColumns('coupons', coupon.id, { redeemed_count: 1 })
    expect((await send(`POST ${link}`)).body.code).toBe('coupon_exhausted')
    await setColumns('coupons', coupon.id, { is_active: 0 })
    expect((await send(`POST ${link}`)).body.code).toBe('coupon_invalid')
    const other = await newGuest(event)
    expect((await send(`POST ${link}`)).body.code).toBe('capacity_exceeded')
    expect((await register(event)).body.code).toBe('capacity_exceeded')
    await setColumns('guests', other.id, { status: 'CANCELLED' })
    await setColumns('tickets', event.ticketId, { is_paused: 1 })
    expect((await send(`POST ${link}`)).body.code).toBe('registration_closed')
    await setColumns('events', event.id, { status: 'CANCELLED' })
    expect((await send(`POST ${link}`)).body.code).toBe('event_cancelled')
    await setColumns('events', event.id, { visibility: 'PRIVATE' })
    expect((await send(`POST ${link}`)).status).toBe(404)
    for (const token of ['nobody', 'nobody.nothing', link.split('/').at(-1)!.slice(0, -1)])
      expect((await send(`POST /public/verifications/${token}`)).status).toBe(404)
    expect(await guestsOf(event)).toHaveLength(1)
  })

  it('refuses a single guest on a ticket with minPerOrder 2 at registration, alike for every address', async () => {
    const event = await newEvent(calendar, { verifyEmail: true }, { minPerOrder: 2 })
    const [known, unknown] = [someone(), someone()]
    await newGuest(event, { email: known })
    for (const email of [known, unknown]) {
      const refused = await register(event, { email })
      expect([refused.status, refused.body.code, refused.body.data]).toEqual([
        422,
        'quantity_not_allowed',
        { ticketId: event.ticketId, minPerOrder: 2, maxPerOrder: 10, quantity: 1 },
      ])
      expect([await mailsTo(email), await waitingOf(email)]).toEqual([[], []])
    }
  })

  it('checks the questions and the ticket again when the link is used', async () => {
    const event = await newEvent(calendar, { verifyEmail: true }, null)
    const ticket = await newTicket(event)
    const email = someone()
    await setColumns('events', event.id, {
      registration_questions: JSON.stringify([
        { id: 'qst_diet', label: 'Diet', type: 'TEXT', required: false, options: [], ticketIds: [ticket.id] },
      ]),
    })
    const answers = [{ questionId: 'qst_diet', answer: 'none' }]
    expect((await register(event, { email, answers })).status).toBe(200)
    const link = await linkOf(email)
    await setColumns('tickets', ticket.id, { min_per_order: 2 })
    expect((await send(`POST ${link}`)).body.code).toBe('quantity_not_allowed')
    await setColumns('tickets', ticket.id, { min_per_order: 1 })
    await setColumns('events', event.id, {
      registration_questions: JSON.stringify(
        ['qst_diet', 'qst_shoes'].map((id) => ({ id, label: id, type: 'TEXT', required: true, options: [] })),
      ),
    })
    const unanswered = await send(`POST ${link}`)
    expect([unanswered.status, unanswered.body.code]).toEqual([400, 'validation_failed'])
    expect(await guestsOf(event)).toEqual([])
  })

  it('returns 400 with one error per date when the registration is for several dates', async () => {
    const series = await send('POST /v1/series', {
      key,
      json: {
        template: { title: 'Choir', verifyEmail: true },
        startAt: `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 10)}T19:00`,
        durationMinutes: 60,
        timezone: 'UTC',
        rrule: 'FREQ=WEEKLY;COUNT=2',
      },
    })
    const dates = (await send(`GET /v1/series/${series.body.data.id}/events`, { key })).body.data
    const answer = await send(`POST /public/series/${series.body.data.id}/registrations`, {
      json: { firstName: 'Ada', lastName: 'L', email: someone(), eventIds: dates.map(({ id }: { id: string }) => id) },
    })
    expect([answer.status, answer.body.errors.length]).toEqual([400, 2])
    expect(answer.body.errors[0].field).toBe('eventIds.0')
  })

  it('is switched on and off by PATCH, and adding a guest needs no verification', async () => {
    const event = await newEvent(calendar)
    const turned = await send(`PATCH /v1/events/${event.id}`, { key, json: { verifyEmail: true } })
    expect(turned.body.data.verifyEmail).toBe(true)
    const added = await send(`POST /v1/events/${event.id}/guests`, {
      key,
      json: { firstName: 'Ada', lastName: 'L', email: someone() },
    })
    expect(added.body.data.status).toBe('CONFIRMED')
    expect((await send(`PATCH /v1/events/${event.id}`, { key, json: { verifyEmail: null } })).status).toBe(200)
    const off = await send(`PATCH /v1/events/${event.id}`, { key, json: { verifyEmail: false } })
    expect(off.body.data.verifyEmail).toBe(false)
    const changes = await send(`GET /v1/changes?objects=event&limit=100`, { key })
    expect(JSON.stringify(changes.body.data)).toContain('verifyEmail')
  })

  it('deletes every verification of the address when its guest is erased', async () => {
    const event = await newEvent(calendar, { verifyEmail: true })
    const email = someone()
    const lilith = { email, firstName: 'Lilith-Waits', lastName: 'Vantongeren' }
    await register(event, lilith)
    await register(event, { ...lilith, firstName: 'Lilith-Again' })
    const { body } = await send(`POST ${await linkOf(email)}`)
    const mine = await send(`GET /public/registrations/${String(body.data.manageUrl).split('/').at(-1)}/data`)
    expect(JSON.stringify(mine.body.data.held)).toContain('Lilith-Again')
    const persons = [email, 'Lilith-Waits', 'Lilith-Again']
    expect((await whereKept(persons)).join()).toContain('table verifications')
    expect((await send(`POST /v1/events/${event.id}/guests/${body.data.guest.id}/erase`, { key })).status).toBe(200)
    expect(await whereKept(persons)).toEqual([])
  })

  it('asks visitors on the HTML pages to check their email, and registers them when they press the button on the link’s page', async () => {
    const event = await newEvent(calendar, { verifyEmail: true })
    const email = someone()
    const post = (path: string, body = '') =>
      exports.default.fetch(
        new Request(`https://calendar.test${path}`, {
          method: 'POST',
          redirect: 'manual',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded', Accept: 'text/html' },
          body,
        }),
      )
    const headers = { Accept: 'text/html' }
    const page = async (path: string) =>
      (await exports.default.fetch(`https://calendar.test${path}`, { headers })).text()
    expect(await page(`/e/${event.slug}`)).toContain('We’ll email you a link.')
    const asked = await post(
      `/e/${event.slug}`,
      new URLSearchParams({ firstName: 'Ada', lastName: 'L', email }).toString(),
    )
    expect([asked.status, asked.headers.get('Location')]).toEqual([303, `/e/${event.slug}/confirm`])
    expect(await page(`/e/${event.slug}/confirm`)).toContain('check your email')
    const token = tokenIn(await letterTo(email))
    const done = await post(`/v/${token}?lang=fr`)
    expect([done.status, done.headers.get('Location')]).toEqual([303, expect.stringMatching(/^\/r\//)])
    const [guest] = await guestsOf(event)
    expect(await page(done.headers.get('Location')!)).toContain('/data" download')
    expect(guest).toMatchObject({ status: 'CONFIRMED', source: 'PUBLIC' })
    const ended = await post('/v/nobody.nothing?lang=fr')
    expect(ended.status).toBe(404)
    expect(await ended.text()).toContain('Ces liens sont valables 30 minutes')
  })
})
