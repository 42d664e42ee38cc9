import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { codeIn, isGuestCode, passIn } from '../../../web/kiosk/codes.ts'
import { LOCALES, type Direction, type Locale } from '../../../src/kernel/vocabulary.ts'
import { createConnection } from '../../../web/kiosk/connection.ts'
import { decideAlone } from '../../../web/kiosk/decide.ts'
import { placeOf, placesOf } from '../../../web/kiosk/places.ts'
import { counted } from '../../../web/kiosk/tally.ts'
import { chooseLocale, speak, words } from '../../../web/kiosk/words.ts'
import type { Door, DoorCheckpoint, ManifestEntry } from '../../../web/kiosk/wire.ts'

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
interface Alone {
  scannedHereAt?: string
  wentHere?: Direction
  door?: Partial<Door>
  syncedAt?: number
  entry?: Partial<ManifestEntry>
  place?: string
  direction?: Direction
  inside?: number
}
const alone = (status: string | null, more: Alone = {}) => {
  const house = { ...door, ...more.door }
  return decideAlone(
    {
      entry: status === null ? undefined : { codeHash: 'h', ticketName: 'Seat', status, ...more.entry },
      seenHere:
        more.scannedHereAt === undefined
          ? null
          : { direction: more.wentHere ?? ('IN' as const), scannedAt: more.scannedHereAt },
      syncedAt: more.syncedAt ?? NOON,
    },
    {
      door: house,
      place: placeOf(house, more.place ?? null),
      direction: more.direction ?? 'IN',
      now: NOON,
      inside: more.inside ?? 0,
    },
  )
}
const checkpoint = (id: string, more: Partial<DoorCheckpoint> = {}): DoorCheckpoint => ({
  id,
  name: id,
  mode: 'ONCE',
  ticketIds: null,
  opensAt: at(-60),
  closesAt: at(60),
  limit: null,
  ...more,
})
const checkpoints = [
  checkpoint('lunch', { ticketIds: ['tkt_1'], opensAt: at(-30) }),
  checkpoint('days', { mode: 'DAILY' }),
  checkpoint('room', { mode: 'IN_OUT', limit: 3 }),
]
const withCheckpoints = { checkpoints, timezone: 'Pacific/Auckland' }
const [today, yesterday] = ['2027-05-02', '2027-05-01']

describe('decideAlone', () => {
  it.each([
    ['CONFIRMED', {}, true, 'Checked in'],
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
  ])('status %s with %j: admitted %s, “%s”', (status, more, isAdmitted, title) => {
    const decision = alone(status, more)
    expect(decision.isAdmitted).toBe(isAdmitted)
    expect(decision.verdict.title).toBe(title)
    expect(decision.verdict.isProvisional).toBe(true)
  })

  it.each<[string, string, Alone, boolean, string]>([
    ['a lunch ticket', 'lunch', { entry: { ticketId: 'tkt_1' } }, true, 'Checked in'],
    ['a lunch that was used', 'lunch', { entry: { ticketId: 'tkt_1', used: { lunch: true } } }, false, 'Already in'],
    [
      'a lunch that was used at this kiosk',
      'lunch',
      { entry: { ticketId: 'tkt_1' }, scannedHereAt: at(-5) },
      false,
      'Already in',
    ],
    ['a lunch for other tickets', 'lunch', { entry: { ticketId: 'tkt_2' } }, false, 'Not for this door'],
    ['a daily checkpoint, the next day', 'days', { entry: { used: { days: yesterday } } }, true, 'Checked in'],
    ['a daily checkpoint, the same day', 'days', { entry: { used: { days: today } } }, false, 'Already in'],
    ['a room with space', 'room', { inside: 2 }, true, 'Checked in'],
    ['a full room', 'room', { inside: 3 }, false, 'Full'],
    ['a room the guest is already in', 'room', { entry: { used: { room: 'inside' } }, inside: 3 }, false, 'Already in'],
    ['an exit', 'room', { entry: { used: { room: 'inside' } }, direction: 'OUT', inside: 3 }, true, 'Checked out'],
    ['an exit of a guest who is outside', 'room', { direction: 'OUT' }, false, 'Not inside'],
    [
      'a return after an exit at this kiosk',
      'room',
      { entry: { used: { room: 'inside' } }, scannedHereAt: at(-5), wentHere: 'OUT' },
      true,
      'Checked in',
    ],
  ])('applies the checkpoint rule to %s', (_, place, more, isAdmitted, title) => {
    const decision = alone('CHECKED_IN', { ...more, place, door: withCheckpoints })
    expect([decision.isAdmitted, decision.verdict.title]).toEqual([isAdmitted, title])
  })

  it('lets guests leave and return if the event allows re-entry', () => {
    const both = { door: { reentry: true } }
    expect(alone('CHECKED_IN', { ...both, direction: 'OUT' }).isAdmitted).toBe(true)
    expect(alone('CONFIRMED', { ...both, direction: 'OUT' }).isAdmitted).toBe(false)
    expect(alone('CHECKED_IN', both).verdict.title).toBe('Already in')
    expect(alone('CHECKED_IN', { ...both, entry: { used: { evt_1: 'outside' } } }).isAdmitted).toBe(true)
  })

  it('placesOf offers the main door and every checkpoint, or only the checkpoint of the door pass', () => {
    const names = (more: Partial<Door>) => placesOf({ ...door, ...more }).map(({ checkpointId }) => checkpointId)
    expect(names({})).toEqual([null])
    expect(names(withCheckpoints)).toEqual([null, 'lunch', 'days', 'room'])
    const pass = { id: 'dps_1', label: 'Anna', gate: null, checkpointId: 'room', expiresAt: at(60) }
    expect(names({ checkpoints: checkpoints.slice(2), pass })).toEqual(['room'])
    expect(placeOf({ ...door, ...withCheckpoints }, 'gone').checkpointId).toBe(null)
  })

  it('shows the age of the guest list and no guest name', () => {
    const { verdict } = alone('CONFIRMED')
    expect(verdict.lines[0]).toMatch(/^Guest list from .*12:00/)
    expect(verdict.name).toBeNull()
    expect(verdict.ticket).toBe('Seat')
  })
})

