import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { depsOf } from '../../../src/platform/deps.ts'
import { send } from '../../support/api.ts'
import { guestsOf, mailsTo, seatsHeld, setColumns } from '../../support/database.ts'
import {
  manageApi,
  newCalendar,
  newCoupon,
  newDoor,
  newEvent,
  newKey,
  register,
  type Event,
} from '../../support/factories.ts'
import { mailsFor } from '../../support/invites.ts'
import { restrictedAccount } from '../../support/payment-accounts.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:read', 'guests:write'])
const PLACE = { name: 'The cellar', address: 'Secret Lane 3', city: 'Lyon', region: null, country: 'FR' }
const HIDDEN = {
  location: { ...PLACE, latitude: 45.7, longitude: 4.8 },
  locationVisibility: 'GUESTS_ONLY',
  locationType: 'HYBRID',
  meetingUrl: 'https://meet.guests.test/cellar',
}

const invite = async (event: Event, email: string, by = key) => {
  await send(`POST /v1/events/${event.id}/guests/invite`, { key: by, json: { emails: [email] } })
  const guest = (await guestsOf(event)).find((row) => row.email === email)
  return manageApi(await manageUrlOfGuest(String(guest!.id), depsOf(env as never)))
}
const setStatus = (event: Event, guest: { id: string }, status: string) =>
  send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, json: { status } })

const ADA = { firstName: 'Ada', lastName: 'Lovelace' }

describe('GET /public/registrations/:manageToken', () => {
  it('shows the address and join link to confirmed guests only', async () => {
    const event = await newEvent(calendar, HIDDEN)
    const { guest, manageUrl } = (await register(event)).body.data
    const read = async () => (await send(`GET ${manageApi(manageUrl)}`)).body.data
    expect(await read()).toMatchObject({
      event: { slug: event.slug, location: PLACE, meetingUrl: 'https://meet.guests.test/cellar' },
      calendar: { slug: calendar.slug, url: `http://127.0.0.1:8787/c/${calendar.slug}` },
    })
    await setStatus(event, guest, 'PENDING')
    const waiting = await read()
    expect(waiting.event).toMatchObject({ location: { name: null, address: null, city: 'Lyon' }, meetingUrl: null })
    expect(JSON.stringify(waiting)).not.toMatch(/Secret Lane|meet\.guests/)
  })

  it('returns no calendar URL at a private event', async () => {
    const event = await newEvent(calendar)
    const { manageUrl } = (await register(event)).body.data
    await env.DB.prepare("update events set visibility = 'PRIVATE' where id = ?").bind(event.id).run()
    const { body, status } = await send(`GET ${manageApi(manageUrl)}`)
    expect([status, body.data.calendar.url]).toEqual([200, null])
  })
})

describe('POST /public/registrations/:manageToken/cancel', () => {
  it('returns 409 invalid_transition for a guest who is checked in', async () => {
    const door = await newDoor(calendar)
    const { guest, manageUrl } = (await register(door)).body.data
    await setStatus(door, guest, 'CHECKED_IN')
    const refused = await send(`POST ${manageApi(manageUrl)}/cancel`)
    expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    expect((await send(`GET ${manageApi(manageUrl)}`)).body.data.guest.status).toBe('CHECKED_IN')
  })

  it('cancels the unpaid order along with the seat and returns both with their new status', async () => {
    const event = await newEvent(calendar, {}, { price: 900 })
    const { order, manageUrl } = (await register(event)).body.data
    const answers = await Promise.all(Array.from({ length: 3 }, () => send(`POST ${manageApi(manageUrl)}/cancel`)))
    for (const { status, body } of answers) {
      expect([status, body.data.guest.status]).toEqual([200, 'CANCELLED'])
      expect(body.data.order).toMatchObject({ id: order.id, status: 'CANCELLED', cancelledAt: expect.any(String) })
    }
    expect(await seatsHeld(event)).toBe(0)
  })
})

describe('GET /public/registrations/:manageToken/event.ics', () => {
  it('includes the address for confirmed guests only and forbids caching', async () => {
    const event = await newEvent(calendar, HIDDEN)
    const { guest, manageUrl } = (await register(event)).body.data
    const mine = await send(`GET ${manageApi(manageUrl)}/event.ics`)
    expect(mine.status).toBe(200)
    expect(mine.headers.get('Content-Type')).toBe('text/calendar; charset=utf-8')
    expect(mine.headers.get('Cache-Control')).toBe('private, no-store')
    expect(mine.headers.get('Access-Control-Allow-Origin')).toBeNull()
    expect(mine.text).toContain('LOCATION:The cellar\\, Secret Lane 3')
    expect(mine.text).toContain(`UID:${event.id}@`)
    await setStatus(event, guest, 'WAITLISTED')
    expect((await send(`GET ${manageApi(manageUrl)}/event.ics`)).text).not.toContain('Secret Lane')
    expect((await send(`GET ${manageApi(manageUrl)}x/event.ics`)).status).toBe(404)
  })
})

