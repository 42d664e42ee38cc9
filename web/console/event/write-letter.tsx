import { useLayoutEffect } from 'hono/jsx/dom'
import type { AnnouncementAnswer, LetterGiven, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { useBulk } from '../parts/bulk.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, GroupFault, LongField, TextField } from '../parts/fields.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { useQuote } from '../parts/quote.ts'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { Segments } from '../parts/tools.tsx'
import { messagesWords } from '../words/en/messages.ts'
import { termsWords } from '../words/en/terms.ts'
import type { EventSession } from './event-frame.tsx'
import { guestState } from './guest-state.ts'
import { MailPreview, usePreview } from './mail-preview.tsx'

const STATUSES = ['CONFIRMED', 'CHECKED_IN', 'PENDING', 'WAITLISTED', 'INVITED'] as const
type Status = (typeof STATUSES)[number]

interface Letter {
  subject: string
  body: string
  statuses: readonly Status[]
  ticketIds: readonly string[]
  when: 'now' | 'later'
  at: string
}

const DRAFT = 'letter:'

/** Reads the draft from `sessionStorage`, where it is kept until the message is sent. */
const keptLetter = (eventId: string): Partial<Letter> => {
  try {
    return JSON.parse(sessionStorage.getItem(DRAFT + eventId) ?? '{}') as Partial<Letter>
  } catch {
    // The browser blocks storage, or the stored JSON is invalid.
    return {}
  }
}

const keepLetter = (eventId: string, letter: Letter) => sessionStorage.setItem(DRAFT + eventId, JSON.stringify(letter))

/**
 * Returns the request body. Placeholders replace an empty subject or text, so that the preview can always be rendered.
 */
const givenOf = ({ subject, body, statuses, ticketIds }: Letter): LetterGiven => ({
  kind: 'ANNOUNCEMENT',
  subject: subject.trim() === '' ? messagesWords().write.noSubject : subject,
  body: body.trim() === '' ? messagesWords().write.noMessage : body,
  ...(statuses.length === 0 ? {} : { audience: { statuses: [...statuses], ticketIds: [...ticketIds] } }),
})

/** Form for a message (recipients, text and time) next to a preview of the email. */
export const WriteLetter = ({ tab, sent }: { tab: EventSession; sent: () => Promise<void> }) => {
  const words = messagesWords().write
  const { session, event } = tab
  const work = useWork()
  const {
    values: letter,
    set,
    field,
    shown,
  } = useFields<Letter>(
    () => ({
      subject: '',
      body: '',
      statuses: ['CONFIRMED'],
      ticketIds: [],
      when: 'now',
      at: '',
      ...keptLetter(event.id),
    }),
    work,
  )
  useLayoutEffect(() => keepLetter(event.id, letter), [letter])
  const preview = usePreview(session, event, givenOf(letter))
  const path = `/events/${event.id}/announcements`
  const audience = { statuses: letter.statuses, ticketIds: letter.ticketIds }
  // The recipients depend only on the audience, so one quote is enough while the user writes.
  const isWriting = letter.body.trim() !== '' && letter.statuses.length > 0
  const quoted = useQuote(
    session.api,
    isWriting ? { path, body: { subject: '-', body: '-', audience } } : null,
    () => void preview.asked.again(),
  )
  const { isTyped, field: bulkField } = useBulk(quoted.bulk)
  const send = () =>
    isTyped &&
    void work.run(async () => {
      const { data } = await quoted.send<One<AnnouncementAnswer>>({
        path,
        body: {
          subject: letter.subject,
          body: letter.body,
          audience,
          ...(letter.when === 'later' && letter.at !== '' ? { sendAt: new Date(letter.at).toISOString() } : {}),
        },
      })
      set({ subject: '', body: '' })
      await sent()
      session.toast(data.status === 'SCHEDULED' ? words.scheduled : words.sending)
    })
  const toggle = <Name extends 'statuses' | 'ticketIds'>(name: Name, value: string, isIn: boolean) => {
    const before: readonly string[] = letter[name]
    set({ [name]: isIn ? [...before, value] : before.filter((each) => each !== value) })
  }
  const reach = preview.asked.data
  const count = letter.statuses.length === 0 ? 0 : (reach?.recipientCount ?? 0)
  const out = (reach?.leftOut.unsubscribed ?? 0) + (reach?.leftOut.declined ?? 0)
  const recipients = <b>{words.recipients(count)}</b>
  const [sendWords, scheduleWords] = preview.isCurrent
    ? [words.sendTo(count), words.scheduleFor(count)]
    : [words.send, words.schedule]
  return (
    <div class="letter">
      <Form send={send} label={words.title}>
        <h2 class="h2">{words.title}</h2>
        <fieldset class="field">
          <legend>{words.to}</legend>
          <GroupFault id="audience-fault" fault={field('statuses', 'audience').fault} />
          <div class="checks">
            {STATUSES.map((status) => (
              <CheckField
                key={status}
                label={guestState({ status }).words}
                value={letter.statuses.includes(status)}
                set={(isIn) => toggle('statuses', status, isIn)}
              />
            ))}
          </div>
          {event.tickets.length > 1 && (
            <div class="checks" role="group" aria-label={termsWords().tickets}>
              <p class="of-checks">{termsWords().tickets}</p>
              {event.tickets.map(({ id, name }) => (
                <CheckField
                  key={id}
                  label={name}
                  value={letter.ticketIds.includes(id)}
                  set={(isIn) => toggle('ticketIds', id, isIn)}
                />
              ))}
            </div>
          )}
          <p class="hint" role="status">
            {event.tickets.length > 1 && letter.ticketIds.length === 0
              ? words.recipientsOfAllTickets(recipients)
              : words.recipientsOfChosenTickets(recipients)}{' '}
            {out === 0 ? words.excludesUnsubscribed : words.excludes(out)}
          </p>
        </fieldset>
        <TextField label={words.subject} {...field('subject')} />
        <LongField label={words.message} rows={9} {...field('body')} hint={words.messageHint} />
        <Segments
          label={words.sendTime}
          value={letter.when}
          set={(when) => set({ when: when as Letter['when'] })}
          choices={[
            { value: 'now', label: words.now },
            { value: 'later', label: words.later },
          ]}
        />
        {letter.when === 'later' && (
          <TextField key="at" label={words.sendAt} type="datetime-local" {...field('at', 'sendAt')} />
        )}
        {bulkField}
        <OtherFault work={work} fields={shown} />
        <Send work={work} isReady={isTyped}>
          <Icon name="send" /> {letter.when === 'later' ? scheduleWords : sendWords} <SendKey />
        </Send>
      </Form>
      <MailPreview session={session} event={event} preview={preview} />
    </div>
  )
}
