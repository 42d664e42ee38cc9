import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf, loseAnswers, mailsOf, mailsTo, ordersOf, seatsHeld, setColumns } from '../../support/database.ts'
import {
  manageApi,
  newCalendar,
  newCoupon,
  newDoor,
  newEvent,
  newGuest,
  newKey,
  newTicket,
  person,
  register,
  type Event,
} from '../../support/factories.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:read', 'guests:write'])
const made = async (event: Event, fields = {}) => (await register(event, fields)).body.data
const act = (event: Event, guest: { id: string }, what: string) =>
  send(`POST /v1/events/${event.id}/guests/${guest.id}/${what}`, { key })
const setStatus = (event: Event, guest: { id: string }, status: string) =>
  send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, json: { status } })
const read = async (event: Event, guest: { id: string }) =>
  (await send(`GET /v1/events/${event.id}/guests/${guest.id}`, { key })).body.data
const statuses = async (event: Event) => (await guestsOf(event)).map(({ status }) => status)
const kindsTo = async (guest: { email: string }) => (await mailsTo(guest.email)).map(({ kind }) => kind)

describe('POST .../approve', () => {
  it('confirms a pending guest only once when 50 requests arrive concurrently, with one order and one confirmation email', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const { guest } = await made(event)
    const answers = await Promise.all(Array.from({ length: 50 }, () => act(event, guest, 'approve')))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answers[0]!.body.data).toMatchObject({ id: guest.id, status: 'CONFIRMED', approvedAt: expect.any(String) })
    expect(await kindsTo(guest)).toEqual(['pending', 'confirmation'])
    expect(await ordersOf(event)).toMatchObject([{ status: 'PAID', provider: 'FREE', guest_id: guest.id }])
    expect(await seatsHeld(event)).toBe(1)
  }, 20_000)

  it('creates the order of a priced ticket with the coupon from registration, and returns 409 on a second approve', async () => {
    const event = await newEvent(calendar, { requiresApproval: true }, { price: 1000 })
    const coupon = await newCoupon(calendar, { code: 'EARLY', percentOff: 20, maxRedemptions: 1 })
    const { guest } = await made(event, { couponCode: 'early' })
    expect((await register(event, { couponCode: 'early' })).body.code).toBe('coupon_exhausted')
    const answer = await act(event, guest, 'approve')
    expect(answer.body.data).toMatchObject({
      status: 'PENDING',
      approvedAt: expect.any(String),
      orderId: expect.any(String),
    })
    const [order] = await ordersOf(event)
    expect(order).toMatchObject({ total: 800, discount: 200, status: 'PENDING', coupon_id: coupon.id })
    expect(
      await env.DB.prepare('select order_id from coupon_redemptions where coupon_id = ?').bind(coupon.id).first(),
    ).toEqual({ order_id: order!.id })
    const again = await act(event, guest, 'approve')
    expect([again.status, again.body.code]).toEqual([409, 'invalid_transition'])
    expect(await seatsHeld(event)).toBe(1)
  })

  it('replays its response after it was lost, for one guest or a batch; any other request returns invalid_transition', async () => {
    const event = await newEvent(calendar, { requiresApproval: true }, { price: 1000 })
    const people = [await made(event), await made(event)].map(({ guest }) => guest.id)
    const asked = (path: string, json?: object) => {
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      return () => send(`POST /v1/events/${event.id}/guests/${path}`, { key, headers, ...(json ? { json } : {}) })
    }
    const one = `${people[0]}/approve`
    for (const ask of [asked(one), asked('batch', { action: 'approve', guestIds: [people[1]] })]) {
      const first = await ask()
      await loseAnswers()
      const again = await ask()
      expect([again.status, again.body]).toEqual([200, first.body])
    }
    expect((await asked(one)()).body.code).toBe('invalid_transition')
    const { results } = (await asked('batch', { action: 'approve', guestIds: people })()).body.data
    expect(results).toMatchObject([{ code: 'invalid_transition' }, { code: 'invalid_transition' }])
    expect(await ordersOf(event)).toHaveLength(2)
  })

  it.each([
    ['approve', 'CONFIRMED'],
    ['reject', 'DECLINED'],
  ])(
    '%s runs once per Idempotency-Key: a retry keeps a status set since, even if the response was lost',
    async (what, to) => {
      const event = await newEvent(calendar, { requiresApproval: true })
      const { guest } = await made(event)
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const ask = () => send(`POST /v1/events/${event.id}/guests/${guest.id}/${what}`, { key, headers })
      expect((await ask()).body.data.status).toBe(to)
      await loseAnswers()
      await setStatus(event, guest, 'WAITLISTED')
      expect((await ask()).body.data).toMatchObject({ id: guest.id, status: 'WAITLISTED' })
      expect(await statuses(event)).toEqual(['WAITLISTED'])
    },
  )

  it.each(['CONFIRMED', 'DECLINED', 'CANCELLED', 'WAITLISTED'])(
    'setting the status to %s runs once per Idempotency-Key, even if the response was lost',
    async (to) => {
      const event = await newEvent(calendar, { requiresApproval: true })
      const { guest } = await made(event)
      const headers = { 'Idempotency-Key': crypto.randomUUID() }
      const ask = () =>
        send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, headers, json: { status: to } })
      const first = await ask()
      expect(first.body.data.status).toBe(to)
      expect((await ask()).body).toEqual(first.body)
      await loseAnswers()
      await setStatus(event, guest, 'PENDING')
      expect((await ask()).body.data).toMatchObject({ id: guest.id, status: 'PENDING' })
      expect(await statuses(event)).toEqual(['PENDING'])
    },
  )

  it('approves 3 of 12 concurrent requests at capacity 3 and returns 409 capacity_exceeded to the others', async () => {
    const event = await newEvent(calendar, { requiresApproval: true, capacity: 3 })
    const people = await Promise.all(Array.from({ length: 12 }, () => made(event)))
    const answers = await Promise.all(people.map(({ guest }) => act(event, guest, 'approve')))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(3)
    expect(answers.filter(({ status, body }) => status === 409 && body.code === 'capacity_exceeded')).toHaveLength(9)
    expect(await seatsHeld(event)).toBe(3)
  }, 20_000)

  it('confirms a waitlisted guest once a seat is free, and returns 409 invalid_transition for a declined one', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    await made(event)
    const { guest } = await made(event)
    expect((await act(event, guest, 'approve')).body.code).toBe('capacity_exceeded')
    await env.DB.prepare('update events set capacity = 2 where id = ?').bind(event.id).run()
    expect((await act(event, guest, 'approve')).body.data.status).toBe('CONFIRMED')
    await setStatus(event, guest, 'DECLINED')
    const answer = await act(event, guest, 'approve')
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_transition'])
    expect((await act(event, { id: 'gst_nobody' }, 'approve')).status).toBe(404)
  })
})

