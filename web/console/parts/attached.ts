/**
 * Calls `act` once `element` is in the document. A child's layout effect can run before its parent is attached, but one
 * microtask later the parent is attached.
 */
export const onceAttached = (element: Element, act: () => void) => {
  if (element.isConnected) act()
  else queueMicrotask(() => element.isConnected && act())
}
