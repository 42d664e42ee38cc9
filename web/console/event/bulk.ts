import { useLayoutEffect, useState } from 'hono/jsx/dom'
import { Refusal, wordsOf } from '../../shared/api.ts'

/**
 * A bulk action that sends guest ids in batches. Its state is in this module, so the action continues when the user
 * changes screens.
 */
export interface Run {
  /** Label shown while the action runs, such as "Approving". */
  doing: string
  done: number
  total: number
  /** Error messages by guest id. */
  failed: ReadonlyMap<string, string>
  /** Ids in the request in progress. */
  current: ReadonlySet<string>
  isOver: boolean
}

const MOST_WAITS = 5

const NONE: Run = { doing: '', done: 0, total: 0, failed: new Map(), current: new Set(), isOver: true }
let run = NONE
let isStopped = false
const listeners = new Set<() => void>()
const change = (changes: Partial<Run>) => {
  run = { ...run, ...changes }
  for (const listener of listeners) listener()
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/** Retries after 429 and 503, up to `MOST_WAITS` (5) times. Waits for the time given in `Retry-After`. */
const patiently = async <Answer>(work: () => Promise<Answer>) => {
  for (let wait = 0; ; wait += 1) {
    try {
      return await work()
    } catch (error) {
      const isBusy = error instanceof Refusal && (error.status === 429 || error.status === 503)
      if (!isBusy || wait === MOST_WAITS) throw error
      await pause(error.retryAfterSeconds ?? 1)
    }
  }
}

/**
 * Calls `act` with batches of `ofACall` ids. `act` returns error messages by id. If a whole call fails, every id in its
 * batch gets that error. Returns null if another bulk action is running.
 */
export const startRun = async (
  doing: string,
  ids: readonly string[],
  act: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  { ofACall }: { ofACall: number },
) => {
  if (!run.isOver) return null
  isStopped = false
  change({ ...NONE, doing, total: ids.length, isOver: false })
  for (let from = 0; from < ids.length; from += ofACall) {
    if (isStopped) break
    const some = ids.slice(from, from + ofACall)
    change({ current: new Set(some) })
    const failed = await patiently(() => act(some)).catch(
      (error: unknown) => new Map(some.map((id) => [id, wordsOf(error)])),
    )
    change({ done: run.done + some.length, failed: new Map([...run.failed, ...failed]) })
  }
  change({ isOver: true, current: new Set() })
  return run
}

export const stopRun = () => {
  isStopped = true
}

export const useRun = (): Run => {
  const [, redraw] = useState(0)
  useLayoutEffect(() => {
    const listener = () => redraw((count) => count + 1)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, [])
  return run
}
