import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from './browser.ts'
import { callerOf } from './caller.ts'
import { startService, type RunningService } from './service.ts'

const DAY_MS = 86_400_000
export const inDays = (days: number) => new Date(Date.now() + days * DAY_MS).toISOString()

export interface Stage {
  service: RunningService
  browser: Browser
  origin: string
  call(line: string, json?: unknown): Promise<{ id: string; slug: string }>
  list(path: string): Promise<{ id: string }[]>
  /** Creates an event in the Pro demo calendar. By default it starts in twenty days. */
  newEvent(fields?: Record<string, unknown>): Promise<{ id: string; slug: string }>
  /** Opens a page, runs `use`, and returns the problems that the page reported. */
  visit(path: string, use: (page: Page) => Promise<void>, options?: BrowserContextOptions): Promise<string[]>
  end(): Promise<void>
}

/** Starts a service and a browser. */
export const newStage = async (): Promise<Stage> => {
  const [service, browser] = await Promise.all([startService({ env: { RATE_LIMIT_SCALE: '100' } }), launchBrowser()])
  const origin = `http://127.0.0.1:${service.port}`
  const ask = callerOf(service)
  const call = async (line: string, json?: unknown) => (await ask(line, json)).data
  let made = 0
  return {
    service,
    browser,
    origin,
    call,
    list: async (path) => (await ask<{ data: { id: string }[] }>(`GET ${path}`)).data,
    newEvent: (fields = {}) => {
      made += 1
      return call('POST /events', {
        calendarSlug: service.demo.calendars.pro,
        title: `Evening ${made}`,
        timezone: 'Europe/Lisbon',
        startAt: inDays(20),
        ...fields,
      })
    },
    visit: async (path, use, options) => {
      const { page, troubles } = await openPage(browser, options)
      await page.goto(path.startsWith('http') || path.startsWith('about:') ? path : origin + path)
      await use(page)
      await page.context().close()
      return troubles
    },
    end: async () => {
      await browser.close()
      await service.stop()
    },
  }
}

const scrollsSideways = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth > document.documentElement.clientWidth)

/** Checks that a page has no serious axe violations in either theme and does not scroll horizontally at 320 px. */
export const troublesOf = async (page: Page): Promise<string[]> => {
  const found: string[] = []
  await inBothThemes(page, async (theme) => {
    for (const violation of await seriousViolations(page)) found.push(`${theme}: ${violation}`)
  })
  const before = page.viewportSize()
  await page.setViewportSize({ width: 320, height: 800 })
  if (await scrollsSideways(page)) found.push('scrolls sideways at 320 px')
  if (before !== null) await page.setViewportSize(before)
  return found
}

/** Fills in a registration form. With JavaScript, the event page shows it after the tickets. */
export const fillIn = async (page: Page, email: string) => {
  const toDetails = page.locator('.order[data-step="1"] [data-go]')
  if (await toDetails.isVisible()) await toDetails.click()
  await page.getByLabel('First name').first().fill('Ada')
  await page.getByLabel('Last name').first().fill('Lovelace')
  await page.getByLabel('Email').first().fill(email)
}
