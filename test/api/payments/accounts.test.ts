import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import type { JWTPayload } from 'jose'
import { compose } from '../../../src/modules/mails/compose.ts'
import { eraseUnneededKeys } from '../../../src/modules/payment-accounts/index.ts'
import { endCheckouts, followUpRefunds, reconcilePayments } from '../../../src/modules/payments/index.ts'
import { expireUnpaidOrders } from '../../../src/modules/seats/moves.ts'
import type { Event, Session } from '../../../harness/stripe-books.ts'
import type { Act } from '../../../harness/stripe.ts'
import { send } from '../../support/api.ts'
import { asks } from '../../support/asks.ts'
import { rowOf, seatsHeld, setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, newWebhook, person } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { statusOfGuest } from '../../support/orders.ts'
import { HOUR_MS } from '../../../src/kernel/time.ts'
import { receiver } from '../../support/webhooks.ts'
import { withProvider, type ProviderBooks } from '../../support/provider.ts'

const PRICE = 2_500
const world = await withProvider({ PLATFORM_FEE_BPS: '250', PLATFORM_FEE_FIXED: '{"EUR":30}' })
const { act, ask, calls, deps, later, tell } = world

type Home = Awaited<ReturnType<typeof newCalendar>>
type Place = { id: string; ticketId: string }
let made = 0
const newKey = () => {
  made += 1
  return { key: `rk_test_${crypto.randomUUID().replaceAll('-', '')}`, account: `acct_own${made}` }
}
/** Signs in as the owner, `minutes` ago. Null leaves out the claim. */
const asOwner = async ({ owner }: Home, line: string, json?: unknown, minutes: number | null = 1) => {
  const at = Math.floor(deps.clock() / 1000) - (minutes ?? 0) * 60
  const claims: JWTPayload = minutes === null ? {} : { auth_time: at }
  const headers = { Authorization: `Bearer ${await tokenFor(owner, claims)}` }
  return ask(line, { headers, ...(json === undefined ? {} : { json }) })
}
const accountsAt = ({ slug }: Home) => `/calendars/${slug}/payment-accounts`
const ownAccount = async (home: Home) => {
  const { key, account } = newKey()
  await act({ act: 'addAccount', account, key })
  const connected = await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key })
  expect(connected.status, connected.text).toBe(200)
  return { key, account, id: connected.body.data.account.id as string, body: connected.body.data.account }
}
const connected = async (home: Home) => {
  const answer = await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'CONNECT', country: 'DE' })
  expect(answer.status, answer.text).toBe(200)
  const account = answer.body.data.account.stripeAccount as string
  await act({ act: 'readyAccount', account, isReady: true })
  const [row] = (await asOwner(home, `GET ${accountsAt(home)}`)).body.data
  expect(row).toMatchObject({ status: 'ACTIVE', isDefault: true, kind: 'CONNECT' })
  return { account, id: row.id as string, onboardingUrl: answer.body.data.onboardingUrl as string }
}
const termsOf = (orderId: string) =>
  env.DB.prepare('select * from order_terms where order_id = ?').bind(orderId).first<Record<string, unknown>>()
const inside = <Answer>(account: string, wanted: Act) => act<Answer>({ act: 'in', account, wanted })
const buy = async (home: Home, on?: Place) => {
  const event = on ?? (await newEvent(home, {}, { price: PRICE }))
  const sent = await ask(`POST /public/events/${event.id}/registrations`, { json: person() })
  const { order, guest } = sent.body.data ?? {}
  return { event, answer: sent, order, guest, session: order?.payment.reference as string }
}
const orderOf = async (home: Home, event: Place, id: string) =>
  (await ask(`GET /events/${event.id}/orders/${id}`, { as: home.owner })).body.data
const pay = async (account: string, session: string) => {
  await inside<Session>(account, { act: 'pay', session })
  return (await inside<Event[]>(account, { act: 'events' })).find(({ type }) => type === 'checkout.session.completed')
}

const OWNER = 'owner@owners.test'
const giveOwnerAddress = ({ id }: Home) =>
  env.DB.prepare('update members set email = ? where calendar_id = ?').bind(OWNER, id).run()
