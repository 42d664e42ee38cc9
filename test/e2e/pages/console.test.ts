import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { DemoUser } from '../../../scripts/identity/users.ts'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import { withDatabase } from '../../../harness/database.ts'
import type { Receivers } from '../../../harness/receivers.ts'
import { startReceivers } from '../../../harness/receivers.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

const SECTIONS = ['keys', 'webhooks', 'deliveries', 'feed', 'embed', 'team', 'exports', 'sandboxes', 'reference']
const ENV = { RATE_LIMIT_SCALE: '100' }
const DESK = { width: 1280, height: 900 }

let service: RunningService
let browser: Browser
let receivers: Receivers
let console_: string
/** Signed in once and shared by all tests except those about signing in. */
let owner: Page
let pages: { page: Page; troubles: string[] }[] = []

beforeAll(async () => {
  ;[service, browser, receivers] = await Promise.all([
    startService({ env: ENV, dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-console-')) }),
    launchBrowser(),
    startReceivers(),
  ])
  console_ = `http://127.0.0.1:${service.port}/console`
  owner = await openAs('owner', '#demo-pro/keys')
})

afterEach(async () => {
  await owner.evaluate(() => {
    for (const dialog of document.querySelectorAll('dialog')) dialog.close()
  })
  const troubles = pages.flatMap((opened) => opened.troubles)
  const done = pages.filter(({ page }) => page !== owner)
  await Promise.all(done.map(({ page }) => page.context().close()))
  pages = pages.filter(({ page }) => page === owner)
  if (troubles.length > 0) throw new Error(troubles.join('\n'))
})

afterAll(async () => {
  await Promise.all([browser.close(), receivers.close()])
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const open = async (hash = '') => {
  const opened = await openPage(browser, { viewport: DESK, reducedMotion: 'reduce' })
  pages.push(opened)
  await opened.page.goto(console_ + hash)
  return opened.page
}

const signIn = async (page: Page, user: DemoUser) => {
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.locator(`button[value=${user}]`).click()
  await page.locator('.head h1').waitFor()
}

const goAs = createSignIns()

/** Signs in with the provider's session of an earlier sign-in. */
const openAgainAs = async (user: DemoUser, hash: string) => {
  const opened = await openPage(browser, { viewport: DESK, reducedMotion: 'reduce' })
  pages.push(opened)
  await goAs(opened.page, console_ + hash, user)
  await settled(opened.page)
  return opened.page
}

const openAs = async (user: DemoUser, hash: string) => {
  const page = await open(hash)
  await signIn(page, user)
  await settled(page)
  return page
}

const settled = (page: Page) => page.waitForFunction(() => document.querySelector('[aria-busy], .skeleton') === null)

/** Navigates the shared owner page. */
const show = async (hash: string) => {
  await owner.goto(console_ + hash)
  await settled(owner)
  return owner
}

const api = (line: string, json?: object, user: DemoUser = 'owner') =>
  // oxlint-disable-next-line typescript/no-explicit-any
  callerOf(service)<{ data: any }>(line, json, { Authorization: `Bearer ${service.demo.tokens[user]}` })

const item = (page: Page, heading: string) =>
  page.locator('li.item').filter({ has: page.getByRole('heading', { name: heading, exact: true }) })

const statusOfKey = async (key: string) =>
  (await fetch(`${service.baseUrl}/v1/me`, { headers: { 'x-svc-api-key': key } })).status

describe('sign-in', () => {
  it('returns to the requested place and stores tokens in sessionStorage only', async () => {
    const page = await openAs('owner', '#demo-pro/members')
    await expect.poll(() => page.url()).toBe(`${console_}#demo-pro/members`)
    await expect.poll(() => page.title()).toBe('Team · Harbour Conference Centre · Workspace')
    const kept = await page.evaluate(() => ({
      session: sessionStorage.getItem('session'),
      names: Object.keys(sessionStorage),
      local: localStorage.length,
      cookies: document.cookie,
    }))
    expect(JSON.parse(kept.session ?? '')).toMatchObject({ name: 'owner', accessToken: expect.stringMatching(/^ey/) })
    expect(kept).toMatchObject({ names: ['session'], local: 0, cookies: '' })
  })

  it('renews an expired session silently, and asks to sign in again if it cannot', async () => {
    const page = await openAs('owner', '#demo-pro/keys')
    const age = (changes: object) =>
      page.evaluate((change) => {
        const session = JSON.parse(sessionStorage.getItem('session') ?? '') as object
        sessionStorage.setItem('session', JSON.stringify({ ...session, ...change }))
      }, changes)
    const first = await page.evaluate(() => sessionStorage.getItem('session'))
    await age({ expiresAt: 0 })
    await page.reload()
    await item(page, 'Demo key').waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.getItem('session'))).not.toBe(first)

    await age({ expiresAt: 0, refreshToken: null })
    await page.reload()
    const dialog = page.getByRole('dialog', { name: 'You’re signed out' })
    await dialog.getByRole('button', { name: 'Sign in' }).click()
    // The provider still has its session, so it doesn't ask again.
    await item(page, 'Demo key').waitFor()
    await expect.poll(() => page.url()).toBe(`${console_}#demo-pro/keys`)
  })

  it('signs in a second tab, and keeps both signed in when they renew their tokens at the same time', async () => {
    const first = await openAs('owner', '#demo-pro/keys')
    const second = await first.context().newPage()
    await second.goto(`${console_}#demo-pro/keys`)
    await item(second, 'Demo key').waitFor()
    const tabs = [first, second]
    const tokenIn = (page: Page) =>
      page.evaluate(
        () => (JSON.parse(sessionStorage.getItem('session') ?? '{}') as { accessToken?: string }).accessToken,
      )
    for (let renewal = 1; renewal <= 4; renewal += 1) {
      const before = await tokenIn(first)
      for (const page of tabs)
        await page.evaluate(() => {
          const session = JSON.parse(sessionStorage.getItem('session') ?? '') as object
          sessionStorage.setItem('session', JSON.stringify({ ...session, expiresAt: 0 }))
        })
      await Promise.all(tabs.map((page) => page.reload()))
      await Promise.all(tabs.map((page) => item(page, 'Demo key').waitFor()))
      await expect.poll(() => tokenIn(second)).toBe(await tokenIn(first))
      expect(await tokenIn(first)).not.toBe(before)
    }
    await second.getByRole('button', { name: 'Account of owner' }).click()
    await second.getByRole('button', { name: 'Sign out' }).click()
    await second.getByRole('button', { name: 'Yes, sign me out' }).click()
    await expect.poll(() => tokenIn(first)).toBeUndefined()
  })

  it('explains a callback for a sign-in that started in another tab', async () => {
    const page = await open('?code=x&state=y')
    await page.getByRole('alert').getByText('You started this sign-in in another tab').waitFor()
    await expect.poll(() => page.url()).toBe(console_)
  })

  it('ends both the local and the provider’s session on sign-out', async () => {
    const page = await openAs('owner', '#demo-pro/keys')
    await page.getByRole('button', { name: 'Account of owner' }).click()
    await expect.poll(() => page.locator('#account code').textContent()).toBe('usr_owner')
    await page.getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: 'Yes, sign me out' }).click()
    await page.getByRole('button', { name: 'Sign in' }).waitFor()
    await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(0)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('heading', { name: 'Sign in to Event Calendar' }).waitFor()
  })
})

