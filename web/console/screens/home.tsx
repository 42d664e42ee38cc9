import type { AttentionAnswer, CalendarAnswer, EventAnswer, MyCalendar, One, PageOf } from '../../shared/answers.ts'
import { seatsOf } from '../figures.ts'
import type { Session } from '../session.ts'
import { roleCovers } from '../session.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Fill } from '../parts/fill.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Face, Poster } from '../parts/poster.tsx'
import { Shown, Trouble } from '../parts/states.tsx'
import { momentOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf, NEW_CALENDAR } from '../place.ts'
import { homeWords, type HomeWords } from '../words/en/home.ts'
import { termsWords } from '../words/en/terms.ts'
import { RestoreArchive } from './restore.tsx'

interface Ahead {
  mine: MyCalendar
  calendar: CalendarAnswer | undefined
  events: EventAnswer[]
  total: number
}

const NEXT = 3
/** Maximum number of calendars whose upcoming events are loaded, because each calendar needs a separate request. */
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

type Need = keyof HomeWords['needs']

const NEEDS: Record<Need, { icon: IconName; href: (slug: string, eventId: string) => string }> = {
  DOOR_OPEN: { icon: 'door', href: (slug, eventId) => eventHash(slug, eventId, 'door') },
  APPROVALS: { icon: 'clock', href: (slug, eventId) => eventHash(slug, eventId, 'guests', { awaiting: 'APPROVAL' }) },
  UNPAID: { icon: 'money', href: (slug, eventId) => eventHash(slug, eventId, 'orders', { status: 'PENDING' }) },
  INVITATIONS: { icon: 'team', href: (slug) => hashOf(slug, 'team') },
}

const isNeed = (kind: string): kind is Need => Object.hasOwn(NEEDS, kind)

const Waiting = ({ all }: { all: readonly AttentionAnswer[] }) => {
  const words = homeWords()
  return (
    <ul class="needs-me" aria-label={words.needsYou}>
      {all.map(({ kind, calendarSlug, calendarName, eventId, eventTitle, startAt, count }) => {
        if (!isNeed(kind)) return null
        const { icon, href } = NEEDS[kind]
        const { text, action, actionFor } = words.needs[kind]
        return (
          <li key={`${kind} ${calendarSlug} ${eventId ?? ''}`}>
            <span class={kind === 'DOOR_OPEN' ? 'mark open' : 'mark warn'}>
              <Icon name={icon} />
            </span>
            <span class="grow">
              <b>{text(count)}</b>
              <span class="under about">
                <bdi>{eventTitle ?? calendarName}</bdi>
                {eventTitle !== null && <span>{calendarName}</span>}
                {startAt !== null && <span>{momentOf(startAt)}</span>}
              </span>
            </span>
            <a
              class="button plain"
              href={href(calendarSlug, eventId ?? '')}
              aria-label={actionFor(eventTitle ?? calendarName)}
            >
              {action}
            </a>
          </li>
        )
      })}
    </ul>
  )
}

const greetingFor = (name: string) => {
  const { morning, afternoon, evening } = homeWords().greeting
  const hour = new Date().getHours()
  if (hour < 5 || hour >= 18) return evening(name)
  return hour < 12 ? morning(name) : afternoon(name)
}

const leadOf = (doors: number, waiting: number) => {
  const words = homeWords().lead
  if (doors + waiting === 0) return words.nothing
  if (waiting === 0) return words.doors(doors)
  return doors === 0 ? words.things(waiting) : words.both(words.doors(doors), words.things(waiting))
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
              : `${termsWords().eventStatuses[event.status]} · ${whenOf(event)}`}
            {(event.seriesDates ?? 0) > 0 && ` · ${homeWords().card.moreDates(event.seriesDates ?? 0)}`}
          </span>
        </span>
      </a>
      <Fill taken={taken} of={of} />
    </li>
  )
}

const CalendarCard = ({ ahead: { mine, calendar, events, total } }: { ahead: Ahead }) => {
  const words = homeWords().card
  const terms = termsWords()
  return (
    <section class="calendar">
      <header>
        <Face calendar={{ ...mine, ...calendar }} size={36} />
        <div class="grow">
          <h3>
            <bdi>{mine.name}</bdi>
          </h3>
          <p class="soft small">
            {total === 0 ? words.noEvents : words.events(total)} · {terms.plans[mine.plan]}
          </p>
        </div>
        <span class="tag">{terms.roles[mine.role]}</span>
      </header>
      {events.length > 0 && (
        <ul>
          {events.map((event) => (
            <EventLine key={event.id} event={event} slug={mine.slug} />
          ))}
        </ul>
      )}
      <div class="row">
        <a class="button plain" href={hashOf(mine.slug, 'events')} aria-label={words.openCalendar(mine.name)}>
          {terms.open}
        </a>
        {roleCovers(mine.role, 'MANAGER') ? (
          <a class="button bare" href={hashOf(mine.slug, 'new')} aria-label={words.newEventIn(mine.name)}>
            <Icon name="plus" /> {words.newEvent}
          </a>
        ) : (
          <span class="soft small">{words.staff}</span>
        )}
      </div>
    </section>
  )
}

/** Start page: events with open check-in, tasks from `/me/attention`, then the calendars. */
export const HomeScreen = ({ session }: { session: Session }) => {
  const asked = useAsked(() => aheadOf(session), [session.me])
  const waiting = useAsked(
    async () =>
      (await session.api.get<One<AttentionAnswer[]>>('/me/attention')).data.filter(({ kind }) => isNeed(kind)),
    [session.me],
  )
  const doors = (waiting.data ?? []).filter(({ kind }) => kind === 'DOOR_OPEN').length
  const terms = termsWords()
  return (
    <Screen
      crumbs={[{ words: terms.yourCalendars }]}
      title={terms.yourCalendars}
      acts={
        <a class="button" href={NEW_CALENDAR}>
          <Icon name="plus" /> {terms.newCalendar} <kbd>N</kbd>
        </a>
      }
    >
      <Head
        title={greetingFor(session.name)}
        lead={waiting.data === null ? ' ' : leadOf(doors, waiting.data.length - doors)}
      />
      {waiting.error !== null && <Trouble key="trouble" error={waiting.error} again={() => void waiting.again()} />}
      {(waiting.data ?? []).length > 0 && <Waiting key="waiting" all={waiting.data ?? []} />}
      <section>
        <h2 class="section">{terms.yourCalendars}</h2>
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
        <RestoreArchive session={session} />
      </section>
    </Screen>
  )
}
