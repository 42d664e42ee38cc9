import { beforeAll, describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, register, type Calendar } from '../../support/factories.ts'

const TRIES = 24
let calendar: Calendar
beforeAll(async () => {
  calendar = await newCalendar()
})

const call = (line: string, json?: object) => send(line, { as: calendar.owner, ...(json && { json }) })
const seatedAt = async (event: { id: string }) => {
  const { body } = await call(`GET /events/${event.id}/guests?limit=50`)
  return body.data.filter(({ status }: { status: string }) => ['CONFIRMED', 'CHECKED_IN'].includes(status)).length
}

describe('changing an event while guests register', () => {
  it(`never lowers the capacity below the seats taken, in ${TRIES} races`, async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const event = await newEvent(calendar, { capacity: 3 })
      await register(event)
      const [changed] = await Promise.all([
        call(`PATCH /events/${event.id}`, { capacity: 1 }),
        register(event),
        call(`PATCH /events/${event.id}/tickets/${event.ticketId}`, { capacity: 2 }),
        register(event),
      ])
      const { data } = (await call(`GET /events/${event.id}`)).body
      expect(await seatedAt(event)).toBeLessThanOrEqual(data.capacity)
      expect([changed.status, data.capacity]).toEqual(changed.status === 200 ? [200, 1] : [409, 3])
      expect(data.tickets[0].capacity === null || (await seatedAt(event)) <= data.tickets[0].capacity).toBe(true)
    }
  }, 60_000)

  it(`leaves no guest without a ticket when it is deleted or paused, in ${TRIES} races`, async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const event = await newEvent(calendar)
      const other = (await call(`POST /events/${event.id}/tickets`, { name: 'Balcony' })).body.data as { id: string }
      const [joined, gone] = await Promise.all([
        register(event, { ticketId: other.id }),
        tried % 2 === 0
          ? call(`DELETE /events/${event.id}/tickets/${other.id}`)
          : call(`PATCH /events/${event.id}/tickets/${other.id}`, { isActive: false }),
      ])
      expect([200, 201, 400, 404, 409, 422], joined.text).toContain(joined.status)
      const { data } = (await call(`GET /events/${event.id}/guests`)).body
      const isJoined = joined.status < 300
      expect(data.map(({ email }: { email: string }) => email)).toEqual(isJoined ? [joined.body.data.guest.email] : [])
      const isDeletion = tried % 2 === 0
      expect(gone.status, gone.text).toBe(isDeletion && isJoined ? 409 : 200)
      const tickets = (await call(`GET /events/${event.id}/tickets`)).body.data as { id: string }[]
      expect(tickets.some(({ id }) => id === other.id)).toBe(isJoined || !isDeletion)
    }
  }, 60_000)

  it(`lets no one in who scans after the event was moved or cancelled at the open door, in ${TRIES} races`, async () => {
    for (let tried = 0; tried < TRIES; tried += 1) {
      const now = Date.now()
      const at = (minutes: number) => new Date(now + minutes * 60_000).toISOString()
      const event = await newEvent(calendar, { startAt: at(10), endAt: at(120), timezone: 'UTC' })
      const { guest } = (await register(event)).body.data
      const change =
        tried % 2 === 0 ? { startAt: at(60 * 24 * 30), endAt: at(60 * 24 * 30 + 60) } : { status: 'CANCELLED' }
      const scan = () => call(`PATCH /events/${event.id}/guests/${guest.id}/status`, { status: 'CHECKED_IN' })
      const [scanned, changed] = await Promise.all([scan(), call(`PATCH /events/${event.id}`, change)])
      expect(changed.status, changed.text).toBe(200)
      expect([200, 403, 409], scanned.text).toContain(scanned.status)
      const after = (await call(`GET /events/${event.id}/guests/${guest.id}`)).body.data.status
      expect(after === 'CHECKED_IN').toBe(scanned.status === 200)
      if (scanned.status !== 200) expect([403, 409]).toContain((await scan()).status)
    }
  }, 60_000)
})

describe('the time zone of an event', () => {
  it('changes without moving the instants, also for a time that the new zone skips', async () => {
    const event = await newEvent(calendar, { startAt: '2031-03-30T01:30:00Z', timezone: 'UTC' })
    for (const timezone of ['Europe/Paris', 'America/Santiago', 'Australia/Lord_Howe', 'Pacific/Apia']) {
      const { status, body } = await call(`PATCH /events/${event.id}`, { timezone })
      expect([status, body.data.startAt, body.data.timezone]).toEqual([200, '2031-03-30T01:30:00.000Z', timezone])
    }
    for (const timezone of ['', 'Mars/Base', '../../etc/passwd', 'UTC\u0000', '__proto__'])
      expect((await call(`PATCH /events/${event.id}`, { timezone })).status).toBe(400)
  })
})
