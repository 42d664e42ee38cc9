import type { AnnouncementAnswer, MessageFailureAnswer, PageOf, ReminderAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Chip, type ChipLook } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { Pager } from '../parts/table.tsx'
import { fromNow, momentOf, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { messagesWords } from '../words/en/messages.ts'
import { letterState } from './letter-state.ts'

export type Letter = AnnouncementAnswer | ReminderAnswer

const LIMIT = 50
const MISSED: Record<MessageFailureAnswer['status'], Omit<ChipLook, 'words'>> = {
  failed: { mark: 'bad', tone: 'bad' },
  retrying: { mark: 'half', tone: 'warn' },
  cancelled: { mark: 'cross', tone: 'plain' },
  unsubscribed: { mark: 'cross', tone: 'plain' },
  declined: { mark: 'cross', tone: 'plain' },
  no_address: { mark: 'cross', tone: 'plain' },
}

/** Recipients who didn't get the message, each with the reason. */
const Unreached = ({ session, letter, close }: { session: CalendarSession; letter: Letter; close: () => void }) => {
  const words = messagesWords().failures
  const [page, turn] = useState(1)
  const asked = useAsked(
    () =>
      session.api.get<PageOf<MessageFailureAnswer>>(`/events/${letter.eventId}/messages/${letter.id}/failures`, {
        page,
        limit: LIMIT,
        leftOut: true,
      }),
    [letter.id, page],
  )
  return (
    <Dialog title={words.title(letter.subject)} close={close} wide>
      <Shown
        asked={asked}
        rows={3}
        draw={({ data, total }) =>
          data.length === 0 ? (
            <p class="soft">{words.none}</p>
          ) : (
            <div>
              <ul class="lines" aria-label={words.label}>
                {data.map((failure) => (
                  <li key={failure.guestId}>
                    <span class="grow">
                      <a
                        href={eventHash(session.calendar.slug, letter.eventId, 'guests', { guest: failure.guestId })}
                        onClick={close}
                      >
                        <bdi>{failure.status === 'no_address' ? words.guestWithoutAddress : failure.recipient}</bdi>
                      </a>
                      <span class="under">
                        {failure.error ?? words.reasons[failure.status]}
                        {failure.attempts > 1 && ` · ${words.attempts(failure.attempts)}`}
                      </span>
                    </span>
                    <Chip {...MISSED[failure.status]} words={words.statuses[failure.status]} />
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

const missedBy = ({ progress, leftOut }: Letter) => progress.failed + leftOut.unsubscribed + leftOut.declined

const Progress = ({ letter }: { letter: Letter }) => {
  const words = messagesWords().list
  const { progress, status, leftOut, recipientCount } = letter
  const out = leftOut.unsubscribed + leftOut.declined
  return (
    <span class="under">
      {status === 'SCHEDULED'
        ? words.sends(fromNow(letter.sendAt))
        : words.sent(numberOf(progress.sent), recipientCount)}
      {progress.queued > 0 && ` · ${words.queued(progress.queued)}`}
      {out > 0 && ` · ${words.optedOut(out)}`}
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
  const words = messagesWords().list
  const [open, show] = useState<Letter | null>(null)
  const callOff = (letter: Letter) =>
    void orTell(session, async () => {
      await session.api.post(`/events/${letter.eventId}/messages/${letter.id}/call-off`)
      await changed()
      session.toast(words.cancelled)
    })
  return (
    <>
      <ul class="lines" aria-label={words.title}>
        {letters.map((letter) => (
          <li key={letter.id}>
            <span class="grow">
              <b>
                <bdi>{letter.subject}</bdi>
              </b>
              <Progress letter={letter} />
            </span>
            {(letter.status === 'SENDING' || letter.status === 'SENT') && (
              <button
                type="button"
                class={letter.progress.failed > 0 ? 'button bare bad' : 'button bare'}
                onClick={() => show(letter)}
              >
                {missedBy(letter) > 0 ? words.notReached(missedBy(letter)) : words.whoMissed}
              </button>
            )}
            {letter.status === 'SCHEDULED' && (
              <button
                type="button"
                class="button bare"
                aria-label={words.cancelMessage(letter.subject)}
                onClick={() => callOff(letter)}
              >
                {words.cancel}
              </button>
            )}
            {isReminder(letter) && (
              <span class="tag">{letter.trigger === 'AUTOMATIC' ? words.automatic : words.reminder}</span>
            )}
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
