import { element, show } from '../shared/element.ts'
import type { Place } from './places.ts'
import { createSheet } from './sheet.ts'

const RULES: Readonly<Record<Place['mode'], string>> = {
  ONCE: 'Once',
  DAILY: 'Once a day',
  IN_OUT: 'In and out',
}

const aboutOf = ({ mode, limit }: Place) => (limit === null ? RULES[mode] : `${RULES[mode]} · room for ${limit}`)

/** Which door of the event this device stands at. */
export const createPlaceSheet = (onChoice: (checkpointId: string | null) => void) => {
  const list = element('ul', { class: 'rows' })
  const sheet = createSheet('Which door?', list)

  const row = (place: Place, chosen: Place | null) => {
    const choose = () => {
      sheet.close()
      onChoice(place.checkpointId)
    }
    return element(
      'li',
      {},
      element(
        'button',
        { type: 'button', class: 'row-button', 'aria-pressed': String(place.key === chosen?.key), onclick: choose },
        element('span', { class: 'who' }, element('strong', {}, place.name), element('small', {}, aboutOf(place))),
        place.key === chosen?.key && element('span', { class: 'tag accent' }, 'Here'),
      ),
    )
  }
  return {
    open: (places: readonly Place[], chosen: Place | null) => {
      show(
        list,
        places.map((place) => row(place, chosen)),
      )
      sheet.open()
    },
    remove: sheet.remove,
  }
}
