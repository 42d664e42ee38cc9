import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import type { Deps } from '../../../src/deps.ts'
import { registry } from '../../../src/registry.ts'
import { send } from '../../support/api.ts'
import { appWith, deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { rowOf } from '../../support/database.ts'
import { newCalendar, newEvent, newKey, newWebhook, register } from '../../support/factories.ts'

asks({
  'POST /events/:eventId/guests/import': { role: 'MANAGER' },
  'POST /v1/events/:eventId/guests/import': { scope: 'guests:write' },
})

type Event = Awaited<ReturnType<typeof newEvent>>

const calendar = await newCalendar()
const { key } = await newKey(calendar, [
  'guests:read',
  'guests:write',
  'events:write',
  'checkins:read',
  'billing:write',
])

const base64Of = (bytes: Uint8Array) => btoa(Array.from(bytes, (byte) => String.fromCodePoint(byte)).join(''))
const fileOf = (text: string) => base64Of(new TextEncoder().encode(text))

const ask = (event: Event, json: object) => send(`POST /v1/events/${event.id}/guests/import`, { key, json })
const tryOut = async (event: Event, text: string, more = {}) => {
  const answer = await ask(event, { file: fileOf(text), dryRun: true, ...more })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data
}
const bringIn = async (event: Event, text: string, more = {}) => {
  const { digest } = await tryOut(event, text, more)
  return ask(event, { file: fileOf(text), confirm: digest, acceptRefused: true, ...more })
}
const guestsAt = async ({ id }: Event) =>
  (
    await env.DB.prepare('select * from guests where event_id = ? order by created_at, rowid')
      .bind(id)
      .all<Record<string, unknown>>()
  ).results
const countOf = async (table: string, { id }: Event) =>
  Number(
    (await env.DB.prepare(`select count(*) as n from ${table} where event_id = ?`).bind(id).first<{ n: number }>())?.n,
  )

const FILE = [
  'Name,Email,Ticket,Status,Registered at,Checked in,Barcode,Reference',
  'Ada Lovelace,Ada@Guests.example,Seat,Attended,2026-01-02 10:00,yes,BAR-0001,r1',
  'Alan Turing,alan@guests.example,Seat,Attending,2026-01-03T10:00:00Z,,BAR-0002,r2',
  'Emmy Noether,emmy@guests.example,seat,Waitlist,2026-01-05 10:00,,,r3',
  'Mary Somerville,mary@guests.example,Seat,Waitlist,2026-01-04 10:00,,,r4',
  'Kurt Gödel,kurt@guests.example,Seat,Cancelled,2026-01-06 10:00,,,r5',
  'Nobody,anna@@example.org,Seat,,,,,r6',
].join('\r\n')

const PAST = { startAt: '2026-02-01T18:00:00Z', endAt: '2026-02-01T20:00:00Z', timezone: 'Europe/Berlin' }
const newPastEvent = (fields = {}) =>
  newEvent(calendar, { ...PAST, capacity: 1, waitlistEnabled: true, ...fields }, { name: 'Seat' })

describe('POST .../guests/import with dryRun', () => {
  it('reports each line and writes nothing', async () => {
    const event = await newPastEvent()
    const report = await tryOut(event, FILE)
    expect(report).toMatchObject({
      isImported: false,
      encoding: 'UTF-8',
      asks: [],
      counts: { new: 5, same: 0, skipped: 0, refused: 1 },
      overCapacity: 1,
    })
    expect(report.columns[5]).toEqual({ heading: 'Checked in', meaning: 'checkedInAt', examples: ['yes'] })
    expect(report.lines.at(-1)).toEqual({
      line: 7,
      result: 'refused',
      guestId: null,
      title: 'anna@@example.org',
      fields: [],
      says: "Line 7: 'anna@@example.org' isn’t an email address. Correct it. The guest is left out.",
      reasons: [
        { code: 'address_invalid', values: { value: 'anna@@example.org' } },
        { code: 'guest_left_out', values: {} },
      ],
    })
    expect(await countOf('guests', event)).toBe(0)
    expect(await countOf('import_sources', event)).toBe(0)
  })

  it('gives the reason and the remedy for each refused line', async () => {
    const event = await newPastEvent({
      registrationQuestions: [{ id: 'q_food', label: 'Food', type: 'SELECT', required: false, options: ['Fish'] }],
    })
    const { lines } = await tryOut(
      event,
      [
        'email,name,ticket,status,registered at,code,food',
        ',No Address,,,,,',
        ',,Seat,,,,',
        'a@guests.example,A,Balcony,,,,',
        'b@guests.example,B,,perhaps,,,',
        'c@guests.example,C,,,31.02.2026,,',
        'd@guests.example,D,,,2099-01-01,,',
        'e@guests.example,E,,,,x,',
        'f@guests.example,F,,,,,Meat',
        'g@guests.example,G,,,,,Fish',
        'G@guests.example,G,,,,,',
      ].join('\n'),
    )
    expect(lines.map(({ result, says }: { result: string; says: string | null }) => says ?? result)).toEqual([
      'Line 2: No email address. The guest gets no emails.',
      'Line 3: No name and no email address. Add one of them. The guest is left out.',
      "Line 4: No ticket is called 'Balcony'. Create it, or correct the name. The guest is left out.",
      "Line 5: 'perhaps' isn’t a known status. Use confirmed, pending, waitlist or cancelled. The guest is left out.",
      "Line 6: '31.02.2026' isn’t a date for registeredAt. Use a form such as 2026-12-31 18:00. The guest is left out.",
      "Line 7: '2099-01-01' is in the future. Correct registeredAt. The guest is left out.",
      'Line 8: The code must have 4 to 200 characters. Leave it empty for a new one. The guest is left out.',
      "Line 9: The answer to 'Food' must be one of the options. The guest is left out.",
      'new',
      'Line 11: The email address is also in line 10. The guest is left out. For several tickets of one person, add a column with an order number.',
    ])
  })

  it('asks for the order of day and month if both fit, and refuses to import without it', async () => {
    const event = await newPastEvent()
    const text = 'email,registered at\na@guests.example,03/04/2026\nb@guests.example,05/06/2026'
    const { asks: asked, digest } = await tryOut(event, text)
    expect(asked).toEqual(['dateOrder'])
    const refused = await ask(event, { file: fileOf(text), confirm: digest })
    expect(refused.status).toBe(400)
    expect(refused.body.errors[0].field).toBe('dateOrder')
    expect((await bringIn(event, text, { dateOrder: 'DMY' })).status).toBe(200)
    const [first] = await guestsAt(event)
    expect(new Date(Number(first?.['created_at'])).toISOString()).toBe('2026-04-02T22:00:00.000Z')
  })

  it('asks before it imports a file of which more than 20 % is refused', async () => {
    const event = await newPastEvent()
    const text = 'email\na@guests.example\nb@guests.example\nc@guests.example\nnobody'
    const { asks: asked, digest } = await tryOut(event, text)
    expect(asked).toEqual(['acceptRefused'])
    const refused = await ask(event, { file: fileOf(text), confirm: digest })
    expect(refused).toMatchObject({ status: 400, body: { errors: [{ field: 'acceptRefused' }] } })
    expect((await ask(event, { file: fileOf(text), confirm: digest, acceptRefused: true })).status).toBe(200)
    expect((await tryOut(event, `${text}\nd@guests.example`)).asks).toEqual([])
  })

  it.each([
    ['a spreadsheet', fileOf('PK\u0003\u0004sheet'), 'file'],
    ['a file without an address column', fileOf('first,last\nAda,Lovelace'), 'columns'],
    ['an empty file', fileOf(''), 'columns'],
    ['more than 2,000 lines', fileOf(`email\n${'a@b.example\n'.repeat(2_001)}`), 'file'],
    ['bytes at random', base64Of(Uint8Array.from({ length: 3_000 }, (_, at) => (at * 7919) % 251)), 'columns'],
  ])('returns 400 for %s', async (_what, file, field) => {
    const answer = await ask(await newPastEvent(), { file, dryRun: true })
    expect(answer.status, answer.text).toBe(400)
    expect(answer.body.errors[0].field).toBe(field)
  })
})

describe('POST .../guests/import', () => {
  it('adds the guests with statuses, times, codes, orders and check-ins of the file, even beyond the capacity', async () => {
    const event = await newPastEvent()
    const answer = await bringIn(event, FILE)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data).toMatchObject({
      isImported: true,
      counts: { new: 5, same: 0, skipped: 0, refused: 1 },
      overCapacity: 1,
    })
    const rows = await guestsAt(event)
    expect(rows.map((row) => [row['first_name'], row['status'], row['qr_code'], row['waitlist_seq']])).toEqual([
      ['Ada', 'CHECKED_IN', 'BAR-0001', null],
      ['Alan', 'CONFIRMED', 'BAR-0002', null],
      ['Mary', 'WAITLISTED', expect.any(String), 2 + 1],
      ['Emmy', 'WAITLISTED', expect.any(String), 3 + 1],
      ['Kurt', 'CANCELLED', expect.any(String), null],
    ])
    expect(rows[0]).toMatchObject({
      email: 'ada@guests.example',
      source: 'API',
      created_at: Date.parse('2026-01-02T09:00:00Z'),
      checked_in_at: Date.parse('2026-02-01T18:00:00Z'),
    })
    expect(await countOf('orders', event)).toBe(2)
    expect(await countOf('checkins', event)).toBe(1)
  })

  it('emails no one and sends no webhook', async () => {
    const own = await newCalendar()
    const { key: ownKey } = await newKey(own, ['guests:write', 'events:write'])
    const event = await newEvent(own, PAST, { name: 'Seat' })
    await newWebhook(own, 'https://receiver.example/hook')
    const file = fileOf(FILE)
    const path = `POST /v1/events/${event.id}/guests/import`
    const { digest } = (await send(path, { key: ownKey, json: { file, dryRun: true } })).body.data
    expect((await send(path, { key: ownKey, json: { file, confirm: digest } })).status).toBe(200)
    expect(await countOf('guests', event)).toBe(5)
    expect(await countOf('mails', event)).toBe(0)
    const calendarId = String((await rowOf('events', event.id))?.['calendar_id'])
    const sent = await env.DB.prepare('select count(*) as n from deliveries where calendar_id = ?')
      .bind(calendarId)
      .first('n')
    expect(sent).toBe(0)
  })

  it('changes nothing when it is repeated, and keeps fields edited since', async () => {
    const event = await newPastEvent()
    await bringIn(event, FILE)
    const [ada] = await guestsAt(event)
    await send(`PATCH /v1/events/${event.id}/guests/${String(ada?.['id'])}`, { key, json: { firstName: 'Augusta' } })
    const before = await guestsAt(event)
    const again = await bringIn(event, FILE)
    expect(again.body.data).toMatchObject({ counts: { new: 0, same: 5, refused: 1 } })
    expect(await guestsAt(event)).toEqual(before)
  })

  it('adds only the missing guests after a crash between two batches', async () => {
    const event = await newPastEvent({ capacity: null })
    const lines = Array.from({ length: 150 }, (_, at) => `guest-${at}@guests.example,Guest ${at}`)
    const text = ['email,name', ...lines].join('\n')
    const { digest } = await tryOut(event, text)
    let commits = 0
    const commit = (async (change) => {
      commits += 1
      if (commits > 1) throw new Error('the machine is gone')
      return deps.commit(change)
    }) as Deps['commit']
    // Without `appWith`, whose responses must be documented: a crash has no response.
    const { request } = createApp(registry, { ...deps, commit })
    const body = JSON.stringify({ file: fileOf(text), confirm: digest })
    const headers = { 'x-svc-api-key': key, 'Content-Type': 'application/json' }
    const crashed = await request(`/api/v1/events/${event.id}/guests/import`, { method: 'POST', body, headers })
    expect(crashed.status).toBe(500)
    expect(await countOf('guests', event)).toBe(100)
    const rest = await bringIn(event, text)
    expect(rest.body.data.counts).toEqual({ new: 50, changed: 0, same: 100, skipped: 0, refused: 0 })
    expect(await countOf('guests', event)).toBe(150)
    expect(await countOf('orders', event)).toBe(150)
  })

  it('returns 409 import_stale if a guest has registered since the dry run, and 400 without a digest', async () => {
    const event = await newEvent(calendar, {}, { name: 'Seat' })
    const text = 'email,name\nlate@guests.example,Late Guest'
    const { digest } = await tryOut(event, text)
    expect((await ask(event, { file: fileOf(text) })).status).toBe(400)
    await register(event, { email: 'late@guests.example' })
    const stale = await ask(event, { file: fileOf(text), confirm: digest })
    expect([stale.status, stale.body.code]).toEqual([409, 'import_stale'])
    expect((await bringIn(event, text)).body.data.lines[0]).toMatchObject({
      result: 'same',
      says: expect.stringMatching(/^Line 2: Already on the guest list as 'Ada Guest \d+', which stays\./),
    })
    expect(await countOf('guests', event)).toBe(1)
  })

  it('refuses the line of an erased person', async () => {
    const event = await newPastEvent()
    const text = 'email,name\nerased@guests.example,Erased Guest'
    await bringIn(event, text)
    const [guest] = await guestsAt(event)
    const path = `/v1/events/${event.id}/guests/${String(guest?.['id'])}/erase`
    const erased = await send(`POST ${path}`, { key })
    expect(erased.status, erased.text).toBe(200)
    const again = await bringIn(event, text)
    expect(again.body.data.lines[0]).toMatchObject({ result: 'refused', title: '' })
    expect(again.body.data.lines[0].says).toContain('stays erased')
    expect(JSON.stringify(again.body.data.lines)).not.toContain('erased@guests.example')
    expect(await countOf('guests', event)).toBe(1)
  })

  it('gives a new code to a guest whose code another guest has', async () => {
    const event = await newPastEvent()
    await bringIn(event, 'email,code\none@guests.example,SAME-CODE')
    const other = await newPastEvent()
    const { lines } = (await bringIn(other, 'email,code\ntwo@guests.example,SAME-CODE')).body.data
    expect(lines[0]).toMatchObject({ result: 'new', says: expect.stringContaining('gets a new one') })
    expect((await guestsAt(other))[0]?.['qr_code']).not.toBe('SAME-CODE')
  })

  it('imports 20 copies of one file at the same time without adding a guest twice', async () => {
    const event = await newPastEvent()
    const { digest } = await tryOut(event, FILE)
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => ask(event, { file: fileOf(FILE), confirm: digest })),
    )
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect(answers.some(({ status }) => status === 200)).toBe(true)
    expect(await countOf('guests', event)).toBe(5)
    expect(await countOf('orders', event)).toBe(2)
    expect(await countOf('checkins', event)).toBe(1)
  })

  it('returns 403 quota_exceeded and adds no guest if the plan has no room for all of them', async () => {
    const event = await newPastEvent()
    const quotas = {
      ...deps.config.quotas,
      guestsPerEvent: { ...deps.config.quotas.guestsPerEvent, PRO: 4, PLUS: 4, FREE: 4 },
    }
    const { request } = appWith({ config: { ...deps.config, quotas } })
    const { digest } = await tryOut(event, FILE.replace('Cancelled', 'Confirmed'))
    const answer = await request(`/api/v1/events/${event.id}/guests/import`, {
      method: 'POST',
      body: JSON.stringify({ file: fileOf(FILE.replace('Cancelled', 'Confirmed')), confirm: digest }),
      headers: { 'x-svc-api-key': key, 'Content-Type': 'application/json' },
    })
    expect(answer.status).toBe(403)
    expect(await countOf('guests', event)).toBe(0)
  })
})

