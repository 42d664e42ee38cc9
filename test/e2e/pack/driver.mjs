// Runs inside the empty root, with the Node of the package: no npm packages, no shell, no network but loopback.
import { spawn } from 'node:child_process'
import { generateKeyPairSync, sign } from 'node:crypto'
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

const PORT = 8787
const JWKS_PORT = 8799
const ISSUER = `http://127.0.0.1:${JWKS_PORT}`
const API = `http://127.0.0.1:${PORT}/api`

const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const jwk = { ...publicKey.export({ format: 'jwk' }), kid: 'test', alg: 'ES256', use: 'sig' }
createServer((_request, response) => response.end(JSON.stringify({ keys: [jwk] }))).listen(JWKS_PORT, '127.0.0.1')

const part = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const token = () => {
  const now = Math.floor(Date.now() / 1000)
  const claims = { iss: ISSUER, aud: API, sub: 'usr_owner', iat: now, exp: now + 600 }
  const text = `${part({ alg: 'ES256', kid: 'test', typ: 'at+jwt' })}.${part(claims)}`
  return `${text}.${sign('sha256', Buffer.from(text), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const call = async (line, json) => {
  const [method, path] = line.split(' ')
  const answer = await fetch(`${API}${path}`, {
    method,
    headers: { authorization: `Bearer ${token()}`, 'content-type': 'application/json' },
    body: json === undefined ? undefined : JSON.stringify(json),
  })
  const text = await answer.text()
  if (!answer.ok) throw new Error(`${line}: ${answer.status} ${text}`)
  return JSON.parse(text).data
}

const started = []
process.once('exit', () => {
  for (const child of started)
    if (child.exitCode === null && child.signalCode === null) process.kill(-child.pid, 'SIGKILL')
})

const start = async () => {
  const from = performance.now()
  const child = spawn(process.execPath, ['/opt/event-calendar/app/host.mjs', 'start'], {
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
    env: {
      PORT: String(PORT),
      DATA_DIR: '/data',
      ENVIRONMENT: 'local',
      PUBLIC_BASE_URL: API,
      AUTH_ISSUER: ISSUER,
      AUTH_JWKS_URL: `${ISSUER}/jwks`,
      AUTH_AUDIENCE: API,
    },
  })
  started.push(child)
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes) => (output += bytes))
  for (const end = from + 60_000; !output.includes('Event Calendar is running.'); await sleep(50)) {
    if (child.exitCode !== null || performance.now() > end) throw new Error(`the service did not start:\n${output}`)
  }
  return { child, ms: Math.round(performance.now() - from) }
}

const first = await start()
const { slug } = await call('POST /calendars', { name: 'Harbour', slug: 'harbour', timezone: 'Europe/Lisbon' })
const event = await call('POST /events', {
  calendarSlug: slug,
  title: 'Opening',
  startAt: new Date(Date.now() + 86_400_000).toISOString(),
  endAt: new Date(Date.now() + 90_000_000).toISOString(),
  timezone: 'Europe/Lisbon',
  status: 'PUBLISHED',
  visibility: 'PUBLIC',
  registration: { isEnabled: true },
})
const { guest } = await call(`POST /public/events/${event.id}/registrations`, {
  firstName: 'Ana',
  lastName: 'Lima',
  email: 'ana@example.org',
})
const killed = new Promise((resolve) => first.child.once('exit', resolve))
// The next start ends the old runtime, if `/proc` lists it. A plain `chroot` has no `/proc`.
const pid = Number(first.child.pid)
process.kill(existsSync('/proc/self') ? pid : -pid, 'SIGKILL')
await killed

const second = await start()
const guests = await call(`GET /events/${event.id}/guests`)
second.child.kill('SIGTERM')
const code = await new Promise((resolve) => second.child.once('exit', resolve))
process.stdout.write(
  `${JSON.stringify({ registered: guest.id, found: guests.map(({ id }) => id), firstMs: first.ms, againMs: second.ms, code, uid: process.getuid() })}\n`,
)
process.exit(0)
