import ICAL from 'ical.js'
import nodeIcal from 'node-ical'
import { describe, expect, it } from 'vitest'
import type { EventRow } from '../../../src/db/rows.ts'
import { icsLine, icsText } from '../../../src/presentation/ics.ts'
import { startOfDate } from '../../../src/kernel/zoned-time.ts'
import { calendarFile, type FileHead, type FileSettings } from '../../../src/modules/feeds/calendar-file.ts'

const at = Date.parse('2031-05-02T18:00:00Z')

const row = (fields: Partial<EventRow> = {}): EventRow => ({
  id: 'evt_1',
  calendarId: 'cal_1',
  slug: 'one',
  title: 'One',
  description: null,
  coverUrl: null,
  coverAlt: null,
  paymentInstructions: null,
  refundPolicy: null,
  serviceFee: null,
  delayedPayments: null,
  accent: null,
  translations: {},
  startAt: at,
  endAt: at + 3_600_000,
  timezone: 'Europe/Paris',
  allDay: false,
  startDate: null,
  endDate: null,
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  eraseAt: null,
  visibilityBefore: null,
  locationType: 'IN_PERSON',
  location: null,
  locationVisibility: 'PUBLIC',
  meetingUrl: null,
  capacity: null,
  reentry: false,
  verifyEmail: false,
  requiresApproval: false,
  waitlistEnabled: false,
  waitlistMode: 'AUTOMATIC',
  offerMinutes: 1_440,
  waitlistRule: 'FITTING',
  maxOvertakes: 3,
  registrationOpensAt: null,
  registrationClosesAt: null,
  checkInOpensAt: null,
  checkInClosesAt: null,
  registrationQuestions: [],
  tags: [],
  reminderMinutes: [],
  sequence: 0,
  revision: 1,
  cancelledAt: null,
  cancellationReason: null,
  publishedAt: at,
  seriesId: null,
  recurrenceId: null,
  overrides: null,
  createdAt: at - 2_000,
  updatedAt: at - 1_000,
  ...fields,
})
const place = { name: null, address: null, city: null, region: null, country: null, latitude: null, longitude: null }
const head: FileHead = { name: 'Calendar', description: null, timezone: 'Europe/Paris', url: null }
const settings: FileSettings = {
  domain: 'calendar.example',
  urlOf: ({ slug }: EventRow) => `https://site.example/e/${slug}`,
  contact: null,
}
const file = (rows: EventRow[], heading = head, changed: Partial<FileSettings> = {}) =>
  calendarFile(heading, rows, { ...settings, ...changed })

const octets = (text: string) => new TextEncoder().encode(text).length

/**
 * Checks the rules that apply to every .ics file (UTF-8, CRLF, 75 octets per line), then parses the file with two
 * independent parsers, ical.js and node-ical.
 */
const read = (text: string) => {
  const bytes = new TextEncoder().encode(text)
  expect(new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)).toBe(text)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/)
  const lines = text.split('\r\n').slice(0, -1)
  for (const line of lines) {
    expect(octets(line), line).toBeLessThanOrEqual(75)
    expect(line).toMatch(/^(?: |[A-Z-]+[;:])/)
    // An odd number of backslashes at the end of a line means that folding split an escape sequence.
    expect((/\\*$/.exec(line)?.[0].length ?? 0) % 2, line).toBe(0)
  }
  const component = new ICAL.Component(ICAL.parse(text))
  const events = component.getAllSubcomponents('vevent').map((each) => new ICAL.Event(each))
  const others = Object.values(nodeIcal.sync.parseICS(text)).filter((each) => each?.type === 'VEVENT')
  expect(others).toHaveLength(events.length)
  return { component, events, others }
}

const HARD = [
  'plain',
  String.raw`back\slash; semi, comma\n not a break`,
  'line\nbreak\r\nand\rreturn',
  'END:VEVENT\r\nBEGIN:VEVENT\r\nSUMMARY:injected',
  'tab\there\u0000nul\u0007bell\u001besc\u0085nel\u2028ls\u2029ps\u000bvt',
  '</script><script>alert(1)</script> & "quotes" \'single\'',
  '👩‍👩‍👧‍👦 family 🏳️‍🌈 flag 👍🏽 thumb 🇫🇷 France',
  'e\u0301 combining, नमस्ते, 日本語の題名, עברית, العربية',
  '\u202eright to left override\u202c and \u2066isolate',
  'lone \ud83d high and \udc4d low surrogates',
  ';;;,,,\\\\\\:::',
  '',
]

