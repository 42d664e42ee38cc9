import type { Child } from 'hono/jsx/dom'
import { Copyable } from '../parts/copy.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { developersWords } from '../words/en/developers.ts'

/** Shows a secret once. Only the button closes the dialog. */
export const ShowSecret = ({
  title,
  secret,
  of,
  warning = developersWords().secret.warning,
  saved = developersWords().secret.saved,
  close,
  children,
}: {
  title: string
  secret: string
  /** What to call the secret for screen readers, such as "the key". */
  of: string
  warning?: string
  /** Label of the button that closes the dialog. */
  saved?: string
  close: () => void
  children?: Child
}) => (
  <Dialog
    title={title}
    close={close}
    isKept
    foot={
      <button type="button" class="button" onClick={close}>
        {saved}
      </button>
    }
  >
    <p class="notice warn">{warning}</p>
    <Copyable text={secret} of={of} />
    {children}
  </Dialog>
)
