import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { useState } from './state.ts'

export interface Asked<Data> {
  data: Data | null
  error: unknown
  isUnderWay: boolean
  /** Repeats the request. The current `data` stays until the response arrives. */
  again(): Promise<void>
  /**
   * Sets `data` to the given value and drops any request in progress. If another request was made since the caller was
   * rendered, `data` may be older, so this repeats the request instead.
   */
  put(data: Data): void
}

/**
 * Calls `ask` on mount and whenever a value in `on` changes. The old `data` stays until the new response arrives,
 * unless `on[0]` has changed. In that case it belongs to another subject and is dropped immediately.
 */
export const useAsked = <Data>(ask: () => Promise<Data>, on: readonly unknown[]): Asked<Data> => {
  const [shown, show] = useState<{ about: unknown; data: Data | null; error: unknown; isUnderWay: boolean }>({
    about: on[0],
    data: null,
    error: null,
    isUnderWay: true,
  })
  const leaving = useLeaving()
  const asked = useRef(0)
  const question = useRef(ask)
  question.current = ask

  const again = async () => {
    if (leaving.aborted) return
    asked.current = (asked.current ?? 0) + 1
    const mine = asked.current
    show((before) => ({ ...before, data: before.about === on[0] ? before.data : null, about: on[0], isUnderWay: true }))
    try {
      const data = await (question.current ?? ask)()
      if (mine === asked.current) show({ about: on[0], data, error: null, isUnderWay: false })
    } catch (error) {
      if (mine === asked.current) show((before) => ({ ...before, error, isUnderWay: false }))
    }
  }
  // Uses `useLayoutEffect`, because `useEffect` waits for an animation frame, which a hidden tab doesn't get.
  useLayoutEffect(() => {
    void again()
    return () => {
      asked.current = (asked.current ?? 0) + 1
    }
  }, [...on])
  const isOther = shown.about !== on[0]
  const seen = asked.current
  return {
    data: isOther ? null : shown.data,
    error: isOther ? null : shown.error,
    isUnderWay: isOther || shown.isUnderWay,
    again,
    put: (data) => {
      // Another request was made since the caller was rendered, and its response may be newer than `data`.
      if (asked.current !== seen) {
        void again()
        return
      }
      asked.current = (asked.current ?? 0) + 1
      show({ about: on[0], data, error: null, isUnderWay: false })
    },
  }
}

/** Returns `value` once it has not changed for `ms` milliseconds. */
export const useSettled = <Value>(value: Value, ms: number): Value => {
  const [settled, settle] = useState(value)
  useLayoutEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Runs one user action at a time, and provides `isUnderWay` and `error`. */
export const useWork = () => {
  const [state, set] = useState<{ isUnderWay: boolean; error: unknown }>({ isUnderWay: false, error: null })
  const isUnderWay = useRef(false)
  const run = async (work: () => Promise<unknown>) => {
    if (isUnderWay.current) return false
    isUnderWay.current = true
    set({ isUnderWay: true, error: null })
    try {
      await work()
      set({ isUnderWay: false, error: null })
      return true
    } catch (error) {
      set({ isUnderWay: false, error })
      return false
    } finally {
      isUnderWay.current = false
    }
  }
  return { ...state, run, clear: () => set({ isUnderWay: false, error: null }) }
}
export type Work = ReturnType<typeof useWork>

/** Returns a signal that is aborted when the component leaves the page. */
export const useLeaving = () => {
  const [leaving] = useState(() => new AbortController())
  useLayoutEffect(() => () => leaving.abort(), [])
  return leaving.signal
}