describe('POST .../reject', () => {
  it('declines a guest with one email, cancels the unpaid order, returns its coupon and promotes the next guest', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true }, { price: 500 })
    const coupon = await newCoupon(calendar, { code: 'BACK', maxRedemptions: 1 })
    const first = await made(event, { couponCode: 'BACK' })
    const second = await made(event)
    const answers = await Promise.all([1, 2, 3].map(() => act(event, first.guest, 'reject')))
    expect(answers.map(({ status, body }) => [status, body.data.status])).toEqual([
      [200, 'DECLINED'],
      [200, 'DECLINED'],
      [200, 'DECLINED'],
    ])
    expect(await kindsTo(first.guest)).toEqual(['pending', 'refusal'])
    expect(await read(event, second.guest)).toMatchObject({ status: 'PENDING', waitlistPosition: null })
    const [lost, won] = await ordersOf(event)
    expect(lost).toMatchObject({ status: 'CANCELLED', guest_id: first.guest.id })
    expect(won).toMatchObject({ status: 'PENDING', guest_id: second.guest.id })
    expect(Number(won!.expires_at) - Number(won!.created_at)).toBe(24 * 3_600_000)
    expect(await kindsTo(second.guest)).toEqual(['waitlisted', 'promoted'])
    expect(await env.DB.prepare('select redeemed_count from coupons where id = ?').bind(coupon.id).first()).toEqual({
      redeemed_count: 0,
    })
    const confirmed = await newEvent(calendar)
    const answer = await act(confirmed, (await made(confirmed)).guest, 'reject')
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_transition'])
  })

  it.each([
    ['reject', 'POST', 'ID/reject', {}],
    ['the batch', 'POST', 'batch', { action: 'reject' }],
    ['the status', 'PATCH', 'ID/status', { status: 'DECLINED' }],
  ])('%s stores the message for the email, and none if it is blank', async (_way, method, path, json) => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const decline = async (message: string) => {
      const { guest } = await made(event)
      const answer = await send(`${method} /events/${event.id}/guests/${path.replace('ID', guest.id)}`, {
        as: calendar.owner,
        json: { ...json, guestIds: [guest.id], message },
      })
      return { status: answer.status, mails: (await mailsTo(guest.email)).filter(({ kind }) => kind === 'refusal') }
    }
    const message = 'Full <b>up</b>\nSorry'
    expect((await decline(message)).mails).toMatchObject([{ data: JSON.stringify({ message }) }])
    expect((await decline(' \n')).mails).toMatchObject([{ data: '{}' }])
    expect((await decline('x'.repeat(500))).status).toBe(200)
    expect(await decline('x'.repeat(501))).toEqual({ status: 400, mails: [] })
  })

  it('promotes no guest when it returns 409', async () => {
    const event = await newEvent(calendar)
    const [stays, waits] = [await made(event), await made(event)]
    await setStatus(event, waits.guest, 'WAITLISTED')
    expect((await act(event, stays.guest, 'reject')).status).toBe(409)
    expect(await statuses(event)).toEqual(['CONFIRMED', 'WAITLISTED'])
  })
})

