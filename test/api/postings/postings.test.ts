import { env } from 'cloudflare:workers'
import * as fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { setColumns } from '../../support/database.ts'
import { buyByTransfer, eventIn, importLines, openBank, transfer } from '../../support/bank.ts'
import { newCalendar, newEvent, newTicket, person } from '../../support/factories.ts'
import { asOwner, orderNow, pay, refund, taxTicket } from '../../support/orders.ts'

asks({
  'GET /v1/calendars/:slug/money/summary': { scope: 'billing:read' },
  'GET /calendars/:slug/money/summary': { role: 'OWNER' },
  'GET /v1/calendars/:slug/money/postings': { scope: 'billing:read' },
  'GET /calendars/:slug/money/postings': { role: 'OWNER' },
})

const SELLER = { documents: 'ON_REQUEST', name: 'A', line1: 'B', city: 'C', country: 'DE', vatId: 'DE1' }

type Home = Awaited<ReturnType<typeof newCalendar>>

interface Parts {
  charged: number
  refunded: number
  disputed: number
  net: number
}

const summary = async (home: Home, query = '') => {
  const { body, status, text } = await asOwner(home, `GET /calendars/${home.slug}/money/summary${query}`)
  expect(status, text).toBe(200)
  return body.data
}
const csv = async (home: Home, query = '') => {
  const { text, status } = await asOwner(home, `GET /calendars/${home.slug}/money/postings${query}`)
  expect(status, text).toBe(200)
  const [head = '', ...lines] = text.trimEnd().split('\r\n')
  const names = head.split(',')
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, index) => [names[index], cell])))
}
const sum = (numbers: readonly number[]) => numbers.reduce((left, right) => left + right, 0)
const cents = (text: string | undefined) => Math.round(Number(text) * 100)

const taxed = async (home: Home) => {
  const event = await newEvent(home, {}, { price: 11_900 })
  const meal = await newTicket({ id: event.id, calendar: home }, { price: 1_070, name: 'Meal' })
  const plain = await newTicket({ id: event.id, calendar: home }, { price: 333, name: 'Programme' })
  await taxTicket(home, event.id, event.ticketId, 1_900)
  await taxTicket(home, event.id, meal.id, 700)
  return { event, tickets: [event.ticketId, meal.id, plain.id] }
}
const buy = async (event: { id: string }, ticketIds: readonly string[]) => {
  const { body, text, status } = await send(`POST /public/events/${event.id}/registrations`, {
    json: { buyer: person(), attendees: ticketIds.map((ticketId) => ({ ticketId })) },
  })
  expect(status, text).toBe(200)
  return body.data as { order: { id: string }; guests: { id: string }[] }
}

