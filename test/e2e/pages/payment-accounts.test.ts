import type { Page } from 'playwright-core'
import { afterAll, expect, it } from 'vitest'
import { startStripe, STRIPE_KEY } from '../../../harness/stripe.ts'
import type { Event } from '../../../harness/stripe-books.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'
import { expectSound } from './sound.ts'

const [HOME, ACCOUNT, KEY] = ['demo-pro', 'acct_of_the_organiser', 'rk_test_oftheorganiser']
const stripe = startStripe()
const providerUrl = async () => `${(await stripe).origin}/of/accounts`
const { api, service, signedIn } = useWorkspace('accounts', async () => ({
  STRIPE_API_URL: await providerUrl(),
  STRIPE_SECRET_KEY: STRIPE_KEY,
  STRIPE_WEBHOOK_SECRET: 'whsec_of_the_deployment',
}))

afterAll(async () => (await stripe).close())

const act = async <Answer>(wanted: object) =>
  (await (await fetch(`${await providerUrl()}/do`, { method: 'POST', body: JSON.stringify(wanted) })).json()) as Answer

/** Delivers the events of the account. */
const tellAll = async (accountId: string) => {
  for (const event of await act<Event[]>({ act: 'in', account: ACCOUNT, wanted: { act: 'events' } })) {
    const payload = JSON.stringify(event)
    const wanted = { payload, secret: `whsec_of_${ACCOUNT}`, timestamp: Math.floor(Date.now() / 1000) }
    const signed = await fetch(`${await providerUrl()}/sign`, { method: 'POST', body: JSON.stringify(wanted) })
    const told = await fetch(`${service().baseUrl}/public/payments/stripe/${accountId}`, {
      method: 'POST',
      headers: { 'Stripe-Signature': await signed.text() },
      body: payload,
    })
    expect(told.status).toBe(200)
  }
}

const accountIn = (page: Page) => page.locator('li', { hasText: ACCOUNT })

it('connects an account, shows why a disputed order has no refund, and disconnects only by name', async () => {
  await act({ act: 'addAccount', account: ACCOUNT, key: KEY })
  const page = await signedIn('owner', `#${HOME}/money`)
  await page.getByLabel('Restricted key').fill(KEY)
  await page.getByRole('button', { name: 'Connect account' }).click()
  await accountIn(page).getByText('Ready').waitFor()
  const { data: accounts } = await api(`GET /calendars/${HOME}/payment-accounts`)

  const { data: event } = await api('POST /events', {
    calendarSlug: HOME,
    title: 'Disputed',
    startAt: new Date(Date.now() + 30 * 86_400_000).toISOString(),
    timezone: 'UTC',
    tickets: [{ name: 'Adult', price: 2_500, currency: 'EUR' }],
  })
  const buy = async (email: string) =>
    (
      await api(`POST /public/events/${event.id}/registrations`, {
        firstName: 'Ada',
        lastName: 'Byron',
        email,
        ticketId: event.tickets[0].id,
      })
    ).data.order
  const paid = await buy('paid@guests.example')
  await act({ act: 'in', account: ACCOUNT, wanted: { act: 'pay', session: paid.payment.reference } })
  await tellAll(accounts[0].id)
  const order = `#${HOME}/events/${event.id}/orders?order=${paid.id}`
  await page.goto(`${page.url().split('#')[0]}${order}`)
  await page.getByRole('button', { name: 'Refund…' }).waitFor()

  const books = await act<{ charges: { payment_intent: string }[] }>({
    act: 'in',
    account: ACCOUNT,
    wanted: { act: 'books' },
  })
  const payment = books.charges[0]?.payment_intent
  await act({ act: 'in', account: ACCOUNT, wanted: { act: 'dispute', payment } })
  await tellAll(accounts[0].id)
  await page.reload()
  await page.getByText('No refund until the dispute is decided in your favour.').waitFor()
  expect(await page.getByRole('button', { name: 'Refund…' }).count()).toBe(0)
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy evidence' }).click()
  const copied = () => page.evaluate(() => navigator.clipboard.readText())
  await expect.poll(copied).toContain(`Order ${paid.number}`)
  const evidence = await copied()
  for (const part of [
    'Ada Byron <paid@guests.example>',
    '1 × Adult: €25.00',
    paid.payment.reference,
    'has not checked in',
  ])
    expect(evidence).toContain(part)
  await expectSound(page, 'disputed-order')

  await buy('paying@guests.example')
  await page.goto(`${page.url().split('#')[0]}#${HOME}/money`)
  await accountIn(page).getByRole('button', { name: 'Disconnect…' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('1 buyer is paying right now.').waitFor()
  await dialog.getByText('1 dispute is open.').waitFor()
  const { name } = (await api(`GET /calendars/${HOME}`)).data as unknown as { name: string }
  const field = dialog.getByLabel(`Type “${name}” to confirm`)
  const disconnect = dialog.getByRole('button', { name: 'Disconnect account' })
  await field.fill('Another calendar')
  expect(await disconnect.getAttribute('aria-disabled')).toBe('true')
  await disconnect.click({ force: true })
  await expectSound(page, 'disconnect')
  expect((await api(`GET /calendars/${HOME}/payment-accounts`)).data[0].status).toBe('ACTIVE')
  await field.fill(name)
  await disconnect.click()
  await accountIn(page).getByText('Disconnected').waitFor()
  await isSettled(page)
  expect((await api(`GET /calendars/${HOME}/payment-accounts`)).data[0].status).toBe('DISCONNECTED')
})
