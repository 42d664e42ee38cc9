import type { EventAnswer, InvitedAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useWork } from '../parts/asking.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { LongField } from '../parts/fields.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { importingWords } from '../words/en/importing.ts'
import { termsWords } from '../words/en/terms.ts'
import { MailPreview, usePreview } from './mail-preview.tsx'

/** Maximum number of addresses per call. Longer lists are sent in several calls. */
const AT_ONCE = 500

/**
 * Extracts all email addresses from pasted text, such as lines, comma-separated lists, "Nora <nora@…>" or spreadsheet
 * columns.
 */
const addressesIn = (text: string) => [...new Set(text.toLowerCase().match(/[^\s,;<>"'()]+@[^\s,;<>"'()]+/g) ?? [])]

const LISTS = ['invited', 'alreadyRegistered', 'unsubscribed', 'declined', 'invalid'] as const

const NOBODY: InvitedAnswer = { invited: [], alreadyRegistered: [], invalid: [], unsubscribed: [], declined: [] }

const Shown = ({ session, event, message }: { session: CalendarSession; event: EventAnswer; message: string }) => {
  const word = message.trim() === '' ? {} : { body: message }
  const preview = usePreview(session, event, { kind: 'INVITATION', ...word })
  return <MailPreview session={session} event={event} preview={preview} />
}

export const InvitePeople = ({
  session,
  event,
  close,
}: {
  session: CalendarSession
  event: EventAnswer
  close: () => void
}) => {
  const [words, terms] = [importingWords().inviting, termsWords()]
  const [isShown, show] = useState(false)
  const [result, tell] = useState<InvitedAnswer | null>(null)
  const work = useWork()
  const { values, set, field, shown } = useFields({ emails: '', message: '' }, work)
  const addresses = addressesIn(values.emails)
  const read = async (file: File | undefined) => {
    if (file !== undefined) set({ emails: `${values.emails}\n${await file.text()}`.trim() })
  }
  const send = () =>
    void work.run(async () => {
      let all = NOBODY
      for (let from = 0; from < addresses.length; from += AT_ONCE) {
        const { data } = await session.api.post<One<InvitedAnswer>>(`/events/${event.id}/guests/invite`, {
          emails: addresses.slice(from, from + AT_ONCE),
          ...(values.message.trim() === '' ? {} : { message: values.message }),
        })
        all = {
          invited: [...all.invited, ...data.invited],
          alreadyRegistered: [...all.alreadyRegistered, ...data.alreadyRegistered],
          invalid: [...all.invalid, ...data.invalid],
          unsubscribed: [...all.unsubscribed, ...data.unsubscribed],
          declined: [...all.declined, ...data.declined],
        }
      }
      tell(all)
    })
  if (result !== null)
    return (
      <Dialog
        key="result"
        title={words.done(result.invited.length)}
        close={close}
        foot={
          <button type="button" class="button" onClick={close}>
            {terms.done}
          </button>
        }
      >
        <dl class="facts">
          {LISTS.filter((name) => result[name].length > 0).map((name) => (
            <div class="contents" key={name}>
              <dt>{words.results[name](result[name].length)}</dt>
              <dd>{result[name].slice(0, 20).join(', ')}</dd>
            </div>
          ))}
        </dl>
      </Dialog>
    )
  return (
    <Dialog key="ask" title={words.title} close={close} wide={isShown}>
      <Form send={send}>
        <LongField
          label={words.addresses}
          rows={6}
          {...field('emails')}
          placeholder={words.addressesExample}
          hint={words.found(addresses.length)}
        />
        <div class="field">
          <label for="addresses-file">{words.file}</label>
          <input
            id="addresses-file"
            type="file"
            accept=".csv,.txt,text/csv,text/plain"
            onInput={(change: Event) => void read((change.currentTarget as HTMLInputElement).files?.[0])}
          />
        </div>
        <LongField label={words.message} aside={terms.optional} rows={3} {...field('message')} />
        {isShown && <Shown key="shown" session={session} event={event} message={values.message} />}
        <OtherFault work={work} fields={shown} />
        <footer>
          <button
            type="button"
            class="button plain"
            aria-expanded={isShown ? 'true' : 'false'}
            onClick={() => show(!isShown)}
          >
            {isShown ? words.hidePreview : words.showPreview}
          </button>
          <span class="push" />
          <button type="button" class="button bare" onClick={close}>
            {terms.cancel}
          </button>
          <Send work={work}>{words.send(addresses.length)}</Send>
        </footer>
      </Form>
    </Dialog>
  )
}
