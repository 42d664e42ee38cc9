import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { rowsOfCsv } from '../../../src/kernel/csv-reading.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const DAY_MS = 86_400_000

const { origin, signedIn: signedInAs, api } = useWorkspace('money')
const signedIn = (hash: string) => signedInAs('owner', hash)

const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

const HOME = 'demo-pro'

/** Creates an event with two tickets and unpaid orders. */
const sellTickets = async (title: string, guests: number, days = 30) => {
  const { data: event } = await api('POST /events', {
    calendarSlug: HOME,
    title,
    startAt: `${dateIn(days)}T20:00`,
    timezone: 'Europe/Paris',
    tickets: [
      { name: 'Adult', price: 2_500, currency: 'EUR' },
      { name: 'Child', price: 1_000, currency: 'EUR' },
    ],
  })
  const orders: string[] = []
  for (let count = 0; count < guests; count += 1) {
    const answer = await api(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Ada',
      lastName: `Guest ${count}`,
      email: `${title.toLowerCase().replaceAll(' ', '-')}-${count}@guests.example`,
      ticketId: event.tickets[0].id,
    })
    orders.push(answer.data.order.id)
  }
  return { event, orders, hash: (tab: string) => `#${HOME}/events/${event.id}/${tab}` }
}

/** Expects no axe violations and no horizontal scrolling, in both themes at two widths. */
const expectSound = async (page: Page, screen: string) => {
  const folder = process.env['PICTURES']
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) => {
      if (folder !== undefined) await page.screenshot({ path: join(folder, `${screen}-${width}-${theme}.png`) })
      expect(await seriousViolations(page), `${screen} at ${width}`).toEqual([])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${screen} at ${width}`).toBeLessThanOrEqual(0)
    })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

describe('money in the workspace', () => {
  it(
    'marks an order as paid with a date and a note, takes it back, and lists it under Money',
    { timeout: 120_000 },
    async () => {
      const { event, orders, hash } = await sellTickets('Paid by hand', 1)
      const page = await signedIn(`${hash('orders')}?order=${orders[0] ?? ''}`)
      await page.getByRole('button', { name: 'Mark as paid…' }).click()
      await page.getByLabel('Paid on').fill(dateIn(2))
      await page.getByLabel('Note').fill('Cash at the bar')
      await page.getByRole('button', { name: 'Mark as paid', exact: true }).click()
      await page.locator('dialog .fault').first().waitFor()
      await page.getByLabel('Paid on').fill(dateIn(-3))
      await expectSound(page, 'mark-paid')
      await page.getByRole('button', { name: 'Mark as paid', exact: true }).click()
      await page.getByText('Cash at the bar').waitFor()
      await expectSound(page, 'paid')
      await page.getByRole('button', { name: 'Mark as unpaid…' }).click()
      await expectSound(page, 'take-back')
      await page.getByRole('button', { name: 'Mark as unpaid', exact: true }).click()
      await page.getByRole('button', { name: 'Mark as paid…' }).waitFor()
      const { number } = (await api(`GET /events/${event.id}/orders/${orders[0] ?? ''}`)).data
      await page.goto(`${origin()}/console#${HOME}/money`)
      await page.getByRole('link', { name: number }).waitFor()
      await isSettled(page)
      await expectSound(page, 'money')
    },
  )

  it('takes only a restricted key for a payment account', { timeout: 120_000 }, async () => {
    const page = await signedIn(`#${HOME}/money`)
    const accounts = page.locator('section', { has: page.getByRole('heading', { name: 'Payment accounts' }) })
    await accounts.getByLabel('Restricted key').fill('sk_live_secret')
    await accounts.getByRole('button', { name: 'Connect account' }).click()
    await accounts.locator('.fault').first().waitFor()
    await accounts.scrollIntoViewIfNeeded()
    await expectSound(page, 'payment-accounts')
    // This service is no Stripe platform.
    expect(await accounts.getByRole('button', { name: 'Connect with Stripe' }).count()).toBe(0)
  })

  it('takes the price of a ticket without tax, and shows what buyers pay', { timeout: 120_000 }, async () => {
    const { event, hash } = await sellTickets('Net prices', 0)
    const { data: rate } = await api(`POST /calendars/${HOME}/tax-rates`, { name: 'VAT', rate: 1_900 })
    const page = await signedIn(hash('tickets'))
    await page.getByText('Adult', { exact: true }).click()
    await page.getByLabel('Tax rate').selectOption(rate.id)
    await page.getByText('Buyers pay €25.00, including €3.99 tax (VAT · 19%).').waitFor()
    await page.getByRole('checkbox', { name: 'Price is net' }).check()
    await page.getByText('Buyers pay €29.75, including €4.75 tax (VAT · 19%).').waitFor()
    await expectSound(page, 'net-price')
    await page.getByRole('button', { name: 'Save ticket' }).click()
    await page.getByText('Ticket saved.').waitFor()
    const { data: tickets } = await api(`GET /events/${event.id}/tickets`)
    expect(tickets[0]).toMatchObject({ price: 2_975, net: 2_500, tax: 475, taxRateId: rate.id })
  })

  it('creates a coupon with a period and a ticket, and moves a ticket by keyboard', { timeout: 120_000 }, async () => {
    const { event, hash } = await sellTickets('Coupons', 0)
    const page = await signedIn(hash('tickets'))
    await page.getByRole('button', { name: 'New coupon' }).click()
    await page.getByLabel('Code').fill('SPRING')
    await page.getByLabel('Percent').fill('20')
    await page.getByLabel('Valid from').fill(`${dateIn(1)}T09:00`)
    await page.getByLabel('Valid until').fill(`${dateIn(1)}T08:00`)
    await page.getByRole('checkbox', { name: 'Child' }).check()
    await page.getByRole('button', { name: 'Create coupon' }).click()
    await page.locator('dialog .fault').first().waitFor()
    await page.getByLabel('Valid until').fill(`${dateIn(5)}T09:00`)
    await expectSound(page, 'coupon')
    await page.getByRole('button', { name: 'Create coupon' }).click()
    await page.getByText('for 1 ticket').waitFor()
    const { data } = await api(`GET /coupons/calendar/${event.calendarSlug}?eventId=${event.id}`)
    const offset = event.startAt.slice(11, 13) === '18' ? '07' : '08'
    expect(data).toMatchObject([
      { code: 'SPRING', ticketIds: [event.tickets[1].id], validFrom: `${dateIn(1)}T${offset}:00:00.000Z` },
    ])
    await page.getByRole('button', { name: 'Move “Child” up' }).focus()
    await page.keyboard.press('Enter')
    await page.waitForFunction(() => document.querySelector('tr[data-id] b')?.textContent === 'Child')
    const { data: tickets } = await api(`GET /events/${event.id}/tickets`)
    expect(tickets.map(({ name }: { name: string }) => name)).toEqual(['Child', 'Adult'])
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-label') === 'Move “Child” up')
    const row = (name: string) => page.locator('tr[data-id]', { hasText: name })
    await row('Adult').getByRole('button', { name: 'Move “Adult” down' }).locator('..').dragTo(row('Child'))
    await page.waitForFunction(() => document.querySelector('tr[data-id] b')?.textContent === 'Adult')
    await expectSound(page, 'tickets')
  })

  it(
    'shows the effects of a cancellation, refunds every order once and lists the results',
    { timeout: 120_000 },
    async () => {
      const { event, orders, hash } = await sellTickets('Called off', 3)
      for (const id of orders) await api(`POST /events/${event.id}/orders/${id}/mark-paid`, {})
      await api(`POST /events/${event.id}/orders/${orders[0] ?? ''}/refund`, { amount: 500 })
      const page = await signedIn(hash('orders'))
      await page.getByRole('button', { name: 'More actions for Called off' }).click()
      await page.getByRole('button', { name: 'Cancel event…' }).click()
      await page.getByText('3 paid orders').waitFor()
      expect(await page.getByRole('list', { name: 'Paid orders' }).textContent()).toContain('70.00')
      await expectSound(page, 'cancel')
      await page.getByRole('button', { name: 'Cancel and email 3 guests' }).click()
      await page.getByRole('button', { name: 'Refund 3 orders' }).waitFor()
      await expectSound(page, 'refunds')
      await page.getByRole('button', { name: 'Refund 3 orders' }).click()
      await page.getByText('3 orders for you to pay out').waitFor()
      await page.getByText('Finished.').waitFor()
      await expectSound(page, 'refunded')
      for (const id of orders) {
        const { data } = await api(`GET /events/${event.id}/orders/${id}`)
        expect([data.status, data.refunded]).toEqual(['REFUNDED', 2_500])
      }
      await page.getByRole('button', { name: 'Close' }).last().click()
      await page.getByRole('button', { name: 'Refund all…' }).waitFor({ state: 'detached' })
    },
  )

  it('duplicates an event to another date', { timeout: 120_000 }, async () => {
    const { hash } = await sellTickets('Again', 0)
    const page = await signedIn(hash('tickets'))
    await page.getByRole('button', { name: 'More actions for Again' }).click()
    await page.getByRole('button', { name: 'Duplicate…' }).click()
    expect(await page.getByLabel('Date of the copy').inputValue()).toBe(dateIn(37))
    await page.getByLabel('Starts at').fill('')
    await page.getByRole('button', { name: 'Duplicate event' }).click()
    await page.locator('dialog .fault').first().waitFor()
    await page.getByLabel('Starts at').fill('20:00')
    await expectSound(page, 'duplicate')
    await page.getByRole('button', { name: 'Duplicate event' }).click()
    await page.waitForURL(/\/edit/)
  })

  it('cancels an event only after its paid orders are shown', { timeout: 120_000 }, async () => {
    const { event, orders, hash } = await sellTickets('Cancelled early', 1)
    await api(`POST /events/${event.id}/orders/${orders[0] ?? ''}/mark-paid`, {})
    const page = await signedIn(hash('tickets'))
    let release = () => {}
    const isReleased = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/sales', async (route) => {
      await isReleased
      await route.continue()
    })
    await page.getByRole('button', { name: 'More actions for Cancelled early' }).click()
    await page.getByRole('button', { name: 'Cancel event…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Cancel “Cancelled early”?' })
    const cancel = dialog.getByRole('button', { name: 'Cancel and email 1 guest' })
    await cancel.waitFor()
    expect(await cancel.isDisabled()).toBe(true)
    release()
    await dialog.getByText('1 paid order').waitFor()
    expect(await cancel.isDisabled()).toBe(false)
    await expectSound(page, 'cancel-event')
  })

  it('ends the wait for a payment when the event starts, and shows that', { timeout: 120_000 }, async () => {
    const { event, orders, hash } = await sellTickets('Tomorrow', 1, 1)
    const { data: order } = await api(`GET /events/${event.id}/orders/${orders[0] ?? ''}`)
    expect(order.expiresAt).toBe(event.startAt)
    const page = await signedIn(`${hash('orders')}?order=${order.id}`)
    await page
      .locator('.sheet')
      .getByText(/Unpaid, expires (?:tomorrow|in \d+ hours)/)
      .waitFor()
  })

  it('downloads files of orders and guests that a spreadsheet joins by the order number', async () => {
    const { orders, hash } = await sellTickets('Two files', 2)
    const page = await signedIn(hash('orders'))
    const fileAfter = async (press: () => Promise<void>) => {
      const [download] = await Promise.all([page.waitForEvent('download'), press()])
      const bytes = await readFile(await download.path())
      expect([...bytes.subarray(0, 3)]).toEqual([0xef, 0xbb, 0xbf])
      const [head, ...rows] = rowsOfCsv(bytes.toString())
      return rows.map((row) => Object.fromEntries(row.map((cell, at) => [head?.[at] ?? '', cell])))
    }
    const ofOrders = await fileAfter(() => page.getByRole('button', { name: 'CSV', exact: true }).click())
    await page.getByRole('link', { name: 'Guests', exact: true }).click()
    const ofGuests = await fileAfter(async () => {
      await page.getByRole('button', { name: 'Print and export' }).click()
      await page.getByRole('button', { name: 'Download CSV' }).click()
    })
    expect(ofOrders).toHaveLength(orders.length)
    for (const order of ofOrders) expect(order).toMatchObject({ Net: '0.00', Total: '25.00' })
    const numbers = ofOrders.map((row) => row['Order number'])
    expect(new Set(ofGuests.map((row) => row['Order number']))).toEqual(new Set(numbers))
    for (const guest of ofGuests) expect(guest['Registered at']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d/)
  })
})
