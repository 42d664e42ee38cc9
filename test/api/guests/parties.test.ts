import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { compose } from '../../../src/modules/mails/compose.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import {
  guestsOf,
  loseAnswers,
  mailsOf,
  mailsTo,
  ordersOf,
  rowOf,
  seatsHeld,
  setColumns,
} from '../../support/database.ts'
import {
  manageApi,
  newCalendar,
  newCoupon,
  newDoor,
  newEvent,
  newKey,
  newPass,
  newTicket,
  register,
} from '../../support/factories.ts'
import { mailsFor } from '../../support/invites.ts'
import { asOwner, letExpire, orderNow, pay, refund } from '../../support/orders.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'

asks({
  'PATCH /public/registrations/:manageToken/guests/:guestId': { isOpen: true, isSecret: true },
  'POST /public/registrations/:manageToken/guests/:guestId/transfer': { isOpen: true, isSecret: true },
  'GET /v1/events/:eventId/parties/:partyId': { scope: 'guests:read' },
  'GET /events/:eventId/parties/:partyId': { role: 'STAFF' },
  'PATCH /v1/events/:eventId/parties/:partyId': { scope: 'guests:write' },
  'PATCH /events/:eventId/parties/:partyId': { role: 'MANAGER' },
})

const calendar = await newCalendar()
let made = 0
const buyerNow = (fields: object = {}) => ({
  firstName: 'Ada',
  lastName: 'Byron',
  email: `buyer-${(made += 1)}@guests.test`,
  ...fields,
})

interface Given {
  buyer?: object
  attendees?: object[]
  [field: string]: unknown
}
const party = (event: { id: string }, size: number | object[], fields: Given = {}) =>
  send(`POST /public/events/${event.id}/registrations`, {
    json: {
      buyer: buyerNow(),
      attendees: typeof size === 'number' ? Array.from({ length: size }, () => ({})) : size,
      ...fields,
    },
  })

const statusesOf = async (event: { id: string }) => (await guestsOf(event)).map(({ status }) => status)

describe('party', () => {
  it('is registered with one order, a code per attendee and one link for the buyer', async () => {
    const event = await newEvent(calendar, {}, { price: 2_500 })
    const { ticketId } = event
    const other = await newTicket(event, { price: 1_000 })
    const answer = await party(event, [
      { ticketId, firstName: 'Ada', lastName: 'Byron' },
      { ticketId, firstName: 'Grace', email: 'Grace@guests.test' },
      { ticketId: other.id },
    ])
    expect(answer.status, answer.text).toBe(200)
    const { partyId, guests, order, manageUrl } = answer.body.data
    expect(partyId).toMatch(/^pty_/)
    expect(guests).toMatchObject([
      {
        firstName: 'Ada',
        emailIsBuyers: true,
        email: order.buyer.email,
        status: 'PENDING',
        partyId,
        orderId: order.id,
      },
      { firstName: 'Grace', emailIsBuyers: false, email: 'grace@guests.test', partyId },
      { firstName: '', lastName: '', emailIsBuyers: true, ticket: { id: other.id } },
    ])
    expect(new Set(guests.map(({ qrCode }: { qrCode: string }) => qrCode)).size).toBe(3)
    expect(order).toMatchObject({
      partyId,
      status: 'PENDING',
      subtotal: 6_000,
      total: 6_000,
      buyer: { firstName: 'Ada', lastName: 'Byron' },
      items: [
        { ticketId, quantity: 2, unitPrice: 2_500, total: 5_000, guestIds: [guests[0].id, guests[1].id] },
        { ticketId: other.id, quantity: 1, unitPrice: 1_000, total: 1_000, guestIds: [guests[2].id] },
      ],
    })
    expect(await seatsHeld(event)).toBe(3)
    expect(await ordersOf(event)).toHaveLength(1)
    // Attendees each get an email once they are CONFIRMED. Until then, a single `party` email to the buyer covers them
    // all.
    expect((await mailsOf(event)).map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['party', order.buyer.email],
    ])
    await pay(calendar, event, order.id)
    expect(await statusesOf(event)).toEqual(['CONFIRMED', 'CONFIRMED', 'CONFIRMED'])
    expect(
      (await mailsOf(event))
        .slice(1)
        .map(({ kind, recipient }) => [kind, recipient])
        .toSorted(),
    ).toEqual([
      ['confirmation', order.buyer.email],
      ['confirmation', 'grace@guests.test'],
    ])
    // The text of the link says how many tickets it opens.
    for (const [email, action] of [
      [order.buyer.email, 'Open your tickets:'],
      ['grace@guests.test', 'Open your ticket:'],
    ])
      expect((await mailsFor(email, deps)).at(-1)?.text).toContain(action)
    // Each `shortCode` appears next to its attendee.
    const toBuyer = (await mailsFor(order.buyer.email, deps)).at(-1)?.text
    expect(toBuyer).toContain(`, ${guests[0].shortCode}; Grace`)
    const read = await send(`GET ${manageApi(manageUrl)}`)
    expect(read.body.data).toMatchObject({
      party: { id: partyId, buyer: order.buyer },
      order: { id: order.id, status: 'PAID' },
      manageUrl,
    })
    expect(read.body.data.party.guests.map((each: { manageUrl: string | null }) => each.manageUrl === null)).toEqual([
      false,
      true,
      false,
    ])
    const own = await send(`GET ${manageApi(read.body.data.party.guests[0].manageUrl)}`)
    expect(own.body.data).toMatchObject({ guest: { id: guests[0].id }, party: null, order: null })
  })

  it('is returned by GET .../parties/:partyId with buyer and attendees, and 404 is returned at another event', async () => {
    const event = await newEvent(calendar)
    const other = await newEvent(calendar)
    const buyer = buyerNow()
    const { data } = (await party(event, [{ firstName: 'Grace' }, {}], { buyer })).body
    const at = (of: { id: string }, id: string) => `GET /events/${of.id}/parties/${id}`
    const read = await asOwner(calendar, at(event, data.partyId))
    expect(read.body.data).toMatchObject({
      id: data.partyId,
      buyer,
      guests: data.guests.map(({ id }: { id: string }) => ({ id, partyId: data.partyId, status: 'CONFIRMED' })),
    })
    expect((await asOwner(calendar, at(other, data.partyId))).status).toBe(404)
    expect((await asOwner(calendar, at(event, 'pty_nobody'))).status).toBe(404)
  })

  it.each([
    ['of the event', { capacity: 4 }, {}],
    ['of the ticket', {}, { capacity: 4 }],
  ])('gets all of its seats or none: capacity %s', async (_of, fields, ticket) => {
    const event = await newEvent(calendar, fields, ticket)
    expect((await party(event, 2)).status).toBe(200)
    const refused = await party(event, 3)
    expect([refused.status, refused.body.code]).toEqual([409, 'capacity_exceeded'])
    expect(await guestsOf(event)).toHaveLength(2)
    expect((await party(event, 2)).status).toBe(200)
    expect(await seatsHeld(event)).toBe(4)
  })

  it('never exceeds the capacity or gets only some of its seats when registrations race', async () => {
    const event = await newEvent(calendar, { capacity: 10 })
    const answers = await Promise.all(
      Array.from({ length: 16 }, (_, index) => (index % 4 === 0 ? register(event) : party(event, 3))),
    )
    const sizes = new Map<string | null, number>()
    for (const { party_id: id } of await guestsOf(event))
      sizes.set(id as string | null, (sizes.get(id as string | null) ?? 0) + 1)
    const alone = sizes.get(null) ?? 0
    sizes.delete(null)
    expect([...sizes.values()].every((size) => size === 3)).toBe(true)
    expect(await seatsHeld(event)).toBe(alone + 3 * sizes.size)
    expect(await seatsHeld(event)).toBeLessThanOrEqual(10)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(alone + sizes.size)
    expect((await ordersOf(event)).length).toBe(alone + sizes.size)
  })

  it('waits and is promoted as one', async () => {
    const event = await newEvent(calendar, { capacity: 4, waitlistEnabled: true })
    const first = (await party(event, 3)).body.data
    const waiting = (await party(event, 2)).body.data
    const last = (await register(event)).body.data
    expect(
      waiting.guests.map((guest: { status: string; waitlistPosition: number }) => [
        guest.status,
        guest.waitlistPosition,
      ]),
    ).toEqual([
      ['WAITLISTED', 1],
      ['WAITLISTED', 1],
    ])
    expect(waiting.order).toBeNull()
    expect(last.guest.status).toBe('CONFIRMED')
    await send(`POST ${manageApi(first.manageUrl)}/cancel`, { json: { guestIds: [first.guests[0].id] } })
    expect(await statusesOf(event)).toEqual([
      'CANCELLED',
      'CONFIRMED',
      'CONFIRMED',
      'WAITLISTED',
      'WAITLISTED',
      'CONFIRMED',
    ])
    await send(`POST ${manageApi(first.manageUrl)}/cancel`, { json: { guestIds: [first.guests[1].id] } })
    expect(await statusesOf(event)).toEqual([
      'CANCELLED',
      'CANCELLED',
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
    ])
    expect(await seatsHeld(event)).toBe(4)
    expect((await mailsOf(event)).filter(({ kind }) => kind === 'promoted')).toHaveLength(1)
  })

  it('is approved and rejected as one', async () => {
    const event = await newEvent(calendar, { requiresApproval: true, capacity: 4 }, { price: 500 })
    const [one, two] = [(await party(event, 2)).body.data, (await party(event, 3)).body.data]
    const path = (id: string, act: string) => `POST /events/${event.id}/guests/${id}/${act}`
    expect((await asOwner(calendar, path(one.guests[1].id, 'approve'))).body.data.status).toBe('PENDING')
    expect(await seatsHeld(event)).toBe(2)
    expect((await ordersOf(event)).map(({ quantity, total }) => [quantity, total])).toEqual([[2, 1_000]])
    const full = await asOwner(calendar, path(two.guests[0].id, 'approve'))
    expect([full.status, full.body.code]).toEqual([409, 'capacity_exceeded'])
    await asOwner(calendar, path(two.guests[2].id, 'reject'))
    expect(await statusesOf(event)).toEqual(['PENDING', 'PENDING', 'DECLINED', 'DECLINED', 'DECLINED'])
  })

  it('loses all of its seats when its order expires unpaid', async () => {
    const event = await newEvent(calendar, {}, { price: 500 })
    const { order } = (await party(event, 3)).body.data
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    expect(await statusesOf(event)).toEqual(['CANCELLED', 'CANCELLED', 'CANCELLED'])
    expect(await seatsHeld(event)).toBe(0)
    expect((await orderNow(calendar, event, order.id)).status).toBe('EXPIRED')
    expect((await mailsOf(event)).map(({ kind }) => kind)).toEqual(['party', 'cancelled'])
  })
})

