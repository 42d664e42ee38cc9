import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { Toast } from '../session.ts'
import { frameWords } from '../words/en/frame.ts'
import { termsWords } from '../words/en/terms.ts'
import { useState } from '../parts/state.ts'

/** Also how long a decline can be undone. */
export const SHOWN_MS = 10_000

/**
 * Shows one toast for `SHOWN_MS`. While the toast has the focus or the pointer, it stays, so that Undo remains
 * reachable.
 */
export const Toasts = ({ hear }: { hear: (listener: (toast: Toast) => void) => void }) => {
  const [toast, show] = useState<Toast | null>(null)
  const ref = useRef<HTMLDivElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const later = () => {
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      if (ref.current?.matches(':focus-within, :hover') === true) later()
      else show(null)
    }, SHOWN_MS)
  }
  useLayoutEffect(() => {
    hear((next) => {
      show(next)
      later()
    })
  }, [])
  const undo = () => {
    const work = toast?.undo
    show(null)
    if (work !== undefined) work().catch(() => show({ words: frameWords().cantUndo }))
  }
  return (
    <div class="toast" role="status" ref={ref}>
      {toast !== null && <span>{toast.words}</span>}
      {toast?.undo !== undefined && (
        <button type="button" onClick={undo}>
          {termsWords().undo}
        </button>
      )}
    </div>
  )
}
