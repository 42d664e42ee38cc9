import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import { mailTo } from '../../../harness/mailbox.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'

let service: RunningService
let browser: Browser
let pages: Page[] = []
const goAs = createSignIns()

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({
      env: { RATE_LIMIT_SCALE: '100' },
      dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-guest-work-')),
    }),
    launchBrowser(),
  ])
})

afterEach(async () => {
  await Promise.all(pages.map((page) => page.context().close()))
  pages = []
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const signedIn = async (hash: string) => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  pages.push(page)
  await goAs(page, `http://127.0.0.1:${service.port}/console${hash}`, 'owner')
  return page
}

const api = (line: string, json?: object) =>
  // oxlint-disable-next-line typescript/no-explicit-any
  callerOf(service)<{ data: any }>(line, json, { Authorization: `Bearer ${service.demo.tokens.owner}` })

const newEvent = async (fields: object = {}) =>
  (
    await api('POST /events', {
      calendarSlug: 'demo-pro',
      title: 'Bach by Candlelight',
      startAt: new Date(Date.now() + 86_400_000).toISOString(),
      timezone: 'Europe/Lisbon',
      ...fields,
    })
  ).data

describe('guest import', () => {
  it('waits after 429, sends no emails by default and offers the other rows with all their columns', async () => {
    const event = await newEvent()
    const page = await signedIn(`#demo-pro/events/${event.id}/guests`)
    let refusals = 0
    await page.route(`**/events/${event.id}/guests`, async (route) => {
      if (route.request().method() !== 'POST' || refusals >= 3) return route.continue()
      refusals += 1
      return route.fulfill({
        status: 429,
        headers: { 'Retry-After': '1' },
        json: { statusCode: 429, code: 'rate_limited', message: 'Too many requests.', errors: [], requestId: 'req_1' },
      })
    })
    await page.getByRole('button', { name: 'Add guests' }).click()
    await page.getByRole('button', { name: 'Add from a file' }).click()
    const rows = Array.from(
      { length: 9 },
      (_, row) => `Weiß ${String(row)};Zoë;import${String(row)}@guests.example;Choir`,
    )
    const text = ['Name;Vorname;E-Mail-Adresse;Verein', ...rows, 'Ohne;Adresse;;Orgel'].join('\r\n')
    const look = page.getByRole('dialog', { name: 'Add guests from a file' })
    await look
      .getByLabel('CSV file')
      .setInputFiles({ name: 'guests.csv', mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })
    await look.getByText('Read as Windows-1252, with semicolons between the columns.').waitFor()
    await look.getByRole('button', { name: 'Add 9 guests' }).click()
    await look.getByText('Waiting for the service, then continuing').waitFor()
    const result = page.getByRole('dialog', { name: '9 guests added' })
    await result.getByText('1 row wasn’t added:').waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      result.getByRole('button', { name: 'Download those rows' }).click(),
    ])
    expect(readFileSync(await file.path(), 'utf8')).toBe(
      '\uFEFFName,Vorname,E-Mail-Adresse,Verein,Reason\r\nOhne,Adresse,,Orgel,no email address\r\n',
    )
    expect(refusals).toBe(3)
    const { data: guests } = await api(`GET /events/${event.id}/guests?limit=100`)
    const names = guests.map((each: { firstName: string; lastName: string }) => `${each.firstName} ${each.lastName}`)
    expect(names.toSorted()).toEqual(Array.from({ length: 9 }, (_, row) => `Zoë Weiß ${String(row)}`))
    expect((await api(`GET /events/${event.id}/guests/${guests[0].id}/mails`)).data).toEqual([])
  })
})

