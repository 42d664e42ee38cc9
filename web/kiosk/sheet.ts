import { element } from '../shared/element.ts'
import { sign } from './signs.ts'
import { words } from './words.ts'

/** A modal panel. Escape, the close button and a tap outside the panel close it. */
export const createSheet = (name: string, title: string, ...content: HTMLElement[]) => {
  const heading = element('h2', { id: `sheet-${name}` }, title)
  const dialog = element(
    'dialog',
    { class: 'sheet', 'aria-labelledby': heading.id },
    element(
      'header',
      {},
      heading,
      element(
        'button',
        { type: 'button', class: 'icon', 'aria-label': words().close, onclick: () => dialog.close() },
        sign('close'),
      ),
    ),
    ...content,
  )
  dialog.addEventListener('click', (event) => {
    if (event.target === dialog) dialog.close()
  })
  document.body.append(dialog)
  return {
    dialog,
    open: () => {
      if (!dialog.open) dialog.showModal()
    },
    close: () => dialog.close(),
    remove: () => dialog.remove(),
  }
}
