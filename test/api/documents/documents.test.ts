import { env, exports } from 'cloudflare:workers'
import { eq } from 'drizzle-orm'
import { describe, expect, it } from 'vitest'
import { send } from '../../support/api.ts'
import { deps } from '../../support/app.ts'
import { asks } from '../../support/asks.ts'
import { rowOf, setColumns } from '../../support/database.ts'
import { manageApi, newCalendar, newEvent, newKey, newTicket, newWebhook, person } from '../../support/factories.ts'
import { buyByTransfer, eventIn, importLines, openBank, transfer } from '../../support/bank.ts'
import { asOwner, pay, refund, taxTicket } from '../../support/orders.ts'
import { mails } from '../../../src/db/schema.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { eraseBuyersOfDocuments } from '../../../src/modules/documents/documents.store.ts'
import type { DocumentOutput } from '../../../src/modules/documents/documents.schema.ts'

asks({
  'GET /v1/calendars/:slug/seller': { scope: 'billing:read' },
  'GET /calendars/:slug/seller': { role: 'OWNER' },
  'PUT /calendars/:slug/seller': { role: 'OWNER' },
  'GET /v1/calendars/:slug/documents': { scope: 'billing:read' },
  'GET /calendars/:slug/documents': { role: 'OWNER' },
  'POST /v1/events/:eventId/orders/:orderId/documents': { scope: 'billing:write', isWhole: true },
  'POST /events/:eventId/orders/:orderId/documents': { role: 'OWNER', isWhole: true },
  'GET /v1/calendars/:slug/documents/:documentId/xml': { scope: 'billing:read' },
  'GET /calendars/:slug/documents/:documentId/xml': { role: 'OWNER' },
  'GET /v1/calendars/:slug/documents/:documentId/html': { scope: 'billing:read' },
  'GET /calendars/:slug/documents/:documentId/html': { role: 'OWNER' },
  'GET /public/registrations/:manageToken/documents/:documentId/xml': { isOpen: true, isSecret: true },
  'GET /public/registrations/:manageToken/documents': { isOpen: true, isSecret: true },
  'POST /public/registrations/:manageToken/documents': { isOpen: true, isSecret: true, isWhole: true },
})

type Home = Awaited<ReturnType<typeof newCalendar>>

