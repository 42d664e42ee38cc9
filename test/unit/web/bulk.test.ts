import { describe, expect, it } from 'vitest'
import { patiently, pauseRun, resumeRun, startRun, stopRun } from '../../../web/console/event/bulk.ts'
import { Refusal } from '../../../web/shared/api.ts'

const WORDS = { doing: 'Adding', progress: (done: string, total: string) => `${done} of ${total}` }
const busy = (status: number, seconds: number) => new Refusal(status, { code: 'rate_limited' }, seconds)
const NO_FAILURE: ReadonlyMap<string, string> = new Map()
const ids = (count: number) => Array.from({ length: count }, (_, index) => String(index))

/** An action that the service refuses with `status` the first `refusals` times. */
const refusedAtFirst = (status: number, refusals: number) => {
  const calls = { count: 0 }
  const act = async () => {
    calls.count += 1
    if (calls.count <= refusals) throw busy(status, 0.001)
    return NO_FAILURE
  }
  return { calls, act }
}

describe('startRun', () => {
  it('waits after 429 until the service accepts the request, however often that is', async () => {
    const { calls, act } = refusedAtFirst(429, 12)
    const ended = await startRun(WORDS, ids(2), act, { ofACall: 1 })
    expect([ended?.done, ended?.failed.size, calls.count]).toEqual([2, 0, 14])
  })

  it('gives up after six 503', async () => {
    const { calls, act } = refusedAtFirst(503, 99)
    const ended = await startRun(WORDS, ids(1), act, { ofACall: 1 })
    expect([ended?.failed.size, calls.count]).toEqual([1, 6])
  })

  it('sends nothing while paused and continues after that', async () => {
    const sent: string[] = []
    const running = startRun(
      WORDS,
      ids(4),
      async ([id = '']) => {
        sent.push(id)
        if (id === '1') pauseRun()
        return NO_FAILURE
      },
      { ofACall: 1 },
    )
    await new Promise((resolve) => setTimeout(resolve, 20))
    expect(sent).toEqual(['0', '1'])
    resumeRun()
    expect((await running)?.done).toBe(4)
    expect(sent).toEqual(['0', '1', '2', '3'])
  })

  it('ends when stopped while it waits or is paused', async () => {
    const waiting = startRun(WORDS, ids(3), () => patiently(() => Promise.reject(busy(429, 600))), { ofACall: 1 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    stopRun()
    expect(await waiting).toMatchObject({ done: 1, isOver: true })
    const pausing = async () => {
      pauseRun()
      return NO_FAILURE
    }
    const paused = startRun(WORDS, ids(3), pausing, { ofACall: 1 })
    await new Promise((resolve) => setTimeout(resolve, 5))
    stopRun()
    expect(await paused).toMatchObject({ done: 1, isOver: true })
  })
})
