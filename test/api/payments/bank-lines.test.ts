import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { registry } from '../../../src/registry.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import {
  asOwner,
  buyByTransfer,
  eventIn,
  importLines,
  openBank,
  PAYER_IBAN,
  PRICE,
  transfer,
} from '../../support/bank.ts'
import { newCalendar, newKey, person, type Calendar } from '../../support/factories.ts'
import { send } from '../../support/api.ts'
import { restrictedAccount } from '../../support/payment-accounts.ts'
import { askerOf } from '../../support/provider.ts'

asks({
  'POST /calendars/:slug/bank-lines': { role: 'OWNER' },
  'POST /v1/calendars/:slug/bank-lines': { scope: 'billing:write' },
  'GET /calendars/:slug/bank-lines': { role: 'OWNER' },
  'GET /v1/calendars/:slug/bank-lines': { scope: 'billing:read' },
  'POST /calendars/:slug/bank-lines/:lineId/assign': { role: 'OWNER' },
  'POST /v1/calendars/:slug/bank-lines/:lineId/assign': { scope: 'billing:write' },
  'POST /calendars/:slug/bank-lines/:lineId/ignore': { role: 'OWNER' },
  'POST /v1/calendars/:slug/bank-lines/:lineId/ignore': { scope: 'billing:write' },
  'POST /calendars/:slug/bank-lines/:lineId/undo': { role: 'OWNER' },
  'POST /v1/calendars/:slug/bank-lines/:lineId/undo': { scope: 'billing:write' },
})

const setUp = async (days = 60, price = PRICE, fields = {}) => {
  const home = await newCalendar()
  const bank = await openBank(home)
  const event = await eventIn(home, days, price, fields)
  return { home, bank, event }
}
type Home = Pick<Calendar, 'owner' | 'slug'>
const orderOf = async (home: Home, { id, eventId }: { id: string; eventId: string }) =>
  (await asOwner(home, `GET /events/${eventId}/orders/${id}`)).body.data
const linesOf = async (home: Home, state?: string) =>
  (await asOwner(home, `GET /calendars/${home.slug}/bank-lines${state === undefined ? '' : `?state=${state}`}`)).body
    .data
const resultsOf = (answer: Awaited<ReturnType<typeof importLines>>) =>
  (answer.body.data.lines as { result: string }[]).map(({ result }) => result)
const statusOf = async (guestId: string) =>
  (await env.DB.prepare('select shown_status from guests where id = ?').bind(guestId).first<{ shown_status: string }>())
    ?.shown_status
const mailsTo = (email: string) =>
  deps.db.query.mails.findMany({
    where: (row, { eq }) => eq(row.recipient, email),
    orderBy: (row, { asc }) => asc(row.createdAt),
  })
const expire = (orderId: string) =>
  env.DB.batch([
    env.DB.prepare(`update orders set status = 'EXPIRED', updated_at = ? where id = ?`).bind(Date.now(), orderId),
    env.DB.prepare(`update guests set status = 'CANCELLED' where order_id = ?`).bind(orderId),
  ])
const books = async (home: Home) =>
  (await asOwner(home, `GET /calendars/${home.slug}/money/summary`)).body.data.currencies[0]
const payouts = async (home: Home) => (await asOwner(home, `GET /calendars/${home.slug}/payouts`)).body.data

