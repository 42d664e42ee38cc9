import { useLayoutEffect, useRef, useState as useStateOfHono } from 'hono/jsx/dom'

/**
 * `useState`, except that nothing can be set once the component has left the page. hono/jsx/dom renders a removed
 * component at the second change of its state and inserts it where it was: a late response would show the old screen
 * inside the new one. All components of the workspace import `useState` from here.
 */
export const useState = <State>(initial: State | (() => State)) => {
  const [state, set] = useStateOfHono<State>(initial)
  const hasLeft = useRef(false)
  useLayoutEffect(
    () => () => {
      hasLeft.current = true
    },
    [],
  )
  const setter = useRef<typeof set>((next) => {
    if (!hasLeft.current) set(next)
  })
  return [state, setter.current ?? set] as const
}

/**
 * Holds which dialog is open. `closed` is the value for none.
 *
 * A dialog that was closed by hand still calls its `close` when its late response arrives. By then another dialog may
 * be open, or the same one for a second time. A change therefore leaves a dialog as it is that was opened after the
 * caller was rendered.
 */
export const useOpened = <Opened>(closed: Opened) => {
  const [current, set] = useState({ opened: closed })
  const open = (opened: Opened) =>
    set((latest) => (latest !== current && latest.opened !== closed ? latest : { opened }))
  return [current.opened, open] as const
}
