import { env, exports } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { referenceOfOrder } from '../../../src/kernel/bank-transfer.ts'
import { compose } from '../../../src/modules/mails/compose.ts'
import { manageUrlOfGuest } from '../../../src/modules/seats/manage-token.ts'
import { send } from '../../support/api.ts'
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
import { mailsTo } from '../../support/database.ts'
import { manageApi, newCalendar, person, type Calendar } from '../../support/factories.ts'

asks({
  'GET /public/registrations/:manageToken/refund-account': { isOpen: true, isSecret: true },
  'POST /public/registrations/:manageToken/refund-account': { isOpen: true, isSecret: true },
  'DELETE /calendars/:slug/refunds/:refundId/account': { role: 'OWNER' },
})

const DAY_MS = 86_400_000
const [HOLDER, IBAN, OTHER_IBAN] = ['Ada Lovelace', 'NL91 ABNA 0417 1643 00', 'GB29 NWBK 6016 1331 9268 19']
const STRANGERS_IBAN = 'BE68539007547034'

/** A calendar with an order that was paid by a transfer and refunded in part. By default, the bank named no account. */
const setUp = async (line: object = { payerIban: null }) => {
  const home = await newCalendar({ contactEmail: 'box@lindenhof.example' })
  const bank = await openBank(home)
  const event = await eventIn(home, 60)
  const bought = await buyByTransfer(event)
  await importLines(home, bank.id, [transfer({ text: bought.reference, ...line })])
  const refund = () => asOwner(home, `POST /events/${event.id}/orders/${bought.order.id}/refund`, { amount: 1_000 })
  const path = `/public/registrations/${bought.token}/refund-account`
  const page = (rest = '', init: RequestInit = {}) =>
    exports.default.fetch(
      new Request(`https://calendar.test/r/${bought.token}${rest}`, {
        redirect: 'manual',
        headers: { Accept: 'text/html' },
        ...init,
      }),
    )
  return {
    ...bought,
    home,
    bank,
    event,
    refund,
    account: async () => (await send(`GET ${path}`)).body.data,
    enter: (json: object) => send(`POST ${path}`, { json }),
    payouts: async () => (await asOwner(home, `GET /calendars/${home.slug}/payouts`)).body.data,
    fileOf: (refundIds: string[]) =>
      asOwner(home, `POST /calendars/${home.slug}/payout-files`, { bankAccountId: bank.id, refundIds }),
    /** As if the account had been entered a day ago. */
    letADayPass: () =>
      env.DB.prepare('update refund_accounts set given_at = given_at - ? where order_id = ?')
        .bind(DAY_MS, bought.order.id)
        .run(),
    page,
    fill: (fields: Record<string, string>) =>
      page('/refund-account', { method: 'POST', body: new URLSearchParams(fields), headers: { Accept: 'text/html' } }),
  }
}
const mailed = async (email: string, kind: string) => {
  const mail = await deps.db.query.mails.findFirst({
    where: (row, { and, eq }) => and(eq(row.recipient, email), eq(row.kind, kind)),
  })
  const message = mail === undefined ? null : await compose(mail, deps)
  return `${message?.text} ${message?.html}`
}
const discard = (home: Calendar, refundId: string) =>
  asOwner(home, `DELETE /calendars/${home.slug}/refunds/${refundId}/account`)
const accountMails = async (email: string) => (await mailsTo(email)).filter(({ kind }) => kind === 'refund-account')

