import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { schedule } from '../../../src/schedule.ts'
import { send } from '../../support/api.ts'
import { guestsOf, mailsTo, ordersOf, seatsHeld } from '../../support/database.ts'
import { manageApi, newCalendar, newCoupon, newEvent, person, register } from '../../support/factories.ts'
import { appWith, deps } from '../../support/app.ts'

const calendar = await newCalendar()
const all = <Result>(count: number, act: (index: number) => Promise<Result>) =>
  Promise.all(Array.from({ length: count }, (_, index) => act(index)))
const SLOW = 40_000

it(
  'gives exactly 10 seats to 200 concurrent registrations and waitlists the rest in order of arrival',
  async () => {
    const event = await newEvent(calendar, { capacity: 10, waitlistEnabled: true })
    const answers = await all(200, () => register(event))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(200)
    const guests = await guestsOf(event)
    // `rowid` reflects the order of arrival, because the database inserts rows in that order.
    const arrived = guests.toSorted((left, right) => Number(left.rowid) - Number(right.rowid))
    expect(arrived.slice(0, 10).map(({ status }) => status)).toEqual(Array(10).fill('CONFIRMED'))
    expect(arrived.slice(10).map(({ status, waitlist_seq: seq }) => [status, seq])).toEqual(
      Array.from({ length: 190 }, (_, index) => ['WAITLISTED', index + 1]),
    )
    expect(await seatsHeld(event)).toBe(10)
    const positions = answers.flatMap(({ body }) => body.data.guest.waitlistPosition ?? [])
    expect(positions.toSorted((a: number, b: number) => a - b)).toEqual(
      Array.from({ length: 190 }, (_, index) => index + 1),
    )
    expect(await ordersOf(event)).toHaveLength(10)
  },
  SLOW,
)

it(
  'keeps exactly 10 seats taken while guests cancel and register concurrently',
  async () => {
    const event = await newEvent(calendar, { capacity: 10, waitlistEnabled: true })
    const first = await all(10, () => register(event))
    const cancel = ({ body }: (typeof first)[number]) => send(`POST ${manageApi(body.data.manageUrl)}/cancel`)
    const [, others] = await Promise.all([Promise.all(first.map(cancel)), all(60, () => register(event))])
    const late = others.filter((_, index) => index % 3 === 0)
    await Promise.all([...late.map(cancel), ...Array.from({ length: 20 }, () => register(event))])
    const guests = await guestsOf(event)
    const confirmed = guests.filter(({ status }) => status === 'CONFIRMED')
    expect(confirmed).toHaveLength(10)
    expect(await seatsHeld(event)).toBe(10)
    expect(guests.filter(({ status }) => status === 'CANCELLED')).toHaveLength(30)
    expect(guests.filter(({ status }) => status === 'WAITLISTED')).toHaveLength(50)
    // First come, first served: every promoted guest has a lower `waitlist_seq` than any guest still waiting.
    const promoted = confirmed.flatMap(({ waitlist_seq: seq }) => (seq === null ? [] : [Number(seq)]))
    const waiting = guests.flatMap(({ status, waitlist_seq: seq }) => (status === 'WAITLISTED' ? [Number(seq)] : []))
    expect(Math.max(0, ...promoted)).toBeLessThan(Math.min(...waiting))
    for (const guest of confirmed) {
      const kinds = (await mailsTo(String(guest.email))).map(({ kind }) => kind)
      expect(kinds).toEqual(guest.waitlist_seq === null ? ['confirmation'] : ['waitlisted', 'promoted'])
    }
  },
  SLOW,
)

it(
  'creates only one guest when 30 registrations with the same address arrive concurrently',
  async () => {
    const event = await newEvent(calendar)
    const answers = await all(30, () => register(event, { email: 'one@guests.test' }))
    expect(answers.filter(({ status, body }) => status === 200 && body.data.guest !== null)).toHaveLength(1)
    expect(await guestsOf(event)).toHaveLength(1)
    expect(await mailsTo('one@guests.test')).toHaveLength(1)
  },
  SLOW,
)

