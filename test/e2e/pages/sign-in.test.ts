import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, CDPSession, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, launchBrowser, openPage, seriousViolations, type WatchedPage } from '../../../harness/browser.ts'
import { freePort } from '../../../harness/free-port.ts'
import { mailTo } from '../../../harness/mailbox.ts'
import { restoreBackup } from '../../../scripts/backup/restore-backup.ts'
import { writeBackup } from '../../../scripts/backup/write-backup.ts'
import { moveAccount } from '../../../scripts/host/people.ts'
import { startService, type RunningService } from '../../../harness/service.ts'
import { isAlive } from '../../../scripts/start/processes.ts'

/** A built-in authenticator, such as a phone's or a laptop's, whose user is always there and verified. */
const PLATFORM = {
  protocol: 'ctap2',
  ctap2Version: 'ctap2_1',
  transport: 'internal',
  hasResidentKey: true,
  hasUserVerification: true,
  isUserVerified: true,
  automaticPresenceSimulation: true,
}

interface Credential {
  credentialId: string
  signCount: number
}

const virtualAuthenticator = async (page: Page) => {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('WebAuthn.enable', { enableUI: false })
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options: PLATFORM as never })
  return {
    credentials: async () =>
      ((await session.send('WebAuthn.getCredentials', { authenticatorId })) as { credentials: Credential[] })
        .credentials,
    /** Stands in for a copy of the passkey, whose counter is behind. */
    async setCounter(signCount: number) {
      const [first] = (
        (await session.send('WebAuthn.getCredentials', { authenticatorId })) as { credentials: Credential[] }
      ).credentials
      await session.send('WebAuthn.removeCredential', { authenticatorId, credentialId: first?.credentialId ?? '' })
      await session.send('WebAuthn.addCredential', { authenticatorId, credential: { ...first, signCount } as never })
    },
  }
}