describe('PATCH .../status', () => {
  it('promotes the longest-waiting guest whose ticket has room', async () => {
    const event = await newEvent(calendar, { waitlistEnabled: true }, { capacity: 1 })
    const other = (await newTicket(event, { capacity: 1 })).id
    const [a, b] = [await made(event, { ticketId: event.ticketId }), await made(event, { ticketId: other })]
    const [waitsA, waitsB] = [await made(event, { ticketId: event.ticketId }), await made(event, { ticketId: other })]
    await setStatus(event, b.guest, 'CANCELLED')
    expect(await statuses(event)).toEqual(['CONFIRMED', 'CANCELLED', 'WAITLISTED', 'CONFIRMED'])
    await setStatus(event, a.guest, 'DECLINED')
    expect(await statuses(event)).toEqual(['DECLINED', 'CANCELLED', 'CONFIRMED', 'CONFIRMED'])
    expect((await read(event, waitsA.guest)).status).toBe('CONFIRMED')
    expect((await read(event, waitsB.guest)).orderId).toMatch(/^ord_/)
  })

  it('moves a guest set to WAITLISTED to the end of the waiting list and gives the seat to the next guest', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const [a, b, c] = [await made(event), await made(event), await made(event)]
    const answer = await setStatus(event, a.guest, 'WAITLISTED')
    expect(answer.body.data).toMatchObject({ status: 'WAITLISTED' })
    expect(await read(event, b.guest)).toMatchObject({ status: 'CONFIRMED' })
    expect(await read(event, c.guest)).toMatchObject({ status: 'WAITLISTED', waitlistPosition: 1 })
    expect(await read(event, a.guest)).toMatchObject({ status: 'WAITLISTED', waitlistPosition: 2 })
    const alone = await newEvent(calendar)
    const { guest } = await made(alone)
    expect((await setStatus(alone, guest, 'WAITLISTED')).body.data.status).toBe('WAITLISTED')
  })

  it('returns 409 capacity_exceeded for CONFIRMED on a full event; confirming an unpaid guest removes the order expiry', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true }, { price: 900 })
    const [a, b] = [await made(event), await made(event)]
    const full = await setStatus(event, b.guest, 'CONFIRMED')
    expect([full.status, full.body.code]).toEqual([409, 'capacity_exceeded'])
    await send(`POST /v1/events/${event.id}/guests/invite`, { key, json: { emails: ['vip@guests.test'] } })
    const invited = (await guestsOf(event)).find(({ email }) => email === 'vip@guests.test')
    expect((await setStatus(event, { id: String(invited!.id) }, 'CONFIRMED')).body.code).toBe('capacity_exceeded')
    expect((await setStatus(event, a.guest, 'CONFIRMED')).body.data.status).toBe('CONFIRMED')
    expect(await ordersOf(event)).toMatchObject([{ status: 'PENDING', expires_at: null }])
  })

  it('reuses the original order of a paid guest who is confirmed again', async () => {
    const event = await newEvent(calendar)
    const { guest, order } = await made(event)
    await setStatus(event, guest, 'CANCELLED')
    expect(await seatsHeld(event)).toBe(0)
    expect((await setStatus(event, guest, 'CONFIRMED')).body.data).toMatchObject({
      status: 'CONFIRMED',
      orderId: order.id,
    })
    expect(await ordersOf(event)).toHaveLength(1)
    const pending = await setStatus(event, guest, 'PENDING')
    expect(pending.body.data).toMatchObject({ status: 'PENDING', orderId: null })
    expect(await seatsHeld(event)).toBe(0)
    expect((await act(event, guest, 'approve')).body.data).toMatchObject({ status: 'CONFIRMED', orderId: order.id })
  })

  it.each(['CONFIRMED', 'PENDING', 'WAITLISTED'])(
    'returns 409 already_registered for a guest set to %s whose address another active guest has',
    async (status) => {
      const event = await newEvent(calendar)
      const { guest } = await made(event)
      await setStatus(event, guest, 'CANCELLED')
      await made(event, { email: guest.email })
      const answer = await setStatus(event, guest, status)
      expect([answer.status, answer.body.code]).toEqual([409, 'already_registered'])
      expect(await statuses(event)).toEqual(['CANCELLED', 'CONFIRMED'])
    },
  )

  it('refuses a transferred guest with invalid_transition and any guest of a cancelled event with event_cancelled', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    await send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json: { recipientEmail: 'now@guests.test' } })
    for (const status of ['CONFIRMED', 'PENDING', 'DECLINED']) {
      const { body } = await setStatus(event, guest, status)
      expect(body).toMatchObject({
        code: 'invalid_transition',
        message: `A guest with status TRANSFERRED can’t become ${status}.`,
        data: { status: 'TRANSFERRED' },
      })
    }
    await env.DB.prepare("update events set status = 'CANCELLED' where id = ?").bind(event.id).run()
    expect((await setStatus(event, guest, 'CONFIRMED')).body.code).toBe('event_cancelled')
    const pending = await newGuest(event, { status: 'PENDING' })
    expect((await act(event, pending, 'approve')).body.code).toBe('event_cancelled')
    const invite = { key, json: { emails: ['late@guests.test'] } }
    expect((await send(`POST /v1/events/${event.id}/guests/invite`, invite)).body.code).toBe('event_cancelled')
    await env.DB.prepare("update events set status = 'DRAFT' where id = ?").bind(event.id).run()
    const draft = await send(`POST /v1/events/${event.id}/guests/invite`, invite)
    expect([draft.body.code, draft.body.message]).toEqual([
      'registration_closed',
      'Only a published event can send invitations. Publish it first.',
    ])
  })

  it('gives an invited guest the requested ticket or the only one, and returns 400 when several are possible', async () => {
    const event = await newEvent(calendar)
    const set = async (guest: unknown, json: object) =>
      send(`PATCH /v1/events/${event.id}/guests/${guest as string}/status`, { key, json })
    await send(`POST /v1/events/${event.id}/guests/invite`, {
      key,
      json: { emails: ['a@guests.test', 'b@guests.test', 'c@guests.test', 'd@guests.test'] },
    })
    const [a, b, c, d] = (await guestsOf(event)).map(({ id }) => id)
    const only = await set(a, { status: 'PENDING', ticketId: null })
    expect(only.body.data).toMatchObject({ status: 'PENDING', ticket: { id: event.ticketId } })
    const other = await newTicket(event, {})
    const foreign = await newTicket(await newEvent(calendar), {})
    for (const ticketId of [undefined, 'tkt_none', foreign.id]) {
      for (const status of ['CONFIRMED', 'PENDING', 'WAITLISTED']) {
        const unsaid = await set(b, { status, ticketId })
        expect([unsaid.status, unsaid.body.code, unsaid.body.errors]).toEqual([
          400,
          'validation_failed',
          [{ field: 'ticketId', message: 'must be a ticket of this event' }],
        ])
      }
    }
    const named = await set(b, { status: 'CONFIRMED', ticketId: other.id })
    expect(named.body.data).toMatchObject({ status: 'CONFIRMED', ticket: { id: other.id } })
    expect((await set(d, { status: 'CANCELLED' })).body.data).toMatchObject({ status: 'CANCELLED', ticket: null })
    expect((await set(c, { status: 'WAITLISTED', ticketId: other.id })).body.data).toMatchObject({
      status: 'WAITLISTED',
      ticket: { id: other.id },
    })
    expect(await seatsHeld(event)).toBe(1)
  })

  it.each(['INVITED', 'TRANSFERRED', 'GONE', undefined])('returns 400 for the status %s', async (status) => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    expect(
      (await send(`PATCH /v1/events/${event.id}/guests/${guest.id}/status`, { key, json: { status } })).status,
    ).toBe(400)
  })
})

