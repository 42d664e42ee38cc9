import { describe, expect, it } from 'vitest'
import { codeIn, isGuestCode, passIn } from '../../../web/kiosk/codes.ts'
import { decideAlone } from '../../../web/kiosk/decide.ts'
import { counted } from '../../../web/kiosk/tally.ts'
import type { Door } from '../../../web/kiosk/wire.ts'

const NOON = Date.parse('2027-05-01T12:00:00Z')
const at = (minutes: number) => new Date(NOON + minutes * 60_000).toISOString()
const door: Door = {
  eventId: 'evt_1',
  title: 'Gala',
  calendarName: 'House',
  status: 'PUBLISHED',
  timezone: 'UTC',
  checkInOpensAt: at(-60),
  checkInClosesAt: at(60),
  now: at(0),
  questions: [],
  pass: null,
}
const entry = (status: string) => ({ codeHash: 'h', ticketName: 'Seat', status })
const alone = (status: string | null, more: { scannedHereAt?: string; door?: Partial<Door>; syncedAt?: number } = {}) =>
  decideAlone(
    {
      entry: status === null ? undefined : entry(status),
      scannedHereAt: more.scannedHereAt ?? null,
      syncedAt: more.syncedAt ?? NOON,
    },
    { ...door, ...more.door },
    NOON,
  )

describe('a kiosk by itself', () => {
  it.each([
    ['CONFIRMED', {}, true, 'Let in'],
    ['CONFIRMED', { scannedHereAt: at(-5) }, false, 'Already in'],
    ['CHECKED_IN', {}, false, 'Already in'],
    ['PENDING', {}, false, 'Not confirmed'],
    ['WAITLISTED', {}, false, 'Not confirmed'],
    ['CANCELLED', {}, false, 'Not confirmed'],
    ['TRANSFERRED', {}, false, 'Not on the list'],
    [null, {}, false, 'Not on the list'],
    ['CONFIRMED', { door: { checkInOpensAt: at(1) } }, false, 'Not open yet'],
    ['CONFIRMED', { door: { checkInClosesAt: at(-1) } }, false, 'Closed'],
    ['CONFIRMED', { door: { status: 'CANCELLED' as const } }, false, 'Event cancelled'],
    ['CHECKED_IN', { door: { checkInOpensAt: at(1) } }, false, 'Not open yet'],
    [null, { door: { checkInOpensAt: at(1) } }, false, 'Not on the list'],
  ])('meets %s %j in the order of the desk: let in %s, “%s”', (status, more, isAdmitted, title) => {
    const decision = alone(status, more)
    expect(decision.isAdmitted).toBe(isAdmitted)
    expect(decision.verdict.title).toBe(title)
    expect(decision.verdict.isProvisional).toBe(true)
  })

  it('says by which list it decides, and never a name', () => {
    const { verdict } = alone('CONFIRMED')
    expect(verdict.lines[0]).toMatch(/^By the list of .*12:00/)
    expect(verdict.name).toBeNull()
    expect(verdict.ticket).toBe('Seat')
  })
})

describe('what a scanner hands over', () => {
  const code = 'qr_7Fq2LzT0aBcDeFgHiJkLmN'
  it.each([
    [code, code, true],
    [` ${code}\n`, code, true],
    [`https://calendar.test/api/public/qr/${code}?size=300`, code, true],
    ['Lovelace', 'Lovelace', false],
    ['https://calendar.test/', '', false],
  ])('%j is the code %j', (given, wanted, isCode) => {
    expect(codeIn(given)).toBe(wanted)
    expect(isGuestCode(given)).toBe(isCode)
  })

  it.each([
    ['https://x.test/kiosk#event=evt_1&pass=svc_door_abc', { eventId: 'evt_1', token: 'svc_door_abc' }],
    ['https://x.test/kiosk?event=evt_1&pass=svc_door_abc', null],
    ['https://x.test/kiosk#event=evt_1', null],
    ['https://x.test/kiosk#event=../me&pass=svc_door_abc', null],
    ['https://x.test/kiosk#event=evt_1&pass=svc_live_abc', null],
    ['not an address', null],
  ])('%j is the pass %j', (given, wanted) => {
    expect(passIn(given)).toEqual(wanted)
  })
})

describe('the counts at the door', () => {
  const summary = { expected: 9, checkedIn: 3, byGate: [{ gate: 'North', checkedIn: 3 }] }
  const admitted = (gate: string | null, checkedIn: number) =>
    ({ type: 'admitted', gate, checkedIn }) as unknown as Parameters<typeof counted>[1]
  const undone = (gate: string | null, checkedIn: number) =>
    ({ type: 'undone', gate, checkedIn }) as unknown as Parameters<typeof counted>[1]

  it('follow the live messages, gate by gate', () => {
    const after = counted(counted(counted(summary, admitted('North', 4)), admitted(null, 5)), undone('North', 4))
    expect(after).toEqual({
      expected: 9,
      checkedIn: 4,
      byGate: [
        { gate: 'North', checkedIn: 3 },
        { gate: null, checkedIn: 1 },
      ],
    })
  })

  it('never fall below nothing, and start again with a summary', () => {
    expect(counted(summary, undone('West', 2)).byGate).toEqual(summary.byGate)
    const fresh = { type: 'summary' as const, expected: 1, checkedIn: 0, byGate: [] }
    expect(counted(summary, fresh)).toMatchObject({ expected: 1, checkedIn: 0, byGate: [] })
  })
})
