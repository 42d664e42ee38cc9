import type { EventAnswer, PageOf } from '../../shared/answers.ts'
import { seatsOf } from '../figures.ts'
import type { CalendarSession } from '../session.ts'
import { mayDo } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Fill } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { Poster } from '../parts/poster.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import type { Column } from '../parts/table.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { Pick, Search, Segments } from '../parts/tools.tsx'
import { fromNow, groupOf, lengthOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf, withQuery } from '../place.ts'
import { eventsWords } from '../words/en/events.ts'
import { importWords } from '../words/en/imports.ts'
import { termsWords } from '../words/en/terms.ts'
import { EventMenu } from './event-acts.tsx'
import { ASKED, eventsAsked, FILTERS, LIMIT, seriesIn, shownBy, type Filter } from './events-asked.ts'
import { placeNameOf, stateOf } from './event-state.ts'
import { ImportFile } from './import-file.tsx'

const soon = (event: EventAnswer) => {
  const start = Date.parse(event.startAt)
  return !event.allDay && start > Date.now() && start - Date.now() < 86_400_000
}

const columnsOf = (session: CalendarSession, reload: () => Promise<void>): Column<EventAnswer>[] => {
  const words = eventsWords().list
  const terms = termsWords()
  return [
    {
      id: 'event',
      title: terms.event,
      kind: 'main',
      draw: (event) => (
        <a href={eventHash(session.calendar.slug, event.id)} data-row>
          <Poster event={event} size={36} />
          <span>
            <b class={event.status === 'CANCELLED' ? 'gone' : ''}>
              <bdi>{event.title}</bdi>
            </b>
            {event.seriesId !== null && (event.seriesDates ?? 0) > 0 && (
              <span class="tag">{words.dates((event.seriesDates ?? 0) + 1)}</span>
            )}
            <small>{[placeNameOf(event), ...event.tags.slice(0, 2)].filter(Boolean).join(' · ')}</small>
          </span>
        </a>
      ),
    },
    {
      id: 'when',
      title: terms.date,
      kind: 'sub',
      draw: (event) => (
        <>
          {whenOf(event)}
          <span class="under">{soon(event) ? fromNow(event.startAt) : lengthOf(event)}</span>
        </>
      ),
    },
    {
      id: 'seats',
      title: words.seats,
      kind: 'fill',
      draw: (event) => <Fill {...seatsOf(event)} />,
    },
    { id: 'state', title: terms.status, kind: 'state', draw: (event) => <Chip {...stateOf(event)} /> },
    ...(mayDo(session, 'MANAGER')
      ? [
          {
            id: 'acts',
            title: <span class="sr">{words.actions}</span>,
            kind: 'act' as const,
            draw: (event: EventAnswer) => <EventMenu session={session} event={event} changed={reload} />,
          },
        ]
      : []),
  ]
}

const Nothing = ({
  session,
  filter,
  isSought,
  bring,
}: {
  session: CalendarSession
  filter: Filter
  isSought: boolean
  /** Opens the import of events. */
  bring: () => void
}) => {
  const words = eventsWords().empty
  if (isSought) return <Empty title={words.noMatches}>{words.noMatchesText}</Empty>
  if (filter !== 'upcoming') return <Empty title={words[filter]} />
  return (
    <Empty
      title={words.upcoming}
      act={
        mayDo(session, 'MANAGER') && (
          <>
            <a class="button" href={hashOf(session.calendar.slug, 'new')}>
              {words.createEvent}
            </a>
            <button type="button" class="button plain" onClick={bring}>
              {importWords().openEvents}
            </button>
          </>
        )
      }
    >
      {words.upcomingText}
    </Empty>
  )
}

/** Filter buttons with counts. The counts load only after the list, and a new count rerenders only this component. */
const WhichEvents = ({
  session: { api, calendar },
  filter,
  changes,
  mayAsk,
  choose,
}: {
  session: CalendarSession
  filter: Filter
  /** Increases with every change in the list, which makes the counts load again. */
  changes: number
  mayAsk: boolean
  choose: (filter: Filter) => void
}) => {
  const counts = useAsked(async () => {
    if (!mayAsk) return null
    return Object.fromEntries(
      await Promise.all(
        FILTERS.map(async (each) => {
          const asked = { calendarSlug: calendar.slug, ...ASKED[each], limit: 1, series: seriesIn(each) }
          return [each, (await api.get<PageOf<EventAnswer>>('/events', asked)).total] as const
        }),
      ),
    ) as Record<Filter, number>
  }, [calendar.slug, mayAsk, changes])
  const words = eventsWords().list
  return (
    <Segments
      label={words.filterLabel}
      value={filter}
      set={(value) => choose(value as Filter)}
      choices={FILTERS.map((value) => ({ value, label: words.filters[value], count: counts.data?.[value] }))}
    />
  )
}

export const EventsScreen = ({ session }: { session: CalendarSession }) => {
  const words = eventsWords().list
  const { events } = termsWords()
  const { api, place, calendar } = session
  const { filter, tag, page, q } = shownBy(place.query)
  const asked = useAsked(
    () => api.get<PageOf<EventAnswer>>('/events', eventsAsked(calendar.slug, place.query)),
    [calendar.slug, filter, q, tag, page],
  )
  const [changes, count] = useState(0)
  const [isImporting, bring] = useOpened(false)
  const reload = async () => {
    count((before) => before + 1)
    await asked.again()
  }
  const show = (filters: Record<string, string | null>) =>
    session.go(withQuery(place, { page: null, ...filters }), { replace: true })
  const search = (text: string) => show({ q: text })
  const tags = [...new Set((asked.data?.data ?? []).flatMap((event) => event.tags))].toSorted()
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: events }]}
      title={`${events} · ${calendar.name}`}
      acts={
        mayDo(session, 'MANAGER') && (
          <>
            <button type="button" class="button plain" onClick={() => bring(true)}>
              {importWords().openEvents}
            </button>
            <button
              type="button"
              class="button bare only-small"
              aria-label={importWords().openEvents}
              onClick={() => bring(true)}
            >
              <Icon name="download" />
            </button>
            <a class="button" href={hashOf(calendar.slug, 'new')}>
              <Icon name="plus" /> {words.newEvent} <kbd>N</kbd>
            </a>
          </>
        )
      }
    >
      <Head title={events} />
      <div class="tools">
        <WhichEvents
          session={session}
          filter={filter}
          changes={changes}
          mayAsk={asked.data !== null}
          choose={(value) => show({ show: value === 'upcoming' ? null : value })}
        />
        {(tags.length > 0 || tag !== '') && (
          <Pick
            label={words.tag}
            value={tag}
            set={(value) => show({ tag: value })}
            options={[...new Set([...tags, ...(tag === '' ? [] : [tag])])].map((value) => ({ value, label: value }))}
          />
        )}
        <Search label={words.search} value={q} set={search} />
      </div>
      <Shown
        asked={asked}
        draw={({ data, total }) =>
          data.length === 0 ? (
            <Nothing session={session} filter={filter} isSought={q !== '' || tag !== ''} bring={() => bring(true)} />
          ) : (
            <>
              <Table
                label={events}
                columns={columnsOf(session, reload)}
                rows={data}
                idOf={({ id }) => id}
                groupOf={groupOf}
              />
              <Pager page={page} limit={LIMIT} total={total} to={(next) => show({ page: String(next) })} />
            </>
          )
        }
      />
      {isImporting && (
        <ImportFile
          key="import"
          session={session}
          kind="events"
          path={`/calendars/${calendar.slug}/events/import`}
          close={() => bring(false)}
          changed={reload}
        />
      )}
    </Screen>
  )
}
