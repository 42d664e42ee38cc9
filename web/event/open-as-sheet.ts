/**
 * On phones, the link opens the registration form as a dialog over the page. Without JavaScript it scrolls to the form.
 * The dialog contains the same `#register` element, so fields that were filled in stay so.
 */
export const openAsSheet = () => {
  const link = document.querySelector<HTMLAnchorElement>('.reach a')
  if (link === null) return
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  const title = document.createElement('p')
  const top = document.createElement('div')
  dialog.className = 'over'
  top.className = 'top'
  close.type = 'button'
  close.textContent = '✕'
  close.setAttribute('aria-label', link.dataset.close ?? '')
  title.textContent = document.querySelector('h1')?.textContent ?? ''
  top.append(title, close)
  dialog.append(top)
  document.body.append(dialog)

  const placeholder = document.createComment('')
  const moveFormToDialog = () => {
    const card = document.querySelector('main #register')
    if (card === null) return
    dialog.querySelector('#register')?.remove()
    card.replaceWith(placeholder)
    dialog.append(card)
    dialog.setAttribute('aria-label', card.getAttribute('aria-label') ?? '')
  }
  const open = () => {
    moveFormToDialog()
    dialog.showModal()
    dialog.scrollTop = 0
  }
  link.addEventListener('click', (event) => {
    event.preventDefault()
    open()
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    const card = dialog.querySelector('#register')
    if (card !== null) placeholder.replaceWith(card)
    // While the dialog showed the form, the observer on the form set `data-idle`, which hid the link.
    link.closest('.reach')?.removeAttribute('data-idle')
    link.focus({ preventScroll: true })
  })
  // If the server returns the form with errors, that form replaces the one in the dialog.
  document.addEventListener('page-shown', () => {
    if (dialog.open) moveFormToDialog()
  })
  const isInReach = link.getClientRects().length > 0
  if (location.hash === '#register' && isInReach) open()
}
