import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { dateOf } from '../../../src/kernel/zoned-time.ts'
import { appWith } from '../../support/app.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, newGuests, newKey } from '../../support/factories.ts'

/**
 * Reference model of three checkpoints and a main door with reentry. For each guest and place it keeps the valid scans
 * in the order in which they arrived, as plain data and without SQL.
 */
const ZONE = 'Europe/Paris'
const LIMIT = 2
const GUESTS = 4
const HOUR = 3_600_000
/** In `ZONE`, the clocks go back on the night of 25 October 2026, in the middle of the simulated time. */
const START = Date.parse('2026-10-24T12:00:00Z')
const PLACES = ['lunch', 'days', 'room', 'door'] as const
type Place = (typeof PLACES)[number]
type Way = 'IN' | 'OUT'

interface Row {
  way: Way
  at: number
  device: string
  isUndone: boolean
}
interface Asked {
  guest: number
  place: Place
  way: Way
  at: number
  device: string
}

class Model {
  rows = new Map<string, Row[]>()

  private of({ place, guest }: Pick<Asked, 'place' | 'guest'>) {
    const key = `${place} ${guest}`
    const rows = this.rows.get(key) ?? []
    this.rows.set(key, rows)
    return rows
  }

  private last(asked: Pick<Asked, 'place' | 'guest' | 'at'>) {
    const day = dateOf(asked.at, ZONE)
    return this.of(asked).findLast((row) => !row.isUndone && (asked.place !== 'days' || dateOf(row.at, ZONE) === day))
  }

  inside(place: Place) {
    let count = 0
    for (let guest = 0; guest < GUESTS; guest += 1) {
      if (this.of({ place, guest }).findLast(({ isUndone }) => !isUndone)?.way === 'IN') count += 1
    }
    return count
  }

  private why(asked: Asked) {
    const { place, way } = asked
    if (way === 'OUT' && (place === 'lunch' || place === 'days')) return 'validation_failed'
    const isIn = this.last(asked)?.way === 'IN'
    if (way === 'OUT') return isIn ? null : 'not_inside'
    return isIn ? 'already_checked_in' : null
  }

  private take({ way, at, device, ...where }: Asked) {
    this.of(where).push({ way, at, device, isUndone: false })
  }

  scan(asked: Asked) {
    const why = this.why(asked)
    if (why !== null) return why
    if (asked.place === 'room' && asked.way === 'IN' && this.inside('room') >= LIMIT) return 'room_full'
    this.take(asked)
    return 'ok'
  }

  upload(scans: readonly Asked[]) {
    const results: string[] = []
    const inTime = [...scans.entries()].toSorted(([i, left], [j, right]) => left.at - right.at || i - j)
    for (const [index, asked] of inTime) results[index] = this.uploadOne(asked)
    return results
  }

  private uploadOne(asked: Asked) {
    const { place, way, at, device } = asked
    const why = this.why(asked)
    if (why === 'validation_failed') return why
    const known = this.of(asked).find((row) => row.way === way && row.at === at && row.device === device)
    if (known !== undefined) return 'DUPLICATE'
    const last = this.last(asked)
    if (last !== undefined && at < last.at) return 'CONFLICT'
    if (why !== null) return why === 'already_checked_in' ? 'DUPLICATE' : why
    const isOver = place === 'room' && way === 'IN' && this.inside('room') >= LIMIT
    this.take(asked)
    return isOver ? 'ACCEPTED over the limit' : 'ACCEPTED'
  }

  undo(where: Pick<Asked, 'place' | 'guest'>) {
    const rows = this.of(where)
    const standing = rows.findLast(({ isUndone }) => !isUndone)
    if (standing === undefined) return null
    if (where.place === 'room' && standing.way === 'OUT' && this.inside('room') >= LIMIT) return 'room_full'
    standing.isUndone = true
    return 'ok'
  }
}

