import { execFile, spawn } from 'node:child_process'
import { copyFileSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { loadPyodide, type PyodideInterface } from 'pyodide'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { startService, type RunningService } from '../../harness/service.ts'
import { buildCli } from '../../packages/generate/build-cli.ts'
import { buildTypescript } from '../../packages/generate/build-typescript.ts'
import { buildWheel } from '../../packages/generate/build-wheel.ts'

const ROOT = fileURLToPath(new URL('../..', import.meta.url))
const STRANGER = join(ROOT, 'test/stranger')
/** An empty folder with the package, installed from its tarball by `npm install`. */
const OUT = join(ROOT, 'dist/sdk-stranger')
const LOST = 200

const execute = promisify(execFile)
const run = (...args: string[]) => execute(process.execPath, args, { cwd: OUT })

let service: RunningService
let wheel: string

beforeAll(async () => {
  rmSync(OUT, { recursive: true, force: true })
  mkdirSync(OUT, { recursive: true })
  service = await startService({ env: { RATE_LIMIT_SCALE: '100' } })
  const { path } = await buildTypescript(ROOT, OUT)
  wheel = buildWheel(ROOT, OUT)
  writeFileSync(join(OUT, 'package.json'), '{"type":"module","private":true}')
  const cli = await buildCli(ROOT, OUT)
  await execute('npm', ['install', '--offline', '--no-audit', '--no-fund', path, cli], { cwd: OUT })
})

afterAll(async () => {
  await service.stop()
})

/**
 * Forwards requests to the service. Closes the connection instead of sending the first response for an
 * `Idempotency-Key`, so that every second response is lost.
 */
const startLossyProxy = async (): Promise<{ server: Server; baseUrl: string }> => {
  const answered = new Set<unknown>()
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(chunk as Buffer)
      const { host: _host, connection: _connection, 'transfer-encoding': _coding, ...headers } = request.headers
      const answer = await fetch(`http://127.0.0.1:${service.port}${request.url}`, {
        method: request.method ?? 'GET',
        headers: headers as Record<string, string>,
        ...(chunks.length === 0 ? {} : { body: Buffer.concat(chunks) }),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      const key = headers['idempotency-key']
      if (key !== undefined && !answered.has(key)) {
        answered.add(key)
        request.socket.destroy()
        return
      }
      response.writeHead(answer.status, { 'Content-Type': 'application/json' })
      response.end(body)
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return { server, baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/api` }
}

describe('TypeScript SDK', () => {
  it('compiles in strict TypeScript from an empty folder and completes the story of an evening', async () => {
    for (const file of ['sdk-story.ts', 'tsconfig.json']) copyFileSync(join(STRANGER, file), join(OUT, file))
    await run(join(STRANGER, 'node_modules/typescript/bin/tsc'), '--project', '.')
    const { demo, baseUrl } = service
    const given = { baseUrl, key: demo.apiKeys.pro, token: demo.tokens.owner, slug: demo.calendars.pro }
    await expect(run('sdk-story.js', JSON.stringify(given))).resolves.toBeDefined()
  })

  it('moves the clock of a sandbox and reads the email that a guest got', async () => {
    const program = `
      import { EventCalendar } from 'event-calendar-sdk'
      const [baseUrl, sessionToken, slug] = process.argv.slice(2)
      const live = new EventCalendar({ baseUrl, sessionToken })
      const { key } = await live.sandboxes.create(slug, { now: '2030-03-01T09:00:00Z', seed: 7 })
      const sandbox = new EventCalendar({ baseUrl, apiKey: key })
      await sandbox.test.trigger({ type: 'guest.registered' })
      const before = await sandbox.clock.now()
      const { effects, counts } = await sandbox.clock.advance({ by: '10d' })
      const counted = Object.values(counts).reduce((sum, count) => sum + count, 0)
      const moved = (await sandbox.clock.now()) - before
      const seqs = new Set(effects.map(({ seq }) => seq))
      const { to, links } = await sandbox.mails.latest('test1@example.org')
      const none = await sandbox.mails.latest('nobody@example.org')
      process.stdout.write(JSON.stringify({ moved, isEachOnce: seqs.size === effects.length && counted === seqs.size, to, links: links.length, none }))
    `
    writeFileSync(join(OUT, 'sandbox.js'), program)
    const { demo, baseUrl } = service
    const { stdout } = await run('sandbox.js', baseUrl, demo.tokens.owner, demo.calendars.pro)
    expect(JSON.parse(stdout)).toMatchObject({ isEachOnce: true, to: 'test1@example.org', none: null })
    expect(JSON.parse(stdout).moved).toBeGreaterThanOrEqual(10 * 86_400_000)
    expect(JSON.parse(stdout).links).toBeGreaterThan(0)
  })

  it(`creates ${LOST} guests with ${LOST} POSTs while every second response is lost`, async () => {
    const proxy = await startLossyProxy()
    const program = `
      import { EventCalendar } from 'event-calendar-sdk'
      const [baseUrl, apiKey] = process.argv.slice(2)
      const calendar = new EventCalendar({ baseUrl, apiKey })
      const startAt = new Date(Date.now() + 86_400_000).toISOString()
      const event = await calendar.events.create({ title: 'Lossy', startAt, timezone: 'UTC' })
      const add = (number) => calendar.guests.add(event.id,
        { firstName: 'Guest', lastName: String(number), email: \`guest-\${number}@lossy.example\`, notify: false })
      for (let number = 0; number < ${LOST}; number += 20) {
        await Promise.all(Array.from({ length: 20 }, (_, index) => add(number + index)))
      }
      const { total } = await calendar.guests.list(event.id, { limit: 1 }).page()
      console.log(total)
    `
    writeFileSync(join(OUT, 'lossy.mjs'), program)
    const { stdout } = await run('lossy.mjs', proxy.baseUrl, service.demo.apiKeys.pro)
    proxy.server.close()
    expect(Number(stdout)).toBe(LOST)
  })
})

/**
 * Stands in for httpx in Pyodide, which has no sockets: the part of its interface that the SDK uses, over the fetch of
 * Node. `npm run judges` runs the same story with httpx itself.
 */
const HTTPX = `
import sys, types
from js import Object, fetch
from pyodide.ffi import JsException, to_js

httpx = types.ModuleType("httpx")
class TransportError(Exception): pass
class Headers(dict):
    def get(self, name, default=None): return super().get(name.lower(), default)
class Response:
    def __init__(self, status, headers, content):
        self.status_code, self.headers, self.content = status, headers, content
        self.text = content.decode()
    def json(self):
        import json
        return json.loads(self.content)
class AsyncClient:
    def __init__(self, transport=None): pass
    async def request(self, method, url, headers, params, content, timeout):
        from urllib.parse import urlencode
        given = {"method": method, "headers": headers}
        if content is not None: given["body"] = content.decode()
        search = "?" + urlencode(params) if params else ""
        try:
            answer = await fetch(url + search, to_js(given, dict_converter=Object.fromEntries))
        except JsException as error:
            raise TransportError(str(error))
        body = (await answer.arrayBuffer()).to_py().tobytes()
        return Response(answer.status, Headers({pair[0]: pair[1] for pair in answer.headers.entries()}), body)
for name in (TransportError, Headers, Response, AsyncClient): setattr(httpx, name.__name__, name)
httpx.Client = httpx.BaseTransport = httpx.AsyncBaseTransport = object
sys.modules["httpx"] = httpx
`

describe('Python SDK', () => {
  let python: PyodideInterface

  beforeAll(async () => {
    python = await loadPyodide()
    python.unpackArchive(new Uint8Array(readFileSync(wheel)), 'wheel', { extractDir: '/wheel' })
    python.FS.writeFile('/wheel/sdk_story.py', readFileSync(join(STRANGER, 'sdk_story.py'), 'utf8'))
    await python.runPythonAsync(`import sys; sys.path.insert(0, "/wheel")\n${HTTPX}`)
  })

  it('completes the story from its wheel, and verifies the three signatures', async () => {
    python.globals.set('given', python.toPy([service.baseUrl, service.demo.apiKeys.pro]))
    const id = (await python.runPythonAsync('import sdk_story; await sdk_story.tell(*given)')) as string
    expect(id).toMatch(/^evt_/)
  })

  it(`creates ${LOST} guests with ${LOST} POSTs while every second response is lost`, async () => {
    const proxy = await startLossyProxy()
    python.globals.set('given', python.toPy([proxy.baseUrl, service.demo.apiKeys.pro, LOST]))
    const total = (await python.runPythonAsync(
      'import sdk_story; await sdk_story.add_guests_while_responses_are_lost(*given)',
    )) as number
    proxy.server.close()
    expect(total).toBe(LOST)
  })

  it('moves the clock of a sandbox and reads the email that a guest got', async () => {
    const { demo, baseUrl } = service
    const made = await fetch(`${baseUrl}/calendars/${demo.calendars.pro}/sandboxes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${demo.tokens.owner}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ now: '2030-03-01T09:00:00Z', seed: 8 }),
    })
    const { key } = ((await made.json()) as { data: { key: string } }).data
    python.globals.set('given', python.toPy([baseUrl, key]))
    const [moved, to, none] = (await python.runPythonAsync(`
from event_calendar import AsyncEventCalendar
async def tell(base_url, api_key):
    sandbox = AsyncEventCalendar(base_url=base_url, api_key=api_key)
    await sandbox.test.trigger({"type": "guest.registered"})
    before = (await sandbox.test.clock())["now"]
    advance = await sandbox.clock.advance(by="10d")
    counted = advance["status"] == "READY" and sum(advance["counts"].values()) == len(advance["effects"])
    mail = await sandbox.mails.latest("test1@example.org")
    return [counted and before < (await sandbox.test.clock())["now"], mail["to"], await sandbox.mails.latest("nobody@example.org") is None]
from pyodide.ffi import to_js
to_js(await tell(*given))
`)) as unknown[]
    expect([moved, to, none]).toEqual([true, 'test1@example.org', true])
  })

  it('has every module in the RECORD of the wheel with its hash', async () => {
    const broken = (await python.runPythonAsync(`
import base64, csv, glob, hashlib
[record] = glob.glob("/wheel/*.dist-info/RECORD")
[path for path, digest, _ in csv.reader(open(record)) if digest and digest != "sha256=" +
  base64.urlsafe_b64encode(hashlib.sha256(open("/wheel/" + path, "rb").read()).digest()).rstrip(b"=").decode()]
`)) as { length: number }
    expect(broken.length).toBe(0)
    const modules = globSync('packages/sdk-python/src/**/*.py', { cwd: ROOT }).map((path) => dirname(path))
    expect(modules.length).toBeGreaterThan(5)
  })
})

describe('evcal', () => {
  const home = join(OUT, 'home')
  const stored = join(home, 'evcal/credentials.json')

  interface Ended {
    code: number | null
    out: string
    err: string
  }

  /** Starts the command like a shell, with `input` as its standard input. */
  const start = (args: string[], { input = '', env = {} }: { input?: string; env?: Record<string, string> } = {}) => {
    const child = spawn(join(OUT, 'node_modules/.bin/evcal'), args, {
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, XDG_CONFIG_HOME: home, ...env },
    })
    const ended: Ended = { code: null, out: '', err: '' }
    child.stdout.on('data', (text: Buffer) => (ended.out += text.toString()))
    child.stderr.on('data', (text: Buffer) => (ended.err += text.toString()))
    child.stdin.end(input)
    const end = new Promise<Ended>((resolve) => child.on('close', (code) => resolve({ ...ended, code })))
    return { child, end, ended }
  }
  const evcal = (args: string[], given = {}) => start(args, given).end

  /** Starts the command in a pseudo terminal. `script` is part of Linux and of macOS, with other options. */
  const startInTerminal = (args: string[], env: Record<string, string>) => {
    const command = [join(OUT, 'node_modules/.bin/evcal'), ...args]
    const given =
      process.platform === 'darwin' ? ['-q', '/dev/null', ...command] : ['-qec', command.join(' '), '/dev/null']
    const child = spawn('script', given, {
      env: { PATH: `${dirname(process.execPath)}:${process.env['PATH'] ?? ''}`, XDG_CONFIG_HOME: home, ...env },
    })
    let shown = ''
    child.stdout.on('data', (text: Buffer) => (shown += text.toString()))
    const end = new Promise<number | null>((resolve) => child.on('close', resolve))
    /** Waits until `text` is shown after the text of the last call, and types. */
    const typeAfter = async (text: string, typed: string) => {
      await expect.poll(() => shown, { timeout: 20_000 }).toContain(text)
      shown = shown.slice(shown.indexOf(text) + text.length)
      child.stdin.write(typed)
    }
    return { typeAfter, end }
  }

  it('stores the login in a file that only its owner can read, and logs out', async () => {
    const wrong = await evcal(['login', '--url', service.baseUrl, '--key', 'svc_live_wrong'])
    expect([wrong.code, existsSync(stored)]).toEqual([1, false])
    const right = await evcal(['login', '--url', service.baseUrl, '--key', service.demo.apiKeys.pro])
    expect([right.code, right.err, statSync(stored).mode & 0o777]).toEqual([0, '', 0o600])
    expect((await evcal(['whoami'])).out).toContain(service.demo.calendars.pro)
    await evcal(['logout'])
    expect(existsSync(stored)).toBe(false)
    expect((await evcal(['logout'])).out).toBe('You were not logged in.\n')
    const noUrl = await evcal(['login', '--url', 'calendar.example.org:443'])
    expect([noUrl.code, noUrl.err]).toEqual([2, expect.stringContaining('is not a URL, such as https://')])
  })

  it('logs in by browser and renews its token', async () => {
    const { baseUrl, demo } = service
    const asOwner = { Authorization: `Bearer ${demo.tokens.owner}`, 'Content-Type': 'application/json' }
    const login = start(['login', '--url', baseUrl])
    await expect.poll(() => login.ended.err, { timeout: 10_000 }).toContain('/oauth/authorize?')
    const asked = new URL(/\S+\/oauth\/authorize\S+/.exec(login.ended.err)?.[0] ?? '')
    // The workspace sends `GET /apps/authorization` and `POST /calendars/:slug/apps`.
    const request = asked.search.slice(1)
    const about = await fetch(`${baseUrl}/apps/authorization?${new URLSearchParams({ request })}`, { headers: asOwner })
    expect(await about.json()).toMatchObject({
      data: { name: 'evcal', isCommandLine: true, isLoopback: true, errorUrl: null },
    })
    const allowed = await fetch(`${baseUrl}/calendars/${demo.calendars.pro}/apps`, {
      method: 'POST',
      headers: asOwner,
      body: JSON.stringify({ request, scopes: ['events:read'] }),
    })
    const { redirectUrl } = ((await allowed.json()) as { data: { redirectUrl: string } }).data
    const forged = new URL(redirectUrl)
    forged.searchParams.set('state', 'forged')
    expect((await fetch(forged)).status).toBe(404)
    expect((await fetch(redirectUrl)).status).toBe(200)
    const ended = await login.end
    expect([ended.code, statSync(stored).mode & 0o777]).toEqual([0, 0o600])
    expect((await evcal(['whoami'])).out).toMatch(/Scopes: events:read\n$/)

    const before = JSON.parse(readFileSync(stored, 'utf8')) as { accessToken: string; expiresAt: number }
    writeFileSync(stored, JSON.stringify({ ...before, accessToken: 'svc_at_over', expiresAt: 0 }))
    expect((await evcal(['events', 'list'])).code).toBe(0)
    const after = JSON.parse(readFileSync(stored, 'utf8')) as typeof before
    expect(after.expiresAt).toBeGreaterThan(Date.now())
    expect((await evcal(['events', 'create', '--title', 'x', '--start', 'x', '--timezone', 'UTC'])).err).toContain(
      'scope_missing) Run `evcal login` again',
    )
    expect((await evcal(['logout'])).out).toContain('The access has ended.')
    const headers = { Authorization: `Bearer ${after.accessToken}` }
    expect((await fetch(`${baseUrl}/v1/me`, { headers })).status).toBe(401)
  })

  it('exits with 2 if it is used wrongly, 3 without a network and 1 if the service refuses', async () => {
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: service.demo.apiKeys.pro }
    const unknown = await evcal(['dance'], { env })
    expect([unknown.code, unknown.err]).toEqual([2, 'There is no command "dance". `evcal --help` lists all.\n'])
    expect((await evcal(['events', 'create', '--title', 'x'], { env })).code).toBe(2)
    expect((await evcal(['whoami'])).code).toBe(2)
    const offline = await evcal(['whoami'], { env: { ...env, EVCAL_URL: 'http://127.0.0.1:9/api' } })
    expect([offline.code, offline.err]).toEqual([3, expect.stringContaining('got no response. Check the address')])
    const refused = await evcal(
      ['events', 'create', '--title', 'x', '--start', 'soon', '--timezone', 'UTC', '--json'],
      { env },
    )
    expect(refused.code).toBe(1)
    expect(JSON.parse(refused.out)).toMatchObject({ code: 'validation_failed', errors: [{ field: 'startAt' }] })
    const shown = await evcal(['events', 'create', '--title', 'x', '--start', 'soon', '--timezone', 'UTC'], { env })
    expect(shown.err.split('\n')).toEqual([
      expect.stringMatching(/ \(validation_failed\)$/),
      expect.stringMatching(/^startAt must be/),
      '',
    ])
  })

  const newEvent = async (env: Record<string, string>) => {
    const startAt = new Date(Date.now() + 600_000).toISOString()
    const args = ['events', 'create', '--title', 'Told', '--start', startAt, '--timezone', 'UTC', '--publish', '--json']
    return (JSON.parse((await evcal(args, { env })).out) as { id: string }).id
  }

  it('imports guests from a file once, line by line, and checks in their codes from standard input', async () => {
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: service.demo.apiKeys.pro }
    const id = await newEvent(env)
    const file = join(OUT, 'guests.csv')
    writeFileSync(file, 'email,name,code\nada@cli.example,Ada L,CODE-ADA\nnot-an-address,Bob,CODE-BOB\n')
    const half = await evcal(['guests', 'import', id, file, '--yes'], { env })
    expect([half.code, half.out]).toEqual([1, ''])
    expect(half.err).toContain('add --accept-refused')
    const accepting = ['guests', 'import', id, file, '--accept-refused']
    const asked = await evcal(accepting, { env })
    expect([asked.code, asked.out]).toEqual([2, ''])
    expect(asked.err).toMatch(/line 3 {2}refused.*\n1 new, 0 changed, 0 known, 1 refused\nImport 1 guest\?/)
    const done = await evcal([...accepting, '--yes'], { env })
    expect([done.code, done.out]).toEqual([1, 'Imported 1 guest.\n'])
    const again = await evcal([...accepting, '--yes', '--json'], { env })
    expect(JSON.parse(again.out)).toMatchObject({ isImported: false, counts: { new: 0, same: 1, refused: 1 } })

    const door = await evcal(['door', id], { env, input: 'CODE-ADA\nqr_unknown\nCODE-ADA\n' })
    expect(door.out).toContain('refused  qr_unknown: No guest has this code at this event')
    expect([door.code, door.out.split('\n').map((line) => line.slice(0, 7).trim())]).toEqual([
      1,
      ['in', 'refused', 'refused', ''],
    ])
  })

  it('shows the quote before it cancels an event, and does nothing unless the person agrees', async () => {
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: service.demo.apiKeys.pro }
    const id = await newEvent(env)
    const file = join(OUT, 'one.csv')
    writeFileSync(file, 'email,name\nada@cli.example,Ada L\n')
    await evcal(['guests', 'import', id, file, '--yes'], { env })
    const asked = await evcal(['events', 'cancel', id], { env })
    expect(asked.code).toBe(2)
    expect(asked.err).toContain('Emails 1 address.')
    expect(asked.err).toContain('Cancel "Told"?')
    const listed = async () =>
      (
        JSON.parse((await evcal(['events', 'list', '--search', 'Told', '--json'], { env })).out) as {
          id: string
          status: string
        }[]
      ).find((each) => each.id === id)
    expect(await listed()).toMatchObject({ status: 'PUBLISHED' })
    const done = await evcal(['events', 'cancel', id, '--yes', '--json'], { env })
    expect([done.code, JSON.parse(done.out)]).toMatchObject([0, { id, status: 'CANCELLED' }])
  })

  const statusOf = async (id: string, key: string) => {
    const answer = await fetch(`${service.baseUrl}/v1/events/${id}`, { headers: { 'x-svc-api-key': key } })
    return ((await answer.json()) as { data: { status: string } }).data.status
  }

  it.each([
    ['n', 'n\n'],
    ['an empty line', '\n'],
    ['another word', 'yesterday\n'],
    ['Ctrl-D', '\u{4}'],
    ['Ctrl-C', '\u{3}'],
  ])('does nothing and exits with 1 after %s in a terminal', async (_name, typed) => {
    const key = service.demo.apiKeys.pro
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: key }
    const id = await newEvent(env)
    const { typeAfter, end } = startInTerminal(['events', 'cancel', id], env)
    await typeAfter('Cancel "Told"? [y/N] ', typed)
    expect([await end, await statusOf(id, key)]).toEqual([1, 'PUBLISHED'])
  })

  it('asks again in a terminal if the effects have changed', async () => {
    const key = service.demo.apiKeys.pro
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: key }
    const id = await newEvent(env)
    const { typeAfter, end } = startInTerminal(['events', 'cancel', id], env)
    const file = join(OUT, 'late.csv')
    writeFileSync(file, 'email,name\nlate@cli.example,Ada L\n')
    await typeAfter('Emails no one.', '')
    expect((await evcal(['guests', 'import', id, file, '--yes'], { env })).code).toBe(0)
    await typeAfter('[y/N] ', 'y\n')
    await typeAfter('Emails 1 address.', '')
    expect(await statusOf(id, key)).toBe('PUBLISHED')
    await typeAfter('[y/N] ', 'Yes\n')
    expect([await end, await statusOf(id, key)]).toEqual([0, 'CANCELLED'])
  })

  it('asks for the number if the write emails more than 1,000 addresses', async () => {
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: service.demo.apiKeys.pro }
    const id = await newEvent(env)
    const file = join(OUT, 'many.csv')
    const lines = Array.from({ length: 1_001 }, (_, index) => `many-${index}@cli.example,Guest ${index}`)
    writeFileSync(file, `email,name\n${lines.join('\n')}\n`)
    expect((await evcal(['guests', 'import', id, file, '--yes'], { env })).code).toBe(0)
    const asked = await evcal(['events', 'cancel', id], { env })
    const question = 'Cancel "Told"? Type 1001 (emails) to go on:'
    expect([asked.code, asked.err]).toEqual([2, expect.stringContaining(question)])
    for (const [typed, code, status] of [
      ['y', 1, 'PUBLISHED'],
      ['1000', 1, 'PUBLISHED'],
      ['1,001', 0, 'CANCELLED'],
    ] as const) {
      const { typeAfter, end } = startInTerminal(['events', 'cancel', id], env)
      await typeAfter(question, `${typed}\n`)
      expect([await end, await statusOf(id, env.EVCAL_API_KEY)], typed).toEqual([code, status])
    }
  })

  it('moves the clock of a sandbox, triggers webhook events there and shows captured emails, never with a live key', async () => {
    const live = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: service.demo.apiKeys.pro }
    const wrong = await evcal(['clock', 'advance', '3d'], { env: live })
    expect([wrong.code, wrong.out, wrong.err]).toEqual([2, '', expect.stringContaining('Developers → Sandboxes')])
    const made = await fetch(`${service.baseUrl}/calendars/${service.demo.calendars.pro}/sandboxes`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${service.demo.tokens.owner}`, 'Content-Type': 'application/json' },
      body: '{}',
    })
    const { data } = (await made.json()) as { data: { key: string } }
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: data.key }
    const json = async (...args: string[]) => {
      const { code, out, err } = await evcal([...args, '--json'], { env })
      expect(code, err).toBe(0)
      return JSON.parse(out) as unknown
    }
    const before = (await json('clock', 'show')) as { now: string }
    const done = await evcal(['trigger', 'guest.registered'], { env })
    expect([done.code, done.err]).toEqual([0, ''])
    expect(done.out).toContain('mail.sent')
    const [mail] = (await json('mails', 'list', '--to', 'test1@example.org')) as { id: string; subject: string }[]
    const shown = await evcal(['mails', 'show', mail?.id ?? ''], { env })
    expect(shown.out).toContain(`To: test1@example.org\nSubject: ${mail?.subject}\n`)
    const advance = (await json('clock', 'advance', '3d')) as { to: string }
    expect(Date.parse(advance.to) - Date.parse(before.now)).toBeGreaterThanOrEqual(3 * 86_400_000)
    expect((await evcal(['trigger', 'moon.landed'], { env })).code).toBe(1)
    expect((await evcal(['clock', 'advance', 'soon'], { env })).code).toBe(1)
  })

  it('waits for an advance that takes longer than a response', async () => {
    const NOON = '2030-06-01T12:00:00.000Z'
    const effect = (seq: number) => ({
      seq,
      at: NOON,
      kind: 'mail.sent',
      object: 'mail',
      id: `mal_${seq}`,
      summary: `Mail ${seq}`,
      because: 'test',
      data: {},
    })
    let looks = 0
    const clock = () => ({ now: NOON, target: NOON, failure: null, status: (looks += 1) < 3 ? 'ADVANCING' : 'READY' })
    const answers: Record<string, () => object> = {
      '/v1/me': () => ({ mode: 'test' }),
      '/v1/test/clock/advance': () => ({
        from: NOON,
        to: NOON,
        status: 'ADVANCING',
        failure: null,
        counts: { 'mail.sent': 1 },
        effects: [effect(1)],
        cursor: '1',
        hasMore: false,
      }),
      '/v1/test/clock': clock,
      '/v1/test/effects': () => ({
        effects: Array.from({ length: 102 }, (_, index) => effect(index + 2)),
        cursor: '103',
        hasMore: false,
      }),
    }
    const server = createServer((request, response) => {
      const data = answers[(request.url ?? '').split('?')[0] ?? '']?.()
      response.writeHead(data === undefined ? 404 : 200, { 'Content-Type': 'application/json' })
      response.end(JSON.stringify({ data }))
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const env = { EVCAL_URL: `http://127.0.0.1:${port}`, EVCAL_API_KEY: 'svc_test_any' }
    const { code, out, err } = await evcal(['clock', 'advance', '3d'], { env })
    server.close()
    expect([code, err, looks]).toEqual([0, '', 3])
    const lines = out.trim().split('\n')
    expect(lines).toHaveLength(102)
    expect(lines[0]).toMatch(/mail\.sent {2}Mail 1$/)
    expect(lines.slice(99)).toEqual([expect.stringMatching(/Mail 100$/), '… and 3 more', `${NOON}  READY`])
  })

  it('writes a calendar into a file that only its owner can read, and never with a key', async () => {
    const { baseUrl, demo } = service
    const out = join(OUT, 'calendar.zip')
    const env = { EVCAL_URL: baseUrl, EVCAL_SESSION_TOKEN: demo.tokens.owner }
    const archive = (...args: string[]) => evcal(['archive', demo.calendars.pro, '--out', out, ...args], { env })
    const byKey = await evcal(['archive', demo.calendars.pro, '--out', out], {
      env: { EVCAL_URL: baseUrl, EVCAL_API_KEY: demo.apiKeys.pro },
    })
    expect([byKey.code, byKey.err, existsSync(out)]).toEqual([2, 'This command needs EVCAL_SESSION_TOKEN.\n', false])
    const foreign = await evcal(['archive', demo.calendars.pro, '--out', out, '--json'], {
      env: { ...env, EVCAL_SESSION_TOKEN: 'nonsense' },
    })
    expect([foreign.code, JSON.parse(foreign.out), existsSync(out)]).toMatchObject([
      1,
      { code: 'unauthenticated' },
      false,
    ])

    const done = await archive('--json')
    expect(done.code, done.err).toBe(0)
    const { id, key, bytes } = JSON.parse(done.out) as { id: string; key: string; bytes: number }
    expect(done.err).toBe(`Creating ${id}. Its key, which is shown once: ${key}\n`)
    expect([statSync(out).size, statSync(out).mode & 0o777]).toEqual([bytes, 0o600])
    const file = readFileSync(out)
    expect([file.subarray(0, 2).toString(), file.includes('manifest.json')]).toEqual(['PK', true])

    const again = await archive()
    expect([again.code, again.err]).toEqual([2, `${out} exists already.\n`])
    rmSync(out)
    const same = await archive('--id', id)
    expect([same.code, same.out, statSync(out).size]).toEqual([0, expect.stringContaining('Digest: '), bytes])
    rmSync(out)
    const none = await archive('--id', 'arc_none')
    expect([none.code, existsSync(out), none.err.includes('--id')]).toEqual([1, false, false])
    expect((await evcal(['archive', demo.calendars.pro], { env })).code).toBe(2)
  })

  it('forwards webhooks to a local server with valid signatures, without a tunnel', async () => {
    const env = { EVCAL_URL: service.baseUrl, EVCAL_API_KEY: service.demo.apiKeys.pro }
    const received: { headers: IncomingHttpHeaders; body: string }[] = []
    const local = createServer((request, response) => {
      void (async () => {
        let body = ''
        for await (const chunk of request.setEncoding('utf8')) body += String(chunk)
        received.push({ headers: request.headers, body })
        response.end()
      })()
    })
    await new Promise<void>((resolve) => local.listen(0, '127.0.0.1', resolve))
    const { port } = local.address() as AddressInfo
    const to = `127.0.0.1:${port}/hooks`
    const listening = start(['listen', '--forward-to', to, '--events', 'event.created'], { env })
    await expect.poll(() => listening.ended.err, { timeout: 10_000 }).toContain('Signing secret:')
    const id = await newEvent(env)
    await expect.poll(() => received.length, { timeout: 20_000 }).toBe(1)
    const [, secret = ''] = /Signing secret: (\S+)/.exec(listening.ended.err) ?? []
    const [{ body, headers }] = received as [(typeof received)[0]]
    expect(() => new Webhook(secret).verify(body, headers as Record<string, string>)).not.toThrow()
    expect(body).toContain(id)
    await expect.poll(() => listening.ended.out, { timeout: 10_000 }).toContain('ok      event.created  200')
    listening.child.kill('SIGINT')
    expect((await listening.end).code).toBe(0)
    local.close()
  })
})
