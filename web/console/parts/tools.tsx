import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { Icon } from './icon.tsx'
import { useKeys } from './keys.ts'
import { useState } from './state.ts'
import { numberOf } from './words.ts'

export interface Choice {
  value: string
  label: string
  count?: number | null | undefined
}

/** A group of toggle buttons, one of which is pressed. Used for filters above a list and for the period of a chart. */
export const Segments = ({
  label,
  value,
  set,
  choices,
}: {
  label: string
  value: string
  set: (value: string) => void
  choices: readonly Choice[]
}) => (
  <div class="segments" role="group" aria-label={label}>
    {choices.map((choice) => (
      <button
        type="button"
        key={choice.value}
        aria-pressed={choice.value === value ? 'true' : 'false'}
        onClick={() => set(choice.value)}
      >
        {choice.label}
        {choice.count !== undefined && choice.count !== null && <span class="count"> {numberOf(choice.count)}</span>}
      </button>
    ))}
  </div>
)

const PAUSE_MS = 180

/**
 * A search field that `/` focuses. `set` is called `PAUSE_MS` (180 ms) after the last key, so that the list isn't
 * rendered again for every letter.
 */
export const Search = ({ label, value, set }: { label: string; value: string; set: (value: string) => void }) => {
  const ref = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout> | null>(null)
  const [text, type] = useState(value)
  const told = useRef(value)
  const latest = useRef(set)
  latest.current = set
  useLayoutEffect(() => () => clearTimeout(timer.current ?? undefined), [])
  useKeys({ '/': () => ref.current?.focus() })
  // The browser's Back and Forward buttons change `value` from outside.
  useLayoutEffect(() => {
    if (value !== told.current) type(value)
    told.current = value
  }, [value])
  const typed = (words: string) => {
    type(words)
    if (timer.current !== null) clearTimeout(timer.current)
    timer.current = setTimeout(() => {
      told.current = words.trim()
      latest.current?.(words.trim())
    }, PAUSE_MS)
  }
  return (
    <div class="search">
      <Icon name="search" />
      <input
        ref={ref}
        type="search"
        aria-label={label}
        placeholder={label}
        value={text}
        autocomplete="off"
        spellcheck={false}
        onInput={(event: Event) => typed((event.currentTarget as HTMLInputElement).value)}
      />
      <kbd>/</kbd>
    </div>
  )
}

/** A filter as a `select`. The empty value stands for no filter. */
export const Pick = ({
  label,
  value,
  set,
  options,
}: {
  label: string
  value: string
  set: (value: string) => void
  options: readonly { value: string; label: string }[]
}) => (
  <select
    class={value === '' ? 'pill' : 'pill on'}
    aria-label={label}
    value={value}
    onInput={(event: Event) => set((event.currentTarget as HTMLSelectElement).value)}
  >
    <option value="" selected={value === ''}>
      {label}
    </option>
    {options.map((option) => (
      <option value={option.value} key={option.value} selected={option.value === value}>
        {option.label}
      </option>
    ))}
  </select>
)

/** One headline figure, with a note below it. */
export const Figure = ({ label, children, below }: { label: string; children: Child; below?: Child }) => (
  <div class="figure">
    <dt>{label}</dt>
    <dd>
      <strong>{children}</strong>
      {below}
    </dd>
  </div>
)
