import { describe, expect, it, onTestFinished, vi } from 'vitest'
import { dateOf } from '../../../src/kernel/zoned-time.ts'
import type { ShownEvent, ShownTicket } from '../../../src/presentation/event.ts'
import { eventLd, eventListLd } from '../../../src/presentation/event-ld.ts'
import { introOf, plainOf } from '../../../src/presentation/plain.ts'
import { leastPriceOf, priceOf } from '../../../src/presentation/price.ts'
import { registrationState, stateOf } from '../../../src/presentation/state.ts'
import { beginningOf, byMonth, hoursOf, leafOf, momentOf, whenLinesOf, whenOf } from '../../../src/presentation/when.ts'
import { languageOf, languageOfTag } from '../../../src/words/words.ts'
import {
  letterLinesOf,
  placeLineOf,
  placeLinesOf,
  shortPlaceOf,
  usualPlaceOf,
} from '../../../src/presentation/where.ts'

const [ENGLISH, GERMAN, FRENCH] = [languageOf('en'), languageOf('de'), languageOf('fr')]

const ticketOf = (fields: Partial<ShownTicket> = {}): ShownTicket => ({
  name: 'Seat',
  price: 0,
  currency: null,
  status: 'ON_SALE',
  requiresApproval: false,
  salesStartAt: null,
  salesEndAt: null,
  ...fields,
})
const priced = (price: number, fields: Partial<ShownTicket> = {}) => ticketOf({ price, currency: 'EUR', ...fields })

const hall = { name: 'Hall 7', address: '1 Rue Haute', city: 'Lyon', region: 'Rhône', country: 'FR' }

const eventOf = (fields: Partial<ShownEvent> = {}): ShownEvent => ({
  title: 'Supper',
  description: null,
  url: 'https://site.test/e/supper',
  coverUrl: null,
  startAt: '2031-07-01T17:00:00.000Z',
  endAt: '2031-07-01T20:00:00.000Z',
  timezone: 'Europe/Paris',
  allDay: false,
  status: 'PUBLISHED',
  cancellationReason: null,
  lifecycle: 'UPCOMING',
  locationType: 'IN_PERSON',
  location: hall,
  registrationStatus: 'OPEN',
  registrationOpensAt: null,
  registrationClosesAt: null,
  requiresApproval: false,
  spotsRemaining: null,
  tickets: [ticketOf()],
  ...fields,
})

const days = (startAt: string, endAt: string) => ({ startAt, endAt, timezone: 'Pacific/Auckland', allDay: true })
const hours = (startAt: string, endAt: string, timezone = 'Europe/Paris') => ({
  startAt: `2031-07-${startAt}:00.000Z`,
  endAt: `2031-07-${endAt}:00.000Z`,
  timezone,
  allDay: false,
})

const TIMES = {
  'one whole day': days('2031-07-01', '2031-07-02'),
  'several whole days': days('2031-07-01', '2031-07-04'),
  'an evening': hours('01T17:00', '01T20:00'),
  'a night over midnight': hours('01T20:00', '02T01:30'),
  'several days': hours('01T07:00', '03T16:00'),
  'an evening elsewhere': hours('01T23:00', '02T01:00', 'America/New_York'),
}

/** Removes the commas after weekdays, which differ between ICU versions, and makes all spaces plain ones. */
const plain = (text: string) => text.replaceAll(/(day|[A-Z][a-z]{2}),/g, '$1').replaceAll(/[\u00a0\u2009\u202f]/g, ' ')