describe('invalid party', () => {
  it.each([
    ['eleven attendees', 422, 'party_too_large', 11, {}, {}],
    ['two attendees with verifyEmail', 422, 'party_unverifiable', 2, { verifyEmail: true }, {}],
    [
      'more attendees than the event has seats',
      422,
      'party_exceeds_capacity',
      4,
      { capacity: 3, waitlistEnabled: true },
      {},
    ],
    [
      'more attendees than the ticket has seats',
      422,
      'party_exceeds_capacity',
      4,
      { waitlistEnabled: true },
      { capacity: 3 },
    ],
    ['fewer attendees than minPerOrder', 422, 'quantity_not_allowed', 2, {}, { minPerOrder: 3 }],
    ['more attendees than maxPerOrder', 422, 'quantity_not_allowed', 4, {}, { maxPerOrder: 3 }],
    ['one address twice', 422, 'attendee_repeated', [{ email: 'a@guests.test' }, { email: 'A@guests.test' }], {}, {}],
    ['no attendees', 400, 'validation_failed', 0, {}, {}],
    ['a ticket of another event', 400, 'validation_failed', [{}, { ticketId: 'tkt_other' }], {}, {}],
  ] as const)(
    'is refused with its own error code and writes nothing: %s',
    async (_why, status, code, size, fields, ticket) => {
      const event = await newEvent(calendar, fields, ticket)
      const attendees = typeof size === 'number' ? Array.from({ length: size }, () => ({})) : [...size]
      const answer = await party(event, attendees)
      expect([answer.status, answer.body.code], answer.text).toEqual([status, code])
      // When a manager adds a party, `verifyEmail`, `minPerOrder` and `maxPerOrder` do not apply.
      if (code !== 'party_unverifiable' && code !== 'quantity_not_allowed') {
        const json = { buyer: buyerNow(), attendees }
        const added = await send(`POST /events/${event.id}/guests`, { as: calendar.owner, json })
        expect([added.status, added.body.code], added.text).toEqual([status, code])
      }
      expect(await guestsOf(event)).toEqual([])
      expect(await mailsOf(event)).toEqual([])
    },
  )

  it('returns 422 coupon_invalid when the coupon covers none of the seats', async () => {
    const event = await newEvent(calendar, {}, { price: 1_000 })
    const other = await newTicket(event, { price: 1_000 })
    const code = 'NONE-OF-TWO'
    await newCoupon(calendar, { code, discountType: 'PERCENT', percentOff: 10, ticketIds: [other.id] })
    const { ticketId } = event
    const answer = await party(event, [{ ticketId }, { ticketId }], { couponCode: code })
    expect([answer.status, answer.body.code]).toEqual([422, 'coupon_invalid'])
    expect(answer.body.errors).toEqual([{ field: 'couponCode', message: 'isn’t valid for this registration' }])
    expect(await guestsOf(event)).toEqual([])
  })

  it('returns 400 with the path of each attendee whose ticket is missing or unknown', async () => {
    const event = await newEvent(calendar)
    await newTicket(event)
    const { ticketId } = event
    const attendees = [{ ticketId }, {}, { ticketId: 'tkt_unknown' }]
    const errors = [
      { field: 'attendees.1.ticketId', message: 'must be a ticket of this event' },
      { field: 'attendees.2.ticketId', message: 'isn’t a ticket of this event' },
    ]
    const refused = await party(event, attendees)
    expect([refused.status, refused.body.errors]).toEqual([400, errors])
    const json = { buyer: buyerNow(), attendees }
    const added = await send(`POST /events/${event.id}/guests`, { as: calendar.owner, json })
    expect([added.status, added.body.errors]).toEqual([400, errors])
    expect(await guestsOf(event)).toEqual([])
    await setColumns('events', event.id, { registration_closes_at: 1 })
    expect((await party(event, attendees)).body.code).toBe('registration_closed')
  })

  it('drops an answer to a question that was not asked, and returns 422 question_not_asked to organisers', async () => {
    const event = await newEvent(calendar, {
      registrationQuestions: [
        { key: 'car', label: 'By car?', type: 'CHECKBOX', askOf: 'BUYER' },
        { label: 'Seat', type: 'TEXT', showIf: { questionId: 'car', anyOf: ['true'] } },
      ],
    })
    const [car, seat] = event['registrationQuestions']
    const answers = [{ questionId: seat.id, answer: 'front' }]
    const buyer = (answer: boolean) => buyerNow({ answers: [{ questionId: car.id, answer }] })
    const hidden = await party(event, [{ answers }], { buyer: buyer(false) })
    expect(hidden.body.data.guests[0].registrationAnswers).toEqual([])
    const json = { buyer: buyer(false), attendees: [{ answers }] }
    const added = await send(`POST /events/${event.id}/guests`, { as: calendar.owner, json })
    expect([added.status, added.body.code]).toEqual([422, 'question_not_asked'])
    const taken = await party(event, [{ answers }, {}], { buyer: buyer(true) })
    expect(taken.body.data.guests.map((each: { registrationAnswers: unknown[] }) => each.registrationAnswers)).toEqual([
      [{ question: 'Seat', answer: 'front' }],
      [],
    ])
    expect((await send(`GET ${manageApi(taken.body.data.manageUrl)}`)).body.data.party.registrationAnswers).toEqual([
      { question: 'By car?', answer: 'true' },
    ])
    const without = (await party(event, 1, { buyer: buyer(false) })).body.data
    const completed = await send(`PATCH ${manageApi(without.manageUrl)}/guests/${without.guests[0].id}`, {
      json: { answers },
    })
    expect([completed.status, completed.body.data.party.guests[0].guest.registrationAnswers]).toEqual([200, []])
  })
})

