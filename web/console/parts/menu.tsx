import type { Child } from 'hono/jsx/dom'
import { useId, useLayoutEffect, useRef } from 'hono/jsx/dom'
import { useState } from './state.ts'

const GAP = 4

/** Positions the menu below its button, or above it if there is no room below. Keeps the menu inside the window. */
const place = (menu: HTMLElement, button: HTMLElement) => {
  const at = button.getBoundingClientRect()
  const { width, height } = menu.getBoundingClientRect()
  const isRightToLeft = getComputedStyle(menu).direction === 'rtl'
  const wanted = isRightToLeft ? at.left : at.right - width
  const left = Math.max(GAP, Math.min(wanted, innerWidth - width - GAP))
  const below = at.bottom + GAP
  const top = below + height > innerHeight ? Math.max(GAP, at.top - height - GAP) : below
  menu.style.setProperty('left', `${left}px`)
  menu.style.setProperty('top', `${top}px`)
}

const itemsOf = (menu: HTMLElement) => [...menu.querySelectorAll<HTMLElement>('button, a')]

/**
 * A menu button (WAI-ARIA). The menu items are rendered when the menu is first opened. The arrow keys move between
 * them.
 */
export const Menu = ({
  label,
  look = 'button plain',
  children,
  button,
}: {
  label?: string
  look?: string
  button: Child
  children: Child
}) => {
  const [isDrawn, draw] = useState(false)
  const [id, opener, menu] = [useId(), useRef<HTMLButtonElement>(null), useRef<HTMLDivElement>(null)]
  useLayoutEffect(() => {
    const [box, from] = [menu.current, opener.current]
    if (box === null || from === null) return undefined
    const toggled = (event: Event) => {
      const isOpen = (event as ToggleEvent).newState === 'open'
      from.setAttribute('aria-expanded', String(isOpen))
      if (!isOpen) return
      place(box, from)
      itemsOf(box)[0]?.focus()
    }
    const typed = (event: KeyboardEvent) => {
      if (event.target instanceof HTMLSelectElement) return
      const items = itemsOf(box)
      const at = items.indexOf(document.activeElement as HTMLElement)
      const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
      if (by === undefined) return
      event.preventDefault()
      items[(at + by + items.length) % items.length]?.focus()
    }
    const chosen = (event: MouseEvent) => {
      if ((event.target as Element).closest('button, a') !== null) box.hidePopover()
    }
    box.addEventListener('beforetoggle', () => draw(true), { once: true })
    box.addEventListener('toggle', toggled)
    box.addEventListener('keydown', typed)
    box.addEventListener('click', chosen)
    return undefined
  }, [])
  return (
    <>
      <button
        type="button"
        class={look}
        ref={opener}
        popovertarget={id}
        aria-label={label}
        aria-haspopup="true"
        aria-expanded="false"
      >
        {button}
      </button>
      <div id={id} ref={menu} popover="auto" class="menu">
        {isDrawn ? children : null}
      </div>
    </>
  )
}