describe('importing bank lines', () => {
  it('confirms the order that a reference names, and emails the guest', async () => {
    const { home, bank, event } = await setUp()
    const { order, guest, reference } = await buyByTransfer(event)
    const lines = [
      transfer({ text: `SVWZ+${reference.slice(0, 7)} ${reference.slice(7)}-Danke`, bookedOn: '2027-01-05' }),
    ]
    const dry = await importLines(home, bank.id, lines, { dryRun: true })
    expect(dry.body.data).toMatchObject({
      lines: [
        { index: 0, id: null, result: 'MATCHED', orders: [{ orderId: order.id, amount: PRICE, number: order.number }] },
      ],
      totals: { MATCHED: 1 },
    })
    expect((await orderOf(home, order)).status).toBe('PENDING')
    expect(await linesOf(home)).toEqual([])
    expect(resultsOf(await importLines(home, bank.id, lines))).toEqual(['MATCHED'])
    expect(await orderOf(home, order)).toMatchObject({
      status: 'PAID',
      payment: { received: PRICE, paidOn: '2027-01-05', status: 'PAID', bank: null },
    })
    expect(await statusOf(guest.id)).toBe('CONFIRMED')
    expect((await mailsTo(guest.email)).map(({ kind }) => kind)).toEqual(['pending', 'confirmation'])
  })

  it('changes nothing when the file comes again, or overlaps', async () => {
    const { home, bank, event } = await setUp()
    const [first, second] = [await buyByTransfer(event), await buyByTransfer(event)]
    const lines = [transfer({ text: first.reference }), transfer({ text: second.reference }), transfer({ text: 'fee' })]
    expect(resultsOf(await importLines(home, bank.id, lines.slice(0, 2)))).toEqual(['MATCHED', 'MATCHED'])
    const again = await importLines(home, bank.id, lines)
    expect(again.body.data.totals).toEqual({ KNOWN: 2, UNMATCHED: 1 })
    const [a, b] = await Promise.all([importLines(home, bank.id, lines), importLines(home, bank.id, lines)])
    expect([a.body.data.totals, b.body.data.totals]).toEqual([{ KNOWN: 3 }, { KNOWN: 3 }])
    expect(await linesOf(home)).toHaveLength(3)
    expect(await payouts(home)).toEqual([])
    expect((await orderOf(home, first.order)).payment.received).toBe(PRICE)
  })

  it('books each line once when two imports of the same file race', async () => {
    const { home, bank, event } = await setUp()
    const bought = await Promise.all(Array.from({ length: 6 }, () => buyByTransfer(event)))
    const lines = bought.map(({ reference }) => transfer({ text: reference }))
    const answers = await Promise.all([1, 2, 3].map(() => importLines(home, bank.id, lines)))
    const results = answers.flatMap(resultsOf)
    expect(results.filter((result) => result === 'MATCHED')).toHaveLength(6)
    expect(results.filter((result) => result === 'KNOWN')).toHaveLength(12)
    expect(await payouts(home)).toEqual([])
    for (const { order } of bought) expect((await orderOf(home, order)).payment.received).toBe(PRICE)
  })

  it('counts identical lines of one file apart', async () => {
    const { home, bank, event } = await setUp()
    const { reference } = await buyByTransfer(event)
    const line = transfer({ text: reference, bankReference: null })
    expect(resultsOf(await importLines(home, bank.id, [line, line]))).toEqual(['MATCHED', 'DUPLICATE'])
    expect(resultsOf(await importLines(home, bank.id, [line, line]))).toEqual(['KNOWN', 'KNOWN'])
  })

  it('keeps an order open that got too little, emails the buyer the missing amount, and takes the rest', async () => {
    const { home, bank, event } = await setUp()
    const { order, guest, reference, token } = await buyByTransfer(event)
    const part = await importLines(home, bank.id, [transfer({ reference, amount: 5_000 })])
    expect(part.body.data.lines[0]).toMatchObject({
      result: 'UNDERPAID',
      message: expect.stringContaining('69.00 EUR'),
    })
    expect(await orderOf(home, order)).toMatchObject({ status: 'PENDING', payment: { received: 5_000 } })
    const [, mail] = await mailsTo(guest.email)
    const message = mail === undefined ? null : await compose(mail, deps)
    expect(message?.text).toContain('We received €50.00, but €69.00 is still missing')
    const own = (await send(`GET /public/registrations/${token}`)).body.data
    expect(own.order).toMatchObject({ total: PRICE, payment: { received: 5_000 } })
    const page = await exports.default.fetch(
      new Request(`https://calendar.test/r/${token}`, { headers: { Accept: 'text/html' } }),
    )
    expect(await page.text()).toContain('You still need to pay €69.00')
    expect(resultsOf(await importLines(home, bank.id, [transfer({ reference, amount: 6_900 })]))).toEqual(['MATCHED'])
    expect(await orderOf(home, order)).toMatchObject({ status: 'PAID', payment: { received: PRICE } })
  })

  it('accepts a difference within the tolerance of the account', async () => {
    const home = await newCalendar()
    const bank = await openBank(home, { tolerance: 100 })
    const event = await eventIn(home, 60)
    const orders = await Promise.all([buyByTransfer(event), buyByTransfer(event), buyByTransfer(event)])
    const lines = [-100, 100, -101].map((by, index) => transfer({ text: orders[index]?.reference, amount: PRICE + by }))
    expect(resultsOf(await importLines(home, bank.id, lines))).toEqual(['MATCHED', 'MATCHED', 'UNDERPAID'])
    expect(await payouts(home)).toEqual([])
  })

  it('pays an order that got too much, and lists the surplus to pay back', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    expect(resultsOf(await importLines(home, bank.id, [transfer({ text: reference, amount: PRICE + 1 })]))).toEqual([
      'OVERPAID',
    ])
    expect(await orderOf(home, order)).toMatchObject({ status: 'PAID', refunded: 0, payment: { received: PRICE } })
    expect(await payouts(home)).toMatchObject([
      { orderId: order.id, amount: 1, iban: PAYER_IBAN, name: 'Ada Lovelace' },
    ])
  })

  it('pays several orders with one line only if the sums agree', async () => {
    const { home, bank, event } = await setUp()
    const [one, other] = [await buyByTransfer(event), await buyByTransfer(event)]
    const text = `${one.reference} ${other.reference}`
    expect(resultsOf(await importLines(home, bank.id, [transfer({ text, amount: 2 * PRICE - 1 })]))).toEqual([
      'UNMATCHED',
    ])
    const both = await importLines(home, bank.id, [transfer({ text, amount: 2 * PRICE })])
    expect(both.body.data.lines[0]).toMatchObject({ result: 'MATCHED', orders: [{ amount: PRICE }, { amount: PRICE }] })
    for (const { order } of [one, other]) expect((await orderOf(home, order)).status).toBe('PAID')
  })

  it('notes a second payment of a paid order, and lists it to pay back', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    const lines = [transfer({ text: reference }), transfer({ text: reference })]
    expect(resultsOf(await importLines(home, bank.id, lines))).toEqual(['MATCHED', 'DUPLICATE'])
    const report = (await asOwner(home, `GET /events/${event.id}/sales`)).body.data
    expect(report.unreconciled).toMatchObject([{ kind: 'PAID_TWICE', orderId: order.id, amount: PRICE }])
    const [due] = await payouts(home)
    expect(due).toMatchObject({ orderId: order.id, amount: PRICE })
    await asOwner(home, `POST /calendars/${home.slug}/refunds/${due.refundId}/paid-out`)
    expect((await asOwner(home, `GET /events/${event.id}/sales`)).body.data.unreconciled).toEqual([])
  })

  it('gives a late payer the seat if one is free, and otherwise lists the money to pay back', async () => {
    const { home, bank, event } = await setUp(60, PRICE, { capacity: 2 })
    const [seated, without] = [await buyByTransfer(event), await buyByTransfer(event)]
    await expire(seated.order.id)
    expect(resultsOf(await importLines(home, bank.id, [transfer({ text: seated.reference })]))).toEqual(['LATE'])
    expect(await statusOf(seated.guest.id)).toBe('CONFIRMED')
    expect((await orderOf(home, seated.order)).status).toBe('PAID')
    await expire(without.order.id)
    await buyByTransfer(event)
    expect(resultsOf(await importLines(home, bank.id, [transfer({ text: without.reference })]))).toEqual(['LATE'])
    expect(await statusOf(without.guest.id)).toBe('CANCELLED')
    expect((await orderOf(home, without.order)).status).toBe('REFUNDED')
    expect(await payouts(home)).toMatchObject([{ orderId: without.order.id, amount: PRICE }])
  })

  it('pays back a part payment when the order ends', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    await importLines(home, bank.id, [transfer({ text: reference, amount: 4_000 })])
    await env.DB.prepare(`update orders set status = 'CANCELLED', updated_at = 1 where id = ? and status = 'PENDING'`)
      .bind(order.id)
      .run()
    expect(await payouts(home)).toMatchObject([{ orderId: order.id, amount: 4_000 }])
    expect((await orderOf(home, order)).payment.received).toBe(0)
  })

  it('matches the order number and the exact amount, also broken into groups', async () => {
    const { home, bank, event } = await setUp()
    const [one, other] = [await buyByTransfer(event), await buyByTransfer(event)]
    const [number] = [one.order.number as string]
    const lines = [
      transfer({ text: `order ${number.slice(0, 4)} ${number.slice(4, 8)}-${number.slice(8)}` }),
      transfer({ text: `order ${other.order.number}`, amount: PRICE - 1 }),
    ]
    expect(resultsOf(await importLines(home, bank.id, lines))).toEqual(['MATCHED', 'UNMATCHED'])
  })

  it('matches an order number without letters', async () => {
    const { home, bank, event } = await setUp()
    const { order } = await buyByTransfer(event)
    const number = String(Date.now()).slice(-12)
    await env.DB.prepare('update orders set number = ? where id = ?').bind(number, order.id).run()
    const lines = [transfer({ text: `order ${number}`, amount: PRICE + 1 }), transfer({ text: `order ${number}` })]
    expect(resultsOf(await importLines(home, bank.id, lines))).toEqual(['UNMATCHED', 'MATCHED'])
    expect((await orderOf(home, order)).status).toBe('PAID')
  })

  it('suggests the only open order with the amount and the name of the payer', async () => {
    const { home, bank, event } = await setUp()
    const { order } = await buyByTransfer(event, { firstName: 'Zoë', lastName: 'Müller' })
    const line = transfer({ payerName: 'MULLER, ZOE' })
    const answer = await importLines(home, bank.id, [line])
    expect(answer.body.data.lines[0]).toMatchObject({ result: 'SUGGESTED', orders: [{ orderId: order.id }] })
    expect((await orderOf(home, order)).status).toBe('PENDING')
    await buyByTransfer(event, { firstName: 'Zoe', lastName: 'Muller' })
    expect(resultsOf(await importLines(home, bank.id, [transfer({ payerName: 'Zoe Muller' })]))).toEqual(['UNMATCHED'])
  })

  it('leaves all other lines to a person: other currencies, calendars, wrong digits and payments at Stripe', async () => {
    const [{ home, bank, event }, foreign] = [await setUp(), await setUp()]
    const [own, theirs] = [await buyByTransfer(event), await buyByTransfer(foreign.event)]
    const wrong = `${own.reference.slice(0, -1)}${(Number(own.reference.at(-1)) + 1) % 10}`
    const lines = [
      transfer({ text: own.reference, currency: 'CHF' }),
      transfer({ text: theirs.reference }),
      transfer({ text: wrong }),
      transfer({ text: own.reference, amount: 0 }),
      transfer({ text: 'rfd_unknown', amount: -PRICE }),
    ]
    const answer = await importLines(home, bank.id, lines)
    expect(answer.body.data.totals).toEqual({ UNMATCHED: 5 })
    expect((await orderOf(foreign.home, theirs.order)).status).toBe('PENDING')
  })

  it('refuses an account of another calendar, and names the line that is wrong', async () => {
    const [{ home, bank }, foreign] = [await setUp(), await setUp()]
    const other = await importLines(home, foreign.bank.id, [transfer()])
    expect(other.body.errors).toMatchObject([{ field: 'bankAccountId' }])
    const wrong = await importLines(home, bank.id, [transfer(), transfer({ bookedOn: '2027-02-30' })])
    expect(wrong.body.errors).toMatchObject([{ field: 'lines.1.bookedOn' }])
    expect(await linesOf(home)).toEqual([])
    const wide = Array.from({ length: 300 }, () => transfer({ text: 'é'.repeat(1_000) }))
    expect((await importLines(home, bank.id, wide)).status).toBe(413)
    expect(
      (
        await importLines(
          home,
          bank.id,
          Array.from({ length: 501 }, () => transfer()),
        )
      ).status,
    ).toBe(400)
  })
})

