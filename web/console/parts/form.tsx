import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { complaintAbout, Refusal, wordsOf } from '../../shared/api.ts'
import type { Work } from './asking.ts'
import { onceAttached } from './attached.ts'

/** Returns the API's error about one field. */
export const faultOf = ({ error }: Pick<Work, 'error'>, field: string) => complaintAbout(error, field)

const FIRST_FAULTY = '.field:has(> .fault) :is(input, select, textarea)'

/**
 * Shows an error that belongs to none of `fields`. If an error belongs to one of them, that field shows it. This
 * component then only announces it to screen readers, and moves the focus to the first faulty field of the form.
 */
export const OtherFault = ({ work, fields = [] }: { work: Pick<Work, 'error'>; fields?: Iterable<string> }) => {
  const { error } = work
  const ref = useRef<HTMLParagraphElement>(null)
  const isBeside = error instanceof Refusal && [...fields].some((field) => complaintAbout(error, field) !== null)
  useLayoutEffect(() => {
    const alert = ref.current
    if (isBeside && alert !== null)
      onceAttached(alert, () => alert.closest('form')?.querySelector<HTMLElement>(FIRST_FAULTY)?.focus())
  }, [error])
  if (error === null) return null
  return (
    <p class={isBeside ? 'sr' : 'fault'} role="alert" ref={ref}>
      {wordsOf(error)}
    </p>
  )
}

/** A form that can be submitted with its button, with Enter in a text field, or with ⌘↵ anywhere in the form. */
export const Form = ({
  send,
  look = 'stack',
  label,
  children,
}: {
  send: () => void
  look?: string
  label?: string
  children: Child
}) => (
  <form
    class={look}
    aria-label={label}
    novalidate
    onSubmit={(event: Event) => {
      event.preventDefault()
      send()
    }}
    onKeyDown={(event: KeyboardEvent) => {
      if (event.key !== 'Enter' || !(event.metaKey || event.ctrlKey)) return
      event.preventDefault()
      send()
    }}
  >
    {children}
  </form>
)

/**
 * The submit button. It sets `aria-disabled` instead of `disabled`, so that it keeps the focus. `useWork` ignores a
 * second click.
 */
export const Send = ({ work, children }: { work: Pick<Work, 'isUnderWay'>; children: Child }) => (
  <button class="button" aria-disabled={work.isUnderWay ? 'true' : 'false'}>
    {children}
  </button>
)