const mailsToOwners = ({ id }: Home, kind: string) =>
  deps.db.query.mails.findMany({ where: (row, { and, eq }) => and(eq(row.calendarId, id), eq(row.kind, kind)) })
const changesTold = async (home: Home) =>
  (await mailsToOwners(home, 'account-changed')).map(({ data }) => (data as { change: string }).change)

asks({
  'GET /calendars/:slug/payment-accounts': { role: 'OWNER', isWhole: true },
  'GET /v1/calendars/:slug/payment-accounts': { scope: 'billing:read', isWhole: true },
  'POST /public/payments/stripe/connect': { isOpen: true, isSecret: true },
  'POST /public/payments/stripe/:accountId': { isOpen: true, isSecret: true },
  'POST /calendars/:slug/payment-accounts': { role: 'OWNER' },
  'POST /calendars/:slug/payment-accounts/:accountId/onboarding': { role: 'OWNER' },
  'PUT /calendars/:slug/payment-accounts/:accountId/key': { role: 'OWNER' },
  'POST /calendars/:slug/payment-accounts/:accountId/default': { role: 'OWNER' },
  'DELETE /calendars/:slug/payment-accounts/:accountId': { role: 'OWNER' },
})

describe('account with its own key', () => {
  it('receives the money of new orders and confirms them', async () => {
    const home = await newCalendar()
    const { id, account, body } = await ownAccount(home)
    expect(body).toMatchObject({ status: 'ACTIVE', isDefault: true, mode: 'TEST', stripeAccount: account })
    const { event, order, guest, session } = await buy(home)
    expect(order.payment).toMatchObject({ url: expect.stringContaining('pay.test'), provider: 'STRIPE' })
    const paid = await pay(account, session)
    const told = await tell(paid, `/${id}`, `whsec_of_${account}`)
    expect(told.status, told.text).toBe(200)
    expect(await orderOf(home, event, order.id)).toMatchObject({ status: 'PAID', payment: { account: id } })
    expect(await statusOfGuest(guest.id)).toBe('CONFIRMED')
    const back = await ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
    expect(back.body.data.order).toMatchObject({ status: 'REFUNDED' })
    expect((await act<{ refunds: unknown[] }>({ act: 'books' })).refunds).toEqual([])
  })

  it('never returns or stores its key in the clear', async () => {
    const home = await newCalendar()
    const { key, id } = await ownAccount(home)
    const answers = [
      await asOwner(home, `GET ${accountsAt(home)}`),
      await asOwner(home, `POST ${accountsAt(home)}/${id}/default`),
      await ask(`GET /calendars/${home.slug}/changes`, { as: home.owner }),
    ]
    for (const { text } of answers) expect(text).not.toContain(key)
    expect(JSON.stringify(world.logged)).not.toContain(key)
    const { results: tables } = await env.DB.prepare(
      "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name not like '_cf%'",
    ).all<{ name: string }>()
    expect(tables.length).toBeGreaterThan(40)
    for (const { name } of tables) {
      const { results } = await env.DB.prepare(`select * from "${name}"`).all()
      expect(JSON.stringify(results), name).not.toContain(key)
    }
  })

  it('returns 422 with the permissions that a key lacks, and 400 for other kinds of keys', async () => {
    const home = await newCalendar()
    const { key, account } = newKey()
    await act({ act: 'addAccount', account, key, forbidden: ['POST /v1/refunds', 'GET /v1/disputes'] })
    const refused = await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key })
    expect(refused.body).toMatchObject({ statusCode: 422, code: 'payment_key_insufficient' })
    expect(refused.text).toContain('Refunds: write')
    expect(refused.text).toContain('Disputes: read')
    for (const wrong of ['sk_test_1', 'pk_test_1', 'rk_test_unknown'])
      expect((await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key: wrong })).status).toBe(400)
    expect((await asOwner(home, `GET ${accountsAt(home)}`)).body.data).toEqual([])
  })

  it.each([null, 11])('returns 403 if the sign-in is %s minutes old or of unknown age', async (minutes) => {
    const home = await newCalendar()
    const { key, account } = newKey()
    await act({ act: 'addAccount', account, key })
    const refused = await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key }, minutes)
    expect(refused.body).toMatchObject({ statusCode: 403, code: 'reauthentication_required' })
  })

  it('takes a new key of the same account only', async () => {
    const home = await newCalendar()
    const { id, account } = await ownAccount(home)
    const other = newKey()
    await act({ act: 'addAccount', ...other })
    const refused = await asOwner(home, `PUT ${accountsAt(home)}/${id}/key`, { key: other.key })
    expect(refused.body).toMatchObject({ statusCode: 422, code: 'payment_account_differs' })
    const weak = newKey()
    await act({ act: 'addAccount', account, key: weak.key, forbidden: ['POST /v1/refunds'] })
    const put = (key: string, minutes?: number) => asOwner(home, `PUT ${accountsAt(home)}/${id}/key`, { key }, minutes)
    expect((await put(weak.key)).body).toMatchObject({ code: 'payment_key_insufficient' })
    expect((await put(weak.key, 11)).body).toMatchObject({ code: 'reauthentication_required' })
    const { key } = newKey()
    await act({ act: 'addAccount', account, key })
    const replaced = await asOwner(home, `PUT ${accountsAt(home)}/${id}/key`, { key })
    expect(replaced.body.data).toMatchObject({ id, keyLast4: key.slice(-4), status: 'ACTIVE', isDefault: true })
  })

  it('is restricted when its key is refused twice within 10 minutes, and then takes no new orders', async () => {
    const home = await newCalendar()
    const { id, account } = await ownAccount(home)
    await giveOwnerAddress(home)
    await act({ act: 'addAccount', account, key: newKey().key })
    expect((await buy(home)).answer.status).toBe(503)
    await expect.poll(async () => (await rowOf('payment_accounts', id))?.refused_at).not.toBeNull()
    expect(await mailsToOwners(home, 'account-restricted')).toEqual([])
    expect((await buy(home)).answer.status).toBe(503)
    await expect.poll(async () => (await rowOf('payment_accounts', id))?.status).toBe('RESTRICTED')
    expect(await mailsToOwners(home, 'account-restricted')).toMatchObject([{ recipient: OWNER }])
    const { answer, event } = await buy(home)
    expect(answer.body).toMatchObject({ statusCode: 409, code: 'payment_account_not_ready' })
    expect(await seatsHeld(event)).toBe(0)
  })

  it('is followed to the end of its orders after it is disconnected, and then loses its key', async () => {
    const home = await newCalendar()
    const { id, account } = await ownAccount(home)
    const first = await buy(home)
    await tell(await pay(account, first.session), `/${id}`, `whsec_of_${account}`)
    const open = await buy(home)
    const gone = await asOwner(home, `DELETE ${accountsAt(home)}/${id}`)
    expect(gone.body.data).toMatchObject({ openOrders: 1, account: { status: 'DISCONNECTED', isDefault: false } })
    await expireUnpaidOrders(deps)
    expect(await orderOf(home, open.event, open.order.id)).toMatchObject({ status: 'EXPIRED' })
    const back = await ask(`POST /events/${first.event.id}/orders/${first.order.id}/refund`, {
      as: home.owner,
      json: {},
    })
    expect(back.body.data.order).toMatchObject({ status: 'REFUNDED', payment: { account: id } })
    await setColumns('payment_accounts', id, { disconnected_at: deps.clock() - 181 * 86_400_000 })
    await eraseUnneededKeys(deps)
    expect(await rowOf('payment_accounts', id)).toMatchObject({ sealed_key: null, sealed_webhook_secret: null })
  })
})

