import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { chromium } from 'playwright-core'

const NAMES = ['chromium', 'chromium-browser', 'google-chrome-stable', 'google-chrome']
const ROOT = fileURLToPath(new URL('..', import.meta.url))

const isExecutable = (path: string) => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const ofThisMachine = (): string | undefined => {
  const dirs = (process.env.PATH ?? '').split(delimiter)
  return process.env.CHROMIUM_PATH ?? NAMES.flatMap((name) => dirs.map((dir) => join(dir, name))).find(isExecutable)
}

/**
 * The Chromium package unpacks itself into TMPDIR. It adds its shared libraries only if the environment looks like AWS
 * Lambda.
 */
const UNPACK = `import chromium from '@sparticuz/chromium'; await chromium.executablePath()`

/** Unpacks Chromium once per clone and version. The final rename makes concurrent and interrupted runs safe. */
const unpack = async (): Promise<string> => {
  const { devDependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    devDependencies: Record<string, string>
  }
  const home = join(ROOT, '.tmp', `chromium-${devDependencies['@sparticuz/chromium']}`)
  if (!existsSync(home)) {
    const scratch = `${home}.${process.pid}`
    mkdirSync(scratch, { recursive: true })
    await promisify(execFile)(process.execPath, ['--input-type=module', '-e', UNPACK], {
      cwd: ROOT,
      env: { ...process.env, TMPDIR: scratch, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
    })
    try {
      renameSync(scratch, home)
    } catch (error) {
      rmSync(scratch, { recursive: true, force: true })
      if (!existsSync(home)) throw error
    }
  }
  return home
}

let unpacked: Promise<string> | undefined

/** On a machine without fontconfig, uses the fonts from the Chromium package. */
const fontsOf = (home: string) => {
  if (existsSync('/etc/fonts/fonts.conf')) return {}
  const path = join(home, 'fonts.conf')
  const cache = join(home, 'font-cache')
  writeFileSync(path, `<fontconfig><dir>${join(home, 'fonts')}</dir><cachedir>${cache}</cachedir></fontconfig>`)
  return { FONTCONFIG_FILE: path }
}

const program = async () => {
  const executablePath = ofThisMachine()
  if (executablePath !== undefined) return { executablePath }
  if (process.platform !== 'linux' || process.arch !== 'x64')
    throw new Error('no Chromium found, and the bundled one needs Linux on x64: set CHROMIUM_PATH')
  const home = await (unpacked ??= unpack())
  const libraries = [join(home, 'al2023', 'lib'), process.env.LD_LIBRARY_PATH].filter(Boolean).join(':')
  return {
    executablePath: join(home, 'chromium'),
    env: { ...process.env, LD_LIBRARY_PATH: libraries, ...fontsOf(home) } as Record<string, string>,
  }
}

export const launchBrowser = async (args: string[] = []): Promise<Browser> =>
  chromium.launch({
    ...(await program()),
    // As root in a container, Chromium may not create its sandbox. It is not needed, because the tests only load our
    // own pages.
    args: ['--no-sandbox', '--disable-dev-shm-usage', '--force-color-profile=srgb', ...args],
  })

export interface WatchedPage {
  page: Page
  /** Problems seen on the page: uncaught errors, CSP violations, requests to other hosts. */
  troubles: string[]
}

const isOfThisMachine = (url: string) =>
  /^(data|blob|about):/.test(url) || ['127.0.0.1', 'localhost', '[::1]'].includes(new URL(url).hostname)

/** Opens a page, blocks all requests to other hosts and records the page's problems. */
export const openPage = async (browser: Browser, options: BrowserContextOptions = {}): Promise<WatchedPage> => {
  const context = await browser.newContext(options)
  const troubles: string[] = []
  await context.route(
    (url) => !isOfThisMachine(url.href),
    async (route) => {
      troubles.push(`requested ${route.request().url()}`)
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

const SERIOUS = ['serious', 'critical']

/** Runs axe, an accessibility checker, and returns the violations of all rules, whatever their rating. */
export const allViolations = (page: Page) => violationsOf(page, () => true)

/** Runs axe, an accessibility checker, and returns the violations rated serious or critical. */
export const seriousViolations = (page: Page) => violationsOf(page, (impact) => SERIOUS.includes(impact))

const violationsOf = async (page: Page, isCounted: (impact: string) => boolean): Promise<string[]> => {
  // Waits for the styles: before they have loaded, axe would report faults that no visitor sees.
  await page.waitForLoadState()
  // Runs axe through the debugging protocol, because the page's CSP would block an injected script.
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.evaluate(readFileSync(AXE, 'utf8'))
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    return (await axe.run({ resultTypes: ['violations'] })).violations
  })
  return found
    .filter(({ impact }) => isCounted(impact))
    .map(({ id, help, nodes }) => {
      const places = nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`)
      return `${id}: ${help}: ${places.join(' · ')}`
    })
}

/** Runs `look` in the light and in the dark theme, with animations disabled. */
export const inBothThemes = async (page: Page, look: (theme: 'light' | 'dark') => Promise<void>) => {
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' })
    await look(theme)
  }
}