const SELLER = {
  documents: 'ON_REQUEST',
  name: 'Kulturverein Lindenhof e.V.',
  line1: 'Lindenstraße 1',
  postalCode: '50674',
  city: 'Köln',
  country: 'de',
  vatId: 'DE123456789',
}
const BUYER = {
  name: 'Ada Byron',
  company: 'Byron GmbH',
  line1: 'Ring 2',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const OTHER_BUYER = { ...BUYER, company: 'Lovelace AG' }
const YEAR = new Date().getUTCFullYear()

const save = (home: Home, json: object = {}) =>
  asOwner(home, `PUT /calendars/${home.slug}/seller`, { ...SELLER, ...json })
const sellingHome = async (json: object = {}) => {
  const home = await newCalendar()
  expect((await save(home, json)).status).toBe(200)
  return home
}

interface Sale {
  home: Home
  event: { id: string }
  orderId: string
  manageUrl: string
  guests: { id: string }[]
}

/** An unpaid order of a party with two prices, and two tax rates unless `isTaxed` is false. */
const order = async (home: Home, { isTaxed = true, places = 3 } = {}): Promise<Sale> => {
  const event = await newEvent(home, { title: 'Ball' }, { price: 11_900 })
  const meal = await newTicket({ id: event.id, calendar: home }, { price: 1_070, name: 'Meal' })
  if (isTaxed) {
    await taxTicket(home, event.id, event.ticketId, 1_900)
    await taxTicket(home, event.id, meal.id, 700)
  }
  const attendees = [{ ticketId: event.ticketId }, { ticketId: event.ticketId }, { ticketId: meal.id }].slice(0, places)
  const { body, text, status } = await send(`POST /public/events/${event.id}/registrations`, {
    json: { buyer: person(), attendees },
  })
  expect(status, text).toBe(200)
  return { home, event, orderId: body.data.order.id, manageUrl: body.data.manageUrl, guests: body.data.guests }
}
const sell = async (...of: Parameters<typeof order>) => {
  const sale = await order(...of)
  expect((await pay(sale.home, sale.event, sale.orderId)).status).toBe(200)
  return sale
}
const issue = ({ home, event, orderId }: Sale, json: object = BUYER) =>
  asOwner(home, `POST /events/${event.id}/orders/${orderId}/documents`, json)
const documentsOf = async ({ home, orderId }: Sale): Promise<DocumentOutput[]> =>
  (await asOwner(home, `GET /calendars/${home.slug}/documents?orderId=${orderId}&limit=100`)).body.data.toReversed()
const own = (sale: Sale) => `${manageApi(sale.manageUrl)}/documents`
const raw = (text: string, ...values: unknown[]) =>
  env.DB.prepare(text)
    .bind(...values)
    .run()

describe('seller', () => {
  it('is empty until the owner enters it, then returned with its defaults', async () => {
    const home = await newCalendar()
    const { key } = await newKey(home, ['billing:read'])
    const read = () => send(`GET /v1/calendars/${home.slug}/seller`, { key })
    expect((await read()).body.data).toMatchObject({ documents: 'OFF', name: '', updatedAt: null })
    const saved = await save(home)
    expect(saved.status, saved.text).toBe(200)
    expect((await read()).body.data).toEqual(saved.body.data)
    expect(saved.body.data).toMatchObject({
      ...SELLER,
      country: 'DE',
      simplifiedUpTo: 25_000,
      simplifiedCurrency: 'EUR',
      keepYears: 10,
      smallBusiness: false,
    })
    expect((await save(home, { documents: 'OFF', keepYears: 6 })).body.data).toMatchObject({
      documents: 'OFF',
      keepYears: 6,
    })
  })

  it.each([
    ['taxNumber', { vatId: null }],
    ['country', { country: 'Deutschland' }],
    ['name', { name: ' ' }],
    ['keepYears', { keepYears: 5 }],
    ['documents', { documents: 'SOMETIMES' }],
  ])('is refused with the field %s for %j', async (field, json) => {
    const answer = await save(await newCalendar(), json)
    expect([answer.status, answer.body.errors[0].field]).toEqual([400, field])
  })
})

describe('invoice', () => {
  it('states seller, buyer, lines and tax, and adds up', async () => {
    const sale = await sell(await sellingHome())
    const { status, text, body } = await issue(sale)
    expect(status, text).toBe(200)
    const [invoice] = body.data
    expect(invoice).toMatchObject({
      number: `R${YEAR}-00001`,
      kind: 'INVOICE',
      precedes: null,
      seller: { name: SELLER.name, country: 'DE', vatId: SELLER.vatId },
      buyer: { ...BUYER, vatId: null },
      event: { title: 'Ball' },
      lines: [
        { kind: 'ITEM', quantity: 2, unitPrice: 11_900, gross: 23_800, net: 20_000, rate: 1_900 },
        { kind: 'ITEM', name: 'Meal', quantity: 1, unitPrice: 1_070, gross: 1_070, net: 1_000, rate: 700 },
      ],
      taxes: [
        { name: 'VAT', rate: 1_900, category: 'S', gross: 23_800, net: 20_000, tax: 3_800 },
        { name: 'VAT', rate: 700, category: 'S', gross: 1_070, net: 1_000, tax: 70 },
      ],
      net: 21_000,
      tax: 3_870,
      gross: 24_870,
    })
    expect(new Date(invoice.keepUntil).getUTCFullYear()).toBe(YEAR + 11)
    expect(await documentsOf(sale)).toEqual(body.data)
  })

  it('has no tax if the tickets have no rate', async () => {
    const sale = await sell(await sellingHome(), { isTaxed: false, places: 1 })
    const [invoice] = (await issue(sale)).body.data
    expect(invoice).toMatchObject({
      lines: [{ gross: 11_900, net: 11_900, rate: null }],
      taxes: [],
      tax: 0,
      net: 11_900,
    })
  })

  it('is listed in its order', async () => {
    const sale = await sell(await sellingHome())
    const read = async () => (await asOwner(sale.home, `GET /events/${sale.event.id}/orders/${sale.orderId}`)).body.data
    expect((await read()).documents).toEqual([])
    const [{ id, number, issuedAt }] = (await issue(sale)).body.data
    await refund(sale.home, sale.event, sale.orderId, { amount: 500 })
    const documents = [
      { id, number, kind: 'INVOICE', issuedAt },
      { id: expect.any(String), number: `G${YEAR}-00001`, kind: 'CREDIT_NOTE', issuedAt: expect.any(String) },
    ]
    expect((await read()).documents).toEqual(documents)
    const [listed] = (await asOwner(sale.home, `GET /events/${sale.event.id}/orders`)).body.data
    expect(listed.documents).toEqual(documents)
    const registration = (await send(`GET /public/registrations/${sale.manageUrl.split('/').at(-1)}`)).body.data
    expect(registration.order.documents).toEqual([])
  })

  it('is issued once for concurrent requests', async () => {
    const sale = await sell(await sellingHome())
    const answers = await Promise.all(Array.from({ length: 8 }, () => issue(sale)))
    expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
    expect(await documentsOf(sale)).toHaveLength(1)
  })

  it('has numbers without gaps per calendar and series when many orders are paid concurrently', async () => {
    const [home, other] = [await sellingHome({ documents: 'ALWAYS' }), await sellingHome({ documents: 'ALWAYS' })]
    const sales = await Promise.all(
      Array.from({ length: 12 }, (_, index) => order(index % 3 === 0 ? other : home, { isTaxed: false, places: 1 })),
    )
    // Each payment arrives three times in parallel; one of them counts.
    await Promise.all(sales.flatMap((sale) => [1, 2, 3].map(() => pay(sale.home, sale.event, sale.orderId))))
    await Promise.all(sales.slice(0, 6).map((sale) => refund(sale.home, sale.event, sale.orderId)))
    for (const [one, invoices, credits] of [
      [home, 8, 4],
      [other, 4, 2],
    ] as const) {
      const all: DocumentOutput[] = (await asOwner(one, `GET /calendars/${one.slug}/documents?limit=100`)).body.data
      const numbers = (series: string, length: number) =>
        Array.from({ length }, (_, index) => `${series}${YEAR}-${String(index + 1).padStart(5, '0')}`)
      expect(all.map(({ number }) => number).toSorted()).toEqual([...numbers('G', credits), ...numbers('R', invoices)])
    }
  })

  it('waits for the payment if the buyer asks before', async () => {
    const sale = await order(await sellingHome())
    expect((await issue(sale)).body.data).toEqual([])
    await issue(sale, OTHER_BUYER)
    await pay(sale.home, sale.event, sale.orderId)
    expect(await documentsOf(sale)).toMatchObject([{ kind: 'INVOICE', buyer: OTHER_BUYER }])
  })

  it('is issued automatically with ALWAYS, up to the limit', async () => {
    const small = await sell(await sellingHome({ documents: 'ALWAYS', simplifiedUpTo: 11_900 }), { places: 1 })
    expect(await documentsOf(small)).toMatchObject([
      { gross: 11_900, buyer: { line1: null, email: expect.any(String) } },
    ])
    const large = await sell(small.home, { places: 2 })
    expect(await documentsOf(large)).toEqual([])
    const onRequest = await sell(await sellingHome(), { places: 1 })
    expect(await documentsOf(onRequest)).toEqual([])
  })

  it('is issued for money that arrives after the order has ended', async () => {
    const home = await sellingHome()
    const bank = await openBank(home)
    const event = await eventIn(home, 60)
    const late = async (json: object | null) => {
      const { order: made, guest, reference } = await buyByTransfer(event)
      const sale = { home, event, orderId: made.id, manageUrl: '', guests: [guest] }
      if (json !== null) expect((await issue(sale, json)).body.data).toEqual([])
      await raw(`update orders set status = 'EXPIRED', updated_at = ? where id = ?`, Date.now(), made.id)
      await raw(`update guests set status = 'CANCELLED' where order_id = ?`, made.id)
      expect((await importLines(home, bank.id, [transfer({ text: reference })])).body.data.lines[0].result).toBe('LATE')
      return documentsOf(sale)
    }
    expect(await late(BUYER)).toMatchObject([{ kind: 'INVOICE', buyer: { company: BUYER.company } }])
    expect(await late(null)).toEqual([])
    await save(home, { documents: 'ALWAYS' })
    expect(await late(null)).toMatchObject([{ kind: 'INVOICE' }])
  })

  it('is issued on a later request if the calendar issued none when the order was paid', async () => {
    for (const buyer of [BUYER, OTHER_BUYER]) {
      const home = await sellingHome()
      const sale = await order(home)
      await issue(sale)
      await save(home, { documents: 'OFF' })
      await pay(home, sale.event, sale.orderId)
      await refund(home, sale.event, sale.orderId, { amount: 1_000 })
      await save(home)
      expect(await documentsOf(sale)).toEqual([])
      await issue(sale, buyer)
      await issue(sale, buyer)
      expect(await documentsOf(sale)).toMatchObject([
        { kind: 'INVOICE', buyer: { company: buyer.company } },
        { kind: 'CREDIT_NOTE' },
      ])
    }
  })

  it('starts a new series with the year of the calendar’s time zone', async () => {
    const home = await newCalendar({ timezone: 'Pacific/Auckland' })
    await save(home)
    const issuedAt = async (at: string) => {
      const sale = await sell(home, { isTaxed: false, places: 1 })
      await raw(
        "insert into documents (id, calendar_id, kind, order_id, sums_version, issued_at) values (?, ?, 'INVOICE', ?, 1, ?)",
        `doc_${sale.orderId}`,
        home.id,
        sale.orderId,
        Date.parse(at),
      )
      return (await documentsOf(sale))[0]?.number
    }
    expect(await issuedAt('2026-12-31T10:59:59Z')).toBe('R2026-00001')
    expect(await issuedAt('2026-12-31T11:00:00Z')).toBe('R2027-00001')
    expect(await issuedAt('2026-12-31T12:00:00Z')).toBe('R2027-00002')
  })

  it('keeps its content when seller, event and tax rates change', async () => {
    const sale = await sell(await sellingHome())
    const [before] = (await issue(sale)).body.data
    await save(sale.home, { name: 'Somebody else', documents: 'OFF' })
    await asOwner(sale.home, `PATCH /events/${sale.event.id}`, { title: 'Concert' })
    expect(await documentsOf(sale)).toEqual([before])
  })

  it('returns 409 without a seller, for an unpaid order that ended, and for a refunded one', async () => {
    const home = await newCalendar()
    const sale = await sell(home)
    const refused = await issue(sale)
    const missing = ['documents', 'name', 'line1', 'city', 'country', 'taxNumber']
    expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, 'seller_incomplete', { missing }])
    await save(home, { documents: 'OFF' })
    expect((await issue(sale)).body).toMatchObject({ code: 'seller_incomplete', data: { missing: ['documents'] } })
    await save(home)
    await refund(home, sale.event, sale.orderId)
    const late = await issue(sale)
    expect([late.status, late.body.code]).toEqual([409, 'invoice_unavailable'])
    expect((await issue({ ...sale, orderId: 'ord_0' })).status).toBe(404)
    expect((await issue({ ...sale, event: await newEvent(home) })).status).toBe(404)
  })

  it('can’t become unpaid', async () => {
    const sale = await sell(await sellingHome())
    await issue(sale)
    const answer = await asOwner(sale.home, `POST /events/${sale.event.id}/orders/${sale.orderId}/mark-unpaid`)
    expect([answer.status, answer.body.code]).toEqual([409, 'payment_in_use'])
  })
})

