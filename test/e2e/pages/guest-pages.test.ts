import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, seriousViolations } from '../../../harness/browser.ts'
import { languageOf } from '../../../src/words/words.ts'
import { mailTo } from '../../../harness/mailbox.ts'
import { inDays, newStage, troublesOf, type Stage } from '../../../harness/stage.ts'

let stage: Stage

beforeAll(async () => {
  stage = await newStage()
})

afterAll(() => stage.end())

const PATIENCE_MS = 120_000
const NO_SCRIPT = { javaScriptEnabled: false }
const ADA = { firstName: 'Ada', lastName: 'Lovelace' }
const LONG = 'a-very-long-mailbox-name.of-somebody@an-even-longer-domain.example'

// `any`: tests read answers without the service's own types.
// oxlint-disable-next-line typescript/no-explicit-any
const api = async (line: string, json: object = {}): Promise<any> => {
  const [method = '', path = ''] = line.split(' ')
  const answer = await fetch(`${stage.origin}/api${path}`, {
    method,
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(json),
  })
  if (!answer.ok) throw new Error(await answer.text())
  return ((await answer.json()) as { data: unknown }).data
}
const pathOf = ({ manageUrl }: { manageUrl: string }) => new URL(manageUrl).pathname
const register = (event: { id: string }, email: string, more: object = {}) =>
  api(`POST /public/events/${event.id}/registrations`, { ...ADA, email, ...more })
const party = (event: { id: string }, email: string) =>
  api(`POST /public/events/${event.id}/registrations`, {
    buyer: { firstName: 'Bea', lastName: 'Byron', email },
    attendees: [
      { firstName: 'Carl' },
      { firstName: 'Bea', email },
      {},
      { firstName: 'Dorothea-Wilhelmina', lastName: 'van den Bergh-Oosterhout', email: `x${LONG}` },
    ],
  })
const priced = () =>
  stage.newEvent({
    title: 'Late-night jazz with a title that runs on for quite a while, through two lines and a half',
    paymentInstructions: 'Transfer **within a week**.\n\nIBAN: FR76 3000 6000 0112 3456 7890 189\nBIC: AGRIFRPP',
    tickets: [{ name: 'A supporter ticket with a name of sixty letters, quite exactly', price: 5900, currency: 'EUR' }],
  })

