import { abortAllDurableObjects, evictDurableObject, runDurableObjectAlarm } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { depsOf } from '../../src/platform/deps.ts'
import type { Env } from '../../src/platform/env.ts'
import { newCalendar, newKey, send, type Answered } from '../support/api.ts'
import { newDoor, newGuest, newGuests, rowOf, type TestGuest } from '../support/door.ts'
import { watch } from '../support/live.ts'

const SCANNERS = 64
let calendar: Awaited<ReturnType<typeof newCalendar>>
let key: string

type Door = Awaited<ReturnType<typeof newDoor>>

beforeEach(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar, ['checkins:read', 'checkins:write'])).key
  await env.DB.prepare(
    `insert into webhooks (id, calendar_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
     values ('whk_' || hex(randomblob(8)), ?, 'target', 'http://127.0.0.1:9/', '["checkin.created"]', 1, ?, 0, 0)`,
  )
    .bind(calendar.id, await depsOf(env as unknown as Env).vault.seal('whsec_of_the_rush'))
    .run()
})

afterEach(async () => {
  await env.DB.prepare('drop trigger if exists checkins_refused').run()
  vi.restoreAllMocks()
})

const refuseWrites = () =>
  env.DB.prepare(
    "create trigger checkins_refused before insert on checkins begin select raise(abort, 'D1 is down'); end",
  ).run()
const acceptWrites = () => env.DB.prepare('drop trigger checkins_refused').run()

const checkIn = (door: Door, json: object, headers: Record<string, string> = {}) =>
  send(`POST /v1/events/${door.id}/checkins`, { key, json, headers })
const read = async (door: Door, path = '') =>
  (await send(`GET /v1/events/${door.id}/checkins${path}`, { key })).body.data
const deskOf = (door: Door) => (env as unknown as Env).DESK.getByName(door.id)

const deliveriesOf = async (door: Door) => {
  const { results } = await env.DB.prepare(
    "select data ->> 'guestId' as guestId from deliveries where data ->> 'eventId' = ?",
  )
    .bind(door.id)
    .all<{ guestId: string }>()
  return results.map(({ guestId }) => guestId).toSorted()
}
const statusesOf = async (door: Door) => {
  const { results } = await env.DB.prepare(
    'select status, count(*) as n from guests where event_id = ? group by status',
  )
    .bind(door.id)
    .all<{ status: string; n: number }>()
  return Object.fromEntries(results.map(({ status, n }) => [status, n]))
}
const idsOf = (guests: TestGuest[]) => guests.map(({ id }) => id).toSorted()

/** Every guest stands before as many scanners at once as `doors` says; each scanner takes one scan after another. */
const scanAll = async (
  guests: TestGuest[],
  doors: number,
  scan: (guest: TestGuest, scanner: number) => Promise<Answered>,
) => {
  const answers: { guest: TestGuest; answer: Answered }[] = []
  const scanner = async (number: number) => {
    for (let at = Math.floor(number / doors); at < guests.length; at += SCANNERS / doors) {
      const guest = guests[at] as TestGuest
      answers.push({ guest, answer: await scan(guest, number) })
    }
  }
  await Promise.all(Array.from({ length: SCANNERS }, (_, number) => scanner(number)))
  return answers
}