describe('PATCH .../status to CHECKED_IN', () => {
  it('follows the rules of the door and creates only one check-in when ten requests arrive concurrently', async () => {
    const over = await newDoor(calendar, { check_in_closes_at: Date.now() - 1 })
    expect((await setStatus(over, await newGuest(over), 'CHECKED_IN')).body.code).toBe('checkin_closed')
    const early = await newDoor(calendar, { check_in_opens_at: Date.now() + 60_000 })
    expect((await setStatus(early, await newGuest(early), 'CHECKED_IN')).body.code).toBe('checkin_not_open')
    const door = await newDoor(calendar)
    const waits = await newGuest(door, { status: 'PENDING' })
    expect((await setStatus(door, waits, 'CHECKED_IN')).body.code).toBe('guest_not_confirmed')
    const guest = await newGuest(door)
    const answers = await Promise.all(Array.from({ length: 10 }, () => setStatus(door, guest, 'CHECKED_IN')))
    expect(answers.map(({ status, body }) => [status, body.data?.status])).toEqual(
      answers.map(() => [200, 'CHECKED_IN']),
    )
    const { results } = await env.DB.prepare('select id from checkins where guest_id = ?').bind(guest.id).all()
    expect(results).toHaveLength(1)
  })
})

describe('POST /v1/rsvps/:rsvpId/transfer', () => {
  it('creates a guest with a new code on the same ticket and order; the old link returns 404', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const { guest, order, manageUrl } = await made(event)
    const waiting = await made(event)
    const answer = await send(`POST /v1/rsvps/${guest.id}/transfer`, {
      key,
      json: { recipientEmail: 'Grace@Guests.test', recipientName: 'Grace Brewster Hopper' },
    })
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({
      firstName: 'Grace Brewster',
      lastName: 'Hopper',
      email: 'grace@guests.test',
      status: 'CONFIRMED',
      source: 'TRANSFER',
      orderId: order.id,
      ticket: guest.ticket,
    })
    expect(answer.body.data.qrCode).not.toBe(guest.qrCode)
    expect(await read(event, guest)).toMatchObject({ status: 'TRANSFERRED' })
    expect(await read(event, waiting.guest)).toMatchObject({ status: 'WAITLISTED' })
    expect(await ordersOf(event)).toMatchObject([{ id: order.id, guest_id: answer.body.data.id }])
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
    expect(await kindsTo(guest)).toEqual(['confirmation', 'transfer.sent'])
    expect(await mailsTo('grace@guests.test')).toMatchObject([{ kind: 'transfer.received' }])
    expect(await seatsHeld(event)).toBe(1)
  })

  it('returns 409 for an unconfirmed guest and for a registered recipient', async () => {
    const event = await newEvent(calendar, { requiresApproval: true })
    const { guest } = await made(event)
    const json = { recipientEmail: 'late@guests.test' }
    const pending = await send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json })
    expect([pending.status, pending.body.code]).toEqual([409, 'invalid_transition'])
    await act(event, guest, 'approve')
    const other = await made(event)
    const taken = await send(`POST /v1/rsvps/${guest.id}/transfer`, {
      key,
      json: { recipientEmail: other.guest.email },
    })
    expect([taken.status, taken.body.code, taken.body.data]).toEqual([
      409,
      'already_registered',
      { guestId: other.guest.id, status: 'PENDING' },
    ])
    const offered = await newGuest(event, { status: 'PENDING', offer_expires_at: Date.now() + 60_000, waitlist_seq: 1 })
    const theirs = { key, json: { recipientEmail: offered.email } }
    expect((await send(`POST /v1/rsvps/${guest.id}/transfer`, theirs)).body.data).toEqual({
      guestId: offered.id,
      status: 'OFFERED',
    })
    const self = await send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json: { recipientEmail: guest.email } })
    expect(self.body.code).toBe('already_registered')
    expect((await read(event, guest)).status).toBe('CONFIRMED')
  })

  it('succeeds for only one of 40 concurrent requests', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    const answers = await Promise.all(
      Array.from({ length: 40 }, (_, index) =>
        send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json: { recipientEmail: `to${index}@guests.test` } }),
      ),
    )
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await seatsHeld(event)).toBe(1)
  }, 20_000)
})

