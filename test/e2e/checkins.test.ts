import { mkdtempSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../harness/database.ts'
import { startService, type RunningService } from '../../harness/service.ts'

const SCANNERS = 64
const env = { RATE_LIMIT_SCALE: '1000' }
const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-door-'))
let service: RunningService
let kept: DoorGuest[]
let lost: DoorGuest[]

interface DoorGuest {
  id: string
  qrCode: string
}
type Row = Record<string, string | number | null>

/** Creates an event whose check-in is open, with `count` confirmed guests, by copying existing rows. */
const openDoor = (eventLike: string, name: string, count: number) =>
  withDatabase(dataDir, (db) => {
    const copy = (table: string, likeColumn: string, changes: Row[]) => {
      const {
        holds_seat: _,
        takes_seat: _taken,
        shown_status: _shown,
        ...like
      } = db.prepare(`select * from ${table} where ${likeColumn} = ?`).get(eventLike) as Row
      const columns = Object.keys(like)
      const insert = db.prepare(`insert into ${table} (${columns.join()}) values (${columns.map(() => '?').join()})`)
      for (const row of changes) insert.run(...Object.values({ ...like, ...row }))
    }
    const [id, ticket, now] = [`evt_${name}`, `tkt_${name}`, Date.now()]
    const guests = Array.from({ length: count }, (_, number) => ({
      id: `gst_${name}_${number}`,
      qrCode: `qr_${`${name}${number}`.padStart(22, '0')}`,
    }))
    db.exec('begin')
    copy('events', 'id', [{ id, slug: `door-${name}`, start_at: now - 1_000, end_at: now + 7_200_000 }])
    copy('tickets', 'event_id', [{ id: ticket, event_id: id }])
    const their = {
      event_id: id,
      ticket_id: ticket,
      order_id: null,
      short_code: null,
      status: 'CONFIRMED',
      checked_in_at: null,
    }
    copy(
      'guests',
      'event_id',
      guests.map((guest) => ({ ...their, id: guest.id, qr_code: guest.qrCode, email: `${guest.id}@example.org` })),
    )
    db.exec('commit')
    return guests
  })

beforeAll(async () => {
  const first = await startService({ dataDir, env })
  await first.stop()
  kept = openDoor(first.demo.events.pro.id, 'kept', 600)
  lost = openDoor(first.demo.events.pro.id, 'lost', 1_000)
  service = await startService({ dataDir, port: first.port, env })
})

afterAll(async () => {
  await service.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const headers = () => ({ 'x-svc-api-key': service.demo.apiKeys.pro, 'content-type': 'application/json' })
const pathOf = (name: string) => `/v1/events/evt_${name}/checkins`
const read = async (path: string) =>
  (await (await fetch(service.baseUrl + path, { headers: headers() })).json()) as {
    data: Record<string, unknown>[]
    meta: { total: number }
  }
const checkIn = (name: string, guest: DoorGuest, more: Record<string, string> = {}) =>
  fetch(service.baseUrl + pathOf(name), {
    method: 'POST',
    headers: { ...headers(), ...more },
    body: JSON.stringify({ qrCode: guest.qrCode }),
  })

const inParts = async <Item>(items: Item[], work: (item: Item) => Promise<unknown>) => {
  for (let start = 0; start < items.length; start += SCANNERS)
    await Promise.all(items.slice(start, start + SCANNERS).map(work))
}

/** Sends the check-in and destroys the socket at the first byte of the response. */
const checkInAndLose = (name: string, guest: DoorGuest) =>
  new Promise<void>((resolve, reject) => {
    const body = JSON.stringify({ qrCode: guest.qrCode })
    const head = Object.entries({
      ...headers(),
      'idempotency-key': `lost-${guest.id}`,
      'content-length': String(body.length),
    })
    const socket = connect(service.port, '127.0.0.1', () =>
      socket.write(
        `POST /api${pathOf(name)} HTTP/1.1\r\nhost: 127.0.0.1\r\n${head.map(([field, value]) => `${field}: ${value}\r\n`).join('')}\r\n${body}`,
      ),
    )
    socket.once('readable', () => socket.destroy())
    socket.once('close', () => resolve())
    socket.once('error', reject)
  })

describe('check-in on a single machine', () => {
  it('keeps every check-in it has confirmed when the process is killed during a rush', async () => {
    const answered: string[] = []
    const rush = inParts(kept, async (guest) => {
      const answer = await checkIn('kept', guest)
      if (answer.status === 200) answered.push(guest.id)
    })
    const cut = rush.then(
      () => null,
      (error: unknown) => error,
    )
    await expect.poll(() => answered.length, { timeout: 20_000, interval: 5 }).toBeGreaterThan(100)
    await service.kill()
    expect(await cut).toMatchObject({ message: 'fetch failed' })
    service = await startService({ dataDir, port: service.port, env })
    const inside = (await read(pathOf('kept'))).data.map(({ guestId }) => guestId)
    expect(inside).toEqual(expect.arrayContaining(answered))
    expect((await read('/v1/events/evt_kept/guests?status=CHECKED_IN')).meta.total).toBe(inside.length)
    const statuses = new Map<string, number>()
    await inParts(kept, async (guest) => void statuses.set(guest.id, (await checkIn('kept', guest)).status))
    for (const { id } of kept) expect(statuses.get(id)).toBe(inside.includes(id) ? 409 : 200)
    expect((await read(pathOf('kept'))).data).toHaveLength(kept.length)
  })

  it('replays the first 200 for 1,000 retries after lost responses', async () => {
    await inParts(lost, (guest) => checkInAndLose('lost', guest))
    const first = new Map(
      (await read(pathOf('lost'))).data.map(({ conflicts: _, ...checkin }) => [checkin.guestId, checkin]),
    )
    expect(first.size).toBe(lost.length)
    await inParts(lost, async (guest) => {
      const answer = await checkIn('lost', guest, { 'idempotency-key': `lost-${guest.id}` })
      expect(answer.status).toBe(200)
      expect(answer.headers.get('idempotent-replayed')).toBe('true')
      expect(((await answer.json()) as { data: unknown }).data).toEqual(first.get(guest.id))
    })
    expect((await read(pathOf('lost'))).data).toHaveLength(lost.length)
  })
})