describe('endpoint for messages', () => {
  const endpointsOf = async (account: string) =>
    (await act<{ id: string; account: string }[]>({ act: 'endpoints' })).filter((each) => each.account === account)

  it('is one per account, even if its key is connected or replaced twice in the same moment', async () => {
    for (let round = 0; round < 5; round += 1) {
      const home = await newCalendar()
      const { key, account } = newKey()
      await act({ act: 'addAccount', account, key })
      const connect = () => asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key })
      const answers = await Promise.all([connect(), connect(), connect()])
      const id = answers.find(({ status }) => status === 200)?.body.data.account.id
      await expect.poll(async () => (await endpointsOf(account)).length).toBe(1)
      const replace = () => asOwner(home, `PUT ${accountsAt(home)}/${id}/key`, { key })
      const replaced = await Promise.all([replace(), replace()])
      expect(replaced.map(({ status }) => status)).toContain(200)
      for (const { status } of [...answers, ...replaced]) expect([200, 503]).toContain(status)
      await expect.poll(async () => (await endpointsOf(account)).length).toBe(1)
      const [endpoint] = await endpointsOf(account)
      expect(await rowOf('payment_accounts', String(id))).toMatchObject({ webhook_endpoint: endpoint?.id })
    }
  })
})

describe('connected account', () => {
  it('gets a new onboarding link until it is disconnected, and can’t be connected with a key', async () => {
    const home = await newCalendar()
    const { id, account } = await connected(home)
    const onboard = () => asOwner(home, `POST ${accountsAt(home)}/${id}/onboarding`)
    expect((await onboard()).body.data.onboardingUrl).toContain(account)
    const { key } = newKey()
    await act({ act: 'addAccount', account, key })
    const refused = await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key })
    expect(refused.body.code).toBe('validation_failed')
    expect(refused.text).toContain('already connected')
    expect((await asOwner(home, `DELETE ${accountsAt(home)}/${id}`, undefined, 11)).status).toBe(403)
    expect((await asOwner(home, `DELETE ${accountsAt(home)}/${id}`)).status).toBe(200)
    expect((await onboard()).body).toMatchObject({ statusCode: 409, code: 'payment_account_gone' })
    const chosen = await asOwner(home, `POST ${accountsAt(home)}/${id}/default`)
    expect(chosen.body).toMatchObject({ statusCode: 409, code: 'payment_account_not_ready' })
    expect((await asOwner(home, `POST ${accountsAt(home)}/${id}/default`, undefined, 11)).status).toBe(403)
  })

  it('is created for its owner to complete, and receives direct charges with the operator’s fee', async () => {
    const home = await newCalendar()
    const { account, id, onboardingUrl } = await connected(home)
    expect(onboardingUrl).toContain('connect.test')
    const { event, order, session } = await buy(home)
    const [sent] = (await calls('POST /v1/accounts')).map(({ form }) => form)
    expect(sent).toMatchObject({ 'controller[fees][payer]': 'account', 'controller[losses][payments]': 'stripe' })
    expect(await termsOf(order.id)).toMatchObject({ account_id: id, application_fee: 92 })
    const told = await tell(await pay(account, session), '/connect')
    expect(told.status, told.text).toBe(200)
    expect(await orderOf(home, event, order.id)).toMatchObject({ status: 'PAID' })
  })

  it('is restricted and cut off by messages', async () => {
    const home = await newCalendar()
    const { account, id } = await connected(home)
    await giveOwnerAddress(home)
    const fields = {
      id: account,
      charges_enabled: false,
      payouts_enabled: true,
      requirements: { currently_due: ['x'] },
    }
    const about = { object: 'event', account, livemode: false }
    for (const event of ['evt_u', 'evt_v'])
      await tell({ ...about, id: event, type: 'account.updated', data: { object: fields } }, '/connect')
    expect(await rowOf('payment_accounts', id)).toMatchObject({ status: 'RESTRICTED' })
    const [mail, ...others] = await mailsToOwners(home, 'account-restricted')
    expect([mail?.recipient, others]).toEqual([OWNER, []])
    const letter = mail && (await compose(mail, deps))
    expect(letter?.subject).toContain('can’t take payments')
    expect(letter?.text).toContain(account)
    await tell({ ...about, id: 'evt_d', type: 'account.application.deauthorized', data: { object: {} } }, '/connect')
    expect(await rowOf('payment_accounts', id)).toMatchObject({ status: 'DISCONNECTED', is_default: 0 })
    expect(await changesTold(home)).toEqual(['disconnected'])
  })

  it('emails its owners only about changes that took place', async () => {
    const home = await newCalendar()
    const { id } = await connected(home)
    await giveOwnerAddress(home)
    expect((await asOwner(home, `POST ${accountsAt(home)}/${id}/default`)).status).toBe(200)
    expect(await changesTold(home)).toEqual(['default'])
    const gone = () => asOwner(home, `DELETE ${accountsAt(home)}/${id}`)
    expect((await Promise.all([gone(), gone(), gone()])).map(({ status }) => status)).toEqual([200, 200, 200])
    expect((await asOwner(home, `POST ${accountsAt(home)}/${id}/default`)).status).toBe(409)
    expect((await changesTold(home)).toSorted()).toEqual(['default', 'disconnected'])
  })

  it('stays ONBOARDING and takes no payments until Stripe has every detail', async () => {
    const home = await newCalendar()
    const answer = await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'CONNECT', country: 'DE' })
    const { id, stripeAccount: account } = answer.body.data.account
    const listed = async () => (await asOwner(home, `GET ${accountsAt(home)}`)).body.data[0]
    expect(await listed()).toMatchObject({ id, status: 'ONBOARDING', isDefault: false, chargesEnabled: false })
    expect(await termsOf((await buy(home)).order.id)).toMatchObject({ account_id: null })
    expect((await asOwner(home, `POST ${accountsAt(home)}/${id}/default`)).body.code).toBe('payment_account_not_ready')
    const due = {
      id: account,
      charges_enabled: false,
      payouts_enabled: false,
      requirements: { currently_due: ['tos'] },
    }
    const about = { object: 'event', account, livemode: false, type: 'account.updated' }
    await tell({ ...about, id: 'evt_o', data: { object: due } }, '/connect')
    expect(await rowOf('payment_accounts', id)).toMatchObject({ status: 'ONBOARDING', requirements: '["tos"]' })
    await act({ act: 'readyAccount', account, isReady: true })
    expect(await listed()).toMatchObject({ status: 'ACTIVE', isDefault: true })
  })

  it('refuses refunds with 409 payment_account_gone once it is disconnected', async () => {
    const home = await newCalendar()
    const { account, id } = await connected(home)
    const { event, order, session } = await buy(home)
    await tell(await pay(account, session), '/connect')
    const open = await buy(home)
    expect((await asOwner(home, `DELETE ${accountsAt(home)}/${id}`)).status).toBe(200)
    const there = (await inside<{ sessions: Session[] }>(account, { act: 'books' })).sessions.find(
      (each) => each.id === open.session,
    )
    expect(there?.status).toBe('expired')
    const refused = await ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
    expect(refused.body).toMatchObject({ statusCode: 409, code: 'payment_account_gone' })
  })

  it('lists orders that buyers may still pay after disconnecting', async () => {
    const home = await newCalendar()
    const { account, id } = await connected(home)
    const { event, order, session } = await buy(home)
    await inside(account, { act: 'finish', session, method: 'sepa_debit' })
    await tell((await inside<Event[]>(account, { act: 'events' })).at(-1), '/connect')
    const listed = async () => (await asOwner(home, `GET ${accountsAt(home)}`)).body.data
    expect(await listed()).toMatchObject([{ openOrders: 1, pendingRefunds: 0, openDisputes: 0, unseenOrders: [] }])
    const gone = await asOwner(home, `DELETE ${accountsAt(home)}/${id}`)
    expect(gone.body.data).toMatchObject({ openOrders: 1, account: { status: 'DISCONNECTED' } })
    const { number, total: amount, currency } = order
    expect(await listed()).toMatchObject([
      { unseenOrders: [{ orderId: order.id, eventId: event.id, number, amount, currency }] },
    ])
  })

  it('counts a refund by hand once after the account is connected again', async () => {
    const home = await newCalendar()
    const { id, account, key } = await ownAccount(home)
    const secret = `whsec_of_${account}`
    const { event, order, session } = await buy(home)
    await tell(await pay(account, session), `/${id}`, secret)
    const back = (json: object) =>
      ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: { ...json, byHand: true } })
    const early = await back({})
    expect([early.status, early.body.errors[0].field]).toEqual([400, 'byHand'])
    await asOwner(home, `DELETE ${accountsAt(home)}/${id}`)
    await setColumns('payment_accounts', id, { disconnected_at: deps.clock() - 181 * 86_400_000 })
    await eraseUnneededKeys(deps)
    const recorded = await back({ amount: 500 })
    expect(recorded.body.data).toMatchObject({ refund: { amount: 500, status: 'SUCCEEDED' }, order: { refunded: 500 } })
    expect((await inside<ProviderBooks>(account, { act: 'books' })).refunds).toEqual([])
    await asOwner(home, `POST ${accountsAt(home)}`, { kind: 'OWN_KEY', key })
    const payment = String((await rowOf('orders', order.id))?.['payment'])
    await inside(account, { act: 'refundThere', payment, amount: 500 })
    for (const message of await inside<Event[]>(account, { act: 'events' })) await tell(message, `/${id}`, secret)
    const stored = await rowOf('refunds', recorded.body.data.refund.id)
    expect(stored).toMatchObject({ reference: expect.stringMatching(/^re_/), status: 'SUCCEEDED' })
    expect(await orderOf(home, event, order.id)).toMatchObject({ refunded: 500, status: 'PARTIALLY_REFUNDED' })
  })
})

