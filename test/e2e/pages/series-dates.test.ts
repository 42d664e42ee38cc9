import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

let service: RunningService
let browser: Browser
let page: Page

const api = (line: string, json?: object) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  callerOf(service)<{ data: any }>(line, json, { Authorization: `Bearer ${service.demo.tokens.owner}` })

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({
      env: { RATE_LIMIT_SCALE: '100' },
      dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-series-dates-')),
    }),
    launchBrowser(),
  ])
  page = (
    await openPage(browser, {
      viewport: { width: 1440, height: 900 },
      reducedMotion: 'reduce',
      timezoneId: 'Asia/Calcutta',
    })
  ).page
  page.setDefaultTimeout(10_000)
  await createSignIns()(page, `http://127.0.0.1:${service.port}/console`, 'owner')
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const goTo = async (hash: string) => {
  await page.goto(`http://127.0.0.1:${service.port}/console#demo-pro/${hash}`)
  await page.reload()
  await page.locator('main h1').first().waitFor()
}

const DAY_MS = 86_400_000
const FIRST_DAY = Date.now() + 60 * DAY_MS

/** The date so many days after the first one of the series. */
const dayOf = (days: number) => new Date(FIRST_DAY + days * DAY_MS).toISOString().slice(0, 10)

/** Creates a series on four weeks at 19:00 in Tokyo, which is 10:00 in UTC, with a guest on the last date. */
const rehearsals = async () => {
  const { data: series } = await api('POST /series', {
    calendarSlug: 'demo-pro',
    template: { title: 'Rehearsal', status: 'PUBLISHED' },
    startAt: `${dayOf(0)}T19:00`,
    durationMinutes: 120,
    timezone: 'Asia/Tokyo',
    rrule: 'FREQ=WEEKLY;COUNT=4',
  })
  const { data: events } = await api(`GET /series/${series.id}/events`)
  await api(`POST /public/events/${events[3].id}/registrations`, {
    firstName: 'Ada',
    lastName: 'Byron',
    email: 'ada@guests.example',
  })
  return { series, events }
}

const startsOf = async (eventIds: readonly { id: string }[]) => {
  const read = await Promise.all(eventIds.map(({ id }) => api(`GET /events/${id}`)))
  return read.map(({ data }) => `${String(data.startAt).slice(0, 16)}–${String(data.endAt).slice(11, 16)}`)
}

const isInTheMiddle = () =>
  page.locator('dialog[open]').evaluate((dialog) => {
    const { left, right, top, bottom } = dialog.getBoundingClientRect()
    return Math.abs(left - (innerWidth - right)) <= 2 && Math.abs(top - (innerHeight - bottom)) <= 2
  })

const expectSound = async (screen: string) => {
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await inBothThemes(page, async (theme) =>
      expect(await seriousViolations(page), `${screen}, ${String(width)}, ${theme}`).toEqual([]),
    )
  }
}

