import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { createServer, request, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createServer as createTlsServer } from 'node:https'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { withDatabase } from '../../harness/database.ts'
import { startDnsServer } from '../../harness/dns-server.ts'
import { freePort } from '../../harness/free-port.ts'
import { startService, type RunningService } from '../../harness/service.ts'
import { startMailServer, type TestMailServer } from '../../harness/smtp-server.ts'
import { examinePublicAddress } from '../../scripts/doctor/network.ts'
import { doctor } from '../../scripts/host/doctor.ts'
import { testMail } from '../../scripts/host/test-mail.ts'

const ROOT = process.cwd()
const home = mkdtempSync(join(tmpdir(), 'event-calendar-doctor-'))
const backups = join(home, 'backups')
const TOKEN = 'token-of-the-proxy-of-this-test'

/** How the proxy handles `X-Forwarded-For`. */
let conduct: 'sets' | 'passes' | 'drops' = 'sets'
const forwardedBy = (headers: IncomingHttpHeaders) => {
  const { 'x-forwarded-for': given, ...rest } = headers
  if (conduct === 'drops') return rest
  return { ...rest, 'x-forwarded-for': conduct === 'sets' ? '192.0.2.7' : given }
}

describe('event-calendar doctor', () => {
  let service: RunningService
  let proxy: Server
  let mail: TestMailServer
  let dns: Awaited<ReturnType<typeof startDnsServer>>
  let env: NodeJS.ProcessEnv
  let metricsPort = 0

  const examine = async (more: NodeJS.ProcessEnv = {}) => {
    const lines: string[] = []
    const code = await doctor({ ...env, ...more }, ROOT, (line) => lines.push(line))
    return { code, text: lines.join('\n') }
  }

  beforeAll(async () => {
    mkdirSync(backups)
    const port = await freePort()
    metricsPort = await freePort()
    mail = await startMailServer()
    dns = await startDnsServer({
      'venue.test': ['v=spf1 mx -all', 'other text'],
      '_domainkey.venue.test': [],
      '_dmarc.venue.test': ['v=DMARC1; p=none'],
    })
    proxy = createServer((incoming, answer) => {
      const headers = { ...forwardedBy(incoming.headers), 'x-proxy-token': TOKEN } as IncomingHttpHeaders
      incoming.pipe(
        request({ port, path: incoming.url, method: incoming.method, headers }, (from) => {
          answer.writeHead(from.statusCode ?? 502, from.headers)
          from.pipe(answer)
        }).on('error', () => answer.writeHead(502).end()),
      )
    })
    await new Promise<void>((resolve) => proxy.listen(0, '127.0.0.1', resolve))
    const address = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}/api`
    env = {
      PORT: String(port),
      DATA_DIR: join(home, 'data'),
      BACKUP_DIR: backups,
      DNS_SERVER: dns.server,
      PUBLIC_BASE_URL: address,
      TRUST_PROXY: 'true',
      PROXY_TOKEN: TOKEN,
      MAIL_FROM: 'Venue <calendar@venue.test>',
      SMTP_URL: `smtp://user:secret@127.0.0.1:${mail.port}?tls=none`,
      METRICS_LISTEN: `127.0.0.1:${metricsPort}`,
      LOG_LEVEL: 'info',
      // Without the demo, whose seed sends no token.
      SIGN_UP: 'open',
    }
    service = await startService({
      dataDir: join(home, 'data'),
      port,
      isFirst: true,
      env: env as Record<string, string>,
    })
  })
  afterAll(async () => {
    await service?.stop()
    proxy.close()
    await mail.close()
    await dns.close()
    rmSync(home, { recursive: true, force: true })
  })

  it('finds nothing wrong once there is a backup, and exits with 0', async () => {
    const before = await examine()
    expect(before.text).toContain('has no backup yet')
    expect(before.code).toBe(1)
    writeFileSync(join(backups, 'event-calendar-2026-11-23T02-30-00.tar.zst'), 'content')
    const { code, text } = await examine()
    // The disk of a busy machine may be slow, which causes a separate warning.
    const rest = text.replace(/^WARNING {2}(?:Making a write durable|\d+ MB are free).*\n.*\n/gm, '')
    expect(rest).not.toMatch(/WARNING|FAULT/)
    expect(code).toBe(rest === text ? 0 : 1)
    expect(text).toContain('The proxy names the caller: 192.0.2.7.')
    expect(text).toContain('SPF of venue.test: v=spf1 mx -all')
  })

  it.each([
    ['passes', 'passes X-Forwarded-For on as the caller sent it'],
    ['drops', 'sends no X-Forwarded-For'],
  ] as const)('reports a proxy that %s the header', async (what, says) => {
    conduct = what
    const { code, text } = await examine()
    conduct = 'sets'
    expect(text).toContain(says)
    expect(code).toBe(2)
  })

  it('names one remedy for each fault', async () => {
    const old = join(backups, 'event-calendar-2026-11-23T02-30-00.tar.zst')
    const yesterday = new Date(Date.now() - 30 * 3_600_000)
    utimesSync(old, yesterday, yesterday)
    withDatabase(join(home, 'data'), (db) =>
      db.exec(`insert into mails (id, calendar_id, kind, recipient, data, cause, status, created_at)
        values ('mail_late', '', 'account-moved', 'a@venue.test', '{}', 'late', 'pending', 0)`),
    )
    mail.conduct = { code: 535, says: 'wrong password', at: 'login' }
    dns.zone['venue.test'] = ['v=spf1 a -all', 'v=spf1 mx -all']
    delete dns.zone['_domainkey.venue.test']
    const { code, text } = await examine({
      STRIPE_SECRET_KEY: 'sk_test_1',
      STRIPE_WEBHOOK_SECRET: 'whsec_1',
      STRIPE_API_URL: 'http://127.0.0.1:9',
    })
    mail.conduct = 'accept'
    for (const says of [
      'is 30 hours old',
      '1 emails wait for longer than ten minutes',
      '535 wrong password',
      'has 2 SPF records',
      '_domainkey.venue.test has no DKIM key',
      "Stripe can't be reached",
    ])
      expect(text).toContain(says)
    const lines = text.split('\n')
    const isMarked = (line = '') => /^(?:WARNING|FAULT)/.test(line)
    for (const [index, line] of lines.entries())
      if (isMarked(line)) expect(lines[index + 1]).toMatch(/^ {9}\S.*[.\w"]$/)
    expect(code).toBe(2)
  })

  it('reports each invalid setting, and a service that does not run', async () => {
    const { code, text } = await examine({ LOG_LEVEL: 'loud', PORT: '9' })
    expect(text).toMatch(/FAULT {4}LOG_LEVEL is "loud"/)
    expect(code).toBe(2)
    expect((await examine({ PORT: '9' })).text).toContain('Nothing responds at http://127.0.0.1:9')
  })

  it('sends one test email and prints the server’s response', async () => {
    const lines: string[] = []
    const send = () => testMail(env, ['ana@example.org'], (line) => lines.push(line))
    await send()
    expect(lines[0]).toBe(`127.0.0.1:${mail.port} accepted the email: 250 OK queued`)
    expect(mail.received.find(({ to }) => to.includes('ana@example.org'))?.raw).toContain(
      'From: Venue <calendar@venue.test>',
    )
    mail.conduct = { code: 550, says: 'not from you', at: 'rcpt' }
    lines.length = 0
    expect(await send()).toBe(2)
    expect(lines[0]).toContain('did not accept the email: 550 not from you')
    mail.conduct = 'accept'
  })

  it('serves metrics on the private port only', async () => {
    await fetch(`${env.PUBLIC_BASE_URL}/public/events/unknown`)
    const read = async () => (await fetch(`http://127.0.0.1:${metricsPort}/metrics`)).text()
    await expect
      .poll(read, { timeout: 5_000 })
      .toMatch(/event_calendar_requests_total\{method="GET",route="[^"]+",status="404"\} 1/)
    const text = await read()
    expect(text).toMatch(/^event_calendar_mails_waiting 1$/m)
    expect(text).toMatch(/^event_calendar_mails_oldest_seconds \d+$/m)
    expect(text).toMatch(/^event_calendar_database_bytes \d+$/m)
    expect(text).toMatch(/^event_calendar_last_backup_timestamp_seconds \d+$/m)
    expect((await fetch(env.PUBLIC_BASE_URL?.replace('/api', '/metrics') ?? '')).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${env.PORT}/api/health`)).status).toBe(403)
  })
})

it('names the authority as the remedy for a certificate that this machine does not trust', async () => {
  const dir = mkdtempSync(join(tmpdir(), 'event-calendar-certificate-'))
  const [key, cert] = [join(dir, 'key.pem'), join(dir, 'cert.pem')]
  const made = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=localhost', '-days', '2']
  execFileSync('openssl', [...made, '-keyout', key, '-out', cert], { stdio: 'ignore' })
  const server = createTlsServer({ key: readFileSync(key), cert: readFileSync(cert) }, (_, answer) => answer.end())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const findings = await examinePublicAddress(`https://localhost:${port}/api`)
  server.close()
  rmSync(dir, { recursive: true })
  expect(JSON.stringify(findings)).toContain("The certificate of localhost isn't trusted here")
  expect(JSON.stringify(findings)).toContain('NODE_EXTRA_CA_CERTS')
})
