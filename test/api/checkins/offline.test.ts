import { env } from 'cloudflare:workers'
import { beforeAll, describe, expect, it } from 'vitest'
import { searchedPrefixes, tokensWith } from '../../../src/kernel/name-words.ts'
import { send } from '../../support/api.ts'
import { rowOf } from '../../support/database.ts'
import { newCalendar, newDoor, newGuest, newGuests, newKey, type Calendar } from '../../support/factories.ts'

const MINUTE = 60_000
const ago = (ms: number) => new Date(Date.now() - ms).toISOString()
let calendar: Calendar
let key: string

beforeAll(async () => {
  calendar = await newCalendar()
  key = (await newKey(calendar, ['checkins:read', 'checkins:write'])).key
})

const upload = (door: { id: string }, scans: unknown, headers: Record<string, string> = {}) =>
  send(`POST /v1/events/${door.id}/checkins/batch`, { key, json: { scans }, headers })
const resultsOf = async (door: { id: string }, scans: unknown[]) => {
  const answer = await upload(door, scans)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.results
}
const list = async (door: { id: string }) => (await send(`GET /v1/events/${door.id}/checkins`, { key })).body.data

describe('POST .../checkins/batch', () => {
  it('returns one result per scan and never rejects the whole batch because of one scan', async () => {
    const door = await newDoor(calendar)
    const [good, twice, pending] = [
      await newGuest(door),
      await newGuest(door),
      await newGuest(door, { status: 'PENDING' }),
    ]
    const scannedAt = ago(10 * MINUTE)
    const results = await resultsOf(door, [
      { qrCode: good.qrCode, scannedAt, gate: 'North', deviceId: 'kiosk-1' },
      { guestId: twice.id, scannedAt },
      { guestId: twice.id, scannedAt: ago(5 * MINUTE) },
      { guestId: pending.id, scannedAt },
      { qrCode: 'qr_nothing', scannedAt },
      { qrCode: good.qrCode, guestId: good.id, scannedAt },
      { qrCode: 'q'.repeat(10_240), scannedAt },
      { qrCode: good.qrCode },
      'nonsense',
      { guestId: good.id, scannedAt: ago(-10 * MINUTE) },
      { guestId: good.id, scannedAt: ago(49 * 60 * MINUTE) },
    ])
    expect(results.map(({ index }: { index: number }) => index)).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
    expect(results.map(({ result, code }: { result: string; code?: string }) => code ?? result)).toEqual([
      'ACCEPTED',
      'ACCEPTED',
      'DUPLICATE',
      'guest_not_confirmed',
      'not_found',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'validation_failed',
      'scanned_at_out_of_range',
      'scanned_at_out_of_range',
    ])
    expect(results[0].checkin).toMatchObject({
      guestId: good.id,
      checkedInAt: scannedAt,
      gate: 'North',
      deviceId: 'kiosk-1',
    })
    expect(results[2].checkin).toEqual(results[1].checkin)
    expect(await rowOf('guests', good.id)).toMatchObject({ status: 'CHECKED_IN', checked_in_at: Date.parse(scannedAt) })
    expect(await rowOf('guests', pending.id)).toMatchObject({ status: 'PENDING' })
  })

  it('treats an explicit null in a scan like an omitted field', async () => {
    const door = await newDoor(calendar)
    const [first, second] = [await newGuest(door), await newGuest(door)]
    const others = { scannedAt: ago(MINUTE), gate: null, deviceId: null, checkpointId: null, direction: null }
    const results = await resultsOf(door, [
      { qrCode: first.qrCode, guestId: null, ...others },
      { qrCode: null, guestId: second.id, ...others },
      { qrCode: null, guestId: null, ...others },
    ])
    expect(results.map(({ result, code }: { result: string; code?: string }) => code ?? result)).toEqual([
      'ACCEPTED',
      'ACCEPTED',
      'validation_failed',
    ])
  })

  it('admits the guest by the earliest of several scans, whatever order they arrive in', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const [late, early] = [ago(MINUTE), ago(3 * MINUTE)]
    const results = await resultsOf(
      door,
      [late, early].map((scannedAt) => ({ guestId: guest.id, scannedAt })),
    )
    expect(results).toMatchObject([{ result: 'DUPLICATE' }, { result: 'ACCEPTED', checkin: { checkedInAt: early } }])
  })

  it('records a scan older than the check-in as a conflict and leaves the check-in unchanged', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const [first] = await resultsOf(door, [{ guestId: guest.id, scannedAt: ago(MINUTE), deviceId: 'kiosk-1' }])
    const older = { guestId: guest.id, scannedAt: ago(2 * MINUTE), gate: 'South', deviceId: 'kiosk-2' }
    const [conflict] = await resultsOf(door, [older])
    expect(conflict).toMatchObject({
      result: 'CONFLICT',
      checkin: { id: first.checkin.id, checkedInAt: first.checkin.checkedInAt },
    })
    expect((await resultsOf(door, [older]))[0].result).toBe('CONFLICT')
    const [listed, ...others] = await list(door)
    expect(others).toEqual([])
    expect(listed).toMatchObject({ id: first.checkin.id, checkedInAt: first.checkin.checkedInAt, deviceId: 'kiosk-1' })
    expect(listed.conflicts).toEqual([
      {
        scannedAt: older.scannedAt,
        receivedAt: expect.any(String),
        scannedBy: expect.stringMatching(/^key_/),
        scannedByLabel: 'test',
        gate: 'South',
        deviceId: 'kiosk-2',
        direction: null,
      },
    ])
  })

  it('applies the check-in window to scannedAt, not to the time of the upload', async () => {
    const shut = await newDoor(calendar, { checkInClosesAt: Date.now() - 10 * MINUTE })
    const [inTime, late] = await newGuests(shut, 2)
    const results = await resultsOf(shut, [
      { guestId: inTime!.id, scannedAt: ago(20 * MINUTE) },
      { guestId: late!.id, scannedAt: ago(5 * MINUTE) },
    ])
    expect(results).toMatchObject([{ result: 'ACCEPTED' }, { result: 'REFUSED', code: 'checkin_closed' }])
  })

  it('returns event_cancelled for every scan at a cancelled event, and 400 for more than 100 scans', async () => {
    const off = await newDoor(calendar, { status: 'CANCELLED' })
    const guest = await newGuest(off)
    const scan = { guestId: guest.id, scannedAt: ago(MINUTE) }
    expect(await resultsOf(off, [scan])).toEqual([{ index: 0, result: 'REFUSED', code: 'event_cancelled' }])
    expect(
      (
        await upload(
          off,
          Array.from({ length: 101 }, () => scan),
        )
      ).status,
    ).toBe(400)
    expect((await upload(off, 'x')).status).toBe(400)
  })

  it('accepts 100 scans and replays the response for the same Idempotency-Key', async () => {
    const door = await newDoor(calendar)
    const guests = await newGuests(door, 100)
    const scans = guests.map(({ qrCode }) => ({ qrCode, scannedAt: ago(MINUTE) }))
    const headers = { 'Idempotency-Key': 'upload-1' }
    const [first, again] = [await upload(door, scans, headers), await upload(door, scans, headers)]
    expect(first.body.data.results.every(({ result }: { result: string }) => result === 'ACCEPTED')).toBe(true)
    expect(again.body).toEqual(first.body)
    expect(again.headers.get('Idempotent-Replayed')).toBe('true')
    expect((await upload(door, scans.slice(1), headers)).status).toBe(422)
    expect(await list(door)).toHaveLength(100)
  })
})

