import { expect, it } from 'vitest'
import { QUOTAS } from '../../../src/kernel/quotas.ts'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { setColumns } from '../../support/database.ts'
import {
  addMember,
  newCalendar,
  newDoor,
  newEvent,
  newGuest,
  newGuests,
  newKey,
  newOrder,
  person,
} from '../../support/factories.ts'

asks({
  'GET /v1/me/attention': { scope: 'any', isWhole: true },
  'GET /me/attention': { role: null, isWhole: true },
  'GET /me/upcoming': { role: null, isWhole: true },
  'GET /v1/calendars/:slug/quotas': { scope: 'events:read', isWhole: true },
  'GET /calendars/:slug/quotas': { role: 'STAFF', isWhole: true },
})

const attention = async (as: string) => (await send('GET /me/attention', { as })).body.data

it('GET /me/attention returns open doors to all, approvals to managers and unpaid orders to owners', async () => {
  const calendar = await newCalendar()
  const [staff, manager] = [
    await addMember(calendar, 'usr_w_staff', 'STAFF'),
    await addMember(calendar, 'usr_w_manager', 'MANAGER'),
  ]
  const door = await newDoor(calendar, { title: 'On now' })
  await newGuests(door, 2, { status: 'CHECKED_IN' })
  const asked = await newEvent(calendar, {
    title: 'Dinner',
    startAt: Date.now() + 5 * 86_400_000,
    endAt: Date.now() + 5 * 86_400_000 + 3_600_000,
  })
  await newGuests(asked, 3, { status: 'PENDING' })
  const sold = await newOrder(calendar, {
    startAt: Date.now() + 6 * 86_400_000,
    endAt: Date.now() + 6 * 86_400_000 + 3_600_000,
  })
  // A party of three is one unpaid order.
  await send(`POST /public/events/${sold.event.id}/registrations`, {
    json: { buyer: person(), attendees: [person(), person(), person()] },
  })
  const over = await newEvent(calendar, { startAt: Date.now() - 9 * 86_400_000, endAt: Date.now() - 8 * 86_400_000 })
  await newGuest(over, { status: 'PENDING' })
  await newEvent(calendar)
  const of = (kind: string, event: { id: string }, count: number) =>
    expect.objectContaining({ kind, calendarSlug: calendar.slug, eventId: event.id, count })
  const [seenByOwner, seenByManager, seenByStaff] = [
    await attention(calendar.owner),
    await attention(manager),
    await attention(staff),
  ]
  expect(seenByStaff).toEqual([of('DOOR_OPEN', door, 2)])
  expect(seenByStaff[0].eventTitle).toBe('On now')
  expect(seenByManager).toEqual([of('DOOR_OPEN', door, 2), of('APPROVALS', asked, 3)])
  expect(seenByOwner).toEqual([of('DOOR_OPEN', door, 2), of('APPROVALS', asked, 3), of('UNPAID', sold.event, 2)])
  expect(await attention('usr_w_nobody')).toEqual([])
})

it('GET /me/attention returns an event whose check-in is still open after its end', async () => {
  const mine = await newCalendar({ owner: 'usr_w_late' })
  const day = 86_400_000
  const times = { startAt: Date.now() - 3 * day, endAt: Date.now() - 2 * day }
  const late = await newEvent(mine, { ...times, check_in_closes_at: Date.now() + day })
  await newEvent(mine, { ...times, check_in_closes_at: Date.now() - day })
  expect(await attention(mine.owner)).toEqual([expect.objectContaining({ kind: 'DOOR_OPEN', eventId: late.id })])
})

