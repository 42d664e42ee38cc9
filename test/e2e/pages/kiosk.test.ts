import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { inBothThemes, launchBrowser, openPage, seriousViolations } from '../../../harness/browser.ts'
import { filmedBy, filmTicket } from '../../../harness/fake-camera.ts'
import { doorkeeper, nextGuest, scanByHand, verdictOf, type KioskGuest } from '../../../harness/kiosk.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'

const SETTLED_WITHIN_MS = 30_000
const PHONE = { viewport: { width: 390, height: 844 } }
const PATIENCE_MS = 30_000
const dir = mkdtempSync(join(tmpdir(), 'event-calendar-kiosk-'))
const dataDir = join(dir, 'data')
const env = { RATE_LIMIT_SCALE: '1000', LOG_LEVEL: 'info' }
let service: RunningService
let keeper: ReturnType<typeof doorkeeper>
let browser: Browser
let withCamera: Browser
let filmed: KioskGuest

beforeAll(async () => {
  service = await startService({ dataDir, env })
  keeper = doorkeeper(service)
  filmed = await keeper.guest('Ada', 'Lovelace')
  const film = filmTicket(await keeper.picture(filmed.qrCode), join(dir, 'camera.y4m'))
  ;[browser, withCamera] = await Promise.all([launchBrowser(), launchBrowser(filmedBy(film))])
})

afterAll(async () => {
  await Promise.all([browser.close(), withCamera.close()])
  await service.stop()
  rmSync(dir, { recursive: true, force: true })
})

const expectToLookRight = (page: Page) =>
  inBothThemes(page, async (theme) => expect(await seriousViolations(page), theme).toEqual([]))

/** Opens the kiosk with a door pass link and waits until the guest list is loaded. */
const openKiosk = async (pass?: { url: string }, on: Browser = browser) => {
  const { url } = pass ?? (await keeper.lend())
  const opened = await openPage(on, on === withCamera ? { ...PHONE, permissions: ['camera'] } : PHONE)
  opened.page.setDefaultTimeout(PATIENCE_MS)
  await opened.page.goto(url)
  await opened.page.getByText('Live', { exact: true }).waitFor()
  return opened
}
const admitsAtOnce = (page: Page) => page.getByLabel('Check in without asking').check()
const isControlled = (page: Page) =>
  expect.poll(() => page.evaluate(() => navigator.serviceWorker.controller !== null)).toBe(true)

/** Returns everything that the kiosk keeps in IndexedDB, as text. */
const storedIn = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string>((resolve, reject) => {
        const opening = indexedDB.open('kiosk')
        opening.addEventListener('error', () => reject(opening.error ?? new Error('no database')))
        opening.addEventListener('success', () => {
          const names = [...opening.result.objectStoreNames]
          const reading = opening.result.transaction(names)
          const all = names.map((name) => reading.objectStore(name).getAll())
          reading.addEventListener('complete', () => {
            opening.result.close()
            resolve(JSON.stringify(all.map(({ result }) => result as unknown)))
          })
        })
      }),
  )

