/** Caches the ticket page for offline use. The service worker has the scope `/r/`, so it handles no other pages. */
export const keepForLater = async () => {
  const path = document.querySelector<HTMLElement>('[data-keeps]')?.dataset.keeps
  if (path === undefined || !('serviceWorker' in navigator)) return
  try {
    await navigator.serviceWorker.register('/assets/ticket-worker.js', { scope: '/r/' })
    const worker = await navigator.serviceWorker.ready
    const parts = [
      ...[...document.querySelectorAll<HTMLImageElement>('.pass img')].map(({ src }) => src),
      ...[...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].map(({ href }) => href),
    ]
    const { port1, port2 } = new MessageChannel()
    const kept = new Promise((resolve) => port1.addEventListener('message', resolve, { once: true }))
    port1.start()
    worker.active?.postMessage({ kind: 'keep', page: location.href, parts: [...new Set(parts)] }, [port2])
    // Shows the note only after the service worker has confirmed that the page is cached.
    await kept
    for (const note of document.querySelectorAll<HTMLElement>('.kept')) note.hidden = false
  } catch {
    // Does not show the note, because the ticket may not be cached.
  }
}
