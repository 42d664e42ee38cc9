import { copyButton } from '../../shared/copying.ts'
import { element, type Child } from '../../shared/element.ts'
import { choicesField, textField } from '../../shared/fields.ts'
import { loading } from '../../shared/loading.ts'
import { byHand } from './by-hand.tsx'
import type { Scene } from './scene.ts'
import type { Section } from './section.ts'
import type { Calendar, One } from './wire.ts'

const THEMES = [
  { value: 'auto', label: 'As the reader’s device' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]
const DEFAULT_LIMIT = 20
const PAUSE_MS = 250
const LEAST_HEIGHT = 80
const MOST_HEIGHT = 2_000

interface Wish {
  theme: string
  accent: string
  limit: number
  isCompact: boolean
}

/** Only what differs from what the list does by itself. */
const optionsOf = ({ theme, accent, limit, isCompact }: Wish): [string, string][] => {
  const all: [string, string, boolean][] = [
    ['theme', theme, theme !== 'auto'],
    ['accent', accent, accent !== ''],
    ['limit', String(limit), limit !== DEFAULT_LIMIT],
    ['compact', 'true', isCompact],
  ]
  return all.filter(([, , isSaid]) => isSaid).map(([name, value]) => [name, value])
}

const tagOf = (script: string, slug: string, wish: Wish) => {
  const data = [['calendar', slug], ...optionsOf(wish)].map(([name, value]) => `  data-${name}="${value}"`)
  return `<script async src="${script}"\n${data.join('\n')}></script>`
}

const previewOf = () => {
  const frame = element('iframe', {
    title: 'Preview of the embedded list',
    // Unlike on the owner's website it would be of the same origin here: it gets none, so nothing in it sees this page.
    sandbox: 'allow-scripts allow-popups',
    height: 480,
  })
  return { frame, node: element('div', { class: 'preview' }, frame) }
}

/** The list says how tall it is, as it does on the owner's website. */
const followHeight = (frame: HTMLIFrameElement, signal: AbortSignal) => {
  const hear = ({ source, data }: MessageEvent<{ type?: string; height?: number } | null>) => {
    if (source !== frame.contentWindow || data?.type !== 'event-calendar:height') return
    frame.height = String(Math.min(Math.max(Math.ceil(data.height ?? 0), LEAST_HEIGHT), MOST_HEIGHT))
  }
  addEventListener('message', hear, { signal })
}

const accentField = () => {
  const field = textField({
    name: 'accent',
    label: 'Accent',
    hint: 'A colour such as #1d4ed8; empty for the house’s own.',
    attributes: {
      maxlength: 7,
      placeholder: '#1d4ed8',
      pattern: '#?([0-9a-fA-F]{3}|[0-9a-fA-F]{6})',
      spellcheck: 'false',
    },
  })
  const picker = element('input', { type: 'color', 'aria-label': 'Choose the accent', value: '#1d4ed8' })
  picker.addEventListener('input', () => {
    field.control.value = picker.value
    field.control.dispatchEvent(new Event('input', { bubbles: true }))
  })
  const line = element('div', { class: 'row accent' })
  field.control.replaceWith(line)
  line.append(picker, field.control)
  const value = () => (field.control.validity.valid ? field.control.value.trim() : null)
  field.control.addEventListener('input', () => {
    field.complain(value() === null ? 'This is not a colour yet.' : null)
    if (/^#[0-9a-f]{6}$/i.test(value() ?? '')) picker.value = value() ?? ''
  })
  return { node: field.node, value }
}

const workshop = (scene: Scene, { embedUrl }: Calendar): Child => {
  const { slug } = scene.calendar
  const script = `${(embedUrl ?? `${location.origin}/api/calendars/${slug}/embed`).replace(/\/calendars\/[^/]+\/embed.*$/, '')}/embed.js`
  const theme = choicesField({ type: 'radio', name: 'theme', label: 'Theme', options: THEMES, chosen: ['auto'] })
  const accent = accentField()
  const limit = textField({
    name: 'limit',
    label: 'Events at most',
    attributes: { type: 'number', min: 1, max: 100, value: DEFAULT_LIMIT, inputmode: 'numeric' },
  })
  const compact = element('input', { type: 'checkbox', id: 'compact' })
  const code = element('code', {})
  const { frame, node } = previewOf()
  followHeight(frame, scene.signal)
  let timer: ReturnType<typeof setTimeout> | undefined

  const draw = () => {
    const chosenAccent = accent.value()
    if (chosenAccent === null || !limit.control.validity.valid) return
    const wish = {
      theme: theme.value()[0] ?? 'auto',
      accent: chosenAccent,
      limit: Number(limit.value()) || DEFAULT_LIMIT,
      isCompact: compact.checked,
    }
    code.textContent = tagOf(script, slug, wish)
    const source = `/api/calendars/${encodeURIComponent(slug)}/embed?${new URLSearchParams(optionsOf(wish))}`
    node.dataset.theme = wish.theme
    if (frame.getAttribute('src') !== source) frame.src = source
  }
  const form = element(
    'form',
    {
      class: 'card stack wishes',
      oninput: () => {
        clearTimeout(timer)
        timer = setTimeout(draw, PAUSE_MS)
      },
      onsubmit: (event) => event.preventDefault(),
    },
    theme.node,
    accent.node,
    limit.node,
    element(
      'label',
      { class: 'choice', for: 'compact' },
      compact,
      element('span', {}, 'Compact: no pictures, no summaries'),
    ),
  )
  draw()
  return [
    element(
      'section',
      { class: 'stack' },
      element('h2', {}, 'The tag'),
      element('p', { class: 'quiet' }, 'Paste it where the list should stand.'),
      element(
        'div',
        { class: 'snippet' },
        element('pre', { tabindex: 0, 'aria-label': 'The tag' }, code),
        copyButton(() => code.textContent, 'the tag'),
      ),
    ),
    element(
      'div',
      { class: 'workshop' },
      form,
      element('section', {}, element('h2', { class: 'sr' }, 'Preview'), node),
    ),
  ]
}

export const embedSection: Section = {
  id: 'embed',
  title: 'Embed',
  lead: 'The list of events on your own website, with one tag.',
  role: 'STAFF',
  plan: 'PLUS',
  Panel: byHand((scene) => {
    void loading(
      scene.place,
      () => scene.api.get<One<Calendar>>(`/calendars/${scene.calendar.slug}/settings`),
      ({ data }) =>
        data.visibility === 'PRIVATE'
          ? element(
              'p',
              { class: 'notice warn' },
              'This calendar is private, so nothing of it can be embedded. Make it public first.',
            )
          : workshop(scene, data),
    )
  }),
}