describe('credit note', () => {
  const signed = (documents: DocumentOutput[], of: (document: DocumentOutput) => number) =>
    documents.reduce((sum, each) => sum + (each.kind === 'INVOICE' ? 1 : -1) * of(each), 0)

  it('follows each refund, and the sums of all documents equal the order minus its refunds', async () => {
    const sale = await sell(await sellingHome())
    await issue(sale)
    for (const json of [{ amount: 333 }, { items: [{ guestId: sale.guests[2]?.id }] }, { amount: 11_001 }, {}]) {
      const { body, text, status } = await refund(sale.home, sale.event, sale.orderId, json)
      expect(status, text).toBe(200)
      const documents = await documentsOf(sale)
      const { total, refunded, taxes } = body.data.order
      expect(signed(documents, ({ gross }) => gross)).toBe(total - refunded)
      expect(signed(documents, ({ tax }) => tax)).toBe(
        taxes.reduce((sum: number, each: { tax: number; refundedTax: number }) => sum + each.tax - each.refundedTax, 0),
      )
      for (const { net, tax, gross, lines } of documents) {
        expect(net + tax).toBe(gross)
        expect(lines.reduce((sum, line) => sum + line.gross, 0)).toBe(gross)
        expect(lines.reduce((sum, line) => sum + line.net, 0)).toBe(net)
      }
    }
    const documents = await documentsOf(sale)
    expect(documents.map(({ number, precedes }) => [number, precedes])).toEqual([
      [`R${YEAR}-00001`, null],
      ...[1, 2, 3, 4].map((each) => [`G${YEAR}-0000${each}`, `R${YEAR}-00001`]),
    ])
    expect(signed(documents, ({ gross }) => gross)).toBe(0)
  })

  it('also states refunds from before the invoice', async () => {
    const sale = await sell(await sellingHome())
    await refund(sale.home, sale.event, sale.orderId, { amount: 500 })
    expect(await documentsOf(sale)).toEqual([])
    expect((await issue(sale)).body.data).toMatchObject([
      { kind: 'INVOICE', gross: 24_870 },
      { kind: 'CREDIT_NOTE', gross: 500, precedes: `R${YEAR}-00001` },
    ])
  })

  it('is reversed by an invoice if the refund fails later', async () => {
    const sale = await sell(await sellingHome())
    await issue(sale)
    const { body } = await refund(sale.home, sale.event, sale.orderId, { amount: 700 })
    await setColumns('refunds', body.data.refund.id, { status: 'FAILED' })
    const documents = await documentsOf(sale)
    expect(documents.map(({ kind, gross, precedes }) => [kind, gross, precedes])).toEqual([
      ['INVOICE', 24_870, null],
      ['CREDIT_NOTE', 700, `R${YEAR}-00001`],
      ['INVOICE', 700, `G${YEAR}-00001`],
    ])
    expect(signed(documents, ({ tax }) => tax)).toBe(3_870)
  })

  it('corrects an invoice together with a new one', async () => {
    const sale = await sell(await sellingHome())
    await issue(sale)
    await refund(sale.home, sale.event, sale.orderId, { amount: 870 })
    await issue(sale, OTHER_BUYER)
    await issue(sale, OTHER_BUYER)
    const documents = await documentsOf(sale)
    expect(documents.map(({ kind, gross, buyer }) => [kind, gross, buyer?.company])).toEqual([
      ['INVOICE', 24_870, BUYER.company],
      ['CREDIT_NOTE', 870, BUYER.company],
      ['CREDIT_NOTE', 24_000, BUYER.company],
      ['INVOICE', 24_000, OTHER_BUYER.company],
    ])
    await refund(sale.home, sale.event, sale.orderId)
    const after = await documentsOf(sale)
    expect(after.at(-1)).toMatchObject({ kind: 'CREDIT_NOTE', gross: 24_000, precedes: `R${YEAR}-00002` })
    expect(signed(after, ({ tax }) => tax)).toBe(0)
  })
})

