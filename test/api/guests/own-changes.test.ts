import { describe, expect, it } from 'vitest'
import { createRateCounter } from '../../../src/platform/rate-limiter.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { guestsOf, mailsTo, rowOf, seatsHeld } from '../../support/database.ts'
import { manageApi, newCalendar, newDoor, newEvent, person, register, type Event } from '../../support/factories.ts'
import { mailsFor } from '../../support/invites.ts'
import { asOwner, pay } from '../../support/orders.ts'

const calendar = await newCalendar({ contactEmail: 'host@calendar.test' })
let made = 0
const someone = () => `moves-${(made += 1)}@guests.test`
const came = async (event: Event, fields: object = {}) => {
  const { guest, manageUrl, order } = (await register(event, { email: someone(), ...fields })).body.data
  return { guest, order, at: manageApi(manageUrl) }
}
const change = ({ at, guest }: { at: string; guest: { id: string } }, json: object) =>
  send(`PATCH ${at}/guests/${guest.id}`, { json })
const passOn = ({ at, guest }: { at: string; guest: { id: string } }, recipientEmail: string) =>
  send(`POST ${at}/guests/${guest.id}/transfer`, { json: { recipientEmail } })
const kindsTo = async (email: string) => (await mailsTo(email)).map(({ kind }) => kind)

describe('guest who came alone', () => {
  it('corrects name and answers with the same link', async () => {
    const event = await newEvent(calendar, {
      registrationQuestions: [{ label: 'Diet', type: 'TEXT', required: true }],
    })
    const answers = (answer: string) => [{ questionId: event['registrationQuestions'][0].id, answer }]
    const one = await came(event, { answers: answers('Fish') })
    const json = { firstName: 'Grace', answers: answers('Vegan'), email: one.guest.email }
    const changed = await change(one, json)
    expect(changed.status, changed.text).toBe(200)
    expect((await send(`GET ${one.at}`)).body.data.guest).toMatchObject({
      firstName: 'Grace',
      qrCode: one.guest.qrCode,
      registrationAnswers: [{ question: 'Diet', answer: 'Vegan' }],
    })
    expect((await change(one, { answers: answers('') })).status).toBe(400)
  })

  it('moves to another address: new code and link there, a notice without either to the old address', async () => {
    const event = await newEvent(calendar)
    const one = await came(event)
    const email = someone()
    const changed = await change(one, { email })
    expect(changed.status, changed.text).toBe(200)
    const row = await rowOf('guests', one.guest.id)
    expect(row?.['email']).toBe(email)
    expect(row?.['qr_code']).not.toBe(one.guest.qrCode)
    expect(changed.text).not.toContain(String(row?.['qr_code']))
    expect(changed.body.data.guest.email).toBe(email)
    for (const line of [`GET ${one.at}`, `GET ${manageApi(changed.body.data.manageUrl)}`])
      expect((await send(line)).status).toBe(404)
    expect(await kindsTo(email)).toEqual(['confirmation'])
    const notice = (await mailsFor(one.guest.email, deps)).find(({ subject }) =>
      subject.includes('address was changed'),
    )
    expect(notice?.text).toContain('m…@guests.test')
    expect(notice?.text).toContain('mailto:host@calendar.test')
    for (const secret of [email, String(row?.['qr_code']), '/r/'])
      expect(notice?.text + notice!.html).not.toContain(secret)
  })

  it('gets 409 already_registered without data for the address of another guest, and keeps the link', async () => {
    const event = await newEvent(calendar)
    const [one, two] = [await came(event), await came(event)]
    for (const refused of [await change(one, { email: two.guest.email }), await passOn(one, two.guest.email)])
      expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, 'already_registered', undefined])
    expect((await send(`GET ${one.at}`)).status).toBe(200)
    expect(await kindsTo(one.guest.email)).toEqual(['confirmation'])
  })

  it('transfers the place: the recipient gets code and link, the old link stops working', async () => {
    const event = await newEvent(calendar)
    const one = await came(event)
    const email = someone()
    const passed = await passOn(one, email)
    expect(passed.status, passed.text).toBe(200)
    expect(passed.body.data).toMatchObject({ guest: { status: 'TRANSFERRED' }, party: null, canCancel: false })
    expect(passed.text).not.toContain(String((await guestsOf(event)).at(-1)?.['qr_code']))
    expect((await send(`GET ${one.at}`)).status).toBe(404)
    expect([await kindsTo(email), await kindsTo(one.guest.email)]).toEqual([
      ['transfer.received'],
      ['confirmation', 'transfer.sent'],
    ])
    expect(await seatsHeld(event)).toBe(1)
  })

  it('transfers a paid place with its order, but not an unpaid one', async () => {
    const event = await newEvent(calendar, {}, { price: 900 })
    const one = await came(event)
    expect((await passOn(one, someone())).body.code).toBe('invalid_transition')
    await pay(calendar, event, one.order.id)
    expect((await passOn(one, someone())).status).toBe(200)
    const [, receiver] = await guestsOf(event)
    expect((await rowOf('orders', one.order.id))?.['guest_id']).toBe(receiver?.['id'])
  })

  it('cannot change the address or transfer at events with verifyEmail, nor the address once checked in', async () => {
    const event = await newEvent(calendar)
    const one = await came(event)
    await asOwner(calendar, `PATCH /events/${event.id}`, { verifyEmail: true })
    for (const [answer, field] of [
      [await change(one, { email: someone() }), 'email'],
      [await passOn(one, someone()), 'recipientEmail'],
    ] as const)
      expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
    expect((await change(one, { firstName: 'Grace', email: one.guest.email })).status).toBe(200)
    const door = await newDoor(calendar)
    const inside = await came(door)
    await asOwner(calendar, `PATCH /events/${door.id}/guests/${inside.guest.id}/status`, { status: 'CHECKED_IN' })
    expect((await change(inside, { email: someone() })).status).toBe(400)
  })

  it('moves only once when 24 changes to different addresses race', { timeout: 30_000 }, async () => {
    const event = await newEvent(calendar)
    const one = await came(event)
    const addresses = Array.from({ length: 12 }, someone)
    const answers = await Promise.all([
      ...addresses.map((email) => change(one, { email })),
      ...addresses.map((email) => passOn(one, `x${email}`)),
    ])
    const rows = (await guestsOf(event)).filter(({ status }) => status === 'CONFIRMED')
    expect(rows).toHaveLength(1)
    expect(await seatsHeld(event)).toBe(1)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    for (const { status } of answers) expect([200, 404, 409]).toContain(status)
  })

  it('is limited to 20 attempts a minute at one event', async () => {
    const event = await newEvent(calendar)
    const [one, two] = [await came(event), await came(event)]
    const app = appWith({ limiter: createRateCounter(() => Date.now(), 1) })
    const attempt = async () => {
      const { status } = await app.request(`/api${one.at}/guests/${one.guest.id}/transfer`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ recipientEmail: two.guest.email }),
      })
      return status
    }
    const statuses = []
    for (let time = 0; time < 21; time += 1) statuses.push(await attempt())
    expect([statuses.slice(0, 20).every((status) => status === 409), statuses[20]]).toEqual([true, 429])
  })
})

