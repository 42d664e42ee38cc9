import { element, show } from '../shared/element.ts'
import type { Direction } from '../../src/kernel/vocabulary.ts'
import type { ConnectionState } from './connection.ts'
import { hasTwoWays, type Place } from './places.ts'
import type { SettingsStore } from './settings.ts'
import { sign } from './signs.ts'
import type { Door, Summary } from './wire.ts'
import { words } from './words.ts'

interface Handlers {
  settings: SettingsStore
  stage: HTMLElement
  lastList: HTMLElement
  onSearch: () => void
  onLast: () => void
  onConflicts: () => void
  onPlace: () => void
  onWay: (direction: Direction) => void
  onMore: () => void
  onEndPractice: () => void
  onTry: () => void
}

const MAX_GATES = 6

export const createDoorScreen = (handlers: Handlers) => {
  const { settings } = handlers
  const said = words().door
  const title = element('h1', {})
  const about = element('p', { class: 'quiet' })
  const stateName = element('span', {})
  const state = element(
    'button',
    { type: 'button', class: 'state', onclick: handlers.onTry },
    element('span', { class: 'dot' }),
    stateName,
  )
  const tally = element('p', { class: 'in' })
  const bar = element('progress', { 'aria-label': said.howMany })
  const gates = element('ul', { class: 'gates' })
  // The buttons are created only once. A button that is replaced between `pointerdown` and `pointerup` never gets its
  // `click`.
  const toSee = element('button', { type: 'button', class: 'alert bad', hidden: true, onclick: handlers.onConflicts })
  const outage = element('p', { class: 'alert warn', hidden: true })
  const kept = element('p', { class: 'alert', hidden: true })
  const practice = element(
    'section',
    { class: 'practice', 'aria-label': words().practice.title, hidden: true },
    element('p', {}, element('strong', {}, words().practice.title), words().practice.lead),
    element('button', { type: 'button', class: 'button plain', onclick: handlers.onEndPractice }, words().practice.end),
  )
  const notices = element('div', { class: 'notices', role: 'status' }, practice, toSee, outage, kept)
  const atOnce = element('input', { type: 'checkbox', id: 'at-once', role: 'switch' })
  atOnce.checked = settings.get().admitsAtOnce
  atOnce.addEventListener('change', () => settings.change({ admitsAtOnce: atOnce.checked }))
  const place = element('button', { type: 'button', class: 'place', hidden: true, onclick: handlers.onPlace })
  const way = (direction: Direction, label: string) =>
    element(
      'button',
      { type: 'button', class: 'direction', 'aria-pressed': 'false', onclick: () => handlers.onWay(direction) },
      label,
    )
  const [goingIn, goingOut] = [way('IN', said.goIn), way('OUT', said.goOut)]
  const ways = element(
    'div',
    { class: 'directions', role: 'group', 'aria-label': said.whichWay, hidden: true },
    goingIn,
    goingOut,
  )
  const action = (name: 'name' | 'last', label: string, act: () => void) =>
    element('button', { type: 'button', class: `action ${name}`, onclick: act }, sign(name, 'icon-sign'), label)

  const view = element(
    'div',
    { class: 'door' },
    element(
      'header',
      { class: 'head' },
      element('div', { class: 'what' }, title, about),
      place,
      element(
        'button',
        { type: 'button', class: 'icon', 'aria-label': said.thisDevice, onclick: handlers.onMore },
        sign('more'),
      ),
    ),
    element(
      'section',
      { class: 'counts', 'aria-label': said.whoIsIn },
      element('div', { class: 'tally' }, tally, state),
      bar,
      gates,
    ),
    notices,
    handlers.stage,
    element(
      'section',
      { class: 'thumb', 'aria-label': said.whatToDo },
      ways,
      element('label', { class: 'switch', for: 'at-once' }, element('span', {}, said.atOnce), atOnce),
      element(
        'div',
        { class: 'two' },
        action('name', said.typeName, handlers.onSearch),
        action('last', said.lastTen, handlers.onLast),
      ),
    ),
    element(
      'section',
      { class: 'beside', 'aria-label': said.lastTen },
      element('h2', {}, said.lastTen),
      handlers.lastList,
    ),
  )

  let waiting = 0
  let conflicts = 0
  let connection: ConnectionState = 'connecting'
  let isListKnown = false

  /**
   * Keeps the text node if the text has not changed. Otherwise screen readers would announce the `status` region again.
   */
  const say = (notice: HTMLElement, text: string | null) => {
    notice.hidden = text === null
    if (notice.textContent !== (text ?? '')) notice.textContent = text
  }

  const renderState = () => {
    state.dataset['state'] = connection
    stateName.textContent = said.states[connection]
    state.setAttribute('aria-label', said.askAgain(said.states[connection]))
    say(toSee, conflicts > 0 ? said.conflicts(conflicts) : null)
    say(outage, connection !== 'down' ? null : isListKnown ? said.provisional : said.noList)
    say(kept, waiting > 0 ? said.kept(waiting) : null)
  }

  return {
    view,
    setDoor: (door: Door) => {
      title.textContent = door.title
      const gate = door.pass?.gate ?? settings.get().gate
      // The name of the gate comes first, because narrow screens cut off the rest.
      about.textContent = gate === null ? door.calendarName : `${said.gate(gate)} · ${door.calendarName}`
      document.title = `${door.title} · ${words().kiosk}`
    },
    /** `canChange` is true if the event has another door to choose. */
    setPlace: (at: Place, { canChange, direction }: { canChange: boolean; direction: Direction }) => {
      place.hidden = !canChange
      place.textContent = at.name
      place.setAttribute('aria-label', said.another(at.name))
      ways.hidden = !hasTwoWays(at)
      view.dataset['way'] = hasTwoWays(at) ? direction : 'IN'
      goingIn.setAttribute('aria-pressed', String(direction === 'IN'))
      goingOut.setAttribute('aria-pressed', String(direction === 'OUT'))
    },
    setSummary: ({ expected, checkedIn, inside, byGate }: Summary, at: Place) => {
      const [held, most] = hasTwoWays(at) || at.limit !== null ? [inside, at.limit ?? expected] : [checkedIn, expected]
      const number = element('strong', {}, String(held))
      const parts = at.limit === null ? said.ofAll(number, most) : said.ofRoom(number, most)
      show(
        tally,
        parts.map((part) => (typeof part === 'string' ? element('span', { class: 'quiet' }, part) : part)),
      )
      bar.max = Math.max(most, 1)
      bar.value = held
      view.dataset['full'] = String(at.limit !== null && inside >= at.limit)
      const named = byGate
        .filter((one) => one.checkedIn > 0)
        .toSorted((left, right) => right.checkedIn - left.checkedIn)
      show(
        gates,
        named
          .slice(0, MAX_GATES)
          .map(({ gate, checkedIn: count }) =>
            element('li', {}, element('span', {}, gate ?? said.noGate), element('strong', {}, count)),
          ),
      )
    },
    setConnection: (next: ConnectionState) => {
      connection = next
      renderState()
    },
    setPractice: (isOn: boolean) => {
      practice.hidden = !isOn
      view.dataset['practice'] = String(isOn)
    },
    setWaiting: (count: number) => {
      waiting = count
      renderState()
    },
    setConflicts: (count: number) => {
      conflicts = count
      renderState()
    },
    setListKnown: (is: boolean) => {
      isListKnown = is
      renderState()
    },
  }
}
