import { describe, expect, it } from 'vitest'
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
import { newCalendar, newKey, type Calendar } from '../../support/factories.ts'
import { send } from '../../support/api.ts'

asks({
  'GET /calendars/:slug/payouts': { role: 'OWNER', isWhole: true },
  'GET /v1/calendars/:slug/payouts': { scope: 'billing:read', isWhole: true },
  'POST /calendars/:slug/payout-files': { role: 'OWNER' },
  'POST /calendars/:slug/refunds/:refundId/paid-out': { role: 'OWNER' },
  'POST /v1/calendars/:slug/refunds/:refundId/paid-out': { scope: 'billing:write' },
})

type Home = Pick<Calendar, 'owner' | 'slug'>
const payouts = async (home: Home) => (await asOwner(home, `GET /calendars/${home.slug}/payouts`)).body.data

/** A calendar with refunded orders, which were paid by bank transfer. */
const setUp = async (orders = 1, line = {}) => {
  const home = await newCalendar()
  const bank = await openBank(home)
  const event = await eventIn(home, 60)
  const bought = await Promise.all(Array.from({ length: orders }, () => buyByTransfer(event)))
  await importLines(
    home,
    bank.id,
    bought.map(({ reference }) => transfer({ text: reference, ...line })),
  )
  for (const { order } of bought)
    await asOwner(home, `POST /events/${event.id}/orders/${order.id}/refund`, { amount: 1_000 })
  return { home, bank, event, bought }
}
const fileOf = (home: Home, bank: { id: string }, refundIds: readonly string[], fields = {}) =>
  asOwner(home, `POST /calendars/${home.slug}/payout-files`, { bankAccountId: bank.id, refundIds, ...fields })

describe('refunds to transfer', () => {
  it('are listed with the account that paid, masked for keys, until someone has transferred them', async () => {
    const { home, event, bought } = await setUp()
    const [due] = await payouts(home)
    const { order } = bought[0] ?? {}
    expect(due).toMatchObject({
      orderId: order.id,
      number: order.number,
      amount: 1_000,
      iban: PAYER_IBAN,
      fileId: null,
    })
    const { key } = await newKey(home, ['billing:read'])
    expect((await send(`GET /v1/calendars/${home.slug}/payouts`, { key })).body.data[0].iban).toBe('****2606')
    const path = `/calendars/${home.slug}/refunds/${due.refundId}/paid-out`
    const done = await asOwner(home, `POST ${path}`)
    expect(done.body.data).toMatchObject({ refundId: due.refundId })
    expect((await asOwner(home, `POST ${path}`)).body.data).toEqual(done.body.data)
    expect(await payouts(home)).toEqual([])
    const { refunds } = (await asOwner(home, `GET /events/${event.id}/orders/${order.id}`)).body.data
    expect(refunds).toMatchObject([{ id: due.refundId, paidOutAt: done.body.data.paidOutAt }])
    expect((await asOwner(home, `POST /calendars/${home.slug}/refunds/rfd_unknown/paid-out`)).status).toBe(404)
  })

  it('do not include refunds of orders that were paid by hand', async () => {
    const home = await newCalendar()
    const event = await eventIn(home, 60)
    const { order } = await buyByTransfer(event)
    await asOwner(home, `POST /events/${event.id}/orders/${order.id}/mark-paid`, {})
    const refund = await asOwner(home, `POST /events/${event.id}/orders/${order.id}/refund`, {})
    expect(refund.body.data.refund).toMatchObject({ status: 'SUCCEEDED', paidOutAt: null })
    expect(await payouts(home)).toEqual([])
  })

  it('are paid out by the line of the statement that names them', async () => {
    const { home, bank, bought } = await setUp(2)
    const [one, other] = await payouts(home)
    const lines = [
      transfer({ amount: -1_000, reference: String(one.refundId).replace('_', '').toUpperCase(), text: '' }),
      transfer({
        amount: -1_000,
        text: `Erstattung ${bought.find(({ order }) => order.id === other.orderId)?.reference}`,
      }),
    ]
    const { body } = await importLines(home, bank.id, lines)
    expect(body.data.totals).toEqual({ REFUNDED: 2 })
    expect(await payouts(home)).toEqual([])
    const undo = await asOwner(home, `POST /calendars/${home.slug}/bank-lines/${body.data.lines[0].id}/undo`)
    expect(undo.body.data.state).toBe('UNMATCHED')
    expect(await payouts(home)).toMatchObject([{ refundId: one.refundId }])
  })
})

describe('a payment file', () => {
  it('has each refund once, all or none, and again only on request', async () => {
    const { home, bank } = await setUp(3)
    const ids = (await payouts(home)).map(({ refundId }: { refundId: string }) => refundId)
    const made = await fileOf(home, bank, ids.slice(0, 2))
    expect(made.body.data).toMatchObject({
      holder: 'Musikverein Höchst e. V.',
      payouts: [{ refundId: ids[0], iban: PAYER_IBAN, amount: 1_000 }, { refundId: ids[1] }],
    })
    const inFile = { statusCode: 409, code: 'refund_in_file' }
    expect((await fileOf(home, bank, ids)).body).toMatchObject(inFile)
    expect((await payouts(home)).map(({ fileId }: { fileId: string | null }) => fileId === null)).toEqual([
      false,
      false,
      true,
    ])
    const again = await fileOf(home, bank, ids, { again: true })
    expect(again.body.data.payouts).toHaveLength(3)
    expect(again.body.data.id).not.toBe(made.body.data.id)
  })

  it('gets a refund once when two requests race', async () => {
    const { home, bank } = await setUp(2)
    const ids = (await payouts(home)).map(({ refundId }: { refundId: string }) => refundId)
    const answers = await Promise.all([1, 2, 3, 4].map(() => fileOf(home, bank, ids)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.code === 'refund_in_file')).toHaveLength(3)
  })

  it('refuses refunds of other calendars, those already transferred, and payers without an IBAN', async () => {
    const [{ home, bank }, foreign, unknown] = [await setUp(1), await setUp(1), await setUp(1, { payerIban: null })]
    const [own] = await payouts(home)
    const [theirs] = await payouts(foreign.home)
    const [nameless] = await payouts(unknown.home)
    expect((await fileOf(home, bank, [own.refundId, theirs.refundId])).body.errors).toMatchObject([
      { field: 'refundIds.1' },
    ])
    expect((await fileOf(unknown.home, unknown.bank, [nameless.refundId])).body.errors).toMatchObject([
      { field: 'refundIds.0' },
    ])
    expect((await fileOf(home, foreign.bank, [own.refundId])).body.errors).toMatchObject([{ field: 'bankAccountId' }])
    await asOwner(home, `POST /calendars/${home.slug}/refunds/${own.refundId}/paid-out`)
    expect((await fileOf(home, bank, [own.refundId])).body.errors).toMatchObject([{ field: 'refundIds.0' }])
    expect(await payouts(foreign.home)).toMatchObject([{ fileId: null }])
  })

  it('pays only in the currency of its account', async () => {
    const { home } = await setUp()
    const swiss = await openBank(home, { currency: 'CHF' })
    const [own] = await payouts(home)
    expect(own.amount).toBeLessThan(PRICE)
    expect((await fileOf(home, swiss, [own.refundId])).body.errors).toMatchObject([{ field: 'refundIds.0' }])
  })
})
