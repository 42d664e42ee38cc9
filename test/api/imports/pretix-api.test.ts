import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { Outbound } from '../../../src/deps.ts'
import { appWith, deps } from '../../support/app.ts'
import { newCalendar, newEvent, newKey } from '../../support/factories.ts'

type Event = Awaited<ReturnType<typeof newEvent>>
type Position = Record<string, unknown>

const calendar = await newCalendar()
const { key } = await newKey(calendar, ['guests:write', 'events:write', 'billing:write'])
const PAST = { startAt: '2026-02-01T18:00:00Z', endAt: '2026-02-01T20:00:00Z', timezone: 'Europe/Berlin' }
const newPastEvent = () =>
  newEvent(
    calendar,
    { ...PAST, registrationQuestions: [{ label: 'Food', type: 'TEXT', required: false }] },
    { name: 'Seat' },
  )

const TOKEN = 'e1l6gq2ye72thbwkacj7jbri7a7tvxe614ojv8ybureain92ocub46t5gab5966k'
const PRETIX = { organizer: 'bigevents', event: 'sampleconf', token: TOKEN }
const BASE = '/api/v1/organizers/bigevents/events/sampleconf/'
const PAGE_SIZE = 50

const ITEMS = [
  { id: 1, name: { en: 'Seat', de: 'Platz' }, admission: true, default_price: '12.50', variations: [] },
  {
    id: 2,
    name: { en: 'Seat' },
    admission: true,
    variations: [{ id: 20, value: { en: 'Student' }, default_price: '5.00' }],
  },
]
const QUESTIONS = [{ id: 5, question: { en: 'Food' }, type: 'S', required: false, identifier: 'ABC', options: [] }]
const positionOf = (more: Position): Position => ({
  positionid: 1,
  item: 1,
  variation: null,
  price: '12.50',
  attendee_name: null,
  attendee_name_parts: {},
  attendee_email: null,
  voucher: null,
  tax_rate: '0.00',
  tax_value: '0.00',
  addon_to: null,
  subevent: null,
  canceled: false,
  checkins: [],
  answers: [],
  downloads: [],
  ...more,
})
const orderOf = (code: string, positions: Position[], more: object = {}) => ({
  code,
  status: 'p',
  testmode: false,
  email: `${code.toLowerCase()}@guests.example`,
  locale: 'en',
  datetime: '2026-01-02T10:00:00.123456+01:00',
  expires: '2026-01-12T10:00:00Z',
  total: '12.50',
  fees: [],
  payments: [],
  refunds: [],
  positions,
  ...more,
})
const ORDERS = [
  orderOf('ABCDE', [
    positionOf({
      id: 11,
      attendee_name: 'Ada Lovelace',
      secret: 'secret-11',
      checkins: [
        { id: 2, list: 44, datetime: '2026-02-01T20:00:00Z', type: 'exit', auto_checked_in: false },
        { id: 1, list: 44, datetime: '2026-02-01T17:45:00Z', type: 'entry', auto_checked_in: false },
      ],
      answers: [{ question: 5, answer: 'Rice', question_identifier: 'ABC', options: [], option_identifiers: [] }],
    }),
    positionOf({ id: 12, attendee_name: 'Emmy Noether', secret: 'secret-12' }),
  ]),
  orderOf('KLMNO', [positionOf({ id: 15, attendee_name: 'Kurt Gödel', secret: 'secret-15' })], { status: 'c' }),
]

interface Served {
  orders?: readonly object[]
  status?: number
  retryAfter?: string
}