describe('fees and payouts', () => {
  it('are posted once for each account, from the provider’s nightly list', async () => {
    const home = await newCalendar()
    const { account, id } = await connected(home)
    const { event, order, session } = await buy(home)
    await tell(await pay(account, session), '/connect')
    await inside(account, { act: 'payOut', amount: 2_000, currency: 'eur' })
    await inside(account, { act: 'pages', of: 1 })
    const books = async () => (await asOwner(home, `GET /calendars/${home.slug}/money/summary`)).body.data.currencies[0]
    expect(await books()).toMatchObject({ charged: PRICE, fees: 0, platformFees: 0, paidOut: 0 })
    for (let minute = 0; minute < 12; minute += 1) await reconcilePayments(deps)
    // Stripe's fee is 1.5 % and 25 cents, and ours 2.5 % and 30 cents.
    const expected = {
      charged: PRICE,
      net: PRICE,
      fees: 63,
      platformFees: 92,
      paidOut: 2_000,
      unpaid: 0,
      toPayBack: 0,
      feesByMethod: [{ method: 'card', fees: 63, platformFees: 92 }],
    }
    expect(await books()).toMatchObject(expected)
    await env.DB.prepare(`delete from payment_reconciliations where id like ?`).bind(`%${id}`).run()
    for (let minute = 0; minute < 12; minute += 1) await reconcilePayments(deps)
    expect(await books()).toMatchObject(expected)
    const { text } = await send(`GET /calendars/${home.slug}/money/postings`, { as: home.owner })
    const lines = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','))
    const { number } = await orderOf(home, event, order.id)
    expect(lines.slice(2).map((cells) => [cells[3], cells[5], cells[10]])).toEqual([
      ['FEE', number, '-0.63'],
      ['PLATFORM_FEE', number, '-0.92'],
      ['PAYOUT', '', '-20'],
    ])
    const posted = `select id from provider_postings where account_id = '${id}'`
    for (const change of [
      `update provider_postings set amount = 0 where id in (${posted})`,
      `delete from provider_postings where id in (${posted})`,
    ])
      await expect(env.DB.prepare(change).run()).rejects.toThrow('postings are immutable')
    await env.DB.prepare(
      `insert or replace into provider_postings (id, calendar_id, account_id, type, amount, currency, at)
        select id, calendar_id, account_id, type, 1, currency, at from provider_postings where id in (${posted})`,
    ).run()
    expect(await books()).toMatchObject(expected)
    await env.DB.prepare('update calendars set erase_at = 0 where id = ?').bind(home.id).run()
    const erased = await env.DB.prepare('delete from provider_postings where calendar_id = ?').bind(home.id).run()
    expect(erased.meta.changes).toBeGreaterThan(0)
  })

  it('are in the books of one calendar if two use the same account', async () => {
    const [first, second] = [await newCalendar(), await newCalendar()]
    const { key, account, id } = await ownAccount(first)
    const again = await asOwner(second, `POST ${accountsAt(second)}`, { kind: 'OWN_KEY', key })
    expect(again.status, again.text).toBe(200)
    for (const [home, at] of [
      [first, id],
      [second, again.body.data.account.id],
    ] as const) {
      const { session } = await buy(home)
      await tell(await pay(account, session), `/${at}`, `whsec_of_${account}`)
    }
    await inside(account, { act: 'payOut', amount: 2_000, currency: 'eur' })
    await env.DB.prepare('delete from payment_reconciliations').run()
    for (let minute = 0; minute < 30; minute += 1) await reconcilePayments(deps)
    const books = async (home: Home) =>
      (await asOwner(home, `GET /calendars/${home.slug}/money/summary`)).body.data.currencies[0]
    expect(await books(first)).toMatchObject({ charged: PRICE, fees: 63, paidOut: 2_000 })
    expect(await books(second)).toMatchObject({ charged: PRICE, fees: 63, paidOut: 0 })
  })

  it('show neither for the deployment’s account', async () => {
    const home = await newCalendar()
    const { session } = await buy(home)
    await act({ act: 'pay', session })
    for (const message of await act<Event[]>({ act: 'events' })) await tell(message)
    for (let minute = 0; minute < 12; minute += 1) await reconcilePayments(deps)
    const { currencies } = (await asOwner(home, `GET /calendars/${home.slug}/money/summary`)).body.data
    expect(currencies).toMatchObject([{ charged: PRICE, fees: 0, paidOut: 0 }])
  })
})