describe('the rush at the door', () => {
  it('admits each of 500 guests once who stand before two of 64 scanners at once, and every record agrees', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 500)
    const { messages } = await watch(`/v1/events/${door.id}/checkins/live`, { 'x-svc-api-key': key })
    const answers = await scanAll(guests, 2, (guest, scanner) =>
      checkIn(door, { qrCode: guest.qrCode, gate: `Gate ${scanner % 4}` }),
    )

    expect(answers).toHaveLength(2 * guests.length)
    const strange = answers.filter(({ answer }) => answer.status !== 200 && answer.body.code !== 'already_checked_in')
    expect(strange.map(({ answer }) => answer.text)).toEqual([])
    const admitted = answers.filter(({ answer }) => answer.status === 200)
    expect(admitted.map(({ guest }) => guest.id).toSorted()).toEqual(idsOf(guests))
    const firstOf = new Map(admitted.map(({ guest, answer }) => [guest.id, answer.body.data]))
    for (const { guest, answer } of answers) {
      if (answer.status === 409) expect(answer.body.data.checkedInAt).toBe(firstOf.get(guest.id).checkedInAt)
    }

    const listed = await read(door)
    expect(listed.map(({ id }: { id: string }) => id).toSorted()).toEqual(
      [...firstOf.values()].map(({ id }) => id).toSorted(),
    )
    const summary = await read(door, '/summary')
    expect(summary).toMatchObject({ expected: 500, checkedIn: 500, byTicket: [{ expected: 500, checkedIn: 500 }] })
    expect(summary.byGate.reduce((sum: number, gate: { checkedIn: number }) => sum + gate.checkedIn, 0)).toBe(500)
    await expect.poll(() => statusesOf(door)).toEqual({ CHECKED_IN: 500 })
    expect(await deliveriesOf(door)).toEqual(idsOf(guests))
    await expect.poll(() => messages.length).toBe(501)
    expect(
      messages
        .slice(1)
        .map(({ guestId }) => guestId)
        .toSorted(),
    ).toEqual(idsOf(guests))
    expect(messages.at(-1)).toMatchObject({ type: 'admitted', checkedIn: 500 })
  }, 90_000)

  it('gives 300 retries of answers that were lost on the wire their own first 200', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 300)
    const scan = (guest: TestGuest) =>
      checkIn(door, { qrCode: guest.qrCode }, { 'Idempotency-Key': `lost-${guest.id}` })
    const inParts = async (work: (guest: TestGuest) => Promise<unknown>) => {
      for (let start = 0; start < guests.length; start += SCANNERS)
        await Promise.all(guests.slice(start, start + SCANNERS).map(work))
    }
    const firstBodies = new Map<string, unknown>()
    await inParts(scan)
    for (const { guestId, conflicts: _, ...checkin } of await read(door))
      firstBodies.set(guestId, { guestId, ...checkin })
    await inParts(async (guest) => {
      const answer = await scan(guest)
      expect(answer.status).toBe(200)
      expect(answer.headers.get('Idempotent-Replayed')).toBe('true')
      expect(answer.body.data).toEqual(firstBodies.get(guest.id))
    })
    expect(await read(door)).toHaveLength(300)
  }, 60_000)
})

