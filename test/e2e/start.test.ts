import { existsSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer as createHttpServer } from 'node:http'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { listProcesses } from '../../scripts/start/processes.ts'
import { freePort } from '../../harness/free-port.ts'
import type { RunningService, ServiceInput } from '../../harness/service.ts'
import { spawnService, startService } from '../../harness/service.ts'

let dataDir: string
let port: number
const running: RunningService[] = []

const start = async (more: Pick<ServiceInput, 'env' | 'isFirst'> = {}) => {
  const service = await startService({ dataDir, port, ...more })
  running.push(service)
  return service
}

const processesOf = () => listProcesses().filter(({ command }) => command.includes(dataDir))

interface Request {
  token?: string
  apiKey?: string
  body?: object
}

const call = async <Data = unknown>(service: RunningService, operation: string, request: Request = {}) => {
  const { token, apiKey, body } = request
  const [method = 'GET', path = ''] = operation.split(' ')
  const response = await fetch(`${service.baseUrl}${path}`, {
    method,
    headers: {
      ...(token && { authorization: `Bearer ${token}` }),
      ...(apiKey && { 'x-svc-api-key': apiKey }),
      ...(body && { 'content-type': 'application/json' }),
    },
    body: body ? JSON.stringify(body) : null,
  })
  return { status: response.status, data: ((await response.json()) as { data: Data }).data }
}

const activeKeys = async (service: RunningService, calendar: string, token: string) => {
  const { data } = await call<{ isActive: boolean }[]>(service, `GET /calendars/${calendar}/api-keys`, { token })
  return data.filter(({ isActive }) => isActive)
}

beforeEach(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'event-calendar-start-'))
  port = await freePort()
})