describe('event times', () => {
  it.each([
    ['one whole day', 'Tuesday 1 July 2031', 'All day'],
    ['several whole days', 'Tuesday 1 July 2031 – Thursday 3 July 2031', 'All day'],
    ['an evening', 'Tuesday 1 July 2031', '19:00 – 22:00 CEST'],
    ['a night over midnight', 'Tuesday 1 July 2031', '22:00 – 03:30 CEST'],
    ['several days', 'Tuesday 1 July 2031 – Thursday 3 July 2031', 'First day from 09:00, last day until 18:00 CEST'],
    ['an evening elsewhere', 'Tuesday 1 July 2031', '19:00 – 21:00 New York Time'],
  ] as const)('whenOf %s: %s, %s', (which, daysThere, hoursThere) => {
    const when = whenOf(TIMES[which], ENGLISH)
    expect([plain(when.days), when.hours.replace('\u00a0', ' ')]).toEqual([daysThere, hoursThere])
  })

  it.each([
    ['one whole day', ['Tuesday 1 July 2031']],
    ['several whole days', ['Tuesday 1 July 2031 – Thursday 3 July 2031']],
    ['an evening', ['Tuesday 1 July 2031, 19:00 – 22:00 CEST']],
    ['a night over midnight', ['Tuesday 1 July 2031, 22:00 – Wednesday 2 July 2031, 03:30 CEST']],
    ['several days', ['Tuesday 1 July 2031, 09:00 – Thursday 3 July 2031, 18:00 CEST']],
    [
      'an evening elsewhere',
      ['Tuesday 1 July 2031, 19:00 – 21:00 New York Time', 'Wednesday 2 July 2031, 01:00 – 03:00 CEST'],
    ],
  ] as const)('whenLinesOf %s, for a calendar in Europe/Paris: %j', (which, lines) => {
    expect(whenLinesOf(TIMES[which], 'Europe/Paris', ENGLISH).map(plain)).toEqual(lines)
  })

  it.each([
    ['one whole day', 1, 'All day', 'Ganztägig'],
    ['several whole days', 1, '1 Jul – 3 Jul', '1. Juli – 3. Juli'],
    ['an evening', 1, '19:00 – 22:00 CEST', '19:00 – 22:00 MESZ'],
    ['a night over midnight', 1, '22:00 – 03:30 CEST', '22:00 – 03:30 MESZ'],
    ['several days', 1, '1 Jul – 3 Jul', '1. Juli – 3. Juli'],
    ['an evening elsewhere', 1, '19:00 – 21:00 New York Time', '19:00 – 21:00 Ortszeit New York'],
  ] as const)('hoursOf %s under day %i: %s, in German %s', (which, day, said, german) => {
    expect(leafOf(TIMES[which], ENGLISH).day).toBe(day)
    expect(plain(hoursOf(TIMES[which], ENGLISH))).toBe(said)
    expect(plain(hoursOf(TIMES[which], GERMAN))).toBe(german)
  })

  it('hoursOf leaves out the zone of an event at a place', () => {
    expect(plain(hoursOf(TIMES['an evening'], ENGLISH, true))).toBe('19:00 – 22:00')
  })

  it.each([
    ['en', 'Japan Time'],
    ['de', 'Ortszeit Japan'],
    ['fr', '(Japon)'],
    ['es', 'hora de Japón'],
    ['it', 'ora Giappone'],
    ['nl', 'tijd in Japan'],
    ['pt', 'hora de Japão'],
    ['pl', '(Japonia)'],
    ['ja', 'JST'],
    ['ar', 'بتوقيت اليابان'],
  ] as const)('hoursOf names a zone without an abbreviation by its place in %s: %s', (locale, zone) => {
    expect(hoursOf(hours('01T01:00', '01T02:00', 'Asia/Tokyo'), languageOf(locale)).endsWith(` ${zone}`)).toBe(true)
  })
})

it('French writes “1er” for the first of a month and nowhere else', () => {
  const when = (startAt: string, endAt: string) => ({ ...hours('01T17:00', '01T20:00'), startAt, endAt })
  const [first, eleventh] = [
    when('2031-12-01T00:00:00Z', '2031-12-01T01:30:00Z'),
    when('2031-12-11T00:00:00Z', '2031-12-31T00:00:00Z'),
  ]
  expect(whenOf(first, FRENCH).days).toBe('lundi 1er décembre 2031')
  expect(whenOf(first, FRENCH).hours).toMatch(/^01:00\u00a0– 02:30 /)
  expect(beginningOf(first, FRENCH).day).toBe('lun. 1er déc. 2031')
  expect([leafOf(first, FRENCH).full, leafOf(first, FRENCH).day]).toEqual(['lundi 1er décembre 2031', 1])
  expect(whenLinesOf(first, 'Europe/Paris', FRENCH)[0]).toMatch(/^lundi 1er décembre 2031, /)
  expect(hoursOf(days('2031-12-01', '2032-01-02'), FRENCH)).toBe('1er déc.\u00a0– 1er janv.')
  expect(momentOf(first.startAt, 'Europe/Paris', languageOfTag('fr-CA'))).toMatch(/^lundi 1er décembre 2031, /)
  expect(whenOf(eleventh, FRENCH).days).toBe('jeudi 11 décembre 2031\u00a0– mercredi 31 décembre 2031')
  expect(whenOf(first, GERMAN).days).toBe('Montag, 1. Dezember 2031')
})

