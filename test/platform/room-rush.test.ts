import { env } from 'cloudflare:workers'
import { expect, it } from 'vitest'
import { send } from '../support/api.ts'
import { newCalendar, newDoor, newGuests, newKey } from '../support/factories.ts'
import { watch } from '../support/live.ts'

const SCANNERS = 64
const SCANS = 12
const LIMIT = 20

it('64 scanners never exceed the limit of a room, and every record matches their responses', async () => {
  const calendar = await newCalendar()
  const { key } = await newKey(calendar)
  const door = await newDoor(calendar)
  const guests = await newGuests(door, 80)
  const made = await send(`POST /v1/events/${door.id}/checkpoints`, {
    key,
    json: { name: 'Room', mode: 'IN_OUT', limit: LIMIT },
  })
  const room = made.body.data.id as string
  const path = `/v1/events/${door.id}/checkins`
  const { messages } = await watch(`${path}/live?checkpointId=${room}`, { 'x-svc-api-key': key })
  const insideNow = async () => {
    const { body } = await send(`GET ${path}/summary?checkpointId=${room}`, { key })
    return [body.data.inside, body.data.checkedIn, body.data.checkpoints[0].inside] as number[]
  }

  const answers: { guest: string; direction: string; code: string | number; id?: string }[] = []
  const scanner = async (number: number) => {
    for (let at = 0; at < SCANS; at += 1) {
      // Two scanners scan each guest, and there are more entries than exits, so that the room fills up.
      const guest = guests[(Math.floor(number / 2) + at * 7) % guests.length]!
      const direction = (number + at) % 3 === 0 ? 'OUT' : 'IN'
      const json = { guestId: guest.id, checkpointId: room, direction, deviceId: `scanner ${number}` }
      const { status, body } = await send(`POST ${path}`, { key, json })
      answers.push({ guest: guest.id, direction, code: status === 200 ? 200 : body.code, id: body.data?.id })
    }
  }
  const scanning = { isOver: false }
  const reads: number[][] = []
  const reader = async () => {
    while (!scanning.isOver) reads.push(await insideNow())
  }
  const reading = Promise.all([reader(), reader()])
  await Promise.all(Array.from({ length: SCANNERS }, (_, number) => scanner(number)))
  scanning.isOver = true
  await reading

  expect(new Set(answers.map(({ code }) => code))).toEqual(
    new Set([200, 'already_checked_in', 'not_inside', 'room_full']),
  )
  expect(reads.length).toBeGreaterThan(5)
  // Each read is a consistent snapshot, so the three counts in it are equal.
  for (const [inside, ...others] of reads) {
    expect(others).toEqual([inside, inside])
    expect(inside).toBeLessThanOrEqual(LIMIT)
  }
  const accepted = answers.filter(({ code }) => code === 200)
  const net = (entries: typeof answers) =>
    entries.reduce((sum, { direction }) => sum + (direction === 'IN' ? 1 : -1), 0)
  const [inside] = await insideNow()
  expect(inside).toBe(net(accepted))
  for (const ofGuest of Map.groupBy(accepted, ({ guest }) => guest).values()) expect([0, 1]).toContain(net(ofGuest))

  // Taken in order of `number`, the scans of each guest alternate between IN and OUT, and the count never exceeds
  // `LIMIT`.
  const { results } = await env.DB.prepare(
    'select id, guest_id, direction from checkpoint_scans where place = ? order by number',
  )
    .bind(room)
    .all<{ id: string; guest_id: string; direction: string }>()
  expect(new Set(results.map(({ id }) => id))).toEqual(new Set(accepted.map(({ id }) => id)))
  const last = new Map<string, string>()
  let count = 0
  for (const { guest_id, direction } of results) {
    expect(direction).toBe(last.get(guest_id) === 'IN' ? 'OUT' : 'IN')
    last.set(guest_id, direction)
    count += direction === 'IN' ? 1 : -1
    expect(count).toBeLessThanOrEqual(LIMIT)
  }
  await expect.poll(() => messages.length).toBe(accepted.length + 1)
  expect(messages.slice(1).map(({ id }) => id)).toEqual(results.map(({ id }) => id))
  expect(Math.max(...messages.map((message) => Number(message['inside'])))).toBeLessThanOrEqual(LIMIT)
  expect(messages.at(-1)).toMatchObject({ inside })
}, 90_000)
