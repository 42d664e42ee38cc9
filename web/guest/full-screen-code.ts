const fillScreenFrom = (link: HTMLAnchorElement) => {
  const dialog = document.createElement('dialog')
  const image = document.createElement('img')
  const seen = link.querySelector('img')
  image.alt = seen?.alt ?? ''
  // Each of its modules is a whole number of pixels, so that it is as sharp as a larger one, and it is there already.
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
  const stayOn = async () => {
    try {
      const held = await navigator.wakeLock.request('screen')
      if (dialog.open) lock = held
      else await held.release()
    } catch {
      // A browser may know no such lock, or refuse it with an empty battery; the code shows all the same.
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
    void stayOn()
  })
}

/** The code fills the screen while it is shown, and the screen stays on. */
export const enableFullScreenCode = () => {
  for (const link of document.querySelectorAll<HTMLAnchorElement>('[data-full-screen]')) fillScreenFrom(link)
}
