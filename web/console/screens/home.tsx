import type { CalendarAnswer, EventAnswer, GuestAnswer, MyCalendar, PageOf } from '../../shared/answers.ts'
import type { Desk } from '../desk.ts'
import { PLAN_NAMES, ROLE_NAMES, roleCovers } from '../desk.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Fill } from '../parts/fill.tsx'
import { Icon } from '../parts/icon.tsx'
import { Face, Poster } from '../parts/poster.tsx'
import { Shown } from '../parts/states.tsx'
import { countOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf, NEW_CALENDAR } from '../place.ts'
import { isDoorTime, seatsOf } from './event-state.ts'

interface Ahead {
  mine: MyCalendar
  calendar: CalendarAnswer | undefined
  events: EventAnswer[]
  total: number
}

interface Waiting {
  event: EventAnswer
  count: number
}

const NEXT = 3
/** Of so many calendars the next events are shown; the rest are one click away. */
const MOST_CALENDARS = 12
const MOST_ASKED = 8

const aheadOf = async ({ api, me }: Desk): Promise<Ahead[]> => {
  const shown = me.calendars.slice(0, MOST_CALENDARS)
  const [calendars, ...pages] = await Promise.all([
    api.get<{ data: CalendarAnswer[] }>('/calendars'),
    ...shown.map(({ slug }) =>
      api.get<PageOf<EventAnswer>>('/events', { calendarSlug: slug, limit: NEXT, series: 'next' }),
    ),
  ])
  return shown.map((mine, index) => ({
    mine,
    calendar: calendars.data.find(({ slug }) => slug === mine.slug),
    events: pages[index]?.data ?? [],
    total: pages[index]?.total ?? 0,
  }))
}

const asksToCome = ({ requiresApproval, tickets }: EventAnswer) =>
  requiresApproval || tickets.some((ticket) => ticket.requiresApproval)

const waitingOf = async ({ api }: Desk, ahead: readonly Ahead[]): Promise<Waiting[]> => {
  const events = ahead
    .filter(({ mine }) => roleCovers(mine.role, 'MANAGER'))
    .flatMap((each) => each.events.filter(asksToCome))
    .slice(0, MOST_ASKED)
  const pages = await Promise.all(
    events.map(({ id }) => api.get<PageOf<GuestAnswer>>(`/events/${id}/guests`, { status: 'PENDING', limit: 1 })),
  )
  return events.flatMap((event, index) => {
    const count = pages[index]?.total ?? 0
    return count === 0 ? [] : [{ event, count }]
  })
}

const greeting = () => {
  const hour = new Date().getHours()
  return hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}

const leadOf = (doors: number, waiting: number) => {
  if (doors + waiting === 0) return 'Nothing waits for you just now.'
  const first = doors === 0 ? '' : doors === 1 ? 'One door is open now.' : `${String(doors)} doors are open now.`
  const second =
    waiting === 0 ? '' : waiting === 1 ? 'One thing waits for you.' : `${String(waiting)} things wait for you.`
  return `${first} ${second}`.trim()
}

const EventLine = ({ event, slug }: { event: EventAnswer; slug: string }) => {
  const { taken, of } = seatsOf(event)
  return (
    <li>
      <a href={eventHash(slug, event.id)}>
        <Poster event={event} size={36} />
        <span class="grow">
          <b>
            <bdi>{event.title}</bdi>
          </b>
          <span class="under">
            {event.status === 'PUBLISHED'
              ? whenOf(event)
              : `${event.status === 'DRAFT' ? 'Draft' : 'Cancelled'} · ${whenOf(event)}`}
            {(event.seriesDates ?? 0) > 0 && ` · ${countOf(event.seriesDates ?? 0, 'more date')}`}
          </span>
        </span>
      </a>
      <Fill taken={taken} of={of} />
    </li>
  )
}

const CalendarCard = ({ ahead: { mine, calendar, events, total } }: { ahead: Ahead }) => (
  <section class="calendar">
    <header>
      <Face calendar={{ ...mine, ...calendar }} size={36} />
      <div class="grow">
        <h3>
          <bdi>{mine.name}</bdi>
        </h3>
        <p class="soft small">
          {total === 0 ? 'No event ahead' : countOf(total, 'event')} {total > 0 && 'ahead'} · {PLAN_NAMES[mine.plan]}
        </p>
      </div>
      <span class="tag">{ROLE_NAMES[mine.role]}</span>
    </header>
    {events.length > 0 && (
      <ul>
        {events.map((event) => (
          <EventLine key={event.id} event={event} slug={mine.slug} />
        ))}
      </ul>
    )}
    <div class="row">
      <a class="button plain" href={hashOf(mine.slug, 'events')} aria-label={`Open ${mine.name}`}>
        Open
      </a>
      {roleCovers(mine.role, 'MANAGER') ? (
        <a class="button bare" href={hashOf(mine.slug, 'new')} aria-label={`New event of ${mine.name}`}>
          <Icon name="plus" /> New event
        </a>
      ) : (
        <span class="soft small">You let people in at the door.</span>
      )}
    </div>
  </section>
)

/** What is on now, what waits, and then the calendars. */
export const HomeScreen = ({ desk }: { desk: Desk }) => {
  const asked = useAsked(() => aheadOf(desk), [desk.me])
  const ahead = asked.data
  const waiting = useAsked(() => (ahead === null ? Promise.resolve([]) : waitingOf(desk, ahead)), [ahead])
  const doors = (ahead ?? []).flatMap(({ events, mine }) => events.filter(isDoorTime).map((event) => ({ event, mine })))
  const slugOf = (event: EventAnswer) => event.calendarSlug
  return (
    <Screen
      crumbs={[{ words: 'Your calendars' }]}
      title="Your calendars"
      acts={
        <a class="button" href={NEW_CALENDAR}>
          <Icon name="plus" /> New calendar <kbd>N</kbd>
        </a>
      }
    >
      <Head
        title={`${greeting()}, ${desk.name}`}
        lead={waiting.data === null || ahead === null ? ' ' : leadOf(doors.length, waiting.data.length)}
      />
      {doors.length + (waiting.data?.length ?? 0) > 0 && (
        <ul class="needs-me">
          {doors.map(({ event, mine }) => (
            <li key={`door ${event.id}`}>
              <Poster event={event} size={36} />
              <span class="grow">
                <b>
                  <bdi>{event.title}</bdi>
                </b>
                <span class="under">
                  {whenOf(event)} · {mine.name}
                </span>
              </span>
              <Chip mark="live" tone="accent" words="Door is open" />
              <a class="button plain" href={eventHash(slugOf(event), event.id, 'door')}>
                <Icon name="door" /> Door
              </a>
            </li>
          ))}
          {(waiting.data ?? []).map(({ event, count }) => (
            <li key={`waits ${event.id}`}>
              <span class="mark warn">
                <Icon name="clock" />
              </span>
              <span class="grow">
                <b>{countOf(count, 'guest awaits', 'guests await')} your approval</b>
                <span class="under">
                  <bdi>{event.title}</bdi>
                </span>
              </span>
              <a class="button plain" href={eventHash(slugOf(event), event.id, 'guests', { status: 'PENDING' })}>
                Review
              </a>
            </li>
          ))}
        </ul>
      )}
      <section>
        <h2 class="section">Your calendars</h2>
        <Shown
          asked={asked}
          draw={(all) => (
            <div class="calendars">
              {all.map((each) => (
                <CalendarCard key={each.mine.id} ahead={each} />
              ))}
            </div>
          )}
        />
      </section>
    </Screen>
  )
}
