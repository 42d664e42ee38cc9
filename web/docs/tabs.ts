import { element } from '../shared/element.ts'

export interface Tab {
  name: string
  panel: HTMLElement
  /** Its address in the page, when it has one. */
  id?: string
}

let made = 0

/** Panels of which one is seen; arrows go from tab to tab, as people who know tabs expect. */
export const tabs = (label: string, given: readonly Tab[], onShown: (index: number) => void = () => {}) => {
  made += 1
  const buttons = given.map(({ name, panel, id }, index) => {
    const key = id ?? `tab-${made}-${index}`
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
      const panel = given[index]?.panel
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
  return { list, show, element: element('div', { class: 'tabbed' }, list, ...given.map(({ panel }) => panel)) }
}
