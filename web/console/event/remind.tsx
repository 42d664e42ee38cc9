import { useWork } from '../parts/asking.ts'
import { useBulk } from '../parts/bulk.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { LongField } from '../parts/fields.tsx'
import { useQuote } from '../parts/quote.ts'
import { useFields } from '../parts/use-fields.ts'
import { messagesWords } from '../words/en/messages.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'
import { MailPreview, usePreview } from './mail-preview.tsx'

/** Before sending, shows the number of recipients and the email. */
export const Remind = ({
  tab: { session, event },
  close,
  sent,
}: {
  tab: EventSession
  close: () => void
  sent: () => Promise<void>
}) => {
  const words = messagesWords().remind
  const terms = termsWords()
  const work = useWork()
  const { values, field, shown } = useFields({ body: '' }, work)
  const note = values.body.trim() === '' ? {} : values
  const preview = usePreview(session, event, { kind: 'REMINDER', ...note })
  const path = `/events/${event.id}/reminders`
  const quoted = useQuote(session.api, { path, body: {} }, () => void preview.asked.again())
  const { isTyped, field: bulkField } = useBulk(quoted.bulk)
  const count = preview.asked.data?.recipientCount ?? 0
  const send = () =>
    isTyped &&
    void work
      .run(async () => {
        await quoted.send({ path, body: note })
        await sent()
        session.toast(words.sending)
      })
      .then((isDone) => isDone && close())
  return (
    <Dialog title={words.title} close={close} wide>
      <Form send={send}>
        <LongField label={words.message} aside={terms.optional} rows={3} {...field('body')} />
        <MailPreview session={session} event={event} preview={preview} />
        {bulkField}
        <OtherFault work={work} fields={shown} />
        <footer>
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work} isReady={isTyped}>
            {preview.isCurrent ? words.sendTo(count) : words.send}
          </Send>
        </footer>
      </Form>
    </Dialog>
  )
}
