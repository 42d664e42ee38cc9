import type { Child } from 'hono/jsx/dom'
import { useId, useLayoutEffect, useRef } from 'hono/jsx/dom'
import { termsWords } from '../words/en/terms.ts'
import { useWork } from './asking.ts'
import { onceAttached } from './attached.ts'
import type { Bulk } from '../../../src/kernel/bulk.ts'
import { useBulk } from './bulk.tsx'
import { OtherFault } from './form.tsx'
import { Icon } from './icon.tsx'

interface Around {
  title: string
  close(): void
  children?: Child
  foot?: Child
  wide?: boolean
  /**
   * Whether the dialog has no close button and ignores Escape and clicks on the backdrop. Used for secrets that are
   * shown only once.
   */
  isKept?: boolean
}

/**
 * Opens the `dialog` on mount and closes it on Escape or a click on the backdrop. Then the focus returns to the element
 * that opened it.
 */
export const useModal = (close: () => void, isKept = false) => {
  const ref = useRef<HTMLDialogElement>(null)
  const leave = useRef(close)
  leave.current = close
  useLayoutEffect(() => {
    const dialog = ref.current
    if (dialog === null) return undefined
    const opener = document.activeElement
    const cancel = (event: Event) => {
      event.preventDefault()
      if (!isKept) leave.current?.()
    }
    const beside = (event: MouseEvent) => {
      if (event.target === dialog && !isKept) leave.current?.()
    }
    dialog.addEventListener('cancel', cancel)
    dialog.addEventListener('mousedown', beside)
    onceAttached(dialog, () => dialog.showModal())
    return () => {
      dialog.close()
      if (opener instanceof HTMLElement && opener.isConnected) opener.focus()
      // The element that opened the dialog may have been removed or disabled by now.
      if (document.activeElement !== opener) document.querySelector<HTMLElement>('main h1')?.focus()
    }
  }, [])
  return ref
}

/** Use dialogs only for short forms and for actions that email, charge or destroy. */
export const Dialog = ({ title, close, children, foot, wide = false, isKept = false }: Around) => {
  const ref = useModal(close, isKept)
  const id = useId()
  return (
    <dialog ref={ref} class={wide ? 'box wide' : 'box'} aria-labelledby={id}>
      <header>
        <h2 id={id}>{title}</h2>
        {!isKept && (
          <button type="button" class="button bare" aria-label={termsWords().close} onClick={close}>
            <Icon name="close" />
          </button>
        )}
      </header>
      <div class="body">{children}</div>
      {foot && <footer>{foot}</footer>}
    </dialog>
  )
}

interface Question {
  title: string
  /** As a function, it gets the error, to show it at its fields. `fields` then names them. */
  children?: Child | ((error: unknown) => Child)
  fields?: readonly string[]
  /** Label of the confirming button. It names the action and is never "OK". */
  action: string
  isDangerous?: boolean
  /** Whether the effects are shown. Until then the button does nothing. */
  isReady?: boolean
  /** The number that the person types before a bulk write. */
  bulk?: Bulk | null
  /** Label of the button that closes the dialog. */
  refuse?: string
  close(): void
  act(): Promise<unknown>
  /** Called after `act` has succeeded and the dialog has closed. */
  done?(): void
}

/** A confirmation dialog. If `act` fails, the dialog stays open and shows the error. */
export const Ask = ({
  title,
  children,
  fields = [],
  action,
  isDangerous = false,
  isReady: isShown = true,
  bulk = null,
  refuse = termsWords().cancel,
  close,
  act,
  done,
}: Question) => {
  const { isUnderWay, error, run } = useWork()
  const { isTyped, field } = useBulk(bulk)
  const isReady = isShown && isTyped
  const go = async () => {
    if (!isReady || !(await run(act))) return
    close()
    done?.()
  }
  return (
    <Dialog
      title={title}
      close={close}
      foot={
        <>
          <OtherFault work={{ error }} fields={fields} />
          <button type="button" class="button bare push" onClick={close}>
            {refuse}
          </button>
          <button
            type="button"
            class={isDangerous ? 'button danger' : 'button'}
            aria-disabled={isUnderWay || !isReady ? 'true' : 'false'}
            onClick={() => void go()}
          >
            {action}
          </button>
        </>
      }
    >
      {typeof children === 'function' ? children(error) : children}
      {field}
    </Dialog>
  )
}