describe('document', () => {
  it('can’t be changed, replaced or deleted, even in SQL', async () => {
    const sale = await sell(await sellingHome())
    const [{ id }] = (await issue(sale)).body.data
    const before = await rowOf('documents', id)
    for (const change of [
      'update documents set number = 7 where id = ?',
      "update documents set facts = '{}' where id = ?",
      "update documents set buyer = '{}' where id = ?",
      'update documents set buyer = null where id = ?',
      'update documents set buyer = null, erased_at = keep_until - 1 where id = ?',
      'update documents set buyer = null, erased_at = keep_until, issued_at = 1 where id = ?',
      'delete from documents where id = ?',
      `insert or replace into documents (id, calendar_id, series, number, kind, order_id, sums_version, issued_at)
        select id, calendar_id, series, 99, kind, order_id, 1, 1 from documents where id = ?`,
      `insert or replace into documents (id, calendar_id, series, number, kind, order_id, sums_version, issued_at)
        select 'doc_0', calendar_id, series, number, kind, 'ord_0', 1, 1 from documents where id = ?`,
    ]) {
      await expect(raw(change, id), change).rejects.toThrow('documents are immutable')
    }
    expect(await rowOf('documents', id)).toEqual(before)
  })

  it('loses the buyer’s data at keepUntil', async () => {
    const sale = await sell(await sellingHome())
    const [{ id, keepUntil }] = (await issue(sale)).body.data
    await eraseBuyersOfDocuments(deps.db, Date.parse(keepUntil) - 1, 100)
    expect((await documentsOf(sale))[0]?.buyer).toMatchObject(BUYER)
    await eraseBuyersOfDocuments(deps.db, Date.parse(keepUntil), 100)
    expect(await documentsOf(sale)).toMatchObject([{ id, buyer: null, gross: 24_870 }])
  })

  it('stays when the buyer is erased, and the response lists it', async () => {
    const home = await sellingHome()
    const event = await newEvent(home, {}, { price: 5_000 })
    const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json: person() })).body
    const sale = { home, event, orderId: data.order.id, manageUrl: data.manageUrl, guests: [data.guest] }
    await pay(home, event, sale.orderId)
    const [{ id, number, keepUntil }] = (await issue(sale)).body.data
    const erased = await asOwner(home, `POST /events/${event.id}/guests/${data.guest.id}/erase`)
    expect(erased.body.data.kept).toEqual([{ id, number, until: keepUntil }])
    expect(await documentsOf(sale)).toMatchObject([{ id, buyer: BUYER }])
    expect(
      (
        await env.DB.prepare('select count(*) as n from invoice_addresses where order_id = ?')
          .bind(sale.orderId)
          .first()
      )?.['n'],
    ).toBe(0)
  })

  it('blocks the erasure of its calendar', async () => {
    const home = await sellingHome()
    const sale = await sell(home)
    const blocks = async () => (await asOwner(home, `GET /calendars/${home.slug}/erasure`)).body.data.blocks
    const kinds = async () => (await blocks()).map(({ kind }: { kind: string }) => kind)
    expect(await kinds()).not.toContain('DOCUMENTS_KEPT')
    await issue(sale)
    expect(await kinds()).toContain('DOCUMENTS_KEPT')
  })
})

