import { hueOf } from '../../presentation/accent.ts'
import { eventListLd } from '../../presentation/event-ld.ts'
import { DataBlock, Said } from '../../presentation/markup.tsx'
import { plainOf, withoutTurns } from '../../presentation/plain.ts'
import { bitmapOf } from '../../presentation/picture.ts'
import { byMonth, monthNameOf } from '../../presentation/when.ts'
import { usualPlaceOf } from '../../presentation/where.ts'
import { inLocale } from '../../words/locales.ts'
import { dateOf, nextDate, startOfDate } from '../../kernel/zoned-time.ts'
import { need, type EventDays, type PublicCalendar, type PublicEvent } from '../asking.ts'
import { cacheHeadersFor, unchangedSince } from '../known.ts'
import { safeUrl } from '../links.ts'
import type { HtmlPage } from '../page.ts'
import { Avatar, Foot } from '../parts/frame.tsx'
import { LanguageLinks, LanguageSwitch } from '../parts/languages.tsx'
import { Prose } from '../parts/prose.tsx'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { cutForLinks, SocialHead } from '../parts/social-head.tsx'
import { readerLanguageOf, type ReaderLanguage } from '../reading.ts'
import { Nothing, Pages, Past } from './around-list.tsx'
import { CalendarSidebar } from './beside.tsx'
import { EventListRow } from './event-row.tsx'
import { Filters } from './filters.tsx'
import { Month } from './month.tsx'
import { Subscribe } from './subscribe.tsx'
import { daysPathOf, hrefOf, listPathOf, parseCalendarView } from './view.ts'

const MAX_TAGS = 12
/** The number of events in the page's JSON-LD. */
const MAX_DESCRIBED_EVENTS = 20

const Masthead = ({ calendar, path, reading }: { calendar: PublicCalendar; path: string; reading: ReaderLanguage }) => {
  const website = safeUrl(calendar.website)
  return (
    <header class={calendar.coverUrl === null ? 'masthead' : 'masthead covered'}>
      {calendar.coverUrl !== null && <img class="cover" src={calendar.coverUrl} alt="" referrerpolicy="no-referrer" />}
      <div class="page">
        <Avatar name={calendar.name} url={calendar.avatarUrl} />
        <div class="who">
          <h1>
            <Said text={calendar.name} />
          </h1>
          {calendar.description !== null && <Prose text={calendar.description} />}
          {website !== null && (
            <p class="site">
              <a href={website} rel="noopener">
                {new URL(website).host}
              </a>
            </p>
          )}
        </div>
        <div class="doors">
          <LanguageSwitch path={path} reading={reading} />
          <Subscribe calendar={calendar} language={reading.language} />
        </div>
      </div>
    </header>
  )
}

/** Returns the most frequent tags of the listed events, up to `MAX_TAGS` (12). */
const tagsOf = (events: readonly PublicEvent[]) => {
  const counts = new Map<string, number>()
  for (const tag of events.flatMap(({ tags }) => tags)) counts.set(tag, (counts.get(tag) ?? 0) + 1)
  return [...counts]
    .toSorted(([, left], [, right]) => right - left)
    .slice(0, MAX_TAGS)
    .map(([tag]) => tag)
}

