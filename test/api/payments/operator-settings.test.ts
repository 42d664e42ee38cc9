import { env } from 'cloudflare:workers'
import { describe, expect, it } from 'vitest'
import { createApp } from '../../../src/app.ts'
import { createVault } from '../../../src/kernel/vault.ts'
import { resealAccountKeys } from '../../../src/modules/payment-accounts/index.ts'
import { openWaitingCheckouts, reconcilePayments } from '../../../src/modules/payments/index.ts'
import { registry } from '../../../src/registry.ts'
import type { Event } from '../../../harness/stripe-books.ts'
import { rowOf, setColumns } from '../../support/database.ts'
import { newCalendar, newEvent, person, type Calendar } from '../../support/factories.ts'
import { tokenFor } from '../../support/identity.ts'
import { askerOf, withProvider } from '../../support/provider.ts'

const [DAY_MS, MINUTE_MS] = [86_400_000, 60_000]
const [PRICE, BPS, NEW_KEY] = [2_500, 250, btoa('another key, 32 bytes long, yes!')]
type World = Awaited<ReturnType<typeof withProvider>>

const asOwner = async ({ owner }: Calendar, { ask, deps }: Pick<World, 'ask' | 'deps'>, line: string, json: object) => {
  const auth_time = Math.floor(deps.clock() / 1000)
  return ask(line, { json, headers: { Authorization: `Bearer ${await tokenFor(owner, { auth_time })}` } })
}
const accountsAt = ({ slug }: Calendar) => `POST /calendars/${slug}/payment-accounts`
const buy = async (home: Calendar, { ask }: World) => {
  const event = await newEvent(home, {}, { price: PRICE })
  const { status, text, body } = await ask(`POST /public/events/${event.id}/registrations`, { json: person() })
  expect(status, text).toBe(200)
  return { event, order: body.data.order }
}
let made = 0
const ownAccount = async (home: Calendar, world: World) => {
  const [key, account] = [`rk_test_settings${(made += 1)}`, `acct_settings${made}`]
  await world.act({ act: 'addAccount', account, key })
  const { status, text, body } = await asOwner(home, world, accountsAt(home), { kind: 'OWN_KEY', key })
  expect(status, text).toBe(200)
  return { key, account, id: String(body.data.account.id) }
}
const connect = async (home: Calendar, world: World) => {
  const { body } = await asOwner(home, world, accountsAt(home), { kind: 'CONNECT', country: 'DE' })
  const account = String(body.data.account.stripeAccount)
  await world.act({ act: 'readyAccount', account, isReady: true })
  await world.ask(`GET /calendars/${home.slug}/payment-accounts`, { as: home.owner })
  return account
}

describe('PAYMENTS_SHARED=false', () => {
  it('keeps calendars without their own account off the deployment’s key', async () => {
    const world = await withProvider({ PAYMENTS_SHARED: 'false' })
    const home = await newCalendar()
    const { order } = await buy(home, world)
    expect(order.payment).toMatchObject({ provider: 'OFFLINE', url: null })
    expect(await world.calls('POST /v1/checkout/sessions')).toEqual([])
    await ownAccount(home, world)
    expect((await buy(home, world)).order.payment).toMatchObject({ provider: 'STRIPE' })
  })
})

