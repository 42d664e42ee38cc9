import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { repeating } from '../../shared/repeating.ts'

/** Again and again while somebody sees it. */
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
