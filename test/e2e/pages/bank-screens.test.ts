import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const DAY_MS = 86_400_000
const HOME = 'demo-pro'
const { origin, signedIn, api } = useWorkspace('bank')

const dateIn = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString().slice(0, 10)

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

/** A statement with a transfer for each line, as a German bank writes it. */
const statement = (lines: readonly { cents: number; text: string; name: string }[]) => {
  const amount = (cents: number) => (Math.abs(cents) / 100).toFixed(2).replace('.', ',')
  const day = dateIn(0).replaceAll('-', '').slice(2)
  const total = lines.reduce((sum, { cents }) => sum + cents, 0)
  return [
    ':20:STARTUMS',
    ':25:37040044/0532013000',
    ':28C:00010/001',
    `:60F:C${day}EUR0,00`,
    ...lines.flatMap(({ cents, text, name }, index) => [
      `:61:${day}${day.slice(2)}${cents < 0 ? 'D' : 'C'}${amount(cents)}NTRFNONREF//B${index}`,
      `:86:166?00GUTSCHRIFT?20${text}?31FR1420041010050500013M02606?32${name}`,
    ]),
    `:62F:C${day}EUR${amount(total)}`,
    '-',
    '',
  ].join('\r\n')
}

it('takes a bank account, shows buyers where to pay, and books a statement', async () => {
  const page = await signedIn('owner', `#${HOME}/money`)
  await page.getByText('Take bank transfers', { exact: true }).first().click()
  await page.getByLabel('Account holder').fill('Musikverein Höchst e. V.')
  await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await page.getByRole('button', { name: 'Take bank transfers' }).click()
  await page.getByText('DE89 3704 0044 0532 0130 00').waitFor()
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  await page.getByLabel('Days to pay').fill('12')
  await page.getByLabel('Accept a difference of up to (EUR)').fill('0.05')
  await page.getByRole('button', { name: 'Save bank account' }).click()
  await page.getByText('Days to pay: 12').waitFor()
  expect((await api(`GET /calendars/${HOME}/bank-accounts`)).data[0].tolerance).toBe(5)
  await expectSound(page, 'money')

  const { data: event } = await api('POST /events', {
    calendarSlug: HOME,
    title: 'Sommerkonzert mit einem ungewöhnlich langen Titel',
    startAt: `${dateIn(60)}T20:00`,
    timezone: 'Europe/Paris',
    tickets: [{ name: 'Adult', price: 2_500, currency: 'EUR' }],
  })
  const buy = async (firstName: string, lastName: string) =>
    (
      await api(`POST /public/events/${event.id}/registrations`, {
        firstName,
        lastName,
        email: `${firstName.toLowerCase()}@guests.example`,
        ticketId: event.tickets[0].id,
      })
    ).data
  const [ada, berta, zoe] = [await buy('Ada', 'Lovelace'), await buy('Berta', 'Benz'), await buy('Zoe', 'Quinn')]

  const guest = await page.context().newPage()
  await guest.goto(ada.manageUrl)
  await guest.getByText('DE89 3704 0044 0532 0130 00').waitFor()
  await expectSound(guest, 'guest-bank')
  await guest.close()

  await page.goto(`${origin()}/console#${HOME}/money/bank`)
  await page.getByRole('heading', { name: 'Bank statements' }).waitFor()
  const file = statement([
    { cents: 2_500, text: ada.order.payment.reference, name: 'ADA LOVELACE' },
    { cents: 3_000, text: `SVWZ+${berta.order.payment.reference}`, name: 'Berta Benz' },
    { cents: 2_500, text: 'Konzert', name: 'QUINN, ZOE' },
    { cents: 999, text: 'Mitgliedsbeitrag', name: 'Ein sehr langer Name einer Person, die etwas anderes bezahlt' },
  ])
  const upload = (text: string) =>
    page
      .getByLabel('Bank statement (CAMT')
      .setInputFiles({ name: 'umsatz.sta', mimeType: 'text/plain', buffer: Buffer.from(text) })
  await upload(file.slice(0, file.length - 20))
  await page.getByText('The file is incomplete. Download it again.').waitFor()
  await upload(file)
  await page.getByRole('button', { name: 'Book 2 payments' }).waitFor()
  await expectSound(page, 'statement-checked')
  await page.getByRole('button', { name: 'Book 2 payments' }).click()
  await page.getByText('2 payments booked').waitFor()
  await page.getByRole('heading', { name: 'Waiting for you' }).waitFor()
  await isSettled(page)
  await expectSound(page, 'statement-booked')
  const orderOf = async (id: string) => (await api(`GET /events/${event.id}/orders/${id}`)).data
  expect((await orderOf(ada.order.id)).status).toBe('PAID')
  expect((await orderOf(zoe.order.id)).status).toBe('PENDING')

  await page.getByRole('button', { name: 'Confirm order' }).click()
  await expect.poll(async () => (await orderOf(zoe.order.id)).status).toBe('PAID')
  const ignore = page.getByRole('button', { name: 'Ignore', exact: true })
  await expect.poll(() => ignore.count()).toBe(1)
  await ignore.click()
  await page.getByLabel('Reason').fill('Membership fee')
  await page.getByRole('dialog').getByRole('button', { name: 'Ignore' }).click()
  await page.getByText('No lines are waiting.').waitFor()

  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download SEPA file (1 refund)' }).click()
  const saved = await (await download).createReadStream()
  const chunks: Buffer[] = []
  for await (const chunk of saved) chunks.push(chunk as Buffer)
  expect(Buffer.concat(chunks).toString()).toContain('<InstdAmt Ccy="EUR">5.00</InstdAmt>')
  await upload(file)
  await page.getByText('All lines were imported before.').waitFor()
  await page.getByRole('button', { name: 'Mark as transferred' }).click()
  await page.getByText('No money to pay back.').waitFor()
}, 240_000)

