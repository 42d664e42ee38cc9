import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf, seatsHeld } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newKey, newTicket, register } from '../../support/factories.ts'

/**
 * Reference model of the contract's rules for one event with two free tickets. It uses no SQL: the guests are kept in a
 * `Map`, the waiting list in an array.
 */
interface Person {
  status: string
  ticket: number
}

const SEATED = ['CONFIRMED', 'CHECKED_IN']

class Model {
  people = new Map<string, Person>()
  erased = new Set<string>()
  line: string[] = []
  capacity: number | null
  readonly ticketCapacity: (number | null)[]
  readonly waits: boolean
  readonly approves: boolean

  constructor(capacity: number | null, ticketCapacity: (number | null)[], waits: boolean, approves: boolean) {
    this.capacity = capacity
    this.ticketCapacity = ticketCapacity
    this.waits = waits
    this.approves = approves
  }

  seated(ticket?: number) {
    return [...this.people.values()].filter(
      (person) => SEATED.includes(person.status) && (ticket === undefined || person.ticket === ticket),
    ).length
  }

  inside() {
    return [...this.people].flatMap(([email, { status }]) => (status === 'CHECKED_IN' ? [email] : []))
  }

  hasRoom(ticket: number) {
    const ofTicket = this.ticketCapacity[ticket] ?? Infinity
    return this.seated() < (this.capacity ?? Infinity) && this.seated(ticket) < ofTicket
  }

  private to(email: string, status: string) {
    const person = this.people.get(email)!
    this.line = this.line.filter((one) => one !== email)
    if (status === 'WAITLISTED') this.line.push(email)
    person.status = status
  }

  private promote(most: number, except = '') {
    for (let promoted = 0; promoted < most; promoted += 1) {
      const next = this.line.find((email) => email !== except && this.hasRoom(this.people.get(email)!.ticket))
      if (next === undefined) return
      this.to(next, 'CONFIRMED')
    }
  }

  register(email: string, ticket: number) {
    const room = this.hasRoom(ticket)
    if (!room && !this.waits) return
    this.people.set(email, { status: '', ticket })
    this.to(email, this.approves ? 'PENDING' : room ? 'CONFIRMED' : 'WAITLISTED')
  }

  approve(email: string) {
    const { status, ticket } = this.people.get(email)!
    if ((status === 'PENDING' || status === 'WAITLISTED') && this.hasRoom(ticket)) this.to(email, 'CONFIRMED')
  }

  leave(email: string, status: string, from: string[]) {
    if (!from.includes(this.people.get(email)!.status)) return
    this.to(email, status)
    this.promote(1)
  }

  set(email: string, status: string) {
    const person = this.people.get(email)!
    if (person.status === status || person.status === 'TRANSFERRED' || this.erased.has(email)) return
    if (status === 'CONFIRMED') {
      // A CHECKED_IN guest who is set to CONFIRMED is checked out but keeps the seat.
      if (person.status === 'CHECKED_IN' || this.hasRoom(person.ticket)) this.to(email, status)
      return
    }
    this.to(email, status)
    this.promote(1, status === 'PENDING' || status === 'WAITLISTED' ? email : '')
  }

  scan(email: string) {
    if (this.people.get(email)!.status === 'CONFIRMED') this.to(email, 'CHECKED_IN')
  }

  undo(email: string) {
    if (this.people.get(email)!.status === 'CHECKED_IN') this.to(email, 'CONFIRMED')
  }

  erase(email: string) {
    if (this.erased.has(email)) return
    this.erased.add(email)
    const { status } = this.people.get(email)!
    if (status !== 'TRANSFERRED' && status !== 'DECLINED') this.to(email, 'CANCELLED')
    this.promote(1)
  }

  transfer(email: string, receiver: string) {
    const person = this.people.get(email)!
    if (person.status !== 'CONFIRMED') return
    this.people.set(receiver, { ...person })
    person.status = 'TRANSFERRED'
  }

  raise(capacity: number | null) {
    if ((capacity ?? Infinity) < this.seated()) return
    if (capacity !== this.capacity) {
      this.capacity = capacity
      this.promote(Infinity)
    }
  }
}

type Step =
  | { act: 'register'; ticket: number }
  | { act: 'approve' | 'reject' | 'cancel' | 'transfer'; whom: number }
  | { act: 'scan' | 'upload' | 'undo' | 'erase'; whom: number }
  | { act: 'set'; whom: number; status: string }
  | { act: 'raise'; capacity: number | null }

const whom = fc.nat(30)
const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('register' as const), ticket: fc.nat(1) }) },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('approve' as const, 'reject' as const, 'cancel' as const, 'transfer' as const),
      whom,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      act: fc.constantFrom('scan' as const, 'scan' as const, 'upload' as const, 'undo' as const, 'erase' as const),
      whom,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('set' as const),
      whom,
      status: fc.constantFrom('CONFIRMED', 'PENDING', 'WAITLISTED', 'DECLINED', 'CANCELLED'),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ act: fc.constant('raise' as const), capacity: fc.option(fc.integer({ min: 1, max: 8 })) }),
  },
)
const limit = fc.option(fc.integer({ min: 1, max: 4 }))
const world = fc.record({
  capacity: limit,
  tickets: fc.tuple(limit, limit),
  waits: fc.boolean(),
  approves: fc.boolean(),
})

