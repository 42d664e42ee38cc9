import { mkdtempSync, rmSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allViolations, inBothThemes, launchBrowser, openPage } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

let browser: Browser
let service: RunningService

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({ env: { RATE_LIMIT_SCALE: '100' }, dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-moving-')) }),
    launchBrowser(),
  ])
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const open = async (hash: string) => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await createSignIns()(page, `http://127.0.0.1:${String(service.port)}/console${hash}`, 'owner')
  return page
}

const expectSound = async (page: Page, screen: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) => {
      expect(await allViolations(page), `${screen}, ${String(width)}, ${theme}`).toEqual([])
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${screen}, ${String(width)}`).toBeLessThanOrEqual(0)
      const shots = process.env['SCREENS_DIR']
      if (shots !== undefined)
        await page.screenshot({ path: join(shots, `${screen} ${String(width)} ${theme}.png`.replaceAll(' ', '-')) })
    })
  }
}

it('creates an archive of a calendar, shows its key once and downloads it', async () => {
  const api = callerOf(service)
  await api('POST /calendars', { name: 'Old Harbour', timezone: 'Europe/Paris', slug: 'old-harbour' })
  const event = {
    calendarSlug: 'old-harbour',
    title: 'Open day',
    startAt: '2031-05-02T18:00',
    timezone: 'Europe/Paris',
  }
  const { data } = await api('POST /events', event)
  const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@moving.test' }
  await api(`POST /public/events/${data.id}/registrations`, guest)

  const old = await open('#old-harbour/settings')
  await old.getByRole('button', { name: 'Create archive' }).click()
  const dialog = old.getByRole('dialog', { name: 'Your archive has a key' })
  const key = (await dialog.locator('code').textContent()) ?? ''
  expect(key).toMatch(/^[a-z2-7]{26}$/)
  await expectSound(old, 'key')
  await dialog.getByRole('button', { name: 'I’ve stored the key' }).click()
  const link = old.getByRole('link', { name: /^Download [\d.]+ [kKM]B/ })
  await link.waitFor({ timeout: 30_000 })
  await link.scrollIntoViewIfNeeded()
  await expectSound(old, 'archive')
  const [download] = await Promise.all([old.waitForEvent('download'), link.click()])
  const zip = await readFile(await download.path())
  expect(zip.subarray(0, 4).toString('latin1')).toBe('PK\u0003\u0004')
  await old.context().close()
}, 120_000)