/** A CSV file with headings that no list has, so a person must name the columns once. */
const csvOf = (lines: readonly { euros: string; text: string; name: string }[]) =>
  [
    'Tag;Wieviel;Wofür;Wer',
    ...lines.map(({ euros, text, name }) => [dateIn(0).split('-').toReversed().join('.'), euros, text, name].join(';')),
    '',
  ].join('\n')

it('splits a line over orders, and remembers the columns of a CSV file', async () => {
  const { data: event } = await api('POST /events', {
    calendarSlug: HOME,
    title: 'Herbstkonzert',
    startAt: `${dateIn(60)}T20:00`,
    timezone: 'Europe/Paris',
    tickets: [{ name: 'Adult', price: 1_900, currency: 'EUR' }],
  })
  const buy = async (firstName: string, lastName: string) =>
    (
      await api(`POST /public/events/${event.id}/registrations`, {
        firstName,
        lastName,
        email: `${firstName}@guests.example`,
        ticketId: event.tickets[0].id,
      })
    ).data.order
  const [mia, noah] = [await buy('Mia', 'Zwetschka'), await buy('Noah', 'Zwetschki')]
  const orderOf = async (id: string) => (await api(`GET /events/${event.id}/orders/${id}`)).data

  const page = await signedIn('owner', `#${HOME}/money/bank`)
  const file = (text: string) => ({ name: 'umsatz.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  const chooser = page.getByLabel('Bank statement (CAMT')
  await chooser.setInputFiles(file(csvOf([{ euros: '38,00', text: 'Karten', name: 'Familie K.' }])))
  for (const [index, meaning] of ['Date', 'Amount', 'Text', 'Name'].entries())
    await page.getByLabel(`Column ${index + 1}`).selectOption(meaning)
  await page.getByRole('button', { name: 'Check statement' }).click()
  await page.getByRole('button', { name: 'Save 1 line for later' }).click()
  await page.getByText('1 line saved').waitFor()

  const line = page.locator('li[data-line]').filter({ hasText: 'Familie K.' })
  await line.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Order number or name').fill('zwetschk')
  await page.keyboard.press('Enter')
  const found = dialog.getByRole('list', { name: 'Orders found' })
  await expect.poll(() => found.getByRole('listitem').count()).toBe(2)
  await found.getByRole('listitem').filter({ hasText: 'Mia' }).getByRole('button', { name: 'Choose' }).click()
  await dialog.getByText('is left. Choose another order, or we').waitFor()
  await found.getByRole('listitem').filter({ hasText: 'Noah' }).getByRole('button', { name: 'Choose' }).click()
  await expectSound(page, 'assign-line')
  await dialog.getByRole('button', { name: 'Assign', exact: true }).click()
  await line.waitFor({ state: 'detached' })
  for (const { id } of [mia, noah]) expect((await orderOf(id)).payment.received).toBe(1_900)

  // Another browser needs to name no column. The file is dropped on the screen.
  const other = await signedIn('owner', `#${HOME}/money/bank`)
  await other.getByLabel('Bank statement (CAMT').waitFor()
  const text = csvOf([
    { euros: '7,00', text: 'one', name: 'Waiting One' },
    { euros: '8,00', text: 'two', name: 'Waiting Two' },
  ])
  const dropped = await other.evaluateHandle((content) => {
    const data = new DataTransfer()
    data.items.add(new File([content], 'umsatz.csv', { type: 'text/csv' }))
    return data
  }, text)
  await other.getByRole('region', { name: 'Import a bank statement' }).dispatchEvent('drop', { dataTransfer: dropped })
  await other.getByRole('button', { name: 'Save 2 lines for later' }).waitFor()
  await other.getByRole('button', { name: 'Change columns' }).click()
  await other.getByRole('button', { name: 'Check statement' }).click()
  await other.getByRole('button', { name: 'Save 2 lines for later' }).click()
  await other.getByText('2 lines saved').waitFor()

  const waiting = other.locator('li[data-line]')
  await expect.poll(() => waiting.count()).toBe(2)
  await other.getByRole('heading', { name: 'Bank statements' }).click()
  const focused = () => other.evaluate(() => document.activeElement?.getAttribute('data-line') ?? null)
  const ids = await waiting.evaluateAll((all) => all.map((each) => each.getAttribute('data-line')))
  await other.keyboard.press('j')
  await expect.poll(focused).toBe(ids[1])
  await other.keyboard.press('k')
  await expect.poll(focused).toBe(ids[0])
  // The response for the list of completed lines arrives late, when the dialog about the next line is already open.
  const held = Promise.withResolvers<void>()
  await other.route(/bank-lines\?(?!.*state=)/, async (route) => {
    await held.promise
    await route.continue()
  })
  const dialogToIgnore = other.getByRole('dialog')
  const ignore = async () => {
    await other.keyboard.press('i')
    await dialogToIgnore.getByLabel('Reason').fill('Membership fee')
  }
  const takeBack = other.getByRole('button', { name: 'Take back', includeHidden: true })
  const before = await takeBack.count()
  const send = () => dialogToIgnore.getByRole('button', { name: 'Ignore' }).click()
  await ignore()
  await send()
  await expect.poll(() => waiting.count()).toBe(1)
  await ignore()
  held.resolve()
  await expect.poll(() => takeBack.count()).toBe(before + 1)
  expect(await dialogToIgnore.getByLabel('Reason').inputValue()).toBe('Membership fee')
  await send()
  await expect.poll(() => waiting.count()).toBe(0)
}, 240_000)
