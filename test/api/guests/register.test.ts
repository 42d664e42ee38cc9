import { env } from 'cloudflare:workers'
import { sql } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { guard, type Judged } from '../../../src/db/guard.ts'
import { rowsFrom, statement, preparedStatement } from '../../../src/db/statement.ts'
import { mayBeRedeemed } from '../../../src/modules/orders/index.ts'
import { send } from '../../support/api.ts'
import { guestsOf, mailsOf, mailsTo, ordersOf, seatsHeld, setColumns, type Columns } from '../../support/database.ts'
import { newCalendar, newCoupon, newEvent, newKey, newTicket, person, register } from '../../support/factories.ts'
import { appWith, deps } from '../../support/app.ts'

const calendar = await newCalendar()

describe('POST /public/events/:eventId/registrations', () => {
  it('confirms a guest on a free ticket, with a PAID order and a manage link', async () => {
    const event = await newEvent(calendar)
    const sent = person({ firstName: ' Zoë ', email: 'Zoe@Guests.Test' })
    const answer = await send(`POST /public/events/${event.id}/registrations`, { json: sent })
    expect(answer.status, answer.text).toBe(200)
    const { guest, order, manageUrl } = answer.body.data
    expect(guest).toMatchObject({
      firstName: ' Zoë ',
      email: 'zoe@guests.test',
      status: 'CONFIRMED',
      source: 'PUBLIC',
      ticket: { id: event.ticketId },
      orderId: order.id,
      waitlistPosition: null,
      checkedInAt: null,
    })
    expect(guest.qrCode).toMatch(/^qr_[0-9A-Za-z]{22}$/)
    expect(order).toMatchObject({
      status: 'PAID',
      total: 0,
      currency: null,
      payment: { provider: 'FREE', status: 'PAID' },
      expiresAt: null,
      items: [{ ticketId: event.ticketId, quantity: 1, guestIds: [guest.id] }],
      buyer: { email: 'zoe@guests.test' },
      calendarSlug: calendar.slug,
    })
    expect(manageUrl).toMatch(/^http:\/\/127\.0\.0\.1:8787\/r\/[^/]+$/)
    expect(await seatsHeld(event)).toBe(1)
    expect(await mailsTo('zoe@guests.test')).toMatchObject([{ kind: 'confirmation', guest_id: guest.id }])
  })

  it('holds a seat for 72 hours on a priced ticket', async () => {
    const event = await newEvent(calendar, {}, { price: 2500 })
    const { body } = await register(event)
    expect(body.data.guest.status).toBe('PENDING')
    expect(body.data.order).toMatchObject({
      status: 'PENDING',
      currency: 'EUR',
      subtotal: 2500,
      total: 2500,
      net: 2500,
      payment: { provider: 'OFFLINE' },
    })
    const lives = Date.parse(body.data.order.expiresAt) - Date.parse(body.data.order.createdAt)
    expect(lives).toBe(72 * 3_600_000)
    expect(await seatsHeld(event)).toBe(1)
  })

  it('creates a PENDING guest without a seat or an order when approval is required', async () => {
    const event = await newEvent(calendar, { requiresApproval: true }, { price: 2500 })
    const { body } = await register(event)
    expect(body.data).toMatchObject({ guest: { status: 'PENDING', orderId: null }, order: null })
    expect(await seatsHeld(event)).toBe(0)
  })

  it('puts guests on the waiting list in order of arrival when the event is full', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true }, { price: 100 })
    const answers = [await register(event), await register(event), await register(event)]
    expect(
      answers.map(({ body }) => [body.data.guest.status, body.data.guest.waitlistPosition, body.data.order?.status]),
    ).toEqual([
      ['PENDING', null, 'PENDING'],
      ['WAITLISTED', 1, undefined],
      ['WAITLISTED', 2, undefined],
    ])
  })

  it.each([
    ['the event is full', { capacity: 1 }, {}],
    ['the ticket is sold out', {}, { capacity: 1 }],
  ])('returns 409 capacity_exceeded when %s', async (_why, event, ticket) => {
    const full = await newEvent(calendar, event, ticket)
    expect((await register(full)).status).toBe(200)
    const revision = () =>
      env.DB.prepare('select content_revision from calendars where slug = ?').bind(calendar.slug).first()
    const before = await revision()
    const answer = await register(full)
    expect(answer.status).toBe(409)
    expect(answer.body.code).toBe('capacity_exceeded')
    // Refusing a registration because the event is full doesn't bump `content_revision`, so cached pages stay valid.
    if ('capacity' in event) expect(await revision()).toEqual(before)
    expect(await guestsOf(full)).toHaveLength(1)
    expect(await ordersOf(full)).toHaveLength(1)
  })

  it('returns only a message for an address that is already registered and emails it at most once an hour', async () => {
    const event = await newEvent(calendar)
    const first = await register(event, { email: 'twice@guests.test' })
    await env.DB.prepare('update mails set created_at = created_at - 3600001 where recipient = ?')
      .bind('twice@guests.test')
      .run()
    for (let time = 0; time < 3; time += 1) {
      const again = await register(event, { email: 'TWICE@guests.test' })
      expect(again.status).toBe(200)
      expect(again.body).toEqual({
        data: { kind: 'GUEST', guest: null, order: null, manageUrl: null },
        message: expect.stringContaining('already'),
      })
    }
    expect(await mailsTo('twice@guests.test')).toMatchObject([
      { kind: 'confirmation' },
      { kind: 'confirmation', guest_id: first.body.data.guest.id },
    ])
    expect(await seatsHeld(event)).toBe(1)
  })

  const hour = 3_600_000
  it.each([
    ['registration_closed', 'Registration isn’t open yet.', { registration_opens_at: Date.now() + hour }, {}],
    ['registration_closed', 'Registration for this event is closed.', { registration_closes_at: Date.now() - 1 }, {}],
    [
      'registration_closed',
      'Registration for this event is closed.',
      { start_at: Date.now() - 2 * hour, end_at: Date.now() - hour },
      {},
    ],
    ['registration_closed', 'Registration for this event is closed.', { status: 'ARCHIVED' }, {}],
    ['event_cancelled', 'The event is cancelled.', { status: 'CANCELLED' }, {}],
    ['registration_closed', 'This ticket isn’t on sale.', {}, { is_paused: 1 }],
    ['registration_closed', 'This ticket isn’t on sale yet.', {}, { sales_start_at: Date.now() + hour }],
    ['registration_closed', 'Sales of this ticket have ended.', {}, { sales_end_at: Date.now() - 1 }],
  ])('refuses with %s and says %j when the event is %j and the ticket %j', async (code, says, event, ticket) => {
    const closed = await newEvent(calendar, event, ticket)
    const answer = await register(closed)
    expect([answer.status, answer.body.code, answer.body.message]).toEqual([409, code, says])
    expect(await guestsOf(closed)).toEqual([])
    expect(await mailsOf(closed)).toEqual([])
  })

  const registering = (eventId: string, changes: Parameters<typeof appWith>[0]) =>
    appWith(changes).request(`/api/public/events/${eventId}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person()),
    })

  it('returns 409 registration_closed without writing anything', async () => {
    const closed = await newEvent(calendar, { registration_closes_at: Date.now() - 1 })
    const answer = await registering(closed.id, {
      commit: () => Promise.reject(new Error('nothing was to be written')),
    })
    expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([409, 'registration_closed'])
  })

  it.each(['registration_closed', 'event_cancelled'])(
    'returns 409 %s for a change made between the read and the commit',
    async (code) => {
      const event = await newEvent(calendar)
      const change: Columns =
        code === 'event_cancelled' ? { status: 'CANCELLED' } : { registration_closes_at: Date.now() - 1 }
      const answer = await registering(event.id, {
        commit: async (placing) => {
          await setColumns('events', event.id, change)
          return deps.commit(placing)
        },
      })
      expect([answer.status, (await answer.json<{ code: string }>()).code]).toEqual([409, code])
      expect(await guestsOf(event)).toEqual([])
    },
  )

  const at = Date.now() + hour
  it.each([
    [{ registration_opens_at: at }, {}, [409, 200]],
    [{ registration_closes_at: at }, {}, [200, 409]],
    [{ start_at: at - hour, end_at: at }, {}, [200, 409]],
    [{}, { sales_start_at: at }, [409, 200]],
    [{}, { sales_end_at: at }, [200, 409]],
  ])('opens and closes to the millisecond: event %j, ticket %j', async (event, ticket, statuses) => {
    const timed = await newEvent(calendar, event, ticket)
    const answers = []
    for (const now of [at - 1, at]) {
      const init = {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify(person()),
      }
      answers.push(
        (await appWith({ clock: () => now }).request(`/api/public/events/${timed.id}/registrations`, init)).status,
      )
    }
    expect(answers).toEqual(statuses)
  })

  it('reports the first of several reasons for a refusal, in a fixed order', async () => {
    const asked = [{ id: 'qst_diet', label: 'Diet', type: 'TEXT', required: true, options: [] }]
    const answers = [{ questionId: 'qst_diet', answer: 'vegan' }]
    const event = await newEvent(calendar, { capacity: 1, registration_questions: JSON.stringify(asked) })
    await register(event, { email: 'here@guests.test', answers })
    const coupon = await newCoupon(calendar, { code: 'MANY', is_active: 0, max_redemptions: 0 })
    const set = (table: string, id: string, change: string) =>
      env.DB.prepare(`update ${table} set ${change} where id = ?`).bind(id).run()
    await set('events', event.id, `status = 'CANCELLED', registration_opens_at = ${at}`)
    await set('tickets', event.ticketId, 'is_paused = 1')

    let sent: Record<string, unknown> = { email: 'here@guests.test', ticketId: 'tkt_other', couponCode: 'many' }
    const told = async () => {
      const { status, body } = await register(event, sent)
      return [status, body.code ?? body.message, ...(body.errors ?? []).map(({ field }: { field: string }) => field)]
    }
    expect(await told()).toEqual([409, 'event_cancelled'])
    await set('events', event.id, `status = 'PUBLISHED'`)
    expect(await told()).toEqual([409, 'registration_closed'])
    await set('events', event.id, 'registration_opens_at = null')
    expect(await told()).toEqual([400, 'validation_failed', 'answers'])
    sent = { ...sent, answers }
    expect(await told()).toEqual([400, 'validation_failed', 'ticketId'])
    sent = { ...sent, ticketId: event.ticketId }
    expect(await told()).toEqual([200, expect.stringContaining('already')])
    sent = { ...sent, email: 'new@guests.test' }
    expect(await told()).toEqual([409, 'registration_closed'])
    await set('tickets', event.ticketId, 'is_paused = 0')
    expect(await told()).toEqual([409, 'capacity_exceeded'])
    expect(await guestsOf(event)).toHaveLength(1)
    await set('events', event.id, 'capacity = 2')
    expect(await told()).toEqual([422, 'coupon_invalid', 'couponCode'])
    await set('coupons', coupon.id, 'is_active = 1')
    expect(await told()).toEqual([409, 'coupon_exhausted'])
    await set('coupons', coupon.id, 'max_redemptions = 1')
    expect((await register(event, sent)).body.data.guest.status).toBe('CONFIRMED')
  })

  it('selects the ticket automatically only if the event has exactly one visible ticket', async () => {
    const event = await newEvent(calendar, {}, null)
    expect((await register(event)).body.errors).toEqual([{ field: 'ticketId', message: expect.any(String) }])
    const visible = await newTicket(event)
    const hidden = await newTicket(event, { isHidden: true })
    expect((await register(event)).body.data.guest.ticket.id).toBe(visible.id)
    expect((await register(event, { ticketId: hidden.id })).body.data.guest.ticket.id).toBe(hidden.id)
    await newTicket(event)
    const answer = await register(event)
    expect(answer.status).toBe(400)
    expect(answer.body.errors).toMatchObject([{ field: 'ticketId' }])
  })

  it('returns 400 for an unknown ticket and for a ticket of another event', async () => {
    const [event, other] = [await newEvent(calendar), await newEvent(calendar)]
    for (const ticketId of ['tkt_nothing', other.ticketId]) {
      const answer = await register(event, { ticketId })
      expect(answer.status).toBe(400)
      expect(answer.body.errors).toEqual([{ field: 'ticketId', message: 'isn’t a ticket of this event' }])
    }
  })

  it('returns 404 for drafts, private events and private calendars', async () => {
    const hidden = await newCalendar({ visibility: 'PRIVATE' })
    for (const event of [
      await newEvent(calendar, { status: 'DRAFT' }),
      await newEvent(calendar, { visibility: 'PRIVATE' }),
      await newEvent(hidden),
    ])
      expect((await register(event)).status).toBe(404)
    expect((await register(await newEvent(calendar, { visibility: 'UNLISTED' }))).status).toBe(200)
  })

  const questions = JSON.stringify([
    { id: 'qst_diet', label: 'Diet', type: 'SELECT', required: true, options: ['none', 'vegan'] },
    { id: 'qst_days', label: 'Days', type: 'MULTISELECT', required: false, options: ['Mon', 'Tue'] },
    { id: 'qst_rules', label: 'Agree', type: 'CHECKBOX', required: true, options: [] },
    { id: 'qst_age', label: 'Age', type: 'NUMBER', required: false, options: [] },
  ])
  const good = [
    { questionId: 'qst_diet', answer: 'vegan' },
    { questionId: 'qst_rules', answer: true },
  ]

  it('stores answers with the text of their questions', async () => {
    const event = await newEvent(calendar, { registration_questions: questions })
    const { body } = await register(event, { answers: [{ questionId: 'qst_days', answer: ['Tue', 'Mon'] }, ...good] })
    expect(body.data.guest.registrationAnswers).toEqual([
      { question: 'Diet', answer: 'vegan' },
      { question: 'Days', answer: 'Tue, Mon' },
      { question: 'Agree', answer: 'true' },
    ])
  })

  it.each([
    [undefined, 'answers'],
    [[good[0]], 'answers'],
    [[good[0], { questionId: 'qst_rules', answer: false }], 'answers.1.answer'],
    [[...good, { questionId: 'qst_other', answer: 'x' }], 'answers.2.questionId'],
    [[...good, good[0]], 'answers.2.questionId'],
    [[{ questionId: 'qst_diet', answer: 'meat' }, good[1]], 'answers.0.answer'],
    [[...good, { questionId: 'qst_days', answer: ['Sun'] }], 'answers.2.answer'],
    [[...good, { questionId: 'qst_age', answer: 'old' }], 'answers.2.answer'],
    [[...good, { questionId: 'qst_age', answer: ['1'] }], 'answers.2.answer'],
  ])('returns 400 for the answers %j with an error at %s', async (answers, field) => {
    const event = await newEvent(calendar, { registration_questions: questions })
    const answer = await register(event, { answers })
    expect(answer.status).toBe(400)
    expect(answer.body.errors.map((fault: { field: string }) => fault.field)).toContain(field)
    expect(await guestsOf(event)).toEqual([])
  })

  it.each([
    { email: 'no address' },
    { firstName: '   ' },
    { lastName: '' },
    { firstName: 'x'.repeat(201) },
    { email: undefined },
  ])('returns 400 for the person %j', async (fields) => {
    const answer = await register(await newEvent(calendar), fields)
    expect(answer.status).toBe(400)
    expect(answer.body.errors[0].field).toBe(Object.keys(fields)[0])
  })
})

describe('POST .../guests with notify', () => {
  it.each([
    ['emails the confirmation by default', {}, {}, 'CONFIRMED', ['confirmation']],
    ['sends no confirmation if false', {}, { notify: false }, 'CONFIRMED', []],
    ['emails a guest with an order to pay even if false', { price: 900 }, { notify: false }, 'PENDING', ['pending']],
  ])('%s', async (_rule, ticket, fields, status, kinds) => {
    const event = await newEvent(calendar, {}, ticket)
    const { firstName, lastName, email } = person()
    const json = { firstName, lastName, email, ...fields }
    const { body } = await send(`POST /events/${event.id}/guests`, { as: calendar.owner, json })
    expect(body.data).toMatchObject({ email, status })
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(kinds)
  })

  it('emails no guest on the waiting list if false, until a seat frees up', async () => {
    const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true })
    const { guest: first } = (await register(event)).body.data
    const { firstName, lastName, email } = person()
    const json = { firstName, lastName, email, notify: false }
    const { body } = await send(`POST /events/${event.id}/guests`, { as: calendar.owner, json })
    expect([body.data.status, await mailsTo(email)]).toEqual(['WAITLISTED', []])
    await send(`POST /events/${event.id}/guests/batch`, {
      as: calendar.owner,
      json: { action: 'cancel', guestIds: [first.id] },
    })
    expect((await mailsTo(email)).map(({ kind }) => kind)).toEqual(['promoted'])
  })
})

describe('POST .../guests', () => {
  it('ignores approval, closed registration and a paused ticket, and reports the first reason for a refusal', async () => {
    const { key } = await newKey(calendar, ['guests:write'])
    const event = await newEvent(
      calendar,
      { capacity: 1, requires_approval: 1, registration_closes_at: 1 },
      { is_paused: 1 },
    )
    const add = (fields: object) =>
      send(`POST /v1/events/${event.id}/guests`, { key, json: person({ email: 'added@guests.test', ...fields }) })
    const { guest } = { guest: (await add({})).body.data }
    expect(guest).toMatchObject({ status: 'CONFIRMED', source: 'API' })
    await env.DB.prepare("update events set status = 'CANCELLED' where id = ?").bind(event.id).run()
    expect((await add({ ticketId: 'tkt_other' })).body.code).toBe('event_cancelled')
    await env.DB.prepare("update events set status = 'DRAFT' where id = ?").bind(event.id).run()
    expect((await add({ ticketId: 'tkt_other' })).body.errors).toEqual([
      { field: 'ticketId', message: 'isn’t a ticket of this event' },
    ])
    const taken = await add({})
    expect([taken.status, taken.body.code, taken.body.data]).toEqual([
      409,
      'already_registered',
      { guestId: guest.id, status: 'CONFIRMED' },
    ])
    expect((await add({ email: 'late@guests.test' })).body.code).toBe('capacity_exceeded')
    expect(await guestsOf(event)).toHaveLength(1)
  })
})

describe('coupon rule mayBeRedeemed', () => {
  const rule = guard(mayBeRedeemed)
  const terms = {
    is_active: 1,
    event_id: null,
    ticket_ids: '[]',
    valid_from: null,
    valid_until: null,
    discount_type: 'PERCENT',
    currency: null,
    max_redemptions: null,
    redeemed_count: 0,
  }
  const why = preparedStatement<{ coupon: string; couponCode: string; now: number }, Judged>(() =>
    statement(sql`
      select ${rule.why} as why
      from (select ${sql.join(
        Object.keys(terms).map((name) => sql`${sql.placeholder('coupon')} ->> ${name} as ${sql.raw(name)}`),
        sql`, `,
      )}) c, (select 'tkt' as id, 'EUR' as currency, 'FIXED' as price_mode) t, (select 'evt' as id) e`),
  )
  it.each([
    [{}, undefined],
    [{ is_active: 0 }, 'coupon_invalid'],
    [{ event_id: 'evt' }, undefined],
    [{ event_id: 'evt_other' }, 'coupon_invalid'],
    [{ ticket_ids: '["tkt"]' }, undefined],
    [{ ticket_ids: '["tkt_other"]' }, 'coupon_invalid'],
    [{ valid_from: 11 }, 'coupon_invalid'],
    [{ valid_from: 10 }, undefined],
    [{ valid_until: 10 }, 'coupon_invalid'],
    [{ valid_until: 11 }, undefined],
    [{ discount_type: 'AMOUNT', currency: 'USD' }, 'coupon_invalid'],
    [{ discount_type: 'AMOUNT', currency: 'EUR' }, undefined],
    [{ max_redemptions: 2, redeemed_count: 1 }, undefined],
    [{ max_redemptions: 2, redeemed_count: 2 }, 'coupon_exhausted'],
  ])('decides on %j at time 10 with %s', async (change, code) => {
    const coupon = JSON.stringify({ ...terms, ...change })
    const [judged] = await rowsFrom(deps.db, why({ coupon, couponCode: 'X', now: 10 }))
    expect(rule.refusal(judged)?.code).toBe(code)
  })
})

describe('coupon at registration', () => {
  it('takes its discount off, rounded down, and ignores the case of its code', async () => {
    const event = await newEvent(calendar, {}, { price: 999 })
    const coupon = await newCoupon(calendar, { code: 'Half', percent_off: 50, max_redemptions: 5 })
    const { body } = await register(event, { couponCode: 'hALF' })
    expect(body.data.order).toMatchObject({
      subtotal: 999,
      discount: 499,
      total: 500,
      coupon: { id: coupon.id, code: 'Half' },
    })
    expect(await env.DB.prepare('select redeemed_count from coupons where id = ?').bind(coupon.id).first()).toEqual({
      redeemed_count: 1,
    })
  })

  it('confirms the guest with a PAID order when the total is 0', async () => {
    const event = await newEvent(calendar, {}, { price: 700 })
    await newCoupon(calendar, {
      code: 'GIFT',
      discountType: 'AMOUNT',
      amountOff: 900,
      currency: 'EUR',
    })
    const { body } = await register(event, { couponCode: 'gift' })
    expect(body.data).toMatchObject({
      guest: { status: 'CONFIRMED' },
      order: { status: 'PAID', total: 0, discount: 700, payment: { provider: 'FREE' } },
    })
  })

  it.each([
    [422, 'coupon_invalid', { is_active: 0 }],
    [422, 'coupon_invalid', { valid_until: Date.now() - 1 }],
    [422, 'coupon_invalid', { valid_from: Date.now() + 60_000 }],
    [422, 'coupon_invalid', { event_id: 'evt_other' }],
    [422, 'coupon_invalid', { ticket_ids: '["tkt_other"]' }],
    [422, 'coupon_invalid', { discountType: 'AMOUNT', amountOff: 1, currency: 'USD' }],
    [409, 'coupon_exhausted', { max_redemptions: 0 }],
  ])('returns %i %s for a coupon with %j and creates no guest', async (status, code, columns) => {
    const event = await newEvent(calendar, {}, { price: 700 })
    await newCoupon(calendar, { code: `NO-${crypto.randomUUID()}`, ...columns })
    const { results } = await env.DB.prepare('select code from coupons order by rowid desc limit 1').all<{
      code: string
    }>()
    const answer = await register(event, { couponCode: results[0]!.code })
    expect([answer.status, answer.body.code]).toEqual([status, code])
    expect(await guestsOf(event)).toEqual([])
  })

  it('is redeemed only 7 times by 40 concurrent registrations when its limit is 7', async () => {
    const event = await newEvent(calendar, {}, { price: 700 })
    const coupon = await newCoupon(calendar, { code: 'SEVEN', max_redemptions: 7 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => register(event, { couponCode: 'SEVEN' })))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(7)
    expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.code))).toEqual(
      new Set(['coupon_exhausted']),
    )
    expect(await env.DB.prepare('select redeemed_count from coupons where id = ?').bind(coupon.id).first()).toEqual({
      redeemed_count: 7,
    })
    expect(await seatsHeld(event)).toBe(7)
  })
})
