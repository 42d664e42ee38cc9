import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../../harness/browser.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'

let service: RunningService
let browser: Browser
let origin: string

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService(), launchBrowser()])
  origin = `http://127.0.0.1:${service.port}`
})

// Closes the page, because a page left open slows down the tests after it.
afterEach(() => Promise.all(browser.contexts().map((context) => context.close())))
afterAll(async () => {
  await browser.close()
  await service.stop()
})

describe('home page', () => {
  it('loads its styles from the service and has no axe violations in either theme', async () => {
    const { page, troubles } = await openPage(browser)
    await page.goto(origin)
    await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
    await expect
      .poll(() => page.evaluate(() => getComputedStyle(document.querySelector('.button') as Element).minHeight))
      .toBe('44px')
    expect(troubles).toEqual([])
  })

  it('returns a 404 as HTML to browsers and as JSON to other clients', async () => {
    const person = await fetch(`${origin}/nowhere`, { headers: { Accept: 'text/html,*/*' } })
    expect(person.status).toBe(404)
    expect(person.headers.get('Content-Type')).toBe('text/html; charset=utf-8')
    expect(person.headers.get('Content-Security-Policy')).toContain("script-src 'self';")
    expect(await person.text()).toContain('Page not found')
    const program = await fetch(`${origin}/nowhere`)
    expect(program.status).toBe(404)
    expect(await program.json()).toMatchObject({ code: 'not_found', statusCode: 404 })
  })

  it('serves assets with ETag and security headers', async () => {
    const style = await fetch(`${origin}/assets/style.css`)
    expect(style.status).toBe(200)
    expect(style.headers.get('Content-Type')).toContain('text/css')
    expect(style.headers.get('X-Content-Type-Options')).toBe('nosniff')
    expect(style.headers.get('ETag')).not.toBeNull()
    expect((await fetch(`${origin}/assets/none.js`)).status).toBe(404)
  })

  it('shows three demo events with posters, and folds the commands', async () => {
    const { page, troubles } = await openPage(browser, { viewport: { width: 390, height: 844 } })
    await page.goto(origin)
    await expect
      .poll(() =>
        page
          .locator('.happens img')
          .evaluateAll((found) => found.map((each) => (each as HTMLImageElement).naturalWidth > 0)),
      )
      .toEqual([true, true, true])
    const buttons = await page.locator('.ways a').allTextContents()
    expect(buttons).toEqual(['Open the workspace', 'See an event page', 'Scan at the door', 'API reference'])
    await expect.poll(() => page.locator('pre').first().isVisible()).toBe(false)
    await page.getByText('Commands and addresses').click()
    // The command reads the file of this service, whatever its DATA_DIR.
    const command = (await page.locator('pre').first().textContent()) ?? ''
    const path = /require\('(.+?)'\)/.exec(command)?.[1] ?? ''
    expect(JSON.parse(readFileSync(path, 'utf8')).apiKeys).toEqual(service.demo.apiKeys)
    await page.getByRole('button', { name: 'Copy' }).first().waitFor()
    expect(troubles).toEqual([])
  })

  it('links to addresses that all work', async () => {
    const { page, troubles } = await openPage(browser, { viewport: { width: 320, height: 800 } })
    await page.goto(origin)
    const links = await page
      .locator('main a')
      .evaluateAll((found) => found.map((link) => (link as HTMLAnchorElement).href))
    expect(links).toEqual(
      expect.arrayContaining([`${origin}/c/demo-pro`, `${origin}/kiosk`, `${origin}/console`, `${origin}/docs`]),
    )
    expect(links.filter((link) => link.startsWith('webcal:'))).toHaveLength(3)
    for (const link of new Set(links)) {
      const answer = await fetch(link.replace(/^webcal:/, 'http:'))
      expect(answer.status, link).toBe(200)
      await answer.arrayBuffer()
    }
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await inBothThemes(page, async () => expect(await seriousViolations(page)).toEqual([]))
    expect(troubles).toEqual([])
  })

  it('serves the embed script with and without /api', async () => {
    const [withApi, without] = await Promise.all(['/api/embed.js', '/embed.js'].map((path) => fetch(origin + path)))
    expect([withApi?.status, without?.status]).toEqual([200, 200])
    expect(without?.headers.get('Content-Type')).toBe('text/javascript; charset=utf-8')
    expect(without?.headers.get('Cross-Origin-Resource-Policy')).toBe('cross-origin')
    expect(await without?.text()).toBe(await withApi?.text())
  })

  it('shows sent emails in the outbox, and no other file on disk', async () => {
    const outbox = `${service.demo.issuer}/outbox`
    const event = service.demo.events['pro']?.id ?? ''
    await fetch(`${service.baseUrl}/public/events/${event}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ firstName: '<b>Ada', lastName: 'L', email: 'ada@example.org' }),
    })
    const { page, troubles } = await openPage(browser)
    const mailsToAda = async () => {
      await page.goto(outbox)
      return page.getByText('ada@example.org').count()
    }
    await expect.poll(mailsToAda, { timeout: 10_000 }).toBe(1)
    await page.locator('strong a').first().click()
    await page.getByText('Open Harbour Days').first().waitFor()
    await expect
      .poll(() =>
        page
          .locator('img')
          .first()
          .evaluate((image: HTMLImageElement) => image.naturalWidth),
      )
      .toBeGreaterThan(0)
    expect(troubles).toEqual([])
    for (const path of ['%2e%2e/demo.json', '../demo.json', '%2e%2e%2fdemo.json/x', 'x/mail.json', '%'])
      expect((await fetch(`${outbox}/${path}`)).status, path).toBe(404)
  })

  it('shows the uploaded cover of an event in its emails in the outbox', async () => {
    const authorization = { Authorization: `Bearer ${service.demo.tokens.owner}` }
    const uploaded = await fetch(`${service.baseUrl}/calendars/${service.demo.calendars.pro}/images`, {
      method: 'POST',
      headers: { ...authorization, 'Content-Type': 'image/png' },
      body: readFileSync(new URL('../../../web/static/assets/kiosk-512.png', import.meta.url)),
    })
    const { data: image } = (await uploaded.json()) as { data: { url: string } }
    const event = `${service.baseUrl}/events/${service.demo.events.pro.id}`
    const changed = await fetch(event, {
      method: 'PATCH',
      headers: { ...authorization, 'Content-Type': 'application/json' },
      body: JSON.stringify({ coverUrl: image.url }),
    })
    expect([uploaded.status, changed.status]).toEqual([200, 200])
    await fetch(`${service.baseUrl}/public/events/${service.demo.events.pro.id}/registrations`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ firstName: 'Grace', lastName: 'H', email: 'grace@example.org' }),
    })
    const { page, troubles } = await openPage(browser)
    const mailsToGrace = async () => {
      await page.goto(`${service.demo.issuer}/outbox`)
      return page.getByText('grace@example.org').count()
    }
    await expect.poll(mailsToGrace, { timeout: 10_000 }).toBe(1)
    await page.locator('strong a').first().click()
    const cover = page.locator('img.poster')
    expect(await cover.getAttribute('src')).toBe(image.url)
    await expect.poll(() => cover.evaluate((drawn: HTMLImageElement) => drawn.naturalWidth)).toBeGreaterThan(0)
    expect(troubles).toEqual([])
  })
})