describe('buyer', () => {
  it('asks for the invoice with the manage link, and reads it', async () => {
    const sale = await sell(await sellingHome())
    const before = { canRequest: true, needsAddress: false, documents: [] }
    expect((await send(`GET ${own(sale)}`)).body.data).toEqual(before)
    const asked = await send(`POST ${own(sale)}`, { json: BUYER })
    expect(asked.status, asked.text).toBe(200)
    expect(asked.body.data).toMatchObject([{ number: `R${YEAR}-00001`, buyer: BUYER }])
    const after = { canRequest: false, needsAddress: true, documents: asked.body.data }
    expect((await send(`GET ${own(sale)}`)).body.data).toEqual(after)
  })

  it('completes an invoice without an address, and can’t change it later', async () => {
    const sale = await sell(await sellingHome({ documents: 'ALWAYS' }))
    expect(await documentsOf(sale)).toHaveLength(1)
    expect((await send(`POST ${own(sale)}`, { json: BUYER })).body.data).toHaveLength(3)
    expect((await send(`POST ${own(sale)}`, { json: BUYER })).body.data).toHaveLength(3)
    const refused = await send(`POST ${own(sale)}`, { json: OTHER_BUYER })
    expect([refused.status, refused.body.code]).toEqual([409, 'invoice_issued'])
    expect(await documentsOf(sale)).toHaveLength(3)
  })

  it.each([
    ['seller_incomplete', false],
    ['invoice_unavailable', true],
  ])('is refused with %s', async (code, hasSeller) => {
    const home = await newCalendar()
    if (hasSeller) await save(home)
    const sale = await sell(home)
    if (hasSeller) await refund(home, sale.event, sale.orderId)
    const refused = await send(`POST ${own(sale)}`, { json: BUYER })
    expect([refused.status, refused.body.code]).toEqual([409, code])
  })

  it('hides it from members of the party', async () => {
    const home = await sellingHome()
    const event = await newEvent(home, {}, { price: 5_000 })
    const member = person()
    const { data } = (
      await send(`POST /public/events/${event.id}/registrations`, {
        json: { buyer: person(), attendees: [{}, member] },
      })
    ).body
    const sale = { home, event, orderId: data.order.id, manageUrl: data.manageUrl, guests: data.guests }
    await pay(home, event, sale.orderId)
    await issue(sale)
    const [guest] = (await asOwner(home, `GET /events/${event.id}/guests?q=${encodeURIComponent(member.email)}`)).body
      .data
    const { manageUrlOfGuest } = await import('../../../src/modules/seats/manage-token.ts')
    const theirs = { ...sale, manageUrl: await manageUrlOfGuest(guest.id, deps) }
    const hidden = { canRequest: false, needsAddress: false, documents: [] }
    expect((await send(`GET ${own(theirs)}`)).body.data).toEqual(hidden)
    expect((await send(`POST ${own(theirs)}`, { json: BUYER })).status).toBe(404)
  })
})