describe('refund of an account that Stripe cut off', () => {
  it.each([
    ['fails if it was never sent', 'INTENDED', 'FAILED', 0],
    ['stays pending and is reported if it was sent', 'KNOWN', 'PENDING', PRICE],
  ])('%s', async (_, effect, status, refunded) => {
    const home = await newCalendar()
    const { account } = await connected(home)
    const { event, order, session } = await buy(home)
    await tell(await pay(account, session), '/connect')
    await inside(account, { act: 'holdRefunds', hold: true })
    const back = await ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
    const { id } = back.body.data.refund
    await setColumns('refunds', id, { effect })
    const about = { object: 'event', account, livemode: false, id: `evt_${id}` }
    await tell({ ...about, type: 'account.application.deauthorized', data: { object: {} } }, '/connect')
    expect(await rowOf('refunds', id)).toMatchObject({ status })
    expect(await rowOf('orders', order.id)).toMatchObject({ refunded })
    const noted = await rowOf('payment_differences', `${id}:account`)
    expect(noted?.status ?? null).toBe(status === 'PENDING' ? 'account_gone' : null)
  })
})

describe('account that doesn’t respond', () => {
  it('is given up after 10 seconds and doesn’t delay other accounts', { timeout: 30_000 }, async () => {
    const pending = async () => {
      const home = await newCalendar()
      const { id, account } = await ownAccount(home)
      const { event, order, session } = await buy(home)
      await tell(await pay(account, session), `/${id}`, `whsec_of_${account}`)
      await inside(account, { act: 'holdRefunds', hold: true })
      const back = await ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
      expect(back.body.data.refund.status).toBe('PENDING')
      const [refund] = (await inside<ProviderBooks>(account, { act: 'books' })).refunds
      await inside(account, { act: 'settleRefund', refund: String(refund?.id), status: 'succeeded' })
      return { account, refundId: String(back.body.data.refund.id) }
    }
    const [hanging, other] = [await pending(), await pending()]
    await inside(hanging.account, { act: 'faults', faults: [{ on: 'GET /v1/refunds', kind: 'hang' }] })
    await later(HOUR_MS)
    const statusOf = async ({ refundId }: typeof other) => (await rowOf('refunds', refundId))?.status
    const begun = Date.now()
    const run = followUpRefunds(deps)
    await expect.poll(() => statusOf(other), { timeout: 5_000 }).toBe('SUCCEEDED')
    await run
    expect(Date.now() - begun).toBeGreaterThan(9_000)
    expect(await statusOf(hanging)).toBe('PENDING')
    await later(HOUR_MS)
    await followUpRefunds(deps)
    expect(await statusOf(hanging)).toBe('SUCCEEDED')
  })
})