describe('lines that share a commit', () => {
  it('pay each order once when two statements arrive together, and the rest is paid back', async () => {
    const { home, bank, event } = await setUp()
    const bought = await Promise.all(Array.from({ length: 6 }, () => buyByTransfer(event)))
    const lines = () => bought.map(({ reference }) => transfer({ text: reference, amount: PRICE - 100 }))
    const rest = () => bought.map(({ reference }) => transfer({ text: reference, amount: 100 }))
    expect((await importLines(home, bank.id, lines())).body.data.totals).toEqual({ UNDERPAID: 6 })
    const answers = await Promise.all([importLines(home, bank.id, rest()), importLines(home, bank.id, rest())])
    const totals = answers.map(({ body }) => body.data.totals)
    const count = (state: string) => totals.reduce((sum, each) => sum + (each[state] ?? 0), 0)
    expect([count('MATCHED'), count('DUPLICATE')]).toEqual([6, 6])
    for (const { order, guest } of bought) {
      expect(await orderOf(home, order)).toMatchObject({ status: 'PAID', payment: { received: PRICE } })
      expect(await statusOf(guest.id)).toBe('CONFIRMED')
      const kinds = (await mailsTo(guest.email)).map(({ kind }) => kind)
      expect(kinds.filter((kind) => kind === 'confirmation')).toHaveLength(1)
    }
    expect((await payouts(home)).map(({ amount }: { amount: number }) => amount)).toEqual(bought.map(() => 100))
  })

  it('are all booked when one of them pays an order that was just cancelled', async () => {
    const { home, bank, event } = await setUp()
    const bought = await Promise.all(Array.from({ length: 4 }, () => buyByTransfer(event)))
    const lines = [...bought.map(({ reference }) => transfer({ text: reference })), transfer({ text: 'fee' })]
    const [gone] = bought
    const [answer] = await Promise.all([
      importLines(home, bank.id, lines),
      asOwner(home, `POST /events/${event.id}/guests/${gone?.guest.id}/cancel`),
    ])
    const found = answer.body.data.lines as { result: string; id: string }[]
    expect(found.every(({ id }) => id.startsWith('bln_'))).toBe(true)
    expect(found.slice(1).map(({ result }) => result)).toEqual(['MATCHED', 'MATCHED', 'MATCHED', 'UNMATCHED'])
    for (const { order } of bought.slice(1)) expect((await orderOf(home, order)).status).toBe('PAID')
  })
})

