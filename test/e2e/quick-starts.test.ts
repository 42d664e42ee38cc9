import { execFile, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import ICAL from 'ical.js'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { embedScript } from '../../src/modules/feeds/embed-assets.ts'
import { freePort } from '../../harness/free-port.ts'
import { launchBrowser, openPage } from '../../harness/browser.ts'
import { startService, type RunningService } from '../../harness/service.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const NAMES = ['website.html', 'agenda.sh', 'cms.sh', 'erp.mjs', 'kiosk.mjs', 'receiver.mjs'] as const
type Name = (typeof NAMES)[number]

const pathOf = (name: Name) => join(ROOT, 'examples/quick-starts', name)
const PAGE = readFileSync(join(ROOT, 'docs/quick-starts.md'), 'utf8')
const textOf = (name: Name) => readFileSync(pathOf(name), 'utf8')

let service: RunningService
let env: Record<string, string>

/** Runs the example unchanged, with the environment variables that a reader would set. */
const run = async (name: Name, more: Record<string, string> = {}) => {
  const program = name.endsWith('.sh') ? 'bash' : process.execPath
  const { stdout } = await promisify(execFile)(program, [pathOf(name)], { env: { ...process.env, ...env, ...more } })
  return stdout
}

const call = async (path: string, body?: unknown, headers: Record<string, string> = {}) => {
  const response = await fetch(service.baseUrl + path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: { 'x-svc-api-key': env['API_KEY'] ?? '', 'Content-Type': 'application/json', ...headers },
    body: body === undefined ? null : JSON.stringify(body),
  })
  expect(response.ok, `${path}: ${response.status}`).toBe(true)
  return (await response.json()).data
}
const asOwner = () => ({ Authorization: `Bearer ${service.demo.tokens.owner}` })

beforeAll(async () => {
  service = await startService()
  env = {
    BASE_URL: service.baseUrl,
    API_KEY: service.demo.apiKeys['pro'] ?? '',
    CALENDAR: service.demo.calendars['pro'] ?? '',
  }
})
afterAll(() => service.stop())

