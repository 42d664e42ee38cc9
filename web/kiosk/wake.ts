/**
 * Keeps the screen on, so that staff don't have to unlock the phone between guests. Does nothing if
 * `navigator.wakeLock` is missing or refused.
 */
export const keepAwake = () => {
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