it('Spanish has no comma after the weekday', () => {
  const evening = hours('01T17:00', '01T20:00')
  const spanish = languageOfTag('es-ES')
  const said = whenOf(evening, spanish).days
  expect(said).toMatch(/^\p{L}+ 1 de \p{L}+ de \d{4}$/u)
  expect(whenLinesOf(evening, evening.timezone, spanish)[0]).toContain(`${said}, `)
  expect(leafOf(evening, spanish).full).toBe(said)
  expect(spanish.words.guest.seeYou(said)).toBe(`Nos vemos el ${said}.`)
})

it('byMonth groups consecutive events by their local month and keeps their order', () => {
  const [july, june] = [hours('01T17:00', '01T20:00'), hours('01T01:00', '01T02:00', 'America/New_York')]
  expect(byMonth([july, june, july, july], ENGLISH)).toEqual([
    { name: 'July 2031', events: [july] },
    { name: 'June 2031', events: [june] },
    { name: 'July 2031', events: [july, july] },
  ])
  expect(byMonth([july], GERMAN).map(({ name }) => name)).toEqual(['Juli 2031'])
})

it.each([
  ['a date', 600, (zone: string) => dateOf(0, zone)],
  ['a moment', 200, (zone: string) => momentOf(0, zone, ENGLISH)],
])('%s is the same in every spelling of the time zone, and the formatter cache is bounded', (_, many, tell) => {
  const made = vi.spyOn(Intl, 'DateTimeFormat')
  onTestFinished(() => made.mockRestore())
  const spellings = Array.from({ length: many }, (_unused, number) =>
    Array.from('antarctica/vostok', (letter, at) => ((number >> at) & 1 ? letter.toUpperCase() : letter)).join(''),
  )
  const [first = ''] = spellings
  tell(first)
  made.mockClear()
  tell(first)
  expect(made).not.toHaveBeenCalled()
  expect(new Set(spellings.map(tell)).size).toBe(1)
  made.mockClear()
  tell(first)
  expect(made).toHaveBeenCalled()
})

describe('event locations', () => {
  const warehouse = { name: '旧倉庫', address: '海岸通1丁目2番', city: '横浜市', region: '神奈川県', country: 'JP' }
  it.each([
    ['on a page', placeLinesOf(hall, ENGLISH), ['Hall 7', '1 Rue Haute', 'Lyon, Rhône, France']],
    [
      'in an email',
      letterLinesOf({ location: hall, locationType: 'IN_PERSON', meetingUrl: null }, ENGLISH),
      ['Hall 7', '1 Rue Haute', 'Lyon, Rhône', 'France'],
    ],
    [
      'in an email to a guest who may join',
      letterLinesOf({ location: null, locationType: 'ONLINE', meetingUrl: 'https://meet.test' }, ENGLISH),
      ['https://meet.test'],
    ],
    [
      'in an email to other guests',
      letterLinesOf({ location: null, locationType: 'ONLINE', meetingUrl: null }, ENGLISH),
      ['Online'],
    ],
    ['in an .ics file', [placeLineOf(hall)], ['Hall 7, 1 Rue Haute, Lyon, Rhône, FR']],
    ['in a list', [shortPlaceOf(eventOf({ locationType: 'HYBRID' }), FRENCH)], ['Hall 7\u00a0· Lyon\u00a0· En ligne']],
    [
      'in a list, if the venue is named after its town',
      [shortPlaceOf(eventOf({ location: { ...hall, name: 'Lyon' } }), ENGLISH)],
      ['Lyon'],
    ],
    ['without a venue', placeLinesOf(null, ENGLISH), []],
    ['in Arabic', placeLinesOf(hall, languageOf('ar')), ['Hall 7', '1 Rue Haute', 'Lyon، Rhône، فرنسا']],
    ['in Japan', placeLinesOf(warehouse, languageOf('ja')), ['旧倉庫', '神奈川県横浜市海岸通1丁目2番']],
    ['in Japan, for others', placeLinesOf(warehouse, ENGLISH), ['旧倉庫', '神奈川県横浜市海岸通1丁目2番', 'Japan']],
  ])('location %s', (_, lines, said) => {
    expect(lines).toEqual(said)
  })
})