describe('account for a refund', () => {
  it('is used a day after the buyer entered it, and the buyer gets an email', async () => {
    const { guest, refund, account, enter, payouts, fileOf, letADayPass } = await setUp()
    await refund()
    const [due] = await payouts()
    expect(due).toMatchObject({ iban: null, usableAt: null })
    expect(await account()).toEqual({
      amount: 1_000,
      currency: 'EUR',
      canChange: true,
      holder: null,
      iban: null,
      usableAt: null,
    })
    const before = Date.now()
    const entered = await enter({ holder: HOLDER, iban: IBAN })
    expect(entered.body.data).toMatchObject({ holder: HOLDER, iban: '****4300', canChange: true })
    expect(Date.parse(entered.body.data.usableAt)).toBeGreaterThanOrEqual(before + DAY_MS)
    expect(await payouts()).toMatchObject([{ iban: null, usableAt: entered.body.data.usableAt }])
    expect((await fileOf([due.refundId])).body.errors).toMatchObject([{ field: 'refundIds.0' }])

    const text = await mailed(guest.email, 'refund-account')
    expect(text).toContain('****4300')
    expect(text).toContain('mailto:box@lindenhof.example')
    expect(text).toContain('Someone entered a bank account for your refund with your link.')
    expect(text).not.toContain('/r/')
    expect(text).not.toContain(IBAN.replaceAll(' ', ''))

    await letADayPass()
    expect(await payouts()).toMatchObject([{ iban: IBAN.replaceAll(' ', ''), name: HOLDER, usableAt: null }])
    const file = await fileOf([due.refundId])
    expect(file.body.data.payouts).toMatchObject([{ iban: IBAN.replaceAll(' ', ''), name: HOLDER, amount: 1_000 }])
  })

  it('waits again only if it changes', async () => {
    const { guest, refund, enter, payouts, letADayPass } = await setUp()
    await refund()
    await enter({ holder: HOLDER, iban: IBAN })
    await letADayPass()
    await enter({ holder: HOLDER, iban: IBAN })
    expect(await payouts()).toMatchObject([{ iban: IBAN.replaceAll(' ', '') }])
    expect(await accountMails(guest.email)).toHaveLength(1)
    await enter({ holder: HOLDER, iban: OTHER_IBAN })
    expect(await payouts()).toMatchObject([{ iban: null, usableAt: expect.any(String) }])
    expect(await accountMails(guest.email)).toHaveLength(2)
  })

  it('returns 409 without a refund, for a known payer and after the file', async () => {
    const refused = { statusCode: 409, code: 'refund_account_unavailable' }
    const unknown = await setUp()
    expect((await unknown.enter({ holder: HOLDER, iban: IBAN })).body).toMatchObject(refused)
    const known = await setUp({ payerIban: PAYER_IBAN })
    await known.refund()
    expect(await known.account()).toMatchObject({ amount: 0, canChange: false })
    expect((await known.enter({ holder: HOLDER, iban: IBAN })).body).toMatchObject(refused)
    expect(await known.payouts()).toMatchObject([{ iban: PAYER_IBAN }])
    expect(await accountMails(known.guest.email)).toEqual([])

    await unknown.refund()
    for (const body of [
      { holder: HOLDER, iban: 'NL92 ABNA 0417 1643 00' },
      { holder: ' ', iban: IBAN },
      { iban: IBAN },
    ])
      expect((await unknown.enter(body)).status).toBe(400)
    await unknown.enter({ holder: HOLDER, iban: IBAN })
    await unknown.letADayPass()
    const [due] = await unknown.payouts()
    await unknown.fileOf([due.refundId])
    expect((await unknown.enter({ holder: HOLDER, iban: OTHER_IBAN })).body).toMatchObject(refused)
    expect(await unknown.account()).toMatchObject({ iban: '****4300', canChange: false })
  })

  it('is requested by the email about the refund and by the guest’s page', async () => {
    const { guest, refund, page, token, fill } = await setUp()
    expect(await (await page()).text()).not.toContain('refund-account')
    expect((await page('/refund-account')).status).toBe(303)
    await refund()
    expect(await mailed(guest.email, 'refund')).toContain(`/r/${token}/refund-account`)
    expect(await (await page()).text()).toContain(`/r/${token}/refund-account`)
    const form = await page('/refund-account')
    expect(await form.text()).toContain('name="iban"')
    const wrong = await fill({ holder: HOLDER, iban: 'NL92' })
    expect(wrong.status).toBe(400)
    expect(await wrong.text()).toContain('Check the IBAN.')
    const right = await fill({ holder: HOLDER, iban: IBAN })
    expect([right.status, right.headers.get('Location')]).toEqual([303, `/r/${token}`])
    expect(await (await page()).text()).toContain('****4300')
  })

  it('is requested for the part that was paid before the order ended', async () => {
    const { guest, order, page, token, fill } = await setUp({ payerIban: null, amount: 4_000 })
    await env.DB.prepare(`update orders set status = 'EXPIRED', updated_at = ? where id = ?`)
      .bind(Date.now(), order.id)
      .run()
    expect(await (await page()).text()).toContain(`/r/${token}/refund-account`)
    expect(await mailed(guest.email, 'refund')).toContain(`/r/${token}/refund-account`)
    for (const holder of ['One', 'Two', 'Three']) expect((await fill({ holder, iban: IBAN })).status).toBe(303)
    const often = await fill({ holder: 'Four', iban: IBAN })
    expect([often.status, await often.text()]).toEqual([409, expect.stringContaining('already changed twice today')])
  })

  it('says that the account is fixed once a file has it', async () => {
    const { refund, enter, letADayPass, payouts, fileOf, fill } = await setUp()
    await refund()
    await enter({ holder: HOLDER, iban: IBAN })
    await letADayPass()
    await fileOf([(await payouts())[0].refundId])
    const late = await fill({ holder: HOLDER, iban: OTHER_IBAN })
    const text = await late.text()
    expect([late.status, text]).toEqual([409, expect.stringContaining('no longer possible')])
    expect(text).not.toContain('name="iban"')
  })

  it('is empty for members of a party and 404 if they enter it', async () => {
    const { home, event, bank } = await setUp()
    const { email } = person()
    const { order, guests, manageUrl } = (
      await send(`POST /public/events/${event.id}/registrations`, {
        json: { buyer: { firstName: 'Bea', lastName: 'Buyer', email }, attendees: [person(), {}] },
      })
    ).body.data
    const paid = transfer({ amount: order.total, text: referenceOfOrder(order.number), payerIban: null })
    await importLines(home, bank.id, [paid])
    await asOwner(home, `POST /events/${event.id}/orders/${order.id}/refund`, {})
    const membersLink = manageApi(await manageUrlOfGuest(guests[0].id, deps))
    expect((await send(`GET ${membersLink}/refund-account`)).body.data).toMatchObject({ amount: 0, canChange: false })
    expect((await send(`POST ${membersLink}/refund-account`, { json: { holder: HOLDER, iban: IBAN } })).status).toBe(
      404,
    )
    const buyersLink = manageApi(manageUrl)
    const entered = await send(`POST ${buyersLink}/refund-account`, { json: { holder: HOLDER, iban: IBAN } })
    expect(entered.body.data).toMatchObject({ amount: order.total, iban: '****4300' })
    expect(await accountMails(email)).toHaveLength(1)
  })
})

