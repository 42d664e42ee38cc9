import { abortAllDurableObjects } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { deps } from '../support/app.ts'
import { send, type Answered } from '../support/api.ts'
import { newCalendar, newDoor, newGuest, newGuests, newKey, type Calendar, type Guest } from '../support/factories.ts'
import { watch } from '../support/live.ts'

const SCANNERS = 64
let calendar: Calendar
let key: string

type Door = Awaited<ReturnType<typeof newDoor>>

beforeEach(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar, ['checkins:read', 'checkins:write'])).key
  await env.DB.prepare(
    `insert into webhooks (id, calendar_id, form, url, events, is_active, secret_cipher, created_at, updated_at)
     values ('whk_' || hex(randomblob(8)), ?, 'target', 'http://127.0.0.1:9/', '["checkin.created"]', 1, ?, 0, 0)`,
  )
    .bind(calendar.id, await deps.vault.seal('whsec_of_the_rush'))
    .run()
})

afterEach(() => {
  vi.restoreAllMocks()
})

const checkIn = (door: Door, json: object, headers: Record<string, string> = {}) =>
  send(`POST /v1/events/${door.id}/checkins`, { key, json, headers })
const read = async (door: Door, path = '') =>
  (await send(`GET /v1/events/${door.id}/checkins${path}`, { key })).body.data

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
const idsOf = (guests: Guest[]) => guests.map(({ id }) => id).toSorted()

/**
 * Has each guest scanned by `doors` of the 64 scanners simultaneously. Each scanner scans its guests one after another.
 */
const scanAll = async (guests: Guest[], doors: number, scan: (guest: Guest, scanner: number) => Promise<Answered>) => {
  const answers: { guest: Guest; answer: Answered }[] = []
  const scanner = async (number: number) => {
    for (let at = Math.floor(number / doors); at < guests.length; at += SCANNERS / doors) {
      const guest = guests[at] as Guest
      answers.push({ guest, answer: await scan(guest, number) })
    }
  }
  await Promise.all(Array.from({ length: SCANNERS }, (_, number) => scanner(number)))
  return answers
}

describe('check-in rush', () => {
  it('admits each of 500 guests once while 64 scanners scan every guest twice, with consistent records', async () => {
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

  it('replays the first 200 for 300 retries with the same Idempotency-Key', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 300)
    const scan = (guest: Guest) => checkIn(door, { qrCode: guest.qrCode }, { 'Idempotency-Key': `lost-${guest.id}` })
    const inParts = async (work: (guest: Guest) => Promise<unknown>) => {
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

describe('check-in while D1 fails', () => {
  /** Simulates an outage of D1: `batch()` rejects without revealing whether it wrote anything. */
  const silence = () =>
    vi
      .spyOn(deps.db.$client, 'batch')
      .mockImplementation(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')))

  it('returns 503 with Retry-After and admits no guest until D1 recovers', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 40)
    const down = silence()
    const until = Date.now() + 2_000
    const answers: Answered[] = []
    for (let at = 0; Date.now() < until; at += 1) {
      answers.push(await checkIn(door, { qrCode: guests[at % guests.length]!.qrCode }))
    }
    down.mockRestore()
    for (const answer of answers) {
      expect(answer.status, answer.text).toBe(503)
      expect(answer.body.code).toBe('unavailable')
      expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    }
    expect(await read(door)).toEqual([])
    const after = await Promise.all(guests.map(({ qrCode }) => checkIn(door, { qrCode })))
    expect(after.map(({ status }) => status)).toEqual(guests.map(() => 200))
    expect(await statusesOf(door)).toEqual({ CHECKED_IN: 40 })
    expect(await deliveriesOf(door)).toEqual(idsOf(guests))
  }, 30_000)

  it.each([
    ['a scan', (door: Door, guestId: string) => checkIn(door, { guestId })],
    [
      'an upload',
      ({ id }: Door, guestId: string) =>
        send(`POST /v1/events/${id}/checkins/batch`, {
          key,
          json: { scans: [{ guestId, scannedAt: new Date().toISOString() }] },
        }),
    ],
    ['a lookup', ({ id }: Door, _: string) => send(`GET /v1/events/${id}/checkins/lookup?qrCode=qr_x`, { key })],
  ] as const)('returns 503 with Retry-After for %s', async (_, act) => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const down = silence()
    const answer = await act(door, guest.id)
    down.mockRestore()
    expect(answer.status, answer.text).toBe(503)
    expect(Number(answer.headers.get('Retry-After'))).toBeGreaterThan(0)
    expect(await read(door)).toEqual([])
  })

  it('does not retry a batch whose response was lost, and keeps each of its check-ins once', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 10)
    const { $client } = deps.db
    const batch = $client.batch.bind($client)
    let losses = 0
    const lossy = vi.spyOn($client, 'batch').mockImplementation(async (statements) => {
      const results = await batch(statements)
      if (!results.some(({ meta }) => meta.changes > 0)) return results
      losses += 1
      throw new Error('D1_ERROR: Network connection lost.')
    })
    const first = await Promise.all(guests.map(({ id }) => checkIn(door, { guestId: id })))
    lossy.mockRestore()
    expect(losses).toBeGreaterThan(0)
    expect(new Set(first.map(({ status }) => status))).toEqual(new Set([503]))
    const again = await Promise.all(guests.map(({ id }) => checkIn(door, { guestId: id })))
    expect(again.map(({ body }) => body.code)).toEqual(guests.map(() => 'already_checked_in'))
    expect(await read(door)).toHaveLength(10)
    expect(await deliveriesOf(door)).toEqual(idsOf(guests))
  })

  it('keeps every check-in it has confirmed when the event’s Durable Object is aborted', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 5)
    for (const guest of guests) expect((await checkIn(door, { guestId: guest.id })).status).toBe(200)
    await abortAllDurableObjects()
    expect(await read(door)).toHaveLength(5)
    expect((await checkIn(door, { guestId: guests[1]!.id })).body.code).toBe('already_checked_in')
  })
})
