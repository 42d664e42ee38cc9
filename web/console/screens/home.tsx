import type { AttentionAnswer, CalendarAnswer, EventAnswer, MyCalendar, One, PageOf } from '../../shared/answers.ts'
import type { Session } from '../session.ts'
import { PLAN_NAMES, ROLE_NAMES, roleCovers } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Fill } from '../parts/fill.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Face, Poster } from '../parts/poster.tsx'
import { Shown, Trouble } from '../parts/states.tsx'
import { countOf, momentOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf, NEW_CALENDAR } from '../place.ts'
import { seatsOf } from './event-state.ts'

interface Ahead {
  mine: MyCalendar
  calendar: CalendarAnswer | undefined
  events: EventAnswer[]
  total: number
}

const NEXT = 3
/** Maximum number of calendars whose upcoming events are loaded, because each calendar needs a request of its own. */
const MOST_CALENDARS = 12

const aheadOf = async ({ api, me }: Session): Promise<Ahead[]> => {
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

interface Waits {
  icon: IconName
  words: (count: number) => string
  act: string
  href: (slug: string, eventId: string) => string
}

const WAITS: Readonly<Record<string, Waits>> = {
  DOOR_OPEN: {
    icon: 'door',
    words: (count) =>
      count === 0 ? 'Check-in is open, no guests in yet' : `Check-in is open, ${countOf(count, 'guest')} in`,
    act: 'See door',
    href: (slug, eventId) => eventHash(slug, eventId, 'door'),
  },
  APPROVALS: {
    icon: 'clock',
    words: (count) => `${countOf(count, 'guest needs', 'guests need')} your approval`,
    act: 'Review',
    href: (slug, eventId) => eventHash(slug, eventId, 'guests', { awaiting: 'APPROVAL' }),
  },
  UNPAID: {
    icon: 'money',
    words: (count) => `${countOf(count, 'order is', 'orders are')} unpaid`,
    act: 'See orders',
    href: (slug, eventId) => eventHash(slug, eventId, 'orders', { status: 'PENDING' }),
  },
  INVITATIONS: {
    icon: 'team',
    words: (count) => `${countOf(count, 'new member needs', 'new members need')} your confirmation`,
    act: 'See team',
    href: (slug) => hashOf(slug, 'team'),
  },
}

const Waiting = ({ all }: { all: readonly AttentionAnswer[] }) => (
  <ul class="needs-me" aria-label="Needs you">
    {all.map(({ kind, calendarSlug, calendarName, eventId, eventTitle, startAt, count }) => {
      const waits = WAITS[kind]
      if (waits === undefined) return null
      return (
        <li key={`${kind} ${calendarSlug} ${eventId ?? ''}`}>
          <span class={kind === 'DOOR_OPEN' ? 'mark open' : 'mark warn'}>
            <Icon name={waits.icon} />
          </span>
          <span class="grow">
            <b>{waits.words(count)}</b>
            <span class="under">
              <bdi>{eventTitle ?? calendarName}</bdi>
              {eventTitle !== null && ` · ${calendarName}`}
              {startAt !== null && ` · ${momentOf(startAt)}`}
            </span>
          </span>
          <a
            class="button plain"
            href={waits.href(calendarSlug, eventId ?? '')}
            aria-label={`${waits.act}: ${eventTitle ?? calendarName}`}
          >
            {waits.act}
          </a>
        </li>
      )
    })}
  </ul>
)

const greeting = () => {
  const hour = new Date().getHours()
  return hour < 5 || hour >= 18 ? 'Good evening' : hour < 12 ? 'Good morning' : 'Good afternoon'
}

const leadOf = (doors: number, waiting: number) => {
  if (doors + waiting === 0) return 'Nothing needs you right now.'
  const first =
    doors === 0 ? '' : doors === 1 ? 'Check-in is open at one event.' : `Check-in is open at ${String(doors)} events.`
  const second = waiting === 0 ? '' : waiting === 1 ? 'One thing needs you.' : `${String(waiting)} things need you.`
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
          {total === 0 ? 'No upcoming events' : countOf(total, 'upcoming event')} · {PLAN_NAMES[mine.plan]}
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
        <a class="button bare" href={hashOf(mine.slug, 'new')} aria-label={`New event in ${mine.name}`}>
          <Icon name="plus" /> New event
        </a>
      ) : (
        <span class="soft small">You check in guests at the door.</span>
      )}
    </div>
  </section>
)

/** Start page: events with open check-in, tasks from `/me/attention`, then the calendars. */
export const HomeScreen = ({ session }: { session: Session }) => {
  const asked = useAsked(() => aheadOf(session), [session.me])
  const waiting = useAsked(
    async () =>
      (await session.api.get<One<AttentionAnswer[]>>('/me/attention')).data.filter(({ kind }) => kind in WAITS),
    [session.me],
  )
  const doors = (waiting.data ?? []).filter(({ kind }) => kind === 'DOOR_OPEN').length
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
        title={`${greeting()}, ${session.name}`}
        lead={waiting.data === null ? ' ' : leadOf(doors, waiting.data.length - doors)}
      />
      {waiting.error !== null && <Trouble key="trouble" error={waiting.error} again={() => void waiting.again()} />}
      {(waiting.data ?? []).length > 0 && <Waiting key="waiting" all={waiting.data ?? []} />}
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
