import { element, show } from '../shared/element.ts'
import type { Last } from './last.ts'
import { createSheet } from './sheet.ts'
import { timeAt } from './verdict.ts'
import { words } from './words.ts'

/** The last ten whom this device let in, each to be taken back. */
export const createLastList = (timezone: () => string, now: () => number, onUndo: (entry: Last) => void) => {
  const row = (entry: Last) =>
    element(
      'li',
      {},
      element(
        'span',
        { class: 'who' },
        element('strong', {}, entry.shownAs),
        element(
          'small',
          {},
          timeAt(entry.at, timezone(), now()),
          entry.isKeptHere ? ` · ${words().last.keptHere}` : '',
        ),
      ),
      element(
        'button',
        {
          type: 'button',
          class: 'button plain',
          'aria-label': words().last.undoOf(entry.shownAs),
          onclick: () => onUndo(entry),
        },
        words().last.undo,
      ),
    )
  const lists: HTMLElement[] = []
  const newList = () => {
    const list = element('ul', { class: 'rows' })
    lists.push(list)
    return list
  }
  const sheet = createSheet('last-ten', words().door.lastTen, newList())
  return {
    /** The same list, for where there is room to show it always. */
    beside: newList(),
    open: sheet.open,
    remove: sheet.remove,
    render: (entries: readonly Last[]) => {
      for (const list of lists) {
        if (entries.length === 0) show(list, element('li', { class: 'quiet' }, words().last.nobody))
        else show(list, entries.map(row))
      }
    },
  }
}