const asked = fc.record({
  guest: fc.nat(GUESTS - 1),
  place: fc.constantFrom(...PLACES, 'room' as const),
  way: fc.constantFrom<Way[]>('IN', 'IN', 'OUT'),
  /** How many minutes before `now` the scan took place. */
  ago: fc.integer({ min: 0, max: 9 }).map((steps) => steps * 60),
  device: fc.constantFrom('a', 'b'),
})
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ act: fc.constant('scan' as const), asked }) },
  {
    weight: 3,
    arbitrary: fc.record({
      act: fc.constant('upload' as const),
      scans: fc.array(asked, { minLength: 1, maxLength: 5 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ act: fc.constant('undo' as const), asked }) },
)

const calendar = await newCalendar()
const { key } = await newKey(calendar)

const lastRow = async (place: string, guestId: string) => {
  const row = await env.DB.prepare(
    'select id from checkpoint_scans where place = ? and guest_id = ? and undone_at is null order by number desc',
  )
    .bind(place, guestId)
    .first<{ id: string }>()
  return row?.id
}

it('checkpoints decide like the reference model for any order of scans, uploads and undos, across midnight and the end of summer time', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 26 }), async (steps) => {
      const event = await newEvent(calendar, {
        startAt: START,
        endAt: START + HOUR,
        checkInOpensAt: START - 100 * HOUR,
        checkInClosesAt: START + 100 * HOUR,
        timezone: ZONE,
        reentry: true,
      })
      const guests = await newGuests(event, GUESTS)
      const add = async (json: object) =>
        (await send(`POST /v1/events/${event.id}/checkpoints`, { key, json: { name: 'There', ...json } })).body.data.id
      const ids: Partial<Record<Place, string>> = {
        lunch: await add({ mode: 'ONCE' }),
        days: await add({ mode: 'DAILY' }),
        room: await add({ mode: 'IN_OUT', limit: LIMIT }),
      }
      const model = new Model()
      let now = START
      const app = appWith({ clock: () => now })
      const ask = async (method: string, path: string, json?: object) => {
        const answer = await app.request(`/api/v1/events/${event.id}/checkins${path}`, {
          method,
          headers: { 'x-svc-api-key': key, 'content-type': 'application/json' },
          ...(json && { body: JSON.stringify(json) }),
        })
        // Reads the response as untyped JSON, like an external client.
        // oxlint-disable-next-line typescript/no-explicit-any
        return { status: answer.status, body: (await answer.json()) as any }
      }
      const wire = ({ guest, place, way, device, at }: Asked) => ({
        guestId: guests[guest]!.id,
        checkpointId: ids[place] ?? null,
        direction: way,
        deviceId: device,
        scannedAt: new Date(at).toISOString(),
      })
      const rowsAt = async (place: Place) => {
        const { body } = await ask('GET', ids[place] === undefined ? '' : `?checkpointId=${ids[place]}`)
        return body.data as { id: string; guestId: string; direction: Way | null }[]
      }
      for (const [index, next] of steps.entries()) {
        // The extra second keeps the times of two steps apart, because uploads are dated back by whole hours (`ago`).
        now = START + index * (1.5 * HOUR + 1_000)
        const at = ({ ago, ...rest }: { ago: number } & Omit<Asked, 'at'>): Asked => ({
          ...rest,
          at: now - ago * 60_000,
        })
        if (next.act === 'scan') {
          const scan = { ...at(next.asked), at: now }
          const { status, body } = await ask('POST', '', wire(scan))
          expect(status === 200 ? 'ok' : body.code, JSON.stringify({ index, scan, body })).toBe(model.scan(scan))
        } else if (next.act === 'upload') {
          const scans = next.scans.map(at)
          const { body } = await ask('POST', '/batch', { scans: scans.map(wire) })
          const results = (body.data.results as { result: string; code?: string; overLimit?: true }[]).map(
            ({ result, code, overLimit }) => code ?? (overLimit ? `${result} over the limit` : result),
          )
          expect(results, JSON.stringify({ index, scans, body })).toEqual(model.upload(scans))
        } else {
          const { guest, place } = next.asked
          // Undoing a check-in at the main door would also undo the guest's OUT and IN scans. This undoes only the last
          // of those scans.
          const last = await lastRow(ids[place] ?? event.id, guests[guest]!.id)
          if (place === 'door' && last === undefined) continue
          const expected = model.undo({ guest, place })
          if (last === undefined) {
            expect(expected).toBe(null)
            continue
          }
          const { status, body } = await ask('DELETE', `/${last}`)
          expect(status === 200 ? 'ok' : body.code, JSON.stringify({ index, next, body })).toBe(expected)
        }
        const { body } = await ask('GET', '/summary')
        const { inside, checkpoints } = body.data
        expect(inside).toBe(model.inside('door'))
        const occupied = Object.fromEntries(
          checkpoints.map((each: { id: string; inside: number }) => [each.id, each.inside]),
        )
        expect(occupied[ids.room!]).toBe(model.inside('room'))
        expect(occupied[ids.lunch!]).toBe(model.inside('lunch'))
      }
      for (const place of PLACES) {
        const listed = await rowsAt(place)
        const standing = [...model.rows].flatMap(([name, rows]) =>
          name.startsWith(place) ? rows.filter(({ isUndone }) => !isUndone) : [],
        )
        expect(listed).toHaveLength(standing.length)
      }
    }),
    { numRuns: 15 },
  )
}, 90_000)
