import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send, type Answered } from '../../support/api.ts'
import {
  manageApi,
  newCalendar,
  newDoor,
  newGuest,
  newGuests,
  newKey,
  newOrder,
  register,
  type Guest,
} from '../../support/factories.ts'

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['checkins:read', 'checkins:write', 'guests:read', 'guests:write'])
type Door = Awaited<ReturnType<typeof newDoor>>

const HOUR = 3_600_000
const checkIn = ({ id }: { id: string }, guestId: string) =>
  send(`POST /v1/events/${id}/checkins`, { key, json: { guestId } })
const insideOf = async ({ id }: { id: string }) => {
  const { body } = await send(`GET /v1/events/${id}/checkins`, { key })
  return (body.data as { guestId: string }[]).map(({ guestId }) => guestId)
}
const statusesOf = async ({ id }: { id: string }) => {
  const { results } = await env.DB.prepare('select id, status from guests where event_id = ?')
    .bind(id)
    .all<{ id: string; status: string }>()
  return new Map(results.map((row) => [row.id, row.status]))
}

describe('a scan and a departure of the same guest', () => {
  const CAPACITY = 10

  it('never both succeed when guests cancel via their link: no guest is inside without a seat', async () => {
    const door = await newDoor(calendar, { capacity: CAPACITY, waitlistEnabled: true, endAt: Date.now() + 2 * HOUR })
    const people = []
    for (let at = 0; at < 2 * CAPACITY; at += 1) people.push((await register(door)).body.data)
    const seated = people.slice(0, CAPACITY)
    const raced = await Promise.all(
      seated.map(async ({ guest, manageUrl }) => {
        const [scan, leave] = await Promise.all([checkIn(door, guest.id), send(`POST ${manageApi(manageUrl)}/cancel`)])
        return { id: guest.id as string, scan, leave }
      }),
    )
    const statuses = await statusesOf(door)
    const inside = await insideOf(door)
    for (const { id, scan, leave } of raced) {
      expect([scan.status, leave.status].filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.get(id)).toBe(scan.status === 200 ? 'CHECKED_IN' : 'CANCELLED')
      expect(inside.includes(id)).toBe(scan.status === 200)
      const loser = scan.status === 200 ? leave : scan
      expect(loser.status, loser.text).toBe(409)
      expect(loser.body.code).toBe(scan.status === 200 ? 'invalid_transition' : 'guest_not_confirmed')
    }
    // Promoted guests may check in too, but the total never exceeds `CAPACITY`.
    const after = await Promise.all(people.map(({ guest }) => checkIn(door, guest.id)))
    expect(after.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(await insideOf(door)).toHaveLength(CAPACITY)
  }, 60_000)

  it('return invalid_transition for a departure after the scan and guest_not_confirmed for a scan after the departure', async () => {
    const door = await newDoor(calendar)
    const [inFirst, outFirst, givenAway] = await Promise.all([register(door), register(door), register(door)]).then(
      (answers) => answers.map(({ body }) => body.data),
    )
    const leave = ({ manageUrl }: { manageUrl: string }) => send(`POST ${manageApi(manageUrl)}/cancel`)
    const giveAway = ({ guest }: { guest: Guest }, recipientEmail: string) =>
      send(`POST /v1/rsvps/${guest.id}/transfer`, { key, json: { recipientEmail } })

    expect((await checkIn(door, inFirst.guest.id)).status).toBe(200)
    expect((await statusesOf(door)).get(inFirst.guest.id)).toBe('CHECKED_IN')
    for (const answer of [await leave(inFirst), await giveAway(inFirst, 'nobody@guests.test')]) {
      expect([answer.status, answer.body.code, answer.body.data]).toEqual([
        409,
        'invalid_transition',
        { status: 'CHECKED_IN' },
      ])
    }

    expect((await leave(outFirst)).status).toBe(200)
    expect((await giveAway(givenAway, 'receiver@guests.test')).status).toBe(200)
    for (const [{ guest }, status] of [
      [outFirst, 'CANCELLED'],
      [givenAway, 'TRANSFERRED'],
    ]) {
      const { body } = await checkIn(door, guest.id)
      expect([body.code, body.message]).toEqual(['guest_not_confirmed', `The guest is ${status}, not CONFIRMED.`])
    }
    expect(await insideOf(door)).toEqual([inFirst.guest.id])
  })

  it('leave the guest CHECKED_IN when a refund with cancelGuests follows the scan', async () => {
    const {
      event: door,
      order,
      guest,
    } = await newOrder(calendar, { startAt: Date.now() - HOUR, endAt: Date.now() + HOUR })
    const money = (path: string, json?: object) =>
      send(`POST /events/${door.id}/orders/${order.id}/${path}`, { as: calendar.owner, ...(json && { json }) })
    expect((await money('mark-paid')).status).toBe(200)
    expect((await checkIn(door, guest.id)).status).toBe(200)
    const refunded = await money('refund', { cancelGuests: true, notifyBuyer: false })
    expect([refunded.status, refunded.body.data.order.status]).toEqual([200, 'REFUNDED'])
    expect((await statusesOf(door)).get(guest.id)).toBe('CHECKED_IN')
    expect(await insideOf(door)).toEqual([guest.id])
  })

  const raceAll = async (door: Door, guests: Guest[], depart: (guest: Guest) => Promise<Answered>) =>
    Promise.all(
      guests.map(async (guest, at) => {
        const both = at % 2 === 0 ? [checkIn(door, guest.id), depart(guest)] : [depart(guest), checkIn(door, guest.id)]
        const [first, second] = await Promise.all(both)
        return {
          guest,
          scan: (at % 2 === 0 ? first : second) as Answered,
          leave: (at % 2 === 0 ? second : first) as Answered,
        }
      }),
    )

  it('never both succeed when the seat is transferred', async () => {
    const door = await newDoor(calendar)
    const raced = await raceAll(door, await newGuests(door, 30), ({ id }) =>
      send(`POST /v1/rsvps/${id}/transfer`, { key, json: { recipientEmail: `to-${id}@example.com` } }),
    )
    const statuses = await statusesOf(door)
    for (const { guest, scan, leave } of raced) {
      expect([scan.status, leave.status].filter((status) => status === 200)).toHaveLength(1)
      expect(statuses.get(guest.id)).toBe(scan.status === 200 ? 'CHECKED_IN' : 'TRANSFERRED')
    }
  }, 60_000)

  it.each([
    [
      'a moderator declines the guest',
      'DECLINED',
      (id: string, guestId: string) =>
        send(`PATCH /v1/events/${id}/guests/${guestId}/status`, { key, json: { status: 'DECLINED' } }),
    ],
    [
      'the guest is erased',
      'CANCELLED',
      (id: string, guestId: string) => send(`POST /v1/events/${id}/guests/${guestId}/erase`, { key }),
    ],
  ] as const)(
    'leave no one inside when %s, even if the scan came first',
    async (_, status, act) => {
      const door = await newDoor(calendar)
      const raced = await raceAll(door, await newGuests(door, 30), ({ id }) => act(door.id, id))
      for (const { scan, leave } of raced) {
        expect(leave.status, leave.text).toBe(200)
        expect([200, 409]).toContain(scan.status)
      }
      expect(new Set((await statusesOf(door)).values())).toEqual(new Set([status]))
      expect(await insideOf(door)).toEqual([])
    },
    60_000,
  )
})

describe('scan at the main door, in order of precedence', () => {
  const now = Date.now()
  const past = { startAt: now - 30 * HOUR, endAt: now - 20 * HOUR }
  const future = { startAt: now + 20 * HOUR, endAt: now + 22 * HOUR }
  it.each([
    [
      'a guest of a cancelled event outside its window',
      { ...past, status: 'CANCELLED' },
      'CONFIRMED',
      false,
      'event_cancelled',
    ],
    ['a declined guest before the window', future, 'DECLINED', false, 'checkin_not_open'],
    ['a checked-in guest after the window', past, 'CHECKED_IN', true, 'checkin_closed'],
    ['a declined guest who has a check-in', {}, 'DECLINED', true, 'guest_not_confirmed'],
    ['a checked-in guest', {}, 'CHECKED_IN', true, 'already_checked_in'],
  ])('a scan of %s gets $4', async (_, event, status, isIn, code) => {
    const door = await newDoor(calendar, event)
    const guest = await newGuest(door, { status })
    if (isIn) {
      await env.DB.prepare(
        `insert into checkins (id, calendar_id, event_id, guest_id, checked_in_at, checked_in_by, told_by, created_at)
         values (?, ?, ?, ?, ?, 'usr_1', 'mov_1', ?)`,
      )
        .bind(`chk_${guest.id}`, calendar.id, door.id, guest.id, now, now)
        .run()
    }
    const answer = await checkIn(door, guest.id)
    expect(answer.body.code, answer.text).toBe(code)
    expect(await insideOf(door)).toHaveLength(isIn ? 1 : 0)
  })

  it.each([
    [{ check_in_opens_at: null, check_in_closes_at: null }, -4 * HOUR, 4 * HOUR],
    [{ check_in_opens_at: -2 * HOUR, check_in_closes_at: null }, -2 * HOUR, 4 * HOUR],
    [{ check_in_opens_at: null, check_in_closes_at: 3 * HOUR }, -4 * HOUR, 3 * HOUR],
  ])('returns 200 from the first to the last millisecond of the window %j', async (window, opens, closes) => {
    const [startAt, endAt] = [now - 10 * HOUR, now - 8 * HOUR]
    const at = (offset: number | null, from: number) => (offset === null ? null : from + offset)
    const door = await newDoor(calendar, {
      startAt,
      endAt,
      check_in_opens_at: at(window.check_in_opens_at, startAt),
      check_in_closes_at: at(window.check_in_closes_at, endAt),
    })
    const scanAt = async (scannedAt: number) => {
      const guest = await newGuest(door)
      const json = { guestId: guest.id, scannedAt: new Date(scannedAt).toISOString() }
      const { body, status } = await send(`POST /v1/events/${door.id}/checkins`, { key, json })
      return status === 200 ? 200 : body.code
    }
    expect(await scanAt(startAt + opens - 1)).toBe('checkin_not_open')
    expect(await scanAt(startAt + opens)).toBe(200)
    expect(await scanAt(endAt + closes)).toBe(200)
    expect(await scanAt(endAt + closes + 1)).toBe('checkin_closed')
  })
})

describe('offline scan', () => {
  it('is a CONFLICT if older than the check-in, else a DUPLICATE; scans with the same time count in the order given', async () => {
    const door = await newDoor(calendar)
    const [first, second] = await newGuests(door, 2)
    const at = Date.now() - HOUR / 2
    const scan = (guest: Guest | undefined, scannedAt: number, gate = 'A') => ({
      guestId: guest?.id,
      scannedAt: new Date(scannedAt).toISOString(),
      gate,
    })
    const upload = async (scans: object[]) => {
      const { body } = await send(`POST /v1/events/${door.id}/checkins/batch`, { key, json: { scans } })
      return (body.data.results as { result: string; code?: string }[]).map(({ result, code }) => code ?? result)
    }
    const scans = [scan(first, at + 30), {}, scan(first, at + 10), scan(first, at + 10, 'B'), scan(second, at + 20)]
    expect(await upload(scans)).toEqual(['DUPLICATE', 'validation_failed', 'ACCEPTED', 'DUPLICATE', 'ACCEPTED'])
    expect(await upload([scan(first, at + 9), scan(first, at + 10), scan(first, at + 11)])).toEqual([
      'CONFLICT',
      'DUPLICATE',
      'DUPLICATE',
    ])
    expect(await upload([scan(first, at + 9)])).toEqual(['CONFLICT'])
    const { body } = await send(`GET /v1/events/${door.id}/checkins`, { key })
    expect(body.data.map(({ conflicts }: { conflicts: object[] }) => conflicts.length)).toEqual([1, 0])
  })
})
