import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import { startService, type RunningService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'
import { expectSound } from './sound.ts'

let browser: Browser
let service: RunningService

beforeAll(async () => {
  ;[service, browser] = await Promise.all([
    startService({ env: { RATE_LIMIT_SCALE: '100' }, dataDir: mkdtempSync(join(tmpdir(), 'event-calendar-imports-')) }),
    launchBrowser(),
  ])
})

afterAll(async () => {
  await browser.close()
  await service.stop()
  rmSync(service.dataDir, { recursive: true, force: true })
})

const signIn = createSignIns()
const open = async (hash: string, locale = 'en-GB', width = 1440) => {
  const { page } = await openPage(browser, { viewport: { width, height: 900 }, locale, reducedMotion: 'reduce' })
  await signIn(page, `http://127.0.0.1:${String(service.port)}/console${hash}`, 'owner')
  return page
}

const fileOf = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
const PROGRAMME = [
  'Title,Date,Time,Location,Price',
  'Summer fair,03/04/2031,18:00,Pier 3,12.50',
  'A very long name of an evening that nobody can remember and that no column was ever wide enough for,05/04/2031,19:00,Hall,',
  'Without a date,soon,,,',
].join('\n')

it('imports events by keyboard, asks for the order of dates and names the line left out', async () => {
  const api = callerOf(service)
  await api('POST /calendars', { name: 'Imports', timezone: 'Europe/Paris', slug: 'imports', currency: 'EUR' })
  const page = await open('#imports/events')
  await page.getByRole('button', { name: 'Import events' }).first().focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Import events' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('programme.csv', PROGRAMME))
  await dialog.getByRole('button', { name: 'Check file' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByLabel('Order of dates such as 03/04/2026').selectOption('DMY')
  await dialog.getByRole('button', { name: 'Check file' }).focus()
  await page.keyboard.press('Enter')
  await dialog.getByText("'soon' isn’t a date").first().waitFor()
  await expectSound(page, 'import events')
  await dialog.getByRole('button', { name: 'Check file' }).waitFor({ state: 'detached' })
  await dialog.getByLabel('Many lines are left out. Import the others anyway').focus()
  await page.keyboard.press('Space')
  await dialog.getByRole('button', { name: 'Import 2 events' }).focus()
  await page.keyboard.press('Enter')
  await page.getByText('We imported 2 lines.').waitFor()
  await page.getByText('Summer fair').first().waitFor()
  await page.context().close()
}, 120_000)

it('lets a person choose columns and the time zone of a file without known headings', async () => {
  const page = await open('#imports/events')
  await page.getByRole('button', { name: 'Import events' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import events' })
  const text = 'Was,Wann,Wer\nLantern walk,2031-07-01 18:00,Nora\nNight swim,2031-07-02 21:00,Kim'
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('unknown.csv', text))
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('has no columns with a title and a start').first().waitFor()
  await dialog.getByText('Night swim').waitFor()
  await expectSound(page, 'import columns')
  await dialog.getByLabel('Column 1', { exact: true }).selectOption({ label: 'Title' })
  await dialog.getByLabel('Column 2', { exact: true }).selectOption({ label: 'Start' })
  await dialog.getByLabel('Time zone of the file').selectOption('Asia/Tokyo')
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('Columns of the file · 1 column is skipped').waitFor()
  await dialog.getByRole('button', { name: 'Import 2 events' }).click()
  await page.getByText('We imported 2 lines.').waitFor()
  const { data } = await callerOf(service)('GET /calendars/imports/events?limit=100')
  const listed = data as unknown as { title: string }[]
  expect(listed.find(({ title }) => title === 'Lantern walk')).toMatchObject({
    startAt: '2031-07-01T09:00:00.000Z',
    timezone: 'Asia/Tokyo',
  })
  await page.context().close()
}, 120_000)

it('lets a person choose the ticket of a list that names none', async () => {
  const api = callerOf(service)
  const { data } = await api('POST /events', {
    calendarSlug: 'imports',
    title: 'Two tickets',
    startAt: '2031-05-03T16:00:00Z',
    timezone: 'Europe/Paris',
    tickets: [{ name: 'Nave' }, { name: 'Gallery' }],
  })
  const page = await open(`#imports/events/${data.id}/guests`, 'en-GB', 390)
  await page.getByRole('button', { name: 'Add', exact: false }).first().click()
  await page.getByRole('button', { name: 'Import from another product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import guests' })
  await dialog.getByLabel('Source of the list').selectOption('CSV')
  const list = fileOf('guests.csv', 'Name,Email\nEmmy Noether,emmy@tickets.test')
  await dialog.getByLabel('File', { exact: true }).setInputFiles(list)
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText('No ticket. Add a column, or choose a ticket for these lines.').first().waitFor()
  await dialog.getByLabel('Ticket for lines without one').selectOption({ label: 'Gallery' })
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await expectSound(page, 'import ticket')
  await dialog.getByRole('button', { name: 'Import 1 guest' }).click()
  await page.getByText('We imported 1 line.').waitFor()
  await page.locator('option', { hasText: 'Gallery (1)' }).first().waitFor({ state: 'attached' })
  await page.context().close()
}, 120_000)

const LUMA = [
  'api_id,name,email,created_at,approval_status,checked_in_at,amount,currency,ticket_name',
  'gst-1,Ada Lovelace,ada@importing.test,2026-01-02T10:00:00.000Z,approved,,$12.50,usd,General admission',
].join('\n')

it('imports a guest list of Luma, and lists the columns that another list lacks', async () => {
  const api = callerOf(service)
  const { data } = await api('POST /events', {
    calendarSlug: 'imports',
    title: 'Open day',
    startAt: '2031-05-02T16:00:00Z',
    timezone: 'Europe/Paris',
  })
  const page = await open(`#imports/events/${data.id}/guests`)
  await page.getByRole('button', { name: 'Add', exact: false }).first().click()
  await page.getByRole('button', { name: 'Import from another product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import guests' })
  await dialog
    .getByLabel('File', { exact: true })
    .setInputFiles(fileOf('luma.csv', LUMA.replace('approval_status', 'x')))
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByText("it has no column 'approval_status'").first().waitFor()
  await expectSound(page, 'import refused')
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('luma.csv', LUMA))
  await dialog.getByRole('button', { name: 'Check file' }).click()
  await dialog.getByRole('button', { name: 'Import 1 guest' }).click()
  await page.getByText('We imported 1 line.').waitFor()
  await page.getByText('Ada Lovelace').first().waitFor()
  await page.context().close()
}, 120_000)

/** Speaks pretix's REST API, for one event with one order. */
const startPretix = async () => {
  const position = {
    id: 11,
    item: 1,
    variation: null,
    price: '12.50',
    attendee_name: 'Emmy Noether',
    attendee_email: 'emmy@importing.test',
    secret: 'pretix-secret-11',
    addon_to: null,
    subevent: null,
    checkins: [],
    answers: [],
  }
  const order = {
    code: 'ABCDE',
    status: 'p',
    testmode: false,
    email: 'emmy@importing.test',
    datetime: '2026-01-02T10:00:00Z',
    positions: [position],
  }
  const page = (results: object[]) => ({ count: results.length, next: null, previous: null, results })
  const base = '/api/v1/organizers/bigevents/events/sampleconf/'
  const bodies: Record<string, object> = {
    [base]: { slug: 'sampleconf', currency: 'EUR' },
    [`${base}items/`]: page([{ id: 1, name: { en: 'General admission' }, variations: [] }]),
    [`${base}questions/`]: page([]),
    [`${base}orders/`]: page([order]),
  }
  const server = createServer((request, response) => {
    const body = bodies[new URL(request.url ?? '/', 'http://pretix.test').pathname]
    const status = request.headers.authorization === 'Token right' ? (body === undefined ? 404 : 200) : 401
    response.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body ?? {}))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return { address: `http://127.0.0.1:${String(port)}/bigevents/sampleconf/`, close: () => server.close() }
}

it('imports the guests of an event at pretix with an API token, on a phone', async () => {
  const api = callerOf(service)
  const pretix = await startPretix()
  const { data } = await api('POST /events', {
    calendarSlug: 'imports',
    title: 'From pretix',
    startAt: '2031-06-02T16:00:00Z',
    timezone: 'Europe/Paris',
  })
  const page = await open(`#imports/events/${data.id}/guests`, 'en-GB', 390)
  await page.getByRole('button', { name: 'Add', exact: false }).first().click()
  await page.getByRole('button', { name: 'Import from another product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import guests' })
  await dialog.getByLabel('Source of the list').selectOption('PRETIX_API')
  await dialog.getByLabel('Address of the event').fill(pretix.address)
  await dialog.getByLabel('API token').fill('wrong')
  await dialog.getByRole('button', { name: 'Check event' }).click()
  await dialog.getByText('isn’t accepted by pretix').first().waitFor()
  await expectSound(page, 'import from pretix refused')
  await dialog.getByLabel('API token').fill('right')
  await dialog.getByRole('button', { name: 'Check event' }).click()
  await dialog.getByRole('button', { name: 'Import 1 guest' }).click()
  await page.getByText('We imported 1 line.').waitFor()
  await page.getByText('Emmy Noether').first().waitFor()
  await page.context().close()
  pretix.close()
}, 120_000)

it('imports after a restore without the key only if the person accepts that', async () => {
  const api = callerOf(service)
  const { data } = await api('POST /events', {
    calendarSlug: 'imports',
    title: 'Restored',
    startAt: '2031-07-02T16:00:00Z',
    timezone: 'Europe/Paris',
  })
  const page = await open(`#imports/events/${data.id}/guests`, 'en-GB', 390)
  // Answers as the service does after such a restore.
  await page.route('**/guests/import', async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { data: { asks: string[] } }
    const { acceptErased } = route.request().postDataJSON() as { acceptErased?: boolean }
    if (acceptErased !== true) body.data.asks.push('acceptErased')
    await route.fulfill({ response, json: body })
  })
  await page.getByRole('button', { name: 'Add', exact: false }).first().click()
  await page.getByRole('button', { name: 'Import from another product' }).click()
  const dialog = page.getByRole('dialog', { name: 'Import guests' })
  await dialog.getByLabel('File', { exact: true }).setInputFiles(fileOf('luma.csv', LUMA))
  await dialog.getByRole('button', { name: 'Check file' }).click()
  const box = dialog.getByLabel('Import although we don’t recognise persons whom you erased before the restore')
  await box.waitFor()
  expect(await dialog.getByRole('button', { name: 'Import 1 guest' }).count()).toBe(0)
  await expectSound(page, 'import after a restore')
  await box.focus()
  await page.keyboard.press('Space')
  const sent = page.waitForRequest('**/guests/import')
  await dialog.getByRole('button', { name: 'Import 1 guest' }).click()
  expect((await sent).postDataJSON()).toMatchObject({ acceptErased: true, confirm: expect.any(String) })
  await page.getByText('We imported 1 line.').waitFor()
  await page.context().close()
}, 120_000)

it.each([
  ['fr', 1440, 'Il manque les colonnes du titre et du début.'],
  ['ar', 390, 'لا توجد أعمدة للعنوان والبداية.'],
] as const)(
  'names unknown columns in %s at %d px',
  async (locale, width, sentence) => {
    const page = await open('#imports/events', locale, width)
    await page.locator(`.top .acts button.${width > 500 ? 'plain' : 'bare'}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(fileOf('unknown.csv', 'Was,Wann\nLantern walk,2031-07-01'))
    await dialog.locator('footer button').nth(1).click()
    await dialog.getByText(sentence).first().waitFor()
    expect(await dialog.innerText()).not.toContain('has no columns')
    await expectSound(page, `import unknown ${locale} ${String(width)}`)
    await page.context().close()
  },
  60_000,
)

it.each([
  ['ar', 1440, 'ليس تاريخًا'],
  ['de', 390, 'ist kein Datum (Beginn)'],
  ['ja', 390, '日付ではありません'],
] as const)(
  'reports lines in %s at %d px',
  async (locale, width, sentence) => {
    const page = await open('#imports/events', locale, width)
    await page.locator(`.top .acts button.${width > 500 ? 'plain' : 'bare'}`).click()
    const dialog = page.getByRole('dialog')
    await dialog.locator('input[type=file]').setInputFiles(fileOf('p.csv', PROGRAMME.replaceAll('/04/', '/14/')))
    // The button that checks the file appears next to Cancel when the file is read.
    await dialog.locator('footer button').nth(1).click()
    await expect.poll(() => dialog.locator('.segments').count()).toBe(1)
    await dialog.getByText(sentence).first().waitFor()
    expect(await dialog.innerText()).not.toContain('isn’t')
    await expectSound(page, `import ${locale} ${String(width)}`)
    await page.context().close()
  },
  60_000,
)