/** Imitates pretix's REST API: token in the header, 50 objects per page, and absolute URLs in `next`. */
const pretix = ({ orders = ORDERS, status = 200 }: Served = {}) => {
  const asked: URL[] = []
  const lists: Record<string, readonly object[]> = { items: ITEMS, questions: QUESTIONS, orders }
  const pageOf = (list: readonly object[], url: URL) => {
    const page = Number(url.searchParams.get('page') ?? 1)
    const next = new URL(url)
    next.searchParams.set('page', String(page + 1))
    return {
      count: list.length,
      next: page * PAGE_SIZE < list.length ? next.href : null,
      previous: null,
      results: list.slice((page - 1) * PAGE_SIZE, page * PAGE_SIZE),
    }
  }
  const bodyOf = (url: URL) => {
    const name = url.pathname.slice(BASE.length).replace('/', '')
    if (name === '') return { slug: 'sampleconf', name: { en: 'Sample' }, currency: 'EUR', has_subevents: false }
    const list = lists[name]
    return list === undefined ? null : pageOf(list, url)
  }
  const outbound: Outbound = {
    post: () => Promise.reject(new Error('an import posts nothing')),
    get: ({ url: text, headers }) => {
      const url = new URL(text)
      asked.push(url)
      const isKnown = headers['Authorization'] === `Token ${TOKEN}`
      const body = url.pathname.startsWith(BASE) ? bodyOf(url) : null
      const found = isKnown ? (body === null ? 404 : status) : 401
      return Promise.resolve({
        kind: 'answered',
        status: found,
        retryAfter: null,
        mediaType: 'application/json',
        body: JSON.stringify(found === 200 ? body : { detail: 'Invalid token.' }),
        error: null,
      })
    },
  }
  return { outbound, asked }
}

