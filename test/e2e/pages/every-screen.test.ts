import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { allViolations, inBothThemes, launchBrowser, openPage } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

const PHONE = { width: 390, height: 844 }
const DESK = { width: 1440, height: 900 }

const SECTIONS = ['events', 'new', 'series', 'people', 'messages', 'money', 'numbers', 'team', 'history', 'settings']
const PANELS = ['keys', 'webhooks', 'deliveries', 'feed', 'embed', 'exports', 'sandboxes', 'reference']
const TABS = ['', '/guests', '/orders', '/tickets', '/messages', '/door', '/rehearsal', '/history', '/edit', '/share']

const TITLE =
  'An evening of chamber music with the string quartet of the harbour, followed by a conversation about scores, rehearsals and what it takes to listen'
const TICKETS = ['Early-bird ticket with soup, bread and a seat by the window', 'チケット 大人', 'تذكرة', 'Balcony']
const GUESTS = [
  ['桜子', '長谷川田辺'],
  ['عبد الرحمن', 'بن محمد الأندلسي'],
  ['Maximiliane-Wilhelmine', 'von Oberhausen-Schwarzenfels'],
] as const

let service: RunningService
let browser: Browser
/** Hashes of all screens, with open sheets. */
let screens: readonly string[] = []
const signIn = createSignIns()

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({
      env: { RATE_LIMIT_SCALE: '100' },
      dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-screens-')),
    }),
    launchBrowser(),
  ])
  screens = await createAwkwardEvents()
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

interface Made {
  id: string
  tickets: { id: string }[]
}

/** Creates a sandbox with an email, a payment and a timeline. */
const createSandbox = async () => {
  const call = callerOf(service)
  const path = 'POST /calendars/demo-pro/sandboxes'
  const { data } = await call<{ data: { id: string; key: string } }>(path, { name: 'Expiring offers' })
  await call('POST /v1/test/triggers', { type: 'order.paid' }, { 'x-svc-api-key': data.key })
  return data.id
}

/** Rehearses the event and waits for the result. */
const rehearse = async (eventId: string) => {
  const call = callerOf(service)
  const { data } = await call(`POST /events/${eventId}/rehearsals`, { guests: 12, seed: 1343 })
  const path = `GET /events/${eventId}/rehearsals/${data.id}`
  const statusOf = async () => (await call<{ data: { status: string } }>(path)).data.status
  while ((await statusOf()) === 'RUNNING') await sleep(1_000)
}

/** Creates an event with long and foreign names in the calendar of the demo, and a draft. */
const createAwkwardEvents = async () => {
  const call = callerOf(service)
  const times = { calendarSlug: 'demo-pro', startAt: '2030-06-01T19:30', timezone: 'Europe/Lisbon' }
  const { data: event } = await call<{ data: Made }>('POST /events', {
    ...times,
    title: TITLE,
    tickets: TICKETS.map((name, index) => ({
      name,
      capacity: 20,
      ...(index === 1 ? { type: 'PAID', price: 123_450, currency: 'EUR' } : { type: 'FREE' }),
    })),
  })
  const made: { guest: { id: string }; order: { id: string } | null }[] = []
  for (const [index, [firstName, lastName]] of GUESTS.entries()) {
    const { data } = await call<{ data: (typeof made)[0] }>(`POST /public/events/${event.id}/registrations`, {
      firstName,
      lastName,
      email: `a-rather-long-address.${index}@guests.of-the-quartet.example`,
      ticketId: event.tickets[index]?.id,
    })
    made.push(data)
  }
  const { data: series } = await call('POST /series', {
    calendarSlug: 'demo-pro',
    template: { title: TITLE, status: 'PUBLISHED' },
    startAt: '2030-06-04T19:00',
    durationMinutes: 60,
    timezone: 'Europe/Lisbon',
    rrule: 'FREQ=WEEKLY;COUNT=3',
  })
  const { data: draft } = await call('POST /events', { ...times, title: 'A draft', status: 'DRAFT' })
  const sandboxId = await createSandbox()
  await rehearse(event.id)
  const [guest, order] = [made[0]?.guest.id, made.find((each) => each.order !== null)?.order?.id]
  const at = `#demo-pro/events/${event.id}`
  return [
    '#/',
    '#/new',
    '#/plans',
    '#nowhere/at-all',
    ...[...SECTIONS, ...PANELS].map((section) => `#demo-pro/${section}`),
    ...TABS.map((tab) => at + tab),
    `#demo-pro/events/${draft.id}`,
    `#demo-pro/events/${draft.id}/guests`,
    '#demo-free/numbers',
    `#demo-pro/series?open=${series.id}`,
    `#demo-pro/sandboxes?open=${sandboxId}`,
    `${at}/guests?guest=${guest}`,
    `${at}/orders?order=${order}`,
    `${at}/tickets?ticket=new`,
    `${at}/messages?invite=1`,
  ]
}