describe('POST .../invite', () => {
  const invite = (event: Event, emails: unknown, message?: string) =>
    send(`POST /v1/events/${event.id}/guests/invite`, { key, json: { emails, message } })

  it('sorts each address into invited, alreadyRegistered or invalid, and invites it once', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    const answer = await invite(event, ['New@Guests.test', 'new@guests.test', guest.email, 'broken', ''], 'Do come!')
    expect(answer.body.data).toEqual({
      invited: ['new@guests.test'],
      alreadyRegistered: [guest.email],
      invalid: ['broken', ''],
      unsubscribed: [],
      declined: [],
    })
    expect(await mailsTo('new@guests.test')).toMatchObject([{ kind: 'invitation', data: '{"message":"Do come!"}' }])
    const again = await invite(event, ['new@guests.test'])
    expect(again.body.data.invited).toEqual(['new@guests.test'])
    expect(await mailsTo('new@guests.test')).toHaveLength(1)
    expect(await seatsHeld(event)).toBe(1)
  })

  it('accepts 500 addresses and rejects 501', async () => {
    const event = await newEvent(calendar)
    const addresses = Array.from({ length: 501 }, (_, index) => `many${index}@guests.test`)
    expect((await invite(event, addresses)).body.errors).toMatchObject([{ field: 'emails' }])
    const answer = await invite(event, addresses.slice(1))
    expect(answer.body.data.invited).toHaveLength(500)
    expect(await mailsOf(event)).toHaveLength(500)
    expect((await invite(event, [7])).status).toBe(400)
    expect((await invite(event, [])).status).toBe(400)
  }, 20_000)

  it('lets an invited guest be confirmed by registering, or cancelled by a status change, in the same record', async () => {
    const event = await newEvent(calendar)
    await invite(event, ['yes@guests.test', 'no@guests.test'])
    const [yes, no] = await guestsOf(event)
    const { guest } = await made(event, { email: 'yes@guests.test' })
    expect(guest).toMatchObject({ id: yes!.id, status: 'CONFIRMED', source: 'INVITE', ticket: { id: event.ticketId } })
    const link = await env.DB.prepare('select id from guests where id = ?').bind(no!.id).first()
    expect(link).not.toBeNull()
    expect((await setStatus(event, { id: String(no!.id) }, 'CANCELLED')).body.data.status).toBe('CANCELLED')
    expect(await seatsHeld(event)).toBe(1)
  })
})

