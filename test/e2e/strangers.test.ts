import { connect } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { startService } from '../../harness/service.ts'

const service = await startService({ env: { RATE_LIMIT_SCALE: '1000' } })
afterAll(() => service.stop())

const GREAT = 90 * 1024 * 1024
const MOST_READ = 1024 * 1024
const PIECE = 16 * 1024
/** A body that is read no further than its limit is answered after these; one that is read whole, never. */
const PATIENT_AFTER = 6
const PATIENCE_MS = 5_000

interface Heard {
  status: number
  sent: number
}

/**
 * Sends a great body piece by piece and stops at the answer. What lies in the buffers between is little: it goes on only
 * when nothing has come for a while.
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

/** Who hangs up with bytes unread resets the connection, and the reset may overtake the answer: then it is asked again. */
const sendGreat = async (method: string, path: string, type: string): Promise<Heard> => {
  let heard = await sendOnce(method, path, type)
  for (let tries = 1; heard.status === 0 && heard.sent < MOST_READ && tries < TRIES; tries += 1)
    heard = await sendOnce(method, path, type)
  return heard
}

const FORM = 'application/x-www-form-urlencoded'
const JSON_TYPE = 'application/json'
type Line = [line: string, method: string, path: string, type: string]

/** What the service's own document says takes no credential. */
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

describe('90 MB', () => {
  it.each(paths)('to %s are answered with less than 1 MB read', async (_, method, path, type) => {
    const { status, sent } = await sendGreat(method, path, type)
    expect(status).toBeGreaterThanOrEqual(200)
    expect(sent).toBeLessThan(MOST_READ)
  })

  it('to an event that takes registrations are 413, to the form of its page too', async () => {
    const { data } = (await (await fetch(`${service.baseUrl}/calendars/demo-pro/events`)).json()) as {
      data: { id: string; slug: string }[]
    }
    const { id, slug } = data[0]!
    const asked = await sendGreat('POST', `/api/public/events/${id}/registrations`, JSON_TYPE)
    expect(asked).toEqual({ status: 413, sent: expect.any(Number) })
    expect(asked.sent).toBeLessThan(MOST_READ)
    expect((await sendGreat('POST', `/e/${slug}`, FORM)).status).toBe(413)
  })

  it('leave the service well', async () => {
    expect((await fetch(`${service.baseUrl}/health`)).status).toBe(200)
  })
})

describe('a stranger who is refused', () => {
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
    'a calendar that is not there': () => fetch(`${service.baseUrl}/calendars/nothing-${random()}`),
    'an event that is not there': () => fetch(`${service.baseUrl}/events/slug/evt_${random()}`),
    'a registration at no event': () =>
      fetch(`${service.baseUrl}/public/events/evt_${random()}/registrations`, json(registration)),
    'a wrong manage link': () => fetch(`${service.baseUrl}/public/registrations/nobody.${random()}`),
    'a message of no provider': () => fetch(`${service.baseUrl}/public/payments/stripe`, json({})),
  }

  it('costs at most one and a half times /health, whatever is tried: in turns, by the medians', async () => {
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