describe('issued document', () => {
  const mailsOf = async ({ orderId }: Sale) =>
    (
      await env.DB.prepare(
        `select m.recipient, m.data from mails m join orders o on o.event_id = m.event_id
          where m.kind = 'document' and o.id = ? order by m.rowid`,
      )
        .bind(orderId)
        .all<{ recipient: string; data: string }>()
    ).results.map(({ recipient, data }) => ({ recipient, ...(JSON.parse(data) as { number: string; kind: string }) }))

  it('is emailed to the buyer once, and a correction with one email', async () => {
    const sale = await sell(await sellingHome())
    await Promise.all([issue(sale), issue(sale)])
    await issue(sale, OTHER_BUYER)
    await refund(sale.home, sale.event, sale.orderId, { items: [{ guestId: sale.guests[0]?.id }] })
    const recipient = (await rowOf('orders', sale.orderId))?.['buyer_email']
    expect(await mailsOf(sale)).toMatchObject([
      { recipient, kind: 'INVOICE', number: `R${YEAR}-00001` },
      { recipient, kind: 'INVOICE', number: `R${YEAR}-00002` },
      { recipient, kind: 'CREDIT_NOTE', number: `G${YEAR}-00002` },
    ])
  })

  it('is emailed with a link to the document on the buyer’s page', async () => {
    const sale = await sell(await sellingHome())
    const [{ id, number }] = (await issue(sale)).body.data
    const [mail] = await deps.db
      .select()
      .from(mails)
      .where(eq(mails.cause, `document:${id}`))
    const message = mail === undefined ? null : await compose(mail, deps)
    expect(message?.subject).toBe(`Invoice ${number}: Ball`)
    expect(message?.text).toContain(`${sale.manageUrl}/documents/${id}`)
  })

  it('isn’t emailed to someone who got the ticket by transfer', async () => {
    const home = await sellingHome()
    const event = await newEvent(home, { title: 'Ball' }, { price: 11_900 })
    const { data } = (await send(`POST /public/events/${event.id}/registrations`, { json: person() })).body
    const sale = { home, event, orderId: data.order.id, manageUrl: data.manageUrl, guests: [data.guest] }
    expect((await pay(home, event, sale.orderId)).status).toBe(200)
    await setColumns('guests', data.guest.id, { email: 'new@guests.example' })
    expect((await issue(sale)).status).toBe(200)
    expect(await mailsOf(sale)).toEqual([])
  })

  it('is an HTML file for printing, in the buyer’s language or another', async () => {
    const sale = await sell(await sellingHome())
    const [{ id, number }] = (await issue(sale, { ...BUYER, company: '<b>Byron</b>' })).body.data
    const page = (query = '') => asOwner(sale.home, `GET /calendars/${sale.home.slug}/documents/${id}/html${query}`)
    const english = await page()
    expect([english.status, english.headers.get('Content-Type')]).toEqual([200, 'text/html; charset=utf-8'])
    expect(english.headers.get('Content-Disposition')).toBe(`attachment; filename="${number}.html"`)
    expect(english.text).toContain(`<title>Invoice ${number}</title>`)
    expect(english.text).toContain('&lt;b&gt;Byron&lt;/b&gt;')
    expect(english.text).not.toMatch(/<script|src=|https?:/)
    expect((await page('?locale=ar')).text).toMatch(/<html lang="ar" dir="rtl">/)
    expect((await page('?locale=xx')).status).toBe(400)
    const other = await sellingHome()
    expect((await asOwner(other, `GET /calendars/${other.slug}/documents/${id}/html`)).status).toBe(404)
  })

  it('reaches webhooks with the `seq` of its own change', async () => {
    const home = await sellingHome()
    await setColumns('calendars', home.id, { plan: 'PRO' })
    await newWebhook(home, 'https://hooks.example.org/documents', { events: ['document.issued'] })
    const [{ id }] = (await issue(await sell(home))).body.data
    const { results } = await env.DB.prepare(
      `select c.object, c.object_id from deliveries d join changes c on c.seq = d.seq where d.calendar_id = ?`,
    )
      .bind(home.id)
      .all()
    expect(results).toEqual([{ object: 'document', object_id: id }])
  })
})