describe('guests without an address', () => {
  const NAMES = 'Name,Email,Ticket\nAda Lovelace,,Seat\nAlan Turing,,Seat\nada lovelace,,Seat'

  it('are added once, and two of one name and ticket need a reference', async () => {
    const event = await newPastEvent({ capacity: 50 })
    const first = await bringIn(event, NAMES)
    expect(first.body.data.counts).toEqual({ new: 2, changed: 0, same: 0, skipped: 0, refused: 1 })
    expect(first.body.data.lines.map(({ says }: { says: string }) => says)).toEqual([
      'Line 2: No email address. The guest gets no emails.',
      'Line 3: No email address. The guest gets no emails.',
      'Line 4: The name and ticket are also in line 2. The guest is left out. If they are two guests, add a column with a reference.',
    ])
    expect(await guestsAt(event)).toMatchObject([
      { first_name: 'Ada', status: 'CONFIRMED', email_is_buyers: 1, search_text: 'ada lovelace' },
      { first_name: 'Alan', status: 'CONFIRMED', email_is_buyers: 1 },
    ])
    expect(await countOf('orders', event)).toBe(2)
    expect((await bringIn(event, NAMES)).body.data.counts).toMatchObject({ new: 0, changed: 0, same: 2 })
    const referenced = 'Name,Email,Reference\nAda Lovelace,,1\nAda Lovelace,,2'
    expect((await tryOut(await newPastEvent(), referenced)).counts).toMatchObject({ new: 2, refused: 0 })
  })

  it('get no email when the event is cancelled, and stay erased', async () => {
    const event = await newEvent(calendar, { capacity: 50 }, { name: 'Seat' })
    await bringIn(event, `${NAMES}\nGrace Hopper,grace@guests.example,Seat`)
    const [ada] = await guestsAt(event)
    expect((await send(`POST /v1/events/${event.id}/guests/${String(ada?.['id'])}/erase`, { key })).status).toBe(200)
    const again = await tryOut(event, NAMES)
    expect(again.lines[0]).toMatchObject({ result: 'refused', says: expect.stringContaining('was erased') })
    expect((await send(`POST /v1/events/${event.id}/cancel`, { key, json: {} })).status).toBe(200)
    const recipients = async () =>
      (await env.DB.prepare('select recipient from mails where event_id = ?').bind(event.id).all()).results
    await expect.poll(recipients).toEqual([{ recipient: 'grace@guests.example' }])
  })

  it('come from a list without addresses if `columns` says so', async () => {
    const event = await newPastEvent({ capacity: 50 })
    const text = 'Name,Ticket\nAda Lovelace,Seat'
    expect((await ask(event, { file: fileOf(text), dryRun: true })).status).toBe(400)
    const { counts } = await tryOut(event, text, { columns: ['name', 'ticket'] })
    expect(counts).toMatchObject({ new: 1, refused: 0 })
  })
})