const expected = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/[\u202a-\u202e\u2066-\u2069]/g, '')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/\r\n?|[\u0085\u2028\u2029\u000b]/g, '\n')
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\u0000-\u0008\u000e-\u001f\u007f-\u009f]/g, '')

describe('calendarFile', () => {
  it.each(HARD)('preserves %j in every text field for ical.js and node-ical', (text) => {
    const events = [
      row({ title: text, description: text, location: { ...place, name: text, address: text }, tags: [text, 'x'] }),
    ]
    const parsed = read(file(events, { ...head, name: text, description: text }))
    expect(parsed.events).toHaveLength(1)
    const [event] = parsed.events
    const [other] = parsed.others
    expect(event?.summary).toBe(expected(text))
    expect(event?.description ?? '').toBe(expected(text))
    expect(event?.location ?? '').toBe(text === '' ? '' : `${expected(text)}, ${expected(text)}`)
    expect(event?.component.getFirstProperty('categories')?.getValues()).toEqual([expected(text), 'x'])
    // ical.js doesn't unescape the values of X- properties.
    const calendarName = String(parsed.component.getFirstPropertyValue('x-wr-calname'))
    expect(calendarName.replaceAll(/\\(.)/g, (_, letter: string) => (letter === 'n' ? '\n' : letter))).toBe(
      expected(text),
    )
    // node-ical reads backslash + n as a line break even if the backslash is itself escaped.
    const asOtherHasIt = expected(text).replaceAll(String.raw`\n`, '\\\n')
    expect((other?.summary as string | undefined)?.trim() ?? '').toBe(asOtherHasIt.trim())
  })

  it('folds lines at any offset without splitting an emoji or a joined emoji', () => {
    for (const piece of ['👩‍👩‍👧‍👦', '👍', 'é', '語', String.raw`\;`, '\n']) {
      for (let offset = 0; offset < 80; offset += 1) {
        const title = 'x'.repeat(offset) + piece.repeat(30)
        const { events } = read(file([row({ title })]))
        expect(events[0]?.summary).toBe(title)
      }
    }
  })

  it('gives both parsers the same instants, even on days when the clocks change', () => {
    const moments = [
      '2031-03-30T00:59:59Z',
      '2031-03-30T01:00:00Z',
      '2031-10-26T00:30:00Z',
      '2031-10-26T01:30:00Z',
      '2031-03-09T06:59:00Z',
      '2031-03-09T07:00:00Z',
      '2031-11-02T05:30:00Z',
      '2031-11-02T06:30:00Z',
    ].map((text) => Date.parse(text))
    for (const zone of ['Europe/Paris', 'America/New_York']) {
      for (const startAt of moments) {
        const { events, others } = read(file([row({ startAt, endAt: startAt + 5_400_000, timezone: zone })]))
        expect(events[0]?.startDate.toUnixTime()).toBe(startAt / 1000)
        expect(others[0]?.start.getTime()).toBe(startAt)
        expect(others[0]?.end?.getTime()).toBe(startAt + 5_400_000)
      }
    }
  })

  it('writes all-day events as DATE values with an exclusive end', () => {
    for (const [startDate, endDate] of [
      ['2031-03-30', '2031-03-31'],
      ['2031-10-25', '2031-10-28'],
      ['2032-02-28', '2032-03-01'],
    ] as const) {
      const days = row({
        allDay: true,
        startDate,
        endDate,
        startAt: startOfDate(startDate, 'Europe/Paris'),
        endAt: startOfDate(endDate, 'Europe/Paris'),
      })
      const { events, others } = read(file([days]))
      expect(events[0]?.startDate.isDate).toBe(true)
      expect([events[0]?.startDate.toString(), events[0]?.endDate.toString()]).toEqual([startDate, endDate])
      expect(others[0]?.datetype).toBe('date')
    }
  })

  it('derives DTSTAMP from the last change, so equal events produce equal bytes', () => {
    const before = file([row()])
    expect(file([row()])).toBe(before)
    const { events } = read(file([row({ status: 'CANCELLED', sequence: 3 })]))
    const property = (name: string) => events[0]?.component.getFirstPropertyValue(name)?.toString()
    expect(property('uid')).toBe('evt_1@calendar.example')
    expect(property('status')).toBe('CANCELLED')
    expect(property('sequence')).toBe('3')
    expect(property('dtstamp')).toBe('2031-05-02T17:59:59Z')
    expect(property('last-modified')).toBe('2031-05-02T17:59:59Z')
    expect(property('url')).toBe('https://site.example/e/one')
  })

  it('writes REFRESH-INTERVAL, the URL, the name, the time zone and GEO', () => {
    const { component } = read(
      file([row({ location: { ...place, latitude: 48.8566, longitude: 2.3522 } })], {
        ...head,
        url: 'https://site.example/c/x',
      }),
    )
    const value = (name: string) => component.getFirstPropertyValue(name)?.toString()
    expect([value('refresh-interval'), value('x-published-ttl')]).toEqual(['PT1H', 'PT1H'])
    expect([value('name'), value('x-wr-calname'), value('x-wr-timezone')]).toEqual([
      'Calendar',
      'Calendar',
      'Europe/Paris',
    ])
    expect([value('version'), value('url')]).toEqual(['2.0', 'https://site.example/c/x'])
    expect(file([row({ location: { ...place, latitude: 48.8566, longitude: 2.3522 } })])).toContain(
      'GEO:48.856600;2.352200',
    )
  })

  it.each([null, { name: 'Club', email: 'hello@club.example' }])(
    'has no METHOD, because that would require an ORGANIZER (contact: %j)',
    (contact) => {
      const { component } = read(file([row()], head, { contact }))
      expect(component.getFirstProperty('method')).toBeNull()
    },
  )

  it.each(HARD.filter((name) => name !== ''))('writes %j as ORGANIZER and CONTACT for both parsers', (name) => {
    const contact = { name, email: 'hello+all@club.example' }
    const { events, others } = read(file([row()], head, { contact }))
    const organizer = events[0]?.component.getFirstProperty('organizer')
    const asName = expected(name)
      .replaceAll(/[\n\t]/g, ' ')
      .replaceAll('\\', '/')
      .replaceAll('"', "'")
      .trim()
    expect(organizer?.getFirstValue()).toBe('mailto:hello+all@club.example')
    expect(organizer?.getFirstParameter('cn')).toBe(asName)
    expect(events[0]?.component.getFirstPropertyValue('contact')).toBe(`${expected(name)}, hello+all@club.example`)
    expect(others[0]?.organizer).toMatchObject({ val: 'mailto:hello+all@club.example' })
    expect(events[0]?.attendees).toEqual([])
  })

  it('omits a GUESTS_ONLY address, its coordinates and the meeting URL', () => {
    const location = {
      ...place,
      name: 'Secret flat',
      address: '1 Hidden Street',
      city: 'Lyon',
      latitude: 1,
      longitude: 2,
    }
    const text = file([row({ location, locationVisibility: 'GUESTS_ONLY', meetingUrl: 'https://meet.example/x' })])
    expect(text).not.toMatch(/Secret|Hidden|GEO|meet\.example/)
    expect(text).toContain('LOCATION:Lyon')
  })

  it('prevents line breaks in a slug from injecting lines', () => {
    const slug = 'x\r\nEND:VCALENDAR\u0000 é'
    const { events } = read(file([row({ slug })]))
    expect(events).toHaveLength(1)
  })

  it('stays under 1,000,000 bytes by dropping descriptions first and then events', () => {
    const many = Array.from({ length: 500 }, (_, index) =>
      row({ id: `evt_${index}`, description: '😀'.repeat(5_000), startAt: at + index, endAt: at + index + 1 }),
    )
    const text = file(many)
    expect(octets(text)).toBeLessThanOrEqual(1_000_000)
    expect(read(text).events).toHaveLength(500)
    const huge = many.map((each) => ({
      ...each,
      title: '😀'.repeat(100),
      location: { ...place, name: '語'.repeat(200), address: '語'.repeat(300) },
      tags: Array.from({ length: 20 }, () => '語'.repeat(40)),
    }))
    const cut = file(huge)
    expect(octets(cut)).toBeLessThanOrEqual(1_000_000)
    expect(read(cut).events.length).toBeGreaterThan(100)
  })
})

describe('icsLine', () => {
  it('folds any text to 75 octets per line and unfolds to the input', () => {
    const letters = ['a', 'é', '語', '👍', '\\', ';', ',', '\n', ' ']
    for (let seed = 1; seed <= 400; seed += 1) {
      let state = seed
      const text = Array.from({ length: seed }, () => {
        state = (state * 48_271) % 2_147_483_647
        return letters[state % letters.length]
      }).join('')
      const line = icsLine('SUMMARY', icsText(text))
      for (const part of line.split('\r\n')) expect(octets(part)).toBeLessThanOrEqual(75)
      expect(line.replaceAll('\r\n ', '')).toBe(`SUMMARY:${icsText(text)}`)
    }
  })
})
