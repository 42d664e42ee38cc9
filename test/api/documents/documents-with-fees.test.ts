import { exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { newCalendar, newCoupon, newEvent, person } from '../../support/factories.ts'
import { asOwner, orderNow, pay, refund } from '../../support/orders.ts'
import type { DocumentOutput } from '../../../src/modules/documents/documents.schema.ts'

interface Tax {
  rate: number
  gross: number
  tax: number
  refundedTax: number
}

const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)
const cents = (text: string | undefined) => Math.round(Number(text) * 100)

/** A calendar that issues invoices, with 19 % for tickets and add-ons, and 7 % for the fee. */
const taxedHome = async () => {
  const home = await newCalendar()
  const seller = { documents: 'ALWAYS', simplifiedUpTo: 100_000, name: 'A', line1: 'B', city: 'C', country: 'DE' }
  expect((await asOwner(home, `PUT /calendars/${home.slug}/seller`, { ...seller, vatId: 'DE1' })).status).toBe(200)
  const rate = async (json: object) => (await asOwner(home, `POST /calendars/${home.slug}/tax-rates`, json)).body.data
  const low = await rate({ name: 'Low', rate: 700 })
  await rate({ name: 'VAT', rate: 1_900, isDefault: true })
  await newCoupon(home, { code: 'THIRD', percentOff: 33 })
  return { home, low }
}

/** Signed amounts by tax rate, as stated by all documents and by all postings of an order. */
const statedBy = async (home: Awaited<ReturnType<typeof newCalendar>>, orderId: string) => {
  const documents: DocumentOutput[] = (
    await asOwner(home, `GET /calendars/${home.slug}/documents?orderId=${orderId}&limit=100`)
  ).body.data
  for (const { lines, taxes, net, tax, gross } of documents) {
    expect(net + tax).toBe(gross)
    for (const field of ['gross', 'net'] as const) {
      expect(sum(lines.map((line) => line[field]))).toBe(field === 'net' ? net : gross)
      expect(sum(taxes.map((each) => each[field]))).toBe(field === 'net' ? net : gross)
    }
  }
  const signed = documents.flatMap(({ kind, taxes }) =>
    taxes.map(({ rate, gross, tax }) =>
      kind === 'INVOICE' ? { rate, gross, tax } : { rate, gross: -gross, tax: -tax },
    ),
  )
  const { text } = await asOwner(home, `GET /calendars/${home.slug}/money/postings`)
  const [head = '', ...rows] = text.trimEnd().split('\r\n')
  const at = (name: string) => head.split(',').indexOf(name)
  const postings = rows.map((row) => {
    const cells = row.split(',')
    const [net, tax] = [cents(cells[at('net')]), cents(cells[at('tax')])]
    return { rate: Number(cells[at('tax_rate')]) * 100, gross: net + tax, tax }
  })
  const byRate = (each: readonly Pick<Tax, 'rate' | 'gross' | 'tax'>[]) =>
    [1_900, 700].map((rate) => {
      const own = each.filter((row) => row.rate === rate)
      return { rate, gross: sum(own.map(({ gross }) => gross)), tax: sum(own.map(({ tax }) => tax)) }
    })
  return { documents: byRate(signed), postings: byRate(postings) }
}

it('the confirmation of a payment states tickets, add-ons and the fee, less the coupon', async () => {
  const { home, low } = await taxedHome()
  const serviceFee = { percent: 333, fixed: 57, currency: 'EUR', taxRateId: low.id }
  const event = await newEvent(home, { serviceFee }, { price: 4_999 })
  const shirt = (
    await asOwner(home, `POST /events/${event.id}/addons`, { name: 'Shirt', price: 1_111, currency: 'EUR' })
  ).body.data
  const attendees = [{ addons: [{ addonId: shirt.id, quantity: 2 }] }, {}]
  const json = { buyer: person(), attendees, couponCode: 'THIRD' }
  const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json })).body
  await pay(home, event, data.order.id)
  const url = `https://calendar.test/r/${String(data.manageUrl).split('/').at(-1)}/receipt?lang=en`
  const page = await exports.default.fetch(new Request(url, { headers: { Accept: 'text/html' } }))
  const text = await page.text()
  const rows = [...text.slice(text.indexOf('<tbody>'), text.indexOf('</tbody>')).matchAll(/<tr>.*?<\/tr>/gs)]
  const amounts = rows.map(([row]) => cents(/<td><bdi>[^<\d]*([\d.]+)[^<]*<\/bdi><\/td>\s*<\/tr>/.exec(row)?.[1]))
  const tickets = data.order.total - data.order.fee - 2 * shirt.price
  expect(data.order.discount).toBeGreaterThan(0)
  expect(amounts).toEqual([tickets, 2 * shirt.price, data.order.fee])
})

