import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const HOME = 'demo-pro'
const SELLER = {
  documents: 'ON_REQUEST',
  name: 'Kulturverein Lindenhof e.V.',
  line1: 'Lindenstraße 1',
  postalCode: '50674',
  city: 'Köln',
  country: 'DE',
  vatId: 'DE123456789',
}
const BUYER = {
  name: 'Ada Lovelace',
  company: 'Analytische Maschinen und Söhne GmbH & Co. KG',
  line1: 'Ring 2',
  postalCode: '10115',
  city: 'Berlin',
  country: 'DE',
}
const { signedIn, api, origin } = useWorkspace('documents')

/** Expects no axe violations and no horizontal scrolling, in both themes at two widths. */
const expectSound = async (page: Page, screen: string) => {
  const folder = process.env['PICTURES']
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) => {
      if (folder !== undefined)
        await page.screenshot({ path: join(folder, `${screen}-${width}-${theme}.png`), fullPage: true })
      expect(await seriousViolations(page), `${screen} at ${width}`).toEqual([])
      const over = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(over, `${screen} at ${width}`).toBeLessThanOrEqual(0)
    })
  }
  await page.setViewportSize({ width: 1440, height: 900 })
}

const sellSeat = async (title: string, price: number) => {
  const { data: event } = await api('POST /events', {
    calendarSlug: HOME,
    title,
    startAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
    timezone: 'Europe/Berlin',
    tickets: [{ name: 'Seat', price, currency: 'EUR' }],
  })
  const { data: bought } = await api(`POST /public/events/${event.id}/registrations`, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@guests.example',
    ticketId: event.tickets[0].id,
  })
  await api(`POST /events/${event.id}/orders/${bought.order.id}/mark-paid`, {})
  return { event, order: bought.order, manageUrl: bought.manageUrl as string }
}

it('takes the seller’s details, and asks buyers of small amounts for a name only', async () => {
  await api(`PUT /calendars/${HOME}/seller`, { ...SELLER, documents: 'OFF' })
  const [small, large] = [await sellSeat('Small', 2_500), await sellSeat('Large', 90_000)]
  const page = await signedIn('owner', `#${HOME}/events/${small.event.id}/orders?order=${small.order.id}`)
  await page.getByRole('button', { name: 'Issue invoice…' }).click()
  const dialog = page.getByRole('dialog').filter({ hasText: 'Invoice for' })
  await expect.poll(() => dialog.getByLabel('City').getAttribute('required')).toBeNull()
  await dialog.getByRole('button', { name: 'Issue invoice' }).click()
  await dialog.getByText('An owner must enter the seller’s details first').waitFor()
  await expectSound(page, 'seller-incomplete')

  await page.goto(`${origin()}/console#${HOME}/settings`)
  const form = page.getByRole('form', { name: 'Invoices' })
  await form.getByLabel('Issue invoices').selectOption('ON_REQUEST')
  await form.getByLabel('Without the buyer’s address up to').fill('many')
  await form.getByRole('button', { name: 'Save' }).click()
  await form.locator('.fault').first().waitFor()
  await form.scrollIntoViewIfNeeded()
  await expectSound(page, 'seller-fault')
  await form.getByLabel('Without the buyer’s address up to').fill('400')
  await form.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved', { exact: true }).first().waitFor()
  const { data: seller } = await api(`GET /calendars/${HOME}/seller`)
  expect(seller).toMatchObject({ documents: 'ON_REQUEST', simplifiedUpTo: 40_000, simplifiedCurrency: 'EUR' })

  const guest = await page.context().newPage()
  for (const [name, { manageUrl }, language] of [
    ['small', small, 'en'],
    ['large', large, 'en'],
    ['large', large, 'de'],
  ] as const) {
    await guest.goto(`${manageUrl}/documents?lang=${language}`)
    // The style sheet of forms puts each label above its field, which is as wide as the form.
    const [label, field] = await Promise.all(
      ['label[for="field-name"]', '#field-name'].map((selector) => guest.locator(selector).boundingBox()),
    )
    expect(field?.y).toBeGreaterThan((label?.y ?? 0) + 10)
    await expectSound(guest, `guest-asks-${name}-${language}`)
  }
  await guest.locator('#field-email').fill('nowhere')
  await guest.locator('main form button').click()
  await guest.locator('.error').first().waitFor()
  await expectSound(guest, 'guest-asks-fault-de')
  await guest.goto(`${small.manageUrl}/documents?lang=en`)
  await guest.getByRole('button', { name: /invoice/i }).click()
  await guest.getByRole('link', { name: /^Invoice R/ }).waitFor()
  const { data: papers } = await api(`GET /calendars/${HOME}/documents?orderId=${small.order.id}`)
  expect(papers).toMatchObject([{ buyer: { name: 'Ada Lovelace', line1: null, email: 'ada@guests.example' } }])
  await guest.close()
}, 240_000)

