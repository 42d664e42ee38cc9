import { useState } from 'hono/jsx/dom'
import type { EventAnswer, One, SeriesAnswer, SeriesPreview } from '../../shared/answers.ts'
import { hueOf } from '../../../src/presentation/accent.ts'
import type { CalendarSession } from '../session.ts'
import { daysOf, emptyDraft, fieldsOf, minutesOf, ticketsOf, timesOf, windowsOf, type Draft } from '../event/draft.ts'
import { EventPreview } from '../event/preview.tsx'
import { newRepeat, Repeats, ruleOf } from '../event/repeats.tsx'
import { Registration, Seen, Tickets, What, When, Where } from '../event/sections.tsx'
import { Screen } from '../frame/screen.tsx'
import { useAsked, useSettled, useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField } from '../parts/fields.tsx'
import { useFields } from '../parts/use-fields.ts'
import { countOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { FirstMinute } from './first-minute.tsx'
import { hereZone } from './zones.ts'

const PAUSE_MS = 300
const FORM = 'event-form'

const PARTS = [
  ['what', 'Details'],
  ['when', 'Date and time'],
  ['where', 'Location'],
  ['tickets', 'Tickets'],
  ['registration', 'Registration'],
  ['seen', 'Visibility'],
] as const

/** Buttons that scroll to a part of the form. Links would change the hash, which would leave the form. */
export const PartTabs = ({ parts = PARTS }: { parts?: readonly (readonly [string, string])[] }) => (
  <nav class="tabs" aria-label="Parts of the form">
    {parts.map(([id, title]) => (
      <button
        type="button"
        key={id}
        onClick={() => {
          const part = document.getElementById(id)
          part?.scrollIntoView({ block: 'start', behavior: 'smooth' })
          part?.querySelector<HTMLElement>('input, textarea, select')?.focus({ preventScroll: true })
        }}
      >
        {title}
      </button>
    ))}
  </nav>
)

const seriesOf = (draft: Draft, repeat: ReturnType<typeof newRepeat>) => ({
  startAt: draft.allDay ? draft.date : `${draft.date}T${draft.from}`,
  ...(draft.allDay ? { allDayDays: daysOf(draft) } : { durationMinutes: minutesOf(draft) }),
  timezone: draft.timezone,
  rrule: ruleOf(repeat, draft),
  exdates: repeat.without,
})

export const NewEventScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar, place } = session
  const isFirst = place.query.get('first') !== null
  const work = useWork()
  const { values: draft, set, field } = useFields<Draft>(() => emptyDraft(hereZone()), work)
  const [isRepeated, setRepeated] = useState(place.query.get('repeats') !== null)
  const repeatForm = useFields(newRepeat(), work)
  const repeat = repeatForm.values
  const wanted = useSettled(isRepeated ? JSON.stringify(seriesOf(draft, repeat)) : '', PAUSE_MS)
  const preview = useAsked(
    async () =>
      wanted === ''
        ? null
        : (
            await api.post<One<SeriesPreview>>('/series/preview', {
              calendarSlug: calendar.slug,
              ...(JSON.parse(wanted) as object),
            })
          ).data,
    ['dates', wanted],
  )
  const body = (status: 'DRAFT' | 'PUBLISHED') => ({
    ...fieldsOf(draft),
    status,
    ...(draft.tickets.length === 0 ? {} : { tickets: ticketsOf(draft.tickets) }),
  })
  const make = (status: 'DRAFT' | 'PUBLISHED') =>
    void work.run(async () => {
      if (isRepeated) {
        const { data } = await api.post<One<SeriesAnswer>>('/series', {
          calendarSlug: calendar.slug,
          template: body(status),
          ...seriesOf(draft, repeat),
        })
        session.toast(`Created ${countOf(data.eventCount, 'date')}.`)
        session.go(hashOf(calendar.slug, 'series', { open: data.id }))
        return
      }
      const { data } = await api.post<One<EventAnswer>>('/events', {
        calendarSlug: calendar.slug,
        ...body(status),
        ...timesOf(draft),
        ...windowsOf(draft),
        timezone: draft.timezone,
        allDay: draft.allDay,
      })
      session.go(
        eventHash(calendar.slug, data.id, status === 'PUBLISHED' ? 'share' : '', isFirst ? { first: '1' } : {}),
      )
    })
  const filling = { draft, set, field, work }
  const hue = hueOf(calendar.slug)
  const dates = preview.data?.dates.length ?? 0
  const more =
    isRepeated && dates > 1
      ? `and ${countOf(dates - 1, 'more date')}${preview.data?.hasMore === true ? ', and so on' : ''}`
      : null
  const publish =
    isRepeated && dates > 0 ? `Publish ${preview.data?.hasMore === true ? 'dates' : countOf(dates, 'date')}` : 'Publish'
  const fault = (
    <OtherFault
      work={work}
      fields={['title', 'description', 'startAt', 'endAt', 'timezone', 'coverUrl', 'capacity', 'tags']}
    />
  )
  const draftButton = (
    <button
      type="button"
      class="button plain"
      aria-disabled={work.isUnderWay ? 'true' : 'false'}
      onClick={() => make('DRAFT')}
    >
      Save as draft
    </button>
  )
  if (isFirst)
    return (
      <FirstMinute
        session={session}
        step={1}
        title="Create your first event"
        lead="Start with the title, time and place. You can add everything else later."
        way={
          <a class="button bare" href={hashOf(calendar.slug, 'events')}>
            Skip for now
          </a>
        }
        preview={<EventPreview draft={draft} hue={hue} />}
      >
        <Form send={() => make('PUBLISHED')} label="Event">
          <What {...filling} slug={calendar.slug} api={api} isShort />
          <When {...filling} />
          <Where {...filling} />
          <Tickets {...filling} />
          {fault}
          <div class="row sends">
            <Send work={work}>
              Publish <kbd>⌘↵</kbd>
            </Send>
            {draftButton}
          </div>
        </Form>
      </FirstMinute>
    )
  return (
    <Screen
      look="room edit"
      crumbs={[
        { words: calendar.name, href: hashOf(calendar.slug, 'events') },
        { words: 'Events', href: hashOf(calendar.slug, 'events') },
        { words: 'New event' },
      ]}
      title={`New event · ${calendar.name}`}
      acts={
        <>
          {draftButton}
          <button
            type="button"
            class="button"
            aria-disabled={work.isUnderWay ? 'true' : 'false'}
            onClick={() => make('PUBLISHED')}
          >
            {publish} <kbd>⌘↵</kbd>
          </button>
        </>
      }
    >
      <div class="form-side" id={FORM}>
        <PartTabs />
        <h1 class="sr" tabindex={-1}>
          New event
        </h1>
        <Form send={() => make('PUBLISHED')} label="Event">
          {fault}
          <What {...filling} slug={calendar.slug} api={api} />
          <When {...filling}>
            <CheckField label="Repeats" value={isRepeated} set={setRepeated} isSwitch />
            {isRepeated && <Repeats form={repeatForm} draft={draft} preview={preview} />}
          </When>
          <Where {...filling} />
          <Tickets {...filling} />
          <Registration {...filling} />
          <Seen {...filling} />
          <div class="row sends">
            <Send work={work}>{publish}</Send>
            {draftButton}
          </div>
        </Form>
      </div>
      <aside class="preview-side" aria-label="Preview">
        <EventPreview draft={draft} hue={hue} more={more} />
      </aside>
    </Screen>
  )
}