it('decides and explains a refusal from the same state, even if a seat is freed right after the commit', async () => {
  const taken = await newEvent(calendar)
  const mine = (await register(taken, { email: 'again@guests.test' })).body.data
  // A full event is refused when it is read, a sold-out ticket only by `commit()`.
  const full = await newEvent(calendar, {}, { capacity: 1 })
  const theirs = (await register(full)).body.data
  const { commit } = deps
  const registerWhile = async (
    event: { id: string },
    fields: Record<string, unknown>,
    leaving: { manageUrl: string },
  ) => {
    let isBetween = false
    const app = appWith({
      commit: async (change) => {
        const results = await commit(change)
        if (!isBetween) {
          isBetween = true
          await send(`POST ${manageApi(leaving.manageUrl)}/cancel`)
        }
        return results
      },
    })
    const answer = await app.request(`/api/public/events/${event.id}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(person(fields)),
    })
    return answer.json<Record<string, unknown>>()
  }
  expect(await registerWhile(taken, { email: 'again@guests.test' }, mine)).toMatchObject({
    data: { guest: null },
    message: expect.stringContaining('already'),
  })
  expect(await registerWhile(full, {}, theirs)).toMatchObject({ code: 'capacity_exceeded' })
  for (const event of [taken, full]) {
    expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['CANCELLED'])
    expect((await register(event, { email: 'again@guests.test' })).body.data.guest.status).toBe('CONFIRMED')
  }
})

it('expires an unpaid order only once, frees its seat and coupon, and promotes the first waiting guest', async () => {
  const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true }, { price: 800 })
  const coupon = await newCoupon(calendar, { code: 'LATE', maxRedemptions: 1 })
  const first = (await register(event, { couponCode: 'LATE' })).body.data
  const second = (await register(event)).body.data
  const expire = schedule.find(({ name }) => name === 'expire unpaid orders')!
  const run = () => expire.run(deps)
  await run()
  expect(await ordersOf(event)).toMatchObject([{ status: 'PENDING' }])
  await env.DB.prepare('update orders set expires_at = ? where id = ?')
    .bind(Date.now() - 1, first.order.id)
    .run()
  await Promise.all([run(), run(), run()])
  expect(await ordersOf(event)).toMatchObject([
    { status: 'EXPIRED', guest_id: first.guest.id },
    { status: 'PENDING', guest_id: second.guest.id, total: 800 },
  ])
  expect((await guestsOf(event)).map(({ status }) => status)).toEqual(['CANCELLED', 'PENDING'])
  expect((await mailsTo(first.guest.email)).map(({ kind }) => kind)).toEqual(['pending', 'cancelled'])
  expect((await mailsTo(second.guest.email)).map(({ kind }) => kind)).toEqual(['waitlisted', 'promoted'])
  expect(await env.DB.prepare('select redeemed_count from coupons where id = ?').bind(coupon.id).first()).toEqual({
    redeemed_count: 0,
  })
})

it('sends guest.registered once per registration with the documented fields, and not for a promotion', async () => {
  await send(`POST /calendars/${calendar.slug}/webhooks`, {
    as: calendar.owner,
    json: { url: 'https://hooks.test/in', events: ['guest.registered'] },
  })
  const questions = JSON.stringify([{ id: 'qst_a', label: 'Diet', type: 'TEXT', required: false, options: [] }])
  const event = await newEvent(calendar, { capacity: 1, waitlistEnabled: true, registration_questions: questions })
  const first = (await register(event, { answers: [{ questionId: 'qst_a', answer: 'vegan' }] })).body.data
  const second = (await register(event)).body.data
  await send(`POST ${manageApi(first.manageUrl)}/cancel`)
  const { results } = await env.DB.prepare(
    "select data from deliveries where event_type = 'guest.registered' order by rowid",
  ).all<{ data: string }>()
  const told = results.map(({ data }) => JSON.parse(data)).filter(({ eventId }) => eventId === event.id)
  expect(told).toEqual([
    {
      eventId: event.id,
      eventSlug: event.slug,
      eventTitle: expect.any(String),
      guestId: first.guest.id,
      userId: expect.stringMatching(/^usr_/),
      guestEmail: first.guest.email,
      guestName: `${first.guest.firstName} ${first.guest.lastName}`,
      status: 'CONFIRMED',
      ticketId: event.ticketId,
      ticketName: first.guest.ticket.name,
      registrationAnswers: [{ question: 'Diet', answer: 'vegan' }],
    },
    expect.objectContaining({ guestId: second.guest.id, status: 'WAITLISTED', registrationAnswers: [] }),
  ])
})