describe('account of the payer', () => {
  it('is that of the surplus for the surplus, and that of the payment for all other refunds', async () => {
    const { home, bank, reference, refund, payouts } = await setUp({})
    await importLines(home, bank.id, [transfer({ text: reference, amount: 1, payerIban: STRANGERS_IBAN })])
    await refund()
    const due = (await payouts()).map(({ amount, iban }: { amount: number; iban: string }) => [amount, iban])
    expect(due).toEqual([
      [1, STRANGERS_IBAN],
      [1_000, PAYER_IBAN],
    ])
  })

  it('is unknown if several accounts paid the order', async () => {
    const home = await newCalendar()
    const bank = await openBank(home)
    const event = await eventIn(home, 60)
    const refunded = async (...payers: (string | null)[]) => {
      const { order, reference } = await buyByTransfer(event)
      const parts = [1, PRICE - 1]
      const lines = parts.map((amount, index) =>
        transfer({ text: reference, amount, payerIban: payers[index], payerName: `Payer ${index}` }),
      )
      for (const line of lines) await importLines(home, bank.id, [line])
      await asOwner(home, `POST /events/${event.id}/orders/${order.id}/refund`, { amount: 1_000 })
      const { data } = (await asOwner(home, `GET /calendars/${home.slug}/payouts`)).body
      return data.find(({ orderId }: { orderId: string }) => orderId === order.id)
    }
    expect(await refunded(STRANGERS_IBAN, PAYER_IBAN)).toMatchObject({ iban: null, ibanFrom: null, usableAt: null })
    expect(await refunded(STRANGERS_IBAN, null)).toMatchObject({ iban: null })
    expect(await refunded(null, PAYER_IBAN)).toMatchObject({ iban: null })
    expect(await refunded(PAYER_IBAN, PAYER_IBAN)).toMatchObject({ iban: PAYER_IBAN, ibanFrom: 'BANK' })
  })

  it('is unknown if the statement has another account number, which doesn’t import the line twice', async () => {
    const { home, bank, order, reference, enter, refund, payouts } = await setUp({ payerIban: '1234 5678' })
    await refund()
    expect(await payouts()).toMatchObject([{ iban: null, name: HOLDER }])
    expect((await enter({ holder: HOLDER, iban: IBAN })).status).toBe(200)
    const line = transfer({ text: `${reference} again`, amount: 5, payerIban: 'DE00 1234' })
    const import_ = async () => (await importLines(home, bank.id, [line])).body.data.lines[0].result
    expect([await import_(), await import_()]).toEqual(['DUPLICATE', 'KNOWN'])
    const { results } = await env.DB.prepare('select distinct payer_iban from bank_lines where calendar_id = ?')
      .bind(home.id)
      .all()
    expect(results).toEqual([{ payer_iban: null }])
    expect((await payouts()).every(({ orderId }: { orderId: string }) => orderId === order.id)).toBe(true)
  })
})

