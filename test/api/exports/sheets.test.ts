import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { exportFileKey } from '../../../src/db/personal/registry.ts'
import { runExport, startDueExports } from '../../../src/modules/exports/index.ts'
import { depsOf } from '../../../src/platform/deps.ts'
import { send } from '../../support/api.ts'
import { newCalendar, newEvent, register, type Calendar } from '../../support/factories.ts'

const deps = { ...depsOf(env as never), tell: () => {} }

/** Runs a new scheduled export and returns its file as bytes and text. */
const fileOf = async ({ slug, owner }: Calendar, json: object) => {
  const at = `/calendars/${slug}/scheduled-exports`
  const body = { frequency: 'DAILY', timeOfDay: '08:00', recipients: ['ops@sheets.test'], format: 'csv', ...json }
  const { id } = (await send(`POST ${at}`, { as: owner, json: body })).body.data
  await env.DB.prepare('update scheduled_exports set next_run_at = 1 where id = ?').bind(id).run()
  await startDueExports(deps)
  const run = await env.DB.prepare('select id from export_runs where scheduled_export_id = ?')
    .bind(id)
    .first<{ id: string }>()
  await runExport(run?.id ?? '', deps)
  const [{ url }] = (await send(`GET ${at}/${id}/runs`, { as: owner })).body.data
  return send(`GET ${(url as string).replace(/^.*\/api/, '')}`)
}

/** The rows of a file without quoted cells, as objects. */
const rowsOf = async (calendar: Calendar, json: object): Promise<Record<string, string>[]> => {
  const { text } = await fileOf(calendar, json)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}

const set = (sql: string, ...values: unknown[]) =>
  env.DB.prepare(sql)
    .bind(...values)
    .run()

/** A summer day in Lisbon (UTC+1). */
const NOON = Date.parse('2027-07-01T11:00:00Z')

const soldOut = async (fields: object = {}) => {
  const calendar = await newCalendar({ plan: 'PRO', ...fields })
  const event = await newEvent(calendar, { title: 'Summer', timezone: 'Europe/Lisbon' })
  const { guest } = (await register(event, { firstName: 'Ada', lastName: 'Lovelace' })).body.data
  await set(
    `update orders set created_at = ?1, currency = 'EUR', total = 2550, subtotal = 3000, discount = 450 where id = ?2`,
    NOON,
    guest.orderId,
  )
  await set('update guests set created_at = ? where id = ?', NOON, guest.id)
  return { calendar, event, guest }
}
const orderAs = (status: string, refunded: number, id: string) =>
  set('update orders set status = ?1, refunded = ?2 where id = ?3', status, refunded, id)