describe('dates of a series in the workspace', () => {
  it('get a new time for the following dates, then for all', async () => {
    const { events } = await rehearsals()
    await goTo(`events/${events[2].id}/edit`)
    await page.getByLabel('From', { exact: true }).fill('20:00')
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save changes' })
    await dialog.getByLabel('This and all following dates').check()
    await dialog.getByText('2 dates will change.').waitFor()
    expect(await isInTheMiddle()).toBe(true)
    await expectSound('save-changes')
    await dialog.getByRole('button', { name: 'Save and email 1 guest' }).click()
    await page.getByText('Changes saved.').waitFor()
    expect(await startsOf(events)).toEqual([
      `${dayOf(0)}T10:00–12:00`,
      `${dayOf(7)}T10:00–12:00`,
      `${dayOf(14)}T11:00–12:00`,
      `${dayOf(21)}T11:00–12:00`,
    ])

    await goTo(`events/${events[0].id}/edit`)
    await page.getByLabel('From', { exact: true }).fill('18:30')
    await page.getByLabel('Until', { exact: true }).fill('20:30')
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    await dialog.getByLabel('All dates in the series').check()
    await dialog.getByText('2 dates will change.').waitFor()
    await dialog.getByRole('button', { name: 'Save', exact: true }).click()
    await page.getByText('Changes saved.').waitFor()
    expect(await startsOf(events)).toEqual([
      `${dayOf(0)}T09:30–11:30`,
      `${dayOf(7)}T09:30–11:30`,
      `${dayOf(14)}T11:00–12:00`,
      `${dayOf(21)}T11:00–12:00`,
    ])
  })

  it('names the fields that several dates can’t change', async () => {
    const { events } = await rehearsals()
    await goTo(`events/${events[0].id}/edit`)
    await page.getByLabel(/^Opens/).fill(`${dayOf(-30)}T09:00`)
    await page.getByRole('main').getByRole('button', { name: 'Save' }).click()
    const dialog = page.getByRole('dialog', { name: 'Save changes' })
    await dialog.getByLabel('All dates in the series').check()
    await expect
      .poll(() => dialog.getByRole('alert').locator('p').allTextContents())
      .toContain('Registration opens: can’t be changed for more than one date.')
  })

  it('are added, extended and moved to another rhythm after a preview', async () => {
    const { series } = await rehearsals()
    await goTo(`series?open=${series.id}`)
    await page.getByRole('button', { name: 'Change dates…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Dates of “Rehearsal”' })
    await dialog.getByText('No changes yet.').waitFor()
    await dialog.getByLabel('Dates', { exact: true }).fill('6')
    await dialog.getByText('2 new dates').waitFor()
    await dialog.getByLabel('Day', { exact: true }).fill(dayOf(4))
    await dialog.getByLabel('Time', { exact: true }).fill('10:00')
    await dialog.getByRole('button', { name: 'Add date' }).click()
    await dialog.getByText('3 new dates').waitFor()
    await dialog.getByText('No guests are affected.').waitFor()
    expect(await isInTheMiddle()).toBe(true)
    await expectSound('dates-of-a-series')
    await dialog.getByRole('button', { name: 'Save dates' }).click()
    await page.getByText('Dates saved.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const { data: more } = await api(`GET /series/${series.id}/events`)
    expect(more.map(({ startAt }: { startAt: string }) => startAt.slice(0, 16))).toEqual([
      `${dayOf(0)}T10:00`,
      `${dayOf(4)}T01:00`,
      `${dayOf(7)}T10:00`,
      `${dayOf(14)}T10:00`,
      `${dayOf(21)}T10:00`,
      `${dayOf(28)}T10:00`,
      `${dayOf(35)}T10:00`,
    ])

    await page.getByRole('button', { name: 'Change dates…' }).click()
    await dialog.getByLabel('Interval').fill('2')
    await dialog.getByText('The new repetition leaves out these dates').waitFor()
    await dialog.getByText('1 guest is affected.').waitFor()
    await expectSound('dates-with-guests')
    await dialog.getByLabel('Cancel these dates').check()
    await dialog.getByRole('button', { name: 'Save dates and email 1 guest' }).click()
    await page.getByText('Dates saved.').waitFor()
    await dialog.waitFor({ state: 'detached' })
    const { data: left } = await api(`GET /series/${series.id}/events`)
    expect(
      left
        .filter(({ status }: { status: string }) => status === 'PUBLISHED')
        .map(({ startAt }: { startAt: string }) => startAt.slice(0, 10)),
    ).toEqual([0, 4, 14, 28, 42, 56, 70].map(dayOf))
  })
})

describe('new event in the workspace', () => {
  it('spans days, finds its zone by city and stores the country’s code', async () => {
    await goTo('new')
    const zone = page.getByLabel('Time zone')
    // The zone of the calendar, not of the device.
    await expect.poll(() => zone.inputValue()).toMatch(/^Lisbon /)
    await zone.fill('kolkata')
    await zone.blur()
    await expect.poll(() => zone.inputValue()).toBe('Kolkata (UTC+5:30)')
    const offered = await page
      .locator('datalist option')
      .evaluateAll((options) => options.map((each) => each.textContent))
    expect(offered).toContain('Europe/Kyiv')
    expect(offered).not.toContain('Europe/Kiev')
    await zone.fill('lisbon')
    await zone.blur()
    await expect.poll(() => zone.inputValue()).toMatch(/^Lisbon \(WES?T, UTC(\+[01])?\)$/)
    await page.getByLabel('Title').fill('Long weekend')
    await page.getByLabel('Day', { exact: true }).fill('2030-06-07')
    await page.getByLabel('Last day').fill('2030-06-09')
    await page.getByLabel('Until', { exact: true }).fill('16:00')
    await page.getByLabel('Day', { exact: true }).fill('2030-06-14')
    await expect.poll(() => page.getByLabel('Last day').inputValue()).toBe('2030-06-16')
    await page.getByLabel('City', { exact: true }).fill('Lisboa')
    await page.getByLabel('Country').selectOption({ label: 'Portugal' })

    const text = page.getByLabel('Description')
    await text.fill('Bring soup')
    await text.evaluate((area: HTMLTextAreaElement) => area.setSelectionRange(6, 10))
    await page.keyboard.press('Control+b')
    expect(await text.inputValue()).toBe('Bring **soup**')
    await page.keyboard.press('End')
    await page.getByRole('toolbar', { name: 'Formatting' }).getByRole('button', { name: 'Link' }).click()
    await page.keyboard.type('https://soup.example')
    expect(await text.inputValue()).toBe('Bring **soup**[](https://soup.example)')
    await page.getByRole('button', { name: 'List', exact: true }).click()
    expect(await text.inputValue()).toBe('- Bring **soup**[](https://soup.example)')
    // ⌘K opens the palette elsewhere, and inserts a link here.
    await text.press('Control+k')
    await expect.poll(() => page.locator('dialog[open]').count()).toBe(0)
    await text.fill('Bring **soup**')
    await expectSound('new-event')
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('main').getByRole('button', { name: 'Save as draft' }).last().click()
    await page.getByRole('heading', { name: 'Long weekend' }).first().waitFor()
    const id = /events\/([^/?]+)/.exec(page.url())?.[1] ?? ''
    expect((await api(`GET /events/${id}`)).data).toMatchObject({
      startAt: '2030-06-14T18:00:00.000Z',
      endAt: '2030-06-16T15:00:00.000Z',
      timezone: 'Europe/Lisbon',
      location: { city: 'Lisboa', country: 'PT' },
      description: 'Bring **soup**',
    })
  })

  it('marks the options of a single choice without any', async () => {
    const { events } = await rehearsals()
    await goTo(`events/${events[0].id}/tickets`)
    await page.getByRole('button', { name: 'Add question' }).click()
    const form = page.getByRole('dialog', { name: 'Add question' })
    await form.getByLabel('Question').fill('Which voice?')
    await form.getByLabel('Answer type').selectOption('SELECT')
    await form.getByRole('button', { name: 'Add question' }).click()
    await form.locator('.field', { hasText: 'Options' }).locator('.fault').waitFor()
    await expectSound('question')
    expect(await form.getByLabel(/^Options/).evaluate((area) => area === document.activeElement)).toBe(true)
  })
})
