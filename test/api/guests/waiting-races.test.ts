import { describe, expect, it } from 'vitest'
import { chanceOf } from '../../../harness/chance.ts'
import { expireOffers } from '../../../src/modules/guests/index.ts'
import { expireUnpaidOrders, newMove } from '../../../src/modules/seats/moves.ts'
import { promoteAll } from '../../../src/modules/seats/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { guestsOf, mailsTo, ordersOf, rowOf, seatsHeld, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newTicket, person } from '../../support/factories.ts'
import { letExpire } from '../../support/orders.ts'

const [SEEDS, ROUNDS, AT_ONCE] = [24, 4, 7]
const calendar = await newCalendar()
const asOwner = (line: string, json?: unknown) =>
  send(line, { as: calendar.owner, ...(json === undefined ? {} : { json }) })

type Row = Awaited<ReturnType<typeof guestsOf>>[number]

/**
 * Runs concurrent rounds of everything that gives, takes or frees a seat. No organiser waitlists a guest by hand: such a
 * guest gets no free seat until the next change.
 */
const storm = async (seed: number) => {
  const chance = chanceOf(seed)
  const pick = <Item>(items: readonly Item[]) => items[Math.floor(chance() * items.length)]
  const event = await newEvent(
    calendar,
    {
      capacity: 7,
      waitlistEnabled: true,
      waitlistMode: chance() < 0.5 ? 'AUTOMATIC' : 'OFFERS',
      waitlistRule: chance() < 0.5 ? 'STRICT' : 'FITTING',
      maxOvertakes: 1,
      offerMinutes: 60,
      requiresApproval: chance() < 0.2,
    },
    { capacity: 5 },
  )
  const priced = await newTicket(event, { price: 500 })
  const ticketOf = () => (chance() < 0.5 ? event.ticketId : priced.id)
  const links: string[] = []
  const enter = async () => {
    const size = chance() < 0.5 ? 1 : 2 + Math.floor(chance() * 2)
    const json =
      size === 1
        ? person({ ticketId: ticketOf() })
        : { buyer: person(), attendees: Array.from({ length: size }, () => ({ ticketId: ticketOf() })) }
    const { body } = await send(`POST /public/events/${event.id}/registrations`, { json })
    if (body.data?.manageUrl) links.push(manageApi(body.data.manageUrl))
  }
  const byHand = (guest: Row | undefined, status: string) =>
    asOwner(`PATCH /events/${event.id}/guests/${guest?.['id']}/status`, { status })
  const acts: ((guests: Row[]) => Promise<unknown>)[] = [
    enter,
    enter,
    enter,
    async () => send(`POST ${pick(links)}/cancel`, { json: {} }),
    async () => send(`POST ${pick(links)}/offer/accept`),
    async () => send(`POST ${pick(links)}/offer/decline`),
    async () => asOwner(`PATCH /events/${event.id}`, { capacity: 5 + Math.floor(chance() * 4) }),
    async (guests) => byHand(pick(guests), pick(['CONFIRMED', 'CANCELLED', 'PENDING', 'DECLINED']) ?? ''),
    async (guests) => asOwner(`POST /events/${event.id}/guests/${pick(guests)?.['id']}/approve`),
    async (guests) => asOwner(`POST /events/${event.id}/guests/${pick(guests)?.['id']}/erase`),
    async () => {
      const order = pick((await ordersOf(event)).filter(({ status }) => status === 'PENDING'))
      if (order !== undefined) await letExpire(String(order['id']))
      return expireUnpaidOrders(deps)
    },
    async (guests) => {
      const offered = pick(guests.filter((guest) => guest['shown_status'] === 'OFFERED'))
      if (offered !== undefined) await setColumns('guests', String(offered['id']), { offer_expires_at: 1 })
      return expireOffers(deps)
    },
  ]
  for (let round = 0; round < ROUNDS; round += 1) {
    const guests = await guestsOf(event)
    await Promise.all(Array.from({ length: AT_ONCE }, () => (pick(acts) ?? enter)(guests)))
  }
  await expireUnpaidOrders(deps)
  await expireOffers(deps)
  return event
}

/** Gives every free seat to the guests who may have it. Returns those guests as they were before. */
const promoteNow = async (event: { id: string }) => {
  const before = await lineOf(event)
  const move = newMove(deps)
  const statements = promoteAll(event.id, move)
  await deps.commit({ calendarId: calendar.id, atEvent: event.id, seenBy: 'visitors', statements })
  const moved = (await guestsOf(event)).filter((guest) => guest['move_id'] === move.moveId)
  return moved.map(({ id }) => before.find((guest) => guest.id === id))
}

const lineOf = async (event: { id: string }) => (await guestsOf(event)).filter(({ status }) => status === 'WAITLISTED')

describe('seats and waiting list after concurrent registrations, cancellations, offers and expiries', () => {
  it('leave no seat empty that a waiting guest may have', { timeout: 600_000 }, async () => {
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const event = await storm(seed)
      const before = await lineOf(event)
      const held = await seatsHeld(event)
      const { capacity } = (await rowOf('events', event.id)) ?? {}
      expect(held, `seed ${seed}`).toBeLessThanOrEqual(Math.max(Number(capacity), 8))
      expect(await promoteNow(event), `seed ${seed}`).toEqual([])
      const { spotsRemaining } = (await asOwner(`GET /events/${event.id}`)).body.data
      // A seat stays empty only for a party that needs more seats than are free, and that no one may overtake.
      if (before.length > 0 && held < Number(capacity) && spotsRemaining === 0)
        expect(
          before.some(({ party_id: party }) => party !== null),
          `seed ${seed}`,
        ).toBe(true)
    }
  })

  it('hold a free seat for a party that needs two, so none is left while six guests wait', async () => {
    const event = await newEvent(calendar, { capacity: 7, waitlistEnabled: true, waitlistRule: 'STRICT' })
    const enter = (json: object) => send(`POST /public/events/${event.id}/registrations`, { json })
    for (let seat = 0; seat < 6; seat += 1) await enter(person())
    await enter({ buyer: person(), attendees: [{}, {}] })
    for (let guest = 0; guest < 4; guest += 1) await enter(person())
    expect([await seatsHeld(event), (await lineOf(event)).length]).toEqual([6, 6])
    expect((await asOwner(`GET /events/${event.id}`)).body.data.spotsRemaining).toBe(0)
    expect(await promoteNow(event)).toEqual([])
  })

  it('go to the next guest when an organiser confirms one of the party that held them back', async () => {
    const fields = { capacity: 3, waitlistEnabled: true, waitlistRule: 'STRICT' }
    const event = await newEvent(calendar, fields, { capacity: 1 })
    const other = await newTicket(event)
    const enter = async (json: object) =>
      (await send(`POST /public/events/${event.id}/registrations`, { json })).body.data
    await enter(person({ ticketId: event.ticketId }))
    const party = await enter({ buyer: person(), attendees: [{ ticketId: event.ticketId }, { ticketId: other.id }] })
    const { guest } = await enter(person({ ticketId: other.id }))
    expect(guest.status).toBe('WAITLISTED')
    await asOwner(`PATCH /events/${event.id}/guests/${party.guests[1].id}/status`, { status: 'CONFIRMED' })
    expect((await rowOf('guests', guest.id))?.['status']).toBe('CONFIRMED')
    expect((await mailsTo(guest.email)).map(({ kind }) => kind)).toEqual(['waitlisted', 'promoted'])
    expect(await seatsHeld(event)).toBe(3)
  })
})
