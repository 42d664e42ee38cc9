import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { termsWords } from '../words/en/terms.ts'
import { onceAttached } from './attached.ts'
import { Icon } from './icon.tsx'
import { useKeys } from './keys.ts'

interface Around {
  label: string
  close(): void
  /** Position in the list, such as "3 of 40". */
  position?: Child
  previous?: (() => void) | undefined
  next?: (() => void) | undefined
  children?: Child
  foot?: Child
}

/**
 * A side panel next to the content. On wide screens it covers nothing. When it opens, it takes the focus; when it
 * closes, the focus returns to the row that opened it.
 */
export const Sheet = ({ label, close, position, previous, next, children, foot }: Around) => {
  const words = termsWords()
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const opener = document.activeElement
    const sheet = ref.current
    if (sheet !== null) onceAttached(sheet, () => sheet.focus({ preventScroll: true }))
    return () => {
      const row = opener instanceof HTMLElement && opener.isConnected ? opener : null
      ;(row ?? document.querySelector<HTMLElement>('main h1'))?.focus({ preventScroll: true })
    }
  }, [])
  useKeys({ Escape: close, ...(previous && { k: previous }), ...(next && { j: next }) })
  return (
    <aside class="sheet" ref={ref} tabindex={-1} aria-label={label}>
      <header>
        <span class="soft push-after">{position}</span>
        {previous !== undefined && (
          <button type="button" class="button bare" aria-label={words.previous} onClick={previous}>
            <Icon name="up" />
            <kbd>K</kbd>
          </button>
        )}
        {next !== undefined && (
          <button type="button" class="button bare" aria-label={words.next} onClick={next}>
            <Icon name="down" />
            <kbd>J</kbd>
          </button>
        )}
        <button type="button" class="button bare" aria-label={words.close} onClick={close}>
          <Icon name="close" />
        </button>
      </header>
      <div class="body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </aside>
  )
}