describe('GET .../checkins/manifest', () => {
  const sha256 = async (text: string) =>
    [...new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))]
      .map((byte) => byte.toString(16).padStart(2, '0'))
      .join('')
  const manifest = async (door: { id: string }, since?: string) => {
    const answer = await send(
      `GET /v1/events/${door.id}/checkins/manifest${since === undefined ? '' : `?since=${since}`}`,
      { key },
    )
    expect(answer.status, answer.text).toBe(200)
    return answer.body.data
  }

  it('contains hashes of the beginnings of names only with words=true, salted per event', async () => {
    const [door, other] = [await newDoor(calendar), await newDoor(calendar)]
    const words = async (
      at: { id: string },
      path = `/v1/events/${at.id}/checkins/manifest?words=true`,
      by: object = { key },
    ) => {
      const answer = await send(`GET ${path}`, by)
      expect(answer.status, answer.text).toBe(200)
      return answer.body.data
    }
    const named = { first_name: 'Jürgen', last_name: 'Müller' }
    const guest = await newGuest(door, named)
    await newGuest(door, { ...named, status: 'CANCELLED' })
    await newGuest(other, named)
    const { salt, entries } = await words(door)
    const [entry] = entries
    expect(entry).toMatchObject({ guestId: guest.id })
    const tokensOf = async (text: string) => tokensWith(salt)(searchedPrefixes(text).flat())
    for (const text of ['mul', 'Mueller', 'jurg'])
      expect(
        (await tokensOf(text)).some((token) => entry.words.includes(token)),
        text,
      ).toBe(true)
    expect((await tokensOf('Adams')).some((token) => entry.words.includes(token))).toBe(false)
    expect(entries[1].words).toEqual([])
    const there = await words(other)
    expect(there.salt).not.toBe(salt)
    expect(there.entries[0].words.some((word: string) => entry.words.includes(word))).toBe(false)

    const plain = await manifest(door)
    expect(plain).toMatchObject({ salt: null })
    expect(Object.keys(plain.entries[0]).toSorted()).toEqual(
      ['codeHash', 'party', 'ref', 'status', 'ticketId', 'ticketName', 'used'].toSorted(),
    )
    expect(JSON.stringify([plain, entries])).not.toMatch(/müller|mueller|muller|jürgen/i)

    // An erasure replaces the words under the same `ref`.
    await send(`POST /events/${door.id}/guests/${guest.id}/erase`, { as: calendar.owner })
    const erased = (await words(door)).entries.find(({ ref }: { ref: string }) => ref === entry.ref)
    expect(erased.words).toEqual([])

    // Search by name at the door requires the PRO plan, and so do its words.
    const free = await newCalendar({ plan: 'FREE' })
    const door2 = await newDoor(free)
    await newGuest(door2, named)
    const path = `/events/${door2.id}/checkins/manifest?words=true`
    const without = await words(door2, path, { as: free.owner })
    expect([without.salt, without.entries[0].words, without.entries[0].guestId]).toEqual([null, undefined, undefined])
  })

  it('lists hash, ticket and status of every code and no personal data', async () => {
    const door = await newDoor(calendar)
    const guest = await newGuest(door)
    const gone = await newGuest(door, { status: 'CANCELLED' })
    const { entries, cursor, hasMore } = await manifest(door)
    expect(entries).toHaveLength(2)
    const known = {
      ref: expect.any(String),
      ticketId: door.ticketId,
      ticketName: 'General admission',
      party: null,
      used: {},
    }
    expect(entries).toEqual(
      expect.arrayContaining([
        { ...known, codeHash: await sha256(guest.qrCode), status: 'CONFIRMED' },
        { ...known, codeHash: await sha256(gone.qrCode), status: 'CANCELLED' },
      ]),
    )
    expect({ cursor: typeof cursor, hasMore }).toEqual({ cursor: 'string', hasMore: false })
  })

  it('returns changes since the cursor in pages of 2,000 and repeats the last minute, so that no change is skipped', async () => {
    const door = await newDoor(calendar)
    const old = Date.now() - 10 * MINUTE
    const guests = await newGuests(door, 2_500, { updated_at: old })
    const first = await manifest(door)
    expect([first.entries.length, first.hasMore]).toEqual([2_000, true])
    const second = await manifest(door, first.cursor)
    expect([second.entries.length, second.hasMore]).toEqual([500, false])
    const hashes = [...first.entries, ...second.entries].map(({ codeHash }: { codeHash: string }) => codeHash)
    expect(new Set(hashes).size).toBe(2_500)
    expect((await manifest(door, second.cursor)).entries).toEqual([])

    await env.DB.prepare('update guests set updated_at = ? where id = ?').bind(Date.now(), guests[0]!.id).run()
    const third = await manifest(door, second.cursor)
    expect(third.entries).toHaveLength(1)
    await env.DB.prepare('update guests set updated_at = ? where id = ?')
      .bind(Date.now() - 1_000, guests[1]!.id)
      .run()
    expect((await manifest(door, third.cursor)).entries).toHaveLength(2)
  })

  it.each(['x', 'bm90IGEgY3Vyc29y', '%00', 'a'.repeat(300)])('returns 400 for the cursor $0', async (since) => {
    const door = await newDoor(calendar)
    expect((await send(`GET /v1/events/${door.id}/checkins/manifest?since=${since}`, { key })).status).toBe(400)
  })
})