describe('attendee address', () => {
  it('becomes the buyer’s in the public API if it is already registered, but returns 409 already_registered with an API key', async () => {
    const event = await newEvent(calendar)
    await register(event, { email: 'known@guests.test' })
    const open = await party(event, [{ email: 'known@guests.test' }, { email: 'new@guests.test' }])
    expect(open.body.data.guests).toMatchObject([
      { emailIsBuyers: true, email: expect.stringContaining('buyer-') },
      { emailIsBuyers: false, email: 'new@guests.test' },
    ])
    const { key } = await newKey(calendar)
    const path = `POST /v1/events/${event.id}/guests`
    const refused = await send(path, { key, json: { buyer: buyerNow(), attendees: [{ email: 'known@guests.test' }] } })
    expect([refused.status, refused.body.code]).toEqual([409, 'already_registered'])
    const added = await send(path, { key, json: { buyer: buyerNow(), attendees: [{}, {}] } })
    expect(added.body.data).toMatchObject({ guests: [{ source: 'API', status: 'CONFIRMED' }, { source: 'API' }] })
  })

  it('turns an invitation to it into that guest, and the buyer is still emailed about the whole party', async () => {
    const event = await newEvent(calendar)
    await asOwner(calendar, `POST /events/${event.id}/guests/invite`, { emails: ['asked@guests.test'] })
    const [invited] = await guestsOf(event)
    const buyer = buyerNow()
    const { guests, manageUrl } = (await party(event, [{ email: 'asked@guests.test' }, {}], { buyer })).body.data
    expect(guests[0]).toMatchObject({ id: invited?.['id'], status: 'CONFIRMED', emailIsBuyers: false })
    const [mail, ...others] = await deps.db.query.mails.findMany({
      where: (row, { eq }) => eq(row.recipient, buyer.email),
    })
    expect([mail?.kind, others]).toEqual(['party', []])
    const message = mail === undefined ? null : await compose(mail, deps)
    expect(message?.text).toContain(manageUrl)
  })

  it('may be registered separately by the buyer with the address used for the party', async () => {
    const event = await newEvent(calendar)
    const buyer = buyerNow()
    await party(event, 2, { buyer })
    expect((await register(event, { email: buyer.email })).body.data.guest.status).toBe('CONFIRMED')
    expect((await register(event, { email: buyer.email })).body.data.guest).toBeNull()
  })
})

describe('party buyer', () => {
  it('can name attendees, give one an address, transfer one seat and cancel the rest', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const { guests, order, manageUrl } = (await party(event, 3)).body.data
    await pay(calendar, event, order.id)
    const [one, two, three] = guests
    const at = manageApi(manageUrl)
    // The recipient of the unsent `party` email is still the buyer.
    const waits = (await mailsOf(event)).find(({ kind }) => kind === 'party')
    await setColumns('mails', String(waits?.['id']), { status: 'pending', next_attempt_at: Date.now() + 60_000 })
    const named = await send(`PATCH ${at}/guests/${one.id}`, { json: { firstName: 'Anna', email: 'anna@guests.test' } })
    expect(named.status, named.text).toBe(200)
    expect(await rowOf('mails', String(waits?.['id']))).toMatchObject({
      guest_id: one.id,
      recipient: order.buyer.email,
      status: 'pending',
    })
    expect(named.body.data.party.guests[0]).toMatchObject({
      guest: { firstName: 'Anna', email: 'anna@guests.test', emailIsBuyers: false },
      manageUrl: null,
    })
    expect((await mailsOf(event)).at(-1)).toMatchObject({ kind: 'confirmation', recipient: 'anna@guests.test' })
    const passed = await send(`POST ${at}/guests/${two.id}/transfer`, { json: { recipientEmail: 'bo@guests.test' } })
    expect(passed.status, passed.text).toBe(200)
    expect(passed.body.data.party.guests.map(({ guest }: { guest: { id: string } }) => guest.id)).toEqual([
      one.id,
      three.id,
    ])
    expect((await orderNow(calendar, event, order.id)).items[0].guestIds).not.toContain(two.id)
    const stranger = await send(`PATCH ${at}/guests/${two.id}`, { json: { firstName: 'X' } })
    expect(stranger.status).toBe(404)
    const taken = { email: 'anna@guests.test', recipientEmail: 'anna@guests.test' }
    for (const line of [`PATCH ${at}/guests/${three.id}`, `POST ${at}/guests/${three.id}/transfer`]) {
      const refused = await send(line, { json: taken })
      // The holder of a link gets `already_registered` without `data`, which would reveal the other guest.
      expect([refused.body.code, refused.body.data], line).toEqual(['already_registered', undefined])
    }
    const cancelled = await send(`POST ${at}/cancel`)
    expect(cancelled.body.data.party.guests.map(({ guest }: { guest: { status: string } }) => guest.status)).toEqual([
      'CANCELLED',
      'CANCELLED',
    ])
    expect(await seatsHeld(event)).toBe(1)
    const json = { recipientEmail: 'cy@guests.test' }
    expect((await send(`POST ${at}/guests/${three.id}/transfer`, { json })).body.code).toBe('invalid_transition')
  })

  it('finds their own data in /data even without attending, while an attendee sees none of it', async () => {
    const event = await newEvent(calendar, {}, { price: 500 })
    const buyer = buyerNow({ firstName: 'Secretive' })
    for (const attendees of [[{ firstName: 'Bea' }, { firstName: 'Cleo' }], [{ firstName: 'Dora' }]]) {
      const taken = await party(event, attendees, { buyer: { ...buyer, email: `${attendees.length}${buyer.email}` } })
      const { order, manageUrl } = taken.body.data
      await pay(calendar, event, order.id)
      const told = await send(`GET ${manageApi(manageUrl)}/data`)
      const rows = (what: string) => told.body.data.held.find((each: { what: string }) => each.what === what).rows
      expect(rows('parties registered by the buyer')).toMatchObject([{ buyerFirstName: 'Secretive' }])
      expect(rows('orders')).toMatchObject([{ number: order.number, total: order.total }])
      expect(rows('registrations')).toMatchObject([{ firstName: attendees[0]?.firstName }])

      const { guests } = (await send(`GET ${manageApi(manageUrl)}`)).body.data.party
      for (const brought of guests as { guest: { firstName: string }; manageUrl: string }[]) {
        const own = await send(`GET ${manageApi(brought.manageUrl)}/data`)
        expect(own.status, own.text).toBe(200)
        expect(own.text).toContain(brought.guest.firstName)
        expect(own.text).not.toContain('Secretive')
        expect(own.text).not.toContain(order.number)
      }
    }
    const [secret, friend] = [buyerNow({ email: 'secret.payer@guests.test' }), 'friend.of@guests.test']
    const { order, guests, manageUrl } = (
      await party(event, [{ firstName: 'Fay', email: friend }, { firstName: 'Gil' }], { buyer: secret })
    ).body.data
    await pay(calendar, event, order.id)
    await refund(calendar, event, order.id, { amount: 100, reason: 'a word to who paid' })
    const mailed = (kind: string, recipient: string) => expect.objectContaining({ kind, recipient })
    const told = await send(`GET ${manageApi(manageUrl)}/data`)
    const rows = (held: { what: string; rows: object[] }[]) =>
      held.find(({ what }) => what === 'emails, queued and sent')?.rows
    expect(rows(told.body.data.held)).toEqual(expect.arrayContaining([mailed('refund', secret.email)]))
    expect(told.text).not.toContain('"kind":"confirmation","recipient":"friend')
    const links = (await send(`GET ${manageApi(manageUrl)}`)).body.data.party.guests as { manageUrl: string }[]
    const ownLinks = [await manageUrlOfGuest(guests[0].id, deps), String(links[1]?.manageUrl)]
    const own = await Promise.all(ownLinks.map((each) => send(`GET ${manageApi(each)}/data`)))
    expect(rows(own[0]!.body.data.held)).toEqual([mailed('confirmation', friend)])
    for (const hidden of [secret.email, order.id, 'a word to who paid']) expect(own[0]!.text).not.toContain(hidden)
    expect(rows(own[1]!.body.data.held)).toEqual([])
  })

  it('does not share data with the holders of links from another registration under the same address', async () => {
    const event = await newEvent(calendar, {}, { price: 500 })
    const buyer = buyerNow({ firstName: 'Secretive' })
    const { order, manageUrl } = (await party(event, [{ email: 'bea.of@guests.test' }], { buyer })).body.data
    const { email } = buyer
    const alone = (await register(event, { email })).body.data.manageUrl
    const many = (await party(event, 1, { buyer: buyerNow({ email }) })).body.data.manageUrl
    expect((await send(`GET ${manageApi(manageUrl)}/data`)).text).toContain('Secretive')
    for (const link of [alone, many]) {
      const told = await send(`GET ${manageApi(link)}/data`)
      expect(told.status, told.text).toBe(200)
      for (const hidden of ['Secretive', order.number]) expect(told.text).not.toContain(hidden)
    }
  })

  it('owes only for the remaining seats after an unpaid seat is cancelled', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const { guests, order, manageUrl } = (await party(event, 3)).body.data
    const nobody = await send(`POST ${manageApi(manageUrl)}/cancel`, { json: { guestIds: [] } })
    expect([nobody.status, nobody.body.errors[0].field]).toEqual([400, 'guestIds'])
    expect(await statusesOf(event)).toEqual(['PENDING', 'PENDING', 'PENDING'])
    await send(`POST ${manageApi(manageUrl)}/cancel`, { json: { guestIds: [guests[0].id] } })
    expect(await orderNow(calendar, event, order.id)).toMatchObject({
      status: 'PENDING',
      total: 600,
      items: [{ quantity: 2, guestIds: [guests[1].id, guests[2].id] }],
    })
    await send(`POST ${manageApi(manageUrl)}/cancel`)
    expect((await orderNow(calendar, event, order.id)).status).toBe('CANCELLED')
  })
})

