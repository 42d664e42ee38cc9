import type { CheckpointAnswer, ListedCheckinAnswer, One, SummaryAnswer } from '../../shared/answers.ts'
import { mayDo, orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { BarChart, Bars } from '../parts/chart.tsx'
import { Chip } from '../parts/chip.tsx'
import { FillBar } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { useOpened } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { clockOf, fromNow, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { doorWords } from '../words/en/door.ts'
import { termsWords } from '../words/en/terms.ts'
import { CheckpointForm } from './checkpoint-form.tsx'
import { DoorHours } from './door-hours.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { useDoor } from './live-door.ts'
import { Passes } from './door-passes.tsx'

const STRETCH_MS = 300_000
const STRETCHES = 12
const SHOWN = 12

/** Counts check-ins in `STRETCHES` (12) intervals of 5 minutes, up to now. */
const stretchesOf = (checkins: readonly ListedCheckinAnswer[], zone: string) => {
  const last = Math.floor(Date.now() / STRETCH_MS)
  return Array.from({ length: STRETCHES }, (_, index) => {
    const stretch = last - STRETCHES + 1 + index
    const value = checkins.filter(
      ({ checkedInAt }) => Math.floor(Date.parse(checkedInAt) / STRETCH_MS) === stretch,
    ).length
    const name = clockOf(stretch * STRETCH_MS, zone)
    return { name, value, title: doorWords().chart.bar(name, value) }
  })
}

/** Returns check-ins per minute over the last 10 minutes. */
const paceOf = (checkins: readonly ListedCheckinAnswer[]) =>
  checkins.filter(({ checkedInAt }) => Date.now() - Date.parse(checkedInAt) < 2 * STRETCH_MS).length / 10

const Checkpoints = ({
  session,
  event,
  summary,
  reload,
}: EventSession & { summary: SummaryAnswer; reload: () => Promise<void> }) => {
  const words = doorWords().checkpoints
  const [open, show] = useOpened<CheckpointAnswer | 'new' | null>(null)
  const mayEdit = mayDo(session, 'MANAGER')
  const asked = useAsked(
    async () => (await session.api.get<One<CheckpointAnswer[]>>(`/events/${event.id}/checkpoints`)).data,
    [event.id],
  )
  if (summary.checkpoints.length === 0 && !mayEdit) return null
  return (
    <section>
      <header class="spread">
        <h2 class="h2">{words.title}</h2>
        {mayEdit && (
          <button type="button" class="button bare" onClick={() => show('new')}>
            <Icon name="plus" /> {words.add}
          </button>
        )}
      </header>
      {summary.checkpoints.length === 0 ? (
        <p class="soft small">{words.lead}</p>
      ) : (
        <Bars
          rows={summary.checkpoints.map(({ id, name, inside, admitted, limit }) => ({
            id,
            name: mayEdit ? (
              <button
                type="button"
                class="linklike"
                onClick={() => show(asked.data?.find((checkpoint) => checkpoint.id === id) ?? null)}
              >
                {name}
              </button>
            ) : (
              name
            ),
            taken: inside,
            of: limit,
            more: words.admitted(admitted),
          }))}
        />
      )}
      {open !== null && (
        <CheckpointForm
          key="form"
          session={session}
          event={event}
          checkpoint={open === 'new' ? null : open}
          close={() => show(null)}
          saved={async () => {
            await Promise.all([asked.again(), reload()])
          }}
        />
      )}
    </section>
  )
}

/** Returns how many guests are still to come and, while guests arrive, how fast. Empty if none are expected. */
const paceWords = (expected: number, left: number, pace: number) => {
  const words = doorWords().progress
  return [
    expected === 0 ? null : left === 0 ? words.everyoneIn : words.toGo(left),
    pace > 0 ? words.perMinute(numberOf(pace < 1 ? pace : Math.round(pace))) : null,
    pace > 0 && left > 0 ? words.lastGuest(fromNow(Date.now() + (left / pace) * 60_000)) : null,
  ]
    .filter((fact) => fact !== null)
    .join(' · ')
}

export const DoorTab = (tab: EventSession) => {
  const [words, terms] = [doorWords(), termsWords()]
  const { session, event, asked: askedEvent } = tab
  const { api } = session
  const { summary, checkins, isLive, reload } = useDoor(api, event.id)
  const counts = summary.data
  const lately = checkins.data ?? []
  const [isQuiet, pace] = [lately.length === 0, paceOf(lately)]
  const left = counts === null ? 0 : Math.max(0, counts.expected - counts.checkedIn)
  const undo = (checkin: ListedCheckinAnswer) =>
    void orTell(session, async () => {
      await api.delete(`/events/${event.id}/checkins/${checkin.id}`)
      await reload()
      session.toast(words.latest.undone(checkin.guestName))
    })
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="door"
      more={
        <a href={eventHash(session.calendar.slug, event.id, 'guests')}>
          <Icon name="search" /> {words.findGuest}
        </a>
      }
      acts={
        <>
          <a class="button plain hide-small" href={eventHash(session.calendar.slug, event.id, 'guests')}>
            <Icon name="search" /> {words.findGuest}
          </a>
          <a class="button" href={`/kiosk#event=${event.id}`} target="_blank" rel="noopener">
            <Icon name="open" /> {words.openKiosk}
          </a>
        </>
      }
    >
      <Shown
        asked={summary}
        draw={(now) => (
          <div class="door">
            <section class="inside">
              <div>
                <p class="row">
                  <span class="soft">{event.reentry ? words.progress.inside : words.progress.checkedIn}</span>
                  <Chip
                    mark={isLive ? 'disc' : 'ring'}
                    tone={isLive ? 'good' : 'plain'}
                    words={isLive ? words.progress.live : words.progress.connecting}
                  />
                </p>
                <p class="huge" aria-live="polite">
                  {words.progress.ofExpected(
                    <strong>{numberOf(event.reentry ? now.inside : now.checkedIn)}</strong>,
                    numberOf(now.expected),
                    (text) => (
                      <span class="soft">{text}</span>
                    ),
                  )}
                </p>
                <FillBar taken={now.checkedIn} of={Math.max(1, now.expected)} />
                <p class="soft">{paceWords(counts?.expected ?? 0, left, pace)}</p>
              </div>
              <div>
                <h2 class="soft small">{words.chart.title}</h2>
                {isQuiet && <p class="soft">{words.latest.none}</p>}
                {!isQuiet && (
                  <BarChart
                    label={words.chart.label}
                    of={words.chart.from}
                    what={words.chart.checkIns}
                    height={150}
                    bars={stretchesOf(lately, event.timezone)}
                  />
                )}
              </div>
            </section>
            <div class="two">
              <div class="stack-wide">
                <div class="three">
                  {now.byTicket.length > 0 && (
                    <section>
                      <h2 class="h2">{terms.tickets}</h2>
                      <Bars
                        rows={now.byTicket.map(({ ticketId, ticketName, checkedIn, expected }) => ({
                          id: ticketId,
                          name: <bdi>{ticketName}</bdi>,
                          taken: checkedIn,
                          of: expected,
                        }))}
                      />
                    </section>
                  )}
                  <section>
                    <h2 class="h2">{words.gates.title}</h2>
                    {now.byGate.length === 0 ? (
                      <p class="soft small">{words.gates.none}</p>
                    ) : (
                      <Bars
                        rows={now.byGate.map(({ gate, checkedIn }) => ({
                          id: gate ?? '',
                          name: gate ?? words.gates.noGate,
                          taken: checkedIn,
                          of: null,
                        }))}
                      />
                    )}
                  </section>
                  <Checkpoints {...tab} summary={now} reload={reload} />
                </div>
                <section>
                  <h2 class="h2">{words.latest.title}</h2>
                  {isQuiet ? (
                    <p class="soft">{words.latest.none}</p>
                  ) : (
                    <Table
                      label={words.latest.title}
                      rows={lately.toReversed().slice(0, SHOWN)}
                      idOf={({ id, checkedInAt }) => `${id} ${checkedInAt}`}
                      columns={[
                        {
                          id: 'guest',
                          title: terms.guest,
                          kind: 'main',
                          draw: ({ guestId, guestName }) => (
                            <a href={eventHash(session.calendar.slug, event.id, 'guests', { guest: guestId })} data-row>
                              <b>
                                <bdi>{guestName}</bdi>
                              </b>
                            </a>
                          ),
                        },
                        {
                          id: 'time',
                          title: words.latest.time,
                          kind: 'end',
                          draw: ({ checkedInAt }) => (
                            <time datetime={checkedInAt}>{clockOf(checkedInAt, event.timezone)}</time>
                          ),
                        },
                        { id: 'ticket', title: terms.ticket, kind: 'hide', draw: ({ ticketName }) => ticketName ?? '' },
                        { id: 'gate', title: words.latest.gate, kind: 'hide', draw: ({ gate }) => gate ?? '' },
                        {
                          id: 'by',
                          title: words.latest.by,
                          kind: 'hide',
                          draw: ({ checkedInByLabel, checkedInBy }) => (
                            <span class="soft">
                              {checkedInByLabel ??
                                (checkedInBy === session.me.userId ? words.latest.byYou : terms.unnamedMember)}
                            </span>
                          ),
                        },
                        {
                          id: 'acts',
                          title: <span class="sr">{words.latest.actions}</span>,
                          kind: 'act',
                          draw: (checkin) => (
                            <button
                              type="button"
                              class="button bare"
                              aria-label={words.latest.undoOf(checkin.guestName)}
                              onClick={() => undo(checkin)}
                            >
                              {terms.undo}
                            </button>
                          ),
                        },
                      ]}
                    />
                  )}
                </section>
              </div>
              <div class="stack-wide">
                <DoorHours key="hours" {...tab} />
                {mayDo(session, 'MANAGER') ? (
                  <Passes {...tab} />
                ) : (
                  <section>
                    <h2 class="h2">{words.staff.title}</h2>
                    <p class="soft">{words.staff.lead}</p>
                  </section>
                )}
              </div>
            </div>
          </div>
        )}
      />
    </EventFrame>
  )
}
