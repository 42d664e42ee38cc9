import { bulkOf } from '../../../src/kernel/bulk.ts'
import type { EventAnswer, One, PageOf, SeriesAnswer } from '../../shared/answers.ts'
import { seatsOf } from '../figures.ts'
import type { CalendarSession } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { ruleWords } from '../event/rule-words.ts'
import { useAsked } from '../parts/asking.ts'
import { AskDelete } from '../parts/ask-delete.tsx'
import { Chip } from '../parts/chip.tsx'
import { Ask } from '../parts/dialog.tsx'
import { CheckField, LongField } from '../parts/fields.tsx'
import { Fill } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { isCancelledAsShown, quoteOf, sendAsShown } from '../parts/quote.ts'
import { Sheet } from '../parts/sheet.tsx'
import { useOpened, useState } from '../parts/state.ts'
import { Empty, Shown } from '../parts/states.tsx'
import { Pager, Table } from '../parts/table.tsx'
import { complaintAbout } from '../parts/trouble.ts'
import { clockOf, momentOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf, withQuery } from '../place.ts'
import { eventsWords } from '../words/en/events.ts'
import { partsWords } from '../words/en/parts.ts'
import { seriesWords } from '../words/en/series.ts'
import { termsWords } from '../words/en/terms.ts'
import { SeriesDates } from './series-dates.tsx'
import { stateOf } from './event-state.ts'

const LIMIT = 50

const ruleOfSeries = ({ rrule, startAt, allDayDays, words: english }: SeriesAnswer) =>
  ruleWords({
    rrule,
    date: startAt.slice(0, 10),
    time: allDayDays === null ? clockOf(`${startAt.slice(0, 16)}:00Z`, 'UTC') : partsWords().allDay,
    english,
  })

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
  const words = seriesWords().cancelDialog
  const [reason, say] = useState('')
  const [isTold, tell] = useState(true)
  const path = `/series/${series.id}/cancel`
  const quoted = useAsked(() => quoteOf(session.api, { path, body: { suppressNotifications: false } }), [path])
  const recipients = quoted.data?.people.mailed ?? 0
  const mailed = isTold ? recipients : 0
  return (
    <Ask
      title={words.title(series.title)}
      action={words.cancel}
      isReady={quoted.data !== null}
      refuse={words.keep}
      isDangerous
      bulk={bulkOf({ people: { mailed }, money: [] })}
      fields={['reason']}
      close={close}
      act={async () => {
        const body = { reason: reason.trim() === '' ? null : reason, suppressNotifications: !isTold }
        await sendAsShown(
          session.api,
          { path, body },
          {
            isShown: (quote) => isCancelledAsShown(quote, quoted.data, isTold),
            show: isTold ? quoted.put : () => void quoted.again(),
          },
        )
        await changed()
        session.toast(words.cancelled)
      }}
    >
      {(error) => (
        <>
          <p>{words.text}</p>
          <LongField
            label={words.reason}
            aside={words.reasonAside}
            rows={3}
            value={reason}
            set={say}
            fault={complaintAbout(error, 'reason')}
          />
          <Shown
            asked={quoted}
            rows={1}
            draw={() =>
              recipients > 0 && (
                <CheckField label={eventsWords().cancelDialog.email(recipients)} value={isTold} set={tell} />
              )
            }
          />
        </>
      )}
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
  const words = seriesWords()
  const { api, calendar } = session
  const [dialog, show] = useOpened<'dates' | 'cancel' | 'delete' | null>(null)
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
      label={series?.title ?? words.title}
      position={words.title}
      close={close}
      foot={
        series !== undefined && (
          <>
            {series.nextEventId !== null && (
              <a class="button plain" href={eventHash(calendar.slug, series.nextEventId, 'edit')}>
                <Icon name="edit" /> {words.sheet.editNext}
              </a>
            )}
            {series.cancelledAt === null && (
              <button type="button" class="button plain" onClick={() => show('cancel')}>
                {words.sheet.cancel}
              </button>
            )}
            <button type="button" class="button bare bad push" onClick={() => show('delete')}>
              {words.sheet.delete}
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
                <p class="soft">{ruleOfSeries(shown)}</p>
                {shown.cancelledAt !== null && (
                  <Chip mark="cross" tone="plain" words={words.sheet.cancelledAt(momentOf(shown.cancelledAt))} />
                )}
                {shown.heldUpAt !== null && shown.cancelledAt === null && (
                  <p class="trouble" key="held up">
                    {words.sheet.pausedSince(momentOf(shown.heldUpAt))}
                  </p>
                )}
              </div>
            </div>
            <section>
              <header class="spread">
                <h3>{words.dates(total)}</h3>
                {shown.cancelledAt === null && (
                  <button type="button" class="button plain" onClick={() => show('dates')}>
                    {words.sheet.changeDates}
                  </button>
                )}
              </header>
              <ul class="lines">
                {events.map((event) => (
                  <li key={event.id}>
                    <span class="grow">
                      <a href={eventHash(calendar.slug, event.id)}>{whenOf(event)}</a>
                      {event.overrides.length > 0 && <span class="under">{words.sheet.editedSeparately}</span>}
                    </span>
                    <span class="short-fill">
                      <Fill {...seatsOf(event)} />
                    </span>
                    <Chip {...stateOf(event)} />
                  </li>
                ))}
              </ul>
              {total > events.length && <p class="soft">{words.sheet.more(total - events.length)}</p>}
            </section>
          </>
        )}
      />
      {series !== undefined && dialog === 'dates' && (
        <SeriesDates key="dates" session={session} series={series} close={() => show(null)} changed={done} />
      )}
      {series !== undefined && dialog === 'cancel' && (
        <CancelSeries key="cancel" session={session} series={series} close={() => show(null)} changed={done} />
      )}
      {series !== undefined && dialog === 'delete' && (
        <AskDelete
          key="delete"
          api={api}
          path={`/series/${id}`}
          title={words.deleteDialog.title(series.title)}
          action={words.deleteDialog.delete}
          close={() => show(null)}
          deleted={async () => {
            await changed()
            close()
          }}
        >
          {({ deleted }) => words.deleteDialog.text(deleted.filter(({ object }) => object === 'event').length)}
        </AskDelete>
      )}
    </Sheet>
  )
}

