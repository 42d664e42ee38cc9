import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats, { type FormatsPlugin } from 'ajv-formats'
import type { Browser } from 'playwright-core'
import { loadPyodide } from 'pyodide'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { launchBrowser, openPage } from '../../../harness/browser.ts'
import { callerOf } from '../../../harness/caller.ts'
import type { RunningService } from '../../../harness/service.ts'
import { startService } from '../../../harness/service.ts'
import { createSignIns } from '../../../harness/sign-ins.ts'
import { expectSound } from './sound.ts'

let browser: Browser
let [here, there]: RunningService[] = []

const start = (name: string) =>
  startService({
    env: { RATE_LIMIT_SCALE: '100' },
    dataDir: mkdtempSync(join(tmpdir(), `event-calendar-moving-${name}-`)),
  })

beforeAll(async () => {
  ;[here, there, browser] = await Promise.all([start('here'), start('there'), launchBrowser()])
})

afterAll(async () => {
  await browser.close()
  for (const service of [here, there]) {
    await service?.stop()
    rmSync(service?.dataDir ?? '', { recursive: true, force: true })
  }
})

const open = async (service: RunningService, hash: string) => {
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await createSignIns()(page, `http://127.0.0.1:${String(service.port)}/console${hash}`, 'owner')
  return page
}

const hasProgram = (name: string) => spawnSync('sh', ['-c', `command -v ${name}`]).status === 0

/** Python and ajv come from the packages. `unzip` and `jq` run where they are installed. */
const expectReadable = async (zip: Uint8Array) => {
  const python = await loadPyodide()
  python.FS.writeFile('/archive.zip', zip)
  python.runPython(`
import json, zipfile
archive = zipfile.ZipFile("/archive.zip")
torn = archive.testzip()
files = json.dumps({name: archive.read(name).decode() for name in archive.namelist() if not name.startswith("pictures/")})
`)
  expect(python.globals.get('torn')).toBeUndefined()
  const files = JSON.parse(python.globals.get('files') as string) as Record<string, string>
  const ajv = new Ajv2020({ strict: false })
  const plugin = addFormats as unknown as FormatsPlugin & { default?: FormatsPlugin }
  ;(plugin.default ?? plugin)(ajv)
  let rows = 0
  for (const [path, text] of Object.entries(files).filter(([name]) => name.endsWith('.ndjson'))) {
    const isRow = ajv.compile(JSON.parse(files[`schemas/${path.split('/')[0] ?? ''}.json`] ?? '') as object)
    for (const line of text.trimEnd().split('\n')) {
      expect(isRow(JSON.parse(line)), `${path}: ${JSON.stringify(isRow.errors)}`).toBe(true)
      rows += 1
    }
  }
  const { parts } = JSON.parse(files['manifest.json'] ?? '') as { parts: { rows: number }[] }
  expect(rows).toBe(parts.reduce((sum, part) => sum + part.rows, 0))
  const path = join(mkdtempSync(join(tmpdir(), 'event-calendar-archive-')), 'a.zip')
  writeFileSync(path, zip)
  if (hasProgram('unzip')) expect(spawnSync('unzip', ['-tq', path]).status).toBe(0)
  if (hasProgram('unzip') && hasProgram('jq')) {
    const email = spawnSync('sh', ['-c', `unzip -p "${path}" guests/0001.ndjson | jq -r .email`])
    expect(email.stdout.toString()).toBe('ada@moving.test\n')
  }
}

it('moves a calendar to another installation, with a wrong key corrected and its links kept', async () => {
  if (here === undefined || there === undefined) throw new Error('the services did not start')
  const api = callerOf(here)
  await api('POST /calendars', { name: 'Old Harbour', timezone: 'Europe/Paris', slug: 'old-harbour' })
  const event = {
    calendarSlug: 'old-harbour',
    title: 'Open day',
    startAt: '2031-05-02T18:00',
    timezone: 'Europe/Paris',
  }
  const { data } = await api('POST /events', event)
  const guest = { firstName: 'Ada', lastName: 'Lovelace', email: 'ada@moving.test' }
  const registered = await api<{ data: { manageUrl: string } }>(`POST /public/events/${data.id}/registrations`, guest)

  const old = await open(here, '#old-harbour/settings')
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
  await old.context().close()
  await expectReadable(zip)

  const page = await open(there, '')
  await page.getByRole('button', { name: 'Restore an archive' }).click()
  const form = page.getByRole('dialog', { name: 'Restore a calendar' })
  await form
    .getByLabel('Archive', { exact: true })
    .setInputFiles({ name: 'a.zip', mimeType: 'application/zip', buffer: zip })
  await form.getByLabel('Key of the archive').fill('aaaaaaaaaaaaaaaaaaaaaaaaaa')
  const pieces: string[] = []
  page.on('request', (request) => request.method() === 'PUT' && pieces.push(request.url()))
  await form.getByRole('button', { name: 'Restore calendar' }).click()
  await form.getByText('isn’t the key of the archive').waitFor()
  await expectSound(page, 'restore')
  await form.getByLabel('Key of the archive').fill(key)
  await form.getByRole('button', { name: 'Restore calendar' }).click()
  await page.getByText('We’ve restored your calendar.').waitFor({ timeout: 30_000 })
  expect(pieces).toHaveLength(1)
  await expectSound(page, 'restored')
  await page.reload()
  await page.getByRole('link', { name: 'Show calendar' }).click()
  await page.getByText('Old Harbour will be deleted on').waitFor()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('Taken back.').waitFor()
  await page.getByText('Open day').first().waitFor()
  const moved = new URL(registered.data.manageUrl)
  moved.port = String(there.port)
  expect((await fetch(moved)).status).toBe(200)
  await page.goto(`http://127.0.0.1:${String(there.port)}/console`)
  await page.getByRole('button', { name: 'Hide' }).click()
  await expect.poll(() => page.getByText('We’ve restored your calendar.').count()).toBe(0)
  await page.context().close()
}, 120_000)

it('offers the restore to people without a calendar', async () => {
  if (there === undefined) throw new Error('the service did not start')
  const { page } = await openPage(browser, { viewport: { width: 1440, height: 900 }, reducedMotion: 'reduce' })
  await page.goto(`http://127.0.0.1:${String(there.port)}/console`)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Another name').fill('newcomer')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Restore an archive' }).click()
  await expect.poll(() => page.getByRole('dialog', { name: 'Restore a calendar' }).isVisible()).toBe(true)
  await page.context().close()
})