describe('documents and postings of an order with a service fee', () => {
  it.each(
    [true, false].flatMap((refundable) =>
      [true, false].flatMap((isCancelled) => [1, 2].map((seats) => ({ refundable, isCancelled, seats }))),
    ),
  )('equal the order after each refund: %j', async ({ refundable, isCancelled, seats }) => {
    const { home, low } = await taxedHome()
    const serviceFee = { percent: 333, fixed: 57, currency: 'EUR', taxRateId: low.id, refundable }
    const event = await newEvent(home, { serviceFee }, { price: 4_999 })
    const shirt = (
      await asOwner(home, `POST /events/${event.id}/addons`, { name: 'Shirt', price: 1_111, currency: 'EUR' })
    ).body.data
    const attendees = [{ addons: [{ addonId: shirt.id, quantity: 2 }] }, {}].slice(0, seats)
    const json =
      seats === 1 ? { ...person(), couponCode: 'THIRD' } : { buyer: person(), attendees, couponCode: 'THIRD' }
    const made = await send(`POST /public/events/${event.id}/registrations`, { json })
    expect(made.status, made.text).toBe(200)
    const { order } = made.body.data
    const guests: { id: string }[] = made.body.data.guests ?? [made.body.data.guest]
    expect(order.fee).toBeGreaterThan(seats * 57)
    await pay(home, event, order.id)
    if (isCancelled) await asOwner(home, `PATCH /events/${event.id}`, { status: 'CANCELLED' })

    const agree = async () => {
      const now = await orderNow(home, event, order.id)
      const { documents, postings } = await statedBy(home, order.id)
      expect(documents).toEqual(postings)
      expect(sum(documents.map(({ gross }) => gross))).toBe(now.total - now.refunded)
      expect(documents.map(({ rate, tax }) => [rate, tax])).toEqual(
        now.taxes.map((each: Tax) => [each.rate, each.tax - each.refundedTax]),
      )
      return { now, documents }
    }
    const { now: paid } = await agree()
    expect(paid.taxes.map(({ rate, gross }: Tax) => [rate, gross])).toEqual([
      [1_900, order.total - order.fee],
      [700, order.fee],
    ])
    const [first] = guests
    const back = (await refund(home, event, order.id, { items: [{ guestId: first?.id }] })).body.data.refund.amount
    const { now, documents } = await agree()
    const keepsFee = !refundable && !isCancelled
    if (keepsFee) expect(documents[1]).toEqual({ rate: 700, gross: order.fee, tax: paid.taxes[1].tax })
    else expect(documents[1]?.gross).toBeLessThan(order.fee)
    expect(back).toBe(now.refunded)
    for (const { id } of guests.slice(1)) {
      await refund(home, event, order.id, { items: [{ guestId: id }] })
      await agree()
    }
    const { now: without } = await agree()
    expect(without.total - without.refunded).toBe(keepsFee ? order.fee : 0)
    if (keepsFee) await refund(home, event, order.id)
    expect((await agree()).documents).toEqual([
      { rate: 1_900, gross: 0, tax: 0 },
      { rate: 700, gross: 0, tax: 0 },
    ])
  })

  it('name the fee in a line of its own', async () => {
    const { home, low } = await taxedHome()
    const event = await newEvent(
      home,
      { serviceFee: { fixed: 107, currency: 'EUR', taxRateId: low.id } },
      { price: 1_190 },
    )
    const { body } = await send(`POST /public/events/${event.id}/registrations`, { json: person() })
    await pay(home, event, body.data.order.id)
    const [invoice] = (await asOwner(home, `GET /calendars/${home.slug}/documents`)).body.data
    expect(invoice.lines).toMatchObject([
      { kind: 'ITEM', quantity: 1, unitPrice: 1_190, gross: 1_190, net: 1_000, rate: 1_900 },
      { kind: 'FEE', quantity: 1, gross: 107, net: 100, rate: 700 },
    ])
  })
})
