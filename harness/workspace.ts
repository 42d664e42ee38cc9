import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll } from 'vitest'
import type { DemoUser } from '../scripts/identity/users.ts'
import { launchBrowser, openPage, type WatchedPage } from './browser.ts'
import { callerOf } from './caller.ts'
import { startService, type RunningService } from './service.ts'
import { createSignIns } from './sign-ins.ts'

const DESK = { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' } as const

/**
 * Starts a service and a browser for the tests of one file. After each test, it closes the test's pages and fails if
 * one of them reported a problem.
 */
export const useWorkspace = (name: string, settings: () => Promise<Record<string, string>> = async () => ({})) => {
  const goAs = createSignIns()
  let opened: WatchedPage[] = []
  let service: RunningService | undefined
  let browser: Browser | undefined

  beforeAll(async () => {
    const dataDir = mkdtempSync(join(tmpdir(), `event-calendar-${name}-`))
    const env = { RATE_LIMIT_SCALE: '100', ...(await settings()) }
    ;[service, browser] = await Promise.all([startService({ env, dataDir }), launchBrowser()])
  })

  afterEach(async () => {
    const troubles = opened.flatMap((each) => each.troubles)
    await Promise.all(opened.map(({ page }) => page.context().close()))
    opened = []
    if (troubles.length > 0) throw new Error(troubles.join('\n'))
  })

  afterAll(async () => {
    await browser?.close()
    await service?.stop()
    if (service !== undefined) rmSync(service.dataDir, { recursive: true, force: true })
  })

  const running = () => {
    if (service === undefined || browser === undefined) throw new Error('the service starts before the first test')
    return { service, browser }
  }
  const openNew = async (options: BrowserContextOptions = {}) => {
    const watched = await openPage(running().browser, { ...DESK, ...options })
    opened.push(watched)
    return watched.page
  }
  const origin = () => `http://127.0.0.1:${running().service.port}`
  return {
    origin,
    service: () => running().service,
    openNew,
    openAt: async (path: string, options: BrowserContextOptions = {}) => {
      const page = await openNew(options)
      await page.goto(origin() + path)
      return page
    },
    signedIn: async (user: DemoUser, hash = '') => {
      const page = await openNew()
      await goAs(page, `${origin()}/console${hash}`, user)
      return page
    },
    api: (line: string, json?: object, user: DemoUser = 'owner') =>
      // oxlint-disable-next-line typescript/no-explicit-any
      callerOf(running().service)<{ data: any }>(line, json, {
        Authorization: `Bearer ${running().service.demo.tokens[user]}`,
      }),
  }
}

export const isSettled = (page: Page) =>
  page.waitForFunction(() => document.querySelector('[aria-busy], .loading, .skeleton') === null)
