import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { guestsOf, ordersOf } from '../../support/database.ts'
import { newCalendar, newEvent, register } from '../../support/factories.ts'

const calendar = await newCalendar()
const BUYER = { firstName: 'Ada', lastName: 'Byron', email: 'ada@order.test' }

type Fields = readonly (readonly [string, string])[] | Record<string, string>

const post = (slug: string, fields: Fields) =>
  exports.default.fetch(
    new Request(`https://calendar.test/e/${slug}`, {
      method: 'POST',
      redirect: 'manual',
      headers: { Accept: 'text/html', 'Content-Type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(fields as Record<string, string>).toString(),
    }),
  )
const read = async (path: string) =>
  (
    await exports.default.fetch(new Request(`https://calendar.test${path}`, { headers: { Accept: 'text/html' } }))
  ).text()

/** The values that the page would submit: those of all named controls, except buttons and templates. */
const fieldsIn = (html: string) => {
  const form = /<form[^>]*class="registration order"[\s\S]*?<\/form>/.exec(html)?.[0] ?? ''
  const shown = form.replaceAll(/<template[\s\S]*?<\/template>/g, '')
  const of = (tag: string, name: string) => new RegExp(`\\b${name}="([^"]*)"`).exec(tag)?.[1]
  const inputs = (shown.match(/<input[^>]*>/g) ?? []).flatMap((tag) => {
    const name = of(tag, 'name')
    const isOff = /type="(?:checkbox|radio)"/.test(tag) && !tag.includes('checked=""')
    return name === undefined || isOff || tag.includes('disabled=""') ? [] : [[name, of(tag, 'value') ?? ''] as const]
  })
  const selects = [...shown.matchAll(/<select([^>]*)>([\s\S]*?)<\/select>/g)].flatMap(([, tag = '', options = '']) => {
    const name = of(tag, 'name')
    if (name === undefined || tag.includes('disabled=""')) return []
    const chosen = /value="([^"]*)" selected=""/.exec(options) ?? /value="([^"]*)"/.exec(options)
    return [[name, chosen?.[1] ?? ''] as const]
  })
  return new Map([...inputs, ...selects])
}

const names = (guests: readonly Record<string, unknown>[]) =>
  guests.map((guest) => [guest['first_name'], guest['email'], guest['status']])

describe('order form without JavaScript', () => {
  it('asks for the guests and registers no one if more tickets are chosen than people are named', async () => {
    const event = await newEvent(calendar)
    const [{ id }] = event.tickets
    const asked = await post(event.slug, { ...BUYER, [`quantity.${id}`]: '4', attending: 'yes', guests: '0' })
    const form = await asked.text()
    expect([asked.status, await guestsOf(event)]).toEqual([400, []])
    expect(form).toContain('You chose 4 tickets. Add your guests’ details or leave them blank')
    const fields = fieldsIn(form)
    expect([fields.get('guests'), fields.get('email'), fields.get('guests.2.ticketId')]).toEqual(['3', BUYER.email, id])
    const done = await post(event.slug, [...fields.set('guests.1.firstName', 'Cy')])
    expect(done.status).toBe(303)
    expect(names(await guestsOf(event))).toEqual([
      ['Ada', BUYER.email, 'CONFIRMED'],
      ['', BUYER.email, 'CONFIRMED'],
      ['Cy', BUYER.email, 'CONFIRMED'],
      ['', BUYER.email, 'CONFIRMED'],
    ])
  })

  it('registers at the price that the guest typed, and shows the form again for one that isn’t allowed', async () => {
    const event = await newEvent(
      calendar,
      {},
      { priceMode: 'CHOSEN', currency: 'EUR', minPrice: 500, suggestedPrice: 1_050, maxPrice: 9_000 },
    )
    const [{ id }] = event.tickets
    const page = await read(`/e/${event.slug}`)
    expect(fieldsIn(page).get(`price.${id}`)).toBe('10.50')
    expect(fieldsIn(await read(`/e/${event.slug}?lang=de`)).get(`price.${id}`)).toBe('10,50')
    const orderAt = (price: string) =>
      post(event.slug, { ...BUYER, [`quantity.${id}`]: '1', attending: 'yes', guests: '0', [`price.${id}`]: price })
    for (const [price, says] of [
      ['4,99', 'at least €5.00'],
      ['90.01', 'at most €90.00'],
      ['-7', 'at least €5.00'],
      ['free', 'at least €5.00'],
    ] as const) {
      const answer = await orderAt(price)
      expect(answer.status).toBe(400)
      expect(await answer.text()).toContain(says)
    }
    expect(await ordersOf(event)).toEqual([])
    expect((await orderAt('7,25')).status).toBe(303)
    expect((await ordersOf(event)).map(({ total }) => total)).toEqual([725])
  })

  it.each([
    ['a price', { price: 2_000, currency: 'EUR' }],
    ['a price that guests choose', { priceMode: 'CHOSEN', currency: 'EUR', minPrice: 0, suggestedPrice: 1_000 }],
  ])('says whom to ask about a refund of a cancelled event with %s', async (_, ticket) => {
    const event = await newEvent(calendar, {}, ticket)
    expect((await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })).status).toBe(200)
    expect(await read(`/e/${event.slug}`)).toContain('Ask the organiser about your refund.')
  })

  it('offers no invoice for an unpaid order of a cancelled event', async () => {
    const event = await newEvent(calendar, {}, { price: 2_000, currency: 'EUR' })
    const { manageUrl } = (await register(event, { ticketId: event.ticketId })).body.data
    const path = new URL(manageUrl).pathname
    expect(await read(`${path}/documents`)).toContain('Invoice')
    await send(`POST /events/${event.id}/cancel`, { as: calendar.owner, json: {} })
    const page = await read(path)
    expect(page).toContain('Cancelled')
    expect(page).not.toContain(`${path}/documents`)
  })

  it('shows the buyer’s own pass first on the page of the party, and none of a guest with another address', async () => {
    const event = await newEvent(calendar)
    const [{ id }] = event.tickets
    const guests = { guests: '2', 'guests.0.ticketId': id, 'guests.1.ticketId': id, 'guests.0.email': 'bo@order.test' }
    const done = await post(event.slug, { ...BUYER, [`quantity.${id}`]: '3', ...guests })
    const page = await read(new URL(done.headers.get('Location') ?? '', 'https://calendar.test').pathname)
    const [own, bo, unnamed] = (await guestsOf(event)).map(({ qr_code }) => page.indexOf(String(qr_code)))
    expect(own).toBeGreaterThan(0)
    expect([unnamed! > own!, bo]).toEqual([true, -1])
  })

  it.each([
    ['fewer fields than guests', { guests: '1' }],
    ['more fields than guests', { guests: '3' }],
    ['fields for another ticket', { guests: '2', 'guests.0.ticketId': 'tkt_other' }],
    ['no count of fields', {}],
    ['a negative count', { guests: '-2' }],
  ])('registers no one with %s', async (_, extra) => {
    const event = await newEvent(calendar)
    const [{ id }] = event.tickets
    const answer = await post(event.slug, { ...BUYER, [`quantity.${id}`]: '3', ...extra })
    expect([answer.status, await guestsOf(event)]).toEqual([400, []])
  })

  it.each(['11', '1e1', '2.5', '-3', 'four', '999999', ' '])('registers no one for the quantity "%s"', async (many) => {
    const event = await newEvent(calendar)
    const [{ id }] = event.tickets
    const answer = await post(event.slug, { ...BUYER, [`quantity.${id}`]: many })
    expect([answer.status, await guestsOf(event)]).toEqual([400, []])
  })

  it('registers no one if a ticket of the party has sold out since the page was opened', async () => {
    const event = await newEvent(calendar, {
      tickets: [{ name: 'Stalls' }, { name: 'Balcony', capacity: 1 }],
    })
    const [stalls, balcony] = event.tickets
    await register(event, { ticketId: balcony.id })
    const before = (await guestsOf(event)).length
    const chosen = { [`quantity.${stalls.id}`]: '1', [`quantity.${balcony.id}`]: '1' }
    const guest = { guests: '1', 'guests.0.ticketId': balcony.id }
    const answer = await post(event.slug, { ...BUYER, ...chosen, ...guest })
    expect([answer.status, (await guestsOf(event)).length]).toEqual([409, before])
    expect(await answer.text()).toContain('Someone else just got the last place.')
    const unknown = await post(event.slug, { ...BUYER, [`quantity.${stalls.id}`]: '1', 'quantity.tkt_none': '1' })
    expect([unknown.status, (await guestsOf(event)).length]).toEqual([400, before])
  })

  it('registers a mixed party in one order, with the ticket that the buyer chose for themselves', async () => {
    const event = await newEvent(calendar, {
      tickets: [
        { name: 'Stalls', price: 2_800, currency: 'EUR' },
        { name: 'Under 25', price: 1_200, currency: 'EUR' },
      ],
    })
    const [stalls, young] = event.tickets
    const chosen = { [`quantity.${stalls.id}`]: '2', [`quantity.${young.id}`]: '1' }
    const first = await (await post(event.slug, { ...BUYER, ...chosen })).text()
    const asked = fieldsIn(first)
    expect(asked.get('ticketId')).toBe(stalls.id)
    // The buyer takes another ticket, so the page asks again, with the guests’ tickets changed.
    const fields = fieldsIn(await (await post(event.slug, [...asked.set('ticketId', young.id)])).text())
    expect([fields.get('guests.0.ticketId'), fields.get('guests.1.ticketId')]).toEqual([stalls.id, stalls.id])
    const done = await post(event.slug, [...fields])
    expect(done.status).toBe(303)
    expect((await guestsOf(event)).map(({ ticket_id }) => ticket_id)).toEqual([young.id, stalls.id, stalls.id])
    expect((await ordersOf(event)).map(({ total }) => total)).toEqual([6_800])
  })

  it('registers only the guests if the buyer does not attend', async () => {
    const event = await newEvent(calendar)
    const [{ id }] = event.tickets
    const fields = fieldsIn(
      await (await post(event.slug, { ...BUYER, [`quantity.${id}`]: '1', attending: 'no', guests: '0' })).text(),
    )
    expect(fields.get('guests')).toBe('1')
    const done = await post(event.slug, [
      ...fields.set('guests.0.firstName', 'Bo').set('guests.0.email', 'bo@order.test'),
    ])
    expect(done.status).toBe(303)
    expect(names(await guestsOf(event))).toEqual([['Bo', 'bo@order.test', 'CONFIRMED']])
  })

  it('lists all errors in the order of the page, and keeps all values', async () => {
    const event = await newEvent(calendar, {
      tickets: [{ name: 'A' }, { name: 'B' }],
      registrationQuestions: [
        { label: 'Meal', type: 'SELECT', options: ['Meat', 'Vegan'], required: true },
        { label: 'Age', type: 'NUMBER' },
      ],
    })
    const [meal, age] = event['registrationQuestions']
    const answer = await post(event.slug, { lastName: '<Byron>', email: '', [`answer.${age.id}`]: 'old' })
    const page = await answer.text()
    expect([...page.matchAll(/<a href="#field-([^"]+)"/g)].map(([, field]) => field)).toEqual([
      'ticketId',
      'firstName',
      'email',
      `answer.${meal.id}`,
    ])
    expect(fieldsIn(page).get('lastName')).toBe('&lt;Byron&gt;')
    expect(fieldsIn(page).get(`answer.${age.id}`)).toBe('old')
    const quantity = { [`quantity.${event.tickets[0].id}`]: '2', guests: '1' }
    const guest = { 'guests.0.ticketId': event.tickets[0].id, 'guests.0.email': 'nobody', [`answer.${age.id}`]: 'old' }
    const party = await (await post(event.slug, { ...BUYER, email: 'x', ...quantity, ...guest })).text()
    expect([...party.matchAll(/<a href="#field-([^"]+)"/g)].map(([, field]) => field)).toEqual([
      'email',
      `answer.${meal.id}`,
      'guests.0.email',
      `guests.0.answer.${meal.id}`,
    ])
    expect(party).toContain('Guest 2 · Email')
    expect(await guestsOf(event)).toEqual([])
  })

  it('preselects the only ticket, but no ticket of several and none that is sold out', async () => {
    const chosen = async (event: { slug: string }) =>
      [...fieldsIn(await read(`/e/${event.slug}`))]
        .filter(([name]) => name.startsWith('quantity.'))
        .map(([, many]) => many)
    const two = await newEvent(calendar, { tickets: [{ name: 'A' }, { name: 'B' }] })
    const pair = await newEvent(calendar, { tickets: [{ name: 'A', minPerOrder: 2, maxPerOrder: 4 }] })
    const full = await newEvent(calendar, {
      waitlistEnabled: true,
      tickets: [{ name: 'A', capacity: 1 }, { name: 'B' }],
    })
    await register(full, { ticketId: full.tickets[0].id })
    expect([await chosen(await newEvent(calendar)), await chosen(two), await chosen(pair), await chosen(full)]).toEqual(
      [['1'], ['0', '0'], ['2'], ['0', '1']],
    )
  })

  it('refuses tickets in two currencies and more dates for a party', async () => {
    const event = await newEvent(calendar, {
      tickets: [
        { name: 'A', price: 100, currency: 'EUR' },
        { name: 'B', price: 100, currency: 'USD' },
      ],
    })
    const both = Object.fromEntries(event.tickets.map(({ id }: { id: string }) => [`quantity.${id}`, '1']))
    expect(await (await post(event.slug, { ...BUYER, ...both })).text()).toContain(
      'Choose tickets with the same currency.',
    )
    const startAt = new Date(Date.now() + 5 * 86_400_000).toISOString().slice(0, 16)
    const series = await send('POST /series', {
      as: calendar.owner,
      json: {
        calendarSlug: calendar.slug,
        template: { title: 'Weekly order', tickets: [{ name: 'Seat' }] },
        startAt,
        durationMinutes: 60,
        timezone: 'UTC',
        rrule: 'FREQ=WEEKLY;COUNT=2',
      },
    })
    const dates = (await send(`GET /calendars/${calendar.slug}/events?seriesId=${series.body.data.id}`)).body.data
    const [date, other] = dates
    const { id } = date.tickets[0]
    const party = { [`quantity.${id}`]: '2', guests: '1', 'guests.0.ticketId': id, date: other.id }
    const refused = await post(date.slug, { ...BUYER, ...party })
    expect([refused.status, await guestsOf(date)]).toEqual([400, []])
    expect(await refused.text()).toContain('You can add more dates for one person only.')
  })
})