it('GET /v1/me/attention returns tasks by the scopes of an API key, in its calendar', async () => {
  const calendar = await newCalendar()
  const times = { startAt: Date.now() + 86_400_000, endAt: Date.now() + 90_000_000 }
  const door = await newDoor(calendar)
  const asked = await newEvent(calendar, times)
  await newGuest(asked, { status: 'PENDING' })
  const sold = await newOrder(calendar, times)
  // Another calendar of the same owner.
  await newDoor(await newCalendar({ owner: calendar.owner }))
  const kinds = async (...scopes: string[]) => {
    const { key } = await newKey(calendar, scopes)
    const { data } = (await send('GET /v1/me/attention', { key })).body as { data: { kind: string; eventId: string }[] }
    return data.map(({ kind, eventId }) => [kind, eventId])
  }
  expect(await kinds('events:read')).toEqual([])
  expect(await kinds('checkins:read')).toEqual([['DOOR_OPEN', door.id]])
  expect(await kinds('guests:read')).toEqual([['APPROVALS', asked.id]])
  expect(await kinds('billing:read')).toEqual([['UNPAID', sold.event.id]])
})

it('GET /me/upcoming returns the next events per calendar, including drafts but no past or cancelled ones', async () => {
  const owner = 'usr_w_owner'
  const [first, second] = [await newCalendar({ owner }), await newCalendar({ owner })]
  const at = (day: number) => ({ startAt: Date.parse('2031-01-01T10:00:00Z') + day * 86_400_000, timezone: 'UTC' })
  const third = await newEvent(first, { ...at(3), status: 'DRAFT' })
  const next = await newEvent(first, { ...at(1), coverAlt: 'A quay', coverUrl: 'https://pictures.example/quay.jpg' })
  await newEvent(first, at(9))
  await newEvent(first, { startAt: Date.parse('2020-01-01T10:00:00Z'), timezone: 'UTC' })
  await newEvent(first, { ...at(0), status: 'CANCELLED' })
  const days = await newEvent(second, { startAt: '2031-02-03', endAt: '2031-02-05', timezone: 'UTC' })
  await newGuests(next, 2)
  await newGuest(next, { status: 'WAITLISTED' })
  await newEvent(await newCalendar())
  const { data } = (await send('GET /me/upcoming?perCalendar=2', { as: owner })).body
  expect(data).toMatchObject([
    {
      calendarSlug: first.slug,
      id: next.id,
      startAt: '2031-01-02T10:00:00.000Z',
      status: 'PUBLISHED',
      confirmed: 2,
      coverAlt: 'A quay',
    },
    { calendarSlug: first.slug, id: third.id, status: 'DRAFT', confirmed: 0 },
    { calendarSlug: second.slug, id: days.id, startAt: '2031-02-03', endAt: '2031-02-05', allDay: true },
  ])
  expect(data).toHaveLength(3)
})

it('GET /calendars/:slug/quotas returns limit, use and reset time of each quota', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const staff = await addMember(calendar, 'usr_w_quota', 'STAFF')
  const event = await newEvent(calendar)
  await newEvent(calendar, { startAt: Date.now() - 9 * 86_400_000, endAt: Date.now() - 8 * 86_400_000 })
  const cancelled = await newEvent(calendar)
  await setColumns('events', cancelled.id, { status: 'CANCELLED' })
  const emails = ['one@guests.test', 'two@guests.test']
  await send(`POST /events/${event.id}/guests/invite`, { as: calendar.owner, json: { emails } })
  const { data } = (await send(`GET /calendars/${calendar.slug}/quotas`, { as: staff })).body
  const midnight = expect.stringMatching(/T00:00:00.000Z$/)
  expect(data).toEqual([
    { quota: 'eventsPerCalendar', limit: QUOTAS.eventsPerCalendar.PRO, used: 1, resetsAt: null },
    { quota: 'guestsPerEvent', limit: QUOTAS.guestsPerEvent.PRO, used: null, resetsAt: null },
    { quota: 'messagesPerEventAndDay', limit: 3, used: null, resetsAt: midnight },
    { quota: 'recipientsPerDay', limit: QUOTAS.recipientsPerDay.PRO, used: 2, resetsAt: midnight },
    { quota: 'imagesPerCalendar', limit: 200, used: 0, resetsAt: null },
    { quota: 'imagesPerDay', limit: 50, used: 0, resetsAt: midnight },
    { quota: 'archivesPerDay', limit: 3, used: 0, resetsAt: midnight },
  ])
  expect((await send(`GET /v1/calendars/${calendar.slug}/quotas`, { key })).body.data).toEqual(data)
})
