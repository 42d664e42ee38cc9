const fillScreenFrom = (link: HTMLAnchorElement) => {
  const dialog = document.createElement('dialog')
  const image = document.createElement('img')
  const seen = link.querySelector('img')
  image.alt = seen?.alt ?? ''
  // Reuses the image that is already loaded. Each QR module is a whole number of pixels, so a larger image would not be
  // sharper.
  image.loading = 'lazy'
  image.src = seen?.src ?? link.href
  dialog.setAttribute('aria-label', image.alt)
  const name = document.createElement('b')
  name.textContent = link.dataset.name ?? ''
  const hint = document.createElement('p')
  hint.textContent = link.dataset.fullScreen ?? ''
  dialog.append(image, name, hint)
  link.closest('figure')?.append(dialog)
  let lock: WakeLockSentinel | null = null
  const keepScreenOn = async () => {
    try {
      const held = await navigator.wakeLock.request('screen')
      if (dialog.open) lock = held
      else await held.release()
    } catch {
      // `wakeLock` may be missing, or refused when the battery is low. The code is shown anyway.
      lock = null
    }
  }
  dialog.addEventListener('click', () => dialog.close())
  dialog.addEventListener('close', () => {
    void lock?.release()
    lock = null
    link.focus()
  })
  link.addEventListener('click', (event) => {
    event.preventDefault()
    dialog.showModal()
    void keepScreenOn()
  })
}

/** Shows the QR code full screen and keeps the screen on until it is closed. */
export const enableFullScreenCode = () => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-full-screen]')) fillScreenFrom(link)
}