afterEach(async () => {
  for (const service of running.splice(0)) await service.kill().catch(() => {})
  for (const { pid } of processesOf()) process.kill(pid, 'SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

const makeCalendar = async (service: RunningService) => {
  const made = await call(service, 'POST /calendars', {
    token: service.demo.tokens.owner,
    body: { name: 'Kept', timezone: 'Europe/Rome', slug: 'kept' },
  })
  expect(made.status).toBe(200)
}

const expectCalendar = async (service: RunningService, token: string) => {
  const found = await call(service, 'GET /calendars/kept/settings', { token })
  expect(found).toMatchObject({ status: 200, data: { name: 'Kept' } })
}

describe('first start in an empty directory', () => {
  let service: RunningService
  beforeAll(async () => {
    service = await startService({ isFirst: true })
  })
  afterAll(() => service.stop())

  it('serves demo data for the tokens and keys in demo.json', async () => {
    const { demo } = service
    expect(statSync(join(service.dataDir, 'demo.json')).mode & 0o777).toBe(0o600)
    expect(demo).toMatchObject({ baseUrl: service.baseUrl, issuer: `http://127.0.0.1:${service.port + 1}` })
    expect(demo.calendars).toStrictEqual({ free: 'demo-free', plus: 'demo-plus', pro: 'demo-pro', other: 'demo-other' })

    for (const token of Object.values(demo.tokens)) {
      expect((await call(service, 'GET /me', { token })).status).toBe(200)
    }
    for (const name of ['pro', 'other'] as const) {
      const me = await call(service, 'GET /v1/me', { apiKey: demo.apiKeys[name] })
      expect(me).toMatchObject({ status: 200, data: { calendar: { slug: demo.calendars[name] } } })
      const token = name === 'pro' ? demo.tokens.owner : demo.tokens.stranger
      expect(await activeKeys(service, demo.calendars[name], token)).toHaveLength(1)
    }
    const settings = 'GET /calendars/demo-pro/settings'
    expect((await call(service, settings, { token: demo.tokens.stranger })).status).toBe(404)
    expect((await call(service, settings, { token: `${demo.tokens.owner}x` })).status).toBe(401)
  })

  it('lists existing events in demo.json, one of them open for check-in', async () => {
    const { events, tokens } = service.demo
    for (const [name, { id, slug }] of Object.entries(events)) {
      const token = name === 'other' ? tokens.stranger : tokens.owner
      const event = await call(service, `GET /events/${id}`, { token })
      expect(event).toMatchObject({ status: 200, data: { id, slug, status: 'PUBLISHED', registrationStatus: 'OPEN' } })
    }
    interface Event {
      checkInOpensAt: string
      checkInClosesAt: string
      tickets: { type: string; price: number }[]
    }
    const pro = await call<Event>(service, `GET /events/${events.pro.id}`, { token: tokens.owner })
    expect(pro.data).toMatchObject({ capacity: 200, tickets: [{ type: 'FREE' }] })
    expect(Date.parse(pro.data.checkInOpensAt)).toBeLessThan(Date.now())
    expect(Date.parse(pro.data.checkInClosesAt)).toBeGreaterThan(Date.now())
    const paid = await call<Event>(service, `GET /events/${events.paid.id}`, { token: tokens.owner })
    expect(paid.data.tickets).toMatchObject([{ type: 'PAID' }])
    expect(paid.data.tickets[0]?.price).toBeGreaterThan(0)
  })
})

describe('SIGKILL of the service', () => {
  it('leaves data, tokens and keys intact', async () => {
    const first = await start()
    await makeCalendar(first)
    await first.kill()

    const second = await start()
    await expectCalendar(second, first.demo.tokens.owner)
    await expectCalendar(second, second.demo.tokens.owner)
    expect(second.demo.apiKeys).toStrictEqual(first.demo.apiKeys)
    expect(second.demo.events).toStrictEqual(first.demo.events)
    expect((await call(second, 'GET /v1/me', { apiKey: first.demo.apiKeys.pro })).status).toBe(200)
  })

  it('makes the runtime exit too if only the starter was killed', async () => {
    const service = await start()
    process.kill(service.starterPid, 'SIGKILL')
    await expect.poll(() => processesOf(), { timeout: 5_000, interval: 20 }).toStrictEqual([])
  })

  it('lets the next start end an orphaned runtime and take its port', async () => {
    const first = await start()
    await makeCalendar(first)
    for (const pid of [first.pid, first.starterPid]) process.kill(pid, 'SIGKILL')
    await expect.poll(() => listProcesses().some(({ pid }) => pid === first.starterPid)).toBe(false)
    expect((await call(first, 'GET /health')).status).toBe(200)
    const orphans = processesOf().map(({ pid }) => pid)
    expect(orphans).toHaveLength(1)

    const second = await start()
    await expectCalendar(second, second.demo.tokens.owner)
    expect(processesOf().map(({ pid }) => pid)).not.toContain(orphans[0])
  })

  it('of only the runtime is logged when the runtime is back', async () => {
    const service = await start()
    const runtime = processesOf().find(({ command }) => command.startsWith(join(dataDir, 'workerd')))
    process.kill(Number(runtime?.pid), 'SIGKILL')
    await expect
      .poll(() => service.output(), { timeout: 10_000 })
      .toContain('"message":"the Workers runtime ended unexpectedly and was started again"')
    await expect.poll(async () => (await call(service, 'GET /health')).status, { timeout: 10_000 }).toBe(200)
  })

  it('lets the next start complete a first start that was interrupted', async () => {
    const { pid, exited } = spawnService({ dataDir, port })
    await expect.poll(() => readdirSync(dataDir), { timeout: 60_000, interval: 5 }).toContain('state')
    await new Promise((resolve) => setTimeout(resolve, 700))
    process.kill(-pid, 'SIGKILL')
    await exited
    const { demo } = await start()
    expect(Object.values(demo.apiKeys)).toHaveLength(2)
    expect(Object.values(demo.events)).toHaveLength(5)
  })
})

describe('missing demo.json', () => {
  it('is recreated with one new key per PRO calendar, which replaces the old key', async () => {
    const first = await start()
    await first.stop()
    rmSync(join(dataDir, 'demo.json'))
    const second = await start()
    expect(second.demo.events).toStrictEqual(first.demo.events)
    expect(second.demo.apiKeys.pro).not.toBe(first.demo.apiKeys.pro)
    expect((await call(second, 'GET /v1/me', { apiKey: first.demo.apiKeys.pro })).status).toBe(401)
    expect(await activeKeys(second, 'demo-pro', second.demo.tokens.owner)).toHaveLength(1)
  })
})

describe('second start', () => {
  it('migrates nothing, replaces a cancelled demo event, and logs no request of its own', async () => {
    const first = await start()
    const { events, tokens } = first.demo
    const cancelled = { status: 'CANCELLED', suppressNotifications: true }
    const { status } = await call(first, `PATCH /events/${events.free.id}`, { token: tokens.owner, body: cancelled })
    expect(status).toBe(200)
    await first.stop()

    const second = await start({ env: { LOG_LEVEL: 'info' } })
    expect(second.demo.events).toStrictEqual({ ...events, free: expect.not.objectContaining(events.free) })
    const replaced = await call(second, `GET /events/${second.demo.events.free.id}`, { token: tokens.owner })
    expect(replaced).toMatchObject({ status: 200, data: { status: 'PUBLISHED' } })
    const [before] = second.output().split('Event Calendar is running.')
    expect(before).toContain('Checked the demo data')
    expect(before).not.toContain('Migrating the database')
    expect(before).not.toContain('"message":"request"')
    await expect.poll(() => second.output()).toContain('"message":"request"')
  })
})

describe('shutdown', () => {
  it.each(['SIGTERM', 'SIGINT'] as const)('takes at most 5 s after %s and leaves no process', async (signal) => {
    const service = await start()
    const began = performance.now()
    process.kill(-service.pid, signal)
    await expect.poll(() => processesOf(), { timeout: 5_000, interval: 20 }).toStrictEqual([])
    await expect
      .poll(() => listProcesses().filter(({ pid }) => pid === service.pid || pid === service.starterPid), {
        timeout: 5_000,
      })
      .toStrictEqual([])
    expect(performance.now() - began).toBeLessThan(5_000)
  })

  it('follows when only the parent of the starter is killed', async () => {
    const service = await start()
    process.kill(service.pid, 'SIGKILL')
    await expect.poll(() => processesOf(), { timeout: 5_000, interval: 20 }).toStrictEqual([])
  })
})

describe('npm start', () => {
  const refusal = async (options: { dataDir: string; port: number; env?: Record<string, string> }) => {
    const { exited, written } = spawnService(options)
    return { ...(await exited), lines: written.stderr.trimEnd().split('\n'), stdout: written.stdout }
  }

  it.each([0, 1])('exits with 1 and one line for a port in use: PORT+%i', async (offset) => {
    const other = createServer()
    await new Promise<void>((resolve) => other.listen(port + offset, '127.0.0.1', resolve))
    const { code, lines, stdout } = await refusal({ dataDir, port })
    other.close()
    expect({ code, stdout }).toStrictEqual({ code: 1, stdout: '' })
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(`port ${port + offset} is taken`)
  })

  it('exits with 1 and one line for a data directory that is not writable', async () => {
    const { code, lines } = await refusal({ dataDir: '/dev/null/data', port })
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('cannot write to DATA_DIR /dev/null/data')
  })

  it('exits with 1 and one line for a data directory in use by another service', async () => {
    const service = await start()
    const { code, lines } = await refusal({ dataDir, port: await freePort() })
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain('is in use by process')
    expect((await call(service, 'GET /health')).status).toBe(200)
  })

  it('exits with 1 and one line for a data directory that cannot be created', async () => {
    const { code, lines } = await refusal({ dataDir: '/proc/data/of/mine', port })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining('cannot write to DATA_DIR /proc/data/of/mine')])
  })

  it.each([
    ['migration', { format: 1, migration: '9999_of_tomorrow.sql' }],
    ['format', { format: 999, migration: '0000_base.sql' }],
    ['unreadable version', 'nonsense'],
  ])('exits with 1 and one line for data of a newer version, and does not touch it: %s', async (_what, version) => {
    writeFileSync(join(dataDir, 'version.json'), JSON.stringify(version))
    const { code, lines } = await refusal({ dataDir, port })
    expect(code).toBe(1)
    expect(lines).toEqual([expect.stringContaining(`DATA_DIR ${dataDir} was used by a newer version`)])
    expect(readdirSync(dataDir)).toEqual(['version.json'])
  })

  it.each([
    ['PORT', 'none'],
    ['RATE_LIMIT_SCALE', '-1'],
    ['LOG_LEVEL', 'loud'],
    ['DEFAULT_PLAN', 'GOLD'],
    ['PUBLIC_SITE_URL', 'foo'],
    ['TRUST_PROXY', 'maybe'],
    ['STRIPE_SECRET_KEY', 'sk_test_alone'],
    ['PUBLIC_BASE_URL', 'https://calendar.test/api'],
  ])('exits with 1 and one line for the invalid setting %s=%s', async (name, value) => {
    const { code, lines } = await refusal({
      dataDir,
      port: name === 'PORT' ? Number.NaN : port,
      env: { [name]: value },
    })
    expect(code).toBe(1)
    expect(lines).toHaveLength(1)
    expect(lines[0]).toContain(name)
  })
})

describe('several invalid settings', () => {
  it('are all reported before anything starts, one per line', async () => {
    const { exited, written } = spawnService({
      dataDir,
      port,
      env: { ENVIRONMENT: 'production', DEFAULT_PLAN: 'GOLD' },
    })
    expect((await exited).code).toBe(1)
    expect(written.stderr).toMatch(/^npm start: invalid settings:\n(?: {2}[A-Z_]+ is .*\.\n)+$/)
    for (const said of ['DEFAULT_PLAN is "GOLD"', 'PUBLIC_BASE_URL is "http:', 'it must be https in production']) {
      expect(written.stderr).toContain(said)
    }
    expect(readdirSync(dataDir)).toEqual([])
  })
})

describe('settings file', () => {
  it('is read from ENV_FILE, and shell variables override it', async () => {
    const file = join(dataDir, 'settings.env')
    writeFileSync(file, 'DEFAULT_PLAN=GOLD\nLOG_LEVEL=loud\n')
    const { exited, written } = spawnService({ dataDir, port, env: { ENV_FILE: file } })
    expect((await exited).code).toBe(1)
    // The tests set LOG_LEVEL in the environment, so the file's LOG_LEVEL is ignored.
    expect(written.stderr).toContain('npm start: DEFAULT_PLAN is "GOLD"')
  })
})

describe('configured identity provider', () => {
  it('has been asked for its keys when the service is ready', async () => {
    const asked: string[] = []
    const provider = createHttpServer((request, response) => {
      asked.push(request.url ?? '')
      response.end('{"keys":[{"kty":"RSA","alg":"RS256","kid":"known","n":"x","e":"AQAB"}]}')
    })
    await new Promise<void>((ready) => provider.listen(0, '127.0.0.1', ready))
    const at = `http://127.0.0.1:${(provider.address() as AddressInfo).port}`
    try {
      await start({ env: { AUTH_ISSUER: at, AUTH_JWKS_URL: `${at}/jwks`, AUTH_AUDIENCE: 'https://calendar.test/api' } })
      expect(asked).toEqual(['/jwks'])
    } finally {
      provider.close()
    }
  })
})

describe('production start', () => {
  it('starts empty, without the local identity provider, and uses the configured one', async () => {
    const service = await start({
      isFirst: true,
      env: {
        ENVIRONMENT: 'production',
        PUBLIC_BASE_URL: 'https://calendar.test/api',
        ICS_DOMAIN: 'calendar.test',
        MAIL_FROM: 'Calendar <calendar@calendar.test>',
        AUTH_ISSUER: 'https://sign-in.test/',
        AUTH_JWKS_URL: 'https://sign-in.test/jwks',
        AUTH_AUDIENCE: 'https://calendar.test/api',
        TRUST_PROXY: 'true',
      },
    })
    expect(existsSync(join(dataDir, 'demo.json'))).toBe(false)
    await expect(fetch(`http://127.0.0.1:${port + 1}/`)).rejects.toThrow('fetch failed')
    expect((await call(service, 'GET /calendars/demo-pro/events')).status).toBe(404)
    expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200)
    expect(service.output()).toContain('sign in    through https://sign-in.test/')
  })
})
