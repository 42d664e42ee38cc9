import * as fc from 'fast-check'
import { expect, it } from 'vitest'
import { isListedIn, whyNotPass } from '../../../src/kernel/passing.ts'
import { dateOf } from '../../../src/kernel/zoned-time.ts'
import { send } from '../../support/api.ts'
import { appWith } from '../../support/app.ts'
import { newCalendar, newEvent, newGuests, newKey, newTicket } from '../../support/factories.ts'

const ZONE = 'America/New_York'
const HOUR = 3_600_000
/** In `ZONE`, the clocks go forward the following night, on 14 March 2027. */
const START = Date.parse('2027-03-13T20:00:00Z')
const PLACES = ['door', 'lunch', 'days', 'room'] as const
const STATUSES = ['CONFIRMED', 'CONFIRMED', 'CONFIRMED', 'PENDING', 'DECLINED']

const calendar = await newCalendar()
const { key } = await newKey(calendar)

const step = fc.record({
  guest: fc.nat(4),
  place: fc.constantFrom(...PLACES, 'room' as const),
  direction: fc.constantFrom<('IN' | 'OUT')[]>('IN', 'IN', 'OUT'),
  hours: fc.integer({ min: 0, max: 7 }),
})

it('an offline kiosk decides like the service for random guests, checkpoints, directions and times', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 10, maxLength: 22 }), async (steps) => {
      const event = await newEvent(calendar, {
        startAt: START,
        endAt: START + 20 * HOUR,
        checkInOpensAt: START - 2 * HOUR,
        checkInClosesAt: START + 40 * HOUR,
        timezone: ZONE,
        reentry: true,
      })
      const other = await newTicket(event)
      const guests = []
      for (const status of STATUSES) guests.push(...(await newGuests(event, 1, { status })))
      const [special] = await newGuests(event, 1, { ticket_id: other.id })
      guests[2] = special!
      const add = async (json: object) =>
        (await send(`POST /v1/events/${event.id}/checkpoints`, { key, json: { name: 'There', ...json } })).body.data.id
      const ids: Record<string, string> = {
        lunch: await add({ mode: 'ONCE', ticketIds: [event.ticketId], opensAt: new Date(START + 5 * HOUR) }),
        days: await add({ mode: 'DAILY', closesAt: new Date(START + 30 * HOUR) }),
        room: await add({ mode: 'IN_OUT', limit: 2 }),
      }
      let now = START - 3 * HOUR
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
      const hash = async (code: string) => {
        const digest = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(code))
        return Array.from(new Uint8Array(digest), (byte) => byte.toString(16).padStart(2, '0')).join('')
      }
      for (const { guest, place, direction: wanted, hours } of steps) {
        now += hours * HOUR + 1_000
        const checkpointId = ids[place] ?? null
        const [door, manifest, summary] = [
          (await ask('GET', '/door')).body.data,
          (await ask('GET', '/manifest')).body.data,
          (await ask('GET', checkpointId === null ? '/summary' : `/summary?checkpointId=${checkpointId}`)).body.data,
        ]
        const rules = door.checkpoints.find(({ id }: { id: string }) => id === checkpointId) ?? {
          mode: 'IN_OUT',
          ticketIds: null,
          opensAt: door.checkInOpensAt,
          closesAt: door.checkInClosesAt,
          limit: null,
        }
        const direction = rules.mode === 'IN_OUT' ? wanted : 'IN'
        const codeHash = await hash(guests[guest]!.qrCode)
        const entry = manifest.entries.find((each: { codeHash: string }) => each.codeHash === codeHash)
        const where = { key: checkpointId ?? event.id, isMainDoor: checkpointId === null, mode: rules.mode }
        const decided = whyNotPass({
          isEventCancelled: door.status === 'CANCELLED',
          place: { ...rules, opensAt: Date.parse(rules.opensAt), closesAt: Date.parse(rules.closesAt) },
          guest: { ...entry, isIn: isListedIn(entry, where, dateOf(now, ZONE)) },
          direction,
          at: now,
          inside: summary.inside,
        })
        const json = { qrCode: guests[guest]!.qrCode, checkpointId, direction }
        const { status, body } = await ask('POST', '', json)
        expect(decided, JSON.stringify({ place, guest, direction, now, entry, body })).toBe(
          status === 200 ? null : body.code,
        )
      }
    }),
    { numRuns: 12 },
  )
}, 90_000)
