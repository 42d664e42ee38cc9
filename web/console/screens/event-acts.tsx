import type { Child } from 'hono/jsx/dom'
import type { CalendarSession } from '../session.ts'
import type { EventAnswer, GuestCountsAnswer, One } from '../../shared/answers.ts'
import { mayDo } from '../session.ts'
import { EraseDialog } from '../frame/erasure.tsx'
import { CancelEvent } from '../event/cancel-event.tsx'
import { DuplicateEvent } from '../event/duplicate-event.tsx'
import { RefundOrders } from '../event/refund-orders.tsx'
import { useAsked } from '../parts/asking.ts'
import { AskDelete } from '../parts/ask-delete.tsx'
import { Ask, Dialog } from '../parts/dialog.tsx'
import { Icon } from '../parts/icon.tsx'
import { Menu } from '../parts/menu.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { eventHash, hashOf } from '../place.ts'
import { erasureWords } from '../words/en/erasure.ts'
import { eventsWords } from '../words/en/events.ts'
import { termsWords } from '../words/en/terms.ts'

interface Acting {
  session: CalendarSession
  event: EventAnswer
  changed(): Promise<void>
  close(): void
}

/** Managers can delete an event that has no guests. Owners can also request its erasure. */
const DeleteEvent = ({ session, event, changed, close }: Acting) => {
  const words = eventsWords().deleteDialog
  const isOwner = mayDo(session, 'OWNER')
  const counted = useAsked(async () => {
    if (isOwner) return 0
    const { data } = await session.api.get<One<GuestCountsAnswer>>(`/events/${event.id}/guests/counts`)
    return data.total
  }, [event.id])
  const deleted = async () => {
    session.toast(words.deleted)
    if (session.place.eventId === null) await changed()
    else session.go(hashOf(session.calendar.slug, 'events'))
  }
  const path = `/events/${event.id}`
  if (isOwner)
    return (
      <EraseDialog
        session={session}
        kind="event"
        name={event.title}
        path={path}
        eventId={event.id}
        close={close}
        requested={changed}
        deleted={deleted}
      />
    )
  if (counted.data === null || counted.data > 0)
    return (
      <Dialog title={words.title(event.title)} close={close}>
        <Shown asked={counted} rows={1} draw={() => <p>{erasureWords().managersCant}</p>} />
      </Dialog>
    )
  return (
    <AskDelete
      api={session.api}
      path={path}
      title={words.title(event.title)}
      action={words.delete}
      close={close}
      deleted={deleted}
    >
      {words.text}
    </AskDelete>
  )
}

export const PublishEvent = ({ session, event, changed, close }: Acting) => {
  const words = eventsWords().publishDialog
  return (
    <Ask
      title={words.title(event.title)}
      action={words.publish}
      refuse={words.notYet}
      close={close}
      act={async () => {
        await session.api.patch(`/events/${event.id}`, { status: 'PUBLISHED' })
        await changed()
        session.toast(words.published, async () => {
          await session.api.patch(`/events/${event.id}`, { status: 'DRAFT' })
          await changed()
        })
      }}
    >
      <p>{words.text}</p>
    </Ask>
  )
}

/** Menu with the actions for an event, used in lists and on the event's own screen. */
export const EventMenu = ({
  session,
  event,
  changed,
  look = 'button bare',
  more,
}: {
  session: CalendarSession
  event: EventAnswer
  changed: () => Promise<void>
  look?: string
  more?: Child
}) => {
  const words = eventsWords().menu
  const [open, show] = useOpened<'cancel' | 'delete' | 'duplicate' | 'publish' | 'refunds' | null>(null)
  const { slug } = session.calendar
  const acting = { session, event, changed, close: () => show(null) }
  return (
    <>
      <Menu look={look} label={words.label(event.title)} button={<Icon name="more" />}>
        {more}
        <a href={eventHash(slug, event.id, 'edit')}>
          <Icon name="edit" /> {termsWords().edit}
        </a>
        {event.status === 'DRAFT' && (
          <button type="button" onClick={() => show('publish')}>
            <Icon name="send" /> {words.publish}
          </button>
        )}
        <a href={eventHash(slug, event.id, 'share')}>
          <Icon name="link" /> {words.share}
        </a>
        <button type="button" onClick={() => show('duplicate')}>
          <Icon name="copy" /> {words.duplicate}
        </button>
        <hr />
        {event.status === 'PUBLISHED' && (
          <button type="button" class="bad" onClick={() => show('cancel')}>
            <Icon name="close" /> {words.cancel}
          </button>
        )}
        <button type="button" class="bad" onClick={() => show('delete')}>
          <Icon name="bin" /> {words.delete}
        </button>
      </Menu>
      {open === 'cancel' && <CancelEvent key="cancel" {...acting} refund={() => show('refunds')} />}
      {open === 'refunds' && <RefundOrders key="refunds" {...acting} />}
      {open === 'duplicate' && <DuplicateEvent key="duplicate" {...acting} />}
      {open === 'delete' && <DeleteEvent key="delete" {...acting} />}
      {open === 'publish' && <PublishEvent key="publish" {...acting} />}
    </>
  )
}
