import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DemoUser } from '../../../scripts/identity/users.ts'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

let service: RunningService
let browser: Browser
const goAs = createSignIns()

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({ env: { RATE_LIMIT_SCALE: '100' }, dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-leaving-')) }),
    launchBrowser(),
  ])
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const open = async (hash: string, user: DemoUser = 'owner') => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await goAs(page, `http://127.0.0.1:${service.port}/console${hash}`, user)
  return page
}
const api = (line: string, json?: object) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  callerOf(service)<{ data: any }>(line, json, { Authorization: `Bearer ${service.demo.tokens.owner}` })

const expectSound = async (page: Page, screen: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) => {
      expect(await seriousViolations(page), `${screen}, ${String(width)}, ${theme}`).toEqual([])
      const over = await page.evaluate(
        () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
      )
      expect(over, `${screen}, ${String(width)}`).toBeLessThanOrEqual(0)
    })
  }
}

describe('deleting', () => {
  it('an event with guests names what blocks it, and after cancelling asks for its name and can be taken back', async () => {
    const { data: event } = await api('POST /events', {
      calendarSlug: 'demo-pro',
      title: 'Farewell Concert',
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'Europe/Paris',
    })
    await api(`POST /public/events/${event.id}/registrations`, {
      firstName: 'Ada',
      lastName: 'Lovelace',
      email: 'ada@leaving.test',
    })
    const page = await open(`#demo-pro/events/${event.id}`)
    const ask = async () => {
      await page.getByRole('button', { name: 'More actions for Farewell Concert' }).click()
      await page.getByRole('button', { name: 'Delete…' }).click()
    }
    await ask()
    const blocked = page.getByRole('dialog', { name: 'You can’t delete this event yet' })
    await blocked.getByText('The event isn’t over').waitFor()
    expect(await blocked.getByRole('button', { name: /Delete/ }).count()).toBe(0)
    await expectSound(page, 'blocked')
    await blocked.getByRole('link', { name: 'Open the event' }).click()

    await api(`POST /events/${event.id}/cancel`, {})
    await page.reload()
    await ask()
    const dialog = page.getByRole('dialog', { name: 'Delete “Farewell Concert”?' })
    await dialog.getByText('1 guest').waitFor()
    const request = dialog.getByRole('button', { name: 'Delete in 30 days' })
    expect(await request.getAttribute('aria-disabled')).toBe('true')
    await expectSound(page, 'erasure of an event')
    await dialog.getByLabel('Type “Farewell Concert” to confirm').fill('Farewell Concert')
    await request.click()
    await page.getByText('Farewell Concert will be deleted on').waitFor()
    await expectSound(page, 'pending event')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect.poll(() => page.getByText('will be deleted on').count()).toBe(0)
    expect((await api(`GET /events/${event.id}/erasure`)).data.eraseAt).toBeNull()
    await page.context().close()
  })

  it('a calendar offers a download first, and shows the date on every screen', async () => {
    await api('POST /calendars', { name: 'Old Harbour', timezone: 'Europe/Paris', slug: 'old-harbour' })
    await api('POST /events', {
      calendarSlug: 'old-harbour',
      title: 'Open day',
      startAt: '2031-05-02T18:00:00Z',
      timezone: 'Europe/Paris',
    })
    const page = await open('#old-harbour/settings')
    await page.getByRole('button', { name: 'Delete calendar…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Delete Old Harbour?' })
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      dialog.getByRole('button', { name: 'Download everything' }).click(),
    ])
    expect(download.suggestedFilename()).toBe('old-harbour.zip')
    await expectSound(page, 'erasure of a calendar')
    await dialog.getByLabel('Type “Old Harbour” to confirm').fill('Old Harbour')
    await dialog.getByRole('button', { name: 'Delete in 30 days' }).click()
    await page.getByText('Old Harbour will be deleted on').waitFor()
    expect(await page.getByRole('button', { name: 'Delete calendar…' }).count()).toBe(0)
    await page.goto(`http://127.0.0.1:${service.port}/console#old-harbour/events`)
    await page.getByText('Old Harbour will be deleted on').waitFor()
    await expectSound(page, 'pending calendar')
    await page.getByRole('button', { name: 'Take it back' }).click()
    await expect.poll(() => page.getByText('will be deleted on').count()).toBe(0)
    await page.context().close()
  })

  it('a calendar without events is deleted immediately', async () => {
    await api('POST /calendars', { name: 'Empty Quay', timezone: 'Europe/Paris', slug: 'empty-quay' })
    const page = await open('#empty-quay/settings')
    await page.getByRole('button', { name: 'Delete calendar…' }).click()
    await page.getByRole('button', { name: 'Delete permanently' }).click()
    await page.getByRole('heading', { name: 'Your calendars' }).waitFor()
    await expect.poll(() => page.getByText('Empty Quay').count()).toBe(0)
    await page.context().close()
  })

  it('an account names the calendars that need another owner first', async () => {
    const page = await open('#demo-pro/events')
    await page.getByRole('button', { name: 'Account of owner' }).click()
    await page.getByRole('button', { name: 'Delete account…' }).click()
    const blocked = page.getByRole('dialog', { name: 'You can’t delete your account yet' })
    await blocked.getByText('You’re the only owner of').first().waitFor()
    await blocked.getByRole('link', { name: 'Open team' }).first().waitFor()
    await expectSound(page, 'account')
    await page.context().close()
  })
})

describe('the operator', () => {
  it('finds a calendar, sets its plan, suspends it with a reason and reinstates it', async () => {
    await api('POST /calendars', { name: 'Noisy Pier', timezone: 'Europe/Paris', slug: 'noisy-pier' })
    const page = await open('', 'operator')
    await page.getByRole('heading', { name: 'All calendars' }).waitFor()
    await page.getByLabel('Search by name or address').fill('noisy')
    const line = page.getByRole('listitem').filter({ hasText: 'Noisy Pier' })
    await expect.poll(() => page.getByRole('list', { name: 'All calendars' }).getByRole('listitem').count()).toBe(1)
    await line.getByLabel('Plan of Noisy Pier').selectOption('PLUS')
    await page.getByText('Noisy Pier is on Plus now.').waitFor()
    await line.getByRole('button', { name: 'Suspend Noisy Pier' }).click()
    const dialog = page.getByRole('dialog', { name: 'Suspend Noisy Pier?' })
    await dialog.getByLabel('Reason, for its members').fill('Too loud.')
    await dialog.getByRole('button', { name: 'Suspend calendar' }).click()
    await line.getByText('Suspended: Too loud.').waitFor()
    await expectSound(page, 'operator')
    expect((await api('GET /calendars/noisy-pier/settings')).data).toMatchObject({
      plan: 'PLUS',
      suspension: { reason: 'Too loud.' },
    })
    await line.getByRole('button', { name: 'Reinstate Noisy Pier' }).click()
    await line.getByRole('button', { name: 'Suspend Noisy Pier' }).waitFor()
    await page.context().close()
  })

  it('is named on the page about plans, which others reach from a feature that their plan lacks', async () => {
    const page = await open('#noisy-pier/people')
    await page.goto(`http://127.0.0.1:${service.port}/console#/plans`)
    await page.getByText('ask the operator of this service').waitFor()
    await page.getByText('Door passes for helpers').waitFor()
    await expectSound(page, 'plans')
    expect(await page.getByRole('link', { name: 'Operate the service' }).count()).toBe(0)
    await page.context().close()
  })
})
