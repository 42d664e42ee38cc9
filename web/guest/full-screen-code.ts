/** The code fills the screen while it is shown, and the screen stays on. */
export const enableFullScreenCode = () => {
  const link = document.querySelector<HTMLAnchorElement>('[data-full-screen]')
  const figure = link?.closest('figure')
  if (!link || !figure) return
  const dialog = document.createElement('dialog')
  dialog.setAttribute('aria-label', 'Your code')
  const image = document.createElement('img')
  image.alt = 'Your code for the entrance'
  image.src = link.href
  dialog.append(image)
  figure.append(dialog)
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