const ask = async (event: Event, json: object, outbound: Outbound) => {
  const { request } = appWith({ outbound })
  const answer = await request(`/api/v1/events/${event.id}/guests/import`, {
    method: 'POST',
    body: JSON.stringify(json),
    headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
  })
  const text = await answer.text()
  return { status: answer.status, text, body: JSON.parse(text) }
}
const bringIn = async (event: Event, outbound: Outbound, more: object = {}) => {
  const source = { pretix: { ...PRETIX, ...more } }
  const tried = await ask(event, { ...source, dryRun: true }, outbound)
  expect(tried.status, tried.text).toBe(200)
  const answer = await ask(event, { ...source, confirm: tried.body.data.digest }, outbound)
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const rowsOf = async (table: string, { id }: Event) =>
  (await env.DB.prepare(`select * from ${table} where event_id = ? order by rowid`).bind(id).all()).results

describe('POST .../guests/import with pretix', () => {
  it('takes orders, parties, states, check-ins, QR codes and answers', async () => {
    const event = await newPastEvent()
    const { outbound, asked } = pretix()
    const report = await bringIn(event, outbound)
    expect(report).toMatchObject({ source: 'PRETIX', counts: { new: 3, refused: 0 }, asks: [] })
    expect(await rowsOf('guests', event)).toMatchObject([
      {
        first_name: 'Ada',
        email: 'abcde@guests.example',
        status: 'CHECKED_IN',
        qr_code: 'secret-11',
        checked_in_at: Date.parse('2026-02-01T17:45:00Z'),
        created_at: Date.parse('2026-01-02T09:00:00Z'),
        answers: expect.stringContaining('Rice'),
      },
      { first_name: 'Emmy', email_is_buyers: 1, status: 'CONFIRMED', qr_code: 'secret-12' },
      { first_name: 'Kurt', status: 'CANCELLED' },
    ])
    expect(await rowsOf('orders', event)).toMatchObject([{ total: 2_500, currency: 'EUR', paid_note: 'ABCDE' }])
    expect(await rowsOf('checkins', event)).toHaveLength(1)
    expect(new Set(asked.map(({ origin }) => origin))).toEqual(new Set(['https://pretix.eu']))
    expect((await bringIn(event, outbound)).counts).toMatchObject({ new: 0, changed: 0, same: 3 })
  })

  it('adds add-ons and fees to the price of their ticket, so that the order has the total that was paid', async () => {
    const event = await newPastEvent()
    const positions = [
      positionOf({ id: 31, attendee_name: 'Ada', secret: 'fees-31', price: '12.50' }),
      positionOf({ id: 32, item: 3, secret: 'fees-32', price: '0.10', addon_to: 31 }),
      positionOf({ id: 33, attendee_name: 'Bo', secret: 'fees-33', price: '12.50' }),
    ]
    const fees = [
      { fee_type: 'payment', value: '0.20', canceled: false },
      { fee_type: 'service', value: '5.00', canceled: true },
    ]
    const { outbound } = pretix({ orders: [orderOf('FEES', positions, { fees, total: '25.30' })] })
    const report = await bringIn(event, outbound)
    expect(report.lines.map(({ result, says }: { result: string; says: string | null }) => [result, says])).toEqual([
      ['new', 'Line 2: The price contains add-ons and fees.'],
      ['skipped', 'Line 3: It is an add-on. Its price is part of the ticket’s price.'],
      ['new', null],
    ])
    expect(await rowsOf('orders', event)).toMatchObject([{ total: 2_530, quantity: 2 }])
  })

  it('registers guests under the address of the order, also if the first ticket has another', async () => {
    const event = await newPastEvent()
    const positions = [
      positionOf({
        id: 41,
        attendee_name: 'Ada',
        attendee_email: 'ada@guests.example',
        secret: 'buyer-41',
        subevent: 1,
      }),
      positionOf({ id: 42, attendee_name: 'Bo', secret: 'buyer-42', subevent: 1 }),
      positionOf({ id: 43, attendee_name: 'Cy', secret: 'buyer-43', subevent: 2 }),
    ]
    const { outbound } = pretix({ orders: [orderOf('BUYER', positions)] })
    expect((await bringIn(event, outbound, { subevent: 1 })).counts).toMatchObject({ new: 2, skipped: 1 })
    expect(await rowsOf('guests', event)).toMatchObject([
      { email: 'ada@guests.example', email_is_buyers: 0 },
      { first_name: 'Bo', email: 'buyer@guests.example' },
    ])
    expect(await rowsOf('parties', event)).toMatchObject([{ buyer_email: 'buyer@guests.example' }])
    const other = await newPastEvent()
    expect((await bringIn(other, outbound, { subevent: 2 })).counts).toMatchObject({ new: 1, refused: 0 })
    expect(await rowsOf('guests', other)).toMatchObject([{ first_name: 'Cy', email: 'buyer@guests.example' }])
  })

  it('asks for the date of a series in a file', async () => {
    const event = await newPastEvent()
    const order = orderOf('DATES', [
      positionOf({ id: 51, attendee_name: 'Ada', secret: 'dates-51', subevent: 1 }),
      positionOf({ id: 52, attendee_name: 'Bo', secret: 'dates-52', subevent: 2 }),
    ])
    const items = [{ id: 1, name: 'Seat', variations: [] }]
    const file = btoa(JSON.stringify({ event: { items, questions: [], orders: [order] } }))
    const { outbound } = pretix()
    const open = await ask(event, { file, dryRun: true }, outbound)
    expect(open).toMatchObject({ status: 400, body: { errors: [{ field: 'subevent' }] } })
    const { data } = (await ask(event, { file, currency: 'EUR', subevent: 2, dryRun: true }, outbound)).body
    expect(data.counts).toMatchObject({ new: 1, skipped: 1 })
  })

  it('stores the token nowhere', async () => {
    const event = await newPastEvent()
    await bringIn(event, pretix().outbound)
    const tables = await env.DB.prepare("select name from sqlite_master where type = 'table'").all<{ name: string }>()
    for (const { name } of tables.results.filter((table) => !table.name.startsWith('_cf'))) {
      const { results } = await env.DB.prepare(`select * from "${name}"`).all()
      expect(JSON.stringify(results).includes(TOKEN), name).toBe(false)
    }
  })

  it('reads all pages', async () => {
    const event = await newPastEvent()
    const orders = Array.from({ length: 120 }, (_, at) =>
      orderOf(`O${String(at)}`, [
        positionOf({ id: at, attendee_name: `Guest ${String(at)}`, secret: `many-${String(at)}` }),
      ]),
    )
    const { outbound, asked } = pretix({ orders })
    expect((await ask(event, { pretix: PRETIX, dryRun: true }, outbound)).body.data.counts).toMatchObject({ new: 120 })
    expect(asked.filter(({ pathname }) => pathname.endsWith('/orders/'))).toHaveLength(3)
  })

  it('stops at the page that is one too many, and names the limit', async () => {
    const event = await newPastEvent()
    const orders = Array.from({ length: 2_001 }, (_, at) => orderOf(`O${String(at)}`, []))
    const { outbound, asked } = pretix({ orders })
    const { status, body } = await ask(event, { pretix: PRETIX, dryRun: true }, outbound)
    expect([status, body.errors[0].message]).toEqual([400, expect.stringMatching(/^has more than 40 pages of orders/)])
    expect(asked.filter(({ pathname }) => pathname.endsWith('/orders/'))).toHaveLength(40)
  })

  it('imports one date of a series', async () => {
    const event = await newPastEvent()
    const orders = [
      orderOf('A', [positionOf({ id: 1, attendee_name: 'Ada', secret: 'first-date', subevent: 7 })]),
      orderOf('B', [positionOf({ id: 2, attendee_name: 'Bo', secret: 'other-date', subevent: 8 })]),
    ]
    const { outbound } = pretix({ orders })
    const open = await ask(event, { pretix: PRETIX, dryRun: true }, outbound)
    expect(open.body.errors[0]).toMatchObject({ field: 'pretix.subevent' })
    const report = await bringIn(event, outbound, { subevent: 7 })
    expect(report.counts).toMatchObject({ new: 1, skipped: 1 })
    expect(report.lines[1].says).toBe('Line 3: It belongs to another date of the series.')
  })

  it.each([
    ['a wrong token', { token: 'wrong' }, {}, 'pretix.token'],
    ['a token without permission', {}, { status: 403 }, 'pretix.token'],
    ['the rate limit', {}, { status: 429 }, 'pretix.token'],
    ['an unknown event', { event: 'other' }, {}, 'pretix.event'],
    ['a redirect', {}, { status: 302 }, 'pretix.url'],
    ['orders in another form', {}, { orders: [{ code: 5 }] }, 'pretix.url'],
    [
      'more than 2,000 orders',
      {},
      { orders: Array.from({ length: 2_051 }, (_, at) => orderOf(`X${at}`, [])) },
      'pretix.event',
    ],
  ])('returns 400 for %s', async (_what, more, served, field) => {
    const { outbound } = pretix(served)
    const answer = await ask(await newPastEvent(), { pretix: { ...PRETIX, ...more }, dryRun: true }, outbound)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
    expect(answer.text).not.toContain(TOKEN)
  })

  it.each([
    'http://pretix.example',
    'https://10.0.0.1',
    'https://localhost',
    'https://user:pass@pretix.example',
    deps.config.pagesUrl,
  ])('doesn’t call %s', async (url) => {
    const { outbound, asked } = pretix()
    const answer = await ask(await newPastEvent(), { pretix: { ...PRETIX, url }, dryRun: true }, outbound)
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors[0].field).toBe('pretix.url')
    expect(asked).toEqual([])
  })

  it('returns 400 without a file and with two sources', async () => {
    const event = await newPastEvent()
    const { outbound } = pretix()
    for (const json of [{ dryRun: true }, { file: btoa('email\na@guests.example'), pretix: PRETIX, dryRun: true }])
      expect(await ask(event, json, outbound)).toMatchObject({ status: 400, body: { errors: [{ field: 'file' }] } })
  })
})
