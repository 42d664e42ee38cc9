import { useState } from 'hono/jsx/dom'
import type { EventAnswer, GuestCountsAnswer, One } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, LongField } from '../parts/fields.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { countOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'

interface Acting {
  session: CalendarSession
  event: EventAnswer
  changed(): Promise<void>
  close(): void
}

/** Statuses of guests who get an email when their event is cancelled. */
const TOLD: readonly string[] = ['CONFIRMED', 'PENDING', 'OFFERED', 'WAITLISTED', 'INVITED', 'CHECKED_IN']

/** Counts the recipients first, so that the button can show how many there are. */
const CancelEvent = ({ session, event, changed, close }: Acting) => {
  const [reason, say] = useState('')
  const [isTold, tell] = useState(true)
  const counted = useAsked(async () => {
    const { data } = await session.api.get<One<GuestCountsAnswer>>(`/events/${event.id}/guests/counts`)
    return data.statuses.reduce((sum, { status, guests }) => sum + (TOLD.includes(status) ? guests : 0), 0)
  }, [event.id])
  const mailed = isTold ? (counted.data ?? 0) : 0
  return (
    <Ask
      title={`Cancel “${event.title}”?`}
      action={mailed > 0 ? `Cancel and email ${countOf(mailed, 'guest')}` : 'Cancel event'}
      refuse="Keep it"
      isDangerous
      close={close}
      act={async () => {
        await session.api.post(`/events/${event.id}/cancel`, {
          reason: reason.trim() === '' ? null : reason,
          suppressNotifications: !isTold,
        })
        await changed()
        session.toast(mailed > 0 ? `Event cancelled. We’re emailing ${countOf(mailed, 'guest')}.` : 'Event cancelled.')
      }}
    >
      <p>The page stays online and shows that the event is cancelled. You can’t undo this.</p>
      <LongField label="Reason" aside="shown to guests" value={reason} set={say} rows={3} />
      {(counted.data ?? 0) > 0 && (
        <CheckField label={`Email ${countOf(counted.data ?? 0, 'guest')}`} value={isTold} set={tell} />
      )}
    </Ask>
  )
}

const DeleteEvent = ({ session, event, changed, close }: Acting) => (
  <Ask
    title={`Delete “${event.title}”?`}
    action="Delete permanently"
    isDangerous
    close={close}
    act={async () => {
      await session.api.delete(`/events/${event.id}`)
      session.toast('Event deleted.')
      if (session.place.eventId === null) await changed()
      else session.go(hashOf(session.calendar.slug, 'events'))
    }}
  >
    <p>This also deletes its tickets and questions. If people have registered, you can only cancel the event.</p>
  </Ask>
)

const PublishEvent = ({ session, event, changed, close }: Acting) => (
  <Ask
    title={`Publish “${event.title}”?`}
    action="Publish"
    refuse="Not yet"
    close={close}
    act={async () => {
      await session.api.patch(`/events/${event.id}`, { status: 'PUBLISHED' })
      await changed()
      session.toast('Event published.', async () => {
        await session.api.patch(`/events/${event.id}`, { status: 'DRAFT' })
        await changed()
      })
    }}
  >
    <p>The page and registration open immediately. No emails will be sent.</p>
  </Ask>
)

/** Menu with the actions for an event, used in lists and on the event's own screen. */
export const EventMenu = ({
  session,
  event,
  changed,
  look = 'button bare',
}: {
  session: CalendarSession
  event: EventAnswer
  changed: () => Promise<void>
  look?: string
}) => {
  const [open, show] = useState<'cancel' | 'delete' | 'publish' | null>(null)
  const { slug } = session.calendar
  const duplicate = () =>
    void orTell(session, async () => {
      const { data } = await session.api.post<One<EventAnswer>>(`/events/${event.id}/duplicate`)
      session.go(eventHash(slug, data.id, 'edit'))
    })
  const acting = { session, event, changed, close: () => show(null) }
  return (
    <>
      <Menu look={look} label={`More actions for ${event.title}`} button={<Icon name="more" />}>
        <a href={eventHash(slug, event.id, 'edit')}>
          <Icon name="edit" /> Edit
        </a>
        {event.status === 'DRAFT' && (
          <button type="button" onClick={() => show('publish')}>
            <Icon name="send" /> Publish…
          </button>
        )}
        <a href={eventHash(slug, event.id, 'share')}>
          <Icon name="link" /> Share
        </a>
        <button type="button" onClick={duplicate}>
          <Icon name="copy" /> Duplicate
        </button>
        <hr />
        {event.status === 'PUBLISHED' && (
          <button type="button" class="bad" onClick={() => show('cancel')}>
            <Icon name="close" /> Cancel event…
          </button>
        )}
        <button type="button" class="bad" onClick={() => show('delete')}>
          <Icon name="bin" /> Delete…
        </button>
      </Menu>
      {open === 'cancel' && <CancelEvent key="cancel" {...acting} />}
      {open === 'delete' && <DeleteEvent key="delete" {...acting} />}
      {open === 'publish' && <PublishEvent key="publish" {...acting} />}
    </>
  )
}