describe('entered account', () => {
  it('changes at most twice a day', async () => {
    const { guest, order, refund, enter, account } = await setUp()
    await refund()
    const entered = async (holder: string) => (await enter({ holder, iban: IBAN })).status
    expect([await entered('One'), await entered('Two'), await entered('Three')]).toEqual([200, 200, 200])
    expect((await enter({ holder: 'Four', iban: IBAN })).body).toMatchObject({
      statusCode: 409,
      code: 'refund_account_changed_often',
    })
    expect(await entered('Three')).toBe(200)
    expect(await account()).toMatchObject({ holder: 'Three' })
    expect(await accountMails(guest.email)).toHaveLength(3)
    await env.DB.prepare('update refund_accounts set counted_from = counted_from - ? where order_id = ?')
      .bind(DAY_MS, order.id)
      .run()
    expect(await entered('Four')).toBe(200)
  })

  it('is marked, and the organiser can discard it', async () => {
    const { home, bank, refund, account, enter, payouts, fileOf, letADayPass } = await setUp()
    await refund()
    const [{ refundId }] = await payouts()
    expect((await discard(home, refundId)).status).toBe(404)
    await enter({ holder: HOLDER, iban: IBAN })
    await letADayPass()
    expect(await payouts()).toMatchObject([{ ibanFrom: 'BUYER', discardedAt: null }])
    await fileOf([refundId])
    const { discardedAt } = (await discard(home, refundId)).body.data
    expect((await discard(home, refundId)).body.data).toEqual({ refundId, discardedAt })
    expect(await payouts()).toMatchObject([{ iban: null, ibanFrom: null, usableAt: null, discardedAt }])
    const file = { bankAccountId: bank.id, refundIds: [refundId], again: true }
    expect((await asOwner(home, `POST /calendars/${home.slug}/payout-files`, file)).status).toBe(400)
    expect(await account()).toMatchObject({ holder: null, iban: null, canChange: true })
    expect((await enter({ holder: HOLDER, iban: IBAN })).body.data).toMatchObject({ holder: HOLDER })
    expect(await payouts()).toMatchObject([{ iban: null, usableAt: expect.any(String), discardedAt: null }])
    const other = await newCalendar()
    expect((await discard(other, refundId)).status).toBe(404)
  })
})