describe('API keys', () => {
  const create = async (page: Page, name: string) => {
    await page.getByRole('button', { name: 'Create key' }).click()
    const form = page.getByRole('dialog', { name: 'Create a key' })
    await form.getByLabel('Name').fill(name)
    await form.getByRole('button', { name: 'Create key' }).click()
    const shown = page.getByRole('dialog', { name: 'Your new key' })
    const key = (await shown.locator('.line code').first().textContent()) ?? ''
    await page.keyboard.press('Escape')
    await shown.getByRole('button', { name: 'I’ve saved it' }).click()
    await item(page, name).waitFor()
    return key
  }

  it('work from creation to revocation, with at most three active', async () => {
    const page = await show('#demo-pro/keys')
    await page.getByText('1 of 3 active keys.').waitFor()
    const first = await create(page, 'Website')
    expect(first).toMatch(/^svc_live_/)
    expect(await statusOfKey(first)).toBe(200)
    await expect.poll(() => page.content()).not.toContain(first)
    await create(page, 'Kiosk')

    const limit = page.getByText('All three keys of this calendar are active, and three is the most it can have.')
    await limit.waitFor()
    await expect.poll(() => page.getByRole('button', { name: 'Create key' }).isDisabled()).toBe(true)

    await item(page, 'Website').getByRole('button', { name: 'Revoke' }).click()
    const question = page.getByRole('dialog', { name: 'Revoke “Website”?' })
    await question.getByRole('button', { name: 'Cancel' }).click()
    expect(await statusOfKey(first)).toBe(200)
    await item(page, 'Website').getByRole('button', { name: 'Revoke' }).click()
    await question.getByRole('button', { name: 'Revoke permanently' }).click()
    await page.getByText('2 of 3 active keys.').waitFor()
    expect(await statusOfKey(first)).toBe(401)
    await page.getByText('Revoked keys (1)').click()
    await item(page, 'Website').getByText('Revoked', { exact: true }).waitFor()
  })

  it('can be deactivated, and show an error on activation if three others are active', async () => {
    const page = await show('#demo-pro/keys')
    const kiosk = item(page, 'Kiosk')
    await kiosk.getByRole('button', { name: 'Deactivate' }).press('Enter')
    await kiosk.getByText('Inactive').waitFor()
    await expect
      .poll(() => page.evaluate(() => document.activeElement?.textContent), { message: 'the focus stays' })
      .toBe('Activate')
    for (const name of ['Third', 'Fourth']) {
      const made = await api('POST /calendars/demo-pro/api-keys', { name, scopes: ['events:read'] })
      expect(made.data.key).toMatch(/^svc_live_/)
    }
    await kiosk.getByRole('button', { name: 'Activate' }).click()
    await kiosk.getByRole('alert').getByText('at most 3 active API keys').waitFor()
    for (const key of (await api('GET /calendars/demo-pro/api-keys')).data) {
      if (key.name !== 'Demo key' && key.revokedAt === null) await api(`DELETE /calendars/demo-pro/api-keys/${key.id}`)
    }
  })

  it('show a validation error next to the field', async () => {
    const page = await show('#demo-pro/keys')
    const button = page.getByRole('button', { name: 'Create key' })
    await button.click()
    const form = page.getByRole('dialog', { name: 'Create a key' })
    await form.getByLabel('Name').fill('No scopes')
    await form.getByRole('button', { name: 'None' }).click()
    await form.getByRole('button', { name: 'Create key' }).click()
    await form.getByText('must contain at least one scope').first().waitFor()
    await page.keyboard.press('Escape')
    await form.waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  })
})

