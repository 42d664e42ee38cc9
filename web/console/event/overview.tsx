import { useState } from 'hono/jsx/dom'
import type { GuestCountsAnswer, One, SalesAnswer, StatisticsAnswer } from '../../shared/answers.ts'
import { mayDo } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { BarChart, Bars, LineChart } from '../parts/chart.tsx'
import { Fill, FillBar } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { Shown } from '../parts/states.tsx'
import { Figure, Segments } from '../parts/tools.tsx'
import { countOf, fromNow, moneyOf, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { seatsOf } from '../screens/event-state.ts'
import { ShareWays } from '../screens/share.tsx'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { dateOf, DAY_MS, daysOf, nameOfDay, registeredIn, runningTotals, sumOf } from './overview-days.ts'
import { needsOf } from './overview-needs.ts'

const timesOf = (count: number) => countOf(count, 'time', 'times')

export const OverviewTab = ({ session, event, asked }: EventSession) => {
  const { api } = session
  const [choice, choose] = useState('30')
  const days = daysOf(choice, event.createdAt)
  const isOwner = mayDo(session, 'OWNER')
  const statistics = useAsked(
    async () =>
      (
        await api.get<One<StatisticsAnswer>>(`/events/${event.id}/statistics`, {
          from: dateOf(Date.now() - (Math.max(days, 15) - 1) * DAY_MS),
        })
      ).data,
    [event.id, days],
  )
  const sales = useAsked(
    async () => (isOwner ? (await api.get<One<SalesAnswer>>(`/events/${event.id}/sales`)).data : null),
    [event.id],
  )
  const counts = useAsked(
    async () => (await api.get<One<GuestCountsAnswer>>(`/events/${event.id}/guests/counts`)).data,
    [event],
  )
  const needs = counts.data && needsOf({ session, event }, counts.data.waiting)
  const { taken, of } = seatsOf(event)
  const shown = (statistics.data?.series ?? []).slice(-days)
  const week = statistics.data === null ? null : sumOf(statistics.data.series, 7)
  const [first] = sales.data?.totals.toSorted((left, right) => right.gross - left.gross) ?? []
  const passed = statistics.data?.byCheckpoint ?? []
  const salesOf = (ticketId: string) =>
    sales.data?.byTicket.filter((line) => line.ticketId === ticketId && line.currency !== null) ?? []
  return (
    <EventFrame session={session} event={event} asked={asked} tab="">
      <dl class="figures">
        <Figure
          label="Seats taken"
          below={
            of !== null && (
              <>
                <FillBar taken={taken} of={of} />
                {Math.round((taken / Math.max(1, of)) * 100)}% full
              </>
            )
          }
        >
          {numberOf(taken)} {of !== null && <small>of {numberOf(of)}</small>}
        </Figure>
        <Figure
          label="This week"
          below={statistics.data && `${numberOf(sumOf(statistics.data.series, 7, 7))} the week before`}
        >
          {week === null ? '…' : `+${numberOf(week)}`}
        </Figure>
        {isOwner && (
          <Figure
            label="Net sales"
            below={
              first !== undefined && first.currency !== null
                ? `${moneyOf(first.pending, first.currency)} unpaid · ${moneyOf(first.refunded, first.currency)} refunded`
                : 'no sales yet'
            }
          >
            {first === undefined || first.currency === null ? '–' : moneyOf(first.net, first.currency)}
          </Figure>
        )}
        <Figure label="Waiting" below={event.waitlistEnabled ? 'the first moves up' : 'no waiting list'}>
          {numberOf(statistics.data?.totals.waitlisted ?? 0)}
        </Figure>
        <Figure
          label={event.lifecycle === 'ENDED' ? 'Checked in' : event.lifecycle === 'ONGOING' ? 'Started' : 'Starts'}
          below={
            event.lifecycle === 'ENDED'
              ? 'guests in total'
              : event.registrationClosesAt === null
                ? undefined
                : `registration closes ${fromNow(event.registrationClosesAt)}`
          }
        >
          {event.lifecycle === 'ENDED'
            ? numberOf(statistics.data?.totals.checkedIn ?? 0)
            : fromNow(event.allDay ? `${event.startAt}T00:00:00Z` : event.startAt)}
        </Figure>
      </dl>
      <div class="two">
        <div class="stack-wide">
          <section>
            <header class="spread">
              <h2>Registrations</h2>
              <Segments
                label="Period"
                value={choice}
                set={choose}
                choices={[
                  { value: '7', label: '7 d' },
                  { value: '30', label: '30 d' },
                  { value: 'all', label: 'All' },
                ]}
              />
            </header>
            <Shown
              asked={statistics}
              rows={4}
              draw={() => (
                <BarChart
                  label={`Registrations per day in the last ${String(days)} days`}
                  of="Day"
                  what="Registrations"
                  bars={shown.map(({ date, registrations }) => ({
                    name: nameOfDay(date),
                    value: registrations,
                    title: `${nameOfDay(date)}: ${countOf(registrations, 'registration')}`,
                  }))}
                />
              )}
            />
          </section>
          <section>
            <header class="spread">
              <h2>Total registrations</h2>
              {of !== null && <span class="soft small">{countOf(of, 'seat')}</span>}
            </header>
            <Shown
              asked={statistics}
              rows={4}
              draw={() => (
                <LineChart
                  label={`Total registrations on each of the last ${String(days)} days`}
                  of="Day"
                  what="Total"
                  height={130}
                  limit={of}
                  bars={runningTotals(shown, (counts.data && registeredIn(counts.data)) ?? 0)}
                />
              )}
            />
          </section>
          <section>
            <header class="spread">
              <h2>By ticket</h2>
              <a href={eventHash(session.calendar.slug, event.id, 'tickets')}>Edit tickets</a>
            </header>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">Ticket</th>
                  <th scope="col">Seats</th>
                  {isOwner && (
                    <th scope="col" class="to-end">
                      Sales
                    </th>
                  )}
                </tr>
              </thead>
              <tbody>
                {event.tickets.map((ticket) => (
                  <tr key={ticket.id}>
                    <td>
                      <b>
                        <bdi>{ticket.name}</bdi>
                      </b>
                      <span class="under soft small block">{moneyOf(ticket.price, ticket.currency)}</span>
                    </td>
                    <td class="wide-cell">
                      <Fill taken={ticket.sold} of={ticket.capacity} />
                    </td>
                    {isOwner && (
                      <td class="to-end">
                        {salesOf(ticket.id).map((line) => (
                          <span key={line.currency ?? ''} class="block">
                            {moneyOf(line.net, line.currency)}
                          </span>
                        ))}
                      </td>
                    )}
                  </tr>
                ))}
              </tbody>
            </table>
          </section>
          {passed.length > 0 && (
            <section>
              <header class="spread">
                <h2>By checkpoint</h2>
                <a href={eventHash(session.calendar.slug, event.id, 'door')}>See door</a>
              </header>
              <Bars
                rows={passed.map(({ checkpointId, name, admitted, entries, exits }) => ({
                  id: checkpointId,
                  name: <bdi>{name}</bdi>,
                  taken: admitted,
                  of: null,
                  more: entries > admitted && `in ${timesOf(entries)}${exits > 0 ? `, out ${timesOf(exits)}` : ''}`,
                }))}
              />
            </section>
          )}
        </div>
        <div class="stack-wide">
          <section>
            <header class="spread">
              <h2>Needs you</h2>
              <span class="soft">{needs?.length ?? ''}</span>
            </header>
            <Shown
              asked={counts}
              rows={2}
              draw={() =>
                needs === null || needs.length === 0 ? (
                  <p class="soft">Nothing right now.</p>
                ) : (
                  <ul class="needs-me">
                    {needs.map(({ id, icon, words, more, href, act }) => (
                      <li key={id}>
                        <span class="mark warn">
                          <Icon name={icon} />
                        </span>
                        <span class="grow">
                          <b>{words}</b>
                          <span class="under">{more}</span>
                        </span>
                        <a class="button plain" href={href} aria-label={`${act}: ${words}`}>
                          {act}
                        </a>
                      </li>
                    ))}
                  </ul>
                )
              }
            />
          </section>
          <section class="share">
            <h2>Share</h2>
            <ShareWays session={session} event={event} />
          </section>
        </div>
      </div>
    </EventFrame>
  )
}