describe('event prices', () => {
  it.each([
    ['a free ticket', [ticketOf()], 'Free', 'Kostenlos', { isFree: true, priceFrom: 0, currency: null }],
    ['no tickets', [], 'Free', 'Kostenlos', { isFree: true, priceFrom: null, currency: null }],
    ['one paid ticket', [priced(2500)], '€25', '25 €', { isFree: false, priceFrom: 2500, currency: 'EUR' }],
    ['one ticket in yen', [priced(500, { currency: 'JPY' })], 'JP¥500', '500 ¥', { priceFrom: 500, currency: 'JPY' }],
    ['two paid tickets', [priced(2550), priced(1200)], 'From €12', 'Ab 12 €', { priceFrom: 1200 }],
    [
      'a free and a paid ticket',
      [priced(2500), priced(0)],
      'Free and paid',
      'Teils kostenlos',
      { isFree: false, priceFrom: 0 },
    ],
    [
      'a ticket on sale and an ended one',
      [priced(2550), priced(100, { status: 'ENDED' })],
      '€25.50',
      '25,50 €',
      { priceFrom: 100 },
    ],
    [
      'a paid ticket and a cheaper one that is sold out',
      [priced(2500), priced(500, { status: 'SOLD_OUT' })],
      '€25',
      '25 €',
      { priceFrom: 500 },
    ],
    [
      'two paid tickets and a free one that needs approval',
      [priced(0, { requiresApproval: true }), priced(2500), priced(1000)],
      'From €10',
      'Ab 10 €',
      { isFree: false, priceFrom: 0 },
    ],
    [
      'a free ticket and a paid one that needs approval',
      [priced(0), priced(2500, { requiresApproval: true })],
      'Free',
      'Kostenlos',
      { isFree: false, priceFrom: 0 },
    ],
    [
      'tickets that all need approval',
      [priced(0, { requiresApproval: true }), priced(2500, { requiresApproval: true })],
      'Free and paid',
      'Teils kostenlos',
      { isFree: false, priceFrom: 0 },
    ],
    [
      'sold-out tickets and an ended one',
      [priced(900, { status: 'SOLD_OUT' }), priced(800, { status: 'SOLD_OUT' }), priced(0, { status: 'ENDED' })],
      'From €8',
      'Ab 8 €',
      { priceFrom: 0 },
    ],
    ['an ended ticket', [priced(2500, { status: 'ENDED' })], '€25', '25 €', { priceFrom: 2500 }],
  ])('price of %s', (_, tickets, said, german, least) => {
    expect(plain(priceOf(tickets, ENGLISH))).toBe(said)
    expect(priceOf(tickets, GERMAN).replaceAll('\u00a0', ' ')).toBe(german)
    expect(leastPriceOf(tickets)).toMatchObject(least)
  })
})