it('prints an invoice, downloads it as XML, and says that it stays when the buyer is erased', async () => {
  await api(`PUT /calendars/${HOME}/seller`, SELLER)
  const { data: event } = await api('POST /events', {
    calendarSlug: HOME,
    title: 'Lantern night',
    startAt: new Date(Date.now() + 40 * 86_400_000).toISOString(),
    timezone: 'Europe/Berlin',
    tickets: [{ name: 'Seat', price: 2_500, currency: 'EUR' }],
  })
  const { data: tax } = await api(`POST /calendars/${HOME}/tax-rates`, { name: 'MwSt.', rate: 1_900, category: 'S' })
  await api(`PATCH /events/${event.id}/tickets/${event.tickets[0].id}`, { taxRateId: tax.id })
  const { data: bought } = await api(`POST /public/events/${event.id}/registrations`, {
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@guests.example',
    locale: 'de',
    ticketId: event.tickets[0].id,
  })
  await api(`POST /events/${event.id}/orders/${bought.order.id}/mark-paid`, {})
  const { data: issued } = await api(`POST /events/${event.id}/orders/${bought.order.id}/documents`, BUYER)
  const { id, number } = issued[0]

  const page = await signedIn('owner', `#${HOME}/money`)
  await page.getByText(`Invoice ${number}`).waitFor()
  await isSettled(page)
  await expectSound(page, 'money-documents')
  // The browser's print dialog would wait for a person.
  await page.evaluate(() => {
    window.print = () => document.body.setAttribute('data-printed', '')
  })
  await page.getByRole('button', { name: `Copies of ${number}` }).click()
  await page.getByRole('button', { name: 'Print', exact: true }).click()
  await page.locator('body[data-printed]').waitFor()
  const sheet = page.locator('body > .paper')
  for (const text of [`Rechnung ${number}`, BUYER.company, '% auf']) expect(await sheet.textContent()).toContain(text)
  expect(await sheet.locator('[lang]').getAttribute('lang')).toBe('de')
  await page.emulateMedia({ media: 'print' })
  const folder = process.env['PICTURES']
  if (folder !== undefined) await page.screenshot({ path: join(folder, 'printed.png'), fullPage: true })
  await page.emulateMedia({ media: null })
  await page.evaluate(() => dispatchEvent(new Event('afterprint')))
  await page.getByRole('button', { name: `Copies of ${number}` }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'EN 16931 (XML)' }).click()
  expect((await download).suggestedFilename()).toBe(`${number}.xml`)

  await page.goto(`${origin()}/console#${HOME}/events/${event.id}/orders?order=${bought.order.id}`)
  await page.getByRole('button', { name: 'Correct the buyer…' }).click()
  const form = page.getByRole('dialog').filter({ hasText: `Correct ${number}` })
  await form.getByLabel('City').fill('Potsdam')
  await form.getByRole('button', { name: 'Correct invoice' }).click()
  await page.getByText('Invoice issued.').waitFor()
  const { data: corrected } = await api(`GET /calendars/${HOME}/documents?orderId=${bought.order.id}`)
  expect(corrected.map(({ kind }: { kind: string }) => kind)).toEqual(['INVOICE', 'CREDIT_NOTE', 'INVOICE'])
  expect(corrected[0].buyer).toMatchObject({ city: 'Potsdam', company: BUYER.company })
  for (const { number: listed } of corrected) await page.getByText(listed).first().waitFor()
  await isSettled(page)
  await expectSound(page, 'order-invoices')

  const guest = await page.context().newPage()
  await guest.goto(`${bought.manageUrl}/documents/${id}`)
  await guest.getByRole('heading', { name: `Rechnung ${number}` }).waitFor()
  await expectSound(guest, 'guest-invoice')
  await guest.goto(bought.manageUrl)
  await guest.getByRole('link', { name: 'Zahlungsbestätigung' }).click()
  await guest.getByRole('heading', { name: 'Zahlungsbestätigung' }).waitFor()
  await expectSound(guest, 'guest-receipt')
  await guest.close()

  await page.goto(`${origin()}/console#${HOME}/events/${event.id}/guests?guest=${bought.guest.id}`)
  await page.getByRole('button', { name: 'More actions for Ada Lovelace' }).click()
  await page.getByRole('button', { name: 'Erase…' }).click()
  await page.getByText('Invoices stay for as long as tax law requires.').waitFor()
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /^Erase/ })
    .click()
  await page.getByText(`as tax law requires: ${number}`).waitFor()
}, 240_000)
