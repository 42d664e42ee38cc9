/** A phone that sleeps between two guests costs a thumb each time. Where it cannot be kept awake, it sleeps. */
export const keepAwake = () => {
  const ask = () => {
    if (document.visibilityState === 'visible') navigator.wakeLock?.request('screen').catch(() => undefined)
  }
  document.addEventListener('visibilitychange', ask)
  ask()
}