describe('orders in a file', () => {
  const ORDERS = [
    'Order #;Attendee #;First name;Last name;Email;Ticket;Total paid;Currency;Attendee status;Order date',
    'R1;1;Ada;Lovelace;ada@guests.example;Seat;1.234,50;EUR;Attending;02.01.2026 10:00',
    'R1;2;Alan;Turing;ada@guests.example;Seat;12,00;EUR;Attending;02.01.2026 10:00',
    'R1;3;Emmy;Noether;;Seat;0,00;EUR;Attending;02.01.2026 10:00',
    'R2;4;Mary;Somerville;mary@guests.example;Seat;20,00 €;;Attending;03.01.2026 10:00',
    'R3;5;Kurt;Gödel;mary@guests.example;Seat;5,00;EUR;Attending;04.01.2026 10:00',
    'R4;6;Noether;Max;;Seat;5,00;EUR;Attending;04.01.2026 10:00',
    'R5;7;Paul;Erdős;paul@guests.example;Seat;-3;EUR;Attending;04.01.2026 10:00',
  ].join('\n')
  const ordersAt = async ({ id }: Event) => (await send(`GET /v1/events/${id}/orders`, { key: orderKey })).body.data
  let orderKey = ''

  it('become paid orders with their amounts, and one party per order', async () => {
    orderKey = (await newKey(calendar, ['billing:read'])).key
    await newWebhook(calendar, 'https://hooks.example.org/orders', { events: ['order.updated', 'guest.registered'] })
    const event = await newPastEvent({ capacity: 50 })
    const answer = await bringIn(event, ORDERS)
    expect(answer.status, answer.text).toBe(200)
    expect(answer.body.data.counts).toMatchObject({ new: 6, refused: 1 })
    expect(answer.body.data.lines.slice(5).map(({ says }: { says: string }) => says)).toEqual([
      'Line 7: No email address. The guest gets no emails.',
      "Line 8: '-3' isn’t an amount in EUR. Use a form such as 12.50. The guest is left out.",
    ])
    const orders = await ordersAt(event)
    const byNote = (note: string) => orders.find((order: { payment: { note: string } }) => order.payment.note === note)
    expect(byNote('R1')).toMatchObject({
      status: 'PAID',
      total: 124_650,
      currency: 'EUR',
      partyId: expect.stringMatching(/^pty_/),
      buyer: { firstName: 'Ada', email: 'ada@guests.example' },
      items: [{ quantity: 1, unitPrice: 123_450 }, { unitPrice: 1_200 }, { unitPrice: 0 }],
      payment: { provider: 'OFFLINE', status: 'PAID' },
    })
    expect(byNote('R2')).toMatchObject({ total: 2_000, partyId: null, buyer: { email: 'mary@guests.example' } })
    expect(byNote('R3')).toMatchObject({ total: 500, partyId: expect.any(String), buyer: { firstName: 'Kurt' } })
    const rows = await guestsAt(event)
    expect(rows.map((row) => [row['email'], row['email_is_buyers']])).toEqual([
      ['ada@guests.example', 0],
      ['ada@guests.example', 1],
      ['ada@guests.example', 1],
      ['mary@guests.example', 0],
      ['mary@guests.example', 1],
      [expect.stringMatching(/^gst_\w+@erased\.invalid$/), 1],
    ])
    expect(
      await env.DB.prepare('select count(*) as n from deliveries where calendar_id = ?').bind(calendar.id).first(),
    ).toEqual({ n: 0 })
  })

  it('are no sale in the books, so only their refunds are posted, and they get no invoice', async () => {
    const { key: billing } = await newKey(calendar, ['billing:read', 'billing:write'])
    const seller = { documents: 'ALWAYS', name: 'Verein', line1: 'Ring 1', city: 'Köln', country: 'DE', taxNumber: '1' }
    await send(`PUT /calendars/${calendar.slug}/seller`, { as: calendar.owner, json: seller })
    const event = await newPastEvent({ capacity: 50 })
    await bringIn(event, ORDERS)
    const orders = (await send(`GET /v1/events/${event.id}/orders`, { key: billing })).body.data
    const order = orders.find(({ payment }: { payment: { note: string } }) => payment.note === 'R2')
    const posted = async () =>
      (await env.DB.prepare('select type, amount from postings where event_id = ?').bind(event.id).all()).results
    expect(await posted()).toEqual([])
    const buyer = { name: 'Mary Somerville', line1: 'Ring 2', city: 'Berlin', country: 'DE' }
    const asked = await send(`POST /v1/events/${event.id}/orders/${order.id}/documents`, { key: billing, json: buyer })
    expect(asked.body).toMatchObject({ statusCode: 409, code: 'invoice_unavailable' })
    const refunded = await send(`POST /v1/events/${event.id}/orders/${order.id}/refund`, {
      key: billing,
      json: { amount: 500 },
    })
    expect(refunded.status, refunded.text).toBe(200)
    expect(await posted()).toEqual([{ type: 'REFUND', amount: -500 }])
    const { currencies } = (await send(`GET /v1/calendars/${calendar.slug}/money/summary`, { key: billing })).body.data
    const ofEvent = currencies[0].byEvent.find(({ eventId }: { eventId: string }) => eventId === event.id)
    expect(ofEvent).toMatchObject({ charged: 0, refunded: 500, net: -500 })
    const issued = await send(`GET /v1/calendars/${calendar.slug}/documents?orderId=${order.id}`, { key: billing })
    expect(issued.body).toMatchObject({ data: [], meta: { total: 0 } })
  })

  it('change nothing when they are imported again, and take no late guest', async () => {
    const event = await newPastEvent({ capacity: 50 })
    await bringIn(event, ORDERS)
    const again = await bringIn(event, ORDERS)
    expect(again.body.data.counts).toMatchObject({ new: 0, same: 6, refused: 1 })
    expect(await countOf('orders', event)).toBe(4)
    const late = `${ORDERS}\nR1;8;Late;Guest;;Seat;1,00;EUR;Attending;04.01.2026 10:00`
    expect((await tryOut(event, late)).lines.at(-1)).toMatchObject({
      result: 'refused',
      says: 'Line 9: Others of this order were imported before. The guest is left out. Add them by hand.',
    })
  })

  it('ask for the decimal mark if both fit', async () => {
    const event = await newPastEvent()
    const text = 'email,amount\na@guests.example,"1,500"'
    expect((await tryOut(event, text)).asks).toEqual(['decimalMark'])
    expect((await ask(event, { file: fileOf(text), confirm: 'x' })).status).toBe(400)
    const answer = await bringIn(event, text, { decimalMark: ',', currency: 'USD' })
    expect(answer.body.data.counts).toMatchObject({ new: 1 })
    const row = await env.DB.prepare('select total, currency from orders where event_id = ?').bind(event.id).first()
    expect(row).toEqual({ total: 150, currency: 'USD' })
  })
})

