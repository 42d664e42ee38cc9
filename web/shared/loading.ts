import { wordsOf } from './api.ts'
import { element, show, type Child } from './element.ts'

export const skeleton = () =>
  element(
    'div',
    { class: 'skeleton', role: 'status' },
    element('span', { class: 'sr' }, 'Loading'),
    element('span', {}),
    element('span', {}),
    element('span', {}),
  )

/** What could not be shown, why, and the way to try again. */
export const troubleOf = (error: unknown, again: () => void) =>
  element(
    'div',
    { class: 'notice bad stack', role: 'alert' },
    element('p', {}, wordsOf(error)),
    element('button', { type: 'button', class: 'button plain small', onclick: again }, 'Try again'),
  )

const controlsIn = (place: Element) =>
  Array.from(place.querySelectorAll<HTMLElement>('button, a, input, select, textarea, summary'))

/** The focus stays where it stood in the order of things, though the things are new. */
const showKeepingFocus = (place: Element, shown: Child) => {
  const at = controlsIn(place).findIndex((control) => control === document.activeElement)
  show(place, shown)
  if (at < 0) return
  const controls = controlsIn(place)
  const next = controls[Math.min(at, controls.length - 1)] ?? document.querySelector<HTMLElement>('main h1')
  next?.focus({ preventScroll: true })
}

/**
 * Fills a place with what `ask` brings: first that it loads, then that, or why not. Answers how to do it again, which
 * leaves what is there until the new is. The last question asked is the one whose answer is shown.
 */
export const loading = <Data>(
  place: Element,
  ask: () => Promise<Data>,
  draw: (data: Data, again: () => Promise<void>) => Child,
) => {
  let asked = 0
  const load = async () => {
    asked += 1
    const mine = asked
    place.setAttribute('aria-busy', 'true')
    const shown = await ask().then(
      (data) => draw(data, load),
      (error: unknown) => troubleOf(error, () => void load()),
    )
    if (mine !== asked) return
    place.removeAttribute('aria-busy')
    showKeepingFocus(place, shown)
  }
  show(place, skeleton())
  void load()
  return load
}

/** Nothing is there yet: what it would be for, and the first step. */
export const emptiness = (title: string, text: Child, ...actions: readonly Child[]) =>
  element(
    'div',
    { class: 'empty' },
    element('h2', {}, title),
    element('p', {}, text),
    actions.length > 0 && element('div', { class: 'row' }, actions),
  )