describe('party payment', () => {
  it.each([
    [{ discountType: 'AMOUNT', amountOff: 100, currency: 'EUR' }, [1_000, 1_000, 1_000], [34, 33, 33]],
    [{ discountType: 'AMOUNT', amountOff: 101, currency: 'EUR' }, [1_000, 1_000, 1_000], [35, 33, 33]],
    [{ discountType: 'AMOUNT', amountOff: 4, currency: 'EUR' }, [1, 1, 1, 1, 1], [1, 1, 1, 1, 0]],
    [{ percentOff: 33 }, [101, 101, 101], [33, 33, 33]],
    [{ percentOff: 50 }, [101, 101, 101], [51, 50, 50]],
    [{ percentOff: 100 }, [100, 250], [100, 250]],
    [{ percentOff: 50, maxDiscountedSeats: 1 }, [1_000, 1_000], [500, 0]],
  ])('splits the discount %j over the prices %j as %j', async (terms, prices, discounts) => {
    const event = await newEvent(calendar)
    const tickets = new Map<number, string>()
    for (const price of new Set(prices)) tickets.set(price, (await newTicket(event, { price })).id)
    const code = `SPLIT-${(made += 1)}`
    await newCoupon(calendar, { code, maxRedemptions: 1, discountType: 'PERCENT', ...terms })
    const answer = await party(
      event,
      prices.map((price) => ({ ticketId: tickets.get(price) })),
      { couponCode: code },
    )
    expect(answer.status, answer.text).toBe(200)
    const { order, guests } = answer.body.data
    const paid = prices.map((price, index) => price - (discounts[index] ?? 0))
    const sum = (numbers: number[]) => numbers.reduce((left, right) => left + right, 0)
    expect([order.subtotal, order.discount, order.total]).toEqual([sum(prices), sum(discounts), sum(paid)])
    // An order counts as one use towards `maxRedemptions`, however many seats it has.
    const again = await party(event, [{ ticketId: tickets.get(prices[0] ?? 0) }], { couponCode: code })
    expect(again.body.code).toBe('coupon_exhausted')
    if (order.total === 0) return
    // Refunding a seat returns its discounted price. All refunds together return `order.total`.
    await pay(calendar, event, order.id)
    const back: number[] = []
    for (const [index, { id }] of guests.entries()) {
      if (paid[index] === 0) continue
      const gone = await refund(calendar, event, order.id, { items: [{ guestId: id }], cancelGuests: true })
      expect(gone.status, gone.text).toBe(200)
      back.push(gone.body.data.refund.amount)
    }
    expect(back).toEqual(paid.filter((amount) => amount > 0))
    expect((await orderNow(calendar, event, order.id)).status).toBe('REFUNDED')
  })

  describe('with a coupon for one of two tickets', () => {
    const mixed = async (terms: object, tickets: ('A' | 'B')[], fields: Record<string, unknown> = {}) => {
      const event = await newEvent(calendar, fields, { price: 1_000 })
      const other = await newTicket(event, { price: 600 })
      const code = `COVERS-A-${(made += 1)}`
      const coupon = await newCoupon(calendar, { code, ...terms, ticketIds: [event.ticketId] })
      const attendees = tickets.map((name) => ({ ticketId: name === 'A' ? event.ticketId : other.id }))
      return { event, coupon, attendees, code, ...(await party(event, attendees, { couponCode: code })) }
    }
    const approve = (event: { id: string }, id: string) =>
      asOwner(calendar, `POST /events/${event.id}/guests/${id}/approve`)
    const toLine = (event: { id: string }, id: string) =>
      asOwner(calendar, `PATCH /events/${event.id}/guests/${id}/status`, { status: 'WAITLISTED' })
    const sharesOf = async (orderId: string) => {
      const seats = env.DB.prepare('select discount from order_seats where order_id = ? order by position').bind(
        orderId,
      )
      return (await seats.all<{ discount: number }>()).results.map(({ discount }) => discount)
    }

    it.each([
      ['PERCENT', { percentOff: 50 }, ['B', 'A', 'B'], [0, 500, 0]],
      ['PERCENT of all', { percentOff: 100 }, ['A', 'B'], [1_000, 0]],
      ['AMOUNT', { discountType: 'AMOUNT', amountOff: 1_500, currency: 'EUR' }, ['A', 'B'], [1_000, 0]],
      ['AMOUNT', { discountType: 'AMOUNT', amountOff: 101, currency: 'EUR' }, ['A', 'B', 'A'], [51, 0, 50]],
      ['one seat', { percentOff: 50, maxDiscountedSeats: 1 }, ['B', 'A', 'A'], [0, 500, 0]],
    ] as const)('discounts only the seats it covers (%s %j): %j as %j', async (_, terms, tickets, discounts) => {
      const { body, coupon, text, status } = await mixed({ ...terms, maxRedemptions: 1 }, [...tickets])
      expect(status, text).toBe(200)
      const { order } = body.data
      const discount = discounts.reduce<number>((sum, each) => sum + each, 0)
      expect([order.discount, order.total]).toEqual([discount, order.subtotal - discount])
      expect(await sharesOf(order.id)).toEqual(discounts)
      expect(await rowOf('coupons', coupon.id)).toMatchObject({ redeemed_count: 1 })
    })

    it('confirms a party without payment only if the covered seats are all that cost something', async () => {
      const { body } = await mixed({ percentOff: 100 }, ['A', 'B'])
      expect(body.data.guests.map(({ status }: { status: string }) => status)).toEqual(['PENDING', 'PENDING'])
      const free = await mixed({ percentOff: 100 }, ['A', 'A'])
      expect(free.body.data.order).toMatchObject({ status: 'PAID', total: 0 })
    })

    it('gives the same price to a party promoted from the waiting list', async () => {
      const { event, body } = await mixed({ percentOff: 50 }, ['B', 'A'], { capacity: 2, requiresApproval: true })
      const [first] = body.data.guests
      expect((await approve(event, first.id)).status).toBe(200)
      const [order] = await ordersOf(event)
      expect(order).toMatchObject({ subtotal: 1_600, discount: 500, total: 1_100 })
    })

    it('keeps the coupon for the members it covers when others are seated first', async () => {
      const { event, coupon, body } = await mixed({ percentOff: 50, maxRedemptions: 1 }, ['B', 'A'], {
        capacity: 9,
        waitlistEnabled: true,
        requiresApproval: true,
      })
      for (const { id } of body.data.guests) await toLine(event, id)
      for (const { id } of body.data.guests) await approve(event, id)
      expect((await ordersOf(event)).map(({ discount, coupon_id: id }) => [discount, id])).toEqual([
        [0, null],
        [500, coupon.id],
      ])
      expect(await rowOf('coupons', coupon.id)).toMatchObject({ redeemed_count: 1 })
    })
  })

  it('refunds a seat once and cancels only the named guests', async () => {
    const event = await newEvent(calendar, {}, { price: 700 })
    const { guests, order } = (await party(event, 2)).body.data
    await pay(calendar, event, order.id)
    const items = [{ guestId: guests[1].id }]
    expect((await refund(calendar, event, order.id, { items, cancelGuests: true })).status).toBe(200)
    expect(await statusesOf(event)).toEqual(['CONFIRMED', 'CANCELLED'])
    const again = await refund(calendar, event, order.id, { items })
    expect([again.status, again.body.code]).toEqual([409, 'seat_refunded'])
    const foreign = await refund(calendar, event, order.id, {
      items: [{ guestId: guests[1].id }, { guestId: 'gst_x' }, { guestId: 'gst_y' }],
    })
    expect(foreign.body.errors).toEqual([{ field: 'items.1.guestId', message: 'isn’t a guest of this order' }])
    expect([foreign.status, foreign.body.code]).toEqual([400, 'validation_failed'])
    const both = await refund(calendar, event, order.id, { items, amount: 5 })
    expect([both.status, both.body.errors[0].field]).toEqual([400, 'amount'])
  })
})