describe('POST /public/registrations/:manageToken/accept', () => {
  it('confirms the invitee on their existing record when ten requests arrive concurrently, even at a private event', async () => {
    const event = await newEvent(calendar, { visibility: 'PRIVATE' })
    const path = await invite(event, 'wanted@guests.test')
    const [invited] = await guestsOf(event)
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(`POST ${path}/accept`, { json: { ...ADA, email: 'other@guests.test' } })),
    )
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    for (const { body } of answers) {
      expect(body.data.guest).toMatchObject({
        id: invited!.id,
        status: 'CONFIRMED',
        email: 'wanted@guests.test',
        source: 'INVITE',
        ...ADA,
      })
    }
    expect(await guestsOf(event)).toHaveLength(1)
    expect(await seatsHeld(event)).toBe(1)
    expect((await mailsTo('wanted@guests.test')).map(({ kind }) => kind)).toEqual(['invitation', 'confirmation'])
  })

  it('returns 409 while the organiser’s account can’t take payments', async () => {
    const home = await newCalendar()
    const event = await newEvent(home, {}, { price: 1_200 })
    const path = await invite(event, 'paying@guests.test', (await newKey(home, ['guests:write'])).key)
    await restrictedAccount(home)
    const refused = await send(`POST ${path}/accept`, { json: ADA })
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'payment_account_not_ready' })
    const byBank = await send(`POST ${path}/accept`, { json: { ...ADA, payBy: 'BANK' } })
    expect(byBank.body).toMatchObject({ statusCode: 409, code: 'payment_method_closed' })
  })

  it('asks the same questions as a registration and names the missing answer', async () => {
    const questions = [{ id: 'qst_1', label: 'Diet', type: 'TEXT', required: true, options: [] }]
    const event = await newEvent(calendar, { registration_questions: JSON.stringify(questions) })
    const path = await invite(event, 'eats@guests.test')
    const blank = await send(`POST ${path}/accept`, {
      json: { ...ADA, answers: [{ questionId: 'qst_1', answer: '' }] },
    })
    expect([blank.status, blank.body.errors]).toEqual([
      400,
      [{ field: 'answers.0.answer', message: "'Diet' must be answered" }],
    ])
    const nameless = await send(`POST ${path}/accept`, { json: {} })
    expect(nameless.body.errors.map(({ field }: { field: string }) => field)).toEqual(['firstName'])
    expect(await seatsHeld(event)).toBe(0)
    const full = await send(`POST ${path}/accept`, {
      json: { ...ADA, answers: [{ questionId: 'qst_1', answer: 'Fish' }] },
    })
    expect(full.body.data.guest.registrationAnswers).toEqual([{ question: 'Diet', answer: 'Fish' }])
  })

  it('respects capacity, waiting list, cancelled events and an earlier refusal', async () => {
    const full = await newEvent(calendar, { capacity: 1 })
    await register(full)
    expect((await send(`POST ${await invite(full, 'late@guests.test')}/accept`, { json: ADA })).body.code).toBe(
      'capacity_exceeded',
    )
    const line = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    await register(line)
    const waits = await send(`POST ${await invite(line, 'waits@guests.test')}/accept`, { json: ADA })
    expect(waits.body.data.guest).toMatchObject({ status: 'WAITLISTED', waitlistPosition: 1 })
    const event = await newEvent(calendar)
    const path = await invite(event, 'no@guests.test')
    expect((await send(`POST ${path}/cancel`)).body.data.guest.status).toBe('DECLINED')
    const regrets = await send(`POST ${path}/accept`, { json: ADA })
    expect([regrets.status, regrets.body.code]).toEqual([409, 'invalid_transition'])
    const off = await newEvent(calendar)
    const offPath = await invite(off, 'off@guests.test')
    await env.DB.prepare("update events set status = 'CANCELLED' where id = ?").bind(off.id).run()
    expect((await send(`POST ${offPath}/accept`, { json: ADA })).body.code).toBe('event_cancelled')
  })

  it('follows the ticket, coupon and question rules, and leaves a guest INVITED if the request is rejected', async () => {
    const question = { type: 'TEXT', required: false, options: [] }
    const event = await newEvent(
      calendar,
      {
        registration_questions: JSON.stringify([
          { id: 'qst_diet', label: 'Diet', ...question },
          { id: 'qst_which', label: 'Which?', ...question, showIf: { questionId: 'qst_diet', anyOf: ['Other'] } },
        ]),
      },
      { price: 900 },
    )
    await newCoupon(calendar, { code: 'NEVER-GOOD', isActive: false })
    await newCoupon(calendar, { code: 'ONCE-ONLY', maxRedemptions: 1 })
    await register(event, { couponCode: 'once-only' })
    const path = await invite(event, 'rules@guests.test')
    const accept = async (fields: object) => {
      const { status, body } = await send(`POST ${path}/accept`, { json: { ...ADA, ...fields } })
      return [status, body.code]
    }
    expect(await accept({ couponCode: 'never-good' })).toEqual([422, 'coupon_invalid'])
    expect(await accept({ couponCode: 'once-only' })).toEqual([409, 'coupon_exhausted'])
    const answers = [{ questionId: 'qst_which', answer: 'Soup' }]
    await setColumns('tickets', event.ticketId, { min_per_order: 2 })
    expect(await accept({ answers })).toEqual([422, 'quantity_not_allowed'])
    expect((await send(`GET ${path}`)).body.data.guest.status).toBe('INVITED')
    expect(await seatsHeld(event)).toBe(1)
  })
})

