import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { Work } from './asking.ts'
import { onceAttached } from './attached.ts'
import { partsWords } from '../words/en/parts.ts'
import { complaintAbout, faultsOf, isAbout, sentenceOf, troubleOf } from './trouble.ts'

/** Returns the API's error about one field. */
export const faultOf = ({ error }: Pick<Work, 'error'>, field: string) => complaintAbout(error, field)

const FIRST_FAULTY = '[aria-invalid="true"], .field:has(> .fault) :is(input, select, textarea, button)'

/**
 * Lists the errors that belong to none of `fields`, the fields that show their own errors. Then moves the focus to the
 * first faulty field of the form, or shows the list if there is none. Must come after the fields, because `fields` is
 * collected while they render.
 */
export const OtherFault = ({
  work,
  fields = [],
  more = [],
}: {
  work: Pick<Work, 'error'>
  fields?: Iterable<string>
  /** The fields of a second `useFields` in the same form. */
  more?: Iterable<string>
}) => {
  const { error } = work
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const alert = ref.current
    if (error === null || alert === null) return
    onceAttached(alert, () => {
      const faulty = alert.closest('form, dialog')?.querySelector<HTMLElement>(FIRST_FAULTY)
      if (faulty === null || faulty === undefined) alert.scrollIntoView({ block: 'nearest' })
      else faulty.focus()
    })
  }, [error])
  if (error === null) return null
  const [faults, names] = [faultsOf(error), [...fields, ...more]]
  const others = faults.filter((fault) => !names.some((name) => isAbout(fault, name)))
  const sentences = faults.length === 0 ? [troubleOf(error)] : others.map(sentenceOf)
  return (
    <div class={sentences.length === 0 ? 'sr' : 'faults'} role="alert" ref={ref}>
      {sentences.length === 0 && <p>{partsWords().checkFields(faults.length)}</p>}
      {sentences.map((sentence) => (
        <p class="fault" key={sentence}>
          {sentence}
        </p>
      ))}
    </div>
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
 * second click. The form must ignore it while it isn't ready.
 */
export const Send = ({
  work,
  isReady = true,
  children,
}: {
  work: Pick<Work, 'isUnderWay'>
  isReady?: boolean
  children: Child
}) => (
  <button class="button" aria-disabled={work.isUnderWay || !isReady ? 'true' : 'false'}>
    {children}
  </button>
)