describe('party seat', () => {
  const byHand = (event: { id: string }, id: string, status: string) =>
    asOwner(calendar, `PATCH /events/${event.id}/guests/${id}/status`, { status })
  const approve = (event: { id: string }, id: string) =>
    asOwner(calendar, `POST /events/${event.id}/guests/${id}/approve`)
  const back = (event: { id: string }, id: string) => byHand(event, id, 'CONFIRMED')
  const changesOf = async (orderId: string) =>
    (await env.DB.prepare('select fields from changes where object_id = ? order by seq').bind(orderId).raw()).flat()
  const owed = async (event: { id: string }) => (await ordersOf(event)).map(({ status, total }) => [status, total])
  const paidParty = async (size: number, fields: Record<string, unknown> = {}) => {
    const event = await newEvent(calendar, fields, { price: 500 })
    const { data } = (await party(event, size)).body
    await pay(calendar, event, data.order.id)
    return { event, ...data }
  }

  it.each([
    [['CANCELLED'], back],
    [['PENDING'], back],
    [['PENDING'], approve],
    [['WAITLISTED'], approve],
    [['WAITLISTED', 'PENDING'], approve],
  ])('stays paid: a guest who is %j comes back to the same order without paying again', async (ways, comeBack) => {
    const { event, guests, order } = await paidParty(2, { waitlistEnabled: true })
    const [{ id }] = guests
    for (const way of ways) expect((await byHand(event, id, way)).body.data.status).toBe(way)
    const answer = await comeBack(event, id)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({ status: 'CONFIRMED', orderId: order.id })
    expect(await owed(event)).toEqual([['PAID', 1_000]])
  })

  it('stays paid through an automatic promotion and after a transfer', async () => {
    const { event, guests, order } = await paidParty(2, { capacity: 2, waitlistEnabled: true })
    const [one, two] = guests
    await byHand(event, one.id, 'WAITLISTED')
    expect(await statusesOf(event)).toEqual(['WAITLISTED', 'CONFIRMED'])
    await asOwner(calendar, `PATCH /events/${event.id}`, { capacity: 5 })
    expect(await statusesOf(event)).toEqual(['CONFIRMED', 'CONFIRMED'])
    const taken = await send(`POST /rsvps/${two.id}/transfer`, {
      as: calendar.owner,
      json: { recipientEmail: 'taker@guests.test' },
    })
    await byHand(event, taken.body.data.id, 'CANCELLED')
    expect((await back(event, taken.body.data.id)).body.data.orderId).toBe(order.id)
    expect(await owed(event)).toEqual([['PAID', 1_000]])
  })

  it('needs a new order after a refund', async () => {
    const { event, guests, order } = await paidParty(2)
    await refund(calendar, event, order.id, { items: [{ guestId: guests[0].id }], cancelGuests: true })
    expect((await back(event, guests[0].id)).body.data).toMatchObject({ status: 'CONFIRMED' })
    expect(await owed(event)).toEqual([
      ['PARTIALLY_REFUNDED', 1_000],
      ['PENDING', 500],
    ])
  })

  it('keeps its new order when the rest of the first order is refunded', async () => {
    const { event, guests, order } = await paidParty(3)
    const [anew, , aside] = guests
    await refund(calendar, event, order.id, { items: [{ guestId: anew.id }], cancelGuests: true })
    const { orderId } = (await back(event, anew.id)).body.data
    await pay(calendar, event, orderId)
    for (const way of ['WAITLISTED', 'PENDING']) await byHand(event, aside.id, way)
    expect((await refund(calendar, event, order.id, { cancelGuests: true })).status).toBe(200)
    expect(await statusesOf(event)).toEqual(['CONFIRMED', 'CANCELLED', 'CANCELLED'])
    expect(await owed(event)).toEqual([
      ['REFUNDED', 1_500],
      ['PAID', 500],
    ])
  })

  it.each(['WAITLISTED', 'CANCELLED'])(
    'gets a second PENDING order when its unpaid guest was %s and comes back',
    async (way) => {
      const event = await newEvent(calendar, { waitlistEnabled: true }, { price: 500 })
      const { guests, order } = (await party(event, 2)).body.data
      await byHand(event, guests[0].id, way)
      expect(await owed(event)).toEqual([['PENDING', 500]])
      await back(event, guests[0].id)
      expect(await owed(event)).toEqual([
        ['PENDING', 500],
        ['PENDING', 500],
      ])
      await pay(calendar, event, order.id)
      expect(await owed(event)).toEqual([
        ['PAID', 500],
        ['PENDING', 500],
      ])
    },
  )

  it('is refunded only once, whichever guest has it, and the order lists its current guests', async () => {
    const { event, guests, order, manageUrl } = await paidParty(2)
    const [one, two] = guests
    expect((await refund(calendar, event, order.id, { items: [{ guestId: one.id }] })).status).toBe(200)
    const before = await orderNow(calendar, event, order.id)
    const changes = await changesOf(order.id)
    const pass = (id: string, recipientEmail: string) =>
      send(`POST ${manageApi(manageUrl)}/guests/${id}/transfer`, { json: { recipientEmail } })
    // Transferring the second seat also updates the order, although `guest_id` refers to the first guest.
    expect((await pass(two.id, 'second@guests.test')).status).toBe(200)
    const told = await orderNow(calendar, event, order.id)
    expect(Date.parse(told.updatedAt)).toBeGreaterThan(Date.parse(before.updatedAt))
    expect(await changesOf(order.id)).toEqual([...changes, 'updatedAt,items,'])
    const last = await pass(one.id, 'first@guests.test')
    expect(last.status, last.text).toBe(200)
    expect(last.body.data).toMatchObject({ guest: { status: 'TRANSFERRED' }, party: { guests: [] }, canCancel: false })
    expect((await send(`GET ${manageApi(manageUrl)}`)).body.data).toEqual(last.body.data)
    const [first, second] = (await orderNow(calendar, event, order.id)).items[0].guestIds
    expect([first, second]).not.toContain(one.id)
    const again = await refund(calendar, event, order.id, { items: [{ guestId: first }] })
    expect([again.status, again.body.code]).toEqual([409, 'seat_refunded'])
    expect((await refund(calendar, event, order.id, { items: [{ guestId: second }] })).status).toBe(200)
    expect(await orderNow(calendar, event, order.id)).toMatchObject({
      status: 'REFUNDED',
      refunded: 1_000,
      refunds: [{ guestIds: [first] }, { guestIds: [second] }],
    })
    const { byTicket } = (await asOwner(calendar, `GET /events/${event.id}/sales`)).body.data
    expect(byTicket).toMatchObject([{ gross: 1_000, refunded: 1_000 }])
  })

  it.each([
    ['one by one', { discountType: 'AMOUNT', amountOff: 400, currency: 'EUR' }, 400, 'PENDING'],
    ['at once', { discountType: 'PERCENT', percentOff: 100, maxDiscountedSeats: 1 }, 500, 'CONFIRMED'],
  ])(
    'shares one coupon redemption with its party, even if all guests are waitlisted separately and promoted %s',
    async (how, terms, off, first) => {
      const code = `APART-${(made += 1)}`
      const { id: couponId } = await newCoupon(calendar, { code, maxRedemptions: 1, ...terms })
      const fields = { capacity: 3, waitlistEnabled: true, requiresApproval: true }
      const event = await newEvent(calendar, fields, { price: 500 })
      const { guests } = (await party(event, 3, { couponCode: code })).body.data
      await asOwner(calendar, `POST /events/${event.id}/guests`, { ...buyerNow(), ticketId: event.ticketId })
      await setColumns('events', event.id, { capacity: 1 })
      for (const { id } of guests) await byHand(event, id, 'WAITLISTED')
      if (how === 'at once') {
        await asOwner(calendar, `PATCH /events/${event.id}`, { capacity: 10 })
      } else {
        await setColumns('events', event.id, { capacity: 10 })
        for (const { id } of guests) expect((await approve(event, id)).status).toBe(200)
      }
      expect(await statusesOf(event)).toEqual([first, 'PENDING', 'PENDING', 'PENDING'])
      const discounts = (await ordersOf(event)).map(({ discount }) => Number(discount))
      expect(discounts.toSorted((left, right) => right - left)).toEqual([off, 0, 0, 0])
      expect(await rowOf('coupons', couponId)).toMatchObject({ redeemed_count: 1 })
    },
  )

  it('remains due without an expiry if a manager confirmed it before the party’s order expired', async () => {
    const event = await newEvent(calendar, {}, { price: 500 })
    const { guests, order } = (await party(event, 2)).body.data
    await back(event, guests[0].id)
    expect((await orderNow(calendar, event, order.id)).expiresAt).toBe(order.expiresAt)
    await letExpire(order.id)
    await expireUnpaidOrders(deps)
    expect(await statusesOf(event)).toEqual(['CONFIRMED', 'CANCELLED'])
    expect(await orderNow(calendar, event, order.id)).toMatchObject({
      status: 'PENDING',
      total: 500,
      expiresAt: null,
      items: [{ guestIds: [guests[0].id] }],
    })
    expect((await pay(calendar, event, order.id)).body.data.status).toBe('PAID')
  })

  it('after a transfer, its price is owed by the recipient: cancelling clears the debt, and paying the order confirms them', async () => {
    const passedOn = async () => {
      const event = await newEvent(calendar, {}, { price: 500 })
      const { guests, order } = (await party(event, 2)).body.data
      await back(event, guests[0].id)
      const json = { recipientEmail: `taker-${(made += 1)}@guests.test` }
      const taken = await send(`POST /rsvps/${guests[0].id}/transfer`, { as: calendar.owner, json })
      return { event, order, taker: taken.body.data.id as string, other: guests[1].id as string }
    }
    const left = await passedOn()
    await byHand(left.event, left.taker, 'CANCELLED')
    expect(await owed(left.event)).toEqual([['PENDING', 500]])
    await byHand(left.event, left.other, 'CANCELLED')
    expect(await owed(left.event)).toEqual([['CANCELLED', 500]])
    const stays = await passedOn()
    expect((await byHand(stays.event, stays.taker, 'PENDING')).body.data.orderId).toBe(stays.order.id)
    await pay(calendar, stays.event, stays.order.id)
    expect(await statusesOf(stays.event)).toEqual(['TRANSFERRED', 'CONFIRMED', 'CONFIRMED'])
    expect(await owed(stays.event)).toEqual([['PAID', 1_000]])
  })

  it('is confirmed by email if it is free and the priced seats of its order are cancelled', async () => {
    const event = await newEvent(calendar, {}, { price: 500 })
    const free = await newTicket(event, { price: 0 })
    const buyer = buyerNow()
    const attendees = [{ ticketId: event.ticketId }, { ticketId: free.id }]
    const { guests } = (await party(event, attendees, { buyer })).body.data
    expect(await statusesOf(event)).toEqual(['PENDING', 'PENDING'])
    await byHand(event, guests[0].id, 'CANCELLED')
    expect(await owed(event)).toEqual([['PAID', 0]])
    expect(await statusesOf(event)).toEqual(['CANCELLED', 'CONFIRMED'])
    const told = (await mailsTo(buyer.email)).filter((mail) => mail['guest_id'] === guests[1].id)
    expect(told.map(({ kind }) => kind)).toEqual(['promoted'])
    // The CANCELLED guest has no paid seat, so confirming them creates a new PENDING order.
    await back(event, guests[0].id)
    expect(await owed(event)).toEqual([
      ['PAID', 0],
      ['PENDING', 500],
    ])
  })

  it('keeps the currency of its ticket fixed while the party waits for approval', async () => {
    const event = await newEvent(calendar, { requiresApproval: true }, { price: 1_000 })
    const other = await newTicket(event, { price: 2_000 })
    const { guests } = (await party(event, [{ ticketId: event.ticketId }, { ticketId: other.id }])).body.data
    const change = (json: object) => asOwner(calendar, `PATCH /events/${event.id}/tickets/${other.id}`, json)
    const refused = await change({ currency: 'JPY' })
    expect([refused.status, refused.body.errors?.[0].field]).toEqual([400, 'currency'])
    expect((await change({ price: 1_500 })).status).toBe(200)
    await approve(event, guests[0].id)
    expect(await owed(event)).toEqual([['PENDING', 2_500]])
    expect((await change({ currency: 'JPY' })).status).toBe(200)
  })

  it('returns 409 coupon_exhausted or 422 coupon_invalid when added with a coupon that cannot be redeemed', async () => {
    const event = await newEvent(calendar, {}, { price: 500 })
    const { key } = await newKey(calendar)
    const codes = [`ONCE-${(made += 1)}`, `OFF-${made}`]
    const { id } = await newCoupon(calendar, { code: codes[0] ?? '', maxRedemptions: 1 })
    await newCoupon(calendar, { code: codes[1] ?? '', isActive: false })
    const add = async (couponCode?: string) => {
      const json = { buyer: buyerNow(), attendees: [{}], couponCode }
      const { status, body } = await send(`POST /v1/events/${event.id}/guests`, { key, json })
      return [status, body.code, body.data?.order?.total]
    }
    expect(await add(codes[0])).toEqual([200, undefined, 250])
    expect(await add(codes[0])).toEqual([409, 'coupon_exhausted', undefined])
    expect(await add(codes[1])).toEqual([422, 'coupon_invalid', undefined])
    expect(await rowOf('coupons', id)).toMatchObject({ redeemed_count: 1 })
  })

  it('gets no discount from a coupon in another currency', async () => {
    const code = `OTHER-${(made += 1)}`
    await newCoupon(calendar, { code, discountType: 'AMOUNT', amountOff: 5_000, currency: 'JPY' })
    const event = await newEvent(calendar, { requiresApproval: true }, { price: 9_000, currency: 'JPY' })
    const { guests } = (await party(event, 2, { couponCode: code })).body.data
    const alone = await register(event, { couponCode: code })
    expect(alone.status, alone.text).toBe(200)
    await asOwner(calendar, `PATCH /events/${event.id}/tickets/${event.ticketId}`, { currency: 'EUR', price: 6_000 })
    for (const id of [guests[0].id, alone.body.data.guest.id]) expect((await approve(event, id)).status).toBe(200)
    expect((await ordersOf(event)).map(({ currency, total }) => [currency, total])).toEqual([
      ['EUR', 12_000],
      ['EUR', 6_000],
    ])
  })
})

