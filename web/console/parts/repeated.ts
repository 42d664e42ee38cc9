import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { repeating } from '../../shared/repeating.ts'

/** Repeats `work` while the page is visible. After each failure it waits longer. */
export const useRepeated = (work: () => Promise<unknown>, everyMs: number) => {
  const current = useRef(work)
  current.current = work
  useLayoutEffect(() => {
    const leaving = new AbortController()
    repeating(
      () => (current.current ?? work)(),
      () => everyMs,
      leaving.signal,
    )
    return () => leaving.abort()
  }, [everyMs])
}
