import { useState } from 'hono/jsx/dom'
import type { AnnouncementAnswer, One, ReminderAnswer } from '../../shared/answers.ts'
import { useAsked } from '../parts/asking.ts'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { countOf } from '../parts/words.ts'
import { withQuery } from '../place.ts'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { InvitePeople } from './invite.tsx'
import { Letters } from './letters.tsx'
import { Remind } from './remind.tsx'
import { useRepeated } from '../parts/repeated.ts'
import { WriteLetter } from './write-letter.tsx'

export const MessagesTab = (tab: EventSession) => {
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
  const [isReminding, remind] = useState(false)
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="messages"
      acts={
        <a class="button plain" href={withQuery(place, { invite: '1' })}>
          <Icon name="messages" /> Invite people
        </a>
      }
    >
      {event.status !== 'PUBLISHED' && event.status !== 'CANCELLED' && (
        <p class="needs">
          <span class="tag warn">Draft</span> You can email guests once the event is published.
        </p>
      )}
      <WriteLetter tab={tab} sent={asked.again} />
      <section class="stack">
        <header class="spread">
          <h2 class="h2">Sent and scheduled</h2>
          <button type="button" class="button plain" onClick={() => remind(true)}>
            <Icon name="clock" /> Remind now…
          </button>
        </header>
        <p class="soft small">
          {event.reminderMinutes.length === 0
            ? 'No automatic reminders.'
            : `${countOf(event.reminderMinutes.length, 'automatic reminder')} before it starts.`}
        </p>
        <Shown
          asked={asked}
          rows={3}
          draw={(letters) =>
            letters.length === 0 ? (
              <p class="soft">No messages yet.</p>
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
