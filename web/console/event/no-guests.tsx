import { Empty } from '../parts/states.tsx'
import { eventHash } from '../place.ts'
import { PublishEvent } from '../screens/event-acts.tsx'
import { mayDo } from '../session.ts'
import { editorWords } from '../words/en/editor.ts'
import { guestsWords } from '../words/en/guests.ts'
import type { EventSession } from './event-frame.tsx'
import { useOpened } from '../parts/state.ts'

/** Shown while nobody has registered. A draft has no page to share, so it offers to publish the event. */
export const NoGuests = ({ session, event, asked }: EventSession) => {
  const words = guestsWords().list
  const isDraft = event.status === 'DRAFT'
  const [isPublishing, publish] = useOpened(false)
  const act = isDraft ? (
    <button type="button" class="button" onClick={() => publish(true)}>
      {editorWords().publish}
    </button>
  ) : (
    <a class="button" href={eventHash(session.calendar.slug, event.id, 'share')}>
      {words.share}
    </a>
  )
  return (
    <>
      <Empty title={words.none} act={mayDo(session, 'MANAGER') && act}>
        {isDraft ? words.noneInDraft : words.noneText}
      </Empty>
      {isPublishing && (
        <PublishEvent
          key="publish"
          session={session}
          event={event}
          changed={asked.again}
          close={() => publish(false)}
        />
      )}
    </>
  )
}
