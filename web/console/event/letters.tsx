import { useState } from 'hono/jsx/dom'
import type { AnnouncementAnswer, MessageFailureAnswer, PageOf, ReminderAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Shown } from '../parts/states.tsx'
import { Pager } from '../parts/table.tsx'
import { countOf, fromNow, momentOf, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { letterState } from './letter-state.ts'

export type Letter = AnnouncementAnswer | ReminderAnswer

const LIMIT = 50
const FAILED: Record<MessageFailureAnswer['status'], ChipLook> = {
  failed: { mark: 'bad', tone: 'bad', words: 'Not delivered' },
  retrying: { mark: 'half', tone: 'warn', words: 'Retrying' },
  cancelled: { mark: 'cross', tone: 'plain', words: 'Not sent' },
}

/** Recipients who didn't get the message, each with the reason. */
const Unreached = ({ session, letter, close }: { session: CalendarSession; letter: Letter; close: () => void }) => {
  const [page, turn] = useState(1)
  const asked = useAsked(
    () =>
      session.api.get<PageOf<MessageFailureAnswer>>(`/events/${letter.eventId}/messages/${letter.id}/failures`, {
        page,
        limit: LIMIT,
      }),
    [letter.id, page],
  )
  return (
    <Dialog title={`Missed deliveries of “${letter.subject}”`} close={close} wide>
      <Shown
        asked={asked}
        rows={3}
        draw={({ data, total }) =>
          data.length === 0 ? (
            <p class="soft">Everyone got it.</p>
          ) : (
            <div>
              <ul class="lines" aria-label="Missed deliveries">
                {data.map((failure) => (
                  <li key={failure.guestId}>
                    <span class="grow">
                      <a
                        href={eventHash(session.calendar.slug, letter.eventId, 'guests', { guest: failure.guestId })}
                        onClick={close}
                      >
                        <bdi>{failure.recipient}</bdi>
                      </a>
                      <span class="under">
                        {failure.error ?? 'outdated or no longer wanted when it was due'}
                        {failure.attempts > 1 && ` · ${countOf(failure.attempts, 'attempt')}`}
                      </span>
                    </span>
                    <Chip {...FAILED[failure.status]} />
                  </li>
                ))}
              </ul>
              <Pager page={page} limit={LIMIT} total={total} to={turn} />
            </div>
          )
        }
      />
    </Dialog>
  )
}

const Progress = ({ letter }: { letter: Letter }) => {
  const { progress, status, leftOut, recipientCount } = letter
  const out = leftOut.unsubscribed + leftOut.declined
  return (
    <span class="under">
      {status === 'SCHEDULED'
        ? `sends ${fromNow(letter.sendAt)}`
        : `${numberOf(progress.sent)} of ${numberOf(recipientCount)} sent`}
      {progress.queued > 0 && ` · ${numberOf(progress.queued)} queued`}
      {out > 0 && ` · ${numberOf(out)} opted out`}
    </span>
  )
}

const isReminder = (letter: Letter): letter is ReminderAnswer => 'trigger' in letter

export const Letters = ({
  session,
  letters,
  changed,
}: {
  session: CalendarSession
  letters: readonly Letter[]
  changed: () => Promise<void>
}) => {
  const [open, show] = useState<Letter | null>(null)
  const callOff = (letter: Letter) =>
    void orTell(session, async () => {
      await session.api.post(`/events/${letter.eventId}/messages/${letter.id}/call-off`)
      await changed()
      session.toast('Message cancelled. It won’t be sent.')
    })
  return (
    <>
      <ul class="lines" aria-label="Sent and scheduled">
        {letters.map((letter) => (
          <li key={letter.id}>
            <span class="grow">
              <b>
                <bdi>{letter.subject}</bdi>
              </b>
              <Progress letter={letter} />
            </span>
            {letter.progress.failed > 0 && (
              <button type="button" class="button bare bad" onClick={() => show(letter)}>
                {numberOf(letter.progress.failed)} didn’t get it
              </button>
            )}
            {letter.status === 'SCHEDULED' && (
              <button
                type="button"
                class="button bare"
                aria-label={`Cancel message ${letter.subject}`}
                onClick={() => callOff(letter)}
              >
                Cancel message
              </button>
            )}
            {isReminder(letter) && <span class="tag">{letter.trigger === 'AUTOMATIC' ? 'automatic' : 'reminder'}</span>}
            <Chip {...letterState(letter)} />
            <time class="soft" datetime={letter.sendAt}>
              {momentOf(letter.sendAt)}
            </time>
          </li>
        ))}
      </ul>
      {open !== null && <Unreached key={open.id} session={session} letter={open} close={() => show(null)} />}
    </>
  )
}
