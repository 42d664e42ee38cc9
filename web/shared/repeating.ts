const LONGEST_MS = 60_000

/**
 * Does `work` again and again while somebody can see the page, until `signal` is aborted. After a failure it waits
 * longer each time.
 */
export const repeating = (work: () => Promise<unknown>, everyMs: () => number, signal: AbortSignal) => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const later = () => {
    if (signal.aborted) return
    timer = setTimeout(go, Math.min(everyMs() * 2 ** failures, LONGEST_MS))
  }
  const go = () => {
    if (document.hidden) return later()
    const count = (worked: boolean) => (failures = worked ? 0 : failures + 1)
    void work()
      .then(
        () => count(true),
        () => count(false),
      )
      .finally(later)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  later()
  /** Waits anew, for when `everyMs` has become less. */
  return () => {
    clearTimeout(timer)
    later()
  }
}
