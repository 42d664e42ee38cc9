import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { DAY_MS, HOUR_MS } from '../../../src/kernel/time.ts'
import { tokenFor } from '../../support/identity.ts'
import { SLUG } from './of-the-owner.ts'
import type { Story } from './recorder.ts'

const ACCOUNTS = `/calendars/${SLUG}/payment-accounts`
const KEY = 'rk_test_harbour2027'

/** Connects an account with its own key, and disconnects it. */
export const takeOwnMoney = async ({ tell, refuse }: Story, owner: string) => {
  const wanted = { act: 'addAccount', account: 'acct_1Harbour', key: KEY }
  await fetch(`${inject('stripe')}/of/story/do`, { method: 'POST', body: JSON.stringify(wanted) })
  const token = await tokenFor(owner, { auth_time: Math.floor(Date.now() / 1000) })
  const json = { kind: 'OWN_KEY', key: KEY }
  await refuse('reauthentication_required', [`POST ${ACCOUNTS}`, { json }])
  const { body } = await tell(`POST ${ACCOUNTS}`, { json, token })
  const account = `${ACCOUNTS}/${body.data.account.id}`
  await tell(`GET /v1${ACCOUNTS}`)
  await tell(`PUT ${account}/key`, { json: { key: KEY }, token })
  await tell(`POST ${account}/default`, { token })
  await tell(`DELETE ${account}`, { token })
}

/** The day on which the bank books. A fixed date would move by a day each day, since the story has its own calendar. */
const today = new Date().toISOString().slice(0, 10)
const BANK_ACCOUNTS = `/calendars/${SLUG}/bank-accounts`

/** Opens a bank account, sells a seat that is paid by transfer, and closes the account. */
export const takeTransfers = async ({ tell, pass }: Story, owner: string) => {
  const token = await tokenFor(owner, { auth_time: Math.floor(Date.now() / 1000) })
  const json = { holder: 'Harbour Concerts', iban: 'DE89370400440532013000', currency: 'EUR' }
  const { body } = await tell(`POST ${BANK_ACCOUNTS}`, { json, token })
  const account = `${BANK_ACCOUNTS}/${body.data.id}`
  await tell(`GET /v1${BANK_ACCOUNTS}`)
  await tell(`PATCH ${account}`, { json: { bankDays: 7 }, token })
  const startAt = Date.now() + 60 * DAY_MS
  const ball = await pass('POST /v1/events', {
    json: {
      title: 'Harbour Ball',
      timezone: 'Europe/Lisbon',
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + HOUR_MS).toISOString(),
      tickets: [{ name: 'Seat', type: 'PAID', price: 11_900, currency: 'EUR' }],
    },
  })
  await tell(`GET /public/events/${ball.body.data.id}/payment-ways`)
  const buyer = { firstName: 'Annie', lastName: 'Easley', email: 'annie@guests.example', payBy: 'BANK' }
  const bought = await pass(`POST /public/events/${ball.body.data.id}/registrations`, { json: buyer })
  const manageUrl = String(bought.body.data.manageUrl)
  await tell(`GET /public/registrations/${manageUrl.slice(manageUrl.lastIndexOf('/') + 1)}/payment-qr`)
  const bankAccountId = body.data.id
  await importStatement({ tell, pass }, { bankAccountId, orderId: bought.body.data.order.id, token })
  const guest = { ...buyer, email: 'annie@ball.example' }
  const another = await pass(`POST /public/events/${ball.body.data.id}/registrations`, { json: guest })
  await enterAccount({ tell, pass }, { bankAccountId, eventId: ball.body.data.id, bought: another.body.data, token })
  await tell(`DELETE ${account}`, { token })
}

const buyerOf = (email: string) => ({ firstName: 'Annie', lastName: 'Easley', email })