describe('door pass link', () => {
  it('opens a kiosk that checks in a guest by camera, and on a second scan shows time, gate and label', async () => {
    const pass = await keeper.lend()
    const { page, troubles } = await openKiosk(pass, withCamera)
    await verdictOf(page, 'ask').getByText('Ada Lovelace').waitFor()
    await page.getByRole('button', { name: 'Check in' }).click()
    await verdictOf(page, 'good').getByText('Ada Lovelace').waitFor()
    const checkin = (await keeper.checkins()).find(({ guestId }) => guestId === filmed.id)
    expect(checkin).toMatchObject({ gate: 'North', checkedInByLabel: 'Anna' })

    const again = verdictOf(page, 'again')
    await again.getByText('Ada Lovelace').waitFor()
    const time = new Intl.DateTimeFormat('en-US', { hour: '2-digit', minute: '2-digit', timeZone: 'Europe/Lisbon' })
    await again.getByText(`Checked in at ${time.format(new Date(checkin?.checkedInAt ?? 0))}`).waitFor()
    await again.getByText('Gate North').waitFor()
    await again.getByText('By Anna').waitFor()
    await expectToLookRight(page)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('leaves its token in no URL, persistent storage or log', async () => {
    const pass = await keeper.lend()
    const { page } = await openKiosk(pass)
    await expect.poll(() => page.url()).toBe(`http://127.0.0.1:${service.port}/kiosk`)
    const lasting = await page.evaluate(async () => {
      const databases = await indexedDB.databases()
      const dumps = await Promise.all(
        databases.map(
          ({ name }) =>
            new Promise((resolve, reject) => {
              const opening = indexedDB.open(name as string)
              opening.addEventListener('error', () => reject(opening.error ?? new Error('unreadable')))
              opening.addEventListener('success', () => {
                const db = opening.result
                const all = [...db.objectStoreNames].map(
                  (store) =>
                    new Promise((done) => {
                      const reading = db.transaction(store).objectStore(store).getAll()
                      reading.addEventListener('success', () => done(reading.result))
                    }),
                )
                void Promise.all(all).then(resolve)
              })
            }),
        ),
      )
      return JSON.stringify([localStorage, document.cookie, dumps])
    })
    expect(lasting).toContain(keeper.eventId)
    expect(lasting).not.toContain(pass.token)
    // The device stores no personal data.
    expect(lasting).not.toContain('Lovelace')
    expect(lasting).not.toContain(filmed.qrCode)
    expect(service.output()).toContain('/kiosk')
    expect(service.output()).not.toContain(pass.token)
    await page.context().close()
  })

  it('stops working when the pass is revoked, and a new link can be pasted', async () => {
    const pass = await keeper.lend()
    const { page } = await openKiosk(pass)
    await keeper.ask(`DELETE /events/${keeper.eventId}/door-passes/${pass.id}`)
    await page.getByText('This door pass no longer works.').waitFor({ timeout: SETTLED_WITHIN_MS })
    await expectToLookRight(page)
    await page.reload()
    await page.getByRole('heading', { name: 'Kiosk' }).waitFor()
    await page.getByLabel('Or paste its link').fill('https://calendar.test/kiosk')
    await page.getByRole('button', { name: 'Open door pass' }).click()
    await page.getByText('That’s not a door pass link').waitFor()
    await page.getByLabel('Or paste its link').fill((await keeper.lend()).url)
    await page.getByRole('button', { name: 'Open door pass' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.context().close()
  })
})

describe('kiosk as an app', () => {
  it('can be installed: has a manifest with icons and a service worker for /kiosk', async () => {
    const origin = `http://127.0.0.1:${service.port}`
    const manifest = (await (await fetch(`${origin}/assets/kiosk.webmanifest`)).json()) as {
      start_url: string
      scope: string
      display: string
      icons: { src: string }[]
    }
    expect(manifest).toMatchObject({ start_url: '/kiosk', scope: '/kiosk', display: 'standalone' })
    for (const { src } of manifest.icons) {
      expect((await fetch(origin + src)).headers.get('Content-Type'), src).toBe('image/png')
    }
    const worker = await fetch(`${origin}/assets/kiosk-worker.js`)
    expect(worker.headers.get('Service-Worker-Allowed')).toBe('/kiosk')
    expect(worker.headers.get('Content-Security-Policy')).toContain("connect-src 'self'")
    expect(await worker.text()).not.toContain('__BUILD__')
    expect((await fetch(`${origin}/assets/decoder.wasm`)).headers.get('Content-Type')).toBe('application/wasm')
  })
})

describe('scan result', () => {
  it('shows name, ticket and door answers, and lets staff undo the check-in', async () => {
    const event = await keeper.ask<{
      registrationQuestions: { id: string; label: string; showAtDoor: boolean }[]
    }>(`GET /events/${keeper.eventId}`)
    const question = event.registrationQuestions.find(({ showAtDoor }) => showAtDoor)
    const guest = await keeper.guest('Grace', 'Hopper', { answers: [{ questionId: question?.id, answer: 'Yes' }] })
    const { page, troubles } = await openKiosk()
    await expectToLookRight(page)
    await scanByHand(page, guest.qrCode)
    const asked = verdictOf(page, 'ask')
    await asked.getByText('Grace Hopper').waitFor()
    await asked.getByText('General admission').waitFor()
    await asked.getByText(question?.label ?? '').waitFor()
    await asked.getByText('Yes', { exact: true }).waitFor()
    await expectToLookRight(page)
    await page.getByRole('button', { name: 'Check in' }).click()
    await verdictOf(page, 'good').waitFor()
    expect(await seriousViolations(page)).toEqual([])
    await verdictOf(page, 'good').waitFor({ state: 'hidden' })
    await expect.poll(() => page.locator('.gates').textContent()).toMatch(/North\d/)
    const isIn = async () => Number(await page.locator('.counts .in strong').textContent())
    const before = await isIn()

    await page.getByRole('button', { name: 'Last ten' }).click()
    await expectToLookRight(page)
    await page.locator('dialog.sheet[open]').getByRole('button', { name: 'Undo Grace Hopper' }).click()
    await page.locator('dialog.sheet[open]').getByText('No check-ins yet.').waitFor()
    expect((await keeper.checkins()).some(({ guestId }) => guestId === guest.id)).toBe(false)
    await expect.poll(isIn).toBe(before - 1)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('rejects cancelled guests and codes of other events from a keyboard scanner', async () => {
    const guest = await keeper.guest('Edsger', 'Dijkstra')
    await keeper.ask(`PATCH /events/${keeper.eventId}/guests/${guest.id}/status`, { status: 'CANCELLED' })
    const { page } = await openKiosk()
    await admitsAtOnce(page)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'stop').getByText('Not confirmed').waitFor()
    await verdictOf(page, 'stop').getByText('Registration cancelled.').waitFor()
    await expectToLookRight(page)
    // The next scan works without a tap, and the Enter key that the scanner sends doesn't press a button.
    await scanByHand(page, 'qr_0000000000000000000000')
    await verdictOf(page, 'stop').getByText('Not for this event').waitFor()
    await nextGuest(page)
    await page.context().close()
  })

  it('checks in a guest by the URL of a code without asking, and finds a guest by name', async () => {
    const [first, second] = [await keeper.guest('Barbara', 'Liskov'), await keeper.guest('Bárbara', 'Liskóv-Souza')]
    const { page } = await openKiosk()
    await admitsAtOnce(page)
    await scanByHand(page, `https://calendar.test/api/public/qr/${first.qrCode}`)
    await verdictOf(page, 'good').getByText('Barbara Liskov').waitFor()
    await nextGuest(page)

    await page.getByRole('button', { name: 'Type a name' }).click()
    await page.getByLabel('Name, email or code').fill('liskov')
    const found = page.locator('dialog.sheet[open] .row-button')
    await expect.poll(() => found.count()).toBe(2)
    await expect.poll(() => found.first().textContent()).toContain('In')
    await expectToLookRight(page)
    await found.nth(1).click()
    await verdictOf(page, 'ask').getByText('Bárbara Liskóv-Souza').waitFor()
    await page.keyboard.press('Enter')
    await verdictOf(page, 'good').waitFor()
    expect((await keeper.checkins()).map(({ guestId }) => guestId)).toEqual(expect.arrayContaining([second.id]))
    await page.context().close()
  })

  it('finds a guest by the short code that staff type, and always asks before checking them in', async () => {
    const guests = await Promise.all(['Grace', 'Radia', 'Karen'].map((name) => keeper.guest(name, 'Short')))
    const [typed, searched, other] = guests as [KioskGuest, KioskGuest, KioskGuest]
    const { page, troubles } = await openKiosk()
    await admitsAtOnce(page)
    // Typed at the speed of a person.
    await page.keyboard.type(typed.shortCode.toLowerCase(), { delay: 90 })
    await page.keyboard.press('Enter')
    await verdictOf(page, 'ask').getByText('Grace Short').waitFor()
    expect((await keeper.checkins()).map(({ guestId }) => guestId)).not.toContain(typed.id)
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await verdictOf(page, 'good').getByText('Grace Short').waitFor()
    await nextGuest(page)
    await scanByHand(page, typed.shortCode)
    await verdictOf(page, 'again').getByText('Grace Short').waitFor()
    await nextGuest(page)
    await scanByHand(page, 'ZZZ-999')
    await verdictOf(page, 'stop').getByText('Not for this event').waitFor()
    await nextGuest(page)

    await page.getByRole('button', { name: 'Type a name' }).click()
    await page.getByLabel('Name, email or code').fill(searched.shortCode)
    await page.getByRole('button', { name: 'Radia Short' }).click()
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await verdictOf(page, 'good').getByText('Radia Short').waitFor()
    const admitted = (await keeper.checkins()).map(({ guestId }) => guestId)
    expect(admitted).toEqual(expect.arrayContaining([typed.id, searched.id]))
    expect(admitted).not.toContain(other.id)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('shows “Not open yet” before check-in opens', async () => {
    const guest = await keeper.guest('Katherine', 'Johnson')
    const opensAt = new Date(Date.now() + 3_600_000).toISOString()
    const { checkInOpensAt } = await keeper.ask<{ checkInOpensAt: string }>(`GET /events/${keeper.eventId}`)
    await keeper.ask(`PATCH /events/${keeper.eventId}`, { checkInOpensAt: opensAt })
    const { page } = await openKiosk()
    await admitsAtOnce(page)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'wait').getByText('Not open yet').waitFor()
    await verdictOf(page, 'wait').getByText('Katherine Johnson').waitFor()
    await expectToLookRight(page)
    await keeper.ask(`PATCH /events/${keeper.eventId}`, { checkInOpensAt })
    await page.context().close()
  })
})

describe('practice', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  /** An event of tomorrow with one guest, open in a kiosk that practises. */
  const rehearse = async () => {
    const calendarSlug = service.demo.calendars.pro
    const event = { calendarSlug, title: 'Tomorrow', startAt: hours(24), endAt: hours(26), timezone: 'UTC' }
    const { id } = await keeper.ask<{ id: string }>('POST /events', event)
    const guest = await keeper.ask<KioskGuest>(
      `POST /v1/events/${id}/guests`,
      { firstName: 'Ada', lastName: 'Early', email: `${crypto.randomUUID()}@door.test` },
      { 'x-svc-api-key': service.demo.apiKeys.pro },
    )
    const pass = await keeper.ask<{ url: string }>(`POST /events/${id}/door-passes`, { label: 'Anna' })
    const { page, troubles } = await openKiosk(pass)
    await page.getByRole('button', { name: 'This device' }).click()
    await page.getByRole('button', { name: 'Start practice' }).click()
    const banner = page.getByRole('region', { name: 'Practice' })
    await banner.waitFor()
    return { id, guest, page, troubles, banner }
  }

  it('decides scans by the guest list, and changes no row, no count and nothing on the device', async () => {
    const { id, guest, page, troubles, banner } = await rehearse()
    await expectToLookRight(page)
    const state = async () => [
      await keeper.ask(`GET /events/${id}/checkins/summary`),
      await keeper.ask(`GET /events/${id}/checkins`),
      await keeper.ask(`GET /events/${id}/guests/${guest.id}`),
    ]
    const stored = async () => {
      // The door itself is stored again at every poll.
      const [codes, conflicts, , scans] = JSON.parse(await storedIn(page)) as unknown[]
      return [await page.locator('.counts').textContent(), { codes, conflicts, scans }]
    }
    const before = [await state(), await stored()]
    const written: string[] = []
    page.on('request', (request) => {
      if (request.method() !== 'GET') written.push(`${request.method()} ${request.url()}`)
    })
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'ask').getByText('Practice', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await verdictOf(page, 'good').getByText('Practice', { exact: true }).waitFor()
    await expectToLookRight(page)
    await nextGuest(page)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'again').getByText('Already in').waitFor()
    await nextGuest(page)
    await scanByHand(page, `qr_${'x'.repeat(32)}`)
    await verdictOf(page, 'stop').getByText('Not for this event').waitFor()
    await nextGuest(page)
    expect(await page.getByRole('status').getByText('saved on this device').count()).toBe(0)
    expect(written.filter((request) => !request.includes('live-ticket'))).toEqual([])
    expect([await state(), await stored()]).toEqual(before)

    await banner.getByRole('button', { name: 'End practice' }).click()
    await banner.waitFor({ state: 'hidden' })
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'wait').getByText('Not open yet').waitFor()
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('ends when check-in opens, and the next scan counts', async () => {
    const { id, guest, page, banner } = await rehearse()
    await keeper.ask(`PATCH /events/${id}`, { checkInOpensAt: hours(-1) })
    await page.getByRole('button', { name: /Reconnect/ }).click()
    await banner.waitFor({ state: 'hidden', timeout: SETTLED_WITHIN_MS })
    await admitsAtOnce(page)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'good').getByText('Ada Early').waitFor()
    expect(await keeper.ask(`GET /events/${id}/checkins`)).toMatchObject([{ guestId: guest.id }])
    await page.context().close()
  })
})

describe('event with a checkpoint', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()

  it('asks for the door, enforces the limit of a room, and applies the same rule offline', async () => {
    const calendarSlug = service.demo.calendars.pro
    const event = { calendarSlug, title: 'Two doors', startAt: hours(-1), endAt: hours(1), timezone: 'UTC' }
    const { id } = await keeper.ask<{ id: string }>('POST /events', event)
    const room = await keeper.ask<{ id: string }>(`POST /events/${id}/checkpoints`, {
      name: 'Workshop',
      mode: 'IN_OUT',
      limit: 1,
    })
    const add = (firstName: string) =>
      keeper.ask<KioskGuest>(
        `POST /v1/events/${id}/guests`,
        { firstName, lastName: 'Door', email: `${crypto.randomUUID()}@door.test` },
        { 'x-svc-api-key': service.demo.apiKeys.pro },
      )
    const [first, second] = [await add('Ada'), await add('Bo')]
    const pass = await keeper.ask<{ url: string }>(`POST /events/${id}/door-passes`, { label: 'Anna', hours: 8 })
    const { page, troubles } = await openKiosk(pass)
    const doors = page.getByRole('dialog', { name: 'Which door?' })
    await expectToLookRight(page)
    await doors.getByRole('button', { name: 'Workshop' }).click()
    await page.getByText('inside, room for 1').waitFor()
    await admitsAtOnce(page)

    await scanByHand(page, first.qrCode)
    await verdictOf(page, 'good').getByText('Ada Door').waitFor()
    await nextGuest(page)
    await expect.poll(() => page.locator('.counts .in strong').textContent()).toBe('1')
    await scanByHand(page, second.qrCode)
    await verdictOf(page, 'wait').getByText('1 of 1 are inside.').waitFor()
    await nextGuest(page)
    await page.getByRole('button', { name: 'Out', exact: true }).click()
    await expectToLookRight(page)
    await scanByHand(page, second.qrCode)
    await verdictOf(page, 'again').getByText('Not inside').waitFor()
    await nextGuest(page)
    await scanByHand(page, first.qrCode)
    await verdictOf(page, 'good').getByText('Checked out').waitFor()
    await nextGuest(page)

    await page.route('**/api/**', (route) => route.abort())
    await page.getByRole('button', { name: 'In', exact: true }).click()
    await scanByHand(page, second.qrCode)
    await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    await scanByHand(page, first.qrCode)
    await verdictOf(page, 'wait').getByText('1 of 1 are inside.').waitFor()
    await nextGuest(page)
    await page.unroute('**/api/**')
    const scans = () =>
      keeper.ask<{ guestId: string; direction: string }[]>(`GET /events/${id}/checkins?checkpointId=${room.id}`)
    await expect
      .poll(async () => (await scans()).map(({ guestId, direction }) => `${guestId} ${direction}`), {
        timeout: SETTLED_WITHIN_MS,
      })
      .toEqual([`${first.id} IN`, `${first.id} OUT`, `${second.id} IN`])
    expect(troubles.filter((trouble) => !trouble.includes('Failed to load'))).toEqual([])
    await page.context().close()
  })
})

describe('party', () => {
  const hours = (count: number) => new Date(Date.now() + count * 3_600_000).toISOString()
  interface Brought {
    guests: KioskGuest[]
  }

  it('is checked in together by the code of any member, even offline', async () => {
    const calendarSlug = service.demo.calendars.pro
    const fields = { calendarSlug, title: 'Together', startAt: hours(-1), endAt: hours(1), timezone: 'UTC' }
    const { id } = await keeper.ask<{ id: string }>('POST /events', fields)
    const bring = (names: string[]) =>
      keeper.ask<Brought>(
        `POST /v1/events/${id}/guests`,
        {
          buyer: { firstName: 'Bea', lastName: 'Buyer', email: `${crypto.randomUUID()}@door.test` },
          attendees: names.map((firstName) => (firstName === '' ? {} : { firstName, lastName: 'Party' })),
        },
        { 'x-svc-api-key': service.demo.apiKeys.pro },
      )
    const inside = () => keeper.ask<{ guestId: string; conflicts: unknown[] }[]>(`GET /events/${id}/checkins`)
    const [four, three, two] = [
      await bring(['Ada', 'Bo', 'Cy', '']),
      await bring(['Di', 'Ed', 'Fay']),
      await bring(['Gus', 'Hal']),
    ]
    const pass = await keeper.ask<{ url: string }>(`POST /events/${id}/door-passes`, { label: 'Anna', hours: 8 })
    const { page, troubles } = await openKiosk(pass)
    const press = (name: string) => page.getByRole('button', { name, exact: true }).click()

    await scanByHand(page, four.guests[0]!.qrCode)
    await verdictOf(page, 'ask').getByText('Party of 4, none in yet').waitFor()
    await expectToLookRight(page)
    await press('Check in')
    await verdictOf(page, 'good').getByText('Party of 4, 1 in').waitFor()
    await press('Check in the other 3')
    const together = verdictOf(page, 'good').filter({ hasText: 'Checked in 3' })
    await together.getByText('Bo Party').waitFor()
    await together.getByText('1 without a name').waitFor()
    await expectToLookRight(page)
    await nextGuest(page)
    expect(await inside()).toHaveLength(4)
    await scanByHand(page, four.guests[1]!.qrCode)
    await verdictOf(page, 'again').getByText('Party of 4, all in').waitFor()
    await nextGuest(page)
    await press('Type a name')
    await page.getByLabel('Name, email or code').fill('Di Party')
    await page.getByRole('button', { name: 'Di Party' }).getByText('Party of 3, none in yet').waitFor()
    await expectToLookRight(page)
    await page.locator('dialog.sheet[open] header button').click()

    await page.route('**/api/**', (route) => route.abort())
    await scanByHand(page, three.guests[0]!.qrCode)
    await verdictOf(page, 'ask').getByText('Party of 3, none in yet').waitFor()
    await expectToLookRight(page)
    await press('Check in all 3')
    await verdictOf(page, 'good').filter({ hasText: 'PROVISIONAL' }).getByText('Checked in 3').waitFor()
    await nextGuest(page)
    await scanByHand(page, three.guests[2]!.qrCode)
    await verdictOf(page, 'again').getByText('Party of 3, all in').waitFor()
    await nextGuest(page)
    await admitsAtOnce(page)
    await scanByHand(page, two.guests[1]!.qrCode)
    await verdictOf(page, 'good').getByText('Party of 2, 1 in').waitFor()
    await press('Check in the other 1')
    await verdictOf(page, 'good').getByText('Checked in 2').waitFor()
    await nextGuest(page)
    await page.getByText('2 scans saved on this device').waitFor()

    // One member is first checked in at another entrance, so that the upload has a conflict.
    await keeper.ask(`POST /events/${id}/checkins`, { guestId: three.guests[1]!.id })
    await page.unroute('**/api/**')
    await expect.poll(async () => (await inside()).length, { timeout: SETTLED_WITHIN_MS }).toBe(9)
    const alert = page.getByRole('button', { name: '1 conflict to review' })
    await alert.click()
    await page.locator('dialog.sheet[open]').getByText('Ed Party').waitFor()
    expect(troubles.filter((trouble) => !trouble.includes('Failed to load'))).toEqual([])
    await page.context().close()
  })
})

describe('language of the kiosk', () => {
  it('follows the browser setting, the choice on the device or the lang parameter', async () => {
    const { url } = await keeper.lend()
    const { page, troubles } = await openPage(browser, { ...PHONE, locale: 'de-AT' })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.goto(url)
    await page.getByText('Live', { exact: true }).waitFor()
    await page.getByLabel('Ohne Nachfrage einlassen').check()
    await expect.poll(() => page.locator('html').getAttribute('lang')).toBe('de')
    const guest = await keeper.guest('Lise', 'Meitner')
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'good').getByText('Eingelassen').waitFor()
    await page.getByRole('button', { name: 'Nächster Gast' }).click()
    await page.getByRole('button', { name: 'Dieses Gerät' }).click()
    await page.getByLabel('Sprache').selectOption('ar')
    await page.locator('html[dir=rtl][lang=ar]').waitFor()
    await page.getByText('مباشر', { exact: true }).waitFor()
    await expectToLookRight(page)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth))
      .toBeLessThanOrEqual(0)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'again').getByText('في الداخل بالفعل').waitFor()
    await expectToLookRight(page)
    await page.goto(`http://127.0.0.1:${service.port}/kiosk?lang=ja`)
    await page.getByText('確認せずに入場させる').waitFor()
    expect(troubles).toEqual([])
    await page.context().close()
  })
})