describe('decline', () => {
  const asking = async (name: string) => {
    const event = await newEvent({ requiresApproval: true })
    const email = `${name.toLowerCase()}@decline.example`
    const who = { firstName: name, lastName: 'Reis', email }
    const { data } = await api(`POST /public/events/${event.id}/registrations`, who)
    const page = await signedIn(`#demo-pro/events/${event.id}/guests?guest=${data.guest.id}`)
    const statusNow = async () => (await api(`GET /events/${event.id}/guests/${data.guest.id}`)).data.status
    return { page, email, statusNow }
  }

  const decline = async (page: Page, message: string) => {
    await page.getByRole('complementary').getByRole('button', { name: 'Decline' }).click()
    const dialog = page.getByRole('dialog', { name: /^Decline / })
    await dialog.getByLabel('Message').fill(message)
    await dialog.getByRole('button', { name: 'Decline' }).click()
    await page.getByText('in 10 seconds.').waitFor()
  }

  it('is not sent if it is undone', async () => {
    const { page, statusNow } = await asking('Ana')
    await decline(page, 'No')
    await page.locator('.toast').getByRole('button', { name: 'Undo' }).click()
    await page.getByRole('complementary').getByRole('button', { name: 'Approve' }).waitFor()
    await page.goto('about:blank')
    await page.waitForTimeout(1_000)
    expect(await statusNow()).toBe('PENDING')
  })

  it('is sent with its message when the page closes before the 10 seconds are over', async () => {
    const { page, email, statusNow } = await asking('Bea')
    await decline(page, 'We’re full, sorry!')
    expect(await statusNow()).toBe('PENDING')
    await page.goto('about:blank')
    await expect.poll(statusNow).toBe('DECLINED')
    const { text } = await mailTo(service.dataDir, email, /^About your registration/)
    expect(text).toContain('> We’re full, sorry!')
  })

  it('is sent after 10 seconds', { timeout: 30_000 }, async () => {
    const { page, statusNow } = await asking('Cleo')
    await decline(page, '')
    await expect.poll(statusNow, { timeout: 15_000 }).toBe('DECLINED')
    await page.getByText('Cleo Reis is declined.').waitFor()
  })
})

describe('message', () => {
  it('names afterwards who got nothing and why', async () => {
    const event = await newEvent()
    const register = async (firstName: string, email: string) =>
      (await api(`POST /public/events/${event.id}/registrations`, { firstName, lastName: 'Reis', email })).data
    await register('Ana', 'ana@message.example')
    await register('Bea', 'bea@message.example')
    await api(`POST /events/${event.id}/announcements`, { subject: 'Welcome', body: 'See you there.' })
    const { text } = await mailTo(service.dataDir, 'bea@message.example', /^Welcome/)
    const [, token = ''] = /unsubscribe\/(\S+)/.exec(text) ?? []
    await api(`POST /public/unsubscribe/${token}`, {})
    const page = await signedIn(`#demo-pro/events/${event.id}/messages`)
    const form = page.getByRole('form', { name: 'Write to guests' })
    await form.getByLabel('Subject').fill('Doors')
    await form.getByLabel('Message').fill('They open at 7.')
    await form.getByRole('button', { name: 'Send to 1 guest' }).click()
    await page.getByRole('button', { name: '1 didn’t get it' }).click()
    const missed = page.getByRole('dialog', { name: 'Missed deliveries of “Doors”' }).getByRole('listitem')
    await missed.filter({ hasText: 'bea@message.example' }).getByText('unsubscribed from your messages').waitFor()
    expect(await missed.count()).toBe(1)
  })
})

describe('guest sheet', () => {
  it('changes an answer and keeps ß in the domain of an email address', async () => {
    const question = { label: 'Food', type: 'SELECT', options: ['Fish', 'Rice'], required: false }
    const event = await newEvent({ registrationQuestions: [question] })
    const answers = [{ questionId: event.registrationQuestions[0].id, answer: 'Fish' }]
    const who = { firstName: 'Ana', lastName: 'Reis', email: 'ana@sheet.example', answers }
    const { data } = await api(`POST /public/events/${event.id}/registrations`, who)
    const page = await signedIn(`#demo-pro/events/${event.id}/guests?guest=${data.guest.id}`)
    await page.getByRole('complementary').getByRole('button', { name: 'Edit' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Food').selectOption('Rice')
    await dialog.getByLabel('Email').fill('ana@straße.example')
    expect(await dialog.getByLabel('Email').inputValue()).toBe('ana@straße.example')
    await dialog.getByLabel('Email').fill('ana@sheet.example')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('definition').getByText('Rice').waitFor()
    const { registrationAnswers } = (await api(`GET /events/${event.id}/guests/${data.guest.id}`)).data
    expect(registrationAnswers).toEqual([{ question: 'Food', answer: 'Rice' }])
  })
})
