/** Closes an open menu on a click outside or on Escape. */
export const enableMenus = () => {
  const openOnes = () => document.querySelectorAll<HTMLDetailsElement>('details.menu[open]')
  document.addEventListener('pointerdown', ({ target }) => {
    for (const menu of openOnes()) if (!(target instanceof Node && menu.contains(target))) menu.open = false
  })
  document.addEventListener('keydown', ({ key }) => {
    if (key !== 'Escape') return
    for (const menu of openOnes()) {
      menu.open = false
      menu.querySelector('summary')?.focus()
    }
  })
}
