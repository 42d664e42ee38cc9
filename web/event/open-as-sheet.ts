/**
 * Creates a dialog that shows the card `#register` over the page, for phones. It moves the card into the dialog, so
 * fields that were filled in stay so, and leaves a placeholder of the same height, so the page does not jump.
 */
export const newSheet = ({ title, closeLabel, onClose }: { title: string; closeLabel: string; onClose(): void }) => {
  const [dialog, close, heading, top, placeholder] = [
    document.createElement('dialog'),
    document.createElement('button'),
    document.createElement('p'),
    document.createElement('div'),
    document.createElement('div'),
  ]
  dialog.className = 'over'
  top.className = 'top'
  close.type = 'button'
  close.textContent = '✕'
  close.setAttribute('aria-label', closeLabel)
  heading.textContent = title
  heading.dir = 'auto'
  top.append(heading, close)
  dialog.append(top)
  document.body.append(dialog)
  close.addEventListener('click', () => dialog.close())
  dialog.addEventListener('click', ({ target }) => {
    if (target === dialog) dialog.close()
  })
  dialog.addEventListener('close', () => {
    const card = dialog.querySelector('#register')
    if (card !== null) placeholder.replaceWith(card)
    onClose()
  })
  return {
    isOpen: () => dialog.open,
    open: () => {
      const card = document.querySelector('main #register')
      if (card === null || dialog.open) return
      placeholder.style.height = `${card.getBoundingClientRect().height}px`
      card.replaceWith(placeholder)
      dialog.append(card)
      dialog.setAttribute('aria-label', card.getAttribute('aria-label') ?? '')
      dialog.showModal()
      dialog.scrollTop = 0
    },
    toTop: () => {
      dialog.scrollTop = 0
    },
  }
}
