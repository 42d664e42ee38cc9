import type { Child } from 'hono/jsx/dom'
import { useId, useRef } from 'hono/jsx/dom'
import { partsWords } from '../words/en/parts.ts'
import { about, Field } from './fields.tsx'
import { Icon } from './icon.tsx'

/** Replaces the selection with `text`, of which the part from `from` to `to` is then selected. */
const put = (area: HTMLTextAreaElement, text: string, from: number, to: number) => {
  const start = area.selectionStart
  area.focus()
  area.setRangeText(text)
  area.setSelectionRange(start + from, start + to)
}

const selectionOf = ({ value, selectionStart, selectionEnd }: HTMLTextAreaElement) =>
  value.slice(selectionStart, selectionEnd)

const wrap = (mark: string) => (area: HTMLTextAreaElement) => {
  const text = selectionOf(area)
  put(area, mark + text + mark, mark.length, mark.length + text.length)
}

const addLink = (area: HTMLTextAreaElement) => {
  const text = selectionOf(area)
  if (/^https?:\/\/\S+$/.test(text)) return put(area, `[](${text})`, 1, 1)
  const url = 'https://'
  return put(area, `[${text}](${url})`, text.length + 3, text.length + 3 + url.length)
}

const addList = (area: HTMLTextAreaElement) => {
  // Whole lines become items, and the list starts on a new line.
  area.setSelectionRange(area.value.lastIndexOf('\n', area.selectionStart - 1) + 1, area.selectionEnd)
  const text = selectionOf(area)
    .split('\n')
    .map((line) => `- ${line}`)
    .join('\n')
  put(area, text, text.length, text.length)
}

const TOOLS = [
  { name: 'bold', key: 'b', act: wrap('**'), look: <b aria-hidden="true">B</b> },
  { name: 'italic', key: 'i', act: wrap('*'), look: <em aria-hidden="true">I</em> },
  { name: 'list', key: null, act: addList, look: <Icon name="list" /> },
  { name: 'link', key: 'k', act: addLink, look: <Icon name="link" /> },
] as const

/** A text in Markdown, with buttons and shortcuts that insert its marks around the selection. */
export const MarkdownField = ({
  value,
  set,
  rows = 4,
  ...rest
}: {
  label: string
  aside?: string | undefined
  hint?: Child
  fault: string | null
  value: string
  set: (value: string) => void
  rows?: number
}) => {
  const words = partsWords().markdown
  const id = useId()
  const ref = useRef<HTMLTextAreaElement>(null)
  const use = (act: (area: HTMLTextAreaElement) => void) => {
    const area = ref.current
    if (area === null) return
    act(area)
    set(area.value)
  }
  return (
    <Field id={id} {...rest}>
      <div class="marked">
        <div class="marks" role="toolbar" aria-label={words.toolbar} aria-controls={id}>
          {TOOLS.map(({ name, key, act, look }) => (
            <button
              type="button"
              key={name}
              aria-label={words[name]}
              title={words[name]}
              aria-keyshortcuts={key === null ? undefined : `Control+${key.toUpperCase()} Meta+${key.toUpperCase()}`}
              onClick={() => use(act)}
            >
              {look}
            </button>
          ))}
        </div>
        <textarea
          id={id}
          ref={ref}
          rows={rows}
          value={value}
          onInput={(event: Event) => set((event.currentTarget as HTMLTextAreaElement).value)}
          onKeyDown={(event: KeyboardEvent) => {
            if (!(event.metaKey || event.ctrlKey) || event.altKey || event.shiftKey) return
            const tool = TOOLS.find(({ key }) => key === event.key.toLowerCase())
            if (tool === undefined) return
            event.preventDefault()
            use(tool.act)
          }}
          {...about(id, rest)}
        />
      </div>
    </Field>
  )
}
