import { useState } from 'hono/jsx/dom'
import type { DryRunAnswer, EventAnswer, EventGiven, One } from '../../shared/answers.ts'
import type { APPLIES } from '../../../src/kernel/vocabulary.ts'
import { hueOf } from '../../../src/presentation/accent.ts'
import { Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, RadioField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { countOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { PartTabs } from '../screens/event-form.tsx'
import { changesOf, draftOf, type Draft } from './draft.ts'
import type { EventSession } from './event-frame.tsx'
import { EventPreview } from './preview.tsx'
import { Registration, Seen, What, When, Where } from './sections.tsx'

type Apply = (typeof APPLIES)[number]

/** Guests get an email when one of these changes. */
const TOLD_OF = ['startAt', 'endAt', 'location', 'locationType', 'meetingUrl', 'timezone', 'allDay']

const PARTS = [
  ['what', 'Details'],
  ['when', 'Date and time'],
  ['where', 'Location'],
  ['registration', 'Registration'],
  ['seen', 'Visibility'],
] as const

/**
 * Sends the change as a `dryRun` first, and shows how many dates would change and how many guests would get an email.
 */
const SaveChanges = ({
  session: { api },
  event,
  changes,
  close,
  saved,
}: Pick<EventSession, 'session' | 'event'> & {
  changes: EventGiven
  close: () => void
  saved: () => Promise<void>
}) => {
  const [apply, setApply] = useState<Apply>('this')
  const [isTold, tell] = useState(true)
  const path = `/events/${event.id}`
  const tried = useAsked(
    async () => (await api.patch<One<DryRunAnswer>>(path, { ...changes, apply, dryRun: true })).data,
    ['tried', apply],
  )
  const mailed = tried.data?.mailed ?? 0
  const willMail = isTold && mailed > 0
  return (
    <Ask
      title="Save changes"
      action={willMail ? `Save and email ${countOf(mailed, 'guest')}` : 'Save'}
      close={close}
      act={async () => {
        await api.patch(path, { ...changes, apply, ...(isTold ? {} : { suppressNotifications: true }) })
        await saved()
      }}
    >
      {event.seriesId !== null && (
        <RadioField
          label="Apply to"
          value={apply}
          set={(value) => setApply(value)}
          options={[
            { value: 'this', label: 'Only this date' },
            { value: 'following', label: 'This and all following dates' },
            {
              value: 'all',
              label: 'All dates in the series',
              hint: 'Dates edited separately keep their own changes.',
            },
          ]}
        />
      )}
      <Shown
        asked={tried}
        rows={1}
        draw={({ affected, refused }) => (
          <>
            {event.seriesId !== null && <p>{countOf(affected.length, 'date')} will change.</p>}
            {refused.length > 0 && (
              <ul class="fault-list">
                {refused.map((each) => (
                  <li key={each.eventId}>{each.message}</li>
                ))}
              </ul>
            )}
            {mailed > 0 && (
              <CheckField
                label={`Email ${countOf(mailed, 'guest')}`}
                hint="They’ll get the new time and place."
                value={isTold}
                set={tell}
              />
            )}
          </>
        )}
      />
    </Ask>
  )
}

export const EditTab = ({ session, event, asked }: EventSession) => {
  const { api, calendar } = session
  const [before, setBefore] = useState(() => draftOf(event))
  const work = useWork()
  const { values: draft, set, field } = useFields<Draft>(before, work)
  const [isAsking, ask] = useState(false)
  const changes = changesOf(before, draft)
  const isChanged = Object.keys(changes).length > 0
  const saved = async () => {
    await asked.again()
    setBefore(draft)
    session.toast('Changes saved.')
  }
  const save = () => {
    if (!isChanged) return session.go(eventHash(calendar.slug, event.id))
    const tells = event.status === 'PUBLISHED' && Object.keys(changes).some((name) => TOLD_OF.includes(name))
    if (tells || event.seriesId !== null) return ask(true)
    return void work.run(async () => {
      await api.patch<One<EventAnswer>>(`/events/${event.id}`, changes)
      await saved()
    })
  }
  const publish = () =>
    void work.run(async () => {
      await api.patch(`/events/${event.id}`, { ...changes, status: 'PUBLISHED' })
      await asked.again()
      session.go(eventHash(calendar.slug, event.id, 'share'))
    })
  const filling = { draft, set, field, work }
  const isDraft = event.status === 'DRAFT'
  return (
    <Screen
      look="room edit"
      crumbs={[
        { words: calendar.name, href: hashOf(calendar.slug, 'events') },
        { words: 'Events', href: hashOf(calendar.slug, 'events') },
        { words: event.title, href: eventHash(calendar.slug, event.id) },
        { words: 'Edit' },
      ]}
      title={`Edit · ${event.title}`}
      acts={
        <>
          <span class="soft small hide-small" role="status">
            {isChanged ? 'Unsaved changes' : 'All changes saved'}
          </span>
          <button type="button" class={isDraft ? 'button plain' : 'button'} onClick={save}>
            {isChanged ? 'Save' : 'Done'} {!isDraft && <kbd>⌘↵</kbd>}
          </button>
          {isDraft && (
            <button type="button" class="button" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={publish}>
              Publish
            </button>
          )}
        </>
      }
    >
      <div class="form-side">
        <PartTabs parts={PARTS} />
        <h1 class="sr" tabindex={-1}>
          Edit {event.title}
        </h1>
        <Form send={save} label="Event">
          <OtherFault
            work={work}
            fields={['title', 'description', 'startAt', 'endAt', 'timezone', 'coverUrl', 'capacity', 'tags']}
          />
          <What {...filling} slug={calendar.slug} api={api} />
          <When {...filling} />
          <Where {...filling} />
          <Registration {...filling} />
          <Seen {...filling} />
          <div class="row sends">
            <Send work={work}>{isChanged ? 'Save' : 'Done'}</Send>
            <a class="button bare" href={eventHash(calendar.slug, event.id, 'tickets')}>
              Tickets and questions
            </a>
          </div>
        </Form>
      </div>
      <aside class="preview-side" aria-label="Preview">
        <EventPreview draft={draft} hue={hueOf(calendar.slug)} />
      </aside>
      {isAsking && (
        <SaveChanges session={session} event={event} changes={changes} close={() => ask(false)} saved={saved} />
      )}
    </Screen>
  )
}