/** Violations of any axe rule, in both themes. `seriousViolations` injects axe. */
const violationsOf = async (page: Page) => {
  const found: string[] = []
  await inBothThemes(page, async (theme) => {
    await seriousViolations(page)
    const rules = await page.evaluate(async () => {
      const { axe } = globalThis as unknown as {
        axe: { run(): Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> }
      }
      return (await axe.run()).violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' · ')}`)
    })
    found.push(...rules.map((rule) => `${theme}: ${rule}`))
  })
  return found
}

/** Elements whose text is wider than they are. */
const overflowsOf = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('main *')]
      .filter((element) => element.closest('.own-passes, .pass, .sr, input, .menu:not([open])') === null)
      .filter(
        (element) => getComputedStyle(element).display !== 'inline' && element.scrollWidth > element.clientWidth + 1,
      )
      .map((element) => `${element.tagName}.${element.className}`),
  )

/** Registers one guest for the three dates of a new weekly series. */
const registerForSeries = async (title: string, email: string) => {
  const series = await stage.call('POST /series', {
    calendarSlug: stage.service.demo.calendars.pro,
    template: { title, status: 'PUBLISHED' },
    startAt: inDays(3).slice(0, 16),
    durationMinutes: 90,
    timezone: 'Europe/Lisbon',
    rrule: 'FREQ=WEEKLY;COUNT=3',
  })
  const eventIds = (await stage.list(`/series/${series.id}/events?limit=10`)).map(({ id }) => id)
  const made = await api(`POST /public/series/${series.id}/registrations`, { ...ADA, email, eventIds })
  return made.registrations
}

/** Sends the form, and returns the page's messages, the browser's and the requests. */
const sendInvalid = async (page: Page, button: string) => {
  const posts: string[] = []
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()))
  await page.evaluate(() => {
    const seen = globalThis as unknown as { bubbles: number }
    seen.bubbles = 0
    document.addEventListener('invalid', () => (seen.bubbles += 1), { capture: true })
  })
  await page.getByRole('button', { name: button }).click()
  await page.locator('#trouble').waitFor()
  const bubbles = await page.evaluate(() => (globalThis as unknown as { bubbles: number }).bubbles)
  return { texts: await page.locator('#trouble li').allTextContents(), bubbles, posts }
}

describe('guest page', () => {
  it('shows payment card and ticket in one row on a desktop, as wide as the details', async () => {
    const unpaid = pathOf(await register(await priced(), 'beside@guest-pages.test'))
    await stage.visit(
      unpaid,
      async (page) => {
        const [card, pass, list] = await Promise.all(
          ['.payment', '.pass', '.party'].map((part) => page.locator(part).boundingBox()),
        )
        if (!card || !pass || !list) throw new Error('a part of the page is missing')
        expect(pass.y).toBe(card.y)
        expect(pass.x).toBeGreaterThan(card.x + card.width)
        expect([card.x, pass.x + pass.width].map(Math.round)).toEqual([list.x, list.x + list.width].map(Math.round))
      },
      { viewport: { width: 1440, height: 900 } },
    )
  })

  it('has no axe violation of any rule and no overflow in any state', { timeout: PATIENCE_MS }, async () => {
    const paid = await priced()
    const free = await stage.newEvent()
    const full = await stage.newEvent({ capacity: 1, waitlistEnabled: true, waitlistMode: 'OFFERS', offerMinutes: 600 })
    const seated = await register(full, 'seated@guest-pages.test')
    const [offered, waiting] = [await register(full, 'o@guest-pages.test'), await register(full, 'w@guest-pages.test')]
    await api(`POST ${pathOf(seated).replace('/r/', '/public/registrations/')}/cancel`)
    const registrations = await registerForSeries('Life drawing', 'dates@guest-pages.test')
    const alone = await register(free, LONG)
    const four = await party(free, 'bea@guest-pages.test')
    const paths = [
      pathOf(alone),
      `${pathOf(alone)}?edit=${alone.guest.id}`,
      `${pathOf(alone)}?transfer=${alone.guest.id}`,
      pathOf(four),
      `${pathOf(four)}?edit=${four.guests[2].id}`,
      pathOf(await register(paid, `p${LONG}`)),
      pathOf(await party(paid, 'bea-pays@guest-pages.test')),
      ...[seated, offered, waiting, registrations[1]].map(pathOf),
    ]
    for (const path of paths) {
      const troubles = await stage.visit(path, async (page) => {
        expect(await violationsOf(page), path).toEqual([])
        expect(await troublesOf(page), path).toEqual([])
        for (const width of [320, 390, 1440]) {
          await page.setViewportSize({ width, height: 900 })
          expect(await overflowsOf(page), `${path} at ${width}`).toEqual([])
        }
      })
      expect(troubles.filter((trouble) => !trouble.includes('service worker'))).toEqual([])
    }
  })

  it('lists all dates, and each link leads to its ticket', async () => {
    const registrations = await registerForSeries('Yoga', 'yoga@guest-pages.test')
    await stage.visit(pathOf(registrations[0]), async (page) => {
      await expect.poll(() => page.locator('.dates li').count()).toBe(3)
      await page.locator('.dates a').last().click()
      await expect.poll(() => new URL(page.url()).pathname).toBe(pathOf(registrations[2]))
    })
  })

  it('edits a member and transfers a place by keyboard only', async () => {
    const four = await party(await stage.newEvent(), 'keys@guest-pages.test')
    await stage.visit(pathOf(four), async (page) => {
      await page.getByRole('link', { name: 'Guest 3 · add details' }).focus()
      await page.keyboard.press('Enter')
      await page.waitForURL(/edit=/)
      await page.getByLabel('First name').focus()
      await page.keyboard.type('Grace')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('.party').textContent()).toContain('Grace')
      const options = page.locator('.party summary').nth(2)
      await options.focus()
      await page.keyboard.press('Enter')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL(/transfer=/)
      await page.getByLabel('Their email address').focus()
      await page.keyboard.type('new-holder@guest-pages.test')
      await page.keyboard.press('Enter')
      await expect.poll(() => page.locator('.party .person').count()).toBe(3)
    })
  })

  it('shows its own errors on the forms for details and transfer, and never the browser’s', async () => {
    const { fault } = languageOf('de').words
    const alone = await register(await stage.newEvent(), 'errors@guest-pages.test', { locale: 'de' })

    await stage.visit(`${pathOf(alone)}?edit=${alone.guest.id}`, async (page) => {
      await page.getByLabel('E-Mail').fill('nobody')
      expect(await sendInvalid(page, 'Angaben speichern')).toEqual({
        texts: [`E-Mail: ${fault.email}`],
        bubbles: 0,
        posts: [],
      })
      expect(await troublesOf(page)).toEqual([])
    })
    await stage.visit(`${pathOf(alone)}?transfer=${alone.guest.id}`, async (page) => {
      const { texts, bubbles, posts } = await sendInvalid(page, languageOf('de').words.guest.passOn)
      expect(texts).toEqual([expect.stringContaining(fault.email)])
      expect([bubbles, posts]).toEqual([0, []])
    })
  })

  it('shows its own errors on an invitation', async () => {
    const { fault } = languageOf('en').words
    const event = await stage.newEvent()
    await stage.call(`POST /events/${event.id}/guests/invite`, { emails: ['invited@guest-pages.test'] })
    const { text } = await mailTo(stage.service.dataDir, 'invited@guest-pages.test', /invited/)
    await stage.visit(/http:\S+\/r\/\S+/.exec(text)?.[0] ?? '', async (page) => {
      expect(await sendInvalid(page, 'Accept invitation')).toEqual({
        texts: [`First name: ${fault.firstName}`, `Last name: ${fault.lastName}`],
        bubbles: 0,
        posts: [],
      })
      await page.getByLabel('First name').fill('Ada')
      await page.getByLabel('Last name').fill('Lovelace')
      await page.getByRole('button', { name: 'Accept invitation' }).click()
      await expect.poll(() => page.locator('h1').textContent()).toBe('You’re in')
    })
  })

  it('copies the payment reference with JavaScript, and hides the buttons without', async () => {
    const unpaid = await register(await priced(), 'copies@guest-pages.test')
    await stage.visit(
      pathOf(unpaid),
      async (page) => {
        await page.getByRole('button', { name: 'Copy: Payment reference' }).click()
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe(unpaid.order.number)
        await page.getByRole('button', { name: 'Copy: IBAN' }).click()
        expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('FR76 3000 6000 0112 3456 7890 189')
        await page.getByRole('button', { name: 'Copy: Amount' }).click()
        await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toBe('59.00')
        await expect.poll(() => page.locator('.pass').textContent()).toContain('Not valid until paid')
        expect(await page.locator('.code').count()).toBe(0)
      },
      { permissions: ['clipboard-read', 'clipboard-write'] },
    )
    await stage.visit(
      pathOf(unpaid),
      async (page) => {
        expect(await page.getByRole('button', { name: /Copy/ }).count()).toBe(0)
        await expect.poll(() => page.locator('.payment').textContent()).toContain(unpaid.order.number)
      },
      NO_SCRIPT,
    )
  })

  it('moves a guest who came alone to another address without JavaScript', async () => {
    const alone = await register(await stage.newEvent(), 'typo@guest-pages.test')
    await stage.visit(
      pathOf(alone),
      async (page) => {
        await page.locator('.party summary').click()
        await page.getByRole('link', { name: 'Edit details' }).click()
        await page.getByLabel('Email').fill('right@guest-pages.test')
        await page.getByRole('button', { name: 'Save details' }).click()
        await expect.poll(() => page.locator('h1').textContent()).toBe('Check your email')
        await expect.poll(() => page.locator('main').textContent()).toContain('r…@guest-pages.test')
      },
      NO_SCRIPT,
    )
  })
})