/** Replaces the browser's `WebSocket` with a fake, and returns the checkpoints whose sockets are open. */
const liveDoors = () => {
  const open = new Set<string | null>()
  class Socket extends EventTarget {
    readonly #at: string | null
    constructor(url: URL) {
      super()
      this.#at = url.searchParams.get('checkpointId')
      open.add(this.#at)
    }
    close() {
      open.delete(this.#at)
      this.dispatchEvent(new Event('close'))
    }
  }
  const browser = {
    WebSocket: Socket,
    location: { href: 'https://kiosk.test/', protocol: 'https:' },
    addEventListener: () => {},
    removeEventListener: () => {},
  }
  for (const [name, value] of Object.entries(browser)) vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
  return open
}

const worksAt = (place: () => string, liveTicket: () => Promise<string>) => {
  const nothing = () => {}
  const connection = createConnection({
    api: { door: async () => door, summary: async () => ({}), liveTicket },
    manifest: { kept: () => null, remember: nothing, sync: nothing },
    outbox: { send: nothing },
    place: () => placeOf({ ...door, ...withCheckpoints }, place()),
    onState: nothing,
    onDoor: nothing,
    onSummary: nothing,
    onLive: nothing,
    onSettled: nothing,
  } as unknown as Parameters<typeof createConnection>[0])
  onTestFinished(connection.end)
  return connection
}

const PATIENCE = { timeout: 15_000 }

describe('createConnection', () => {
  const [first, next] = ['https://service.test/live?ticket=1', 'https://service.test/live?ticket=2']

  it('connects to the checkpoint chosen last, even if it changes during the live ticket request', async () => {
    const open = liveDoors()
    const ticket = Promise.withResolvers<string>()
    const tickets = vi.fn<() => Promise<string>>().mockReturnValueOnce(ticket.promise).mockResolvedValue(next)
    let place = 'lunch'
    const connection = worksAt(() => place, tickets)
    void connection.beat()
    await vi.waitFor(() => expect(tickets).toHaveBeenCalledOnce(), PATIENCE)
    place = 'room'
    void connection.turn()
    ticket.resolve(first)
    await vi.waitFor(() => expect([...open]).toEqual(['room']), PATIENCE)
  })

  it('opens no socket if the connection ends during the live ticket request', async () => {
    const open = liveDoors()
    const ticket = Promise.withResolvers<string>()
    const tickets = vi.fn<() => Promise<string>>().mockReturnValueOnce(ticket.promise)
    const connection = worksAt(() => 'lunch', tickets)
    const beat = connection.beat()
    await vi.waitFor(() => expect(tickets).toHaveBeenCalledOnce(), PATIENCE)
    connection.end()
    ticket.resolve(first)
    await beat
    expect([...open]).toEqual([])
  })
})

describe('scanned text', () => {
  const code = 'qr_7Fq2LzT0aBcDeFgHiJkLmN'
  it.each([
    [code, code, true],
    [` ${code}\n`, code, true],
    [`https://calendar.test/api/public/qr/${code}?size=300`, code, true],
    ['Lovelace', 'Lovelace', false],
    ['https://calendar.test/', '', false],
  ])('codeIn(%j) returns %j', (given, wanted, isCode) => {
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
  ])('passIn(%j) returns %j', (given, wanted) => {
    expect(passIn(given)).toEqual(wanted)
  })
})

describe('counted', () => {
  const summary = { expected: 9, checkedIn: 3, inside: 3, byGate: [{ gate: 'North', checkedIn: 3 }] }
  const admitted = (gate: string | null, checkedIn: number) =>
    ({ type: 'admitted', gate, checkedIn }) as unknown as Parameters<typeof counted>[1]
  const undone = (gate: string | null, checkedIn: number) =>
    ({ type: 'undone', gate, checkedIn }) as unknown as Parameters<typeof counted>[1]

  it('updates the total and each gate from live messages', () => {
    const after = counted(counted(counted(summary, admitted('North', 4)), admitted(null, 5)), undone('North', 4))
    expect(after).toEqual({
      expected: 9,
      checkedIn: 4,
      inside: 4,
      byGate: [
        { gate: 'North', checkedIn: 3 },
        { gate: null, checkedIn: 1 },
      ],
    })
  })

  it('decreases the count of a room on an exit and increases it when the exit is undone', () => {
    const say = (message: object) => message as unknown as Parameters<typeof counted>[1]
    const left = counted(summary, say({ type: 'left', gate: 'North', inside: 2 }))
    expect([left.checkedIn, left.inside, left.byGate[0]?.checkedIn]).toEqual([2, 2, 2])
    const back = counted(left, say({ type: 'undone', gate: 'North', direction: 'OUT', inside: 3 }))
    expect([back.inside, back.byGate[0]?.checkedIn]).toEqual([3, 3])
  })

  it('never goes below 0 and resets on a summary', () => {
    expect(counted(summary, undone('West', 2)).byGate).toEqual(summary.byGate)
    const fresh = { type: 'summary' as const, expected: 1, checkedIn: 0, inside: 0, byGate: [] }
    expect(counted(summary, fresh)).toMatchObject({ expected: 1, checkedIn: 0, byGate: [] })
  })
})

describe('kiosk translations', () => {
  /**
   * Collects every sentence of the translation. Functions are called with the counts 0, 1, 2, 3 and 11 and with a name.
   */
  const sentencesOf = (said: unknown): string[] => {
    if (typeof said === 'string') return [said]
    if (typeof said === 'function') {
      const say = said as (...given: unknown[]) => string | string[]
      return [0, 1, 2, 3, 11].map((count) => [say(count, count, 'Ada')].flat().join(''))
    }
    return Object.values(said as object).flatMap(sentencesOf)
  }
  const spokenIn = (locale: Locale) => {
    speak(locale, [])
    return sentencesOf(words())
  }
  const english = spokenIn('en')
  /** Words that some languages share with English. */
  const SHARED = ['Live', 'Offline', 'Camera', 'In', 'Provisional', 'Actions']

  it.each(LOCALES.filter((locale) => locale !== 'en'))('are complete in %s', (locale) => {
    const said = spokenIn(locale)
    expect(said).toHaveLength(english.length)
    expect(
      said.filter((sentence) => sentence.trim() === '' || sentence.includes('#') !== /[#]event/.test(sentence)),
    ).toEqual([])
    expect(said.filter((sentence, index) => sentence === english[index] && !SHARED.includes(sentence))).toEqual([])
  })

  it('are chosen by URL, then device, then browser, then English', () => {
    expect(chooseLocale('de', 'fr', ['pl'])).toBe('de')
    expect(chooseLocale('tlh', 'fr', ['pl'])).toBe('fr')
    expect(chooseLocale(null, null, ['tlh', 'pl-PL', 'de'])).toBe('pl')
    expect(chooseLocale(null, null, ['tlh'])).toBe('en')
  })
})
