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
  await page.getByRole('button', { name: 'Save bank account' }).click()
  await page.getByText('Days to pay: 12').waitFor()
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
  await page.getByRole('button', { name: 'Book 4 lines' }).waitFor()
  await expectSound(page, 'statement-checked')
  await page.getByRole('button', { name: 'Book 4 lines' }).click()
  await page.getByText('4 lines booked').waitFor()
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
  await page.getByText('No line is waiting.').waitFor()

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
