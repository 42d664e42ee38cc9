import type { GuestCountsAnswer, One, SalesAnswer, StatisticsAnswer } from '../../shared/answers.ts'
import { firstOfLast, guestsWith, mainSalesIn, registeredIn, registrationsIn, seatsOf } from '../figures.ts'
import { mayDo } from '../session.ts'
import { useAsked } from '../parts/asking.ts'
import { BarChart, Bars, LineChart } from '../parts/chart.tsx'
import { Fill, FillBar } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { Figure, Segments } from '../parts/tools.tsx'
import { fromNow, moneyOf, numberOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { ShareWays } from '../screens/share.tsx'
import { overviewWords } from '../words/en/overview.ts'
import { termsWords } from '../words/en/terms.ts'
import { EventFrame, type EventSession } from './event-frame.tsx'
import { daysOf, nameOfDay, runningTotals } from './overview-days.ts'
import { needsOf } from './overview-needs.ts'

export const OverviewTab = ({ session, event, asked }: EventSession) => {
  const words = overviewWords()
  const { figures } = words
  const { api } = session
  const [choice, choose] = useState(event.lifecycle === 'ENDED' ? 'all' : '30')
  const days = daysOf(choice, event.createdAt)
  const isOwner = mayDo(session, 'OWNER')
  const statistics = useAsked(
    async () =>
      (
        await api.get<One<StatisticsAnswer>>(`/events/${event.id}/statistics`, {
          from: firstOfLast(Math.max(days, 15), session.calendar),
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
  const week = statistics.data === null ? null : registrationsIn(statistics.data.series, 7)
  const first = sales.data === null ? undefined : mainSalesIn(sales.data)
  const registered = (counts.data && registeredIn(counts.data)) ?? 0
  const passed = statistics.data?.byCheckpoint ?? []
  const salesOf = (ticketId: string) =>
    sales.data?.byTicket.filter((line) => line.ticketId === ticketId && line.currency !== null) ?? []
  return (
    <EventFrame session={session} event={event} asked={asked} tab="">
      <dl class="figures">
        <Figure
          label={figures.seatsTaken}
          below={
            of !== null && (
              <>
                <FillBar taken={taken} of={of} />
                {figures.percentFull(Math.round((taken / Math.max(1, of)) * 100))}
              </>
            )
          }
        >
          {of === null
            ? numberOf(taken)
            : figures.takenOf(numberOf(taken), numberOf(of), (text) => <small>{text}</small>)}
        </Figure>
        <Figure
          label={figures.thisWeek}
          below={statistics.data && figures.weekBefore(registrationsIn(statistics.data.series, 7, 7))}
        >
          {week === null ? '…' : `+${numberOf(week)}`}
        </Figure>
        {isOwner && (
          <Figure
            label={figures.netSales}
            below={
              first !== undefined
                ? [
                    first.pending > 0 && figures.unpaid(moneyOf(first.pending, first.currency)),
                    first.refunded > 0 && figures.refunded(moneyOf(first.refunded, first.currency)),
                  ]
                    .filter(Boolean)
                    .join(' · ')
                : figures.noSales
            }
          >
            {first === undefined ? '–' : moneyOf(first.net, first.currency)}
          </Figure>
        )}
        <Figure label={figures.waiting} below={event.waitlistEnabled ? figures.firstMovesUp : figures.noWaitingList}>
          {counts.data === null ? '…' : numberOf(guestsWith(counts.data, 'WAITLISTED'))}
        </Figure>
        <Figure
          label={
            event.lifecycle === 'ENDED'
              ? figures.checkedIn
              : event.lifecycle === 'ONGOING'
                ? figures.started
                : figures.starts
          }
          below={
            event.lifecycle === 'ENDED'
              ? figures.guestsInTotal
              : event.registrationClosesAt === null
                ? undefined
                : figures.registrationCloses(fromNow(event.registrationClosesAt))
          }
        >
          {event.lifecycle === 'ENDED'
            ? counts.data === null
              ? '…'
              : numberOf(guestsWith(counts.data, 'CHECKED_IN'))
            : fromNow(event.allDay ? `${event.startAt}T00:00:00Z` : event.startAt)}
        </Figure>
      </dl>
      <div class="two">
        <div class="stack-wide">
          <section>
            <header class="spread">
              <h2>{words.registrations.title}</h2>
              <Segments
                label={words.period.label}
                value={choice}
                set={choose}
                choices={[
                  { value: '7', label: words.period.week },
                  { value: '30', label: words.period.month },
                  { value: 'all', label: words.period.all },
                ]}
              />
            </header>
            <Shown
              asked={statistics}
              rows={4}
              draw={() =>
                shown.every(({ registrations }) => registrations === 0) ? (
                  <p class="soft">{words.registrations.none}</p>
                ) : (
                  <BarChart
                    label={words.registrations.perDay(days)}
                    of={words.registrations.day}
                    what={words.registrations.column}
                    bars={shown.map(({ date, registrations }) => ({
                      name: nameOfDay(date),
                      value: registrations,
                      title: words.registrations.onDay(nameOfDay(date), registrations),
                    }))}
                  />
                )
              }
            />
          </section>
          <section>
            <header class="spread">
              <h2>{words.registrations.total}</h2>
              {of !== null && <span class="soft small">{words.registrations.seats(of)}</span>}
            </header>
            <Shown
              asked={statistics}
              rows={4}
              draw={() =>
                registered === 0 ? (
                  <p class="soft">{words.registrations.noneYet}</p>
                ) : (
                  <LineChart
                    label={words.registrations.totalPerDay(days)}
                    of={words.registrations.day}
                    what={words.registrations.totalColumn}
                    height={130}
                    limit={of}
                    bars={runningTotals(shown, registered)}
                  />
                )
              }
            />
          </section>
          <section>
            <header class="spread">
              <h2>{words.tickets.title}</h2>
              <a href={eventHash(session.calendar.slug, event.id, 'tickets')}>{words.tickets.edit}</a>
            </header>
            <table class="plain">
              <thead>
                <tr>
                  <th scope="col">{termsWords().ticket}</th>
                  <th scope="col">{words.tickets.seats}</th>
                  {isOwner && (
                    <th scope="col" class="to-end">
                      {words.tickets.sales}
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
                <h2>{words.checkpoints.title}</h2>
                <a href={eventHash(session.calendar.slug, event.id, 'door')}>{words.checkpoints.seeDoor}</a>
              </header>
              <Bars
                rows={passed.map(({ checkpointId, name, admitted, entries, exits }) => ({
                  id: checkpointId,
                  name: <bdi>{name}</bdi>,
                  taken: admitted,
                  of: null,
                  more:
                    entries > admitted &&
                    (exits > 0
                      ? words.checkpoints.entriesAndExits(entries, exits)
                      : words.checkpoints.entries(entries)),
                }))}
              />
            </section>
          )}
        </div>
        <div class="stack-wide">
          <section>
            <header class="spread">
              <h2>{words.needs.title}</h2>
              <span class="soft">{needs?.length ?? ''}</span>
            </header>
            <Shown
              asked={counts}
              rows={2}
              draw={() =>
                needs === null || needs.length === 0 ? (
                  <p class="soft">{words.needs.nothing}</p>
                ) : (
                  <ul class="needs-me">
                    {needs.map(({ id, icon, words: need, more, href, act }) => (
                      <li key={id}>
                        <span class="mark warn">
                          <Icon name={icon} />
                        </span>
                        <span class="grow">
                          <b>{need}</b>
                          <span class="under">{more}</span>
                        </span>
                        <a class="button plain" href={href} aria-label={words.needs.button(act, need)}>
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
            <h2>{words.share}</h2>
            <ShareWays session={session} event={event} />
          </section>
        </div>
      </div>
    </EventFrame>
  )
}
