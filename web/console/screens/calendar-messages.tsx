import type { AnnouncementAnswer, ChangesAnswer, EventAnswer, PageOf } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { letterState } from '../event/letter-state.ts'
import { Head, Screen } from '../frame/screen.tsx'
import { useAsked } from '../parts/asking.ts'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { Poster } from '../parts/poster.tsx'
import { Empty, Shown } from '../parts/states.tsx'
import { momentOf, whenOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { calendarWords } from '../words/en/calendar.ts'

const MOST = 50

const lettersOf = async ({ api, calendar }: CalendarSession) => {
  const pages = await Promise.all(
    ['announcement', 'reminder'].map((object) =>
      api.get<ChangesAnswer>(`/calendars/${calendar.slug}/changes`, { object, limit: MOST }),
    ),
  )
  const found = new Map<string, AnnouncementAnswer>()
  for (const { id, current } of pages.flatMap(({ data }) => data)) {
    if (current !== null && 'audience' in current && !found.has(id)) found.set(id, current)
  }
  return [...found.values()].toSorted((left, right) => right.sendAt.localeCompare(left.sendAt))
}

/** Messages of all events in the calendar, and links for writing a new one to the guests of one event. */
export const MessagesScreen = ({ session }: { session: CalendarSession }) => {
  const { api, calendar } = session
  const words = calendarWords().messages
  const events = useAsked(async () => {
    const { data } = await api.get<PageOf<EventAnswer>>('/events', {
      calendarSlug: calendar.slug,
      status: 'PUBLISHED',
      limit: 20,
    })
    return data
  }, [calendar.slug])
  const letters = useAsked(() => lettersOf(session), [calendar.slug])
  const titles = new Map((events.data ?? []).map(({ id, title }) => [id, title]))
  return (
    <Screen
      crumbs={[{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]}
      title={`${words.title} · ${calendar.name}`}
    >
      <Head title={words.title} lead={words.lead} />
      <div class="two">
        <section class="stack">
          <h2 class="h2">{words.list}</h2>
          <Shown
            asked={letters}
            draw={(all) =>
              all.length === 0 ? (
                <Empty title={words.empty}>{words.emptyText}</Empty>
              ) : (
                <ul class="lines" aria-label={words.list}>
                  {all.map((letter) => (
                    <li key={letter.id}>
                      <span class="grow">
                        <a href={eventHash(calendar.slug, letter.eventId, 'messages')}>
                          <bdi>{letter.subject}</bdi>
                        </a>
                        <span class="under">
                          {titles.has(letter.eventId) && `${titles.get(letter.eventId) ?? ''} · `}
                          {letter.progress.failed > 0
                            ? words.sentAndFailed(letter.progress.sent, letter.progress.failed)
                            : words.sent(letter.progress.sent)}
                        </span>
                      </span>
                      <Chip {...letterState(letter)} />
                      <time class="soft hide-small" datetime={letter.sendAt}>
                        {momentOf(letter.sendAt)}
                      </time>
                    </li>
                  ))}
                </ul>
              )
            }
          />
        </section>
        <section class="stack">
          <h2 class="h2">{words.writeTo}</h2>
          <Shown
            asked={events}
            draw={(all) =>
              all.length === 0 ? (
                <p class="soft">{words.noEvents}</p>
              ) : (
                <ul class="lines">
                  {all.map((event) => (
                    <li key={event.id}>
                      <Poster event={event} size={36} />
                      <span class="grow">
                        <a href={eventHash(calendar.slug, event.id, 'messages')}>
                          <bdi>{event.title}</bdi>
                        </a>
                        <span class="under">{whenOf(event)}</span>
                      </span>
                      <Icon name="next" />
                    </li>
                  ))}
                </ul>
              )
            }
          />
        </section>
      </div>
    </Screen>
  )
}
