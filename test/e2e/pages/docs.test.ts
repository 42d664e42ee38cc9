import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../../harness/browser.ts'
import { startService, type RunningService } from '../../../harness/service.ts'

let service: RunningService
let browser: Browser
let docs: string

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launchBrowser()])
  docs = `http://127.0.0.1:${service.port}/docs`
})
// Closes the page, because a page left open slows down the tests after it.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await browser.close()
  await service.stop()
})

const opened = async (address = '', width = 1280) => {
  const { page, troubles } = await openPage(browser, { viewport: { width, height: 900 } })
  await page.goto(docs + address)
  await page.locator('main:not([aria-busy])').waitFor()
  return { page, troubles }
}
const operation = (page: Page, id: string) => page.locator(`[id="${id}"]`)
const secretsIn = (page: Page) =>
  page.evaluate(() => ({
    tab: Object.fromEntries(Object.entries(sessionStorage)),
    kept: Object.entries(localStorage),
    cookie: document.cookie,
  }))

describe('API reference', () => {
  it('lists every operation of the OpenAPI document once, with its status, even without JavaScript', async () => {
    const { page } = await opened()
    const { paths } = (await (await fetch(`${service.baseUrl}/v1/openapi.json`)).json()) as {
      paths: Record<string, Record<string, { operationId: string; 'x-status': string }>>
    }
    const all = Object.values(paths).flatMap((methods) => Object.values(methods))
    const ids = new Set(all.map(({ operationId }) => operationId.replace(/\.(?:v1|dashboard|open|alias)$/, '')))
    const shown = await page.locator('.group > .operation').evaluateAll((found) => found.map(({ id }) => id))
    expect(new Set(shown)).toEqual(ids)
    expect(shown).toHaveLength(ids.size)
    const badge = operation(page, 'deliveries.list').locator('summary .tag')
    await expect.poll(() => badge.first().textContent()).toBe('live')

    const { page: plain, troubles } = await openPage(browser, { javaScriptEnabled: false })
    await plain.goto(docs)
    await plain.getByRole('link', { name: 'every operation' }).click()
    await plain.locator('li[id]').first().waitFor()
    const listed = await plain.locator('li[id]').evaluateAll((found) => found.map(({ id }) => id))
    expect(new Set(listed)).toEqual(ids)
    expect(listed).toHaveLength(ids.size)
    await expect
      .poll(() => plain.locator('[id="guests.list"]').textContent())
      .toContain('GET /v1/events/{eventId}/guests')
    expect(troubles).toEqual([])
    await page.goto(plain.url())
    await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
  })

  it('shows the service’s migration table', async () => {
    const { page } = await opened()
    const { data } = (await (await fetch(`${service.baseUrl}/v1/migration`)).json()) as { data: { paths: unknown[] } }
    await expect.poll(() => page.locator('.migration tbody tr').count()).toBe(data.paths.length)
    const row = page.locator('.migration tbody tr', { hasText: 'Create an event' }).first()
    await expect.poll(() => row.textContent()).toContain('POST/eventsPOST/v1/eventsdivergent')
  })

  it('opens an operation and its route from the URL hash', async () => {
    const { page } = await opened('#guests.list.dashboard')
    const guests = operation(page, 'guests.list')
    await expect.poll(() => guests.getAttribute('open')).not.toBeNull()
    await expect.poll(() => guests.locator('[role=tab][aria-selected=true]').first().textContent()).toBe('Signed in')
    await expect.poll(() => guests.locator('.address:visible').textContent()).toContain('/events/{eventId}/guests')
  })

  it('filters by words, caller and status, and works by keyboard', async () => {
    const { page } = await opened()
    await page.keyboard.press('/')
    await page.keyboard.type('billing:write full remainder')
    await expect.poll(() => page.locator('.toolbar [role=status]').textContent()).toBe('1 operation')
    await page.keyboard.press('Enter')
    await expect.poll(() => operation(page, 'orders.refund').getAttribute('open')).not.toBeNull()
    await page.locator('#search').focus()
    await page.keyboard.press('Escape')
    await expect.poll(() => page.locator('.group > .operation:visible').count()).toBeGreaterThan(50)
    await page.getByLabel('Status', { exact: true }).selectOption('divergent')
    const found = page.locator('.group > .operation:visible')
    const shown = await found.evaluateAll((all) => all.map(({ id }) => id))
    expect(shown).toContain('events.create')
    expect(shown).not.toContain('feeds.embedJson')
    expect(shown.length).toBeLessThan(50)
  })

  it('expands nested schemas', async () => {
    const { page } = await opened('#schema-Event')
    const location = operation(page, 'schema-Event').locator('.property:has(> div > code:text-is("location"))')
    await location.locator('summary').click()
    await expect.poll(() => location.locator('.property-name').allTextContents()).toContain('latitude')
  })

  it('shows each form of a body and of a response', async () => {
    const { page } = await opened('#registrations.create')
    const register = operation(page, 'registrations.create')
    const body = register.locator('.forms:visible').first()
    await expect.poll(() => body.locator('summary').allTextContents()).toEqual(expect.arrayContaining(['NewParty']))
    await body.getByText('NewParty', { exact: true }).click()
    await expect.poll(() => body.locator('.property-name').allTextContents()).toContain('attendees')
    const data = register.locator('.reply .property:has(> div > code:text-is("data"))').first()
    await data.getByText('Fields', { exact: true }).click()
    await data.getByText('PartyRegistration', { exact: true }).click()
    await expect.poll(() => data.locator('.property-name').allTextContents()).toContain('guests')
    const status = await register
      .locator('.reply > summary > .tag')
      .evaluateAll((tags) => tags.map((tag) => tag.clientHeight))
    expect(new Set(status).size).toBe(1)
  })

  it('sends a request with a key that stays in sessionStorage, and shows the response', async () => {
    const event = service.demo.events['pro']?.id ?? ''
    const { page, troubles } = await opened(`?event=${event}#events.read`)
    const read = operation(page, 'events.read')
    await expect.poll(() => read.locator('form:visible input').nth(1).inputValue()).toBe(event)
    await read.locator('form:visible input[type=password]').fill(service.demo.apiKeys['pro'] ?? '')
    await read.locator('form:visible').getByRole('button', { name: 'Send request' }).click()
    await read.locator('.answer:visible .tag', { hasText: '200' }).waitFor()
    await expect
      .poll(() => read.locator('.answer:visible pre').first().textContent())
      .toContain('"title": "Open Harbour Days"')
    await expect.poll(() => read.locator('.code:visible').first().textContent()).not.toContain('svc_live_')
    const { tab, kept, cookie } = await secretsIn(page)
    expect(tab).toMatchObject({ 'docs:apiKey': service.demo.apiKeys['pro'] })
    expect([kept, cookie]).toEqual([[], ''])
    expect(troubles).toEqual([])
  })

  it('shows an error response with its status and an image as an image', async () => {
    const { page } = await opened('#me.key')
    await operation(page, 'me.key').getByRole('button', { name: 'Send request' }).click()
    await operation(page, 'me.key').locator('.answer .tag', { hasText: '401' }).waitFor()
    await page.goto(`${docs}#checkins.qr`)
    await operation(page, 'checkins.qr').getByRole('button', { name: 'Send request' }).click()
    const picture = operation(page, 'checkins.qr').locator('.answer img')
    await picture.waitFor()
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(99)
  })

  it.each([320, 768, 1440])('fits a screen of %i pixels', async (width) => {
    const { page } = await opened('#guests.add', width)
    await operation(page, 'guests.add').locator('form').first().waitFor()
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
  })

  it('has no axe violations in either theme', async () => {
    const { page, troubles } = await opened('#guests.add')
    await operation(page, 'guests.add').locator('form').first().waitFor()
    await page.locator('#search').fill('add a guest')
    await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
    expect(troubles).toEqual([])
  })

  it('shows an error while the document is unreachable, and recovers', async () => {
    const { page } = await openPage(browser)
    await page.route('**/assets/reference.json', (route) => route.abort())
    await page.goto(docs)
    await page.getByRole('alert').waitFor()
    await expect.poll(() => page.getByRole('alert').textContent()).toContain('We can’t reach the service')

    await page.unroute('**/assets/reference.json')
    await page.route('**/api/v1/openapi.json', (route) => route.abort())
    await page.reload()
    const [read, summary] = [operation(page, 'events.read'), operation(page, 'events.read').locator('summary').first()]
    await summary.click()
    await read.getByRole('alert').getByText('We can’t reach the service').waitFor()
    await page.unroute('**/api/v1/openapi.json')
    await summary.click()
    await summary.click()
    await read.locator('form:visible').first().waitFor()
    await expect.poll(() => read.getByRole('alert').count()).toBe(0)
  })

  it('loads the OpenAPI document once, when the first operation is opened', async () => {
    const { page } = await openPage(browser)
    const asked: string[] = []
    page.on('request', (request) => asked.push(new URL(request.url()).pathname))
    await page.goto(docs)
    await page.locator('main:not([aria-busy])').waitFor()
    await page.locator('#search').fill('refund')
    await expect.poll(() => page.locator('.group > .operation:visible').count()).toBeGreaterThan(0)
    expect(asked).not.toContain('/api/v1/openapi.json')
    await page.keyboard.press('Enter')
    await page.locator('.operation[open] form:visible').first().waitFor()
    await operation(page, 'schema-Event').locator('summary').first().click()
    await operation(page, 'schema-Event').locator('.property').first().waitFor()
    expect(asked.filter((path) => path === '/api/v1/openapi.json')).toHaveLength(1)
  })
})
