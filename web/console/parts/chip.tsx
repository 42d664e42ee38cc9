import type { Child } from 'hono/jsx/dom'

export type Mark = 'disc' | 'check' | 'half' | 'dotted' | 'clock' | 'dots' | 'ring' | 'cross' | 'live' | 'bad' | 'full'
export type Tone = 'good' | 'warn' | 'bad' | 'accent' | 'plain'

const SHAPES: Record<Mark, Child> = {
  disc: <circle cx="8" cy="8" r="5" class="filled" />,
  full: <circle cx="8" cy="8" r="5" class="filled" />,
  check: (
    <>
      <circle cx="8" cy="8" r="6" class="filled" />
      <path d="M5.200 8.200l2 2l3.600-4" class="on" />
    </>
  ),
  half: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 3a5 5 0 0 1 0 10z" class="filled" />
    </>
  ),
  dotted: <circle cx="8" cy="8" r="5" stroke-dasharray="2 2" />,
  clock: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M8 5.200V8l1.800 1.200" />
    </>
  ),
  dots: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M5.800 8h.01M8 8h.01M10.200 8h.01" />
    </>
  ),
  ring: <circle cx="8" cy="8" r="5" />,
  cross: (
    <>
      <circle cx="8" cy="8" r="5" />
      <path d="M6.200 6.200l3.600 3.600M9.800 6.200L6.200 9.800" />
    </>
  ),
  live: (
    <>
      <circle cx="8" cy="8" r="6" />
      <circle cx="8" cy="8" r="3" class="filled" />
    </>
  ),
  bad: (
    <>
      <circle cx="8" cy="8" r="6" class="filled" />
      <path d="M8 5v3.400M8 10.800v.01" class="on" />
    </>
  ),
}

export interface ChipLook {
  mark: Mark
  tone: Tone
  words: string
}

/** A status as a shape and a word, so that it doesn't depend on colour (WCAG 1.4.1). */
export const Chip = ({ mark, tone, words }: ChipLook) => (
  <span class={`chip ${tone}`}>
    <svg viewBox="0 0 16 16" aria-hidden="true">
      {SHAPES[mark]}
    </svg>
    <span class="words">{words}</span>
  </span>
)