/** Returns the addresses of the service that a screen shows, links to or offers to copy. */
const addressesOn = (page: Page) =>
  page.evaluate(() => {
    const texts = [...document.querySelectorAll<HTMLElement>('main, .sheet, dialog[open]')].map(
      (each) => each.innerText,
    )
    const values = [...document.querySelectorAll<HTMLInputElement>('input, textarea')].map(({ value }) => value)
    const linked = [...document.querySelectorAll<HTMLAnchorElement>('a[href]')].map(({ href }) => href)
    const drawn = [...document.querySelectorAll<HTMLImageElement>('img[src]')].map(({ src }) => src)
    const code = [...document.querySelectorAll('code, pre')].map((each) => each.textContent)
    const found = [...texts, ...values, ...linked, ...drawn, ...code].flatMap(
      (text) => text.match(/https?:\/\/127\.0\.0\.1:\d+[^\s"'<>`…)]*/g) ?? [],
    )
    return [...new Set(found)].filter((address) => new URL(address).pathname !== location.pathname)
  })

/** Opens a screen and waits until it is drawn with its data. */
const show = async (page: Page, screen: string) => {
  await page.evaluate(
    (hash) =>
      new Promise((resolve) => {
        addEventListener('hashchange', () => requestAnimationFrame(() => requestAnimationFrame(resolve)), {
          once: true,
        })
        location.hash = hash
      }),
    screen,
  )
  await page.locator('main h1').first().waitFor({ state: 'attached' })
  await page.waitForFunction(() => document.querySelector('[aria-busy], .loading, .skeleton') === null)
}

/** Returns the elements whose content is wider than they are and neither scrolls nor ends with an ellipsis. */
const overflowing = (page: Page) =>
  page.evaluate(() => {
    // The frame of the preview is drawn smaller than its layout. Menus are closed.
    const isSkipped = (element: Element) =>
      element.closest('svg, .sr, .shown, [popover], pre') !== null ||
      element.querySelector('.shown') !== null ||
      // The footer of a form in a dialog reaches its edges.
      element.matches('.box form')
    const elements = [document.documentElement, ...document.querySelectorAll<HTMLElement>('body *')]
    return elements
      .filter((element) => {
        const { display, overflowX, textOverflow, clipPath } = getComputedStyle(element)
        const isWide = element.clientWidth > 0 && element.scrollWidth > element.clientWidth + 1
        if (!isWide || display === 'inline' || clipPath !== 'none' || isSkipped(element)) return false
        return overflowX === 'visible' || (overflowX === 'hidden' && textOverflow !== 'ellipsis')
      })
      .map((element) => `${element.tagName}.${element.className} ${element.textContent?.slice(0, 40) ?? ''}`)
  })

/** Returns the tables whose rows give the name less than 55% of their width. */
const narrowNames = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('table.rows tbody tr:not(.group)')]
      .filter((row) => (row.querySelector('.k-main')?.clientWidth ?? 0) < row.clientWidth * 0.55 - 1)
      .map((row) => row.textContent),
  )

it('every screen of the workspace is accessible and fits, on phones and desktops, in both themes', async () => {
  const addresses = new Set<string>()
  const { page, troubles } = await openPage(browser, { viewport: DESK, reducedMotion: 'reduce' })
  await signIn(page, `http://127.0.0.1:${service.port}/console`, 'owner')
  for (const screen of screens) {
    await show(page, screen)
    for (const viewport of [DESK, PHONE]) {
      await page.setViewportSize(viewport)
      const where = `${screen}, ${viewport.width}`
      await inBothThemes(page, async (theme) =>
        expect.soft(await allViolations(page), `${where}, ${theme}`).toEqual([]),
      )
      expect.soft(await overflowing(page), where).toEqual([])
    }
    expect.soft(await narrowNames(page), screen).toEqual([])
    for (const address of await addressesOn(page)) addresses.add(address)
  }
  expect(troubles).toEqual([])
  // Every address that the workspace shows or offers to copy works. `/api` is the base of the others.
  addresses.delete(service.baseUrl)
  expect(addresses.size).toBeGreaterThan(20)
  for (const address of addresses) {
    const { status } = await fetch(address)
    expect.soft(status, address).toBe(address.includes('/api/v1/calendars/') ? 401 : 200)
  }
})

it.each(['de', 'ar'])('every screen fits in %s, on phones and desktops', async (locale) => {
  const { page, troubles } = await openPage(browser, { viewport: DESK, reducedMotion: 'reduce' })
  await signIn(page, `http://127.0.0.1:${service.port}/console?lang=${locale}`, 'owner')
  await page.locator(`html[lang=${locale}]`).waitFor()
  for (const screen of screens) {
    await show(page, screen)
    for (const viewport of [PHONE, DESK]) {
      await page.setViewportSize(viewport)
      expect.soft(await overflowing(page), `${screen}, ${viewport.width}`).toEqual([])
    }
  }
  expect.soft(await allViolations(page)).toEqual([])
  expect(troubles).toEqual([])
})

it('the overview of a draft publishes it', async () => {
  const { data: draft } = await callerOf(service)('POST /events', {
    calendarSlug: 'demo-pro',
    title: 'A second draft',
    startAt: '2030-06-01T19:30',
    timezone: 'Europe/Lisbon',
    status: 'DRAFT',
  })
  const { page } = await openPage(browser, { viewport: DESK, reducedMotion: 'reduce' })
  await signIn(page, `http://127.0.0.1:${service.port}/console#demo-pro/events/${draft.id}`, 'owner')
  await page.getByRole('button', { name: 'Publish' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Publish' }).click()
  await page.getByText('Event published.').waitFor()
  await page.getByRole('link', { name: 'View page' }).waitFor()
  expect(await page.getByRole('button', { name: 'Publish' }).count()).toBe(0)
})

it('the door of an event that no one is expected at does not say that everyone is in', async () => {
  const { data: event } = await callerOf(service)('POST /events', {
    calendarSlug: 'demo-pro',
    title: 'No guests yet',
    startAt: '2030-06-01T19:30',
    timezone: 'Europe/Lisbon',
  })
  const { page } = await openPage(browser, { viewport: DESK, reducedMotion: 'reduce' })
  await signIn(page, `http://127.0.0.1:${service.port}/console#demo-pro/events/${event.id}/door`, 'owner')
  await page.getByText('of 0').waitFor()
  expect(await page.getByText('Everyone is in').count()).toBe(0)
})