describe('electronic invoice', () => {
  const xml = (sale: Sale, id: string, query = '') =>
    asOwner(sale.home, `GET /calendars/${sale.home.slug}/documents/${id}/xml${query}`)

  it('is XML with the same number and sums', async () => {
    const sale = await sell(await sellingHome())
    const [{ id, number, eInvoices }] = (await issue(sale)).body.data
    expect(eInvoices).toEqual(['EN16931'])
    const { status, text, headers } = await xml(sale, id)
    expect(status, text).toBe(200)
    expect(headers.get('Content-Type')).toBe('application/xml; charset=utf-8')
    expect(text).toContain(`<rsm:ExchangedDocument><ram:ID>${number}</ram:ID><ram:TypeCode>380</ram:TypeCode>`)
    expect(text).toContain('<ram:GrandTotalAmount>248.70</ram:GrandTotalAmount>')
    expect((await send(`GET ${own(sale)}/${id}/xml`)).text).toBe(text)
    expect((await xml(sale, 'doc_0')).status).toBe(404)
  })

  it('lists the data that a profile lacks, to the buyer too', async () => {
    const sale = await sell(await sellingHome())
    const [{ id }] = (await issue(sale)).body.data
    const missing = ['buyer.reference', 'buyer.email', 'seller.contact', 'seller.phone', 'seller.email']
    for (const refused of [
      await xml(sale, id, '?profile=XRECHNUNG'),
      await send(`GET ${own(sale)}/${id}/xml?profile=XRECHNUNG`),
    ]) {
      expect([refused.status, refused.body.code, refused.body.data]).toEqual([409, 'e_invoice_incomplete', { missing }])
    }
  })

  it('is an XRechnung if seller and buyer gave everything', async () => {
    const seller = { contact: 'Eva Muster', phone: '+49 221 1234567', email: 'kasse@example.org' }
    const sale = await sell(await sellingHome(seller))
    const [{ id, eInvoices }] = (
      await issue(sale, { ...BUYER, reference: '04011000-12345-67', email: 'ada@example.org' })
    ).body.data
    expect(eInvoices).toEqual(['EN16931', 'XRECHNUNG'])
    const { text } = await xml(sale, id, '?profile=XRECHNUNG')
    expect(text).toContain('kosit:xrechnung_3.0')
    expect(text).toContain('<ram:BuyerReference>04011000-12345-67</ram:BuyerReference>')
  })

  it('of another order is unknown to the buyer', async () => {
    const [sale, other] = [await sell(await sellingHome()), await sell(await sellingHome())]
    const [{ id }] = (await issue(other)).body.data
    expect((await send(`GET ${own(sale)}/${id}/xml`)).status).toBe(404)
    const free = await newEvent(sale.home)
    const { data } = (await send(`POST /public/events/${free.id}/registrations`, { json: person() })).body
    expect((await send(`GET ${manageApi(data.manageUrl)}/documents/${id}/xml`)).status).toBe(404)
  })
})

