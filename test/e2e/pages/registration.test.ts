import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../../support/host/browser.ts'
import { callerOf } from '../../support/host/caller.ts'
import { mailTo } from '../../support/host/mailbox.ts'
import type { RunningService } from '../../support/host/service.ts'
import { startService } from '../../support/host/service.ts'

let service: RunningService
let browser: Browser
let origin: string
let call: ReturnType<typeof callerOf>

beforeAll(async () => {
  ;[service, browser] = await Promise.all([startService({ env: { RATE_LIMIT_SCALE: '100' } }), launchBrowser()])
  origin = `http://127.0.0.1:${service.port}`
  call = callerOf(service)
})

afterAll(async () => {
  await browser.close()
  await service.stop()
})

const DAY_MS = 86_400_000
let made = 0
const newEvent = async (fields: Record<string, unknown> = {}) => {
  made += 1
  const startAt = new Date(Date.now() + 20 * DAY_MS).toISOString()
  return call('POST /events', {
    calendarSlug: service.demo.calendars.pro,
    title: `Evening ${made}`,
    timezone: 'Europe/Lisbon',
    startAt,
    ...fields,
  })
}

describe('a stranger without JavaScript', () => {
  it('registers by the form, has it shown what is wrong, and lands on a page of their own', async () => {
    const event = await newEvent({
      registrationQuestions: [
        { label: 'What do you eat?', type: 'SELECT', required: true, options: ['Everything', 'No fish'] },
        { label: 'Tell us more', type: 'TEXTAREA', required: false },
      ],
    })
    const { page, troubles } = await openPage(browser, { javaScriptEnabled: false })
    await page.goto(`${origin}/e/${event.slug}`)
    await page.getByLabel('First name').fill('Ada')
    await page.getByLabel('Last name').fill('Lovelace')
    await page.getByLabel('E-mail').fill('ada@strangers.test')
    await page.getByLabel('Tell us more').fill('<b>Nothing</b> & "all"')
    // The browser's own check would hold it back; the service must not lean on that.
    await page.locator('select').evaluate((field) => field.removeAttribute('required'))
    await page.getByRole('button', { name: 'Register' }).click()
    expect(await page.getByRole('alert').textContent()).toContain('What do you eat?: This needs an answer.')
    expect(await page.getByLabel('First name').inputValue()).toBe('Ada')
    expect(await page.getByLabel('Tell us more').inputValue()).toBe('<b>Nothing</b> & "all"')
    await page.locator('select').selectOption('No fish')
    await page.getByRole('button', { name: 'Register' }).click()
    await page.waitForURL(/\/r\/[^/]+$/)
    expect(await page.locator('h1').textContent()).toBe('You are in')
    expect(await page.locator('main').textContent()).toContain('No fish')
    const shown = await page.locator('.code img').evaluate((image: HTMLImageElement) => image.naturalWidth)
    expect(shown).toBeGreaterThan(600)
    const mail = await mailTo(service.dataDir, 'ada@strangers.test', /You are registered/)
    expect(mail.text).toContain(page.url())
    expect(troubles).toEqual([])
    await page.context().close()
  })
})