describe('quick starts', () => {
  it.each(NAMES)('%s appears unchanged in docs/quick-starts.md', (name) => {
    expect(PAGE).toContain(`\n${textOf(name)}\`\`\``)
  })

  it('document every attribute that embed.js reads', () => {
    const known = /for\(const name of(\[.*?\])/.exec(embedScript())?.[1] ?? '[]'
    const attributes = ['calendar', 'title', ...(JSON.parse(known) as string[])]
    expect([...PAGE.matchAll(/^\| `data-([a-z]+)`/gm)].map(([, name]) => name).toSorted()).toEqual(
      attributes.toSorted(),
    )
  })

  it('run when pasted into a shell, with Node 20 features only, and print their results', async () => {
    const dir = mkdtempSync(join(tmpdir(), 'event-calendar-quick-'))
    symlinkSync(service.dataDir, join(dir, '.data'))
    symlinkSync(join(ROOT, 'examples'), join(dir, 'examples'))
    const receiver = String(await freePort())
    const blocks = [...PAGE.matchAll(/```sh\n(.*?)```/gs)].map(([, block = '']) => block.replaceAll('3000', receiver))
    const [exports = '', ...starts] = blocks
    const path = (process.env.PATH ?? '').split(delimiter).filter((entry) => !entry.includes('node_modules'))
    const paste = starts.map((block) => `echo '=== paste'\n${block}`).join('\n')
    const shell = execFile('bash', ['-eu'], {
      cwd: dir,
      env: {
        HOME: dir,
        PATH: path.join(delimiter),
        RECEIVER_PORT: receiver,
        // Disables the global `WebSocket` to match Node 20, which does not have one.
        NODE_OPTIONS: '--no-experimental-websocket',
      },
    })
    shell.stdin?.end(`${exports}\n${paste}`)
    let printed = ''
    let complaints = ''
    shell.stdout?.on('data', (text: string) => (printed += text))
    shell.stderr?.on('data', (text: string) => (complaints += text))
    const code = await new Promise((ended) => shell.on('close', ended))
    rmSync(dir, { recursive: true, force: true })

    expect({
      code,
      complaints: complaints.replaceAll(/.*ExperimentalWarning.*\n|.*--trace-warnings.*\n/g, ''),
    }).toEqual({
      code: 0,
      complaints: '',
    })
    const [, website, agenda, cms, erp, kiosk, webhook] = printed.split('=== paste\n')
    expect(website).toContain(`<script async src="${service.baseUrl}/embed.js" data-calendar="demo-pro"></script>`)
    expect(agenda).toMatch(/^BEGIN:VCALENDAR[^]*SUMMARY:Open Harbour Days/)
    expect(JSON.parse(cms ?? '')).toMatchObject({ data: { title: 'Open studio' } })
    expect(erp).toMatch(/^(?:\w+ PENDING 4900 EUR\n){3}3 orders since /)
    expect(kiosk).toMatch(/Inês Duarte General admission may come in\n[^]*"type":"admitted"/)
    expect(webhook).toMatch(/^guest\.registered \{[^]*guestName: 'Ana Reis'/)
  })

  it('website: shows the event list on a page of another origin at its full height', async () => {
    const html = textOf('website.html').replaceAll(/\$([A-Z_]+)/g, (_whole, name: string) => env[name] ?? '')
    const site: Server = createServer((_request, response) =>
      response
        .writeHead(200, { 'content-type': 'text/html' })
        .end(`<!doctype html><title>Mine</title><body><h1>Mine</h1>${html}`),
    )
    await new Promise<void>((listening) => site.listen(0, '127.0.0.1', listening))
    const browser: Browser = await launchBrowser()
    const { page, troubles } = await openPage(browser)
    await page.goto(`http://127.0.0.1:${(site.address() as AddressInfo).port}`)
    const frame = page.frameLocator('iframe')
    await frame.getByText('Open Harbour Days').first().waitFor()
    await expect.poll(() => page.evaluate(() => document.querySelector('iframe')?.clientHeight)).not.toBe(480)
    expect(troubles).toEqual([])
    await browser.close()
    site.close()
  })

  it('calendar app: an independent parser reads the calendar’s events', async () => {
    const feed = new ICAL.Component(ICAL.parse(await run('agenda.sh')))
    const titles = feed.getAllSubcomponents('vevent').map((event) => event.getFirstPropertyValue('summary'))
    expect(titles).toContain('Open Harbour Days')
  })

  it('CMS: publishes the event once when run twice', async () => {
    const first = JSON.parse(await run('cms.sh'))
    const second = JSON.parse(await run('cms.sh'))
    expect(first.data).toMatchObject({ title: 'Open studio', startAt: '2027-06-18T16:00:00.000Z', capacity: 40 })
    expect(second.data.id).toBe(first.data.id)
  })

  it('ERP: prints the orders changed since a time, across several pages', async () => {
    const { id } = service.demo.events['paid'] ?? { id: '' }
    const since = new Date().toISOString()
    for (let buyer = 0; buyer < 51; buyer += 1) {
      await call(`/v1/events/${id}/guests`, {
        email: `buyer-${buyer}@example.org`,
        firstName: 'Bo',
        lastName: `${buyer}`,
      })
    }
    const lines = (await run('erp.mjs', { EVENT_ID: id, SINCE: since })).trim().split('\n')
    expect(lines).toHaveLength(52)
    expect(new Set(lines).size).toBe(52)
    expect(lines[0]).toMatch(/^\S+ (?:PENDING|PAID) \d+ EUR$/)
    expect(lines.at(-1)).toBe(`51 orders since ${since}`)
    const later = new Date(Date.now() + 60_000).toISOString()
    expect(await run('erp.mjs', { EVENT_ID: id, SINCE: later })).toBe(`0 orders since ${later}\n`)
    await expect(run('erp.mjs', { EVENT_ID: id, SINCE: 'yesterday' })).rejects.toThrow(/Error: .* updatedSince /)
  })

  it('kiosk: shows the guest, checks them in, and the live feed reports it', async () => {
    const { id } = service.demo.events['pro'] ?? { id: '' }
    const guest = await call(`/v1/events/${id}/guests`, { email: 'ada@example.org', firstName: 'Ada', lastName: 'L' })
    const kiosk = spawn(process.execPath, [pathOf('kiosk.mjs')], {
      env: { ...process.env, ...env, EVENT_ID: id, QR_CODE: guest.qrCode },
    })
    let printed = ''
    kiosk.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text))
    await expect.poll(() => printed, { timeout: 10_000 }).toContain('"type":"admitted"')
    expect(printed).toContain('Ada L General admission may come in')
    kiosk.kill()
    expect(await call(`/v1/events/${id}/checkins`)).toContainEqual(
      expect.objectContaining({ guestId: guest.id, gate: 'Main door' }),
    )
  })

  it('webhook receiver: accepts a signed delivery once and rejects forged signatures', async () => {
    const port = await freePort()
    const url = `http://127.0.0.1:${port}/`
    const { id: webhookId, plainSecret } = await call(`/calendars/${env['CALENDAR']}/webhooks`, { url }, asOwner())
    const receiver: ChildProcess = spawn(process.execPath, [pathOf('receiver.mjs')], {
      env: { ...process.env, WEBHOOK_SECRET: plainSecret, RECEIVER_PORT: String(port) },
    })
    let printed = ''
    receiver.stdout?.setEncoding('utf8').on('data', (text: string) => (printed += text))
    const status = (signature: string) =>
      fetch(url, { method: 'POST', body: '{}', headers: { 'X-Svc-Signature': signature } }).then(
        (response) => response.status,
        () => 0,
      )
    await expect.poll(() => status('sha256=forged')).toBe(401)
    expect(await status(`sha256=${'é'.repeat(64)}`)).toBe(401)

    const { id } = service.demo.events['pro'] ?? { id: '' }
    await call(`/v1/events/${id}/guests`, { email: 'grace@example.org', firstName: 'Grace', lastName: 'H' })
    await expect.poll(() => printed, { timeout: 10_000 }).toContain('grace@example.org')
    const path = `/calendars/${env['CALENDAR']}/webhook-deliveries?webhookId=${webhookId}`
    const log = async () => (await call(path, undefined, asOwner()))[0]
    await expect.poll(async () => (await log()).status, { timeout: 10_000 }).toBe('succeeded')
    expect(printed.match(/guest\.registered/g)).toHaveLength(1)
    receiver.kill()
  })
})
