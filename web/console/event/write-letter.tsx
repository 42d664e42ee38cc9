import { useLayoutEffect } from 'hono/jsx/dom'
import type { AnnouncementAnswer, LetterGiven, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, LongField, TextField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Icon } from '../parts/icon.tsx'
import { Segments } from '../parts/tools.tsx'
import { countOf, numberOf } from '../parts/words.ts'
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
  subject: subject.trim() === '' ? 'Subject' : subject,
  body: body.trim() === '' ? 'Your message goes here.' : body,
  ...(statuses.length === 0 ? {} : { audience: { statuses: [...statuses], ticketIds: [...ticketIds] } }),
})

/** Form for a message (recipients, text and time) next to a preview of the email. */
export const WriteLetter = ({ tab, sent }: { tab: EventSession; sent: () => Promise<void> }) => {
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
  const send = () =>
    void work.run(async () => {
      const { data } = await session.api.post<One<AnnouncementAnswer>>(`/events/${event.id}/announcements`, {
        subject: letter.subject,
        body: letter.body,
        audience: { statuses: letter.statuses, ticketIds: letter.ticketIds },
        ...(letter.when === 'later' && letter.at !== '' ? { sendAt: new Date(letter.at).toISOString() } : {}),
      })
      set({ subject: '', body: '' })
      await sent()
      session.toast(data.status === 'SCHEDULED' ? 'Message scheduled.' : 'We’re sending your message.')
    })
  const toggle = <Name extends 'statuses' | 'ticketIds'>(name: Name, value: string, isIn: boolean) => {
    const before: readonly string[] = letter[name]
    set({ [name]: isIn ? [...before, value] : before.filter((each) => each !== value) })
  }
  const reach = preview.asked.data
  const count = letter.statuses.length === 0 ? 0 : (reach?.recipientCount ?? 0)
  const out = (reach?.leftOut.unsubscribed ?? 0) + (reach?.leftOut.declined ?? 0)
  const whom = preview.isCurrent ? ` to ${countOf(count, 'guest')}` : ''
  return (
    <div class="letter">
      <Form send={send} label="Write to guests">
        <h2 class="h2">Write to guests</h2>
        <fieldset class="field">
          <legend>To</legend>
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
            <div class="checks">
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
            <b>{countOf(count, 'guest')}</b>
            {event.tickets.length > 1 && letter.ticketIds.length === 0 ? ', all tickets. ' : '. '}
            {out === 0 ? 'Excludes people who unsubscribed.' : `Excludes ${numberOf(out)} more who don’t want emails.`}
          </p>
        </fieldset>
        <TextField label="Subject" {...field('subject')} />
        <LongField
          label="Message"
          rows={9}
          {...field('body')}
          hint="Markdown. Draft saved in this tab until you send it."
        />
        <Segments
          label="Send time"
          value={letter.when}
          set={(when) => set({ when: when as Letter['when'] })}
          choices={[
            { value: 'now', label: 'Now' },
            { value: 'later', label: 'Later' },
          ]}
        />
        {letter.when === 'later' && (
          <TextField key="at" label="Send at" type="datetime-local" {...field('at', 'sendAt')} />
        )}
        <OtherFault work={work} fields={shown} />
        <Send work={work}>
          <Icon name="send" /> {letter.when === 'later' ? `Schedule${whom.replace(' to ', ' for ')}` : `Send${whom}`}{' '}
          <kbd>⌘↵</kbd>
        </Send>
      </Form>
      <MailPreview session={session} event={event} preview={preview} />
    </div>
  )
}