describe('postings', () => {
  it('have each payment and refund once, with a line per tax rate', async () => {
    const home = await newCalendar()
    const { event, tickets } = await taxed(home)
    const { order, guests } = await buy(event, tickets)
    expect(await csv(home)).toEqual([])
    await Promise.all([1, 2, 3].map(() => pay(home, event, order.id)))
    await refund(home, event, order.id, { items: [{ guestId: guests[1]?.id }] })
    const lines = await csv(home)
    expect(
      lines.map(({ type, method, amount, tax_rate, net, tax }) => [type, method, amount, tax_rate, net, tax]),
    ).toEqual([
      ['CHARGE', 'HAND', '119', '19', '100', '19'],
      ['CHARGE', 'HAND', '10.7', '7', '10', '0.7'],
      ['CHARGE', 'HAND', '3.33', '', '3.33', '0'],
      ['REFUND', 'HAND', '-10.7', '7', '-10', '-0.7'],
    ])
    const { number } = await orderNow(home, event, order.id)
    expect(new Set(lines.map(({ order_number }) => order_number))).toEqual(new Set([number]))
  })

  it('name their document, their account at the bank and their payment reference', async () => {
    const home = await newCalendar()
    await asOwner(home, `PUT /calendars/${home.slug}/seller`, SELLER)
    const bank = await openBank(home)
    const event = await eventIn(home, 60)
    const { order, reference } = await buyByTransfer(event)
    await asOwner(home, `POST /events/${event.id}/orders/${order.id}/documents`, { name: 'Ada Byron' })
    await importLines(home, bank.id, [transfer({ text: reference }), transfer({ text: reference, amount: 500 })])
    await refund(home, event, order.id, { amount: 1_000 })
    const { documents } = await orderNow(home, event, order.id)
    const [invoice, creditNote] = documents as { id: string; number: string }[]
    const lines = await csv(home)
    for (const line of lines) expect(line).toMatchObject({ bank_account_id: bank.id, reference })
    expect(
      lines
        .map(({ amount, document_id, document_number }) => [Number(amount), document_id, document_number])
        .toSorted(([one], [other]) => Number(other) - Number(one)),
    ).toEqual([
      [119, invoice?.id, invoice?.number],
      [5, '', ''],
      [-5, '', ''],
      [-10, creditNote?.id, creditNote?.number],
    ])
  })

  it('reverse a payment with a separate row', async () => {
    const home = await newCalendar()
    const { event, tickets } = await taxed(home)
    const { order } = await buy(event, tickets.slice(0, 1))
    await pay(home, event, order.id)
    await asOwner(home, `POST /events/${event.id}/orders/${order.id}/mark-unpaid`)
    expect((await csv(home)).map(({ amount, tax }) => [amount, tax])).toEqual([
      ['119', '19'],
      ['-119', '-19'],
    ])
    await pay(home, event, order.id)
    expect(await csv(home)).toHaveLength(3)
    expect((await summary(home)).currencies).toMatchObject([{ charged: 11_900, refunded: 0, net: 11_900 }])
  })

  it('have the money that a lost dispute takes back', async () => {
    const home = await newCalendar()
    const { event, tickets } = await taxed(home)
    const { order } = await buy(event, tickets.slice(0, 1))
    await pay(home, event, order.id)
    await env.DB.prepare('update order_terms set disputed = 11900 where order_id = ?').bind(order.id).run()
    await env.DB.prepare('update order_terms set disputed = 11900 where order_id = ?').bind(order.id).run()
    expect((await summary(home)).currencies).toMatchObject([{ charged: 11_900, disputed: 11_900, net: 0 }])
  })

  it('can’t be changed, replaced or deleted, even in SQL', async () => {
    const home = await newCalendar()
    const { event, tickets } = await taxed(home)
    const { order } = await buy(event, tickets)
    await pay(home, event, order.id)
    for (const change of [
      'update postings set amount = 1 where order_id = ?',
      'delete from postings where order_id = ?',
      `insert or replace into postings (id, calendar_id, event_id, order_id, order_number, type, method, amount, currency, at)
        select id, calendar_id, event_id, order_id, order_number, type, method, 1, currency, at from postings where order_id = ?`,
    ]) {
      await expect(env.DB.prepare(change).bind(order.id).run(), change).rejects.toThrow('postings are immutable')
    }
  })

  it('count on the day in the calendar’s time zone', async () => {
    const home = await newCalendar({ timezone: 'Pacific/Auckland' })
    const { event, tickets } = await taxed(home)
    const { order } = await buy(event, tickets.slice(0, 1))
    await setColumns('orders', order.id, { status: 'PAID', updated_at: Date.parse('2026-06-30T12:30:00Z') })
    expect(await csv(home, '?from=2026-06-30&to=2026-06-30')).toEqual([])
    expect(await csv(home, '?from=2026-07-01&to=2026-07-01')).toMatchObject([{ date: '2026-07-01', time: '00:30:00' }])
  })

  it.each(['?from=2026-02-01&to=2026-01-01', '?from=2025-01-01&to=2026-02-05'])('are refused for %s', async (query) => {
    const home = await newCalendar()
    for (const path of ['summary', 'postings']) {
      const { status, body } = await asOwner(home, `GET /calendars/${home.slug}/money/${path}${query}`)
      expect([status, body.errors[0].field]).toEqual([400, 'to'])
    }
  })

  it('agree with orders and documents after any payments, refunds and corrections', async () => {
    const step = fc.record({
      act: fc.constantFrom(
        'buy',
        'pay',
        'pay',
        'unpay',
        'seat',
        'amount',
        'amount',
        'all',
        'fail',
        'invoice',
        'correct',
      ),
      which: fc.nat(5),
      amount: fc.integer({ min: 1, max: 9_000 }),
      tickets: fc.array(fc.nat(2), { minLength: 1, maxLength: 4 }),
    })
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 18 }), async (steps) => {
        const home = await newCalendar()
        const seller = {
          documents: 'ALWAYS',
          simplifiedUpTo: 12_000,
          name: 'A',
          line1: 'B',
          city: 'C',
          country: 'DE',
          vatId: 'DE1',
        }
        await asOwner(home, `PUT /calendars/${home.slug}/seller`, seller)
        const { event, tickets } = await taxed(home)
        const bought: Awaited<ReturnType<typeof buy>>[] = [await buy(event, tickets)]
        for (const { act, which, amount, tickets: chosen } of steps) {
          const { order, guests } = bought[which % bought.length] as (typeof bought)[number]
          if (act === 'buy')
            bought.push(
              await buy(
                event,
                chosen.map((index) => tickets[index] ?? ''),
              ),
            )
          if (act === 'pay') await pay(home, event, order.id)
          if (act === 'unpay') await asOwner(home, `POST /events/${event.id}/orders/${order.id}/mark-unpaid`)
          if (act === 'seat')
            await refund(home, event, order.id, { items: [{ guestId: guests[amount % guests.length]?.id }] })
          if (act === 'amount') await refund(home, event, order.id, { amount })
          if (act === 'all') await refund(home, event, order.id)
          if (act === 'fail') {
            const first = (await orderNow(home, event, order.id)).refunds.find(
              ({ status }: { status: string }) => status === 'SUCCEEDED',
            )
            if (first !== undefined) {
              await setColumns('refunds', first.id, { status: 'FAILED' })
              await env.DB.prepare(
                `update orders set refunded = (select coalesce(sum(amount), 0) from refunds where order_id = orders.id and status = 'SUCCEEDED'),
                  status = case when exists (select 1 from refunds where order_id = orders.id and status = 'SUCCEEDED') then 'PARTIALLY_REFUNDED' else 'PAID' end
                  where id = ?`,
              )
                .bind(order.id)
                .run()
            }
          }
          if (act === 'invoice' || act === 'correct') {
            const buyer = {
              name: 'Ada',
              line1: `Ring ${act === 'correct' ? amount : 1}`,
              city: 'Berlin',
              country: 'DE',
            }
            await asOwner(home, `POST /events/${event.id}/orders/${order.id}/documents`, buyer)
          }
        }
        const orders = await Promise.all(bought.map(({ order }) => orderNow(home, event, order.id)))
        const settled = orders.filter(({ status }) => ['PAID', 'PARTIALLY_REFUNDED', 'REFUNDED'].includes(status))
        const { currencies } = await summary(home)
        const [eur] = currencies as (Parts & {
          byMethod: Parts[]
          byEvent: Parts[]
          byRate: { gross: number; net: number; tax: number }[]
        })[]
        const charged = sum(settled.map(({ total }) => total))
        const refunded = sum(settled.map((order) => order.refunded))
        if (eur !== undefined) {
          expect([eur.charged, eur.refunded, eur.net]).toEqual([charged, refunded, charged - refunded])
          for (const parts of [eur.byMethod, eur.byEvent]) expect(sum(parts.map(({ net }) => net))).toBe(eur.net)
          expect(sum(eur.byRate.map(({ gross }) => gross))).toBe(eur.net)
          const tax = sum(eur.byRate.map((each) => each.tax))
          expect(sum(eur.byRate.map(({ net }) => net))).toBe(eur.net - tax)
          expect(tax).toBe(
            sum(
              settled.flatMap(({ taxes }) =>
                taxes.map((each: { tax: number; refundedTax: number }) => each.tax - each.refundedTax),
              ),
            ),
          )
        } else expect(charged).toBe(0)
        const lines = await csv(home)
        expect(sum(lines.map(({ amount }) => cents(amount)))).toBe(charged - refunded)
        const { body } = await asOwner(home, `GET /calendars/${home.slug}/documents?limit=100`)
        const documents = body.data as { orderId: string; kind: string; gross: number; tax: number; number: string }[]
        for (const order of settled) {
          const own = documents.filter(({ orderId }) => orderId === order.id)
          if (own.length === 0) continue
          const signed = (of: (document: (typeof own)[number]) => number) =>
            sum(own.map((each) => (each.kind === 'INVOICE' ? 1 : -1) * of(each)))
          expect(signed(({ gross }) => gross)).toBe(order.total - order.refunded)
          expect(signed(({ tax }) => tax)).toBe(
            sum(order.taxes.map((each: { tax: number; refundedTax: number }) => each.tax - each.refundedTax)),
          )
        }
        for (const series of ['R', 'G']) {
          const numbers = documents
            .filter(({ number }) => number.startsWith(series))
            .map(({ number }) => Number(number.slice(6)))
          expect(numbers.toSorted((one, other) => one - other)).toEqual(numbers.map((_, index) => index + 1))
        }
      }),
      { numRuns: 12 },
    )
  }, 120_000)
})
