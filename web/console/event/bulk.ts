import { useLayoutEffect, useState } from 'hono/jsx/dom'
import { Refusal, wordsOf } from '../../shared/api.ts'

/** An act done to many, one after the other, which goes on wherever its person goes in the console. */
export interface Run {
  /** What is being done: "Approving". */
  doing: string
  done: number
  total: number
  /** Why not, by the id of whoever it could not be done to. */
  failed: ReadonlyMap<string, string>
  /** Whose turn it is. */
  current: ReadonlySet<string>
  isOver: boolean
}

/** So many at once: the service puts them in a row anyway. */
const AT_ONCE = 4
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

/** Whoever asks too much at once waits as long as the service says. */
const patiently = async (work: () => Promise<unknown>) => {
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

export const startRun = async (doing: string, ids: readonly string[], act: (id: string) => Promise<unknown>) => {
  if (!run.isOver) return null
  isStopped = false
  change({ ...NONE, doing, total: ids.length, isOver: false })
  // Of one walk: whoever is free takes who is next.
  const left = ids.values()
  const worker = async () => {
    for (const whose of left) {
      if (isStopped) return
      change({ current: new Set([...run.current, whose]) })
      const failure = await patiently(() => act(whose)).then(() => null, wordsOf)
      const current = new Set(run.current)
      current.delete(whose)
      const failed = failure === null ? run.failed : new Map([...run.failed, [whose, failure]])
      change({ done: run.done + 1, current, failed })
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, worker))
  change({ isOver: true })
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
