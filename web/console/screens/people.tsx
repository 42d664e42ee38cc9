import type { ChangesAnswer, EventAnswer, GuestAnswer, One, PageOf, PersonAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { guestName, guestState } from '../event/guest-state.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { csvOf, save } from '../parts/files.ts'
import { Icon } from '../parts/icon.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { Search } from '../parts/tools.tsx'
import { momentOf, nameOf } from '../parts/words.ts'
import { eventHash, hashOf, withQuery } from '../place.ts'
import { peopleWords } from '../words/en/people.ts'

const FROM = 2
const MOST = 100

/**
 * Returns the guests who changed in the last 30 days in their current state, one per email address, and the titles of
 * the calendar's latest events.
 */
const latelyOf = async ({ api, calendar }: CalendarSession) => {
  const [{ data }, events] = await Promise.all([
    api.get<ChangesAnswer>(`/calendars/${calendar.slug}/changes`, { object: 'guest', limit: MOST }),
    api.get<PageOf<EventAnswer>>('/events', { calendarSlug: calendar.slug, limit: MOST }),
  ])
  const titles = new Map(events.data.map(({ id, title }) => [id, title]))
  const seen = new Map<string, { guest: GuestAnswer; eventId: string; at: string }>()
  for (const { current, at, eventId } of data) {
    if (current === null || eventId === null || !('registrationAnswers' in current)) continue
    if (!seen.has(current.email)) seen.set(current.email, { guest: current, eventId, at })
  }
  return [...seen.values()].map((each) => ({ ...each, title: titles.get(each.eventId) ?? null }))
}

const Lately = ({ session }: { session: CalendarSession }) => {
  const words = peopleWords().recent
  const asked = useAsked(() => latelyOf(session), [session.calendar.slug])
  return (
    <section class="stack">
      <h2 class="h2">{words.title}</h2>
      <Shown
        asked={asked}
        draw={(people) =>
          people.length === 0 ? (
            <Empty title={words.empty}>{words.emptyText}</Empty>
          ) : (
            <ul class="lines" aria-label={words.title}>
              {people.map(({ guest, eventId, at, title }) => (
                <li key={guest.id}>
                  <span class="grow">
                    <a href={eventHash(session.calendar.slug, eventId, 'guests', { guest: guest.id })}>
                      <bdi>{guestName(guest).name}</bdi>
                    </a>
                    <span class="under">
                      <bdi>{guest.email}</bdi>
                    </span>
                  </span>
                  {title !== null && (
                    <span class="soft of-event">
                      <bdi>{title}</bdi>
                    </span>
                  )}
                  <Chip {...guestState(guest)} />
                  <time class="soft hide-small" datetime={at}>
                    {momentOf(at)}
                  </time>
                </li>
              ))}
            </ul>
          )
        }
      />
    </section>
  )
}

const rowsOf = (people: readonly PersonAnswer[]) =>
  people.flatMap(({ email, guests, ...names }) =>
    guests.map((guest) => [
      names.firstName,
      names.lastName,
      email,
      guest.eventTitle,
      guest.startAt,
      guest.ticketName ?? '',
      guestState(guest).words,
      guest.createdAt,
    ]),
  )

const Found = ({ session, people }: { session: CalendarSession; people: readonly PersonAnswer[] }) => {
  const words = peopleWords().results
  return (
    <ul class="people" aria-label={words.label}>
      {people.map((person) => (
        <li key={person.guests[0]?.guestId ?? person.email}>
          <header>
            <b>
              <bdi>{nameOf(person) || words.nameMissing}</bdi>
            </b>
            <span class="under">
              <bdi>{person.email}</bdi> · {words.events(person.guests.length)}
            </span>
          </header>
          <ul class="lines">
            {person.guests.map((guest) => (
              <li key={guest.guestId}>
                <span class="grow">
                  <a href={eventHash(session.calendar.slug, guest.eventId, 'guests', { guest: guest.guestId })}>
                    <bdi>{guest.eventTitle}</bdi>
                  </a>
                  <span class="under">
                    {momentOf(guest.startAt)}
                    {guest.ticketName !== null && ` · ${guest.ticketName}`}
                  </span>
                </span>
                <Chip {...guestState(guest)} />
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}

/** Searches the guests of all events. Each person appears once. */
export const PeopleScreen = ({ session }: { session: CalendarSession }) => {
  const words = peopleWords()
  const { api, calendar, place } = session
  const sought = place.query.get('q') ?? ''
  const isEnough = sought.length >= FROM
  const asked = useAsked(
    async () =>
      isEnough ? (await api.get<One<PersonAnswer[]>>(`/calendars/${calendar.slug}/people`, { q: sought })).data : null,
    [calendar.slug, isEnough ? sought : ''],
  )
  const search = (text: string) => session.go(withQuery(place, { q: text }), { replace: true })
  const found = asked.data
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
      acts={
        isEnough &&
        found !== null &&
        found.length > 0 && (
          <button
            type="button"
            class="button plain"
            onClick={() => save(`${calendar.slug}-people.csv`, csvOf([words.columns, ...rowsOf(found)]))}
          >
            <Icon name="download" /> CSV
          </button>
        )
      }
    >
      <Head title={words.title} lead={words.lead} />
      <div class="tools">
        <Search label={words.search} value={sought} set={search} />
      </div>
      {sought !== '' && !isEnough && <p class="soft">{words.tooShort}</p>}
      {isEnough ? (
        <Shown
          key="found"
          asked={asked}
          draw={(people) =>
            people === null || people.length === 0 ? (
              <Empty title={words.results.noMatches} key="none">
                {words.results.noMatchesText}
              </Empty>
            ) : (
              <Found key="some" session={session} people={people} />
            )
          }
        />
      ) : (
        <Lately key="lately" session={session} />
      )}
    </Screen>
  )
}