describe('registrationState', () => {
  const NOW = Date.parse('2031-06-01T00:00:00Z')
  const past = '2031-05-01T10:00:00.000Z'
  const ahead = '2031-06-09T10:00:00.000Z'
  const sale = ticketOf({ status: 'SCHEDULED', salesStartAt: '2031-06-20T10:00:00.000Z' })
  it.each([
    [{}, null, 'Tickets', null, 'Register'],
    [{ spotsRemaining: 1 }, 'few', 'Tickets', 'One place left', 'Register'],
    [{ spotsRemaining: 11 }, null, 'Tickets', '11 places left', 'Register'],
    [
      { requiresApproval: true, spotsRemaining: 8 },
      'onRequest',
      'Registration needs approval',
      'The organiser reviews each request and replies by email.',
      'Request a place',
    ],
    [
      { registrationStatus: 'WAITLIST' },
      'waitlist',
      'Sold out – join the waiting list',
      'Places go in order, and we’ll email you when you get one.',
      'Join the waiting list',
    ],
    [
      { registrationStatus: 'SOLD_OUT' },
      'soldOut',
      'Sold out',
      'All places are taken, and there’s no waiting list.',
      null,
    ],
    [{ registrationStatus: 'NOT_YET_OPEN' }, 'later', 'Registration isn’t open yet', null, null],
    [
      { registrationStatus: 'NOT_YET_OPEN', registrationOpensAt: ahead, tickets: [ticketOf()] },
      'later',
      'Registration isn’t open yet',
      'It opens on Monday 9 June 2031, 12:00 CEST.',
      null,
    ],
    [
      { registrationStatus: 'NOT_YET_OPEN', registrationOpensAt: ahead, tickets: [sale] },
      'later',
      'Registration isn’t open yet',
      'It opens on Friday 20 June 2031, 12:00 CEST.',
      null,
    ],
    [
      { registrationStatus: 'CLOSED', registrationClosesAt: past },
      'closed',
      'Registration has closed',
      'It closed on Thursday 1 May 2031, 12:00 CEST.',
      null,
    ],
    [{ registrationStatus: 'CLOSED', registrationClosesAt: ahead }, 'closed', 'Registration has closed', null, null],
    [{ lifecycle: 'ENDED' }, 'over', 'This event is over', null, null],
    [{ lifecycle: 'ONGOING' }, 'now', 'Tickets', null, 'Register'],
    [
      { status: 'CANCELLED', lifecycle: 'ENDED', cancellationReason: 'Rain.' },
      'cancelled',
      'This event is cancelled',
      'Rain.',
      null,
    ],
  ] as const)('%j: state %s, title “%s”', (fields, state, title, text, action) => {
    const event = eventOf(fields)
    expect(stateOf(event)).toBe(state)
    const standing = registrationState(event, NOW, ENGLISH)
    expect({ ...standing, text: standing.text && plain(standing.text) }).toMatchObject({ title, text, action })
  })
})

describe('introOf', () => {
  it.each([
    ['We play.\n\n## Programme\n\nDoors at 7.', 'We play.'],
    ['# Jazz\n\nWe play.\n## Programme', '# Jazz\n\nWe play.'],
    ['\n#1 in town, #jazz', '#1 in town, #jazz'],
    [null, null],
  ])('returns the text up to a heading below other text: %j', (markdown, intro) => {
    expect(introOf(markdown)).toBe(intro)
  })
})

describe('plainOf', () => {
  it.each([
    [null, null],
    [' \n ', null],
    ['# Come!\n\n**All** of [you](https://x.test),\n- and *soon*', 'Come! All of you, and soon'],
    ['Bring\n\n- a cup\n- a chair', 'Bring a cup\u00a0· a chair'],
    ['Bring\n\n- cups\n\n## Why\n\nTo drink', 'Bring cups\u00a0· Why\u00a0· To drink'],
    ['# Lunch\nForty songs', 'Lunch\u00a0· Forty songs'],
    ['Bring a cup\n## Why\nTo drink', 'Bring a cup\u00a0· Why\u00a0· To drink'],
    ['# A\n## B ##\ntext', 'A\u00a0· B\u00a0· text'],
    ['# Really?\nYes', 'Really? Yes'],
    ['left\u202eto right', 'leftto right'],
    [`${'word '.repeat(7)}end`, 'word word word word word word…'],
    ['- word word word word word\n- wordword', 'word word word word word…'],
    ['x'.repeat(40), `${'x'.repeat(30)}…`],
  ])('shortens %j to %j', (markdown, summary) => {
    expect(plainOf(markdown, 30)).toBe(summary)
  })
})