const HOUR = 3_600_000
const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:read', 'guests:write', 'checkins:read', 'checkins:write'])

it('moves guests as the model predicts, for any order of moves and scans', async () => {
  await fc.assert(
    fc.asyncProperty(
      world,
      fc.array(step, { minLength: 5, maxLength: 24 }),
      async ({ capacity, tickets, waits, approves }, steps) => {
        const open = { startAt: Date.now() - HOUR, endAt: Date.now() + HOUR }
        const fields = { ...open, capacity, waitlistEnabled: waits, requiresApproval: approves }
        const event = await newEvent(calendar, fields, { capacity: tickets[0] })
        const ticketIds = [event.ticketId, (await newTicket(event, { capacity: tickets[1] })).id]
        const model = new Model(capacity, tickets, waits, approves)
        const links = new Map<string, string>()
        const ids = new Map<string, string>()
        let made = 0
        /** Maps each `guestId` to the id of that guest's current check-in. */
        const insideNow = async () => {
          const { body } = await send(`GET /v1/events/${event.id}/checkins`, { key })
          const listed = body.data as { id: string; guestId: string }[]
          return new Map(listed.map(({ id, guestId }) => [guestId, id]))
        }
        const nobody = () => `p${(made += 1)}@model.test`
        for (const next of steps) {
          if (next.act === 'register') {
            const email = nobody()
            const { body } = await register(event, { email, ticketId: ticketIds[next.ticket] })
            if (body.data !== undefined) {
              ids.set(email, body.data.guest.id)
              links.set(email, body.data.manageUrl)
            }
            model.register(email, next.ticket)
          } else if (next.act === 'raise') {
            await send(`PATCH /events/${event.id}`, { as: calendar.owner, json: { capacity: next.capacity } })
            model.raise(next.capacity)
          } else {
            const emails = [...model.people.keys()]
            const email = emails[next.whom % emails.length]
            if (email === undefined) continue
            const path = `/v1/events/${event.id}/guests/${ids.get(email)}`
            if (next.act === 'approve') {
              await send(`POST ${path}/approve`, { key })
              model.approve(email)
            } else if (next.act === 'reject') {
              await send(`POST ${path}/reject`, { key })
              model.leave(email, 'DECLINED', ['PENDING', 'WAITLISTED'])
            } else if (next.act === 'set') {
              await send(`PATCH ${path}/status`, { key, json: { status: next.status } })
              model.set(email, next.status)
            } else if (next.act === 'scan' || next.act === 'upload') {
              const [at, scan] = [`POST /v1/events/${event.id}/checkins`, { guestId: ids.get(email) }]
              const scannedAt = new Date().toISOString()
              if (next.act === 'scan') await send(at, { key, json: scan })
              else await send(`${at}/batch`, { key, json: { scans: [{ ...scan, scannedAt }] } })
              model.scan(email)
            } else if (next.act === 'undo') {
              const checkin = (await insideNow()).get(ids.get(email) ?? '')
              if (checkin !== undefined) await send(`DELETE /v1/events/${event.id}/checkins/${checkin}`, { key })
              model.undo(email)
            } else if (next.act === 'erase') {
              await send(`POST ${path}/erase`, { key })
              model.erase(email)
            } else if (next.act === 'transfer') {
              const receiver = nobody()
              const { body } = await send(`POST /v1/rsvps/${ids.get(email)}/transfer`, {
                key,
                json: { recipientEmail: receiver },
              })
              if (body.data?.id !== undefined) ids.set(receiver, body.data.id)
              model.transfer(email, receiver)
            } else if (links.has(email) && !model.erased.has(email)) {
              await send(`POST ${manageApi(links.get(email)!)}/cancel`)
              model.leave(email, 'CANCELLED', ['PENDING', 'WAITLISTED', 'CONFIRMED'])
            }
          }
          const rows = await guestsOf(event)
          const emails = new Map([...ids].map(([email, id]) => [id, email]))
          const line = rows
            .filter(({ status }) => status === 'WAITLISTED')
            .toSorted((left, right) => Number(left.waitlist_seq) - Number(right.waitlist_seq))
          expect(Object.fromEntries(rows.map(({ id, status }) => [emails.get(String(id)), status]))).toEqual(
            Object.fromEntries([...model.people].map(([email, { status }]) => [email, status])),
          )
          expect(line.map(({ id }) => emails.get(String(id)))).toEqual(model.line)
          expect(await seatsHeld(event)).toBe(model.seated())
          const inside = [...(await insideNow()).keys()].map((id) => emails.get(id))
          expect(inside.toSorted()).toEqual(model.inside().toSorted())
        }
        const orphans = await env.DB.prepare(
          `select count(*) as n from guests g where g.event_id = ? and g.status = 'CONFIRMED'
          and not exists (select 1 from orders o where o.id = g.order_id and o.guest_id = g.id and o.status = 'PAID')`,
        )
          .bind(event.id)
          .first<{ n: number }>()
        expect(orphans).toEqual({ n: 0 })
      },
    ),
    { numRuns: 25 },
  )
}, 60_000)
