/**
 * Keeps the screen on, so that staff need not unlock the phone between guests. Does nothing where `navigator.wakeLock`
 * is missing or refused.
 */
export const keepAwake = () => {
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
