import type { DryRunAnswer, EventAnswer, EventGiven, One } from '../../shared/answers.ts'
import type { APPLIES } from '../../../src/kernel/vocabulary.ts'
import { Screen } from '../frame/screen.tsx'
import { useAsked, useWork } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField, RadioField } from '../parts/fields.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { Shown } from '../parts/states.tsx'
import { eventHash, hashOf } from '../place.ts'
import { PartTabs } from '../screens/event-form.tsx'
import { editorWords } from '../words/en/editor.ts'
import { termsWords } from '../words/en/terms.ts'
import { changesOf, draftOf, type Draft } from './draft.ts'
import type { EventSession } from './event-frame.tsx'
import { EventPreview } from './preview.tsx'
import { Registration, Seen, What } from './sections.tsx'
import { When, Where } from './when-and-where.tsx'

type Apply = (typeof APPLIES)[number]

/** Guests get an email when one of these changes. */
const TOLD_OF = ['startAt', 'endAt', 'location', 'locationType', 'meetingUrl', 'timezone', 'allDay']

const PARTS = ['what', 'when', 'where', 'registration', 'seen'] as const

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
  const [words, terms] = [editorWords().saving, termsWords()]
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
      title={words.title}
      action={willMail ? words.saveAndEmail(mailed) : terms.save}
      close={close}
      act={async () => {
        await api.patch(path, { ...changes, apply, ...(isTold ? {} : { suppressNotifications: true }) })
        await saved()
      }}
    >
      {event.seriesId !== null && (
        <RadioField
          label={words.applyTo}
          value={apply}
          set={(value) => setApply(value)}
          options={[
            { value: 'this', label: words.apply.this },
            { value: 'following', label: words.apply.following },
            { value: 'all', label: words.apply.all, hint: words.allHint },
          ]}
        />
      )}
      <Shown
        asked={tried}
        rows={1}
        draw={({ affected, refused }) => (
          <>
            {event.seriesId !== null && <p>{words.willChange(affected.length)}</p>}
            {refused.length > 0 && (
              <ul class="fault-list">
                {refused.map((each) => (
                  <li key={each.eventId}>{each.message}</li>
                ))}
              </ul>
            )}
            {mailed > 0 && <CheckField label={words.email(mailed)} hint={words.emailHint} value={isTold} set={tell} />}
          </>
        )}
      />
    </Ask>
  )
}

export const EditTab = ({ session, event, asked }: EventSession) => {
  const [words, terms] = [editorWords(), termsWords()]
  const { api, calendar } = session
  const [before, setBefore] = useState(() => draftOf(event))
  const work = useWork()
  const { values: draft, set, field, shown } = useFields<Draft>(before, work)
  const [isAsking, ask] = useOpened(false)
  const changes = changesOf(before, draft)
  const isChanged = Object.keys(changes).length > 0
  const saved = async () => {
    await asked.again()
    setBefore(draft)
    session.toast(words.saved)
  }
  const save = () => {
    if (!isChanged) return session.go(eventHash(calendar.slug, event.id))
    const tells = event.status === 'PUBLISHED' && Object.keys(changes).some((name) => TOLD_OF.includes(name))
    if (tells || event.seriesId !== null)
      return void work.run(async () => {
        // Errors appear at the fields of the form, not in the dialog above it.
        await api.patch(`/events/${event.id}`, { ...changes, dryRun: true })
        ask(true)
      })
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
        { words: terms.events, href: hashOf(calendar.slug, 'events') },
        { words: event.title, href: eventHash(calendar.slug, event.id) },
        { words: terms.edit },
      ]}
      title={`${terms.edit} · ${event.title}`}
      acts={
        <>
          <span class="soft small hide-small" role="status">
            {isChanged ? words.unsaved : words.allSaved}
          </span>
          <button type="button" class={isDraft ? 'button plain' : 'button'} onClick={save}>
            {isChanged ? terms.save : terms.done} {!isDraft && <SendKey />}
          </button>
          {isDraft && (
            <button type="button" class="button" aria-disabled={work.isUnderWay ? 'true' : 'false'} onClick={publish}>
              {words.publish}
            </button>
          )}
        </>
      }
    >
      <div class="form-side">
        <PartTabs parts={PARTS.map((id) => [id, words.parts[id]])} />
        <h1 class="sr" tabindex={-1}>
          {words.title(event.title)}
        </h1>
        <Form send={save} label={terms.event}>
          <What {...filling} slug={calendar.slug} api={api} />
          <When {...filling} />
          <Where {...filling} />
          <Registration {...filling} />
          <Seen {...filling} />
          <OtherFault work={work} fields={shown} />
          <div class="row sends">
            <Send work={work}>{isChanged ? terms.save : terms.done}</Send>
            <a class="button bare" href={eventHash(calendar.slug, event.id, 'tickets')}>
              {words.ticketsAndQuestions}
            </a>
          </div>
        </Form>
      </div>
      <aside class="preview-side" aria-label={words.preview}>
        <EventPreview api={api} of={{ eventId: event.id }} draft={draft} />
      </aside>
      {isAsking && (
        <SaveChanges session={session} event={event} changes={changes} close={() => ask(false)} saved={saved} />
      )}
    </Screen>
  )
}
