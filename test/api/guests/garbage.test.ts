import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newGuest, newKey, person, register, type Calendar } from '../../support/factories.ts'

const TRIES = 24
let calendar: Calendar
let key: string
beforeAll(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar)).key
})

const LONE = '\ud800'
const GARBAGE: readonly (readonly [string, Record<string, unknown>])[] = [
  ['a NUL', { firstName: 'A\u0000da' }],
  ['control characters', { firstName: '\u001b[31mAda\u0007\r\nBcc: x@x.test' }],
  ['bidi overrides', { firstName: '\u202eadA\u2066' }],
  ['a lone surrogate', { firstName: `Ada${LONE}`, email: `ada.lone@guests.test` }],
  ['a lone surrogate in the address', { email: `ada${LONE}@guests.test` }],
  ['only spaces', { firstName: '   ', lastName: '\t' }],
  ['a formula', { firstName: '=HYPERLINK("https://x.test")' }],
  ['a name of 100,000 characters', { firstName: 'A'.repeat(100_000) }],
  ['an address with a line break', { email: 'ada@guests.test\r\nBcc: x@x.test' }],
  ['an address as array', { email: ['ada@guests.test'] }],
  ['a number as name', { firstName: 7 }],
  ['a ticket with a prototype key', { ticketId: '__proto__' }],
  ['a ticket as object', { ticketId: { $ne: null } }],
  ['a negative quantity', { quantity: -1 }],
  ['a huge quantity', { quantity: 1e308 }],
  ['answers with prototype keys', { answers: JSON.parse('{"__proto__":"x","constructor":"y","toString":"z"}') }],
  ['answers as array', { answers: [['a']] }],
  ['answers 5,000 levels deep', { answers: JSON.parse(`${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`) }],
  ['attendees as object', { attendees: { length: 2 } }],
  ['an attendee of null', { attendees: [null] }],
  ['5,000 attendees', { attendees: Array.from({ length: 5_000 }, () => ({ firstName: 'A', lastName: 'B' })) }],
  ['the status of somebody else', { status: 'CHECKED_IN', id: 'gst_x', userId: 'usr_x' }],
]

describe('garbage in a new guest', () => {
  it.each(GARBAGE)('%s is stored or refused, in every way to add one', async (_, fields) => {
    const event = await newEvent(calendar)
    const at = `/events/${event.id}`
    const answers = [
      await send(`POST /v1${at}/guests`, { key, json: person(fields) }),
      await send(`POST ${at}/guests`, { as: calendar.owner, json: person(fields) }),
      await send(`POST /public${at}/registrations`, { json: person(fields) }),
      await send(`POST ${at}/guests/invite`, {
        as: calendar.owner,
        json: { emails: [person(fields).email, person(fields).email] },
      }),
    ]
    for (const { status, text } of answers) expect([200, 201, 400, 404, 405, 409, 413, 422], text).toContain(status)
    for (const line of [`${at}/guests`, `${at}/guests?search=%00`]) {
      const { status, text } = await send(`GET ${line}`, { as: calendar.owner })
      expect([200, 404], text).toContain(status)
    }
    expect((await send('GET /health')).status).toBeLessThan(500)
  })

  it('in another shape than JSON objects is refused', async () => {
    const event = await newEvent(calendar)
    const headers = { 'Content-Type': 'application/json' }
    for (const body of ['null', '[]', '"x"', '1e999', '{', '\ufeff{}', '['.repeat(60_000), '{"a":'.repeat(12_000)]) {
      const { status, text } = await send(`POST /v1/events/${event.id}/guests`, { key, body, headers })
      expect(status, `${body.slice(0, 9)}: ${text}`).toBe(400)
    }
    const large = JSON.stringify(person({ firstName: 'A'.repeat(10_000_000) }))
    expect((await send(`POST /v1/events/${event.id}/guests`, { key, body: large, headers })).status).toBe(413)
  })

  it('does not accept the ticket of another calendar', async () => {
    const [event, foreign] = [await newEvent(calendar), await newEvent(await newCalendar())]
    const ticketId = foreign.ticketId
    for (const fields of [{ ticketId }, { attendees: [{ firstName: 'B', lastName: 'C', ticketId }] }]) {
      const answer = await send(`POST /v1/events/${event.id}/guests`, { key, json: person(fields) })
      expect([400, 404, 409, 422], answer.text).toContain(answer.status)
    }
  })
})

describe('restoring a guest', () => {
  const restore = (event: { id: string }, id: string) =>
    send(`PATCH /events/${event.id}/guests/${id}/status`, { as: calendar.owner, json: { status: 'CONFIRMED' } })

  it(`gives the last seat once, in ${TRIES} races of two restored guests and a newcomer`, async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const event = await newEvent(calendar, { capacity: 1 })
      const ids: string[] = []
      for (let index = 0; index < 2; index += 1) {
        const { id } = await newGuest(event)
        ids.push(id)
        await send(`PATCH /events/${event.id}/guests/${id}/status`, {
          as: calendar.owner,
          json: { status: index === 0 ? 'CANCELLED' : 'DECLINED' },
        })
      }
      const answers = await Promise.all([...ids.map((id) => restore(event, id)), register(event)])
      for (const { status, text } of answers) expect([200, 201, 409], text).toContain(status)
      const { body } = await send(`GET /events/${event.id}/guests?limit=50`, { as: calendar.owner })
      const seated = body.data.filter(({ status }: { status: string }) => status === 'CONFIRMED')
      expect(seated).toHaveLength(1)
    }
  }, 90_000)
})
