import { expect } from 'vitest'
import { send } from './api.ts'
import { newEvent, type Calendar } from './factories.ts'

/** Rehearses an event and returns the result. It plays a month, so it takes seconds. */
export const rehearse = async (calendar: Calendar, eventId: string, json: object) => {
  const started = await send(`POST /events/${eventId}/rehearsals`, { as: calendar.owner, json })
  expect(started.status, started.text).toBe(202)
  const { id } = started.body.data as { id: string }
  const read = () => send(`GET /events/${eventId}/rehearsals/${id}`, { as: calendar.owner })
  await expect.poll(async () => (await read()).body.data.status, { timeout: 100_000 }).not.toBe('RUNNING')
  const { body } = await read()
  expect(body.data.status).toBe('DONE')
  return body.data
}

/** An event in May 2031 with a paid ticket and 8 seats, which opens a month before. */
export const newConcert = (calendar: Calendar, fields: object = {}, ticket: object = {}) =>
  newEvent(
    calendar,
    {
      capacity: 8,
      waitlistEnabled: true,
      waitlistMode: 'OFFERS',
      offerMinutes: 600,
      reminderMinutes: [1440],
      registrationOpensAt: '2031-04-01T10:00:00Z',
      ...fields,
    },
    { name: 'Seat', price: 2500, currency: 'EUR', ...ticket },
  )
