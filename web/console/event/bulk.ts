import { useLayoutEffect } from 'hono/jsx/dom'
import { Refusal } from '../../shared/api.ts'
import { troubleOf } from '../parts/trouble.ts'
import { useState } from '../parts/state.ts'

interface RunWords {
  /** Label shown while the action runs, such as "Approving". */
  doing: string
  progress(done: string, total: string): string
}

/**
 * A bulk action that sends guest ids in batches. Its state is in this module, so the action continues when the user
 * changes screens.
 */
export interface Run {
  words: RunWords
  done: number
  total: number
  /** Error messages by guest id. */
  failed: ReadonlyMap<string, string>
  /** Ids in the request in progress. */
  current: ReadonlySet<string>
  /** Whether the service asked us to wait (`Retry-After`). */
  isWaiting: boolean
  isPaused: boolean
  isOver: boolean
}

/** For 503. After 429 there is no limit, because the time in `Retry-After` is exact. */
const MAX_TRIES_WHILE_DOWN = 5

const NONE: Run = {
  words: { doing: '', progress: () => '' },
  done: 0,
  total: 0,
  failed: new Map(),
  current: new Set(),
  isWaiting: false,
  isPaused: false,
  isOver: true,
}
let run = NONE
let isStopped = false
let stop = Promise.withResolvers<void>()
let resume = Promise.withResolvers<void>()
resume.resolve()
const listeners = new Set<() => void>()
const change = (changes: Partial<Run>) => {
  run = { ...run, ...changes }
  for (const listener of listeners) listener()
}

const pause = (seconds: number) => new Promise((resolve) => setTimeout(resolve, seconds * 1000))

/**
 * Retries after 429 until the service accepts the request, and after 503 up to `MAX_TRIES_WHILE_DOWN` (5) times. Waits
 * for the time given in `Retry-After`. Once the user has stopped the run, it throws the error instead.
 */
export const patiently = async <Answer>(work: () => Promise<Answer>): Promise<Answer> => {
  for (let failures = 0; ;) {
    try {
      return await work()
    } catch (error) {
      if (!(error instanceof Refusal) || isStopped) throw error
      if (error.status === 503) failures += 1
      if (error.status !== 429 && (error.status !== 503 || failures > MAX_TRIES_WHILE_DOWN)) throw error
      change({ isWaiting: true })
      await Promise.race([pause(error.retryAfterSeconds ?? 1), stop.promise])
      change({ isWaiting: false })
    }
  }
}

/**
 * Calls `act` with batches of `ofACall` ids. `act` returns error messages by id. If a whole call fails, every id in its
 * batch gets that error. Returns null if another bulk action is running.
 */
export const startRun = async (
  words: RunWords,
  ids: readonly string[],
  act: (ids: readonly string[]) => Promise<ReadonlyMap<string, string>>,
  { ofACall }: { ofACall: number },
) => {
  if (!run.isOver) return null
  isStopped = false
  stop = Promise.withResolvers()
  change({ ...NONE, words, total: ids.length, isOver: false })
  for (let from = 0; from < ids.length; from += ofACall) {
    await resume.promise
    if (isStopped) break
    const some = ids.slice(from, from + ofACall)
    change({ current: new Set(some) })
    const failed = await patiently(() => act(some)).catch(
      (error: unknown) => new Map(some.map((id) => [id, troubleOf(error)])),
    )
    change({ done: run.done + some.length, failed: new Map([...run.failed, ...failed]) })
  }
  change({ isOver: true, isPaused: false, current: new Set() })
  return run
}

export const pauseRun = () => {
  resume = Promise.withResolvers()
  change({ isPaused: true })
}

export const resumeRun = () => {
  change({ isPaused: false })
  resume.resolve()
}

export const stopRun = () => {
  isStopped = true
  stop.resolve()
  resumeRun()
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
