import { element, show } from '../shared/element.ts'
import type { Last } from './last.ts'
import { createRows } from './rows.ts'
import { createSheet } from './sheet.ts'
import { timeAt } from './verdict.ts'
import { words } from './words.ts'

export const createLastList = (timezone: () => string, now: () => number, onUndo: (entry: Last) => void) => {
  const row = (entry: Last) => {
    const name = element('strong', {})
    const about = element('small', {})
    const undo = element(
      'button',
      { type: 'button', class: 'button plain', onclick: () => onUndo(entry) },
      words().last.undo,
    )
    const say = ({ shownAs, at, isKeptHere }: Last) => {
      name.textContent = shownAs
      about.textContent = `${timeAt(at, timezone(), now())}${isKeptHere ? ` · ${words().last.keptHere}` : ''}`
      undo.setAttribute('aria-label', words().last.undoOf(shownAs))
    }
    return { view: element('li', {}, element('span', { class: 'who' }, name, about), undo), say }
  }
  const nobody = () => element('li', { class: 'quiet' }, words().last.nobody)
  const lists: { list: HTMLElement; rows: (entries: readonly Last[]) => HTMLElement[] }[] = []
  const newList = () => {
    const list = element('ul', { class: 'rows' })
    lists.push({ list, rows: createRows(row, ({ key }) => key) })
    return list
  }
  const sheet = createSheet('last-ten', words().door.lastTen, newList())
  return {
    /** A second copy of the list, which is always visible on wide screens. */
    beside: newList(),
    open: sheet.open,
    remove: sheet.remove,
    render: (entries: readonly Last[]) => {
      for (const { list, rows } of lists) show(list, rows(entries), entries.length === 0 && nobody())
    },
  }
}