describe('a statement of 500 lines', () => {
  it('is booked faster than 500 orders are marked as paid separately', async () => {
    const { home, bank, event } = await setUp()
    const bought = []
    for (let made = 0; made < 520; made += 20)
      bought.push(...(await Promise.all(Array.from({ length: 20 }, () => buyByTransfer(event)))))
    const [byHand, byLine] = [bought.slice(0, 20), bought.slice(20)]
    const started = performance.now()
    for (const { order } of byHand) await asOwner(home, `POST /events/${event.id}/orders/${order.id}/mark-paid`, {})
    const floor = ((performance.now() - started) / byHand.length) * byLine.length
    const lines = byLine.map(({ reference }) => transfer({ text: reference }))
    const before = performance.now()
    const answer = await importLines(home, bank.id, lines)
    const taken = performance.now() - before
    expect(answer.body.data.totals).toEqual({ MATCHED: 500 })
    expect(taken).toBeLessThan(floor / 4)
  })
})

describe('a bank line', () => {
  it('is listed with its orders, by state, and keys see the last 4 characters of the IBAN', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    await importLines(home, bank.id, [transfer({ text: reference })])
    await importLines(home, bank.id, [transfer({ text: 'fee' })])
    expect(await linesOf(home, 'OPEN')).toMatchObject([{ text: 'fee', state: 'UNMATCHED', orders: [] }])
    const [line] = await linesOf(home, 'MATCHED')
    expect(line).toMatchObject({ payerIban: PAYER_IBAN, orders: [{ orderId: order.id, number: order.number }] })
    const { key } = await newKey(home, ['billing:read'])
    const read = await send(`GET /v1/calendars/${home.slug}/bank-lines?limit=1`, { key })
    expect(read.body).toMatchObject({ data: [{ text: 'fee', payerIban: '****2606' }], meta: { hasMore: true } })
    const next = await send(`GET /v1/calendars/${home.slug}/bank-lines?before=${read.body.data[0].id}`, { key })
    expect(next.body).toMatchObject({ data: [{ id: line.id }], meta: { hasMore: false } })
  })

  it('is assigned to orders by a person, once', async () => {
    const { home, bank, event } = await setUp()
    const [one, other] = [await buyByTransfer(event), await buyByTransfer(event)]
    const imported = await importLines(home, bank.id, [transfer({ amount: 2 * PRICE, text: 'for us both' })])
    const path = `/calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}`
    const assign = (...orders: unknown[]) => asOwner(home, `POST ${path}/assign`, { orders })
    const [a, b] = [one, other].map(({ order }) => ({ orderId: order.id, amount: PRICE }))
    expect((await assign(a)).body.errors).toMatchObject([{ field: 'orders' }])
    expect((await assign(a, a)).body.errors).toMatchObject([{ field: 'orders' }])
    expect((await assign(a, { orderId: 'ord_unknown', amount: PRICE })).body.errors).toMatchObject([
      { field: 'orders.1' },
    ])
    const [first, second] = await Promise.all([assign(a, b), assign(a, b)])
    expect([first.status, second.status].toSorted()).toEqual([200, 409])
    expect((await assign(a, b)).body).toMatchObject({ code: 'invalid_transition' })
    for (const { order, guest } of [one, other]) {
      expect((await orderOf(home, order)).payment.received).toBe(PRICE)
      expect(await statusOf(guest.id)).toBe('CONFIRMED')
    }
    expect(
      (await asOwner(home, `POST /calendars/${home.slug}/bank-lines/bln_unknown/assign`, { orders: [a] })).status,
    ).toBe(404)
  })

  it('is assigned to an order that a search of the whole calendar finds', async () => {
    const { home, event } = await setUp()
    const { order, reference } = await buyByTransfer(event, { firstName: 'Zoë', lastName: 'Müller' })
    const others = await Promise.all([buyByTransfer(event), buyByTransfer(event), buyByTransfer(event)])
    const found = async (query: Record<string, string>) => {
      const path = `GET /calendars/${home.slug}/orders?${new URLSearchParams({ status: 'PENDING', limit: '2', ...query }).toString()}`
      const { body, status, text } = await asOwner(home, path)
      expect(status, text).toBe(200)
      return { ids: (body.data as { id: string }[]).map(({ id }) => id), hasMore: body.meta.hasMore as boolean }
    }
    for (const q of ['zoe muller', order.number.slice(2), reference])
      expect(await found({ q }), q).toEqual({ ids: [order.id], hasMore: false })
    expect(await found({ q: '' })).toMatchObject({ hasMore: true })
    expect((await found({ q: 'zoe', provider: 'STRIPE' })).ids).toEqual([])
    expect((await found({ q: 'zoe', provider: 'OFFLINE', currency: 'EUR' })).ids).toEqual([order.id])
    expect((await found({ q: 'zoe', currency: 'CHF' })).ids).toEqual([])
    await expire(order.id)
    expect((await found({ q: 'zoe' })).ids).toEqual([])
    expect((await found({ q: 'zoe', status: 'EXPIRED' })).ids).toEqual([order.id])
    const { ids } = await found({ before: others[2]?.order.id ?? '' })
    expect(ids).not.toContain(others[2]?.order.id)
  })

  it('can be ignored with a reason, and restored', async () => {
    const { home, bank } = await setUp()
    const imported = await importLines(home, bank.id, [transfer({ text: 'membership' })])
    const path = `/calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}`
    const ignored = await asOwner(home, `POST ${path}/ignore`, { reason: 'Membership fee' })
    expect(ignored.body.data).toMatchObject({ state: 'IGNORED', reason: 'Membership fee' })
    expect((await asOwner(home, `POST ${path}/ignore`, { reason: 'again' })).body).toMatchObject({
      code: 'invalid_transition',
    })
    expect((await asOwner(home, `POST ${path}/undo`)).body.data).toMatchObject({ state: 'UNMATCHED', reason: null })
    expect((await asOwner(home, `POST ${path}/undo`)).body).toMatchObject({ code: 'invalid_transition' })
  })

  it('is undone with its payment and its surplus', async () => {
    const { home, bank, event } = await setUp()
    const { order, guest, reference } = await buyByTransfer(event)
    const imported = await importLines(home, bank.id, [transfer({ text: reference, amount: PRICE + 500 })])
    const undo = () => asOwner(home, `POST /calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}/undo`)
    const byHand = await asOwner(home, `POST /events/${event.id}/orders/${order.id}/mark-unpaid`)
    expect(byHand.body).toMatchObject({ code: 'payment_in_use' })
    expect((await undo()).body.data).toMatchObject({ state: 'UNMATCHED', orders: [] })
    expect(await orderOf(home, order)).toMatchObject({ status: 'PENDING', payment: { received: 0 } })
    expect(await statusOf(guest.id)).toBe('PENDING')
    expect(await payouts(home)).toEqual([])
    expect(await books(home)).toMatchObject({ charged: 0, refunded: 0, net: 0 })
    expect((await mailsTo(guest.email)).map(({ kind }) => kind)).toContain('pending')
    const again = await asOwner(
      home,
      `POST /calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}/assign`,
      {
        orders: [{ orderId: order.id, amount: PRICE + 500 }],
      },
    )
    expect(again.body.data).toMatchObject({ state: 'OVERPAID' })
    expect(await orderOf(home, order)).toMatchObject({ status: 'PAID', payment: { received: PRICE } })
    expect(await books(home)).toMatchObject({ charged: PRICE + 500, refunded: 500, net: PRICE })
  })

  it('is undone with its second payment, and stays in the books if the order is erased', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    const lines = [transfer({ text: reference }), transfer({ text: reference, amount: 700 })]
    const { lines: booked } = (await importLines(home, bank.id, lines)).body.data
    const twice = { charged: PRICE + 700, refunded: 700, net: PRICE }
    expect(await books(home)).toMatchObject(twice)
    await asOwner(home, `POST /calendars/${home.slug}/bank-lines/${booked[1].id}/undo`)
    expect(await books(home)).toMatchObject({ charged: PRICE, refunded: 0, net: PRICE })
    const orders = [{ orderId: order.id, amount: 700 }]
    await asOwner(home, `POST /calendars/${home.slug}/bank-lines/${booked[1].id}/assign`, { orders })
    expect(await books(home)).toMatchObject(twice)
    await env.DB.prepare('delete from refunds where order_id = ?').bind(order.id).run()
    expect(await books(home)).toMatchObject(twice)
  })

  it('is not undone if it pays another order by then', async () => {
    const { home, bank, event } = await setUp()
    const [first, second] = [await buyByTransfer(event), await buyByTransfer(event)]
    const imported = await importLines(home, bank.id, [transfer({ text: 'thanks' })])
    const path = `/calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}`
    const assign = ({ order }: typeof first) =>
      asOwner(home, `POST ${path}/assign`, { orders: [{ orderId: order.id, amount: PRICE }] })
    await assign(first)
    let isFirst = true
    const late = askerOf(
      createApp(registry, {
        ...deps,
        commit: async (change) => {
          if (isFirst) {
            isFirst = false
            await asOwner(home, `POST ${path}/undo`)
            await assign(second)
          }
          return deps.commit(change)
        },
      }),
    )
    expect(await late(`POST ${path}/undo`, { as: home.owner })).toMatchObject({ status: 503 })
    expect(await orderOf(home, second.order)).toMatchObject({ status: 'PAID', payment: { received: PRICE } })
    expect(await linesOf(home)).toMatchObject([{ state: 'MATCHED', orders: [{ orderId: second.order.id }] }])
  })

  it('is undone once when two requests race', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    const imported = await importLines(home, bank.id, [transfer({ text: reference, amount: PRICE + 500 })])
    const undo = () => asOwner(home, `POST /calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}/undo`)
    const answers = await Promise.all([undo(), undo(), undo()])
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await orderOf(home, order)).toMatchObject({ status: 'PENDING', payment: { received: 0 } })
    expect(await books(home)).toMatchObject({ charged: 0, refunded: 0, net: 0 })
  })

  it('is posted on the day of the bank, and so is its surplus', async () => {
    const { home, bank, event } = await setUp()
    const { order, reference } = await buyByTransfer(event)
    const lastYear = `${new Date().getUTCFullYear() - 1}-12-30`
    await importLines(home, bank.id, [transfer({ text: reference, amount: PRICE + 500, bookedOn: lastYear })])
    const { results } = await env.DB.prepare(
      `select type, date(at / 1000, 'unixepoch') as day from postings where order_id = ? order by type, amount`,
    )
      .bind(order.id)
      .all()
    const today = new Date().toISOString().slice(0, 10)
    expect(results).toEqual([
      { type: 'CHARGE', day: lastYear },
      { type: 'CHARGE', day: lastYear },
      { type: 'REFUND', day: today },
    ])
  })

  it('can’t be undone once its order has an invoice', async () => {
    const { home, bank, event } = await setUp()
    const seller = { documents: 'ALWAYS', name: 'A', line1: 'B', city: 'C', country: 'DE', vatId: 'DE1' }
    await asOwner(home, `PUT /calendars/${home.slug}/seller`, seller)
    const { reference } = await buyByTransfer(event)
    const imported = await importLines(home, bank.id, [transfer({ text: reference })])
    const path = `/calendars/${home.slug}/bank-lines/${imported.body.data.lines[0].id}/undo`
    expect((await asOwner(home, `POST ${path}`)).body).toMatchObject({ statusCode: 409, code: 'bank_line_applied' })
  })

  it('can’t be undone once a check-in, a refund or a payment file depends on it', async () => {
    const { home, bank, event } = await setUp()
    const bought = await Promise.all([buyByTransfer(event), buyByTransfer(event)])
    const [used, refunded] = bought
    const lines = [
      transfer({ text: used?.reference }),
      transfer({ text: refunded?.reference }),
      transfer({ text: used?.reference }),
    ]
    const { lines: booked } = (await importLines(home, bank.id, lines)).body.data
    await env.DB.prepare(`update guests set status = 'CHECKED_IN' where id = ?`).bind(used?.guest.id).run()
    await asOwner(home, `POST /events/${event.id}/orders/${refunded?.order.id}/refund`, { amount: 100 })
    const due = (await payouts(home)).find(({ orderId }: { orderId: string }) => orderId === used?.order.id)
    const file = { bankAccountId: bank.id, refundIds: [due.refundId] }
    expect((await asOwner(home, `POST /calendars/${home.slug}/payout-files`, file)).status).toBe(200)
    for (const { id } of booked as { id: string }[])
      expect((await asOwner(home, `POST /calendars/${home.slug}/bank-lines/${id}/undo`)).body).toMatchObject({
        statusCode: 409,
        code: 'bank_line_applied',
      })
  })
})

describe('a guest who first waits', () => {
  it('pays by the chosen method after approval, unless transfers have closed', async () => {
    const home = await newCalendar()
    const bank = await openBank(home)
    await restrictedAccount(home)
    await env.DB.prepare(`update payment_accounts set status = 'ACTIVE' where calendar_id = ?`).bind(home.id).run()
    const event = await eventIn(home, 60, PRICE, { requiresApproval: true })
    const register = async () =>
      (await send(`POST /public/events/${event.id}/registrations`, { json: { ...person(), payBy: 'BANK' } })).body.data
        .guest
    const [open, closed] = [await register(), await register()]
    const methodAfter = async (guestId: string) => {
      await asOwner(home, `POST /events/${event.id}/guests/${guestId}/approve`)
      const found = await env.DB.prepare(
        'select method from order_terms z join orders o on o.id = z.order_id where o.guest_id = ?',
      )
        .bind(guestId)
        .first<{ method: string }>()
      return found?.method
    }
    expect(await methodAfter(open.id)).toBe('BANK')
    await env.DB.prepare('update bank_accounts set is_active = 0 where id = ?').bind(bank.id).run()
    expect(await methodAfter(closed.id)).toBe('ONLINE')
  })
})