describe('staff sign-in', () => {
  it('lets staff choose an event, which is still open after a reload', async () => {
    const { page, troubles } = await openPage(browser, PHONE)
    await page.goto(`http://127.0.0.1:${service.port}/kiosk`)
    await expectToLookRight(page)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.getByRole('button', { name: /^staff/ }).click()
    await page.getByRole('heading', { name: 'Which door?' }).waitFor()
    await expectToLookRight(page)
    await page.getByRole('button', { name: /Open Harbour Days/ }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => page.getByRole('heading', { level: 1 }).textContent()).toBe('Open Harbour Days')
    await page.getByRole('button', { name: 'This device' }).click()
    await page.getByLabel('Gate').fill('South')
    await page.getByLabel('Gate').blur()
    await expectToLookRight(page)
    await page.getByRole('button', { name: 'Close' }).click()
    const guest = await keeper.guest('Radia', 'Perlman')
    await admitsAtOnce(page)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'good').waitFor()
    expect((await keeper.checkins()).find(({ guestId }) => guestId === guest.id)).toMatchObject({ gate: 'South' })
    expect(troubles).toEqual([])
    await page.context().close()
  })
})

describe('offline kiosk', () => {
  it('decides by the guest list, keeps three scans through a reload, uploads them, and shows a conflict until it is reviewed', async () => {
    const guests = await Promise.all(['One', 'Two', 'Three'].map((name) => keeper.guest(name, 'Offline')))
    const [one, two, three] = guests as [KioskGuest, KioskGuest, KioskGuest]
    const { page, troubles } = await openKiosk()
    await isControlled(page)
    await admitsAtOnce(page)

    await service.stop()
    await page.reload()
    await page.getByText('Offline', { exact: true }).waitFor()
    await expectToLookRight(page)
    const before = Date.now()
    for (const guest of [one, two, three]) {
      await scanByHand(page, guest.qrCode)
      await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
      await nextGuest(page)
    }
    const after = Date.now()
    await scanByHand(page, two.qrCode)
    await verdictOf(page, 'again').getByText('PROVISIONAL').waitFor()
    await expectToLookRight(page)
    await nextGuest(page)
    await scanByHand(page, 'qr_0000000000000000000000')
    await verdictOf(page, 'stop').getByText('Not on the list').waitFor()
    await nextGuest(page)
    await page.getByText('3 scans saved on this device').waitFor()
    await page.reload()
    await page.getByText('3 scans saved on this device').waitFor()

    // Uploads stay blocked until another gate has checked in the third guest, so that the upload has a conflict.
    await page.route('**/checkins/batch', (route) => route.abort())
    service = await startService({ dataDir, env, port: service.port })
    keeper = doorkeeper(service)
    await keeper.checkIn(three.id, 'South')
    await page.unroute('**/checkins/batch')

    const alert = page.getByRole('button', { name: '1 conflict to review' })
    await alert.waitFor({ timeout: SETTLED_WITHIN_MS })
    await page.getByText('Live', { exact: true }).waitFor({ timeout: SETTLED_WITHIN_MS })
    await expect.poll(() => page.getByText('saved on this device').count()).toBe(0)
    const listed = new Map((await keeper.checkins()).map((checkin) => [checkin.guestId, checkin]))
    for (const guest of [one, two]) {
      const { checkedInAt, gate, checkedInByLabel, conflicts } = listed.get(guest.id) ?? {}
      expect({ gate, checkedInByLabel, conflicts }).toEqual({ gate: 'North', checkedInByLabel: 'Anna', conflicts: [] })
      expect(Date.parse(checkedInAt ?? '')).toBeGreaterThanOrEqual(before - 1_000)
      expect(Date.parse(checkedInAt ?? '')).toBeLessThanOrEqual(after + 1_000)
    }
    expect(listed.get(three.id)).toMatchObject({ gate: 'South', conflicts: [{ scannedByLabel: 'Anna' }] })

    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    // The pressed button stays in place while the connection status changes.
    await alert.hover()
    await page.mouse.down()
    await page.route('**/api/**', (route) => route.abort())
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await page.getByText('Offline', { exact: true }).waitFor()
    await page.mouse.up()
    await page.unroute('**/api/**')
    const sheet = page.locator('dialog.sheet[open]')
    await sheet.getByText('Three Offline').waitFor()
    await sheet.getByText(/The same code was checked in at gate South at/).waitFor()
    await expectToLookRight(page)
    await sheet.getByRole('button', { name: 'Mark as seen: Three Offline' }).click()
    await sheet.waitFor({ state: 'hidden' })
    await page.reload()
    await page.getByText('Live', { exact: true }).waitFor()
    await expect.poll(() => alert.count()).toBe(0)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('finds a guest by the beginning of a name, admits them once, and stores no name on the device', async () => {
    const [guest] = [await keeper.guest('Jürgen', 'Müllerstein'), await keeper.guest('Jürgen', 'Other')]
    const { page, troubles } = await openKiosk()
    await isControlled(page)
    await service.stop()
    await page.reload()
    await page.getByText('Offline', { exact: true }).waitFor()
    await page.getByRole('button', { name: 'Type a name' }).click()
    const sheet = page.locator('dialog.sheet[open]')
    await sheet.getByLabel('Name, email or code').fill('juergen')
    await sheet.getByText('2 found').waitFor()
    await sheet.getByLabel('Name, email or code').fill('zz')
    await sheet.getByText('type a code, or at least 3 letters').waitFor()
    await sheet.getByLabel('Name, email or code').fill('Mueller jur')
    await sheet.getByText('1 found').waitFor()
    await expectToLookRight(page)
    await sheet.getByRole('button', { name: '“Mueller jur”' }).click()
    await verdictOf(page, 'ask').getByText('“Mueller jur”').waitFor()
    await page.getByRole('button', { name: 'Check in' }).click()
    await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'again').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    expect(await storedIn(page)).not.toMatch(/jürgen|müllerstein/i)

    service = await startService({ dataDir, env, port: service.port })
    keeper = doorkeeper(service)
    await page.getByText('Live', { exact: true }).waitFor({ timeout: SETTLED_WITHIN_MS })
    await expect.poll(() => page.getByText('saved on this device').count()).toBe(0)
    const mine = (await keeper.checkins()).filter(({ guestId }) => guestId === guest.id)
    expect(mine).toMatchObject([{ gate: 'North', conflicts: [] }])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('finds a guest by short code, asks, and uploads a check-in that the service accepts', async () => {
    const guests = await Promise.all(['Hedy', 'Dorothy'].map((name) => keeper.guest(name, 'Coded')))
    const [typed, searched] = guests as [KioskGuest, KioskGuest]
    const { page, troubles } = await openKiosk()
    await isControlled(page)
    await admitsAtOnce(page)
    await service.stop()
    await page.reload()
    await page.getByText('Offline', { exact: true }).waitFor()

    await scanByHand(page, typed.shortCode)
    await verdictOf(page, 'ask').getByText(`“${typed.shortCode}”`).waitFor()
    await expectToLookRight(page)
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    await scanByHand(page, typed.qrCode)
    await verdictOf(page, 'again').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    await scanByHand(page, 'ZZZ-999')
    await verdictOf(page, 'stop').getByText('Not on the list').waitFor()
    expect(await page.getByRole('button', { name: 'Check in' }).count()).toBe(0)
    await nextGuest(page)

    await page.getByRole('button', { name: 'Type a name' }).click()
    const sheet = page.locator('dialog.sheet[open]')
    await sheet.getByLabel('Name, email or code').fill(searched.shortCode.replace('-', ' ').toLowerCase())
    await sheet.getByText('1 found').waitFor()
    await sheet.getByRole('button', { name: `“${searched.shortCode}”` }).click()
    await page.getByRole('button', { name: 'Check in', exact: true }).click()
    await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    const stored = await storedIn(page)
    for (const { shortCode } of guests) expect(stored).not.toContain(shortCode.replace('-', ''))

    service = await startService({ dataDir, env, port: service.port })
    keeper = doorkeeper(service)
    await page.getByText('Live', { exact: true }).waitFor({ timeout: SETTLED_WITHIN_MS })
    await expect.poll(() => page.getByText('saved on this device').count()).toBe(0)
    const mine = (await keeper.checkins()).filter(({ guestId }) => guests.some(({ id }) => id === guestId))
    expect(mine).toMatchObject([
      { gate: 'North', conflicts: [] },
      { gate: 'North', conflicts: [] },
    ])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('dates scans by the service’s time if the phone is 5 hours fast, and uploads them with another pass', async () => {
    const [pass, guest] = [await keeper.lend(), await keeper.guest('Fast', 'Clock')]
    const { page, troubles } = await openPage(browser, { ...PHONE, timezoneId: 'Pacific/Kiritimati' })
    page.setDefaultTimeout(PATIENCE_MS)
    await page.addInitScript(() => {
      const { Date: RealDate } = globalThis
      const aheadMs = 5 * 3_600_000
      globalThis.Date = class extends RealDate {
        constructor(...given: [] | [number]) {
          super(given.length === 0 ? RealDate.now() + aheadMs : given[0])
        }
        static override now = () => RealDate.now() + aheadMs
      } as DateConstructor
    })
    await page.goto(pass.url)
    await page.getByText('Live', { exact: true }).waitFor()
    await admitsAtOnce(page)
    await page.route('**/api/**', (route) => route.abort())
    await page.reload()
    await page.getByText('Offline', { exact: true }).waitFor()
    const before = Date.now()
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
    const after = Date.now()
    await nextGuest(page)

    await keeper.ask(`DELETE /events/${keeper.eventId}/door-passes/${pass.id}`)
    await page.unroute('**/api/**')
    await page.getByText('This door pass no longer works.').waitFor({ timeout: SETTLED_WITHIN_MS })
    // The guest list is deleted with the pass. The scan stays.
    const [codes, , doors, scans] = JSON.parse(await storedIn(page)) as unknown[][]
    expect([codes, doors, scans?.length]).toEqual([[], [], 1])
    await page.getByLabel('Or paste its link').fill((await keeper.lend()).url)
    await page.getByRole('button', { name: 'Open door pass' }).click()
    await page.getByText('Live', { exact: true }).waitFor()
    const mine = async () => (await keeper.checkins()).find(({ guestId }) => guestId === guest.id)
    await expect.poll(mine).toBeDefined()
    const at = Date.parse((await mine())?.checkedInAt ?? '')
    expect(at).toBeGreaterThanOrEqual(before - 2_000)
    expect(at).toBeLessThanOrEqual(after + 2_000)
    await expect.poll(() => page.getByText('to review').count()).toBe(0)
    expect(troubles.filter((text) => !/401|ERR_FAILED/.test(text))).toEqual([])
    await page.context().close()
  })

  it('undoes the selected scan, even if it is uploaded between press and release', async () => {
    const [stays, goes] = [await keeper.guest('Stays', 'Inside'), await keeper.guest('Goes', 'Again')]
    const { page, troubles } = await openKiosk()
    await admitsAtOnce(page)
    const cut = (url: URL) => url.pathname.startsWith('/api/')
    await page.route(cut, (route) => route.abort())
    for (const guest of [goes, stays]) {
      await scanByHand(page, guest.qrCode)
      await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
      await nextGuest(page)
    }
    await page.getByRole('button', { name: 'Last ten' }).click()
    const rows = page.locator('dialog.sheet[open] li')
    await expect.poll(() => rows.getByText('saved on this device').count()).toBe(2)
    await rows.nth(1).getByRole('button').hover()
    await page.mouse.down()
    await page.unroute(cut)
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await expect.poll(() => rows.getByText('saved on this device').count()).toBe(0)
    await page.mouse.up()
    await expect.poll(() => rows.allTextContents()).toEqual([expect.stringContaining('Stays Inside')])
    const inside = (await keeper.checkins()).map(({ guestId }) => guestId)
    expect([inside.includes(stays.id), inside.includes(goes.id)]).toEqual([true, false])
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('undoes a check-in that is undone while the scan is uploading', async () => {
    const goes = await keeper.guest('Goes', 'Meanwhile')
    const isInside = async () => (await keeper.checkins()).some(({ guestId }) => guestId === goes.id)
    const { page, troubles } = await openKiosk()
    await admitsAtOnce(page)
    const cut = (url: URL) => url.pathname.startsWith('/api/')
    await page.route(cut, (route) => route.abort())
    await scanByHand(page, goes.qrCode)
    await verdictOf(page, 'good').getByText('PROVISIONAL').waitFor()
    await nextGuest(page)
    await page.getByRole('button', { name: 'Last ten' }).click()
    const rows = page.locator('dialog.sheet[open] li')
    const [told, undone] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    await page.route(
      (url) => url.pathname.endsWith('/batch'),
      async (route) => {
        const response = await route.fetch()
        told.resolve()
        await undone.promise
        await route.fulfill({ response })
      },
    )
    await page.unroute(cut)
    await rows.getByText('saved on this device').waitFor()
    await page.evaluate(() => dispatchEvent(new Event('online')))
    await told.promise
    expect(await isInside()).toBe(true)
    await rows.getByRole('button').click()
    await expect.poll(() => rows.getByRole('button').count()).toBe(0)
    undone.resolve()
    await expect.poll(isInside, { timeout: SETTLED_WITHIN_MS }).toBe(false)
    expect(troubles).toEqual([])
    await page.context().close()
  })

  it('treats a check-in whose response was lost as its own, not as a conflict', async () => {
    const guest = await keeper.guest('Lost', 'Answer')
    const { page } = await openKiosk()
    await admitsAtOnce(page)
    await page.route('**/checkins', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await scanByHand(page, guest.qrCode)
    await verdictOf(page, 'good').waitFor()
    await page.unroute('**/checkins')
    await page.getByText('Live', { exact: true }).waitFor({ timeout: SETTLED_WITHIN_MS })
    await expect.poll(() => page.getByText('saved on this device').count()).toBe(0)
    await expect.poll(() => page.getByText(/conflict/).count()).toBe(0)
    const mine = (await keeper.checkins()).filter(({ guestId }) => guestId === guest.id)
    expect(mine).toMatchObject([{ conflicts: [], checkedInByLabel: 'Anna' }])
    await page.context().close()
  })
})