describe('invoice page', () => {
  const browse = async (sale: Sale, rest: string, form?: Record<string, string>) => {
    const url = `https://calendar.test/r/${sale.manageUrl.split('/').at(-1)}${rest}`
    const page = await exports.default.fetch(
      new Request(url, {
        redirect: 'manual',
        headers: { Accept: 'text/html' },
        ...(form === undefined ? {} : { method: 'POST', body: new URLSearchParams(form) }),
      }),
    )
    return { status: page.status, text: await page.text(), to: page.headers.get('Location') }
  }

  it('asks for the address, issues the invoice and shows it for printing', async () => {
    const sale = await sell(await sellingHome({ simplifiedUpTo: 0 }))
    expect((await browse(sale, '')).text).toContain('/documents')
    expect((await browse(sale, '/documents')).text).toContain('Need an invoice?')
    const wrong = await browse(sale, '/documents', { ...BUYER, city: '' })
    expect([wrong.status, wrong.text.includes(BUYER.company)]).toEqual([400, true])
    const sent = await browse(sale, '/documents', { ...BUYER, line2: '' })
    expect(sent.status).toBe(303)
    const [{ id, number }] = (await send(`GET ${own(sale)}`)).body.data.documents
    expect((await browse(sale, '/documents')).text).toContain(`/documents/${id}`)
    const { text } = await browse(sale, `/documents/${id}?lang=de`)
    for (const shown of [`Rechnung ${number}`, 'Byron GmbH', '248,70', 'VAT']) expect(text).toContain(shown)
    expect((await browse(sale, '/documents/doc_0')).status).toBe(404)
  })

  it('explains that the order is not paid yet, or that there are no invoices', async () => {
    const sale = await order(await sellingHome())
    const { to } = await browse(sale, '/documents', BUYER)
    expect((await browse(sale, `/documents?${to?.split('?')[1]}`)).text).toContain('once the order is paid')
    const other = await sell(await newCalendar())
    expect((await browse(other, '/documents')).text).toContain('doesn’t issue an invoice')
  })

  it('confirms a payment for printing without invoices, and states refunds', async () => {
    const home = await newCalendar({ name: 'Lindenhof' })
    const sale = await order(home)
    expect((await browse(sale, '/receipt')).status).toBe(404)
    expect((await browse(sale, '')).text).not.toContain('/receipt')
    await pay(home, sale.event, sale.orderId)
    expect((await browse(sale, '')).text).toContain('/receipt')
    const { text } = await browse(sale, '/receipt?lang=de')
    for (const shown of ['Zahlungsbestätigung', 'Lindenhof', '238,00', '248,70', 'VAT', 'keine Rechnung'])
      expect(text).toContain(shown)
    await refund(home, sale.event, sale.orderId, { amount: 1_070 })
    expect((await browse(sale, '/receipt')).text).toContain('10.70')
    expect((await browse(sale, '/receipt')).text).toContain('248.70')
  })
})
