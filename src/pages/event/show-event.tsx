import { MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import { hueOf } from '../../presentation/accent.ts'
import { inLanguage } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { withoutTurns } from '../../presentation/plain.ts'
import { priceOf } from '../../presentation/price.ts'
import { startLabel } from '../../presentation/selection.ts'
import { registrationState, stateWordsOf } from '../../presentation/state.ts'
import { titleSizeOf } from '../../presentation/title.ts'
import { need, type PublicCalendar, type PublicEvent } from '../asking.ts'
import { cacheHeadersFor, unchangedSince } from '../known.ts'
import type { Shown, Visit } from '../page.ts'
import { Avatar, Frame, type Whose } from '../parts/frame.tsx'
import { MainPoster } from '../parts/poster.tsx'
import { Prose } from '../parts/prose.tsx'
import { hrefFor, readerLanguageOf } from '../reading.ts'
import { withAddons } from './addons.tsx'
import { Card } from './card.tsx'
import { AddToCalendar, Directions, When, Where } from './facts.tsx'
import type { Filled } from './fields.tsx'
import { Head, metaDescription, type HeadContext } from './head.tsx'
import { OtherDates, readOtherDates } from './other-dates.tsx'
import { withPaymentWays } from './payment-choice.tsx'

export const BLANK: Filled = { typed: new URLSearchParams(), problem: null }

export const accentOf = (event: Pick<PublicEvent, 'accent'>, calendar: Pick<PublicCalendar, 'accent' | 'slug'>) =>
  event.accent ?? calendar.accent ?? hueOf(calendar.slug)

export const whoseOf = (calendar: Omit<Whose, 'href'> & { slug: string }, href: (path: string) => string): Whose => ({
  ...calendar,
  href: href(`/c/${calendar.slug}`),
})

export const Side = ({ around }: { around: HeadContext }) => {
  const { event, calendar, reading } = around
  const { language } = reading
  const href = hrefFor(reading)(`/c/${calendar.slug}`)
  return (
    <div class="side">
      <MainPoster event={event} hue={accentOf(event, calendar)} />
      <div class="host">
        <Avatar name={calendar.name} url={calendar.avatarUrl} />
        <p>
          <span class="quiet">{language.words.event.presentedBy}</span>
          <br />
          <a href={href}>
            <Said text={calendar.name} />
          </a>
        </p>
      </div>
      {event.status !== 'CANCELLED' && <Directions event={event} language={language} />}
      {event.status !== 'CANCELLED' && event.lifecycle !== 'ENDED' && (
        <AddToCalendar event={event} file={`/api/events/slug/${event.slug}/event.ics`} language={language} />
      )}
    </div>
  )
}

export const Title = ({ around: { event, calendar, reading } }: { around: HeadContext }) => (
  <header class="head">
    <h1 class={titleSizeOf(event.title)}>
      <Said text={event.title} />
    </h1>
    <When times={event} language={reading.language} />
    <Where event={event} language={reading.language} />
    {event.tags.length > 0 && (
      <p class="row">
        {event.tags.map((tag) => (
          <a class="tag" href={hrefFor(reading)(`/c/${calendar.slug}?tag=${encodeURIComponent(tag)}`)}>
            <Said text={tag} />
          </a>
        ))}
      </p>
    )}
  </header>
)

/** Keeps the price and the button within reach on a phone. */
const Reach = ({ around: { event, reading }, action }: { around: HeadContext; action: string }) => {
  const { words } = reading.language
  const state = stateWordsOf(event, words)
  const counts = Array.from({ length: MAX_PARTY_SIZE }, (_, index) => words.ticket.count(index + 1))
  return (
    <section
      class="reach"
      aria-label={words.event.glance}
      data-counts={JSON.stringify(counts)}
      data-free={words.price.free}
    >
      <p>
        <b>
          <bdi>{priceOf(event.tickets, reading.language)}</bdi>
        </b>
        {state !== null && <span class={`state ${state.state}`}>{state.text}</span>}
        <span class="quiet" data-count hidden></span>
      </p>
      <a class="button" href="#register" data-close={words.frame.close}>
        {startLabel(event, action, words)}
      </a>
    </section>
  )
}

/** Renders the event page. After a failed registration, `filled` holds the typed values and the errors. */
export const showEvent = async (
  visit: Visit,
  { filled = BLANK, status = 200 }: { filled?: Filled; status?: number } = {},
): Promise<Shown | Response> => {
  const name = visit.params.slug ?? ''
  const path = `/events/slug/${encodeURIComponent(name)}`
  const unchanged = filled === BLANK ? await unchangedSince(visit, path) : null
  if (unchanged !== null) return unchanged
  const eventAnswer = await need<PublicEvent>(visit.api, path)
  const found = eventAnswer.data
  // The API also accepts an event id in place of the slug, but the page should have only one URL.
  if (found.slug !== name)
    return new Response(null, { status: 302, headers: { Location: `/e/${found.slug}${visit.url.search}` } })
  const calendarAnswer = await need<PublicCalendar>(visit.api, `/calendars/${found.calendarSlug}`)
  const calendar = calendarAnswer.data
  const reading = readerLanguageOf(visit, calendar.locale)
  const { language } = reading
  const priced = { ...found, serviceFee: found.serviceFee ?? calendar.serviceFee }
  const event = inLanguage(await withPaymentWays(visit.api, await withAddons(visit.api, priced)), language.locale)
  const around = { event, calendar, reading }
  const others = await readOtherDates(visit, found)
  const answers = [eventAnswer, calendarAnswer, ...(others === null ? [] : [others.answer])] as const
  const standing = registrationState(event, visit.now, language)
  const href = hrefFor(reading)
  const known = status === 200 ? cacheHeadersFor(visit, answers) : null
  return {
    status,
    title: withoutTurns(`${event.title} · ${calendar.name}`),
    description: metaDescription(around),
    ...reading,
    hue: accentOf(event, calendar),
    style: 'event',
    scripts: ['event'],
    head: <Head around={around} origin={visit.config.pagesUrl} />,
    kept: known?.kept,
    headers: {
      ...known?.headers,
      ...(event.visibility === 'UNLISTED' ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
    body: (
      <Frame
        whose={whoseOf(calendar, href)}
        path={`/e/${event.slug}`}
        reading={reading}
        foot={<a href={href(`/e/${event.slug}/lost-link`)}>{language.words.frame.lostLink}</a>}
      >
        <main id="main" class={event.status === 'CANCELLED' ? 'page happening off' : 'page happening'}>
          <Side around={around} />
          <Title around={around} />
          {event.description !== null && (
            <section class="about">
              <h2>{language.words.event.about}</h2>
              <Prose text={event.description} />
            </section>
          )}
          {/* Without JavaScript the long form follows the text. The script moves the card to its place on the screen. */}
          <Card
            around={around}
            standing={standing}
            filled={filled === BLANK ? null : filled}
            also={others?.dates ?? []}
          />
          {others !== null && <OtherDates dates={others.dates} reading={reading} />}
        </main>
        {standing.action !== null && <Reach around={around} action={standing.action} />}
      </Frame>
    ),
  }
}
