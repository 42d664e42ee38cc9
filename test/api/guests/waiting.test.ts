import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { expireOffers } from '../../../src/modules/guests/index.ts'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { guestsOf, mailsOf, ordersOf, rowOf, seatsHeld } from '../../support/database.ts'
import { manageApi, newCalendar, newDoor, newEvent, newTicket, register } from '../../support/factories.ts'
import { asOwner, pay } from '../../support/orders.ts'

asks({
  'POST /public/registrations/:manageToken/offer/accept': { isOpen: true, isSecret: true },
  'POST /public/registrations/:manageToken/offer/decline': { isOpen: true, isSecret: true },
})

const calendar = await newCalendar()
let made = 0
const party = async (event: { id: string; ticketId: string }, size: number, ticketId = event.ticketId) => {
  const answer = await send(`POST /public/events/${event.id}/registrations`, {
    json: {
      buyer: { firstName: 'Ada', lastName: 'Byron', email: `waits-${(made += 1)}@guests.test` },
      attendees: Array.from({ length: size }, () => ({ ticketId })),
    },
  })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as {
    partyId: string
    guests: { id: string; status: string }[]
    manageUrl: string
    order: { id: string } | null
  }
}
const alone = async (event: { id: string; ticketId: string }, ticketId = event.ticketId) => {
  const answer = await register(event, { ticketId })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data as { guest: { id: string; status: string }; manageUrl: string }
}
const WAITING = { capacity: 4, waitlistEnabled: true }
const cancel = ({ manageUrl }: { manageUrl: string }, guestIds?: string[]) =>
  send(`POST ${manageApi(manageUrl)}/cancel`, { json: guestIds === undefined ? {} : { guestIds } })
const ids = ({ guests }: { guests: { id: string }[] }, count = guests.length) =>
  guests.slice(0, count).map(({ id }) => id)
const answer = ({ manageUrl }: { manageUrl: string }, word: 'accept' | 'decline') =>
  send(`POST ${manageApi(manageUrl)}/offer/${word}`)
const own = async ({ manageUrl }: { manageUrl: string }) => (await send(`GET ${manageApi(manageUrl)}`)).body.data
const shown = async (event: { id: string }) => (await guestsOf(event)).map((row) => row['shown_status'] as string)
const overtakesOf = async ({ guests: [first] }: { guests: { id: string }[] }) =>
  (await rowOf('guests', first?.id ?? ''))?.['overtakes']

/** Makes every open offer of the event expire and runs `expireOffers()`, which the schedule runs every minute. */
const letLapse = async ({ id }: { id: string }) => {
  await env.DB.prepare(`update guests set offer_expires_at = 1 where event_id = ? and shown_status = 'OFFERED'`)
    .bind(id)
    .run()
  await expireOffers(deps)
}