describe('eventLd', () => {
  const parties = { organizer: { name: 'Club', url: null }, image: 'https://site.test/e/supper/poster.png' }
  it.each([
    [
      'an inclusive endDate for all-day events',
      days('2031-07-01', '2031-07-04'),
      { startDate: '2031-07-01', endDate: '2031-07-03' },
    ],
    [
      'local times with their offset',
      {},
      { startDate: '2031-07-01T19:00:00+02:00', endDate: '2031-07-01T22:00:00+02:00' },
    ],
    ['EventCancelled', { status: 'CANCELLED' }, { eventStatus: 'https://schema.org/EventCancelled' }],
    [
      'Place and VirtualLocation of a hybrid event',
      { locationType: 'HYBRID' },
      {
        eventAttendanceMode: 'https://schema.org/MixedEventAttendanceMode',
        location: [
          { '@type': 'Place', name: 'Hall 7', address: { streetAddress: '1 Rue Haute', addressCountry: 'FR' } },
          { '@type': 'VirtualLocation', url: 'https://site.test/e/supper' },
        ],
      },
    ],
    [
      'an offer for each ticket',
      { tickets: [priced(1250), priced(500, { currency: 'JPY', status: 'SOLD_OUT' }), ticketOf()] },
      {
        isAccessibleForFree: false,
        offers: [
          { price: '12.50', priceCurrency: 'EUR', availability: 'https://schema.org/InStock' },
          { price: '500', priceCurrency: 'JPY', availability: 'https://schema.org/SoldOut' },
          { price: '0', availability: 'https://schema.org/InStock' },
        ],
      },
    ],
    ['the organizer without null fields', {}, { organizer: { '@type': 'Organization', name: 'Club' } }],
  ] as const)('contains %s', (_, fields, told) => {
    const ld = eventLd(eventOf(fields), parties)
    expect(ld).toMatchObject(told)
    expect(JSON.stringify(ld)).not.toContain('null')
  })

  // https://developers.google.com/search/docs/appearance/structured-data/event lists these fields.
  it.each([
    ['at a place', {}],
    ['online', { locationType: 'ONLINE', location: null }],
    ['with an address for guests only', { location: { ...hall, name: null, address: null } }],
  ] as const)('contains the fields that Google requires or recommends for an event %s', (_, fields) => {
    const ld = eventLd(eventOf({ description: 'Soup.', ...fields }), parties) as Record<string, unknown>
    const required = ['name', 'startDate', 'location']
    const recommended = ['endDate', 'eventStatus', 'eventAttendanceMode', 'image', 'description', 'offers', 'organizer']
    for (const field of [...required, ...recommended]) expect(ld, field).toHaveProperty(field)
    expect(ld['image']).toEqual(['https://site.test/e/supper/poster.png'])
    expect(ld['location']).toMatchObject(
      fields === undefined || !('locationType' in fields)
        ? { '@type': 'Place', name: expect.any(String), address: { '@type': 'PostalAddress' } }
        : { '@type': 'VirtualLocation', url: 'https://site.test/e/supper' },
    )
  })
})

describe('eventListLd', () => {
  it('numbers the events from 1 and states the context once', () => {
    const parties = { organizer: { name: 'Club', url: null }, image: 'https://site.test/e/supper/poster.png' }
    const ld = eventListLd([
      [eventOf(), parties],
      [eventOf({ title: 'Breakfast' }), parties],
    ])
    expect(ld).toMatchObject({
      '@type': 'ItemList',
      itemListElement: [
        { '@type': 'ListItem', position: 1, item: { '@type': 'Event', name: 'Supper' } },
        { '@type': 'ListItem', position: 2, item: { '@type': 'Event', name: 'Breakfast' } },
      ],
    })
    expect(JSON.stringify(ld).match(/@context/g)).toHaveLength(1)
  })
})

describe('usualPlaceOf', () => {
  const [here, there] = [eventOf(), eventOf({ location: { ...hall, name: 'Pier' } })]

  it.each([
    ['the place of most events', [here, there, here, here], 'Hall 7\u00a0· Lyon'],
    ['null if no place has more than half of them', [here, here, here, there, there, there], null],
    ['null for two events', [here, here], null],
    ['null for no events', [], null],
  ])('returns %s', (_, events, place) => {
    expect(usualPlaceOf(events)).toBe(place)
  })

  it('is left out of a hybrid event, which only says that it is online too', () => {
    const hybrid = eventOf({ locationType: 'HYBRID' })
    const usual = usualPlaceOf([here, here, hybrid])
    expect(shortPlaceOf(hybrid, ENGLISH, usual)).toBe('Online')
    expect(shortPlaceOf(here, ENGLISH, usual)).toBe('')
    expect(shortPlaceOf(there, ENGLISH, usual)).toBe('Pier\u00a0· Lyon')
  })
})