describe('erasing the buyer of a party', () => {
  it('removes their address from every guest, email, order and party row', async () => {
    const event = await newEvent(calendar)
    const buyer = buyerNow()
    const { guests, partyId } = (await party(event, [{ email: buyer.email }, {}], { buyer })).body.data
    await asOwner(calendar, `POST /events/${event.id}/guests/${guests[0].id}/erase`)
    const rows = JSON.stringify([
      await guestsOf(event),
      await mailsOf(event),
      await ordersOf(event),
      await rowOf('parties', partyId),
    ])
    expect(rows).not.toContain(buyer.email)
  })
})

describe('party emails and reports', () => {
  it.each([
    [
      'erased',
      (event: Given, id: string) => asOwner(calendar, `POST /events/${String(event['id'])}/guests/${id}/erase`),
    ],
    [
      'passed on',
      (_: Given, id: string) =>
        asOwner(calendar, `POST /rsvps/${id}/transfer`, { recipientEmail: `taker-${(made += 1)}@guests.test` }),
    ],
    [
      'cancelled',
      (event: Given, id: string) =>
        asOwner(calendar, `PATCH /events/${String(event['id'])}/guests/${id}/status`, { status: 'CANCELLED' }),
    ],
  ] as const)(
    'still email the buyer about the others when the first attendee is %s before the email is sent',
    async (_, leave) => {
      const event = await newEvent(calendar)
      const buyer = buyerNow()
      const { guests, manageUrl } = (await party(event, [{ firstName: 'Gone' }, { firstName: 'Stays' }], { buyer }))
        .body.data
      const [first] = await mailsTo(buyer.email)
      await expect.poll(async () => (await rowOf('mails', String(first?.['id'])))?.['status']).toBe('sent')
      await setColumns('mails', String(first?.['id']), { status: 'retrying', next_attempt_at: Date.now() + 600_000 })
      expect((await leave(event, guests[0].id)).status).toBe(200)
      const [mail] = await mailsFor(buyer.email, deps)
      expect(await rowOf('mails', String(first?.['id']))).toMatchObject({ recipient: buyer.email, status: 'retrying' })
      expect(mail?.kind).toBe('party')
      expect(mail?.text).toContain(manageUrl)
      expect(mail?.text).toContain('Stays')
      expect(mail?.text).not.toContain('Gone')
    },
  )

  it('resend the party link to the buyer at most once an hour, even if every attendee has another address', async () => {
    const event = await newEvent(calendar)
    const buyer = buyerNow()
    await party(event, [{ email: `own-${made}@guests.test` }, { email: `other-${made}@guests.test` }], { buyer })
    const ask = () => send(`POST /public/events/${event.id}/lost-link`, { json: { email: buyer.email } })
    const toBuyer = async () => (await mailsOf(event)).filter(({ recipient }) => recipient === buyer.email).length
    await Promise.all(Array.from({ length: 6 }, ask))
    expect(await toBuyer()).toBe(2)
    await env.DB.prepare('update mails set created_at = 1 where event_id = ?').bind(event.id).run()
    await Promise.all([ask(), ask()])
    expect(await toBuyer()).toBe(3)
    expect((await mailsOf(event)).at(-1)).toMatchObject({ kind: 'party', recipient: buyer.email })
    expect((await mailsFor(buyer.email, deps)).at(-1)?.text).toContain('View registration:')
  })

  it('add the answers of the buyer and the partyId to the guest export', async () => {
    const registrationQuestions = [
      { key: 'from', label: 'Where from?', type: 'TEXT', askOf: 'BUYER' },
      { key: 'meal', label: 'Meal', type: 'TEXT' },
    ]
    const event = await newEvent(calendar, { registrationQuestions })
    const [from, meal] = event['registrationQuestions']
    const buyer = buyerNow({ answers: [{ questionId: from.id, answer: 'Lyon' }] })
    const { partyId } = (await party(event, [{ answers: [{ questionId: meal.id, answer: 'Rice' }] }, {}], { buyer }))
      .body.data
    await register(event)
    const [head, ...lines] = (await asOwner(calendar, `GET /events/${event.id}/export?format=csv`)).text
      .trim()
      .split('\r\n')
    expect(head?.endsWith(',source,Where from?,Meal,partyId')).toBe(true)
    // Guests of one party have the same `created_at`, so their lines are in no fixed order.
    expect(lines.map((line) => line.split(',').slice(-3).join()).toSorted()).toEqual([
      ',,',
      `Lyon,,${partyId}`,
      `Lyon,Rice,${partyId}`,
    ])
  })

  it('count each seat and its refund under its own ticket in the sales', async () => {
    const event = await newEvent(calendar, {}, { price: 1_000 })
    const other = await newTicket(event, { price: 300 })
    const { order, guests } = (
      await party(event, [{ ticketId: event.ticketId }, { ticketId: other.id }, { ticketId: other.id }])
    ).body.data
    const lines = async () =>
      (await asOwner(calendar, `GET /events/${event.id}/sales`)).body.data.byTicket.map(
        ({ ticketId, pending, gross, refunded }: Record<string, unknown>) => [ticketId, pending, gross, refunded],
      )
    expect(await lines()).toEqual([
      [event.ticketId, 1_000, 0, 0],
      [other.id, 600, 0, 0],
    ])
    await pay(calendar, event, order.id)
    await refund(calendar, event, order.id, { items: [{ guestId: guests[2].id }] })
    expect(await lines()).toEqual([
      [event.ticketId, 0, 1_000, 0],
      [other.id, 0, 600, 300],
    ])
  })

  it('count a refund under the remaining ticket when the first attendee left before payment', async () => {
    const event = await newEvent(calendar, {}, { price: 1_000 })
    const other = await newTicket(event, { price: 300 })
    const { order, guests } = (await party(event, [{ ticketId: event.ticketId }, { ticketId: other.id }])).body.data
    const left = { json: { status: 'CANCELLED' }, as: calendar.owner }
    await send(`PATCH /events/${event.id}/guests/${guests[0].id}/status`, left)
    await pay(calendar, event, order.id)
    await refund(calendar, event, order.id, { amount: 100 })
    const { totals, byTicket } = (await asOwner(calendar, `GET /events/${event.id}/sales`)).body.data
    expect(totals).toMatchObject([{ gross: 300, refunded: 100, net: 200 }])
    expect(byTicket).toMatchObject([{ ticketId: other.id, gross: 300, refunded: 100 }])
  })

  it('count a partial refund by amount under the first ticket, even beyond its price', async () => {
    const event = await newEvent(calendar, {}, { price: 300 })
    const other = await newTicket(event, { price: 1_000 })
    const { order } = (await party(event, [{ ticketId: event.ticketId }, { ticketId: other.id }])).body.data
    await pay(calendar, event, order.id)
    await refund(calendar, event, order.id, { amount: 500 })
    const { totals, byTicket } = (await asOwner(calendar, `GET /events/${event.id}/sales`)).body.data
    expect(totals).toMatchObject([{ paidOrders: 1, gross: 1_300, refunded: 500, net: 800 }])
    expect(byTicket).toMatchObject([{ net: -200 }, { net: 1_000 }])
  })
})