export const SeriesScreen = ({ session }: { session: CalendarSession }) => {
  const words = seriesWords()
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
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
      acts={
        <a class="button" href={make}>
          <Icon name="plus" /> {words.newSeries}
        </a>
      }
    >
      <Head title={words.title} lead={words.lead} />
      <Shown
        asked={asked}
        draw={({ data, total }) =>
          data.length === 0 ? (
            <Empty
              title={words.empty.title}
              act={
                <a class="button" href={make}>
                  {words.empty.createSeries}
                </a>
              }
            >
              {words.empty.text}
            </Empty>
          ) : (
            <>
              <Table
                label={words.title}
                rows={data}
                idOf={({ id }) => id}
                current={openId}
                columns={[
                  {
                    id: 'title',
                    title: words.columns.series,
                    kind: 'main',
                    draw: (series) => (
                      <a href={withQuery(place, { open: series.id })} data-row>
                        <span>
                          <b>
                            <bdi>{series.title}</bdi>
                          </b>
                          <small>{ruleOfSeries(series)}</small>
                        </span>
                      </a>
                    ),
                  },
                  {
                    id: 'dates',
                    title: words.columns.dates,
                    kind: 'end',
                    align: 'end',
                    draw: ({ eventCount }) => words.dates(eventCount),
                  },
                  {
                    id: 'state',
                    title: termsWords().status,
                    kind: 'state',
                    draw: ({ cancelledAt, nextEventId, heldUpAt }) =>
                      cancelledAt !== null ? (
                        <Chip mark="cross" tone="plain" words={words.statuses.cancelled} />
                      ) : heldUpAt !== null ? (
                        <Chip mark="bad" tone="warn" words={words.statuses.paused} />
                      ) : nextEventId === null ? (
                        <Chip mark="ring" tone="plain" words={words.statuses.over} />
                      ) : (
                        <Chip mark="disc" tone="good" words={words.statuses.active} />
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
