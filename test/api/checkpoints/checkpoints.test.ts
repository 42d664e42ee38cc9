import { expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newDoor, newEvent, newGuest, newKey, newTicket } from '../../support/factories.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['events:read', 'events:write', 'checkins:write'])
const at = ({ id }: { id: string }, more = '') => `/v1/events/${id}/checkpoints${more}`
const list = async (event: { id: string }) => (await send(`GET ${at(event)}`, { key })).body.data
const add = (event: { id: string }, json: object) => send(`POST ${at(event)}`, { key, json })
const scan = (event: { id: string }, json: object) => send(`POST /v1/events/${event.id}/checkins`, { key, json })

it('checkpoints of an event are created, listed in order of creation, changed and deleted', async () => {
  const event = await newEvent(calendar)
  expect(await list(event)).toEqual([])
  const { body } = await add(event, { name: 'Lunch', mode: 'ONCE' })
  const lunch = {
    id: expect.stringMatching(/^cpt_/),
    eventId: event.id,
    name: 'Lunch',
    mode: 'ONCE',
    ticketIds: null,
    opensAt: null,
    closesAt: null,
    limit: null,
    createdAt: expect.stringMatching(/Z$/),
    updatedAt: expect.stringMatching(/Z$/),
  }
  expect(body.data).toEqual(lunch)
  const room = {
    name: 'Room 80',
    mode: 'IN_OUT',
    limit: 80,
    ticketIds: [event.ticketId],
    opensAt: '2031-05-02T18:00',
    closesAt: '2031-05-02T20:00:00Z',
  }
  const made = (await add(event, room)).body.data
  expect(made).toMatchObject({ ...room, opensAt: '2031-05-02T16:00:00.000Z', closesAt: '2031-05-02T20:00:00.000Z' })
  expect(await list(event)).toEqual([lunch, made])

  const changed = await send(`PATCH ${at(event, `/${made.id}`)}`, {
    key,
    json: { name: 'Room 90', mode: 'DAILY', limit: null, ticketIds: null, opensAt: null, closesAt: null },
  })
  expect(changed.body.data).toMatchObject({
    name: 'Room 90',
    mode: 'DAILY',
    limit: null,
    ticketIds: null,
    opensAt: null,
  })
  expect(await list(event)).toEqual([lunch, changed.body.data])
  const gone = await send(`DELETE ${at(event, `/${made.id}`)}`, { key })
  expect(gone.body.data).toEqual({ id: made.id, deleted: true })
  expect(await list(event)).toEqual([lunch])
})

it('creating a checkpoint returns 400 for an invalid field, a closed window or a ticket of another event', async () => {
  const [event, other] = [await newEvent(calendar), await newEvent(calendar)]
  const faults = async (json: object) => {
    const { status, body } = await add(event, json)
    return [status, body.errors.map(({ field }: { field: string }) => field)]
  }
  const good = { name: 'Lunch', mode: 'ONCE' }
  expect(await faults({ name: 'Lunch' })).toEqual([400, ['mode']])
  expect(await faults({ ...good, mode: 'TWICE' })).toEqual([400, ['mode']])
  expect(await faults({ ...good, limit: 0 })).toEqual([400, ['limit']])
  expect(await faults({ ...good, ticketIds: [] })).toEqual([400, ['ticketIds']])
  expect(await faults({ ...good, ticketIds: [other.ticketId] })).toEqual([400, ['ticketIds.0']])
  expect(await faults({ ...good, opensAt: '2031-03-30T02:30' })).toEqual([400, ['opensAt']])
  const window = { opensAt: '2031-05-02T18:00:00Z', closesAt: '2031-05-02T18:00:00Z' }
  expect(await faults({ ...good, ...window })).toEqual([400, ['closesAt']])
  expect(await list(event)).toEqual([])
})

