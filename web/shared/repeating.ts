const MAX_INTERVAL_MS = 60_000

/**
 * Repeats `work` while the page is visible, until `signal` is aborted. Each consecutive failure doubles the interval,
 * up to 60 s.
 */
export const repeating = (work: () => Promise<unknown>, everyMs: () => number, signal: AbortSignal) => {
  let failures = 0
  let timer: ReturnType<typeof setTimeout> | undefined
  const schedule = () => {
    if (signal.aborted) return
    timer = setTimeout(run, Math.min(everyMs() * 2 ** failures, MAX_INTERVAL_MS))
  }
  const run = () => {
    if (document.hidden) return schedule()
    const count = (worked: boolean) => (failures = worked ? 0 : failures + 1)
    void work()
      .then(
        () => count(true),
        () => count(false),
      )
      .finally(schedule)
  }
  signal.addEventListener('abort', () => clearTimeout(timer))
  schedule()
  /** Restarts the wait. Needed when `everyMs()` now returns less than before. */
  return () => {
    clearTimeout(timer)
    schedule()
  }
}
