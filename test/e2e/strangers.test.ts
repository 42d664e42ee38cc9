import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../harness/service.ts'

const service = await startService({ env: { RATE_LIMIT_SCALE: '1000' } })
afterAll(() => service.stop())

const GREAT = 90 * 1024 * 1024
const MOST_READ = 1024 * 1024
const PIECE = 16 * 1024
/**
 * After 6 pieces (96 KiB), waits 5 s before each further piece. A service that stops at its limit has answered by then;
 * one that reads the whole body never answers.
 */
const PATIENT_AFTER = 6
const PATIENCE_MS = 5_000

interface Heard {
  status: number
  sent: number
}

/**
 * Sends a chunked body of up to `GREAT` bytes and stops when the response arrives. The pauses keep the socket buffers
 * small, so `sent` is close to the number of bytes the service has read.
 */
const sendOnce = async (method: string, path: string, type: string): Promise<Heard> => {
  const socket = connect(service.port, '127.0.0.1')
  const heard = { answer: '', isOver: false }
  socket.on('data', (bytes) => {
    heard.answer += bytes.toString('latin1')
    heard.isOver = true
  })
  for (const end of ['close', 'error'] as const) socket.on(end, () => (heard.isOver = true))
  const isOver = () => heard.isOver
  socket.write(
    `${method} ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nAccept: text/html\r\nContent-Type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n`,
  )
  let sent = 0
  for (let pieces = 1; !isOver() && sent < GREAT && sent < 2 * MOST_READ; pieces += 1) {
    socket.write(`${PIECE.toString(16)}\r\n${'x'.repeat(PIECE)}\r\n`)
    sent += PIECE
    const until = performance.now() + (pieces < PATIENT_AFTER ? 5 : PATIENCE_MS)
    while (!isOver() && performance.now() < until) await sleep(5)
  }
  socket.destroy()
  return { status: Number(heard.answer.slice(9, 12)), sent }
}

const TRIES = 5

/**
 * A server that closes a socket with unread data sends a TCP RST, which can overtake the response. In that case,
 * retries up to `TRIES` times.
 */
const sendGreat = async (method: string, path: string, type: string): Promise<Heard> => {
  let heard = await sendOnce(method, path, type)
  for (let tries = 1; heard.status === 0 && heard.sent < MOST_READ && tries < TRIES; tries += 1)
    heard = await sendOnce(method, path, type)
  return heard
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
type Line = [line: string, method: string, path: string, type: string]

/** Returns the routes that need no credential according to the OpenAPI document. */
const openPaths = async (): Promise<Line[]> => {
  const { paths } = (await (await fetch(`${service.baseUrl}/v1/openapi.json`)).json()) as {
    paths: Record<string, Record<string, { security?: unknown[] }>>
  }
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods)
      .filter(([, { security }]) => security?.length === 0)
      .map(([method]): Line => {
        const name = method.toUpperCase()
        return [`${name} ${path}`, name, `/api${path.replaceAll(/\{\w+\}/g, 'nowhere-0000000000')}`, JSON_TYPE]
      }),
  )
}

const paths: Line[] = [
  ...(await openPaths()),
  ...['POST /e/demo', 'POST /r/nobody.nothing/accept', 'POST /r/nobody.nothing/cancel', 'GET /', 'POST /nothing'].map(
    (line): Line => [`${line}, a page`, ...(line.split(' ') as [string, string]), FORM],
  ),
  ['POST no operation', 'POST', '/api/nothing/here', JSON_TYPE],
]

describe('body of 90 MB', () => {
  it.each(paths)('is answered by %s before 1 MB is read', async (_, method, path, type) => {
    const { status, sent } = await sendGreat(method, path, type)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(sent).toBeLessThan(MOST_READ)
  })

  it('gets a 413 from the API and from the form of an existing event', async () => {
    const { data } = (await (await fetch(`${service.baseUrl}/calendars/demo-pro/events`)).json()) as {
      data: { id: string; slug: string }[]
    }
    const { id, slug } = data[0]!
    const asked = await sendGreat('POST', `/api/public/events/${id}/registrations`, JSON_TYPE)
    expect(asked).toEqual({ status: 413, sent: expect.any(Number) })
    expect(asked.sent).toBeLessThan(MOST_READ)
    expect((await sendGreat('POST', `/e/${slug}`, FORM)).status).toBe(413)
  })

  it('leaves the service healthy', async () => {
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  })
})

describe('rejected anonymous request', () => {
  const ROUNDS = 40
  const random = () => crypto.randomUUID().replaceAll('-', '').slice(0, 22)
  const registration = { firstName: 'Ada', lastName: 'Guest', email: 'ada@guests.test' }
  const json = (body: unknown) => ({
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  })
  const refused: Record<string, () => Promise<Response>> = {
    'no credential': () => fetch(`${service.baseUrl}/v1/me`),
    'a wrong key': () => fetch(`${service.baseUrl}/v1/me`, { headers: { 'x-svc-api-key': 'svc_live_wrong' } }),
    'a wrong token': () => fetch(`${service.baseUrl}/me`, { headers: { Authorization: 'Bearer garbage' } }),
    'an unknown calendar': () => fetch(`${service.baseUrl}/calendars/nothing-${random()}`),
    'an unknown event': () => fetch(`${service.baseUrl}/events/slug/evt_${random()}`),
    'a registration for an unknown event': () =>
      fetch(`${service.baseUrl}/public/events/evt_${random()}/registrations`, json(registration)),
    'a wrong manage link': () => fetch(`${service.baseUrl}/public/registrations/nobody.${random()}`),
    'an unsigned Stripe webhook': () => fetch(`${service.baseUrl}/public/payments/stripe`, json({})),
  }

  it('takes at most 1.5 times as long as /health, comparing the medians of interleaved calls', async () => {
    const took = new Map<string, number[]>()
    const take = async (name: string, call: () => Promise<Response>) => {
      const begunAt = performance.now()
      const answer = await call()
      await answer.text()
      took.set(name, [...(took.get(name) ?? []), performance.now() - begunAt])
      return answer.status
    }
    for (let round = 0; round < ROUNDS; round += 1) {
      expect(await take('health', () => fetch(`${service.baseUrl}/health`))).toBe(200)
      for (const [name, call] of Object.entries(refused)) {
        expect(await take(name, call), name).toBeGreaterThanOrEqual(400)
      }
    }
    const medianOf = (name: string) => (took.get(name) ?? []).toSorted((one, other) => one - other)[ROUNDS / 2] ?? 0
    for (const name of Object.keys(refused)) {
      expect(medianOf(name) / medianOf('health'), name).toBeLessThanOrEqual(1.5)
    }
  })
})