describe('scheduled CSV file', () => {
  it.each(['GUESTS', 'ORDERS', 'CHECKINS', 'EVENTS'])('of %s begins with a byte order mark', async (dataset) => {
    const { calendar } = await soldOut()
    const { headers, text } = await fileOf(calendar, { dataset })
    const [run] = (
      await env.DB.prepare('select id, attempts from export_runs where calendar_id = ?')
        .bind(calendar.id)
        .all<{ id: string; attempts: number }>()
    ).results
    const file = await deps.files.read(exportFileKey(run?.id ?? '', run?.attempts ?? 0))
    const bytes = new Uint8Array(await new Response(file?.body).arrayBuffer())
    expect(Array.from(bytes.subarray(0, 3))).toEqual([0xef, 0xbb, 0xbf])
    // `text` is decoded, which drops a byte order mark.
    expect(text).toMatch(/^[A-Z]/)
    expect(headers.get('Content-Length')).toBe(String(bytes.length))
  })

  it('of guests has headings for people, local times, and the order number that the file of orders has', async () => {
    const { calendar, guest } = await soldOut()
    const [row] = await rowsOf(calendar, { dataset: 'GUESTS' })
    const [order] = await rowsOf(calendar, { dataset: 'ORDERS' })
    expect(row).toMatchObject({
      'First name': 'Ada',
      'Last name': 'Lovelace',
      Email: guest.email,
      Status: 'CONFIRMED',
      'Registered at': '2027-07-01 12:00:00',
      'Checked in at': '',
      'Time zone': 'Europe/Lisbon',
      Event: 'Summer',
      'Guest ID': guest.id,
      'Order ID': guest.orderId,
    })
    expect(row?.['Order number']).toMatch(/\S/)
    expect(order).toMatchObject({ 'Order number': row?.['Order number'], 'Ordered at': '2027-07-01 12:00:00' })
  })

  it('of one event’s guests appends the id to a question that is called like a heading', async () => {
    const { calendar, event } = await soldOut()
    const asked = ['Status', 'Diet'].map((label, index) => ({
      id: `qst_${index}`,
      label,
      type: 'TEXT',
      required: false,
      options: [],
    }))
    await set('update events set registration_questions = ? where id = ?', JSON.stringify(asked), event.id)
    const [row] = await rowsOf(calendar, { dataset: 'GUESTS', eventId: event.id })
    expect(row).toMatchObject({ Status: 'CONFIRMED', 'Status (qst_0)': '', Diet: '' })
  })

  it.each([
    ['PENDING', 0, '0.00'],
    ['EXPIRED', 0, '0.00'],
    ['CANCELLED', 0, '0.00'],
    ['PAID', 0, '25.50'],
    ['PARTIALLY_REFUNDED', 550, '20.00'],
    ['REFUNDED', 2550, '0.00'],
  ])('of orders writes the net amount of a %s order with %i refunded as %s', async (status, refunded, net) => {
    const { calendar, guest } = await soldOut()
    await orderAs(status, refunded, guest.orderId)
    const [row] = await rowsOf(calendar, { dataset: 'ORDERS' })
    expect(row).toMatchObject({ Subtotal: '30.00', Discount: '4.50', Total: '25.50', Net: net, Currency: 'EUR' })
  })

  it('of events has local times, and dates with the last day for an event that lasts all day', async () => {
    const { calendar, event } = await soldOut()
    await set('update events set start_at = ?1, end_at = ?1 + 7200000 where id = ?2', NOON, event.id)
    const allDay = await newEvent(calendar, { title: 'Fair' })
    await set(
      `update events set all_day = 1, start_date = '2027-08-01', end_date = '2027-08-04' where id = ?`,
      allDay.id,
    )
    const rows = await rowsOf(calendar, { dataset: 'EVENTS' })
    expect(rows.find(({ Title }) => Title === 'Summer')).toMatchObject({
      Start: '2027-07-01 12:00:00',
      End: '2027-07-01 14:00:00',
      'Time zone': 'Europe/Lisbon',
    })
    expect(rows.find(({ Title }) => Title === 'Fair')).toMatchObject({ Start: '2027-08-01', End: '2027-08-03' })
  })

  it('has its headings in the language of the calendar', async () => {
    const { calendar } = await soldOut({ locale: 'de' })
    const [guest] = await rowsOf(calendar, { dataset: 'GUESTS' })
    expect(Object.keys(guest ?? {})).toEqual(
      expect.arrayContaining(['Vorname', 'Nachname', 'Bestellnummer', 'Zeitzone']),
    )
  })
})

describe('scheduled JSON file', () => {
  it('keeps the names of the API, UTC times and minor units, and has a net of 0 while the order is unpaid', async () => {
    const { calendar, guest } = await soldOut()
    await orderAs('PENDING', 0, guest.orderId)
    const { text } = await fileOf(calendar, { dataset: 'ORDERS', format: 'json' })
    expect(JSON.parse(text).data).toMatchObject([
      { id: guest.orderId, createdAt: '2027-07-01T11:00:00.000Z', total: 2550, net: 0 },
    ])
  })
})

describe('guest export', () => {
  it('keeps the columns of the contract', async () => {
    const { calendar, event } = await soldOut({ locale: 'de' })
    const { text } = await send(`GET /events/${event.id}/export?format=csv`, { as: calendar.owner })
    expect(text.split('\r\n')[0]).toBe(
      'id,firstName,lastName,email,status,ticketId,ticketName,orderId,createdAt,checkedInAt,qrCode,source',
    )
  })

  it('adds the add-ons of each seat if the event has any', async () => {
    const calendar = await newCalendar()
    const event = await newEvent(calendar)
    const as = calendar.owner
    const addon = async (json: object) => (await send(`POST /events/${event.id}/addons`, { as, json })).body.data
    const [shirt, lunch] = [await addon({ name: 'T-shirt' }), await addon({ name: 'Lunch' })]
    const buyer = { firstName: 'Ada', lastName: 'Byron', email: 'ada@sheets.test' }
    const addons = [
      { addonId: shirt.id, quantity: 2 },
      { addonId: lunch.id, quantity: 1 },
    ]
    await send(`POST /public/events/${event.id}/registrations`, { json: { buyer, attendees: [{ addons }, {}] } })
    const { text } = await send(`GET /events/${event.id}/export?format=csv`, { as })
    const [head = '', ...lines] = text.trim().split('\r\n')
    expect(head.split(',').slice(-2)).toEqual(['partyId', 'addons'])
    expect(lines.filter((line) => line.endsWith('"2 × T-shirt, 1 × Lunch"'))).toHaveLength(1)
    const sheet = await fileOf(calendar, { dataset: 'GUESTS' })
    expect(sheet.text).toContain('Add-ons')
  })
})
