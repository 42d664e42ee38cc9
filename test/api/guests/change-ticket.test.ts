import { describe, expect, it, vi } from 'vitest'
import { send } from '../../support/api.ts'
import { deliveriesOfWebhook, guestsOf, mailsTo, rowOf, setColumns } from '../../support/database.ts'
import {
  newCalendar,
  newCoupon,
  newDoor,
  newEvent,
  newGuest,
  newKey,
  newTicket,
  newWebhook,
  register,
  type Event,
} from '../../support/factories.ts'
import { asOwner, orderNow, pay } from '../../support/orders.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar)

const move = (event: Event, guest: { id: string }, ticketId: string, more: object = {}) =>
  send(`PATCH /v1/events/${event.id}/guests/${guest.id}`, { key, json: { ticketId, ...more } })
const joined = async (event: Event, fields: object = {}) =>
  (await register(event, { ticketId: event.ticketId, ...fields })).body.data
const soldOf = async (event: Event) => {
  const { tickets } = (await asOwner(calendar, `GET /events/${event.id}`)).body.data
  return Object.fromEntries(tickets.map(({ id, sold }: { id: string; sold: number }) => [id, sold]))
}
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind)

describe('PATCH .../guests/:guestId with ticketId', () => {
  it('moves a guest and their free order to a ticket with a price, charges nothing and emails the guest', async () => {
    const event = await newEvent(calendar)
    const vip = await newTicket(event, { name: 'VIP', price: 9_000, capacity: 3 })
    const { guest, order } = await joined(event)
    const { status, body } = await move(event, guest, vip.id)
    expect([status, body.data.ticket, body.data.status, body.data.qrCode]).toEqual([
      200,
      { id: vip.id, name: 'VIP' },
      'CONFIRMED',
      guest.qrCode,
    ])
    const moved = await orderNow(calendar, event, order.id)
    expect([moved.total, moved.items]).toEqual([
      0,
      [expect.objectContaining({ ticketId: vip.id, ticketName: 'VIP', unitPrice: 0 })],
    ])
    expect(await soldOf(event)).toEqual({ [event.ticketId]: 0, [vip.id]: 1 })
    await vi.waitFor(async () => expect(await kindsTo(guest.email)).toEqual(['confirmation', 'confirmation']))
  })

  it('changes name, address and ticket in one request and sends one email', async () => {
    const event = await newEvent(calendar)
    const vip = await newTicket(event)
    const { guest } = await joined(event)
    const { body } = await move(event, guest, vip.id, { firstName: 'Grace', email: 'grace@tickets.test' })
    expect(body.data).toMatchObject({ firstName: 'Grace', email: 'grace@tickets.test', ticket: { id: vip.id } })
    expect(await kindsTo('grace@tickets.test')).toEqual(['confirmation'])
  })

  it('changes nothing if the address is taken, even if the ticket has room', async () => {
    const event = await newEvent(calendar)
    const vip = await newTicket(event)
    const [{ guest }, other] = [await joined(event), await joined(event)]
    const { status, body } = await move(event, guest, vip.id, { email: other.guest.email })
    expect([status, body.code]).toEqual([409, 'already_registered'])
    expect((await rowOf('guests', guest.id))?.ticket_id).toBe(event.ticketId)
  })

  it('changes nothing if the ticket is refused, even if the name is fine', async () => {
    const event = await newEvent(calendar)
    const full = await newTicket(event, { capacity: 1 })
    await joined(event, { ticketId: full.id })
    const { guest } = await joined(event)
    const { status, body } = await move(event, guest, full.id, { firstName: 'Grace' })
    expect([status, body.code]).toEqual([409, 'capacity_exceeded'])
    expect(await rowOf('guests', guest.id)).toMatchObject({ ticket_id: event.ticketId, first_name: 'Ada' })
    expect(await kindsTo(guest.email)).toEqual(['confirmation'])
  })

  it('gives the last seat of a ticket to exactly one of two concurrent movers', async () => {
    const event = await newEvent(calendar)
    const vip = await newTicket(event, { capacity: 2 })
    const movers = [await joined(event), await joined(event), await joined(event)]
    const answers = await Promise.all(movers.map(({ guest }) => move(event, guest, vip.id)))
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409])
    expect(await soldOf(event)).toEqual({ [event.ticketId]: 1, [vip.id]: 2 })
  })

  it('needs no free seat of the event, because the guest keeps theirs', async () => {
    const event = await newEvent(calendar, { capacity: 1 })
    const vip = await newTicket(event)
    const { guest } = await joined(event)
    expect((await move(event, guest, vip.id)).status).toBe(200)
  })

  it('gives the freed seat to the first guest waiting for the old ticket', async () => {
    const event = await newEvent(calendar, { waitlistEnabled: true }, { capacity: 1 })
    const vip = await newTicket(event)
    const [{ guest }, first, second] = [await joined(event), await joined(event), await joined(event)]
    expect([first.guest.status, second.guest.status]).toEqual(['WAITLISTED', 'WAITLISTED'])
    await move(event, guest, vip.id)
    const statuses = new Map((await guestsOf(event)).map(({ id, status }) => [id, status]))
    expect([first, second].map((each) => statuses.get(each.guest.id))).toEqual(['CONFIRMED', 'WAITLISTED'])
    expect(await kindsTo(first.guest.email)).toEqual(['waitlisted', 'promoted'])
  })

  it('promotes a waiting guest who is moved to a ticket with a free seat, and emails them once', async () => {
    const event = await newEvent(calendar, { waitlistEnabled: true }, { capacity: 1 })
    const vip = await newTicket(event)
    await joined(event)
    const { guest } = await joined(event)
    const { body } = await move(event, guest, vip.id)
    expect([body.data.status, body.data.ticket.id]).toEqual(['CONFIRMED', vip.id])
    expect(await kindsTo(guest.email)).toEqual(['waitlisted', 'promoted'])
  })

  it('lets a waiting guest wait for another full ticket', async () => {
    const event = await newEvent(calendar, { waitlistEnabled: true }, { capacity: 1 })
    const vip = await newTicket(event, { capacity: 1 })
    await joined(event, { ticketId: vip.id })
    await joined(event)
    const { guest } = await joined(event)
    const { body } = await move(event, guest, vip.id)
    expect([body.data.status, body.data.ticket.id, body.data.waitlistPosition]).toEqual(['WAITLISTED', vip.id, 1])
  })

  it('moves a priced seat only to a ticket of the same price and currency, and its order with it', async () => {
    const event = await newEvent(calendar, {}, { price: 2_000 })
    const [same, dearer, cheaper, dollars] = [
      await newTicket(event, { name: 'Balcony', price: 2_000 }),
      await newTicket(event, { price: 3_000 }),
      await newTicket(event, { price: 1_000 }),
      await newTicket(event, { price: 2_000, currency: 'USD' }),
    ]
    const { guest, order } = await joined(event)
    const refused = { field: 'ticketId', message: 'must have the same price as in the guest’s order' }
    for (const paid of [false, true]) {
      if (paid) await pay(calendar, event, order.id)
      for (const other of [dearer, cheaper, dollars]) {
        const { status, body } = await move(event, guest, other.id)
        expect([status, body.errors]).toEqual([400, [refused]])
      }
    }
    expect((await move(event, guest, same.id)).status).toBe(200)
    const moved = await orderNow(calendar, event, order.id)
    expect([moved.status, moved.total, moved.items[0].ticketName]).toEqual(['PAID', 2_000, 'Balcony'])
    const { byTicket: lines } = (await asOwner(calendar, `GET /events/${event.id}/sales`)).body.data
    expect(lines.map((line: { ticketId: string; gross: number }) => [line.ticketId, line.gross])).toEqual([
      [same.id, 2_000],
    ])
  })

  it('moves one seat of a party and leaves the others', async () => {
    const event = await newEvent(calendar, {}, { price: 1_500, name: 'Floor' })
    const balcony = await newTicket(event, { price: 1_500, name: 'Balcony' })
    const buyer = { firstName: 'Ann', lastName: 'Bee', email: 'ann@tickets.test' }
    const attendees = [{ firstName: 'Ann' }, { firstName: 'Bob' }].map((each) => ({
      ...each,
      ticketId: event.ticketId,
    }))
    const json = { buyer, attendees }
    const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body
    const [first, second] = data.guests
    await pay(calendar, event, data.order.id)
    const seats = async () =>
      (await orderNow(calendar, event, data.order.id)).items.map(
        ({ ticketName, guestIds }: { ticketName: string; guestIds: string[] }) => [ticketName, guestIds],
      )
    await move(event, second, balcony.id)
    expect(await seats()).toEqual([
      ['Floor', [first.id]],
      ['Balcony', [second.id]],
    ])
    await move(event, first, balcony.id)
    expect(await seats()).toEqual([['Balcony', [first.id, second.id]]])
    const { byTicket: lines } = (await asOwner(calendar, `GET /events/${event.id}/sales`)).body.data
    expect(lines).toEqual([expect.objectContaining({ ticketId: balcony.id, gross: 3_000, paidOrders: 1 })])
  })

  it('keeps the coupon of a waiting guest to the tickets that it covers', async () => {
    const event = await newEvent(calendar, { waitlistEnabled: true }, { capacity: 1, price: 1_000 })
    const vip = await newTicket(event, { price: 1_000 })
    await newCoupon(calendar, { code: 'FLOOR', ticketIds: [event.ticketId] })
    await joined(event)
    const { guest } = await joined(event, { couponCode: 'FLOOR' })
    expect(guest.status).toBe('WAITLISTED')
    const { status, body } = await move(event, guest, vip.id)
    expect([status, body.errors]).toEqual([
      400,
      [{ field: 'ticketId', message: 'isn’t covered by the guest’s coupon' }],
    ])
  })

  it('moves an admitted guest and counts them under the new ticket at the door', async () => {
    const event = await newDoor(calendar)
    const vip = await newTicket(event, { name: 'VIP' })
    const guest = await newGuest(event)
    await send(`POST /v1/events/${event.id}/checkins`, { key, json: { guestId: guest.id } })
    expect((await move(event, guest, vip.id)).body.data.status).toBe('CHECKED_IN')
    const { byTicket } = (await send(`GET /v1/events/${event.id}/checkins/summary`, { key })).body.data
    expect(
      byTicket.map((each: Record<string, unknown>) => [each['ticketId'], each['expected'], each['checkedIn']]),
    ).toEqual([
      [event.ticketId, 0, 0],
      [vip.id, 1, 1],
    ])
    const [{ id }] = (await send(`GET /v1/events/${event.id}/checkins`, { key })).body.data
    await send(`DELETE /v1/events/${event.id}/checkins/${id}`, { key })
    const { series } = (await send(`GET /v1/events/${event.id}/statistics`, { key })).body.data
    expect(series.at(-1).checkIns).toBe(0)
  })

  it.each(['INVITED', 'DECLINED', 'CANCELLED', 'TRANSFERRED'])('refuses a guest with status %s', async (status) => {
    const event = await newEvent(calendar)
    const vip = await newTicket(event)
    const guest = await newGuest(event, { status })
    const { body } = await move(event, guest, vip.id)
    expect([body.code, body.data]).toEqual(['invalid_transition', { status }])
  })

  it('refuses a ticket of another event and any ticket of a cancelled one', async () => {
    const event = await newEvent(calendar)
    const [vip, other] = [await newTicket(event), await newEvent(calendar)]
    const guest = await newGuest(event)
    const { status, body } = await move(event, guest, other.ticketId)
    expect([status, body.errors]).toEqual([400, [{ field: 'ticketId', message: 'must be a ticket of this event' }]])
    await setColumns('events', event.id, { status: 'CANCELLED' })
    expect((await move(event, guest, vip.id)).body.code).toBe('event_cancelled')
  })

  it('reports the ticket in the change feed and sends one guest.updated', async () => {
    const event = await newEvent(calendar)
    const vip = await newTicket(event, { name: 'VIP' })
    const { guest } = await joined(event)
    const hook = await newWebhook(calendar, 'https://receiver.test/tickets', { events: ['guest.updated'] })
    const { cursor } = (await send('GET /v1/changes?cursor=now', { key })).body.meta
    await move(event, guest, vip.id)
    const changes = (await send(`GET /v1/changes?cursor=${cursor}`, { key })).body.data
    const ofGuest = changes.find(
      ({ object, id }: { object: string; id: string }) => object === 'guest' && id === guest.id,
    )
    expect(ofGuest.fields).toEqual(['updatedAt', 'ticket'])
    const sent = await deliveriesOfWebhook(hook)
    expect(sent.map(({ data }) => JSON.parse(String(data)))).toEqual([
      expect.objectContaining({ guestId: guest.id, ticketName: 'VIP', status: 'CONFIRMED', changes: ['ticket'] }),
    ])
  })

  it('does nothing and sends nothing if the guest has the ticket already', async () => {
    const event = await newEvent(calendar, {}, { capacity: 1 })
    const { guest } = await joined(event)
    expect((await move(event, guest, event.ticketId)).status).toBe(200)
    expect(await kindsTo(guest.email)).toEqual(['confirmation'])
  })
})