describe('webhooks', () => {
  const createAt = async (page: Page, url: string, event?: string) => {
    await page.getByRole('button', { name: 'Create webhook' }).click()
    const form = page.getByRole('dialog', { name: 'Create a webhook' })
    await form.getByRole('textbox', { name: 'Address' }).fill(url)
    if (event !== undefined) {
      await form.getByLabel('One event').check()
      await form.getByLabel('Event', { exact: true }).selectOption(event)
    }
    await form.getByRole('button', { name: 'Create webhook' }).click()
    const shown = page.getByRole('dialog', { name: 'The secret of your webhook' })
    await expect.poll(() => shown.locator('.line code').textContent()).toMatch(/^whsec_/)
    await shown.getByRole('button', { name: 'I’ve saved it' }).click()
    await item(page, url).waitFor()
  }

  it('can be tested, retried from the log and asked to send missed deliveries again', async () => {
    const page = await show('#demo-pro/webhooks')
    const url = `${receivers.origin}/in`
    await createAt(page, url)
    receivers.behaveLike((_post, response) => response.writeHead(422).end('no, thank you'))
    await item(page, url).getByRole('button', { name: 'Send test' }).click()
    await item(page, url)
      .getByText(/The test didn’t arrive: 422 in \d+ ms/)
      .waitFor()
    await item(page, url).getByRole('link', { name: 'See it in the log' }).click()

    const row = page.locator('.delivery').first()
    await row.locator('summary').click()
    await row.getByText('no, thank you').waitFor()
    await row.getByRole('heading', { name: 'Payload' }).waitFor()
    const id = receivers.posts[0]?.id
    await expect.poll(() => row.locator('code').first().textContent()).toBe(id)

    receivers.answerOk()
    await row.getByRole('button', { name: 'Retry now' }).click()
    await row.getByText('Arrived', { exact: true }).waitFor()
    await row.getByText('Attempt 2').waitFor()
    await expect.poll(() => row.getAttribute('open'), { message: 'the row stays open' }).not.toBeNull()
    expect(receivers.posts.map((post) => post.id)).toEqual([id, id])

    await page.getByLabel('State').selectOption('failed')
    await page.getByText('No deliveries match these filters.').waitFor()
    await expect.poll(() => page.url()).toContain('status=failed')

    await show('#demo-pro/webhooks')
    receivers.behaveLike((_post, response) => response.writeHead(422).end('not yet'))
    await item(page, url).getByRole('button', { name: 'Send test' }).click()
    await item(page, url)
      .getByText(/The test didn’t arrive/)
      .waitFor()
    receivers.answerOk()
    await item(page, url).getByRole('button', { name: 'Resend missed deliveries' }).click()
    const again = page.getByRole('dialog', { name: 'Resend missed deliveries?' })
    await again.getByLabel('Time span').selectOption('1')
    await again.getByRole('button', { name: 'Resend deliveries' }).click()
    await item(page, url).getByText('Resent: 1 of 1 arrived.').waitFor()
    expect(receivers.posts.at(-1)?.id).toBe(receivers.posts.at(-2)?.id)
  })

  it('can be limited to one event, rotated, paused, resumed and deleted', async () => {
    const page = await show('#demo-pro/webhooks')
    const url = `${receivers.origin}/one`
    await createAt(page, url, service.demo.events.pro.id)
    const card = item(page, url)
    await card.getByText('Open Harbour Days').waitFor()
    await card.getByText('Signed by X-Svc-Webhook-Signature', { exact: true }).waitFor()

    await card.getByRole('button', { name: 'Rotate secret' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Rotate secret' }).click()
    const shown = page.getByRole('dialog', { name: 'The new secret' })
    await expect.poll(() => shown.locator('.line code').textContent()).toMatch(/^whsec_/)
    await shown.getByRole('button', { name: 'I’ve saved it' }).click()

    await card.getByRole('button', { name: 'Pause' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Pause' }).click()
    await card.getByText('Paused').waitFor()
    await expect.poll(() => card.getByRole('button', { name: 'Send test' }).isDisabled()).toBe(true)
    await card.getByRole('button', { name: 'Resume' }).click()
    await card.getByText('Active', { exact: true }).waitFor()

    await card.getByRole('button', { name: 'Delete' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await card.waitFor({ state: 'detached' })
    await expect.poll(async () => (await api(`GET /events/${service.demo.events.pro.id}/webhooks`)).data).toEqual([])
  })
})

describe('feed and embed', () => {
  it('create a secret feed URL, show it once and revoke it', async () => {
    const page = await show('#demo-pro/feed')
    await page.getByRole('button', { name: 'Create secret address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Create address' }).click()
    const shown = page.getByRole('dialog', { name: 'The secret address' })
    const url = (await shown.locator('.line code').first().textContent()) ?? ''
    expect((await fetch(url)).headers.get('Content-Type')).toContain('text/calendar')
    await shown.getByRole('button', { name: 'I’ve saved it' }).click()
    await page.getByRole('button', { name: 'Revoke address' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Revoke address' }).click()
    await page.getByText('Off', { exact: true }).waitFor()
    expect((await fetch(url)).status).toBe(404)
  })

  it('preview the widget with the selected theme and accent', async () => {
    const page = await show('#demo-pro/embed')
    const list = page.frameLocator('iframe')
    await list.getByText('Open Harbour Days').waitFor()
    await page.getByLabel('Dark', { exact: true }).check()
    await page.getByLabel('Accent', { exact: true }).fill('#c2410c')
    await page.waitForFunction(() => document.querySelector('iframe')?.src.includes('accent=%23c2410c'))
    await list.locator('[data-theme=dark]').waitFor()
    const tag = (await page.locator('.snippet code').textContent()) ?? ''
    expect(tag).toBe(
      `<script async src="${service.baseUrl}/embed.js"\n  data-calendar="demo-pro"\n  data-theme="dark"\n  data-accent="#c2410c"></script>`,
    )
    await page.getByLabel('Accent', { exact: true }).fill('reddish')
    await page.getByText('This isn’t a colour.').waitFor()
    await expect.poll(() => page.locator('.snippet code').textContent()).toBe(tag)
  })
})

describe('team and exports', () => {
  it('add a member by id, change their role and remove them', async () => {
    const page = await show('#demo-pro/team')
    const person = (id: string) =>
      page
        .getByRole('list', { name: 'Members' })
        .getByRole('listitem')
        .filter({ has: page.getByLabel(`Role of ${id}`) })
    await page.getByText('Add by user ID').click()
    await page.getByLabel('User ID').fill('usr_ada')
    await page.getByRole('button', { name: 'Add member', exact: true }).click()
    await page.getByLabel('Role of usr_ada').selectOption('MANAGER')
    await page.getByText('usr_ada is now manager.').waitFor()
    const roleOf = async (userId: string) =>
      (await api('GET /calendars/demo-pro/members')).data.find((found: { userId: string }) => found.userId === userId)
        ?.role
    await expect.poll(() => roleOf('usr_ada')).toBe('MANAGER')
    await person('usr_ada').getByRole('button', { name: 'Remove usr_ada' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click()
    await person('usr_ada').waitFor({ state: 'detached' })
    expect(await roleOf('usr_ada')).toBeUndefined()

    await page.getByRole('button', { name: 'Leave' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Leave', exact: true }).click()
    await page.getByRole('dialog').getByText('A calendar needs at least one owner').waitFor()
  })

  it('schedule an export, pause it and show that it has no runs yet', async () => {
    const page = await openAgainAs('manager', '#demo-pro/exports')
    await page.getByRole('button', { name: 'Schedule an export' }).click()
    const form = page.getByRole('dialog', { name: 'Schedule an export' })
    await form.getByLabel('Data').selectOption('CHECKINS')
    await form.getByLabel('Weekday', { exact: true }).selectOption('3')
    await form.getByLabel('Emailed to').fill('ada@example.org, not-an-address')
    await form.getByRole('button', { name: 'Schedule export', exact: true }).click()
    await form.locator('.field .fault').waitFor()
    await form.getByLabel('Emailed to').fill('ada@example.org')
    await form.getByRole('button', { name: 'Schedule export', exact: true }).click()
    const card = item(page, 'Check-ins as CSV')
    await card.getByText('Every Wednesday at 08:00, Europe/Lisbon').waitFor()
    await card.getByText('Runs').click()
    await card.getByText('This export hasn’t run yet.').waitFor()
    await card.getByRole('button', { name: 'Pause' }).click()
    await card.getByText('Paused').waitFor()
    // The card shows “Paused” before the response arrives.
    const kept = async () => (await api('GET /calendars/demo-pro/scheduled-exports', undefined, 'manager')).data
    await expect.poll(kept).toMatchObject([{ dataset: 'CHECKINS', weekday: 3, isActive: false }])
  })
})

describe('access in the console', () => {
  const namesOf = (page: Page, navigation: string) =>
    page.getByRole('navigation', { name: navigation, exact: true }).getByRole('link').allInnerTexts()

  it('shows a FREE calendar one sentence instead of the developer panel', async () => {
    const page = await show('#demo-free/keys')
    await page
      .getByText('You need Plus or Pro for the developer panel, and Linden Street Neighbours is on Free.')
      .waitFor()
    await expect.poll(() => page.getByRole('navigation', { name: 'Developers' }).count()).toBe(0)
    await expect.poll(() => page.locator('main button').count()).toBe(0)
  })

  it('lists only the user’s own calendars', async () => {
    const page = await show('#demo-other/keys')
    await page.getByRole('heading', { name: 'We can’t find this page' }).waitFor()
    await show('#/')
    expect(await page.getByRole('heading', { level: 3 }).allInnerTexts()).toEqual([
      'Linden Street Neighbours',
      'Small Hours Jazz Club',
      'Harbour Conference Centre',
    ])
  })

  it('names the plan that a panel requires', async () => {
    const page = await show('#demo-plus/keys')
    await page.getByRole('heading', { name: 'API keys require Pro' }).waitFor()
    await page.getByText('Small Hours Jazz Club is on Plus.').waitFor()
    await page.getByRole('button', { name: 'Calendar: Small Hours Jazz Club' }).click()
    await page.getByRole('link', { name: 'Harbour Conference Centre' }).click()
    await page.getByRole('heading', { level: 1, name: 'Events' }).waitFor()
    await expect.poll(() => page.url()).toBe(`${console_}#demo-pro/events`)
  })

  it('shows the sections of the user’s role', async () => {
    const [staff, manager] = await Promise.all([
      openAgainAs('staff', '#demo-pro/keys'),
      openAgainAs('manager', '#demo-pro/keys'),
    ])
    expect(await namesOf(staff, 'Developers')).toEqual(['Embed', 'Reference'])
    expect(await namesOf(manager, 'Developers')).toEqual(['Embed', 'Exports', 'Sandboxes', 'Reference'])
    expect(await namesOf(staff, 'Sections')).toEqual(['Events', 'Developers'])
    await staff.goto(`${console_}#demo-pro/team`)
    await staff.getByRole('heading', { name: 'We can’t find this page' }).waitFor()
  })

  it('warns in the last week before an unused sandbox is deleted', async () => {
    const made = await callerOf(service)('POST /calendars/demo-pro/sandboxes', { name: 'Forgotten' })
    const page = await openAgainAs('owner', '#demo-pro/sandboxes')
    const card = page.getByRole('listitem').filter({ hasText: 'Forgotten' })
    await card.getByText('if no one uses it').waitFor()
    expect(await card.locator('.notice.warn').count()).toBe(0)
    // The sign-in would expire if the page's clock moved forward, so the response is dated back.
    await page.route('**/sandboxes', async (route) => {
      const answer = await route.fetch()
      const { data } = (await answer.json()) as { data: { expiresAt: string }[] }
      const earlier = (at: string) => new Date(Date.parse(at) - 24 * 86_400_000).toISOString()
      await route.fulfill({ json: { data: data.map((each) => ({ ...each, expiresAt: earlier(each.expiresAt) })) } })
    })
    await page.reload()
    await card
      .locator('.notice.warn')
      .getByText(/^Deleted in [56] days if no one uses it$/)
      .waitFor()
    await callerOf(service)(`DELETE /calendars/demo-pro/sandboxes/${made.data.id}`)
  })

  it('shows an error while the service is unreachable, and the list after a retry', async () => {
    const page = await show('#demo-pro/reference')
    await page.route('**/api-keys', (route) => route.abort())
    await show('#demo-pro/keys')
    await page.getByRole('alert').getByText('We can’t reach the service.').waitFor()
    await page.unroute('**/api-keys')
    await page.getByRole('button', { name: 'Try again' }).click()
    await item(page, 'Demo key').waitFor()
    await expect.poll(() => page.getByRole('alert').count()).toBe(0)
  })
})

describe('console accessibility', () => {
  it('has no axe violations in any section and theme', async () => {
    const page = await show('#demo-pro/keys')
    for (const section of SECTIONS) {
      await show(`#demo-pro/${section}`)
      await inBothThemes(page, async (theme) =>
        expect(await seriousViolations(page), `${section}, ${theme}`).toEqual([]),
      )
    }
  })

  it.each([
    ['keys', 'Create key'],
    ['webhooks', 'Create webhook'],
    ['exports', 'Schedule an export'],
    ['feed', 'Account of owner'],
  ])('has no axe violations in %s with “%s” open', async (section, button) => {
    const page = await show(`#demo-pro/${section}`)
    await page.getByRole('button', { name: button }).click()
    await page.locator('dialog[open], #account:popover-open').waitFor()
    await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
  })

  it('fits into 320 pixels', async () => {
    const page = await show('#demo-pro/keys')
    await page.setViewportSize({ width: 320, height: 640 })
    for (const section of SECTIONS) {
      await show(`#demo-pro/${section}`)
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, section).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize(DESK)
  })

  it('moves the focus to the heading of a section opened by keyboard', async () => {
    const page = await show('#demo-pro/keys')
    await page.getByRole('link', { name: 'Team' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { level: 1, name: 'Team' }).waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe('Team')
  })
})

describe('export run', () => {
  const makeDue = (id: string) =>
    withDatabase(service.dataDir, (db) =>
      db.prepare('update scheduled_exports set next_run_at = 1 where id = ?').run(id),
    )

  it('is listed with its file after the service was restarted under an open page', async () => {
    const schedule = { dataset: 'EVENTS', frequency: 'DAILY', timeOfDay: '00:00', recipients: ['ada@example.org'] }
    const { id } = (await api('POST /calendars/demo-pro/scheduled-exports', schedule)).data
    const page = await show('#demo-pro/exports')
    const card = item(page, 'Events as CSV')
    await card.waitFor()
    const { port, dataDir } = service
    await service.stop()
    makeDue(id)
    await card.getByText('Runs').click()
    await card.getByRole('alert').getByText('We can’t reach the service.').waitFor()

    service = await startService({ port, dataDir, env: ENV })
    const runs = async () => (await api(`GET /calendars/demo-pro/scheduled-exports/${id}/runs`)).data
    await expect.poll(async () => (await runs())[0]?.status, { timeout: 20_000 }).toBe('SUCCEEDED')
    await card.getByRole('button', { name: 'Try again' }).click()
    const link = card.getByRole('link', { name: 'Download' })
    const file = await fetch((await link.getAttribute('href')) ?? '')
    expect(file.headers.get('Content-Type')).toContain('text/csv')
    expect(await file.text()).toContain('demo-pro-harbour-days')
  })
})
