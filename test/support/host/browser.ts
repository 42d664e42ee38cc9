import { accessSync, constants, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const HOW = 'apt-get install --no-install-recommends chromium'

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const browserPath = (): string => {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const dirs = (process.env.PATH ?? '').split(delimiter)
  const found = NAMES.flatMap((name) => dirs.map((dir) => join(dir, name))).find(isExecutable)
  if (found === undefined) throw new Error(`no Chromium on this machine: run \`${HOW}\`, or set CHROMIUM_PATH`)
  return found
}

export const launchBrowser = (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    executablePath: browserPath(),
    // A container's root may not open the sandbox, and what is loaded here is ours.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb', ...args],
  })

export interface WatchedPage {
  page: Page
  /** What went wrong in the page: errors, refused by its policy, or asked of a host that is not this machine. */
  troubles: string[]
}

const isOfThisMachine = (url: string) =>
  /^(data|blob|about):/.test(url) || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** A page that lets nothing out of this machine and notes whatever it complains of. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> => {
  const context = await browser.newContext(options)
  const troubles: string[] = []
  await context.route(
    (url) => !isOfThisMachine(url.href),
    async (route) => {
      troubles.push(`asked for ${route.request().url()}`)
      await route.abort()
    },
  )
  const page = await context.newPage()
  page.on('pageerror', (error) => troubles.push(`threw ${error.message}`))
  page.on('console', (message) => {
    if (message.type() === 'error' && /Content Security Policy|violates/.test(message.text()))
      troubles.push(message.text())
  })
  return { page, troubles }
}

const AXE = createRequire(import.meta.url).resolve('axe-core/axe.min.js')

interface Violation {
  id: string
  impact: string
  help: string
  nodes: { html: string; failureSummary: string }[]
}

/** What axe finds on the page as it stands, in words; only what is serious or worse. */
export const seriousViolations = async (page: Page): Promise<string[]> => {
  // Evaluated by the devtools: the page's own policy would refuse a script of the test.
  await page.evaluate(readFileSync(AXE, 'utf8'))
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Violation[] }> } }
    return (await axe.run()).violations
  })
  return found
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, help, nodes }) => {
      const places = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)
      return `${id}: ${help}: ${places.join(' · ')}`
    })
}

/** Runs the look in both themes, with everything standing still. */
export const inBothThemes = async (page: Page, look: (theme: 'light' | 'dark') => Promise<void>) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await look(theme)
  }
}
