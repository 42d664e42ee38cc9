import { useLayoutEffect } from 'hono/jsx/dom'
import { SHOWN_MS } from '../frame/toasts.tsx'
import { useState } from '../parts/state.ts'

interface Held {
  guestIds: readonly string[]
  undo(): void
  /** Sends the decision while the page may be closing. */
  leave(): void
}

/** Decisions that haven't been sent yet. They are in this module, so they outlive a change of screen. */
const held = new Set<Held>()
const listeners = new Set<() => void>()
const told = () => {
  for (const listener of listeners) listener()
}

/** `visibilitychange` is the last event that every browser sends before a tab closes or a phone ends the browser. */
const leaveAll = () => {
  if (document.visibilityState !== 'hidden') return
  for (const decision of held) decision.leave()
}

/**
 * Sends a decline after `SHOWN_MS` (10 s), unless it is undone until then. If the tab is hidden or closed first, it is
 * sent immediately with `isLeaving`, which requires `keepalive`. The returned function throws if it is too late.
 */
export const declineLater = (guestIds: readonly string[], send: (isLeaving: boolean) => Promise<unknown>) => {
  const end = () => {
    clearTimeout(timer)
    held.delete(decision)
    if (held.size === 0) document.removeEventListener('visibilitychange', leaveAll)
    told()
  }
  const decision: Held = {
    guestIds,
    undo: end,
    leave: () => {
      end()
      void send(true)
    },
  }
  const timer = setTimeout(() => {
    end()
    void send(false)
  }, SHOWN_MS)
  held.add(decision)
  document.addEventListener('visibilitychange', leaveAll)
  told()
  return async () => {
    if (!held.has(decision)) throw new Error('The decline has been sent.')
    decision.undo()
  }
}

/** Returns how to undo the decline of each guest whose decline hasn't been sent. */
export const useDeclining = (): ReadonlyMap<string, () => void> => {
  const [, redraw] = useState(0)
  useLayoutEffect(() => {
    const listener = () => redraw((count) => count + 1)
    listeners.add(listener)
    return () => listeners.delete(listener)
  }, [])
  return new Map([...held].flatMap(({ guestIds, undo }) => guestIds.map((id) => [id, undo] as const)))
}