describe('operator’s fee', async () => {
  const world = await withProvider({ PLATFORM_FEE_BPS: String(BPS) })

  it('is sent with the checkout page, and is returned with a refund', async () => {
    const home = await newCalendar()
    const account = await connect(home, world)
    const { event, order } = await buy(home, world)
    await world.act({ act: 'in', account, wanted: { act: 'pay', session: order.payment.reference } })
    for (const told of await world.act<Event[]>({ act: 'in', account, wanted: { act: 'events' } }))
      await world.tell(told, '/connect')
    const back = await world.ask(`POST /events/${event.id}/orders/${order.id}/refund`, { as: home.owner, json: {} })
    expect(back.body.data.order).toMatchObject({ status: 'REFUNDED' })
    const seen = await world.act<{ line: string; headers: Record<string, string>; form: Record<string, string> }[]>({
      act: 'in',
      account,
      wanted: { act: 'seen' },
    })
    const sent = (line: string) => seen.find((each) => each.line === line)
    const page = sent('POST /v1/checkout/sessions')
    const fee = Math.floor((PRICE * BPS) / 10_000)
    expect(page?.form).toMatchObject({ 'payment_intent_data[application_fee_amount]': String(fee) })
    expect(page?.headers).toMatchObject({ 'stripe-account': account, 'stripe-version': '2026-10-28.endive' })
    expect(sent('POST /v1/refunds')?.form).toMatchObject({ refund_application_fee: 'true' })
  })

  it('stays that of the page if the setting changes before the provider has answered', async () => {
    const home = await newCalendar()
    await connect(home, world)
    const { order } = await buy(home, world)
    const terms = env.DB.prepare('select application_fee as fee from order_terms where order_id = ?').bind(order.id)
    const feeNow = async () => (await terms.first<{ fee: number }>())?.fee
    const fee = Math.floor((PRICE * BPS) / 10_000)
    expect(await feeNow()).toBe(fee)
    const sent = { effect: 'SENT', effect_request: 'the request that the provider got' }
    await setColumns('orders', order.id, { payment_reference: null, payment_url: null, ...sent })
    await world.later(2 * MINUTE_MS)
    await openWaitingCheckouts({ ...world.deps, payments: { ...world.deps.payments, operatorFeeOf: () => 0 } })
    expect(await rowOf('orders', order.id)).toMatchObject({ payment_reference: order.payment.reference })
    expect(await feeNow()).toBe(fee)
  })
})

describe('service in production', () => {
  it('returns 400 for a key or an account in test mode', async () => {
    const world = await withProvider()
    const deps = { ...world.deps, config: { ...world.deps.config, environment: 'production' as const } }
    const production = { deps, ask: askerOf(createApp(registry, deps)) }
    const home = await newCalendar()
    await world.act({ act: 'addAccount', account: 'acct_inproduction', key: 'rk_test_inproduction' })
    const json = { kind: 'OWN_KEY', key: 'rk_test_inproduction' }
    const { body } = await asOwner(home, production, accountsAt(home), json)
    expect(body).toMatchObject({ statusCode: 400, errors: [{ field: 'key' }] })
    const connected = await asOwner(home, production, accountsAt(home), { kind: 'CONNECT', country: 'DE' })
    expect(connected.body).toMatchObject({ statusCode: 400, errors: [{ field: 'kind' }] })
  })
})

describe('reconciliation', () => {
  it('reads only accounts with an order in the last 35 days', async () => {
    const world = await withProvider()
    const [busy, idle] = [await newCalendar(), await newCalendar()]
    const [used, unused] = [await ownAccount(busy, world), await ownAccount(idle, world)]
    await buy(busy, world)
    const { order } = await buy(idle, world)
    await setColumns('orders', order.id, { created_at: world.deps.clock() - 36 * DAY_MS })
    await world.later(DAY_MS)
    for (let minutes = 0; minutes < 5; minutes += 1) await reconcilePayments(world.deps)
    const { results } = await env.DB.prepare('select id from payment_reconciliations').all<{ id: string }>()
    const ids = results.map(({ id }) => id)
    expect(ids.some((id) => id.endsWith(`:${used.id}`))).toBe(true)
    expect(ids.some((id) => id.endsWith(`:${unused.id}`))).toBe(false)
  })
})

// Last, because the accounts of this file then need the new key.
describe('new ENCRYPTION_KEY', () => {
  it('encrypts both secrets of an account again, and they still work', async () => {
    const world = await withProvider()
    const home = await newCalendar()
    const { id, key } = await ownAccount(home, world)
    const old = await rowOf('payment_accounts', id)
    const fresh = createVault(`k2:${NEW_KEY}`)
    const both = {
      keyName: 'k2',
      seal: (text: string) => fresh.seal(text),
      open: (sealed: string) => (sealed.startsWith('k2.') ? fresh.open(sealed) : world.deps.vault.open(sealed)),
    }
    await resealAccountKeys({ ...world.deps, vault: { ...world.deps.vault, ...both } })
    const now = await rowOf('payment_accounts', id)
    for (const column of ['sealed_key', 'sealed_webhook_secret']) {
      expect(now?.[column]).toMatch(/^k2\./)
      expect(await fresh.open(String(now?.[column]))).toBe(await world.deps.vault.open(String(old?.[column])))
    }
    expect(await fresh.open(String(now?.['sealed_key']))).toContain(key)
  })
})
