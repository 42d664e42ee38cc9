/** What is drawn with its surroundings comes into the page a moment after its own effects: so long this waits. */
export const onceAttached = (element: Element, act: () => void) => {
  if (element.isConnected) act()
  else queueMicrotask(() => element.isConnected && act())
}