describe('POST /public/events/:eventId/lost-link', () => {
  it('returns the same response for every address and emails a registered one at most once an hour', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const ask = (email: string) => send(`POST /public/events/${event.id}/lost-link`, { json: { email } })
    await env.DB.prepare('update mails set created_at = created_at - 3600001 where recipient = ?')
      .bind(guest.email)
      .run()
    const before = (await mailsTo(guest.email)).length
    const [known, again, unknown] = [await ask(guest.email), await ask(guest.email), await ask('nobody@guests.test')]
    for (const { status, body } of [known, again, unknown])
      expect([status, body]).toEqual([200, { data: { accepted: true } }])
    expect((await mailsTo(guest.email)).length - before).toBe(1)
    expect(await mailsTo('nobody@guests.test')).toEqual([])
    expect((await ask('no address')).status).toBe(400)
  })

  it('sends one email right after registering, even to 24 requests in parallel, and another after an hour', async () => {
    const event = await newEvent(calendar)
    const { guest } = (await register(event)).body.data
    const ask = () => send(`POST /public/events/${event.id}/lost-link`, { json: { email: guest.email } })
    const kinds = async () => (await mailsTo(guest.email)).map(({ kind }) => kind)
    expect(await kinds()).toEqual(['confirmation'])
    // Uses 24 IP addresses, so that none reaches the rate limit.
    const answers = await Promise.all(
      Array.from({ length: 24 }, (_, index) =>
        send(`POST /public/events/${event.id}/lost-link`, {
          json: { email: guest.email },
          headers: { 'CF-Connecting-IP': `203.0.113.${index}` },
        }),
      ),
    )
    expect(new Set(answers.map(({ text }) => text))).toEqual(new Set(['{"data":{"accepted":true}}']))
    expect(await kinds()).toEqual(['confirmation', 'confirmation'])
    // A registration with the same address, such as a double click, sends nothing within the hour.
    expect((await register(event, { email: guest.email })).body.data.guest).toBeNull()
    expect(await kinds()).toHaveLength(2)
    await env.DB.prepare('update mails set created_at = created_at - 3600001 where recipient = ?')
      .bind(guest.email)
      .run()
    await ask()
    expect(await kinds()).toHaveLength(3)
    const texts = new Set((await mailsFor(guest.email)).map(({ text }) => text))
    expect(texts.size).toBe(1)
  })

  it('counts against the daily limit of the mailbox, and says nothing about cancelled or erased guests', async () => {
    const event = await newEvent(calendar)
    const { guest, manageUrl } = (await register(event)).body.data
    const ask = () => send(`POST /public/events/${event.id}/lost-link`, { json: { email: guest.email } })
    await ask()
    expect((await mailsTo(guest.email)).map(({ is_limited }) => is_limited)).toEqual([1, 1])
    await send(`POST ${manageApi(manageUrl)}/cancel`)
    await env.DB.prepare('update mails set created_at = 1 where recipient = ?').bind(guest.email).run()
    const before = (await mailsTo(guest.email)).length
    expect((await ask()).text).toBe('{"data":{"accepted":true}}')
    expect(await mailsTo(guest.email)).toHaveLength(before)
  })
})