describe('a door whose database does not take writes', () => {
  it('admits, refuses twice, looks up and lists as ever, and tells D1 of all once it can', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 20)
    await refuseWrites()
    const started = Date.now()
    const spent: number[] = []
    while (Date.now() - started < 5_000) {
      const guest = guests[spent.length]
      if (guest === undefined) break
      const from = Date.now()
      expect((await checkIn(door, { qrCode: guest.qrCode })).status).toBe(200)
      spent.push(Date.now() - from)
      await new Promise((resolve) => setTimeout(resolve, 200))
    }
    const done = guests.slice(0, spent.length)
    expect(spent.length).toBeGreaterThan(10)
    expect(spent.toSorted((a, b) => a - b)[Math.floor(spent.length / 2)]).toBeLessThan(200)
    expect((await checkIn(door, { qrCode: done[0]!.qrCode })).body.code).toBe('already_checked_in')
    expect(await read(door, `/lookup?qrCode=${done[0]!.qrCode}`)).toMatchObject({
      status: 'CHECKED_IN',
      alreadyCheckedIn: true,
    })
    expect(await read(door)).toHaveLength(done.length)
    expect(await deliveriesOf(door)).toEqual([])
    await acceptWrites()
    await expect
      .poll(async () => (await statusesOf(door)).CHECKED_IN, { timeout: 8_000, interval: 100 })
      .toBe(done.length)
    expect(await deliveriesOf(door)).toEqual(idsOf(done))
  }, 30_000)

  it('waits for a slow commit once, then admits without waiting, and tells everything in the end', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 12)
    const deps = depsOf(env as unknown as Env)
    const commit = deps.commit
    let tellings = 0
    vi.spyOn(deps, 'commit').mockImplementation(async (change) => {
      tellings += 1
      if (tellings === 1) await new Promise((resolve) => setTimeout(resolve, 5_000))
      return commit(change)
    })
    const spent: number[] = []
    for (const guest of guests) {
      const from = Date.now()
      expect((await checkIn(door, { guestId: guest.id })).status).toBe(200)
      spent.push(Date.now() - from)
    }
    expect(tellings).toBe(1)
    expect(spent[0]).toBeGreaterThanOrEqual(245)
    for (const ms of spent.slice(2)) expect(ms).toBeLessThan(200)
    expect(await statusesOf(door)).toEqual({ CONFIRMED: 12 })
    await expect.poll(() => statusesOf(door), { timeout: 8_000, interval: 100 }).toEqual({ CHECKED_IN: 12 })
    expect(await deliveriesOf(door)).toEqual(idsOf(guests))
  }, 30_000)

  it('loses nothing when the desk is evicted between admission and telling', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 5)
    await refuseWrites()
    for (const guest of guests) expect((await checkIn(door, { guestId: guest.id })).status).toBe(200)
    const undone = await read(door)
    await send(`DELETE /v1/events/${door.id}/checkins/${undone[0].id}`, { key })
    await evictDurableObject(deskOf(door))
    await acceptWrites()
    await runDurableObjectAlarm(deskOf(door))
    await expect.poll(() => statusesOf(door)).toEqual({ CHECKED_IN: 4, CONFIRMED: 1 })
    expect(await deliveriesOf(door)).toEqual(idsOf(guests))
    expect(await rowOf('checkins', undone[0].id)).toMatchObject({ undone_at: expect.any(Number) })
    expect((await checkIn(door, { guestId: guests[1]!.id })).status).toBe(409)
  })

  it('tells by its alarm what it was telling when it died', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const commit = vi.spyOn(depsOf(env as unknown as Env), 'commit').mockReturnValue(new Promise(() => {}))
    expect((await checkIn(door, { guestId: guest.id })).status).toBe(200)
    expect(commit).toHaveBeenCalledTimes(1)
    expect(await statusesOf(door)).toEqual({ CONFIRMED: 1 })
    await abortAllDurableObjects()
    commit.mockRestore()
    await expect.poll(() => statusesOf(door), { timeout: 8_000, interval: 100 }).toEqual({ CHECKED_IN: 1 })
    expect(await deliveriesOf(door)).toEqual([guest.id])
  })

  it('tells of an admission without undoing the decline that slipped in after it', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    await refuseWrites()
    expect((await checkIn(door, { guestId: guest.id })).status).toBe(200)
    await env.DB.prepare("update guests set status = 'DECLINED' where id = ?").bind(guest.id).run()
    await acceptWrites()
    await expect.poll(() => deliveriesOf(door), { timeout: 8_000, interval: 100 }).toEqual([guest.id])
    expect(await statusesOf(door)).toEqual({ DECLINED: 1 })
    expect(await read(door)).toHaveLength(1)
  })

  it('tells the same news twice without a second delivery when the answer to the first telling was lost', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const deps = depsOf(env as unknown as Env)
    const commit = deps.commit
    let tellings = 0
    vi.spyOn(deps, 'commit').mockImplementation(async (change) => {
      tellings += 1
      const result = await commit(change)
      if (tellings === 1) throw new Error('Network connection lost')
      return result
    })
    expect((await checkIn(door, { guestId: guest.id })).status).toBe(200)
    await runDurableObjectAlarm(deskOf(door))
    await expect.poll(() => tellings).toBe(2)
    expect(await deliveriesOf(door)).toEqual([guest.id])
    expect(await statusesOf(door)).toEqual({ CHECKED_IN: 1 })
  })

  // A scan's guest is read with the credential, the guests of an upload by the desk.
  it.each([
    ['a scan', 'batch', (door: Door, guestId: string) => checkIn(door, { guestId })],
    [
      'an upload',
      'all',
      ({ id }: Door, guestId: string) =>
        send(`POST /v1/events/${id}/checkins/batch`, {
          key,
          json: { scans: [{ guestId, scannedAt: new Date().toISOString() }] },
        }),
    ],
  ] as const)(
    'answers %s 503 with Retry-After when the guests cannot be read, and admits nobody',
    async (_, by, act) => {
      const door = await newDoor(calendar)
      const guest = await newGuest(door)
      const deps = depsOf(env as unknown as Env)
      const down = by === 'batch' ? vi.spyOn(deps.db.$client, by) : vi.spyOn(deps.db, by)
      down.mockRejectedValue(new Error('D1_ERROR: internal error'))
      const answer = await act(door, guest.id)
      expect(answer.status).toBe(503)
      expect(answer.body.code).toBe('unavailable')
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
      vi.restoreAllMocks()
      expect(await read(door)).toEqual([])
    },
  )
})

describe('a decline and a scan that cross', () => {
  it('lets whichever the desk meets first stand: declined before the read is refused, after the admission both are true', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 40)
    await Promise.all(
      guests.map(async (guest) => {
        const decline = env.DB.prepare(
          "update guests set status = 'DECLINED' where id = ? and status in ('CONFIRMED', 'CHECKED_IN')",
        )
        const [answer] = await Promise.all([checkIn(door, { guestId: guest.id }), decline.bind(guest.id).run()])
        if (answer.status !== 200) expect(answer.body.code).toBe('guest_not_confirmed')
      }),
    )
    await expect.poll(() => statusesOf(door)).toEqual({ DECLINED: 40 })
    const answers = await Promise.all(guests.map((guest) => checkIn(door, { guestId: guest.id })))
    expect(answers.map(({ body }) => body.code)).toEqual(guests.map(() => 'guest_not_confirmed'))
    expect(await deliveriesOf(door)).toHaveLength((await read(door)).length)
  })
})
