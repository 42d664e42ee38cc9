import { useState } from 'hono/jsx/dom'
import type { EventAnswer, One, PageOf, SeriesAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, LongField } from '../parts/fields.tsx'
import { Fill } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { Sheet } from '../parts/sheet.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { countOf, momentOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf, withQuery } from '../place.ts'
import { seatsOf, stateOf } from './event-state.ts'

const LIMIT = 50

const CancelSeries = ({
  session,
  series,
  close,
  changed,
}: {
  session: CalendarSession
  series: SeriesAnswer
  close: () => void
  changed: () => Promise<void>
}) => {
  const [reason, say] = useState('')
  const [isTold, tell] = useState(true)
  return (
    <Ask
      title={`Cancel “${series.title}”?`}
      action="Cancel upcoming dates"
      refuse="Keep them"
      isDangerous
      close={close}
      act={async () => {
        await session.api.post(`/series/${series.id}/cancel`, {
          reason: reason.trim() === '' ? null : reason,
          suppressNotifications: !isTold,
        })
        await changed()
        session.toast('Series cancelled.')
      }}
    >
      <p>Every date that hasn’t started is cancelled, and no new dates are created.</p>
      <LongField label="Reason" aside="shown to guests" rows={3} value={reason} set={say} />
      <CheckField label="Email guests of these dates" value={isTold} set={tell} />
    </Ask>
  )
}

const SeriesSheet = ({
  session,
  id,
  close,
  changed,
}: {
  session: CalendarSession
  id: string
  close: () => void
  changed: () => Promise<void>
}) => {
  const { api, calendar } = session
  const [dialog, show] = useState<'cancel' | 'delete' | null>(null)
  const asked = useAsked(async () => {
    const [series, events] = await Promise.all([
      api.get<One<SeriesAnswer>>(`/series/${id}`),
      api.get<PageOf<EventAnswer>>(`/series/${id}/events`, { limit: 100 }),
    ])
    return { series: series.data, events: events.data, total: events.total }
  }, [id])
  const done = async () => {
    await Promise.all([asked.again(), changed()])
  }
  const series = asked.data?.series
  return (
    <Sheet
      label={series?.title ?? 'Series'}
      position="Series"
      close={close}
      foot={
        series !== undefined && (
          <>
            {series.nextEventId !== null && (
              <a class="button plain" href={eventHash(calendar.slug, series.nextEventId, 'edit')}>
                <Icon name="edit" /> Edit next date
              </a>
            )}
            {series.cancelledAt === null && (
              <button type="button" class="button plain" onClick={() => show('cancel')}>
                Cancel upcoming dates…
              </button>
            )}
            <button type="button" class="button bare bad push" onClick={() => show('delete')}>
              Delete…
            </button>
          </>
        )
      }
    >
      <Shown
        asked={asked}
        draw={({ series: shown, events, total }) => (
          <>
            <div class="title">
              <div>
                <h2>
                  <bdi>{shown.title}</bdi>
                </h2>
                <p class="soft">{shown.words}</p>
                {shown.cancelledAt !== null && (
                  <Chip mark="cross" tone="plain" words={`Cancelled ${momentOf(shown.cancelledAt)}`} />
                )}
                {shown.heldUpAt !== null && shown.cancelledAt === null && (
                  <p class="trouble" key="held up">
                    New dates have been paused since {momentOf(shown.heldUpAt)}: the calendar has reached its plan’s
                    limit of upcoming events. They resume automatically when there’s room.
                  </p>
                )}
              </div>
            </div>
            <section>
              <h3>{countOf(total, 'date')}</h3>
              <ul class="lines">
                {events.map((event) => (
                  <li key={event.id}>
                    <span class="grow">
                      <a href={eventHash(calendar.slug, event.id)}>{whenOf(event)}</a>
                      {event.overrides.length > 0 && <span class="under">edited separately</span>}
                    </span>
                    <span class="short-fill">
                      <Fill {...seatsOf(event)} />
                    </span>
                    <Chip {...stateOf(event)} />
                  </li>
                ))}
              </ul>
              {total > events.length && <p class="soft">and {total - events.length} more</p>}
            </section>
          </>
        )}
      />
      {series !== undefined && dialog === 'cancel' && (
        <CancelSeries key="cancel" session={session} series={series} close={() => show(null)} changed={done} />
      )}
      {series !== undefined && dialog === 'delete' && (
        <Ask
          key="delete"
          title={`Delete “${series.title}”?`}
          action="Delete series"
          isDangerous
          close={() => show(null)}
          act={async () => {
            await api.delete(`/series/${id}`)
            await changed()
            close()
          }}
        >
          <p>Upcoming dates without guests are deleted. All other dates stay, each as a separate event.</p>
        </Ask>
      )}
    </Sheet>
  )
}

export const SeriesScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar, place } = session
  const page = Number(place.query.get('page') ?? '1') || 1
  const openId = place.query.get('open')
  const asked = useAsked(
    () => api.get<PageOf<SeriesAnswer>>(`/calendars/${calendar.slug}/series`, { page, limit: LIMIT }),
    [calendar.slug, page],
  )
  const make = hashOf(calendar.slug, 'new', { repeats: '1' })
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Series' }]}
      title={`Series · ${calendar.name}`}
      acts={
        <a class="button" href={make}>
          <Icon name="plus" /> New series
        </a>
      }
    >
      <Head title="Series" lead="Recurring events. Each date is its own event, with its own guests." />
      <Shown
        asked={asked}
        draw={({ data, total }) =>
          data.length === 0 ? (
            <Empty
              title="No series yet"
              act={
                <a class="button" href={make}>
                  Create series
                </a>
              }
            >
              Describe your Thursday meetup once, and we’ll create its dates automatically.
            </Empty>
          ) : (
            <>
              <Table
                label="Series"
                rows={data}
                idOf={({ id }) => id}
                current={openId}
                columns={[
                  {
                    id: 'title',
                    title: 'Series',
                    kind: 'main',
                    draw: ({ id, title, words }) => (
                      <a href={withQuery(place, { open: id })} data-row>
                        <span>
                          <b>
                            <bdi>{title}</bdi>
                          </b>
                          <small>{words}</small>
                        </span>
                      </a>
                    ),
                  },
                  {
                    id: 'dates',
                    title: 'Dates',
                    kind: 'end',
                    align: 'end',
                    draw: ({ eventCount }) => countOf(eventCount, 'date'),
                  },
                  {
                    id: 'state',
                    title: 'Status',
                    kind: 'state',
                    draw: ({ cancelledAt, nextEventId, heldUpAt }) =>
                      cancelledAt !== null ? (
                        <Chip mark="cross" tone="plain" words="Cancelled" />
                      ) : heldUpAt !== null ? (
                        <Chip mark="bad" tone="warn" words="Paused" />
                      ) : nextEventId === null ? (
                        <Chip mark="ring" tone="plain" words="Over" />
                      ) : (
                        <Chip mark="disc" tone="good" words="Active" />
                      ),
                  },
                ]}
              />
              <Pager
                page={page}
                limit={LIMIT}
                total={total}
                to={(next) => session.go(withQuery(place, { page: String(next) }))}
              />
            </>
          )
        }
      />
      {openId !== null && (
        <SeriesSheet
          key={openId}
          session={session}
          id={openId}
          close={() => session.go(withQuery(place, { open: null }), { replace: true })}
          changed={asked.again}
        />
      )}
    </Screen>
  )
}
