import { describe, expect, it } from 'vitest'
import type { Admission, Door, DoorGuest } from '../../../src/desk.ts'
import { codeIn } from '../../../src/modules/checkins/checkins.ts'
import {
  doorOf,
  inOrderOfTime,
  isPlausible,
  refusalOf,
  statusAtDesk,
  uploadResultOf,
} from '../../../src/modules/checkins/door.ts'

const HOUR = 3_600_000
const [OPENS, NOW, CLOSES] = [1_000, 2_000, 3_000]

const door = (fields: Partial<Door> = {}): Door => ({
  eventId: 'evt_1',
  eventSlug: 'one',
  calendarId: 'cal_1',
  isCancelled: false,
  opensAt: OPENS,
  closesAt: CLOSES,
  ...fields,
})
const guest = (status: DoorGuest['status'] = 'CONFIRMED'): DoorGuest => ({
  id: 'gst_1',
  firstName: 'Ada',
  lastName: 'L',
  email: 'ada@example.org',
  qrCode: 'qr_1',
  status,
  ticketId: 'tkt_1',
  ticketName: 'One',
})
const first: Admission = {
  id: 'chk_1',
  guestId: 'gst_1',
  ticketId: 'tkt_1',
  at: 1_500,
  by: 'usr_1',
  gate: null,
  deviceId: null,
}

describe('who is refused at the door', () => {
  const cancelled = door({ isCancelled: true })
  it.each([
    ['nobody before all else', cancelled, null, first, 0, 'unknown'],
    ['a dead code before all else', cancelled, guest('TRANSFERRED'), first, 0, 'unknown'],
    ['a cancelled event before its window', cancelled, guest(), first, 0, 'eventCancelled'],
    ['the window before the guest', door(), guest('DECLINED'), first, OPENS - 1, 'notOpen'],
    ['the window before a second time', door(), guest('CHECKED_IN'), first, CLOSES + 1, 'closed'],
    ['the guest before a second time', door(), guest('DECLINED'), first, NOW, 'notConfirmed'],
    ['a second time', door(), guest('CHECKED_IN'), first, NOW, 'alreadyIn'],
    ['a second time that D1 has not heard of', door(), guest(), first, NOW, 'alreadyIn'],
    ['nobody at the very start', door(), guest(), null, OPENS, undefined],
    ['nobody at the very end', door(), guest(), null, CLOSES, undefined],
    ['nobody whose undo D1 has not heard of', door(), guest('CHECKED_IN'), null, NOW, undefined],
  ])('%s', (_rule, at, who, current, when, outcome) => {
    expect(refusalOf(at, 'code', who, current, when)?.outcome).toBe(outcome)
  })

  it('knows a transferred guest by id, as one who is not confirmed', () => {
    expect(refusalOf(door(), 'id', guest('TRANSFERRED'), null, NOW)).toEqual({
      outcome: 'notConfirmed',
      status: 'TRANSFERRED',
    })
  })
})

describe('the window', () => {
  const event = {
    id: 'evt_1',
    slug: 'one',
    calendarId: 'cal_1',
    status: 'PUBLISHED',
    startAt: 10 * HOUR,
    endAt: 12 * HOUR,
  }
  it.each([
    [null, null, 6 * HOUR, 16 * HOUR],
    [9 * HOUR, null, 9 * HOUR, 16 * HOUR],
    [null, 11 * HOUR, 6 * HOUR, 11 * HOUR],
  ])('opens at %s and closes at %s when the event says so', (checkInOpensAt, checkInClosesAt, opensAt, closesAt) => {
    expect(doorOf({ ...event, checkInOpensAt, checkInClosesAt } as never)).toMatchObject({ opensAt, closesAt })
  })
})

describe('the date of a scan', () => {
  const now = 100 * HOUR
  it.each([
    [now, true],
    [now - 48 * HOUR, true],
    [now - 48 * HOUR - 1, false],
    [now + 120_000, true],
    [now + 120_001, false],
  ])('%s is plausible: %s', (scannedAt, expected) => expect(isPlausible(scannedAt, now)).toBe(expected))
})

describe('what an offline scan comes to', () => {
  it.each([
    [1_499, 'CONFLICT'],
    [1_500, 'DUPLICATE'],
    [1_501, 'DUPLICATE'],
  ])('made at %s of a guest admitted at 1500: %s', (scannedAt, result) => {
    expect(uploadResultOf({ outcome: 'alreadyIn', first }, scannedAt)).toEqual({ result, admission: first })
  })

  it('takes the scans by their time and, at one time, in the order given, without those found unfit', () => {
    const scan = (scannedAt: number) => ({
      guest: { by: 'id' as const, value: 'gst_1' },
      scannedAt,
      gate: null,
      deviceId: null,
    })
    const scans = [scan(30), { code: 'validation_failed' }, scan(10), scan(30), scan(20)]
    expect(inOrderOfTime(scans, 0).map(({ index }) => index)).toEqual([2, 4, 0, 3])
  })
})

describe('what is said of a guest', () => {
  it.each([
    ['CONFIRMED', first, 'CHECKED_IN'],
    ['CHECKED_IN', null, 'CONFIRMED'],
    ['DECLINED', first, 'DECLINED'],
    ['PENDING', null, 'PENDING'],
  ] as const)('%s in D1, with %j at the desk: %s', (status, current, expected) => {
    expect(statusAtDesk(status, current)).toBe(expected)
  })
})

describe('the code in what was scanned', () => {
  it.each([
    ['qr_1', 'qr_1'],
    [' qr_1\n', 'qr_1'],
    ['https://example.org/api/public/qr/qr_1', 'qr_1'],
    ['HTTP://example.org/api/public/qr/qr_1?size=300#x', 'qr_1'],
    ['https://', 'https://'],
    ['https://example.org/%', '%'],
  ])('%j is %s', (given, expected) => expect(codeIn(given)).toBe(expected))
})
