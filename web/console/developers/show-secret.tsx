import type { Child } from 'hono/jsx/dom'
import { Copyable } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'

/** Shows a secret once. Only the button closes the dialog. */
export const ShowSecret = ({
  title,
  secret,
  of,
  warning = 'This is the only time we show it. Keep it on a server, never in a web page.',
  close,
  children,
}: {
  title: string
  secret: string
  /** What to call the secret for screen readers, such as "the key". */
  of: string
  warning?: string
  close: () => void
  children?: Child
}) => (
  <Dialog
    title={title}
    close={close}
    isKept
    foot={
      <button type="button" class="button" onClick={close}>
        I’ve saved it
      </button>
    }
  >
    <p class="notice warn">{warning}</p>
    <Copyable text={secret} of={of} />
    {children}
  </Dialog>
)