describe('message from another account', () => {
  it('never touches an order, even with its id, amount and session', async () => {
    const [home, other] = [await newCalendar(), await newCalendar()]
    await ownAccount(home)
    const thief = await ownAccount(other)
    const { event, order, guest, session } = await buy(home)
    const object = {
      id: session,
      object: 'checkout.session',
      status: 'complete',
      payment_status: 'paid',
      payment_intent: 'pi_1',
      amount_total: PRICE,
      currency: 'eur',
      metadata: { order_id: order.id },
    }
    const forged = { id: 'evt_1', object: 'event', livemode: false, account: thief.account }
    const types = ['checkout.session.completed', 'checkout.session.expired', 'checkout.session.async_payment_failed']
    for (const type of types) {
      const told = await tell({ ...forged, type, data: { object } }, `/${thief.id}`, `whsec_of_${thief.account}`)
      expect(told.status, told.text).toBe(200)
      await tell({ ...forged, type, data: { object } })
    }
    await endCheckouts(deps)
    expect(await orderOf(home, event, order.id)).toMatchObject({ status: 'PENDING' })
    expect(await statusOfGuest(guest.id)).toBe('PENDING')
  })

  it('returns 400 with another account’s signature, and is ignored in the other mode', async () => {
    const home = await newCalendar()
    const { id, account } = await ownAccount(home)
    const { event, order, session } = await buy(home)
    const paid = await pay(account, session)
    expect((await tell(paid, `/${id}`)).status).toBe(400)
    expect((await tell(paid, '/connect', 'whsec_other')).status).toBe(400)
    expect((await tell(paid, '/pac_unknown')).status).toBe(404)
    for (const path of [id, 'connect']) {
      const sent = await ask(`POST /public/payments/stripe/${path}`, { body: 'x'.repeat(257 * 1024) })
      expect(sent.body).toMatchObject({ statusCode: 413, code: 'payload_too_large' })
    }
    expect((await send('POST /public/payments/stripe/connect', { body: '{}' })).status).toBe(404)
    expect((await tell({ ...paid, livemode: true }, `/${id}`, `whsec_of_${account}`)).status).toBe(200)
    expect(await orderOf(home, event, order.id)).toMatchObject({ status: 'PENDING' })
  })
})