describe('waiting list rule', () => {
  it('FITTING lets others, including newcomers, overtake a larger party maxOvertakes times, then holds seats for it', async () => {
    const event = await newEvent(calendar, { ...WAITING, maxOvertakes: 2 })
    const first = await party(event, 3)
    const waits = await party(event, 3)
    const newcomer = await alone(event)
    expect([newcomer.guest.status, await overtakesOf(waits)]).toEqual(['CONFIRMED', 1])
    const behind = [await alone(event), await alone(event)]
    await cancel(first, ids(first, 1))
    expect((await own(behind[0]!)).guest.status).toBe('CONFIRMED')
    expect(await overtakesOf(waits)).toBe(2)
    await cancel(first, ids(first, 2))
    // `maxOvertakes` has been reached, so neither a waiting guest nor a newcomer may overtake.
    expect((await own(behind[1]!)).guest.status).toBe('WAITLISTED')
    const late = await alone(event)
    expect([late.guest.status, await overtakesOf(waits), await seatsHeld(event)]).toEqual(['WAITLISTED', 2, 3])
    await cancel(newcomer)
    expect((await own(waits)).guest.status).toBe('WAITLISTED')
    await cancel(behind[0]!)
    expect((await own(waits)).guest.status).toBe('CONFIRMED')
    expect((await own(behind[1]!)).guest.status).toBe('WAITLISTED')
    await cancel(first)
    expect([(await own(behind[1]!)).guest.status, (await own(late)).guest.status]).toEqual(['CONFIRMED', 'WAITLISTED'])
    expect(await seatsHeld(event)).toBe(4)
  })

  it('STRICT allows no overtaking, and switching to FITTING promotes in the same request', async () => {
    const event = await newEvent(calendar, { ...WAITING, waitlistRule: 'STRICT' })
    await party(event, 3)
    const waits = await party(event, 2)
    const newcomer = await alone(event)
    expect([newcomer.guest.status, await seatsHeld(event)]).toEqual(['WAITLISTED', 3])
    // Every read of the event returns WAITLIST and 0 spots, because the free seat is reserved for the party.
    const reads = [
      (await asOwner(calendar, `GET /events/${event.id}`)).body.data,
      (await send(`GET /events/slug/${event.slug}`)).body.data,
      (await send(`GET /calendars/${calendar.slug}/events?limit=100`)).body.data.find(
        ({ id }: { id: string }) => id === event.id,
      ),
    ]
    for (const { registrationStatus, spotsRemaining } of reads)
      expect([registrationStatus, spotsRemaining]).toEqual(['WAITLIST', 0])
    const told = (await asOwner(calendar, `GET /events/${event.id}/availability?ticketId=${event.ticketId}`)).body.data
    expect([told.available, told.maximum]).toEqual([false, 0])
    expect(told.limits.filter(({ blocks }: { blocks: boolean }) => blocks)).toMatchObject([{ kind: 'LINE', used: 3 }])
    await asOwner(calendar, `PATCH /events/${event.id}`, { waitlistRule: 'FITTING' })
    expect([(await own(newcomer)).guest.status, await overtakesOf(waits), await seatsHeld(event)]).toEqual([
      'CONFIRMED',
      1,
      4,
    ])
  })

  it('lets a guest overtake who needs different seats than the party, and ignores a party that can never fit', async () => {
    const event = await newEvent(calendar, { waitlistEnabled: true, waitlistRule: 'STRICT' }, { capacity: 3 })
    const other = await newTicket(event, { capacity: 2 })
    await party(event, 2)
    const waits = await party(event, 2)
    expect((await alone(event, other.id)).guest.status).toBe('CONFIRMED')
    expect(await overtakesOf(waits)).toBe(0)
    const behind = await alone(event)
    expect(behind.guest.status).toBe('WAITLISTED')
    const sold = (await guestsOf(event)).slice(0, 2).map(({ id }) => String(id))
    for (const id of sold)
      await asOwner(calendar, `PATCH /events/${event.id}/guests/${id}/status`, { status: 'CANCELLED' })
    expect((await own(waits)).guest.status).toBe('CONFIRMED')
    const large = await party(event, 3)
    expect((await alone(event)).guest.status).toBe('WAITLISTED')
    await cancel(behind)
    await asOwner(calendar, `PATCH /events/${event.id}/tickets/${event.ticketId}`, { capacity: 2 })
    await cancel(waits, ids(waits, 1))
    expect((await own(large)).guest.status).toBe('WAITLISTED')
    expect((await shown(event)).at(-1)).toBe('CONFIRMED')
  })

  it('splits a party when a manager waitlists one guest again: the others keep their position, that guest goes last', async () => {
    const event = await newEvent(calendar, { ...WAITING, waitlistRule: 'STRICT' })
    const seated = await party(event, 4)
    const [waits, behind] = [await party(event, 3), await alone(event)]
    const one = waits.guests[2]?.id
    const set = (status: string) => asOwner(calendar, `PATCH /events/${event.id}/guests/${one}/status`, { status })
    expect((await set('PENDING')).body.data.status).toBe('PENDING')
    expect((await set('WAITLISTED')).body.data).toMatchObject({ status: 'WAITLISTED', waitlistPosition: 3 })
    // The two guests who kept their position are promoted together. The third guest follows after `behind`, who has
    // waited longer.
    await cancel(seated, ids(seated, 2))
    const statuses = async () =>
      (await own(waits)).party.guests.map(({ guest }: { guest: { status: string } }) => guest.status)
    expect(await statuses()).toEqual(['CONFIRMED', 'CONFIRMED', 'WAITLISTED'])
    await cancel(seated, ids(seated, 3))
    expect([(await own(behind)).guest.status, ...(await statuses())]).toEqual([
      'CONFIRMED',
      'CONFIRMED',
      'CONFIRMED',
      'WAITLISTED',
    ])
    await cancel(seated)
    expect([await statuses(), await seatsHeld(event)]).toEqual([['CONFIRMED', 'CONFIRMED', 'CONFIRMED'], 4])
  })

  it('fills all seats freed by one change, with one order per party', async () => {
    const event = await newEvent(calendar, { capacity: 2, waitlistEnabled: true }, { price: 500 })
    await party(event, 2)
    const [one, two] = [await party(event, 2), await party(event, 2)]
    const single = await alone(event)
    await asOwner(calendar, `PATCH /events/${event.id}`, { capacity: 7 })
    expect((await shown(event)).filter((status) => status === 'PENDING')).toHaveLength(7)
    expect((await ordersOf(event)).map(({ quantity, total }) => [quantity, total])).toEqual([
      [2, 1_000],
      [2, 1_000],
      [2, 1_000],
      [1, 500],
    ])
    for (const { manageUrl } of [one, two, single]) expect((await own({ manageUrl })).order.status).toBe('PENDING')
  })
})

