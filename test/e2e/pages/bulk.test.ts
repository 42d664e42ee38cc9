import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { isSettled, useWorkspace } from '../../../harness/workspace.ts'

const { signedIn, api } = useWorkspace('bulk')

const MANY = 1_001

const newEvent = async (title: string, price: number) => {
  const { data } = await api('POST /events', {
    calendarSlug: 'demo-pro',
    title,
    startAt: '2031-05-02T18:00',
    timezone: 'Europe/Lisbon',
    status: 'PUBLISHED',
    tickets: [price === 0 ? { name: 'Seat', capacity: null } : { name: 'Table', price, currency: 'EUR' }],
  })
  return data
}

const eventWithMany = async () => {
  const event = await newEvent('Harbour Day', 0)
  const lines = Array.from({ length: MANY }, (_, index) => `bulk-${index}@guests.example,Guest ${index}`)
  const file = Buffer.from(`email,name\n${lines.join('\n')}\n`).toString('base64')
  const path = `POST /events/${event.id}/guests/import`
  const report = await api(path, { file, dryRun: true })
  await api(path, { file, confirm: report.data.digest })
  return event
}

const isOff = (page: Page, name: RegExp) => page.getByRole('button', { name }).last().getAttribute('aria-disabled')

/** Expects the button to do nothing until the number is typed. */
const expectTyped = async (page: Page, button: RegExp, what: string, number: string) => {
  const field = page.getByLabel(`Type ${what} to confirm`)
  await field.waitFor()
  expect(await isOff(page, button)).toBe('true')
  await field.fill('100')
  await field.press('Enter')
  expect(await isOff(page, button)).toBe('true')
  await field.fill(number)
  expect(await isOff(page, button)).toBe('false')
}

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
}

describe('bulk write', () => {
  it('emails 1,001 guests only after the number is typed', { timeout: 120_000 }, async () => {
    const event = await eventWithMany()
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/messages`)
    await page.getByRole('button', { name: 'Remind now…' }).click()
    await expectTyped(page, /^Remind 1,001 guests/, '1,001 emails', '1,001')
    await page.getByRole('button', { name: /^Remind 1,001 guests/ }).click()
    await page.getByText('We’re sending the reminder.').waitFor()

    await page.getByRole('textbox', { name: 'Subject' }).fill('Doors open at seven')
    await page.getByLabel('Message').fill('Bring a coat.')
    await expectTyped(page, /^Send to 1,001 guests/, '1,001 emails', '1,001')
    await expectSound(page, 'bulk-message')
    await page.getByRole('button', { name: /^Send to 1,001 guests/ }).click()
    await page.getByText('We’re sending your message.').waitFor()

    await page.getByRole('button', { name: 'More actions for Harbour Day' }).click()
    await page.getByRole('button', { name: 'Cancel event…' }).click()
    await expectTyped(page, /^Cancel and email 1,001 guests/, '1,001 emails', '1,001')
    await expectSound(page, 'bulk-cancel')
    await page.getByRole('button', { name: /^Cancel and email 1,001 guests/ }).click()
    await page.getByText('Event cancelled').first().waitFor()
    expect((await api(`GET /events/${event.id}`)).data.status).toBe('CANCELLED')
  })

  it('refunds more than 5,000.00 only after the amount is typed', { timeout: 120_000 }, async () => {
    const event = await newEvent('Gala', 500_150)
    const { data } = await api(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Ada',
      lastName: 'Reis',
      email: 'ada@guests.example',
      ticketId: event.tickets[0].id,
    })
    await api(`POST /events/${event.id}/orders/${data.order.id}/mark-paid`, {})
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/orders?order=${data.order.id}`)
    await page.getByRole('button', { name: 'Refund…' }).click()
    await expectTyped(page, /^Refund €5,001.50/, '5,001 EUR', '5,001.50')
    await page.getByRole('button', { name: /^Refund €5,001.50/ }).click()
    await page.getByText('€5,001.50 refunded.').waitFor()
    const order = (await api(`GET /events/${event.id}/orders/${data.order.id}`)).data
    expect(order.refunded).toBe(500_150)
  })
})

describe('refunding all orders', () => {
  it('starts only after an amount above 5,000.00 is typed', { timeout: 120_000 }, async () => {
    const event = await newEvent('Called off', 500_150)
    const { data } = await api(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Ada',
      lastName: 'Reis',
      email: 'ada@guests.example',
      ticketId: event.tickets[0].id,
    })
    await api(`POST /events/${event.id}/orders/${data.order.id}/mark-paid`, {})
    await api(`POST /events/${event.id}/cancel`, {})
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/orders`)
    await page.getByRole('button', { name: 'Refund all…' }).click()
    await expectTyped(page, /^Refund 1 order$/, '5,001 EUR', '5,001.50')
    await page.getByRole('button', { name: /^Refund 1 order$/ }).click()
    await page.getByText('Finished.').waitFor()
    expect((await api(`GET /events/${event.id}/orders/${data.order.id}`)).data.refunded).toBe(500_150)
  })
})

describe('deletion of a checkpoint', () => {
  it('asks first', { timeout: 120_000 }, async () => {
    const event = await newEvent('Fair', 0)
    const names = async (): Promise<string[]> =>
      (await api(`GET /events/${event.id}/checkpoints`)).data.map(({ name }: { name: string }) => name)
    await api(`POST /events/${event.id}/checkpoints`, { name: 'Lunch', mode: 'ONCE' })
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/door`)
    await isSettled(page)
    await page.getByRole('button', { name: 'Lunch' }).click()
    await page.getByRole('button', { name: 'Delete checkpoint' }).click()
    const question = page.getByRole('dialog', { name: 'Delete “Lunch”?' })
    await question.getByText('Guests can no longer be scanned there.').waitFor()
    await expectSound(page, 'delete-checkpoint')
    expect(await names()).toEqual(['Lunch'])
    await question.getByRole('button', { name: 'Delete checkpoint' }).click()
    await question.waitFor({ state: 'detached' })
    await expect.poll(names).toEqual([])
  })
})