it('a checkpoint with a check-in, even an undone one, returns 409 when its mode changes or it is deleted', async () => {
  const door = await newDoor(calendar)
  const guest = await newGuest(door)
  const { id } = (await add(door, { name: 'Lunch', mode: 'ONCE' })).body.data
  const passed = await scan(door, { guestId: guest.id, checkpointId: id })
  expect(passed.status, passed.text).toBe(200)
  const undone = await send(`DELETE /v1/events/${door.id}/checkins/${passed.body.data.id}`, { key })
  expect(undone.status).toBe(200)
  const refused = [
    await send(`PATCH ${at(door, `/${id}`)}`, { key, json: { mode: 'DAILY' } }),
    await send(`DELETE ${at(door, `/${id}`)}`, { key }),
  ]
  expect(refused.map(({ status, body }) => [status, body.code])).toEqual([
    [409, 'checkpoint_has_checkins'],
    [409, 'checkpoint_has_checkins'],
  ])
  const renamed = await send(`PATCH ${at(door, `/${id}`)}`, { key, json: { name: 'Dinner', mode: 'ONCE', limit: 5 } })
  expect(renamed.body.data).toMatchObject({ name: 'Dinner', limit: 5 })
})

it('an event has at most 50 checkpoints, even under concurrent creation', async () => {
  const event = await newEvent(calendar)
  for (let made = 0; made < 45; made += 1) await add(event, { name: `Door ${made}`, mode: 'ONCE' })
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, made) => add(event, { name: `More ${made}`, mode: 'ONCE' })),
  )
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(5)
  expect(answers.flatMap(({ body }) => body.code ?? [])).toEqual(Array(5).fill('checkpoint_limit_reached'))
  expect(await list(event)).toHaveLength(50)
})

it('every route returns 404 for a checkpoint of another event', async () => {
  const [here, there] = [await newDoor(calendar), await newDoor(calendar)]
  const guest = await newGuest(here)
  const { id } = (await add(there, { name: 'Lunch', mode: 'ONCE' })).body.data
  const door = `/v1/events/${here.id}/checkins`
  const reader = (await newKey(calendar)).key
  const answers = [
    await send(`PATCH ${at(here, `/${id}`)}`, { key, json: { name: 'Mine' } }),
    await send(`DELETE ${at(here, `/${id}`)}`, { key }),
    await scan(here, { guestId: guest.id, checkpointId: id }),
    await send(`GET ${door}?checkpointId=${id}`, { key: reader }),
    await send(`GET ${door}/lookup?qrCode=${guest.qrCode}&checkpointId=${id}`, { key: reader }),
    await send(`GET ${door}/summary?checkpointId=${id}`, { key: reader }),
    await send(`GET ${door}/manifest?checkpointId=${id}`, { key: reader }),
    await send(`GET ${door}/live?checkpointId=${id}`, { key: reader, headers: { Upgrade: 'websocket' } }),
  ]
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})

it('a checkpoint with ticketIds returns ticket_not_admitted for a guest with another ticket', async () => {
  const door = await newDoor(calendar)
  const vip = await newTicket(door)
  const { id } = (await add(door, { name: 'Lounge', mode: 'ONCE', ticketIds: [vip.id] })).body.data
  const [guest, important] = [await newGuest(door), await newGuest(door, { ticket_id: vip.id })]
  expect((await scan(door, { guestId: guest.id, checkpointId: id })).body.code).toBe('ticket_not_admitted')
  expect((await scan(door, { guestId: important.id, checkpointId: id })).status).toBe(200)
})

it('duplicating an event copies its checkpoints in order, with the ticketIds of the copy', async () => {
  const event = await newEvent(calendar)
  const vip = await newTicket(event)
  const rooms = [
    { name: 'Cloakroom', mode: 'IN_OUT' },
    { name: 'Backstage', mode: 'DAILY', ticketIds: [vip.id], limit: 12 },
    { name: 'Lunch', mode: 'ONCE' },
  ]
  for (const room of rooms) await add(event, room)
  const copy = (await send(`POST /v1/events/${event.id}/duplicate`, { key })).body.data
  const copied = await list(copy)
  expect(copied.map(({ name }: { name: string }) => name)).toEqual(['Cloakroom', 'Backstage', 'Lunch'])
  expect(copied[1]).toMatchObject({ eventId: copy.id, mode: 'DAILY', ticketIds: [copy.tickets[1].id], limit: 12 })
  const ids = [...(await list(event)), ...copied].map(({ id }: { id: string }) => id)
  expect(new Set(ids).size).toBe(6)
})