describe('waiting list offer', () => {
  const OFFERS = { ...WAITING, waitlistMode: 'OFFERS', offerMinutes: 30 }

  it('goes to the first party that fits, holds its seats and creates its order on acceptance', async () => {
    const event = await newEvent(calendar, OFFERS, { price: 700 })
    const first = await party(event, 3)
    await alone(event)
    const waits = await party(event, 2)
    await cancel(first, ids(first, 2))
    expect(await shown(event)).toEqual(['CANCELLED', 'CANCELLED', 'PENDING', 'PENDING', 'OFFERED', 'OFFERED'])
    expect([await seatsHeld(event), (await ordersOf(event)).length]).toEqual([4, 2])
    const before = await own(waits)
    const until = Date.parse(before.guest.offerExpiresAt) - Date.now()
    expect(until).toBeGreaterThan(29 * 60_000)
    expect(until).toBeLessThanOrEqual(30 * 60_000)
    expect(before.offer).toEqual({ places: 2, expiresAt: before.guest.offerExpiresAt })
    expect((await mailsOf(event)).filter(({ kind }) => kind === 'offered')).toMatchObject([
      { recipient: before.party.buyer.email },
    ])
    // `counts`, the list, `statistics`, the CSV export and `availability` all report OFFERED.
    const counts = (await asOwner(calendar, `GET /events/${event.id}/guests/counts`)).body.data
    expect(counts.statuses).toContainEqual({ status: 'OFFERED', guests: 2 })
    const listed = await asOwner(calendar, `GET /events/${event.id}/guests?status=OFFERED`)
    expect(listed.body.data.map(({ status }: { status: string }) => status)).toEqual(['OFFERED', 'OFFERED'])
    expect((await asOwner(calendar, `GET /events/${event.id}/guests?status=PENDING`)).body.data).toHaveLength(2)
    expect((await asOwner(calendar, `GET /events/${event.id}/statistics`)).body.data.totals).toMatchObject({
      offered: 2,
      pending: 2,
      waitlisted: 0,
    })
    const csv = (await asOwner(calendar, `GET /events/${event.id}/export?format=csv`)).text
    expect(csv.match(/,OFFERED,/g)).toHaveLength(2)
    const told = (await asOwner(calendar, `GET /events/${event.id}/availability?ticketId=${event.ticketId}`)).body.data
    expect(told.limits).toContainEqual({
      kind: 'OFFERED',
      ticketId: null,
      of: null,
      used: 2,
      blocks: true,
      until: before.guest.offerExpiresAt,
    })

    const accepted = await answer(waits, 'accept')
    expect(accepted.body.data).toMatchObject({
      offer: null,
      guest: { status: 'PENDING' },
      order: { total: 1_400 },
    })
    expect((await answer(waits, 'accept')).status).toBe(200)
    expect((await ordersOf(event)).map(({ total }) => total)).toEqual([700, 700, 1_400])
    await pay(calendar, event, accepted.body.data.order.id)
    expect((await own(waits)).guest.status).toBe('CONFIRMED')
    expect(await seatsHeld(event)).toBe(4)
  })

  it('passes to the next guest when it is declined or expires; if it expires, its guest moves to the end', async () => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 1 })
    const seated = await alone(event)
    const [one, two, three] = [await alone(event), await alone(event), await alone(event)]
    await cancel(seated)
    expect((await own(one)).guest.status).toBe('OFFERED')
    expect((await answer(one, 'decline')).body.data.guest.status).toBe('DECLINED')
    expect((await own(two)).guest.status).toBe('OFFERED')
    await letLapse(event)
    expect((await own(two)).guest).toMatchObject({ status: 'WAITLISTED', waitlistPosition: 1 })
    expect((await own(three)).guest.status).toBe('OFFERED')
    expect(await seatsHeld(event)).toBe(1)
    const late = await answer(two, 'accept')
    expect([late.status, late.body.code]).toEqual([409, 'offer_expired'])
    expect(late.body.data).toEqual({ expiredAt: '1970-01-01T00:00:00.001Z' })
    expect((await answer(two, 'decline')).body.code).toBe('offer_expired')
    await letLapse(event)
    expect([(await own(two)).guest.status, (await own(three)).guest.status]).toEqual(['OFFERED', 'WAITLISTED'])
    expect((await mailsOf(event)).map(({ kind }) => kind).filter((kind) => kind === 'offered')).toHaveLength(3)
  })

  it('expires independently: another offer of the event keeps its own expiry', async () => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 2 })
    const seated = await party(event, 2)
    const [one, two] = [await alone(event), await alone(event)]
    await cancel(seated)
    const [before, move] = [(await own(two)).guest, (await rowOf('guests', two.guest.id))?.['move_id']]
    await env.DB.prepare('update guests set offer_expires_at = 1 where id = ?').bind(one.guest.id).run()
    await expireOffers(deps)
    // No other guest waits, so `one` gets a new offer. The offer to `two` was never taken back, so it keeps its
    // `move_id`.
    const [again, still] = [(await own(one)).guest, (await own(two)).guest]
    expect([again.status, still.status]).toEqual(['OFFERED', 'OFFERED'])
    expect(still.offerExpiresAt).toBe(before.offerExpiresAt)
    expect((await rowOf('guests', two.guest.id))?.['move_id']).toBe(move)
  })

  it('returns 409 offer_expired 1 ms after its expiry, before the schedule takes it back', async () => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 2 })
    const seated = await party(event, 2)
    const waits = await party(event, 2)
    await cancel(seated)
    await env.DB.prepare('update guests set offer_expires_at = ? where event_id = ?')
      .bind(Date.now() - 1, event.id)
      .run()
    const late = await answer(waits, 'accept')
    expect([late.status, late.body.code]).toEqual([409, 'offer_expired'])
    expect(await shown(event)).toEqual(['CANCELLED', 'CANCELLED', 'OFFERED', 'OFFERED'])
    expect(await seatsHeld(event)).toBe(2)
    const never = await answer(seated, 'accept')
    expect([never.status, never.body.code]).toEqual([409, 'invalid_transition'])
    await asOwner(calendar, `POST /events/${event.id}/cancel`)
    expect((await answer(waits, 'accept')).body.code).toBe('event_cancelled')
  })

  it('cannot be accepted by guests who are waiting for approval', async () => {
    const event = await newEvent(calendar, { ...OFFERS, requiresApproval: true }, { price: 700 })
    for (const waits of [await alone(event), await party(event, 2)]) {
      const refused = await answer(waits, 'accept')
      expect([refused.status, refused.body.code]).toEqual([409, 'invalid_transition'])
    }
  })

  it('is accepted or declined by the buyer of a party; an attendee’s link returns invalid_transition', async () => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 2 })
    const seated = await party(event, 2)
    const waits = await party(event, 2)
    await cancel(seated)
    const attendee = (await own(waits)).party.guests[0]
    const read = await own({ manageUrl: attendee.manageUrl })
    expect([read.offer, read.guest.status]).toEqual([null, 'OFFERED'])
    for (const word of ['accept', 'decline'] as const)
      expect((await answer({ manageUrl: attendee.manageUrl }, word)).body.code).toBe('invalid_transition')
    expect(
      (await asOwner(calendar, `POST /events/${event.id}/guests/${attendee.guest.id}/approve`)).body.data.status,
    ).toBe('CONFIRMED')
    expect(await shown(event)).toEqual(['CANCELLED', 'CANCELLED', 'CONFIRMED', 'CONFIRMED'])
  })

  it('expires when registration closes, and no new offer is created afterwards', async () => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 1 })
    const seated = await alone(event)
    const [one, two] = [await alone(event), await alone(event)]
    await cancel(seated)
    const closes = new Date(Date.now() + 60_000).toISOString()
    await asOwner(calendar, `PATCH /events/${event.id}`, { registrationClosesAt: closes })
    expect((await own(one)).guest.offerExpiresAt).toBe(closes)
    await env.DB.prepare('update events set registration_closes_at = 1 where id = ?').bind(event.id).run()
    await letLapse(event)
    expect([(await own(one)).guest.status, (await own(two)).guest.status]).toEqual(['WAITLISTED', 'WAITLISTED'])
    expect((await mailsOf(event)).filter(({ kind }) => kind === 'waitlisted')).toHaveLength(2)
  })

  it('does not admit a guest at the door, and still expires after a switch to AUTOMATIC', async () => {
    const event = await newDoor(calendar, { ...OFFERS, capacity: 1 })
    const seated = await alone(event)
    const [one, two] = [await alone(event), await alone(event)]
    await cancel(seated)
    const scan = await asOwner(calendar, `POST /events/${event.id}/checkins`, { guestId: one.guest.id })
    expect([scan.status, scan.body.code, scan.body.message]).toEqual([
      409,
      'guest_not_confirmed',
      'The guest is OFFERED, not CONFIRMED.',
    ])
    await asOwner(calendar, `PATCH /events/${event.id}`, { waitlistMode: 'AUTOMATIC' })
    expect((await own(one)).guest.status).toBe('OFFERED')
    await letLapse(event)
    expect([(await own(one)).guest.status, (await own(two)).guest.status]).toEqual(['WAITLISTED', 'CONFIRMED'])
  })
})

