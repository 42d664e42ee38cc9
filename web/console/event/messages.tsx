import type { AnnouncementAnswer, One, ReminderAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { withQuery } from '../place.ts'
import { messagesWords } from '../words/en/messages.ts'
import { termsWords } from '../words/en/terms.ts'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { InvitePeople } from './invite.tsx'
import { Letters } from './letters.tsx'
import { Remind } from './remind.tsx'
import { useRepeated } from '../parts/repeated.ts'
import { useOpened } from '../parts/state.ts'
import { WriteLetter } from './write-letter.tsx'

export const MessagesTab = (tab: EventSession) => {
  const words = messagesWords()
  const { session, event, asked: askedEvent } = tab
  const { api, place } = session
  const path = `/events/${event.id}`
  const asked = useAsked(async () => {
    const [announcements, reminders] = await Promise.all([
      api.get<One<AnnouncementAnswer[]>>(`${path}/announcements`),
      api.get<One<ReminderAnswer[]>>(`${path}/reminders`),
    ])
    return [...announcements.data, ...reminders.data].toSorted((left, right) => right.sendAt.localeCompare(left.sendAt))
  }, [event.id])
  const isMoving = (asked.data ?? []).some(({ status }) => status === 'SENDING')
  useRepeated(asked.again, isMoving ? 1_000 : 20_000)
  const isInviting = place.query.get('invite') !== null
  const [isReminding, remind] = useOpened(false)
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="messages"
      acts={
        <a class="button plain" href={withQuery(place, { invite: '1' })}>
          <Icon name="messages" /> {words.invitePeople}
        </a>
      }
    >
      {event.status !== 'PUBLISHED' && event.status !== 'CANCELLED' && (
        <p class="needs">
          <span class="tag warn">{termsWords().eventStatuses.DRAFT}</span> {words.onceIsPublished}
        </p>
      )}
      <WriteLetter tab={tab} sent={asked.again} />
      <section class="stack">
        <header class="spread">
          <h2 class="h2">{words.list.title}</h2>
          <button type="button" class="button plain" onClick={() => remind(true)}>
            <Icon name="clock" /> {words.list.remindNow}
          </button>
        </header>
        <p class="soft small">
          {event.reminderMinutes.length === 0
            ? words.list.noReminders
            : words.list.reminders(event.reminderMinutes.length)}
        </p>
        <Shown
          asked={asked}
          rows={3}
          draw={(letters) =>
            letters.length === 0 ? (
              <p class="soft">{words.list.empty}</p>
            ) : (
              <Letters key="letters" session={session} letters={letters} changed={asked.again} />
            )
          }
        />
      </section>
      {isReminding && <Remind key="remind" tab={tab} close={() => remind(false)} sent={asked.again} />}
      {isInviting && (
        <InvitePeople
          key="invite"
          session={session}
          event={event}
          close={() => session.go(withQuery(place, { invite: null }), { replace: true })}
        />
      )}
    </EventFrame>
  )
}
