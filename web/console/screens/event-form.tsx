import type { EventAnswer, One, SeriesAnswer, SeriesPreview } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { daysOf, emptyDraft, fieldsOf, minutesOf, ticketsOf, timesOf, windowsOf, type Draft } from '../event/draft.ts'
import { EventPreview } from '../event/preview.tsx'
import { newRepeat, ruleOf } from '../event/repeat.ts'
import { Repeats } from '../event/repeats.tsx'
import { Registration, Seen, Tickets, What } from '../event/sections.tsx'
import { When, Where } from '../event/when-and-where.tsx'
import { Screen } from '../frame/screen.tsx'
import { useAsked, useSettled, useWork } from '../parts/asking.ts'
import { Form, OtherFault, Send } from '../parts/form.tsx'
import { CheckField } from '../parts/fields.tsx'
import { SendKey } from '../parts/send-key.tsx'
import { useState } from '../parts/state.ts'
import { useFields } from '../parts/use-fields.ts'
import { eventHash, hashOf } from '../place.ts'
import { eventFormWords } from '../words/en/event-form.ts'
import { termsWords } from '../words/en/terms.ts'
import { FirstMinute } from './first-minute.tsx'
import { currentZone } from './zones.ts'

const PAUSE_MS = 300
const FORM = 'event-form'

const PARTS = ['what', 'when', 'where', 'tickets', 'registration', 'seen'] as const

/** Buttons that scroll to a part of the form. Links would change the hash, which would leave the form. */
export const PartTabs = ({ parts }: { parts?: readonly (readonly [string, string])[] }) => {
  const words = eventFormWords()
  return (
    <nav class="tabs" aria-label={words.partsLabel}>
      {(parts ?? PARTS.map((id) => [id, words.parts[id]] as const)).map(([id, title]) => (
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
}

const seriesOf = (draft: Draft, repeat: ReturnType<typeof newRepeat>) => ({
  startAt: draft.allDay ? draft.date : `${draft.date}T${draft.from}`,
  ...(draft.allDay ? { allDayDays: daysOf(draft) } : { durationMinutes: minutesOf(draft) }),
  timezone: draft.timezone,
  rrule: ruleOf(repeat, draft),
  exdates: repeat.without,
})

export const NewEventScreen = ({ session }: { session: CalendarSession }) => {
  const words = eventFormWords()
  const terms = termsWords()
  const { api, calendar, place } = session
  const isFirst = place.query.get('first') !== null
  const work = useWork()
  const { values: draft, set, field, shown } = useFields<Draft>(() => emptyDraft(currentZone(calendar.timezone)), work)
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
        session.toast(words.created(data.eventCount))
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
  const dates = preview.data?.dates.length ?? 0
  const isEndless = preview.data?.hasMore === true
  const moreDates = isEndless ? words.moreDatesAndSoOn : words.moreDates
  const more = isRepeated && dates > 1 ? moreDates(dates - 1) : null
  const publishSeries = isEndless ? words.publishEndlessSeries : words.publishSeries(dates)
  const publish = isRepeated && dates > 0 ? publishSeries : words.publish
  const fault = <OtherFault work={work} fields={shown} more={repeatForm.shown} />
  const draftButton = (
    <button
      type="button"
      class="button plain"
      aria-disabled={work.isUnderWay ? 'true' : 'false'}
      onClick={() => make('DRAFT')}
    >
      {words.saveAsDraft}
    </button>
  )
  if (isFirst)
    return (
      <FirstMinute
        session={session}
        step={1}
        title={words.first.title}
        lead={words.first.lead}
        way={
          <a class="button bare" href={hashOf(calendar.slug, 'events')}>
            {words.first.skip}
          </a>
        }
        preview={<EventPreview api={api} of={{ calendarSlug: calendar.slug }} draft={draft} />}
      >
        <Form send={() => make('PUBLISHED')} label={terms.event}>
          <What {...filling} slug={calendar.slug} api={api} isShort />
          <When {...filling} />
          <Where {...filling} />
          <Tickets {...filling} />
          {fault}
          <div class="row sends">
            <Send work={work}>
              {words.publish} <SendKey />
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
        { words: terms.events, href: hashOf(calendar.slug, 'events') },
        { words: words.newEvent },
      ]}
      title={`${words.newEvent} · ${calendar.name}`}
      acts={
        <>
          {draftButton}
          <button
            type="button"
            class="button"
            aria-disabled={work.isUnderWay ? 'true' : 'false'}
            onClick={() => make('PUBLISHED')}
          >
            {publish} <SendKey />
          </button>
        </>
      }
    >
      <div class="form-side" id={FORM}>
        <PartTabs />
        <h1 class="sr" tabindex={-1}>
          {words.newEvent}
        </h1>
        <Form send={() => make('PUBLISHED')} label={terms.event}>
          <What {...filling} slug={calendar.slug} api={api} />
          <When {...filling}>
            <CheckField label={words.repeats} value={isRepeated} set={setRepeated} isSwitch />
            {isRepeated && <Repeats form={repeatForm} draft={draft} preview={preview} />}
          </When>
          <Where {...filling} />
          <Tickets {...filling} />
          <Registration {...filling} />
          <Seen {...filling} />
          {fault}
          <div class="row sends">
            <Send work={work}>{publish}</Send>
            {draftButton}
          </div>
        </Form>
      </div>
      <aside class="preview-side" aria-label={words.preview}>
        <EventPreview api={api} of={{ calendarSlug: calendar.slug }} draft={draft} more={more} />
      </aside>
    </Screen>
  )
}
