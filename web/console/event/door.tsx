import { useState } from 'hono/jsx/dom'
import type { CheckpointAnswer, ListedCheckinAnswer, One, SummaryAnswer } from '../../shared/answers.ts'
import { mayDo, orTell } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { BarChart, Bars } from '../parts/chart.tsx'
import { Chip } from '../parts/chip.tsx'
import { FillBar } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { clockOf, countOf, fromNow, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { CheckpointForm } from './checkpoint-form.tsx'
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
    return { name, value, title: `${name}: ${countOf(value, 'guest')}` }
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
  const [open, show] = useState<CheckpointAnswer | 'new' | null>(null)
  const mayEdit = mayDo(session, 'MANAGER')
  const asked = useAsked(
    async () => (await session.api.get<One<CheckpointAnswer[]>>(`/events/${event.id}/checkpoints`)).data,
    [event.id],
  )
  if (summary.checkpoints.length === 0 && !mayEdit) return null
  return (
    <section>
      <header class="spread">
        <h2 class="h2">Checkpoints</h2>
        {mayEdit && (
          <button type="button" class="button bare" onClick={() => show('new')}>
            <Icon name="plus" /> Add checkpoint
          </button>
        )}
      </header>
      {summary.checkpoints.length === 0 ? (
        <p class="soft small">
          Add one for another door inside, such as a workshop, a meal or a lounge with limited room.
        </p>
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
            more: `${numberOf(admitted)} in total`,
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

export const DoorTab = (tab: EventSession) => {
  const { session, event, asked: askedEvent } = tab
  const { api } = session
  const { summary, checkins, isLive, reload } = useDoor(api, event.id)
  const counts = summary.data
  const lately = checkins.data ?? []
  const pace = paceOf(lately)
  const left = counts === null ? 0 : Math.max(0, counts.expected - counts.checkedIn)
  const undo = (checkin: ListedCheckinAnswer) =>
    void orTell(session, async () => {
      await api.delete(`/events/${event.id}/checkins/${checkin.id}`)
      await reload()
      session.toast(`Check-in of ${checkin.guestName} undone.`)
    })
  return (
    <EventFrame
      session={session}
      event={event}
      asked={askedEvent}
      tab="door"
      acts={
        <>
          <a class="button plain" href={eventHash(session.calendar.slug, event.id, 'guests')}>
            <Icon name="search" /> Find a guest
          </a>
          <a class="button" href={`/kiosk#event=${event.id}`} target="_blank" rel="noopener">
            <Icon name="open" /> Open kiosk
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
                  <span class="soft">{event.reentry ? 'Inside now' : 'Checked in'}</span>
                  <Chip
                    mark={isLive ? 'disc' : 'ring'}
                    tone={isLive ? 'good' : 'plain'}
                    words={isLive ? 'Live' : 'Connecting'}
                  />
                </p>
                <p class="huge" aria-live="polite">
                  <strong>{numberOf(event.reentry ? now.inside : now.checkedIn)}</strong>{' '}
                  <span class="soft">of {numberOf(now.expected)}</span>
                </p>
                <FillBar taken={now.checkedIn} of={Math.max(1, now.expected)} />
                <p class="soft">
                  {left === 0 ? 'Everyone is in' : `${numberOf(left)} to go`}
                  {pace > 0 && ` · ${pace < 1 ? pace.toFixed(1) : String(Math.round(pace))} a minute`}
                  {pace > 0 &&
                    left > 0 &&
                    ` · at this pace everyone’s in ${fromNow(Date.now() + (left / pace) * 60_000)}`}
                </p>
              </div>
              <div>
                <h2 class="soft small">Check-ins per 5 minutes</h2>
                <BarChart
                  label="Check-ins in the last hour, per 5 minutes"
                  of="From"
                  what="Check-ins"
                  height={150}
                  bars={stretchesOf(lately, event.timezone)}
                />
              </div>
            </section>
            <div class="two">
              <div class="stack-wide">
                <div class="three">
                  {now.byTicket.length > 0 && (
                    <section>
                      <h2 class="h2">Tickets</h2>
                      <Bars
                        rows={now.byTicket.map(({ ticketId, ticketName, checkedIn, expected }) => ({
                          id: ticketId,
                          name: ticketName,
                          taken: checkedIn,
                          of: expected,
                        }))}
                      />
                    </section>
                  )}
                  <section>
                    <h2 class="h2">Gates</h2>
                    {now.byGate.length === 0 ? (
                      <p class="soft small">No guests in yet.</p>
                    ) : (
                      <Bars
                        rows={now.byGate.map(({ gate, checkedIn }) => ({
                          id: gate ?? '',
                          name: gate ?? 'No gate',
                          taken: checkedIn,
                          of: null,
                        }))}
                      />
                    )}
                  </section>
                  <Checkpoints {...tab} summary={now} reload={reload} />
                </div>
                <section>
                  <h2 class="h2">Latest check-ins</h2>
                  {lately.length === 0 ? (
                    <p class="soft">No check-ins in the last hour.</p>
                  ) : (
                    <Table
                      label="Latest check-ins"
                      rows={lately.toReversed().slice(0, SHOWN)}
                      idOf={({ id, checkedInAt }) => `${id} ${checkedInAt}`}
                      columns={[
                        {
                          id: 'guest',
                          title: 'Guest',
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
                          title: 'Time',
                          kind: 'end',
                          draw: ({ checkedInAt }) => (
                            <time datetime={checkedInAt}>{clockOf(checkedInAt, event.timezone)}</time>
                          ),
                        },
                        { id: 'ticket', title: 'Ticket', kind: 'hide', draw: ({ ticketName }) => ticketName ?? '' },
                        { id: 'gate', title: 'Gate', kind: 'hide', draw: ({ gate }) => gate ?? '' },
                        {
                          id: 'by',
                          title: 'By',
                          kind: 'hide',
                          draw: ({ checkedInByLabel, checkedInBy }) => (
                            <span class="soft">
                              {checkedInByLabel ?? (checkedInBy === session.me.userId ? 'you' : checkedInBy)}
                            </span>
                          ),
                        },
                        {
                          id: 'acts',
                          title: <span class="sr">Actions</span>,
                          kind: 'act',
                          draw: (checkin) => (
                            <button
                              type="button"
                              class="button bare"
                              aria-label={`Undo the check-in of ${checkin.guestName}`}
                              onClick={() => undo(checkin)}
                            >
                              Undo
                            </button>
                          ),
                        },
                      ]}
                    />
                  )}
                </section>
              </div>
              <div class="stack-wide">
                {mayDo(session, 'MANAGER') ? (
                  <Passes {...tab} />
                ) : (
                  <section>
                    <h2 class="h2">At the door</h2>
                    <p class="soft">Open the kiosk on the phone you’ll scan with. You’re already signed in.</p>
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
