import { useLayoutEffect, useRef, useState } from 'hono/jsx/dom'

export interface Asked<Data> {
  data: Data | null
  error: unknown
  isUnderWay: boolean
  /** Asks again, and leaves what is there until the new is. */
  again(): Promise<void>
  /** Puts something in the place of what was answered, as it will be answered next. */
  put(data: Data): void
}

/**
 * What `ask` answers, asked anew whenever something of `on` is another. What was there stays until then, unless `on[0]`
 * is another: then it was about something else.
 */
export const useAsked = <Data>(ask: () => Promise<Data>, on: readonly unknown[]): Asked<Data> => {
  const [shown, show] = useState<{ about: unknown; data: Data | null; error: unknown; isUnderWay: boolean }>({
    about: on[0],
    data: null,
    error: null,
    isUnderWay: true,
  })
  const asked = useRef(0)
  const question = useRef(ask)
  question.current = ask

  const again = async () => {
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
  // Not after the next frame, as an effect would be: a page that nobody sees yet draws none.
  useLayoutEffect(() => {
    void again()
    return () => {
      asked.current = (asked.current ?? 0) + 1
    }
  }, [...on])
  const isOther = shown.about !== on[0]
  return {
    data: isOther ? null : shown.data,
    error: isOther ? null : shown.error,
    isUnderWay: isOther || shown.isUnderWay,
    again,
    put: (data) => {
      asked.current = (asked.current ?? 0) + 1
      show({ about: on[0], data, error: null, isUnderWay: false })
    },
  }
}

/** A value that has stood still for a while. */
export const useSettled = <Value>(value: Value, ms: number): Value => {
  const [settled, settle] = useState(value)
  useLayoutEffect(() => {
    const timer = setTimeout(() => settle(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return settled
}

/** Work that somebody started: whether it is under way, and what went wrong. */
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