describe('concurrent answers to one offer', () => {
  const OFFERS = { waitlistEnabled: true, waitlistMode: 'OFFERS', offerMinutes: 30 }
  const offered = async (fields: object = {}, ticket: Record<string, unknown> = {}) => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 2, ...fields }, ticket)
    const seated = await party(event, 2)
    const [waits, next] = [await party(event, 2), await party(event, 2)]
    await cancel(seated)
    return { event, waits, next }
  }
  type Offered = Awaited<ReturnType<typeof offered>>
  /** Expects at most one email of each `kind` per `recipient`. */
  const expectMailedOnce = async (event: { id: string }) => {
    const mails = (await mailsOf(event)).map(({ kind, recipient }) => `${kind} to ${recipient}`)
    expect(mails).toEqual([...new Set(mails)])
  }

  it('give all 40 acceptances the same response, with one order and one email', async () => {
    const { event, waits } = await offered({}, { price: 700 })
    const answers = await Promise.all(Array.from({ length: 40 }, () => answer(waits, 'accept')))
    expect(
      new Set(answers.map(({ status, body }) => `${status} ${body.data.order.id} ${body.data.guest.status}`)).size,
    ).toBe(1)
    expect(answers[0]?.body.data).toMatchObject({ offer: null, guest: { status: 'PENDING' }, order: { total: 1_400 } })
    expect(await shown(event)).toEqual(['CANCELLED', 'CANCELLED', 'PENDING', 'PENDING', 'WAITLISTED', 'WAITLISTED'])
    expect([await seatsHeld(event), (await ordersOf(event)).length]).toEqual([2, 2])
    expect((await mailsOf(event)).filter(({ kind }) => kind === 'pending')).toHaveLength(1)
    await expectMailedOnce(event)
  })

  it.each<[string, (of: Offered) => Promise<{ status: number; body: { code?: string } }>, string, boolean]>([
    ['declining', ({ waits }) => answer(waits, 'decline'), 'DECLINED', true],
    ['cancelling', ({ waits }) => cancel(waits), 'CANCELLED', false],
    [
      'a rejection',
      ({ event, waits }) => asOwner(calendar, `POST /events/${event.id}/guests/${waits.guests[0]?.id}/reject`),
      'DECLINED',
      true,
    ],
  ])(
    'apply acceptance and %s one after the other; whichever comes too late gets 409 invalid_transition',
    async (_word, other, gone, losesToIt) => {
      for (const isFirst of [true, false, true, false]) {
        const of = await offered()
        const words = [() => answer(of.waits, 'accept'), () => other(of)]
        const said = await Promise.all((isFirst ? words : words.toReversed()).map((say) => say()))
        const [accepted, against] = (isFirst ? said : said.toReversed()) as [(typeof said)[0], (typeof said)[0]]
        const [status, next] = [(await own(of.waits)).guest.status, (await own(of.next)).guest.status]
        // After accepting, a party may still cancel, but can no longer decline or be rejected.
        const holds = losesToIt && accepted.status === 200
        expect([status, next]).toEqual(holds ? ['CONFIRMED', 'WAITLISTED'] : [gone, 'OFFERED'])
        expect([against.status, against.body.code]).toEqual(holds ? [409, 'invalid_transition'] : [200, undefined])
        if (accepted.status !== 200) expect([accepted.status, accepted.body.code]).toEqual([409, 'invalid_transition'])
        expect(await seatsHeld(of.event)).toBe(2)
        await expectMailedOnce(of.event)
      }
    },
  )

  it('result in either acceptance or expiry, no matter when the offer expires', async () => {
    const seen = new Set<number>()
    for (const leftMs of [0, 4, 8, 14, 500]) {
      const { event, waits, next } = await offered()
      await env.DB.prepare(`update guests set offer_expires_at = ? where event_id = ? and shown_status = 'OFFERED'`)
        .bind(Date.now() + leftMs, event.id)
        .run()
      const [accepted] = await Promise.all([answer(waits, 'accept'), expireOffers(deps), expireOffers(deps)])
      seen.add(accepted.status)
      if (accepted.status === 409) expect(accepted.body.code).toBe('offer_expired')
      // Either this run of `expireOffers()` or the next one takes an expired offer back.
      await new Promise((resolve) => setTimeout(resolve, Math.min(leftMs, 20)))
      await expireOffers(deps)
      expect([(await own(waits)).guest.status, (await own(next)).guest.status]).toEqual(
        accepted.status === 200 ? ['CONFIRMED', 'WAITLISTED'] : ['WAITLISTED', 'OFFERED'],
      )
      expect(await seatsHeld(event)).toBe(2)
      await expectMailedOnce(event)
    }
    expect(seen).toEqual(new Set([200, 409]))
  })

  it.each(['accept', 'decline'] as const)(
    'do not give the offered seats to guests who register during %s',
    async (word) => {
      const { event, waits, next } = await offered()
      const [said, ...late] = await Promise.all([
        answer(waits, word),
        ...Array.from({ length: 12 }, () => alone(event)),
      ])
      expect(said.status).toBe(200)
      expect(new Set(late.map(({ guest }) => guest.status))).toEqual(new Set(['WAITLISTED']))
      expect((await own(next)).guest.status).toBe(word === 'accept' ? 'WAITLISTED' : 'OFFERED')
      expect(await seatsHeld(event)).toBe(2)
    },
  )

  it('give a declined seat to only one of 12 guests registering concurrently when no guest waits behind', async () => {
    const event = await newEvent(calendar, { ...OFFERS, capacity: 1 })
    const seated = await alone(event)
    const waits = await alone(event)
    await cancel(seated)
    const [said, ...late] = await Promise.all([
      answer(waits, 'decline'),
      ...Array.from({ length: 12 }, () => alone(event)),
    ])
    expect(said.body.data.guest.status).toBe('DECLINED')
    const now = await Promise.all(late.map(async (one) => (await own(one)).guest.status))
    expect(now.filter((status) => status !== 'WAITLISTED')).toHaveLength(1)
    expect(await seatsHeld(event)).toBe(1)
  })
})
