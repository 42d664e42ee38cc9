import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { expireOffers } from '../../../src/modules/guests/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { guestsOf, seatsHeld } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newTicket } from '../../support/factories.ts'

/**
 * Reference model of the waiting list for parties on two tickets of one event. It uses no SQL. `members` are the guests
 * still in the party, with their tickets. A single guest is a party of one.
 */
interface Party {
  name: string
  status: 'CONFIRMED' | 'WAITLISTED' | 'OFFERED' | 'CANCELLED' | 'DECLINED'
  members: { index: number; ticket: number }[]
  overtakes: number
}

interface World {
  capacity: number | null
  tickets: (number | null)[]
  isStrict: boolean
  maxOvertakes: number
  offers: boolean
}

class Model {
  readonly parties: Party[] = []
  line: Party[] = []
  readonly world: World

  constructor(world: World) {
    this.world = { ...world }
  }

  /** The number of seats a party needs: at the event, of `tickets[0]` and of `tickets[1]`. */
  private needs({ members }: Party) {
    return [members.length, ...[0, 1].map((one) => members.filter(({ ticket }) => ticket === one).length)]
  }

  private limits() {
    return [this.world.capacity, ...this.world.tickets].map((limit) => limit ?? Infinity)
  }

  private left() {
    const seated = this.parties.filter(({ status }) => status === 'CONFIRMED' || status === 'OFFERED')
    return this.limits().map((limit, index) =>
      seated.reduce((sum, party) => sum - (this.needs(party)[index] ?? 0), limit),
    )
  }

  seats() {
    const seated = this.parties.filter(({ status }) => status === 'CONFIRMED' || status === 'OFFERED')
    return seated.reduce((sum, { members }) => sum + members.length, 0)
  }

  couldFit(party: Party) {
    return this.needs(party).every((need, index) => need <= (this.limits()[index] ?? 0))
  }

  private fits(party: Party) {
    return this.needs(party).every((need, index) => need <= (this.left()[index] ?? 0))
  }

  /** Waiting parties that could no longer get all the seats they need if `by` were seated. */
  private overtaken(by: Party, waiting: readonly Party[]) {
    const [left, taken] = [this.left(), this.needs(by)]
    return waiting.filter(
      (party) =>
        party.members.length > 1 &&
        this.couldFit(party) &&
        this.needs(party).some(
          (need, index) => need > 0 && (taken[index] ?? 0) > 0 && (left[index] ?? 0) - (taken[index] ?? 0) < need,
        ),
    )
  }

  private mayGo(party: Party, before: readonly Party[]) {
    const most = this.world.isStrict ? 0 : this.world.maxOvertakes
    return this.fits(party) && this.overtaken(party, before).every(({ overtakes }) => overtakes < most)
  }

  private give(party: Party, before: readonly Party[], status: Party['status']) {
    for (const passed of this.overtaken(party, before)) passed.overtakes += 1
    party.status = status
  }

  private fill() {
    const before: Party[] = []
    for (const party of this.line) {
      if (this.mayGo(party, before)) this.give(party, before, this.world.offers ? 'OFFERED' : 'CONFIRMED')
      else before.push(party)
    }
    this.line = before
  }

  register(name: string, tickets: number[]) {
    const party: Party = {
      name,
      status: 'WAITLISTED',
      members: tickets.map((ticket, index) => ({ index, ticket })),
      overtakes: 0,
    }
    if (!this.couldFit(party)) return false
    if (this.mayGo(party, this.line)) this.give(party, this.line, 'CONFIRMED')
    else this.line.push(party)
    this.parties.push(party)
    return true
  }

  leave(party: Party, index: number | null, status: 'CANCELLED' | 'DECLINED' = 'CANCELLED') {
    party.members = index === null ? [] : party.members.filter((member) => member.index !== index)
    if (party.members.length === 0) {
      party.status = status
      this.line = this.line.filter((each) => each !== party)
    }
    this.fill()
  }

  lapse(party: Party) {
    Object.assign(party, { status: 'WAITLISTED', overtakes: 0 })
    this.line.push(party)
    this.fill()
  }

  resize(capacity: number | null) {
    if ((capacity ?? Infinity) < this.seats() || capacity === this.world.capacity) return
    this.world.capacity = capacity
    this.fill()
  }
}

const limit = (most: number) => fc.option(fc.integer({ min: 1, max: most }))
const world: fc.Arbitrary<World> = fc.record({
  capacity: fc.integer({ min: 2, max: 5 }),
  tickets: fc.tuple(limit(4), limit(4)),
  isStrict: fc.boolean(),
  maxOvertakes: fc.nat(2),
  offers: fc.boolean(),
})
const tickets = fc.array(fc.nat(1), { minLength: 1, maxLength: 3 })
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('register' as const), tickets }) },
  {
    weight: 6,
    arbitrary: fc.record({
      act: fc.constantFrom(
        'leave' as const,
        'leaveOne' as const,
        'answer' as const,
        'answer' as const,
        'lapse' as const,
      ),
      whom: fc.nat(30),
    }),
  },
  { weight: 1, arbitrary: fc.record({ act: fc.constant('resize' as const), capacity: limit(7) }) },
)

