import { element, show } from '../shared/element.ts'
import type { Place } from './places.ts'
import { createRows } from './rows.ts'
import { createSheet } from './sheet.ts'
import { words } from './words.ts'

const RULES = { ONCE: 'once', DAILY: 'daily', IN_OUT: 'inOut' } as const satisfies Record<Place['mode'], string>

const aboutOf = ({ mode, limit }: Place) => {
  const said = words().rules
  return limit === null ? said[RULES[mode]] : `${said[RULES[mode]]} · ${said.roomFor(limit)}`
}

export const createPlaceSheet = (onChoice: (checkpointId: string | null) => void) => {
  const list = element('ul', { class: 'rows' })
  const sheet = createSheet('which-door', words().chooser.which, list)

  const row = (place: Place, isChosen: boolean) => {
    const choose = () => {
      sheet.close()
      onChoice(place.checkpointId)
    }
    return element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'row-button', 'aria-pressed': String(isChosen), onclick: choose },
        element('span', { class: 'who' }, element('strong', {}, place.name), element('small', {}, aboutOf(place))),
        isChosen && element('span', { class: 'tag accent' }, words().rules.here),
      ),
    )
  }
  const rows = createRows(({ place, isChosen }: { place: Place; isChosen: boolean }) => ({
    view: row(place, isChosen),
  }))
  return {
    open: (places: readonly Place[], chosen: Place | null) => {
      show(list, rows(places.map((place) => ({ place, isChosen: place.key === chosen?.key }))))
      sheet.open()
    },
    remove: sheet.remove,
  }
}
