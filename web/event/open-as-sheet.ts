/**
 * On a phone the way to the form opens it over the page; without a script it leads down to it. It is the same card in both
 * places, so that whatever was filled in stays.
 */
export const openAsSheet = () => {
  const way = document.querySelector<HTMLAnchorElement>('.reach a')
  if (way === null) return
  const dialog = document.createElement('dialog')
  const close = document.createElement('button')
  const title = document.createElement('p')
  const top = document.createElement('div')
  dialog.className = 'over'
  top.className = 'top'
  close.type = 'button'
  close.textContent = '✕'
  close.setAttribute('aria-label', way.dataset.close ?? '')
  title.textContent = document.querySelector('h1')?.textContent ?? ''
  top.append(title, close)
  dialog.append(top)
  document.body.append(dialog)

  const place = document.createComment('')
  const take = () => {
    const card = document.querySelector('main #register')
    if (card === null) return
    dialog.querySelector('#register')?.remove()
    card.replaceWith(place)
    dialog.append(card)
    dialog.setAttribute('aria-label', card.getAttribute('aria-label') ?? '')
  }
  const open = () => {
    take()
    dialog.showModal()
    dialog.scrollTop = 0
  }
  way.addEventListener('click', (event) => {
    event.preventDefault()
    open()
  })
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    const card = dialog.querySelector('#register')
    if (card !== null) place.replaceWith(card)
    // The form was in sight all the while, so that the way to it was not.
    way.closest('.reach')?.removeAttribute('data-idle')
    way.focus({ preventScroll: true })
  })
  // What came back to be mended takes the place of what was sent.
  document.addEventListener('page-shown', () => {
    if (dialog.open) take()
  })
  const isInReach = way.getClientRects().length > 0
  if (location.hash === '#register' && isInReach) open()
}