describe('signing in at the service itself', () => {
  let service: RunningService
  let browser: Browser
  let watched: WatchedPage
  let origin = ''
  let env: Record<string, string> = {}
  const dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-sign-in-'))

  beforeAll(async () => {
    const port = await freePort()
    origin = `http://localhost:${port}`
    env = { SIGN_UP: 'venue.test', PUBLIC_BASE_URL: `${origin}/api`, RATE_LIMIT_SCALE: '20' }
    ;[service, browser] = await Promise.all([startService({ port, dataDir, isFirst: true, env }), launchBrowser()])
  })
  afterAll(async () => {
    await browser?.close()
    if (isAlive(service.pid)) await service.stop()
    rmSync(dataDir, { recursive: true, force: true })
  })

  const atWorkspace = (page: Page) => page.getByRole('heading', { level: 1 }).first().waitFor()
  const leaveFor = async (page: Page) => {
    await page.goto(`${origin}/console`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByLabel('Email').waitFor()
  }
  const codeIn = async (address: string) => {
    const { text } = await mailTo(dataDir, address, /^Your code/)
    return /\d{4} \d{4}/.exec(text)?.[0] ?? ''
  }
  const userOf = (page: Page) =>
    page.evaluate(() => (JSON.parse(sessionStorage.getItem('session') ?? '{}') as { subject?: string }).subject)

  /** Signs up by code and creates a passkey. */
  const signUp = async (page: Page, address: string) => {
    await leaveFor(page)
    await page.getByLabel('Email').fill(address)
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByLabel('Code').fill(await codeIn(address))
    await page.getByRole('heading', { name: 'You’re signed in' }).waitFor()
    await page.getByRole('button', { name: 'Create a passkey' }).click()
    await page.getByText('Passkey created.').waitFor()
  }

  it('lets the operator in by the link that the start prints, without an email', async () => {
    watched = await openPage(browser, { locale: 'en-GB' })
    const { page } = watched
    const link = /http:\S+\/sign-in\/setup#\S+/.exec(service.output())?.[0] ?? ''
    await page.goto(link)
    expect(new URL(page.url()).hash).toBe('')
    await page.getByLabel('Your name').fill('Olga Operator')
    await page.getByLabel('Email').fill('olga@elsewhere.test')
    await page.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: 'You’re signed in' }).waitFor()
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.getByRole('heading', { name: 'Your sign-in' }).waitFor()
    await page.goto(`${origin}/console`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForFunction(() => sessionStorage.getItem('session') !== null)
    expect(await userOf(page)).toMatch(/^acc_/)
    expect(watched.troubles).toEqual([])
    await page.context().close()
  })

  it('signs up by code, creates a passkey, and signs in with it', async () => {
    watched = await openPage(browser, { locale: 'en-GB' })
    const { page } = watched
    const authenticator = await virtualAuthenticator(page)
    await signUp(page, 'ada@venue.test')
    await page.getByLabel('Your name').fill('Ada')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForFunction(() => sessionStorage.getItem('session') !== null)
    await atWorkspace(page)
    const account = await userOf(page)
    expect(await authenticator.credentials()).toHaveLength(1)

    await page.context().clearCookies()
    await page.evaluate(() => sessionStorage.clear())
    await page.goto(`${origin}/console`)
    await page.getByRole('button', { name: 'Sign in' }).click()
    // Either the address field (conditional UI) or the button signs in; the virtual authenticator may answer both.
    await page
      .getByRole('button', { name: 'Use a passkey' })
      .click({ timeout: 5_000 })
      .catch(() => {})
    await page.waitForFunction(() => sessionStorage.getItem('session') !== null)
    expect(await userOf(page)).toBe(account)

    await authenticator.setCounter(0)
    await page.context().clearCookies()
    await page.goto(`${origin}/sign-in`)
    await page.getByText('This passkey may have been copied').waitFor()
    await mailTo(dataDir, 'ada@venue.test', /^We refused a passkey/)
    expect(watched.troubles).toEqual([])
    await page.context().close()
  })

  it('sends no code to domains that may not sign up, with the same response', async () => {
    watched = await openPage(browser, { locale: 'en-GB' })
    const { page } = watched
    await leaveFor(page)
    await page.getByLabel('Email').fill('eve@elsewhere.test')
    await page.getByRole('button', { name: 'Email me a code' }).click()
    await page.getByRole('heading', { name: 'Check your email' }).waitFor()
    expect((await mailTo(dataDir, 'eve@elsewhere.test', /^No account at/)).text).not.toMatch(/\d{4} \d{4}/)
    await page.context().close()
  })

  it('has pages without serious accessibility violations, in both themes, at 390 px and right to left', async () => {
    const seen: string[] = []
    for (const locale of ['en-GB', 'de-DE', 'ar']) {
      watched = await openPage(browser, { locale, viewport: { width: 390, height: 844 } })
      const { page } = watched
      const look = (name: string) =>
        inBothThemes(page, async (theme) => {
          if (process.env['SHOTS'])
            await page.screenshot({
              path: join(process.env['SHOTS'], `${name}-${locale}-${theme}.png`),
              fullPage: true,
            })
          seen.push(...(await seriousViolations(page)))
          const width = await page.evaluate(() => document.documentElement.scrollWidth)
          expect(width).toBeLessThanOrEqual(390)
        })
      await page.goto(`${origin}/sign-in`)
      await look('sign-in')
      const address = `a-person-with-a-very-long-name.${locale.slice(0, 2)}@venue.test`
      await page.locator('#address').fill(address)
      await page.locator('form button').first().click()
      await page.locator('#code').waitFor()
      await look('code')
      const { text } = await mailTo(dataDir, address, /./)
      await page.locator('#code').fill(/\d{4} \d{4}/.exec(text)?.[0] ?? '')
      await page.locator('#name').waitFor()
      await look('welcome')
      await page.locator('form button').last().click()
      await page.locator('.listing').first().waitFor()
      await look('account')
      await page.goto(`${origin}/sign-in/logout`)
      await look('logout')
      expect(watched.troubles).toEqual([])
      await page.context().close()
    }
    expect(seen).toEqual([])
  })

  it('moves an account to another address while the service runs, and ends its sessions', async () => {
    watched = await openPage(browser, { locale: 'en-GB' })
    const { page } = watched
    const signInAs = async (address: string) => {
      await leaveFor(page)
      await page.getByLabel('Email').fill(address)
      await page.getByRole('button', { name: 'Email me a code' }).click()
      await page.getByLabel('Code').fill(await codeIn(address))
    }
    await signInAs('lost@venue.test')
    await page.getByRole('button', { name: 'Continue' }).click()
    await page.waitForFunction(() => sessionStorage.getItem('session') !== null)
    const account = await userOf(page)
    const tokenOf = () =>
      page.evaluate(
        () => (JSON.parse(sessionStorage.getItem('session') ?? '{}') as { accessToken: string }).accessToken,
      )
    const authorization = { authorization: `Bearer ${await tokenOf()}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ name: 'Harbour', slug: 'harbour', timezone: 'UTC' })
    const made = await fetch(`${origin}/api/calendars`, { method: 'POST', headers: authorization, body })
    expect(made.ok).toBe(true)

    expect(() => moveAccount(dataDir, 'unknown@venue.test', 'found@venue.test')).toThrow('no account')
    expect(() => moveAccount(dataDir, 'lost@venue.test', 'ada@venue.test')).toThrow('another account')
    moveAccount(dataDir, 'Lost@venue.test', 'found@venue.test')
    await page.goto(`${origin}/sign-in/account`)
    await page.getByRole('heading', { name: 'Sign in', exact: true }).waitFor()
    const history = await fetch(`${origin}/api/calendars/harbour/changes`, { headers: authorization })
    expect(await history.text()).toContain('memberAddress')

    await page.evaluate(() => sessionStorage.clear())
    await signInAs('found@venue.test')
    await page.waitForFunction(() => sessionStorage.getItem('session') !== null)
    expect(await userOf(page)).toBe(account)
    expect(await page.locator('#account a[href="/sign-in/account"]').textContent()).toBe('Manage sign-in')
    // The schedule, which runs every minute, sends emails that another process has queued.
    const moved = (address: string) => () => mailTo(dataDir, address, /^Your address at/).catch(() => null)
    await expect.poll(moved('lost@venue.test'), { timeout: 90_000 }).not.toBeNull()
    expect((await moved('lost@venue.test')())?.text).not.toContain('found@venue.test')
    await expect.poll(moved('found@venue.test'), { timeout: 90_000 }).not.toBeNull()
    await page.context().close()
  }, 180_000)

  it('keeps the key of the identity Worker out of the main Worker’s log and settings', () => {
    const key = readFileSync(join(dataDir, 'identity.key'), 'utf8').trim()
    expect(key.length).toBeGreaterThan(40)
    expect(service.output()).not.toContain(key)
  })

  it('signs in with a passkey after a restore on another machine under the same host', async () => {
    watched = await openPage(browser, { locale: 'en-GB' })
    const { page } = watched
    await virtualAuthenticator(page)
    await signUp(page, 'zoe@venue.test')
    const home = mkdtempSync(join(tmpdir(), 'event-calendar-restored-'))
    const [path, restored] = [join(home, 'backup.tar.zst'), join(home, 'data')]
    await writeBackup({ dataDir, path, version: '1.0.0-preview' })
    await service.kill()
    await restoreBackup({ path, dataDir: restored, root: process.cwd(), version: '1.0.0-preview', sendsWaiting: false })
    const { port } = service
    service = await startService({ port, dataDir: restored, isFirst: true, env })
    await page.context().clearCookies()
    await page.goto(`${origin}/sign-in`)
    await page
      .getByRole('button', { name: 'Use a passkey' })
      .click({ timeout: 5_000 })
      .catch(() => {})
    await page.getByRole('heading', { name: 'Your sign-in' }).waitFor()
    expect(await page.getByText('zoe@venue.test').count()).toBe(1)
    await page.context().close()
    await service.kill()
    rmSync(home, { recursive: true, force: true })
  })
})