const calendar = await newCalendar()

it('seats parties, lets them overtake and offers them seats exactly as the model predicts', async () => {
  let made = 0
  await fc.assert(
    fc.asyncProperty(world, fc.array(step, { minLength: 6, maxLength: 16 }), async (drawn, steps) => {
      const event = await newEvent(
        calendar,
        {
          capacity: drawn.capacity,
          waitlistEnabled: true,
          waitlistMode: drawn.offers ? 'OFFERS' : 'AUTOMATIC',
          waitlistRule: drawn.isStrict ? 'STRICT' : 'FITTING',
          maxOvertakes: drawn.maxOvertakes,
        },
        { capacity: drawn.tickets[0] },
      )
      const ticketIds = [event.ticketId, (await newTicket(event, { capacity: drawn.tickets[1] })).id]
      const model = new Model(drawn)
      const known = new Map<Party, { link: string; ids: string[] }>()
      const most = new Map<string, number>()
      for (const next of steps) {
        if (next.act === 'register') {
          const name = `model-${(made += 1)}`
          const { status, body } = await send(`POST /public/events/${event.id}/registrations`, {
            json: {
              buyer: { firstName: 'Ada', lastName: name, email: `${name}@guests.test` },
              attendees: next.tickets.map((ticket) => ({ ticketId: ticketIds[ticket] })),
            },
          })
          expect(status).toBe(model.register(name, next.tickets) ? 200 : 422)
          const party = model.parties.at(-1)
          if (status === 200 && party !== undefined)
            known.set(party, {
              link: manageApi(body.data.manageUrl),
              ids: body.data.guests.map(({ id }: { id: string }) => id),
            })
        } else if (next.act === 'resize') {
          await send(`PATCH /events/${event.id}`, { as: calendar.owner, json: { capacity: next.capacity } })
          model.resize(next.capacity)
        } else {
          const isAsked = next.act === 'answer' || next.act === 'lapse'
          const some = model.parties.filter(({ status, members }) =>
            isAsked ? status === 'OFFERED' : members.length > 0,
          )
          const party = some[next.whom % some.length]
          const own = party === undefined ? undefined : known.get(party)
          if (party === undefined || own === undefined) continue
          if (next.act === 'lapse') {
            const ids = JSON.stringify(own.ids)
            await env.DB.prepare(
              `update guests set offer_expires_at = 1 where shown_status = 'OFFERED' and id in (select value from json_each(?))`,
            )
              .bind(ids)
              .run()
            const late = await send(`POST ${own.link}/offer/accept`)
            expect([late.status, late.body.code]).toEqual([409, 'offer_expired'])
            await expireOffers(deps)
            model.lapse(party)
          } else if (next.act === 'answer') {
            const isYes = next.whom % 2 === 0
            expect((await send(`POST ${own.link}/offer/${isYes ? 'accept' : 'decline'}`)).status).toBe(200)
            if (isYes) party.status = 'CONFIRMED'
            else model.leave(party, null, 'DECLINED')
          } else {
            const index = next.act === 'leave' ? null : (party.members[next.whom % party.members.length]?.index ?? 0)
            const guestIds = index === null ? undefined : [own.ids[index]]
            expect((await send(`POST ${own.link}/cancel`, { json: { guestIds } })).status).toBe(200)
            model.leave(party, index)
          }
        }
        const rows = new Map((await guestsOf(event)).map((row) => [row['id'], row]))
        const found = model.parties.map((party) => {
          const here = party.members.map(({ index }) => rows.get(known.get(party)?.ids[index] ?? ''))
          const { overtakes = 0, waitlist_seq: seq = 0 } = here[0] ?? {}
          return {
            name: party.name,
            statuses: [...new Set(here.map((row) => row?.['shown_status']))],
            overtakes,
            seq: Number(seq),
          }
        })
        expect(found.map(({ name, statuses }) => [name, ...statuses])).toEqual(
          model.parties.map(({ name, status, members }) => [name, ...(members.length === 0 ? [] : [status])]),
        )
        const waiting = found
          .filter(({ statuses }) => statuses[0] === 'WAITLISTED')
          .toSorted((left, right) => left.seq - right.seq)
        expect(waiting.map(({ name, overtakes }) => [name, overtakes])).toEqual(
          model.line.map(({ name, overtakes, members }) => [name, members.length > 1 ? overtakes : expect.any(Number)]),
        )
        expect(await seatsHeld(event)).toBe(model.seats())
        for (const { name, overtakes } of waiting) most.set(name, Math.max(most.get(name) ?? 0, Number(overtakes)))
      }
      expect(Math.max(0, ...most.values())).toBeLessThanOrEqual(drawn.isStrict ? 0 : drawn.maxOvertakes)
    }),
    { numRuns: 15 },
  )
})