describe('manage link', () => {
  it('shows the registration and cancels it once, which promotes the next guest', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const { guest, order, manageUrl } = await made(event)
    const waiting = await made(event)
    const seen = await send(`GET ${manageApi(manageUrl)}`)
    expect(seen.status, seen.text).toBe(200)
    expect(seen.body.data).toMatchObject({
      guest: { id: guest.id },
      order: { id: order.id },
      canCancel: true,
      event: { id: event.id },
      manageUrl,
    })
    expect(seen.headers.get('Cache-Control')).toBe('private, no-store')
    expect(seen.headers.get('Access-Control-Allow-Origin')).toBeNull()
    for (let time = 0; time < 2; time += 1) {
      const answer = await send(`POST ${manageApi(manageUrl)}/cancel`)
      expect(answer.body.data).toMatchObject({
        guest: { status: 'CANCELLED', cancelledAt: expect.any(String) },
        canCancel: false,
      })
    }
    expect(await read(event, waiting.guest)).toMatchObject({ status: 'CONFIRMED' })
    expect(await kindsTo(waiting.guest)).toEqual(['waitlisted', 'promoted'])
    expect((await made(event, { email: guest.email })).guest.status).toBe('WAITLISTED')
  })

  it('returns 404 for a token that is forged, truncated or belongs to another guest', async () => {
    const event = await newEvent(calendar)
    const [a, b] = [await made(event), await made(event)]
    const token = (url: string) => url.split('/').at(-1)!
    const [, name, , proof] = token(a.manageUrl).split('.')
    const bare = name!.replace('gst_', '')
    for (const forged of [
      `2.${name}.0.${token(b.manageUrl).split('.')[3]}`,
      `2.${name}.0.${proof!.slice(0, -1)}`,
      `${bare}.${token(b.manageUrl).split('.')[3]}`,
      bare,
      `${bare}.`,
      `${bare}.${proof!.slice(0, -1)}`,
      'x',
      `${a.guest.id}`,
    ]) {
      expect((await send(`GET /public/registrations/${forged}`)).status).toBe(404)
      expect((await send(`POST /public/registrations/${forged}/cancel`)).status).toBe(404)
    }
  })
})