export const calendarPage: HtmlPage = {
  method: 'GET',
  path: '/c/:slug',
  show: async (visit) => {
    const slug = encodeURIComponent(visit.params.slug ?? '')
    const path = `/calendars/${slug}`
    const unchanged = await unchangedSince(visit, path)
    if (unchanged !== null) return unchanged
    const calendarAnswer = await need<PublicCalendar>(visit.api, path)
    const calendar = calendarAnswer.data
    const today = dateOf(visit.now, calendar.timezone)
    const view = parseCalendarView(visit.url, today.slice(0, 7))
    const [listAnswer, daysAnswer] = await Promise.all([
      need<PublicEvent[]>(visit.api, listPathOf(slug, view)),
      // Only the list of upcoming events has a sidebar.
      view.month === null && !view.isPast ? need<EventDays>(visit.api, daysPathOf(slug, view)) : null,
    ])
    const { totalPages } = listAnswer.body
    const events = listAnswer.data
    const reading = readerLanguageOf(visit, calendar.locale)
    const { language } = reading
    const { words } = language
    const hue = calendar.accent ?? hueOf(calendar.slug)
    const about = plainOf(calendar.description) ?? words.calendar.eventsOf(calendar.name)
    const context = { slug, view, reading }
    const here = hrefOf(slug, view)
    const title =
      view.month !== null
        ? `${monthNameOf(view.month, language)} · ${calendar.name}`
        : view.isPast
          ? words.calendar.pastOf(calendar.name)
          : calendar.name
    const usualPlace = usualPlaceOf(events)
    const organizer = { name: calendar.name, url: calendar.url }
    const past = <Past {...context} thisYear={Number(today.slice(0, 4))} />
    // The sidebar of an empty calendar would be empty too.
    const days = daysAnswer !== null && (events.length > 0 || daysAnswer.data.days.length > 0) ? daysAnswer.data : null
    const isOurs = calendar.url?.startsWith(visit.config.pagesUrl) === true
    return {
      title: withoutTurns(title),
      description: about,
      ...reading,
      hue,
      style: 'calendar',
      scripts: ['calendar'],
      head: (
        <>
          <SocialHead
            title={calendar.name}
            description={about}
            url={calendar.url === null ? null : inLocale(calendar.url, language.locale, reading.ownLocale)}
            image={calendar.coverUrl === null ? null : cutForLinks(calendar.coverUrl, visit.config.pagesUrl)}
            site={calendar.name}
          />
          {isOurs && calendar.url !== null && <LanguageLinks url={calendar.url} reading={reading} />}
          {view.month === null && !view.isPast && events.length > 0 && (
            <DataBlock
              type="application/ld+json"
              value={eventListLd(
                events
                  .slice(0, MAX_DESCRIBED_EVENTS)
                  .map((event) => [event, { organizer, image: bitmapOf(event, visit.config.pagesUrl) }]),
              )}
            />
          )}
          {calendar.icsUrl !== null && (
            <link rel="alternate" type="text/calendar" title={withoutTurns(calendar.name)} href={calendar.icsUrl} />
          )}
        </>
      ),
      // The page highlights today's date, so it changes at local midnight.
      ...cacheHeadersFor(
        visit,
        [calendarAnswer, listAnswer, ...(daysAnswer === null ? [] : [daysAnswer])],
        startOfDate(nextDate(today), calendar.timezone),
      ),
      body: (
        <>
          <Masthead calendar={calendar} path={here} reading={reading} />
          <main id="main" class="page list">
            <Filters {...context} tags={tagsOf(events)} isEmpty={view.month === null && events.length === 0} />
            {view.month === null ? (
              <div class={days === null ? undefined : 'with-beside'}>
                <div>
                  {events.length === 0 && <Nothing {...context} />}
                  {usualPlace !== null && (
                    <p class="usual quiet">
                      <Sentence text={words.calendar.usualPlace(GAP)}>
                        <Said text={usualPlace} />
                      </Sentence>
                    </p>
                  )}
                  {byMonth(events, language).map((month, at) => (
                    <section class="month">
                      <h2>{month.name}</h2>
                      <ol>
                        {month.events.map((event, row) => (
                          <EventListRow
                            event={event}
                            hue={hue}
                            reading={reading}
                            today={today}
                            usualPlace={usualPlace}
                            isSeenAtOnce={at + row === 0}
                          />
                        ))}
                      </ol>
                    </section>
                  ))}
                  <Pages {...context} totalPages={totalPages} />
                  {past}
                </div>
                {days !== null && <CalendarSidebar {...context} today={today} found={days} />}
              </div>
            ) : (
              <>
                <Month {...context} month={view.month} events={events} hue={hue} today={today} />
                {past}
              </>
            )}
          </main>
          <Foot whose={{ ...calendar, href: null }} reading={reading} />
        </>
      ),
    }
  },
}