/** Sells a seat with tax, issues its invoice, refunds a part, and gets a dispute. */
export const issueInvoices = async ({ tell, pass }: Story) => {
  const seller = {
    documents: 'ON_REQUEST',
    name: 'Harbour Concerts',
    line1: 'Rua do Cais 7',
    postalCode: '1200-109',
    city: 'Lisboa',
    country: 'PT',
    vatId: 'PT501442600',
    smallBusiness: true,
  }
  await tell(`PUT /calendars/${SLUG}/seller`, { json: seller })
  await tell(`GET /v1/calendars/${SLUG}/seller`)
  const startAt = Date.now() + 61 * DAY_MS
  const { body } = await pass('POST /v1/events', {
    json: {
      title: 'Harbour Dinner',
      timezone: 'Europe/Lisbon',
      startAt: new Date(startAt).toISOString(),
      endAt: new Date(startAt + HOUR_MS).toISOString(),
      tickets: [{ name: 'Seat', type: 'PAID', price: 12_300, currency: 'EUR' }],
    },
  })
  const event = `/events/${body.data.id}`
  const json = buyerOf('annie@dinner.example')
  const bought = await pass(`POST /public${event}/registrations`, { json })
  const order = `${event}/orders/${bought.body.data.order.id}`
  await pass(`POST /v1${order}/mark-paid`)
  const buyer = { name: 'Annie Easley', company: 'Rockets Lda', line1: 'Rua Alta 1', city: 'Porto', country: 'PT' }
  const issued = await tell(`POST /v1${order}/documents`, { json: buyer })
  const { id } = issued.body.data[0] as { id: string }
  await tell(`GET /v1/calendars/${SLUG}/documents/${id}/xml`)
  await tell(`GET /v1/calendars/${SLUG}/documents/${id}/html`)
  await pass(`POST /v1${order}/refund`, { json: { amount: 1_230 } })
  await tell(`GET /v1/calendars/${SLUG}/documents`)
  const manageUrl = String(bought.body.data.manageUrl)
  const own = `/public/registrations/${manageUrl.slice(manageUrl.lastIndexOf('/') + 1)}/documents`
  await tell(`GET ${own}`)
  await tell(`POST ${own}`, { json: buyer })
  await tell(`GET ${own}/${id}/xml`)
  await tell(`GET /v1/calendars/${SLUG}/money/summary`)
  await env.DB.prepare(
    `insert into payment_differences (id, kind, event_id, order_id, amount, currency, status, reason, due_by, noticed_at)
      values ('dp_1Harbour', 'DISPUTED', ?, ?, 11070, 'EUR', 'needs_response', 'product_not_received', ?, ?)`,
  )
    .bind(body.data.id, bought.body.data.order.id, startAt, Date.now())
    .run()
}

interface Booking {
  bankAccountId: string
  orderId: string
  token: string
}

/** Imports two lines, decides about both, and pays back the surplus of the first. */
const importStatement = async (
  { tell, pass }: Pick<Story, 'tell' | 'pass'>,
  { bankAccountId, orderId, token }: Booking,
) => {
  const at = `/calendars/${SLUG}`
  const line = {
    bookedOn: today,
    currency: 'EUR',
    payerName: 'A. Easley',
    payerIban: 'FR1420041010050500013M02606',
  }
  const importOne = (fields: object) => ({ json: { bankAccountId, lines: [{ ...line, ...fields }] } })
  const imported = await tell(`POST /v1${at}/bank-lines`, importOne({ amount: 12_000, text: 'Harbour Ball' }))
  const another = await pass(`POST /v1${at}/bank-lines`, importOne({ amount: 2_500, text: 'Membership' }))
  await tell(`GET /v1${at}/bank-lines?state=OPEN`)
  const [transfer, fee] = [imported, another].map(({ body }) => `/v1${at}/bank-lines/${body.data.lines[0].id}`)
  await tell(`POST ${transfer}/assign`, { json: { orders: [{ orderId, amount: 12_000 }] } })
  await tell(`POST ${fee}/ignore`, { json: { reason: 'Membership fee' } })
  await tell(`POST ${fee}/undo`)
  const due = await tell(`GET /v1${at}/payouts`)
  const [{ refundId }] = due.body.data
  await tell(`POST ${at}/payout-files`, { json: { bankAccountId, refundIds: [refundId] }, token })
  await tell(`POST /v1${at}/refunds/${refundId}/paid-out`)
}

interface Paid {
  token: string
  bankAccountId: string
  eventId: string
  bought: { order: { id: string }; manageUrl: string }
}

/** Refunds an order whose payer the statement doesn't name, and enters the account for it. */
const enterAccount = async (
  { tell, pass }: Pick<Story, 'tell' | 'pass'>,
  { token, bankAccountId, eventId, bought: { order, manageUrl } }: Paid,
) => {
  const at = `/v1/calendars/${SLUG}`
  const line = { bookedOn: today, amount: 11_900, currency: 'EUR', payerName: '', payerIban: null, text: 'Ball' }
  const { body } = await pass(`POST ${at}/bank-lines`, { json: { bankAccountId, lines: [line] } })
  const orders = [{ orderId: order.id, amount: 11_900 }]
  await pass(`POST ${at}/bank-lines/${body.data.lines[0].id}/assign`, { json: { orders } })
  await pass(`POST /v1/events/${eventId}/orders/${order.id}/refund`, { json: { amount: 1_190 } })
  const own = `/public/registrations/${manageUrl.slice(manageUrl.lastIndexOf('/') + 1)}/refund-account`
  await tell(`GET ${own}`)
  await tell(`POST ${own}`, { json: { holder: 'Annie Easley', iban: 'NL91 ABNA 0417 1643 00' } })
  const due = await pass(`GET ${at}/payouts`)
  const entered = (due.body.data as { refundId: string; orderId: string }[]).find(({ orderId }) => orderId === order.id)
  await tell(`DELETE /calendars/${SLUG}/refunds/${entered?.refundId}/account`, { token })
}
