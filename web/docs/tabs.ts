import { element } from '../shared/element.ts'

export interface Tab {
  name: string
  panel: HTMLElement
  /** The tab's URL hash, if it has one. */
  id?: string
}

let created = 0

/** Tabs with the keyboard support of the ARIA tabs pattern: arrow keys, Home and End. */
export const tabs = (label: string, items: readonly Tab[], onShown: (index: number) => void = () => {}) => {
  created += 1
  const buttons = items.map(({ name, panel, id }, index) => {
    const key = id ?? `tab-${created}-${index}`
    panel.id = key
    panel.setAttribute('role', 'tabpanel')
    panel.setAttribute('aria-labelledby', `${key}-tab`)
    return element(
      'button',
      { type: 'button', role: 'tab', class: 'tab', id: `${key}-tab`, 'aria-controls': key },
      name,
    )
  })
  const list = element('div', { class: 'tabs', role: 'tablist', 'aria-label': label }, ...buttons)

  const show = (chosen: number) => {
    for (const [index, button] of buttons.entries()) {
      button.setAttribute('aria-selected', String(index === chosen))
      button.tabIndex = index === chosen ? 0 : -1
      const panel = items[index]?.panel
      if (panel !== undefined) panel.hidden = index !== chosen
    }
    onShown(chosen)
  }
  const steps: Record<string, (at: number) => number> = {
    ArrowRight: (at) => (at + 1) % buttons.length,
    ArrowLeft: (at) => (at + buttons.length - 1) % buttons.length,
    Home: () => 0,
    End: () => buttons.length - 1,
  }
  for (const [index, button] of buttons.entries()) {
    button.addEventListener('click', () => show(index))
    button.addEventListener('keydown', (event) => {
      const next = steps[event.key]?.(index)
      if (next === undefined) return
      event.preventDefault()
      show(next)
      buttons[next]?.focus()
    })
  }
  show(0)
  return { list, show, element: element('div', { class: 'tabbed' }, list, ...items.map(({ panel }) => panel)) }
}