describe('party check-in', () => {
  it('shows every attendee and admits all of them in one commit', async () => {
    const event = await newDoor(calendar)
    const { guests, partyId } = (await party(event, [{ firstName: 'Anna' }, {}, {}])).body.data
    const [one, two, three] = guests
    const lookup = async () =>
      (await asOwner(calendar, `GET /events/${event.id}/checkins/lookup?qrCode=${one.qrCode}`)).body.data.party
    expect(await lookup()).toEqual({
      id: partyId,
      size: 3,
      inside: 0,
      guests: [
        { id: one.id, name: 'Anna', status: 'CONFIRMED' },
        { id: two.id, name: '', status: 'CONFIRMED' },
        { id: three.id, name: '', status: 'CONFIRMED' },
      ],
    })
    // The offline manifest shows which guests belong together (`party`), but not their names.
    await register(event)
    const { entries } = (await asOwner(calendar, `GET /events/${event.id}/checkins/manifest`)).body.data
    const refs = entries.flatMap((entry: { party: string | null }) => entry.party ?? [])
    expect([entries.length, refs.length, new Set(refs).size]).toEqual([4, 3, 1])
    expect(JSON.stringify(entries)).not.toContain(partyId)
    const path = `POST /events/${event.id}/checkins`
    expect((await asOwner(calendar, path, { guestId: one.id })).body.data.party).toBeUndefined()
    const headers = { 'Idempotency-Key': `all-${partyId}` }
    const admit = () => send(path, { as: calendar.owner, json: { qrCode: one.qrCode, admitParty: true }, headers })
    const admitted = await admit()
    expect(admitted.status, admitted.text).toBe(200)
    expect(admitted.body.data).toMatchObject({
      guestId: one.id,
      party: [
        { guestId: one.id, result: 'REFUSED', code: 'already_checked_in' },
        { guestId: two.id, result: 'ADMITTED', checkin: { guestId: two.id } },
        { guestId: three.id, result: 'ADMITTED' },
      ],
    })
    expect(await lookup()).toMatchObject({ inside: 3 })
    await loseAnswers()
    const retried = await admit()
    expect([retried.status, retried.body]).toEqual([200, admitted.body])
    // A search returns the same `party` as the lookup, or null for a single guest.
    const search = async (q: string) =>
      (await asOwner(calendar, `GET /events/${event.id}/checkins/search?q=${q}`)).body.data
    const found = await search('guests.test')
    expect(found.map((each: { party: { id: string } | null }) => each.party?.id ?? null).toSorted()).toEqual(
      [partyId, partyId, partyId, null].toSorted(),
    )
    expect(await search('Anna')).toMatchObject([{ guestId: one.id, party: await lookup() }])
    const again = await asOwner(calendar, path, { qrCode: one.qrCode, admitParty: true })
    expect([again.status, again.body.code]).toEqual([409, 'already_checked_in'])
    const missing = await asOwner(calendar, path, { qrCode: one.qrCode, admitParty: true, checkpointId: 'cpt_x' })
    expect([missing.status, missing.body.code]).toEqual([404, 'not_found'])
  })

  it('admits at a checkpoint all who may enter there, and says why the others may not', async () => {
    const event = await newDoor(calendar)
    const dinner = await newTicket(event, {})
    const newCheckpoint = async (json: object) =>
      (await asOwner(calendar, `POST /events/${event.id}/checkpoints`, { name: 'There', ...json })).body.data.id
    const people = [{ ticketId: dinner.id }, { ticketId: dinner.id }, { ticketId: event.ticketId }, {}, {}]
    const { guests } = (
      await party(
        event,
        people.map((person) => ({ ticketId: dinner.id, ...person })),
      )
    ).body.data
    const [one, two, three, four, five] = guests
    const path = `POST /events/${event.id}/checkins`
    const room = await newCheckpoint({ mode: 'IN_OUT', limit: 3, ticketIds: [dinner.id] })
    await asOwner(calendar, path, { guestId: two.id, checkpointId: room })
    await asOwner(calendar, path, { guestId: four.id })
    const headers = { 'Idempotency-Key': `there-${one.id}` }
    const json = { qrCode: one.qrCode, admitParty: true, checkpointId: room }
    const admit = () => send(path, { as: calendar.owner, json, headers })
    const admitted = await admit()
    expect(admitted.status, admitted.text).toBe(200)
    const scanned = { checkpointId: room, direction: 'IN', status: 'CONFIRMED' }
    expect(admitted.body.data).toMatchObject({
      guestId: one.id,
      ...scanned,
      party: [
        { guestId: one.id, result: 'ADMITTED', checkin: scanned },
        { guestId: two.id, result: 'REFUSED', code: 'already_checked_in' },
        { guestId: three.id, result: 'REFUSED', code: 'ticket_not_admitted' },
        { guestId: four.id, result: 'ADMITTED', checkin: { ...scanned, status: 'CHECKED_IN' } },
        { guestId: five.id, result: 'REFUSED', code: 'room_full' },
      ],
    })
    const { checkpoints } = (await asOwner(calendar, `GET /events/${event.id}/checkins/summary`)).body.data
    expect(checkpoints).toMatchObject([{ inside: 3, limit: 3 }])
    await loseAnswers()
    const retried = await admit()
    expect([retried.status, retried.body]).toEqual([200, admitted.body])
    const full = await asOwner(calendar, path, { qrCode: five.qrCode, admitParty: true, checkpointId: room })
    expect([full.status, full.body.code, full.body.data]).toEqual([409, 'room_full', { inside: 3, limit: 3 }])
    const leaving = await asOwner(calendar, path, { ...json, direction: 'OUT' })
    expect([leaving.status, leaving.body.errors[0].field]).toEqual([400, 'admitParty'])
    const refused = await asOwner(calendar, path, { ...json, qrCode: three.qrCode })
    expect(refused.body).toMatchObject({ code: 'ticket_not_admitted' })

    // A door pass that is bound to the checkpoint needs no `checkpointId`.
    const lunch = await newCheckpoint({ mode: 'DAILY' })
    const { token } = await newPass(event, { checkpointId: lunch })
    const all = await send(path, { token, json: { qrCode: three.qrCode, admitParty: true } })
    expect(all.body.data.party.map(({ result }: { result: string }) => result)).toEqual(guests.map(() => 'ADMITTED'))
  })

  it('never admits more of a party than fit into a room while others enter it', async () => {
    for (let turn = 0; turn < 24; turn += 1) {
      const event = await newDoor(calendar)
      const checkpoint = { name: 'Room', mode: 'IN_OUT', limit: 3 }
      const { id: checkpointId } = (await asOwner(calendar, `POST /events/${event.id}/checkpoints`, checkpoint)).body
        .data
      const [{ guests }, { guests: others }] = [
        (await party(event, [{}, {}])).body.data,
        (await party(event, [{}, {}])).body.data,
      ]
      const path = `POST /events/${event.id}/checkins`
      const answers = await Promise.all(
        [guests, others].map((all) =>
          asOwner(calendar, path, { qrCode: all[turn % 2].qrCode, admitParty: true, checkpointId }),
        ),
      )
      const results = answers.flatMap(({ body }) => body.data.party.map((each: { result: string }) => each.result))
      expect(results.toSorted()).toEqual(['ADMITTED', 'ADMITTED', 'ADMITTED', 'REFUSED'])
    }
  })

  it('leaves out an erased attendee', async () => {
    const event = await newDoor(calendar)
    const [one, two, three] = (await party(event, [{}, {}, {}])).body.data.guests
    expect((await asOwner(calendar, `POST /events/${event.id}/guests/${two.id}/erase`)).status).toBe(200)
    const { data } = (await asOwner(calendar, `GET /events/${event.id}/checkins/lookup?qrCode=${one.qrCode}`)).body
    expect([data.party.size, data.party.guests.map(({ id }: { id: string }) => id)]).toEqual([2, [one.id, three.id]])
  })

  it('readmits the whole party at a door with reentry, including an attendee who enters for the first time', async () => {
    const event = await newDoor(calendar, { reentry: true })
    const [one, two, three] = (await party(event, [{}, {}, {}])).body.data.guests
    const path = `POST /events/${event.id}/checkins`
    for (const json of [{}, { direction: 'OUT' }]) {
      for (const { id } of [one, two])
        expect((await asOwner(calendar, path, { guestId: id, ...json })).status).toBe(200)
    }
    const inside = async () =>
      (await asOwner(calendar, `GET /events/${event.id}/checkins/lookup?qrCode=${one.qrCode}`)).body.data.party.inside
    expect(await inside()).toBe(0)
    const headers = { 'Idempotency-Key': `back-${one.id}` }
    const comeBack = () => send(path, { as: calendar.owner, json: { qrCode: one.qrCode, admitParty: true }, headers })
    const back = await comeBack()
    expect(back.status, back.text).toBe(200)
    expect(back.body.data.party).toMatchObject([
      { guestId: one.id, result: 'ADMITTED', checkin: { direction: 'IN', status: 'CHECKED_IN' } },
      { guestId: two.id, result: 'ADMITTED' },
      { guestId: three.id, result: 'ADMITTED' },
    ])
    expect(await inside()).toBe(3)
    await loseAnswers()
    const retried = await comeBack()
    expect([retried.status, retried.body]).toEqual([200, back.body])
    const summary = await asOwner(calendar, `GET /events/${event.id}/checkins/summary`)
    expect(summary.body.data).toMatchObject({ checkedIn: 3, inside: 3 })
    const again = await asOwner(calendar, path, { qrCode: one.qrCode, admitParty: true })
    expect([again.status, again.body.code]).toEqual([409, 'already_checked_in'])
  })
})
