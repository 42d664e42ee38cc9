import { element } from '../shared/element.ts'
import { EVERYTHING, type Wanted } from './search.ts'

const SURFACES: readonly [Wanted['surface'], string][] = [
  ['all', 'Any caller'],
  ['v1', 'With an API key'],
  ['dashboard', 'Signed in'],
  ['open', 'Public'],
]
const STATUSES: readonly [string, string][] = [
  ['all', 'Any status'],
  ['live', 'Live'],
  ['preview', 'Preview'],
  ['divergent', 'Divergent'],
  ['planned', 'Planned'],
]

const choice = (label: string, options: readonly (readonly [string, string])[]) =>
  element('select', { 'aria-label': label }, ...options.map(([value, words]) => element('option', { value }, words)))

/** The search for operations. `/` focuses it, Enter opens the first match, Escape clears it. */
export const toolbar = (filter: (wanted: Wanted) => number, openFirst: () => void) => {
  const input = element('input', {
    type: 'search',
    id: 'search',
    placeholder: 'Search: refund, guests:write, /checkins …',
    'aria-label': 'Search operations',
    'aria-keyshortcuts': '/',
    autocomplete: 'off',
    spellcheck: 'false',
  })
  const surface = choice('Caller', SURFACES)
  const status = choice('Status', STATUSES)
  const count = element('p', { class: 'quiet', role: 'status' })

  const apply = () => {
    const found = filter({
      words: input.value.trim(),
      surface: surface.value as Wanted['surface'],
      status: status.value,
    })
    count.textContent = found === 1 ? '1 operation' : `${found} operations`
  }
  const reset = () => {
    input.value = EVERYTHING.words
    surface.value = EVERYTHING.surface
    status.value = EVERYTHING.status
    apply()
  }

  const form = element('form', { class: 'toolbar', role: 'search' }, input, surface, status, count)
  form.addEventListener('input', apply)
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    openFirst()
  })
  input.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') reset()
  })
  document.addEventListener('keydown', (event) => {
    const isTyping = event.target instanceof Element && event.target.closest('input, textarea, select') !== null
    if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return
    event.preventDefault()
    input.focus()
  })
  apply()
  return { element: form, reset }
}
