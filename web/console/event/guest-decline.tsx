import { Dialog } from '../parts/dialog.tsx'
import { LongField } from '../parts/fields.tsx'
import { Form } from '../parts/form.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { useState } from '../parts/state.ts'
import { guestsWords } from '../words/en/guests.ts'
import { termsWords } from '../words/en/terms.ts'

const MAX_MESSAGE_LENGTH = 500

/** Asks before a decline, and for a message to the guests. */
export const DeclineGuests = ({
  title,
  close,
  decline,
}: {
  title: string
  close: () => void
  /** `message` is empty if the user wrote none. */
  decline: (message: string) => void
}) => {
  const words = guestsWords().declining
  const [message, write] = useState('')
  const isTooLong = message.length > MAX_MESSAGE_LENGTH
  const send = () => {
    if (isTooLong) return
    close()
    decline(message.trim())
  }
  return (
    <Dialog title={title} close={close}>
      <p>{words.means}</p>
      <Form send={send}>
        <LongField
          label={words.message}
          aside={termsWords().optional}
          value={message}
          set={write}
          rows={4}
          hint={words.messageHint}
          fault={isTooLong ? words.tooLong(MAX_MESSAGE_LENGTH) : null}
        />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {words.keep}
          </button>
          <button class="button danger">
            {words.action} <SendKey />
          </button>
        </footer>
      </Form>
    </Dialog>
  )
}