describe('freed seat', () => {
  const AN_HOUR_AGO = Date.now() - 3_600_000

  it.each([
    ['was cancelled', { status: 'CANCELLED' }],
    ['is over', { start_at: AN_HOUR_AGO - 3_600_000, end_at: AN_HOUR_AGO }],
    ['was archived', { status: 'ARCHIVED' }],
  ])('promotes no guest at an event that %s', async (_, columns) => {
    const event = await newEvent(calendar, { capacity: 2, waitlistEnabled: true })
    const { guest: first, manageUrl } = await made(event)
    const { guest: second } = await made(event)
    const waiting = [await made(event), await made(event)].map(({ guest }) => guest)
    await setColumns('events', event.id, columns)
    expect((await send(`POST ${manageApi(manageUrl)}/cancel`)).status).toBe(200)
    expect((await act(event, second, 'erase')).status).toBe(200)
    expect((await read(event, first)).status).toBe('CANCELLED')
    for (const guest of waiting) {
      expect(await read(event, guest)).toMatchObject({ status: 'WAITLISTED' })
      expect(await kindsTo(guest)).not.toContain('promoted')
    }
    expect(await seatsHeld(event)).toBe(0)
  })

  it.each([['is over', { start_at: AN_HOUR_AGO - 3_600_000, end_at: AN_HOUR_AGO }]])(
    'promotes no guest when raising the capacity freed it and the event %s',
    async (_, columns) => {
      const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
      await made(event)
      const { guest } = await made(event)
      await setColumns('events', event.id, columns)
      const { owner } = calendar
      expect((await send(`PATCH /events/${event.id}`, { as: owner, json: { capacity: 5 } })).status).toBe(200)
      expect(await read(event, guest)).toMatchObject({ status: 'WAITLISTED' })
    },
  )
})

describe('correcting, erasing and resending', () => {
  it('PATCH changes names and address and emails the new address', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    const other = await made(event)
    const answer = await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, {
      key,
      json: { firstName: 'Émilie', email: 'Right@Guests.test' },
    })
    expect(answer.body.data).toMatchObject({
      firstName: 'Émilie',
      lastName: guest.lastName,
      email: 'right@guests.test',
    })
    expect(await mailsTo('right@guests.test')).toMatchObject([{ kind: 'confirmation' }])
    const taken = await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, {
      key,
      json: { email: other.guest.email },
    })
    expect([taken.status, taken.body.code]).toEqual([409, 'already_registered'])
    const found = await send(`GET /v1/events/${event.id}/guests?q=emilie`, { key })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([guest.id])
  })

  it('PATCH applies all of three concurrent corrections', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    const corrections = [{ firstName: 'Émilie' }, { lastName: 'du Châtelet' }, { email: 'emilie@guests.test' }]
    const answers = await Promise.all(
      corrections.map((json) => send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json })),
    )
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(await read(event, guest)).toMatchObject(Object.assign({}, ...corrections))
    const found = await send(`GET /v1/events/${event.id}/guests?q=emilie+du+chatelet+emilie@`, { key })
    expect(found.body.data.map(({ id }: { id: string }) => id)).toEqual([guest.id])
  })

  it('erase removes name, address, answers, code and link, and frees the seat', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const { guest, manageUrl } = await made(event, {
      firstName: 'Secret',
      lastName: 'Person',
      email: 'secret@guests.test',
    })
    const waiting = await made(event)
    const answer = await act(event, guest, 'erase')
    expect(answer.body.data).toMatchObject({
      id: guest.id,
      firstName: '',
      lastName: '',
      status: 'CANCELLED',
      registrationAnswers: [],
    })
    expect((await act(event, guest, 'erase')).status).toBe(200)
    const everything = JSON.stringify([await guestsOf(event), await ordersOf(event), await mailsOf(event)])
    expect(everything).not.toMatch(/secret|Person/i)
    expect(everything).not.toContain(guest.qrCode)
    expect((await send(`GET ${manageApi(manageUrl)}`)).status).toBe(404)
    expect(await read(event, waiting.guest)).toMatchObject({ status: 'CONFIRMED' })
    expect((await setStatus(event, guest, 'CONFIRMED')).body.code).toBe('invalid_transition')
    expect((await act(event, guest, 'resend')).status).toBe(409)
  })

  it.each(['CONFIRMED', 'PENDING', 'WAITLISTED'])(
    'returns 409 invalid_transition for an erased guest set to %s, even if seats are free',
    async (status) => {
      const event = await newEvent(calendar)
      const { guest } = await made(event)
      await act(event, guest, 'erase')
      const answer = await setStatus(event, guest, status)
      expect([answer.status, answer.body.code]).toEqual([409, 'invalid_transition'])
      expect(await statuses(event)).toEqual(['CANCELLED'])
      expect(await seatsHeld(event)).toBe(0)
    },
  )

  it('resend sends the email for the current status once per Idempotency-Key', async () => {
    const event = await newEvent(calendar)
    const { guest } = await made(event)
    const path = `POST /v1/events/${event.id}/guests/${guest.id}/resend`
    const again = { key, headers: { 'Idempotency-Key': 'again' } }
    await Promise.all([1, 2, 3].map(() => send(path, again)))
    await loseAnswers()
    expect((await send(path, again)).body.data.id).toBe(guest.id)
    expect(await kindsTo(guest)).toHaveLength(2)
    expect((await send(path, { key })).body.data.id).toBe(guest.id)
    expect(await kindsTo(guest)).toHaveLength(3)
    // An `Idempotency-Key` belongs to the caller that sent it and expires after 24 hours.
    await send(path.replace('/v1', ''), { as: calendar.owner, headers: again.headers })
    expect(await kindsTo(guest)).toHaveLength(4)
    await env.DB.prepare('update idempotency_claims set created_at = created_at - 86400000').run()
    await send(path, again)
    expect(await kindsTo(guest)).toEqual(Array.from({ length: 5 }, () => 'confirmation'))
    await setStatus(event, guest, 'CANCELLED')
    const answer = await send(path, { key })
    expect([answer.status, answer.body.code]).toEqual([409, 'invalid_transition'])
  })
})