/** Files in the format that public importers and pretix's source code describe. No real export was available. */
describe('lists of other products', () => {
  const LUMA = [
    'api_id,name,first_name,last_name,email,phone_number,created_at,approval_status,checked_in_at,custom_source,qr_code_url,amount,amount_tax,amount_discount,currency,coupon_code,eth_address,solana_address,survey_response_rating,survey_response_feedback,ticket_type_id,ticket_name,Food',
    'gst-1,Ada Lovelace,Ada,Lovelace,ada@guests.example,,2026-01-02T10:00:00.000Z,approved,2026-02-01T17:55:00.000Z,,https://lu.ma/check-in/evt-1?pk=g-1,$12.50,,,usd,,,,,,ttyp-1,Seat,Rice',
    'gst-2,Alan Turing,Alan,Turing,alan@guests.example,,2026-01-03T10:00:00.000Z,waitlist,,,https://lu.ma/check-in/evt-1?pk=g-2,,,,,,,,,,ttyp-1,Seat,',
    'gst-3,Kurt Gödel,Kurt,Gödel,kurt@guests.example,,2026-01-04T10:00:00.000Z,declined,,,https://lu.ma/check-in/evt-1?pk=g-3,,,,,,,,,,ttyp-1,Seat,',
  ].join('\n')
  const EVENTBRITE = [
    'Order #,Order Date,First Name,Last Name,Email,Quantity,Price Tier,Ticket Type,Attendee #,Group,Order Type,Total Paid (USD),Attendee Status,Barcode #',
    '7001,2026-01-02 10:00:00,Ada,Lovelace,ada@guests.example,1,,Seat,9001,,Eventbrite Completed,12.50,Attending,7001900100001',
    '7001,2026-01-02 10:00:00,Emmy,Noether,ada@guests.example,1,,Seat,9002,,Eventbrite Completed,12.50,Checked In,7001900100002',
    '7002,2026-01-03 10:00:00,Kurt,Gödel,kurt@guests.example,1,,Seat,9003,,Free Order,0.00,Not Attending,7002900300001',
  ].join('\n')
  const position = { price: '12.50', answers: [], addon_to: null, attendee_email: null, variation: null }
  const PRETIX = JSON.stringify({
    event: {
      name: 'Fair',
      items: [
        { id: 1, name: 'Seat', variations: [] },
        { id: 2, name: 'Shirt', variations: [] },
      ],
      questions: [{ id: 5, question: 'Food' }],
      orders: [
        {
          code: 'ABCDE',
          status: 'p',
          testmode: false,
          email: 'ada@guests.example',
          datetime: '2026-01-02T10:00:00Z',
          positions: [
            {
              ...position,
              id: 11,
              item: 1,
              attendee_name: 'Ada Lovelace',
              secret: 'secret-11',
              answers: [{ question: 5, answer: 'Rice' }],
            },
            { ...position, id: 12, item: 1, attendee_name: 'Emmy Noether', secret: 'secret-12' },
            { ...position, id: 13, item: 2, attendee_name: null, secret: 'secret-13', addon_to: 11 },
          ],
        },
        {
          code: 'FGHIJ',
          status: 'p',
          testmode: true,
          email: 't@guests.example',
          datetime: '2026-01-02T10:00:00Z',
          positions: [{ ...position, id: 14, item: 1, attendee_name: 'T', secret: 'secret-14' }],
        },
        {
          code: 'KLMNO',
          status: 'c',
          email: 'kurt@guests.example',
          datetime: '2026-01-03T10:00:00Z',
          positions: [{ ...position, id: 15, item: 1, attendee_name: 'Kurt Gödel', secret: 'secret-15' }],
        },
      ],
    },
  })
  const newSource = () =>
    newPastEvent({ capacity: 50, registrationQuestions: [{ label: 'Food', type: 'TEXT', required: false }] })
  const ordered = async ({ id }: Event) =>
    (
      await env.DB.prepare('select total, currency, quantity from orders where event_id = ? order by total desc')
        .bind(id)
        .all()
    ).results

  it('takes tickets, states, check-ins, QR codes, answers and amounts from Luma', async () => {
    const event = await newSource()
    const answer = await bringIn(event, LUMA, { source: 'LUMA' })
    expect(answer.body.data).toMatchObject({ source: 'LUMA', counts: { new: 3, refused: 0 } })
    expect(await guestsAt(event)).toMatchObject([
      {
        first_name: 'Ada',
        shown_status: 'CHECKED_IN',
        qr_code: 'https://lu.ma/check-in/evt-1?pk=g-1',
        answers: expect.stringContaining('Rice'),
      },
      { first_name: 'Alan', shown_status: 'WAITLISTED' },
      { first_name: 'Kurt', shown_status: 'CANCELLED' },
    ])
    expect(await ordered(event)).toEqual([{ total: 1_250, currency: 'USD', quantity: 1 }])
    expect((await bringIn(event, LUMA)).body.data.counts).toMatchObject({ new: 0, same: 3 })
  })

  it('takes orders, parties, states and barcodes from Eventbrite', async () => {
    const event = await newSource()
    const answer = await bringIn(event, EVENTBRITE, { source: 'EVENTBRITE' })
    expect(answer.body.data).toMatchObject({ source: 'EVENTBRITE', counts: { new: 3, refused: 0 } })
    expect(await guestsAt(event)).toMatchObject([
      { first_name: 'Ada', shown_status: 'CONFIRMED', qr_code: '7001900100001', party_id: expect.any(String) },
      { first_name: 'Emmy', shown_status: 'CHECKED_IN', qr_code: '7001900100002', email_is_buyers: 1 },
      { first_name: 'Kurt', shown_status: 'CANCELLED' },
    ])
    expect(await ordered(event)).toEqual([{ total: 2_500, currency: 'USD', quantity: 2 }])
  })

  it('takes orders, answers and codes from pretix, and skips add-ons and test orders', async () => {
    const event = await newSource()
    const answer = await bringIn(event, PRETIX, { source: 'PRETIX', currency: 'EUR' })
    expect(answer.body.data).toMatchObject({ source: 'PRETIX', counts: { new: 3, skipped: 2, refused: 0 } })
    expect(answer.body.data.lines.filter(({ result }: { result: string }) => result === 'skipped')).toMatchObject([
      { says: 'Line 4: It is an add-on. Its price is part of the ticket’s price.' },
      { says: 'Line 5: It belongs to an order in test mode.' },
    ])
    expect(await guestsAt(event)).toMatchObject([
      {
        first_name: 'Ada',
        email: 'ada@guests.example',
        qr_code: 'secret-11',
        answers: expect.stringContaining('Rice'),
      },
      { first_name: 'Emmy', email_is_buyers: 1, qr_code: 'secret-12' },
      { first_name: 'Kurt', shown_status: 'CANCELLED' },
    ])
    expect(await ordered(event)).toEqual([{ total: 3_750, currency: 'EUR', quantity: 2 }])
  })

  it.each([
    ['LUMA', LUMA.replace('approval_status', 'state'), "a guest list of Luma: it has no column 'approval_status'"],
    [
      'EVENTBRITE',
      EVENTBRITE.replace('Attendee Status', 'State'),
      "an attendee list of Eventbrite: it has no column 'Attendee Status'",
    ],
    ['PRETIX', LUMA, 'pretix’s export “Order data (JSON)”'],
  ])('returns 400 with the missing column for another list than that of %s', async (source, text, why) => {
    const event = await newSource()
    const answer = await ask(event, { file: fileOf(text), source, dryRun: true })
    expect(answer).toMatchObject({ status: 400, body: { errors: [{ field: 'file' }] } })
    expect(answer.body.errors[0].message).toContain(why)
  })

  it('returns 400 for JSON in another form', async () => {
    const event = await newSource()
    const answer = await ask(event, { file: fileOf('{"results": []}'), dryRun: true })
    expect(answer.body.errors[0].message).toBe(
      'isn’t pretix’s export “Order data (JSON)”: `event` is missing or has another form',
    )
  })
})
