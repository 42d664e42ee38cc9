import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { AdvanceFailedError, EventCalendar } from '../../../packages/sdk-typescript/src/index.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const NOON = '2030-06-01T12:00:00.000Z'
const FAILURE = { job: 'expire offers', reason: 'the disk is on fire' }

type Status = 'READY' | 'ADVANCING' | 'FAILED'

const effect = (seq: number, kind = 'mail.sent') => ({ seq, at: NOON, kind, object: 'mail', id: `mal_${seq}` })

interface Service {
  /** Status in the response of the advance, then in each look at the clock. */
  statuses: readonly [Status, ...Status[]]
  hasMore?: boolean
  pages?: readonly (readonly unknown[])[]
}

/** Returns a client of a sandbox whose clock takes a while. `asked` has its requests. */
const sandboxOf = ({ statuses, hasMore = false, pages = [] }: Service) => {
  const asked: string[] = []
  let [looks, read] = [0, 0]
  const state = () => {
    const status = statuses[looks] ?? 'READY'
    looks += 1
    return { status, failure: status === 'FAILED' ? FAILURE : null }
  }
  const answers: Record<string, () => object> = {
    '/v1/test/clock/advance': () => ({
      ...state(),
      from: NOON,
      to: NOON,
      counts: { 'mail.sent': 1 },
      effects: [effect(1)],
      cursor: '1',
      hasMore,
    }),
    '/v1/test/clock': () => ({ ...state(), now: NOON, target: null }),
    '/v1/test/effects': () => {
      const effects = pages[read] ?? []
      read += 1
      return { effects, cursor: `after page ${read}`, hasMore: read < pages.length }
    },
  }
  const fetch = async (input: unknown, init?: RequestInit) => {
    init?.signal?.throwIfAborted()
    const { pathname, searchParams } = new URL(String(input))
    asked.push([pathname, ...searchParams.getAll('cursor')].join(' '))
    return Response.json({ data: answers[pathname]?.() })
  }
  return { asked, client: new EventCalendar({ baseUrl: 'https://one.test', apiKey: 'svc_test_any', fetch }) }
}

const settle = async (call: PromiseLike<unknown>) => {
  const settled = Promise.allSettled([call])
  await vi.runAllTimersAsync()
  return (await settled)[0]
}

it('returns a short advance with its counts in one request', async () => {
  const { asked, client } = sandboxOf({ statuses: ['READY'] })
  const advance = await client.clock.advance({ by: '3d' })
  expect(advance).toMatchObject({ status: 'READY', counts: { 'mail.sent': 1 }, effects: [effect(1)], hasMore: false })
  expect(asked).toEqual(['/v1/test/clock/advance'])
})

it('waits for a long advance and counts the effects of all pages', async () => {
  const pages = [[effect(2), effect(3, 'status.changed')], [effect(4)]]
  const { asked, client } = sandboxOf({ statuses: ['ADVANCING', 'ADVANCING', 'READY'], pages })
  expect(await settle(client.clock.advance({ to: NOON }))).toMatchObject({
    status: 'fulfilled',
    value: {
      status: 'READY',
      counts: { 'mail.sent': 3, 'status.changed': 1 },
      effects: [1, 2, 3, 4].map((seq) => ({ seq })),
      cursor: 'after page 2',
      hasMore: false,
    },
  })
  expect(asked).toEqual([
    '/v1/test/clock/advance',
    '/v1/test/clock',
    '/v1/test/clock',
    '/v1/test/effects 1',
    '/v1/test/effects after page 1',
  ])
})

it('throws the job that failed together with the effects before it', async () => {
  const { client } = sandboxOf({ statuses: ['ADVANCING', 'FAILED'], pages: [[effect(2)]] })
  const result = await settle(client.clock.advance({ by: 'P1D' }))
  expect(result).toMatchObject({ status: 'rejected', reason: expect.any(AdvanceFailedError) })
  expect(result).toMatchObject({
    reason: {
      message: 'expire offers: the disk is on fire',
      job: 'expire offers',
      advance: { status: 'FAILED', failure: FAILURE, counts: { 'mail.sent': 2 }, effects: [effect(1), effect(2)] },
    },
  })
})

it('stops waiting when the signal is aborted, with its reason', async () => {
  const { asked, client } = sandboxOf({ statuses: Array.from({ length: 9 }, () => 'ADVANCING') as ['ADVANCING'] })
  const [stopping, reason] = [new AbortController(), new Error('the person pressed Ctrl-C')]
  setTimeout(() => stopping.abort(reason), 1_200)
  expect(await settle(client.clock.advance({ by: '3d' }, { signal: stopping.signal }))).toEqual({
    status: 'rejected',
    reason,
  })
  expect(asked).toEqual(['/v1/test/clock/advance', '/v1/test/clock', '/v1/test/clock'])
})
