import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { EventCalendar, RefusedError } from '../../../packages/sdk-typescript/src/index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

interface Sent {
  at: number
  key: string | null
}

/** Returns a client whose requests get the given statuses one after another, then 200. */
const clientWith = (statuses: readonly number[], headers: Record<string, string> = {}) => {
  const sent: Sent[] = []
  const answers = [...statuses]
  const begun = Date.now()
  const fetch = async (_input: unknown, init?: RequestInit) => {
    sent.push({ at: Date.now() - begun, key: new Headers(init?.headers).get('Idempotency-Key') })
    const status = answers.shift() ?? 200
    return Response.json(
      { data: {}, code: 'rate_limited', message: '' },
      { status, headers: status < 300 ? {} : headers },
    )
  }
  return { sent, client: new EventCalendar({ baseUrl: 'https://one.test/api', apiKey: 'key', fetch }) }
}

const settle = async (call: PromiseLike<unknown>) => {
  const settled = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  return (await settled)[0]
}

const event = { title: 'Boats', startAt: '2031-01-01T10:00:00Z', timezone: 'UTC' }

it.each([429, 502, 503, 504])(
  'repeats a POST after %i with the same key, and waits longer each time',
  async (status) => {
    const { sent, client } = clientWith([status, status, status])
    expect((await settle(client.events.create(event))).status).toBe('fulfilled')
    expect(sent).toHaveLength(4)
    expect(new Set(sent.map(({ key }) => key)).size).toBe(1)
    const waits = sent.slice(1).map(({ at }, index) => at - (sent[index]?.at ?? 0))
    for (const [index, wait] of waits.entries()) {
      expect(wait).toBeGreaterThanOrEqual(250 * 2 ** index)
      expect(wait).toBeLessThanOrEqual(500 * 2 ** index)
    }
  },
)

it('waits as long as Retry-After says', async () => {
  const { sent, client } = clientWith([429], { 'Retry-After': '7' })
  expect((await settle(client.events.create(event))).status).toBe('fulfilled')
  expect(sent.map(({ at }) => at)).toEqual([0, 7_000])
})

it('returns the refusal if Retry-After is longer than a minute, and never asks earlier', async () => {
  const { sent, client } = clientWith([429], { 'Retry-After': '3600' })
  const result = await settle(client.events.create(event))
  expect(result).toMatchObject({ status: 'rejected', reason: expect.any(RefusedError) })
  expect(sent).toHaveLength(1)
})

it('gives up after three repeats', async () => {
  const { sent, client } = clientWith([503, 503, 503, 503, 503])
  expect((await settle(client.events.create(event))).status).toBe('rejected')
  expect(sent).toHaveLength(4)
})