it('every route to a guest returns 404 at another event', async () => {
  const [event, other] = [await newEvent(calendar), await newEvent(calendar)]
  const { guest } = await made(other)
  const person404 = { key, json: person() }
  for (const line of ['approve', 'reject', 'erase', 'resend']) expect((await act(event, guest, line)).status).toBe(404)
  expect((await setStatus(event, guest, 'CANCELLED')).status).toBe(404)
  expect((await send(`GET /v1/events/${event.id}/guests/${guest.id}`, { key })).status).toBe(404)
  expect((await send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, person404)).status).toBe(404)
  expect((await read(other, guest)).status).toBe('CONFIRMED')
  expect(await kindsTo(guest)).toEqual(['confirmation'])
})

describe('raising a capacity', () => {
  const raise = (path: string, capacity: number | null) =>
    send(`PATCH ${path}`, { as: calendar.owner, json: { capacity } })

  it('promotes the longest-waiting guests, one per new seat, in the same commit', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const people = []
    for (let index = 0; index < 5; index += 1) people.push(await made(event))
    expect((await raise(`/events/${event.id}`, 3)).status).toBe(200)
    expect(await statuses(event)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'WAITLISTED', 'WAITLISTED'])
    expect((await read(event, people[3]!.guest)).waitlistPosition).toBe(1)
    expect(await kindsTo(people[2]!.guest)).toEqual(['waitlisted', 'promoted'])
    expect((await raise(`/events/${event.id}`, null)).status).toBe(200)
    expect(new Set(await statuses(event))).toEqual(new Set(['CONFIRMED']))
    expect(await ordersOf(event)).toHaveLength(5)
  })

  it('respects both the capacity of each ticket and that of the event', async () => {
    const event = await newEvent(calendar, { capacity: 3, waitlistEnabled: true }, { capacity: 1 })
    const other = (await newTicket(event, { capacity: 1 })).id
    for (const ticketId of [event.ticketId, other, other, other, event.ticketId, event.ticketId])
      await made(event, { ticketId })
    expect(await statuses(event)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'WAITLISTED',
      'WAITLISTED',
      'WAITLISTED',
      'WAITLISTED',
    ])
    expect((await raise(`/events/${event.id}/tickets/${event.ticketId}`, 3)).status).toBe(200)
    expect(await statuses(event)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'WAITLISTED',
      'WAITLISTED',
      'CONFIRMED',
      'WAITLISTED',
    ])
    expect((await raise(`/events/${event.id}/tickets/${other}`, 9)).status).toBe(200)
    expect(await seatsHeld(event)).toBe(3)
    expect((await raise(`/events/${event.id}`, 5)).status).toBe(200)
    expect(await statuses(event)).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
      'WAITLISTED',
    ])
  })
})
