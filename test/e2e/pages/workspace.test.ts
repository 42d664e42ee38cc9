import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DemoUser } from '../../../scripts/identity/users.ts'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../support/host/browser.ts'
import { callerOf } from '../../support/host/caller.ts'
import type { RunningService } from '../../support/host/service.ts'
import { startService } from '../../support/host/service.ts'

const WIDTHS = [360, 768, 1440]

let service: RunningService
let browser: Browser
let pages: { page: Page; troubles: string[] }[] = []

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({
      env: { RATE_LIMIT_SCALE: '100' },
      dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-workspace-')),
    }),
    launchBrowser(),
  ])
})

afterEach(async () => {
  const troubles = pages.flatMap((opened) => opened.troubles)
  await Promise.all(pages.map(({ page }) => page.context().close()))
  pages = []
  if (troubles.length > 0) throw new Error(troubles.join('\n'))
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const openAt = async (path: string) => {
  const opened = await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  pages.push(opened)
  await opened.page.goto(`http://127.0.0.1:${service.port}${path}`)
  return opened.page
}

const signedIn = async (user: DemoUser, hash = '') => {
  const page = await openAt(`/console${hash}`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator(`button[value=${user}]`).click()
  await page.locator('main h1').first().waitFor()
  return page
}

const api = (line: string, json?: object, user: DemoUser = 'owner') =>
  // oxlint-disable-next-line typescript/no-explicit-any
  callerOf(service)<{ data: any }>(line, json, { Authorization: `Bearer ${service.demo.tokens[user]}` })

const isSettled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy], .loading, .skeleton') === null)

/** What axe finds of the screen, in both schemes and at every width; and nothing is wider than the window. */
const isSound = async (page: Page, screen: string) => {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) =>
      expect(await seriousViolations(page), `${screen}, ${String(width)}, ${theme}`).toEqual([]),
    )
    const over = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    expect(over, `${screen}, ${String(width)}`).toBeLessThanOrEqual(0)
  }
}

describe('a newcomer', () => {
  it('comes in three screens to a page where somebody registers', async () => {
    const page = await openAt('/console')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('textbox').fill('mira')
    await page.keyboard.press('Enter')

    await page.getByRole('heading', { name: 'Make your calendar' }).waitFor()
    await page.keyboard.type('Quayside Players')
    await expect.poll(() => page.getByLabel('Address').inputValue()).toBe('quayside-players')
    await page.keyboard.press('Control+Enter')

    await page.getByRole('heading', { name: 'Make your first event' }).waitFor()
    await page.getByLabel('Title').fill('Quartets for a winter evening')
    await page.getByLabel('Description').fill('Haydn, and *soup*.')
    await page.getByLabel('Place', { exact: true }).fill('São Roque')
    for (const [name, price] of [
      ['Parterre', '12.50'],
      ['Students', ''],
    ] as const) {
      await page.getByRole('button', { name: 'Add a ticket' }).click()
      const line = page.locator('.ticket-line').last()
      await line.getByLabel('Name').fill(name)
      await line.getByLabel('Price').fill(price)
      await line.getByLabel('Seats').fill('40')
    }
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await preview.getByText('Free, or with a ticket').waitFor()
    expect(await preview.locator('em').textContent()).toBe('soup')
    await page.getByRole('button', { name: 'Publish' }).click()

    await page.getByRole('heading', { name: 'It is open. Tell people.' }).waitFor()
    await page.getByRole('img', { name: /^Code of http/ }).waitFor()
    const link = (await page.locator('.line code').first().textContent()) ?? ''
    expect(link).toBe(`http://127.0.0.1:${service.port}/e/quartets-for-a-winter-evening`)

    const visitor = await openAt(new URL(link).pathname)
    await visitor.getByLabel(/Students/).check()
    await visitor.getByLabel('First name').fill('Nora')
    await visitor.getByLabel('Last name').fill('Lindqvist')
    await visitor.getByLabel('E-mail').fill('nora@posteo.example')
    await visitor.locator('form button[type=submit]').click()
    await visitor.waitForURL(/\/r\//)

    await page.getByRole('link', { name: 'Open the workspace' }).click()
    await page.getByRole('link', { name: 'Guests' }).click()
    await page.getByRole('link', { name: 'Nora Lindqvist' }).click()
    await page.getByRole('complementary', { name: 'Nora Lindqvist' }).getByText('nora@posteo.example').waitFor()
  })
})

describe('approvals', () => {
  it('are given to twelve at once with progress, and what cannot be says why', async () => {
    const { data: event } = await api('POST /events', {
      calendarSlug: 'demo-pro',
      title: 'Night Music',
      startAt: '2030-06-01T19:30',
      timezone: 'Europe/Lisbon',
      status: 'PUBLISHED',
      requiresApproval: true,
      capacity: 11,
    })
    for (let guest = 10; guest < 22; guest += 1) {
      const who = { firstName: `Guest ${String(guest)}`, lastName: 'Lee', email: `g${String(guest)}@guests.example` }
      await api(`POST /public/events/${event.id}/registrations`, who)
    }
    const page = await signedIn('owner', `#demo-pro/events/${event.id}/guests?status=PENDING`)
    await page.getByLabel('Select all of this page').click()
    await page.getByText('12 selected').waitFor()
    await page.keyboard.press('a')
    await page.getByText('11 approved, 1 could not be.').waitFor()
    await page.getByRole('button', { name: 'Confirmed 11' }).waitFor()
    await page.getByText('1 selected').waitFor()
    await isSettled(page)
    await isSound(page, 'guests')

    const left = page.locator('table.rows tbody tr')
    expect(await left.count()).toBe(1)
    await left.getByRole('link').click()
    const sheet = page.getByRole('complementary').filter({ hasText: 'Awaits approval' })
    await sheet.getByRole('button', { name: 'Correct' }).click()
    const form = page.getByRole('dialog', { name: /^Correct / })
    await form.getByLabel('Last name').fill('Lindqvist')
    await form.getByRole('button', { name: 'Correct', exact: false }).click()
    await page.getByText('Corrected.').waitFor()
    await sheet.getByRole('heading', { name: /Lindqvist/ }).waitFor()
  })
})