describe('disputed payment', () => {
  it('can’t be refunded until the dispute is won', async () => {
    const home = await newCalendar()
    const { id, account } = await ownAccount(home)
    const { event, order, session } = await buy(home)
    await tell(await pay(account, session), `/${id}`, `whsec_of_${account}`)
    const payment = String((await rowOf('orders', order.id))?.payment)
    const hear = async () => {
      for (const each of await inside<Event[]>(account, { act: 'events' }))
        await tell(each, `/${id}`, `whsec_of_${account}`)
    }
    await newWebhook(home, receiver('200').url, { events: ['dispute.updated'] })
    await giveOwnerAddress(home)
    const dispute = await inside<{ id: string }>(account, { act: 'dispute', payment })
    for (const _again of [1, 2]) await hear()
    const refund = () => ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
    expect((await refund()).body).toMatchObject({ statusCode: 409, code: 'order_disputed' })
    const mails = await mailsToOwners(home, 'dispute')
    expect(mails).toHaveLength(1)
    const mail = mails[0] && (await compose(mails[0], deps))
    expect(mail?.text).toMatch(/Answer by .*\d{4}/)
    expect(mail?.text).toContain(`https://dashboard.stripe.com/payments/${payment}`)
    await inside(account, { act: 'closeDispute', dispute: dispute.id, status: 'lost' })
    await hear()
    expect(await termsOf(order.id)).toMatchObject({ disputed: PRICE })
    expect((await refund()).body).toMatchObject({ code: 'order_disputed' })
    await inside(account, { act: 'closeDispute', dispute: dispute.id, status: 'won' })
    await hear()
    expect(await termsOf(order.id)).toMatchObject({ disputed: 0 })
    expect((await refund()).status).toBe(200)
    const sent = await env.DB.prepare(`select d.data, d.seq from deliveries d where d.calendar_id = ? order by d.seq`)
      .bind(home.id)
      .all<{ data: string; seq: number }>()
    const told = sent.results.map((row) => JSON.parse(row.data))
    expect(told.map(({ status, previousStatus }) => [previousStatus, status])).toEqual([
      [null, 'needs_response'],
      ['needs_response', 'lost'],
      ['lost', 'won'],
    ])
    expect(told[0]).toMatchObject({ disputeId: dispute.id, orderId: order.id, amount: PRICE, currency: 'EUR' })
    // Each has the number of its own change to the order.
    expect(new Set(sent.results.map(({ seq }) => seq)).size).toBe(3)
  })
})