describe('buyer with a seat of their own', () => {
  it('names a member who uses the buyer’s address', async () => {
    const event = await newEvent(calendar)
    const email = someone()
    const { guests, manageUrl } = (
      await send(`POST /public/events/${event.id}/registrations`, {
        json: { buyer: { firstName: 'Bea', lastName: 'Byron', email }, attendees: [{ firstName: 'Bea', email }, {}] },
      })
    ).body.data
    const named = await change({ at: manageApi(manageUrl), guest: guests[1] }, { firstName: 'Carl' })
    expect([named.status, named.body.data.party.guests[1].guest.firstName]).toEqual([200, 'Carl'])
  })
})

describe('guest of several dates', () => {
  it('sees every date with state, code and link, except dates that moved to another address', async () => {
    const start = new Date(Date.now() + 86_400_000).toISOString().slice(0, 16)
    const series = await asOwner(calendar, 'POST /series', {
      calendarSlug: calendar.slug,
      template: { title: 'Choir', status: 'PUBLISHED' },
      startAt: start,
      durationMinutes: 90,
      timezone: 'UTC',
      rrule: 'FREQ=DAILY;COUNT=3',
    })
    const dates = (await asOwner(calendar, `GET /series/${series.body.data.id}/events?limit=10`)).body.data
    const eventIds = dates.map(({ id }: { id: string }) => id)
    const { registrations } = (
      await send(`POST /public/series/${series.body.data.id}/registrations`, { json: { ...person(), eventIds } })
    ).body.data
    const links = registrations.map(({ manageUrl }: { manageUrl: string }) => manageUrl)
    const read = async (url: string) => (await send(`GET ${manageApi(url)}`)).body.data
    for (const url of links)
      expect((await read(url)).dates.map(({ manageUrl }: { manageUrl: string }) => manageUrl)).toEqual(links)
    await send(`POST ${manageApi(links[1])}/cancel`)
    expect((await read(links[0])).dates).toMatchObject([
      { status: 'CONFIRMED', shortCode: expect.stringMatching(/^\w{3}-\w{3}$/), event: { id: eventIds[0] } },
      { status: 'CANCELLED' },
      { status: 'CONFIRMED' },
    ])
    await change({ at: manageApi(links[2]), guest: registrations[2].guest }, { email: someone() })
    expect((await read(links[0])).dates).toHaveLength(2)
    const single = await came(await newEvent(calendar))
    expect((await send(`GET ${single.at}`)).body.data.dates).toEqual([])
  })
})
