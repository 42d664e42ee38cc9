import { eventLd } from '../../presentation/event-ld.ts'
import { DataBlock, Said } from '../../presentation/markup.tsx'
import { plainOf, withoutTurns } from '../../presentation/plain.ts'
import { priceOf } from '../../presentation/price.ts'
import { standingOf, type Standing } from '../../presentation/state.ts'
import { whenOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import { keptLike, need, type OpenCalendar, type OpenEvent } from '../asking.ts'
import { hueOf } from '../../presentation/hue.ts'
import type { Shown, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { Prose } from '../parts/prose.tsx'
import { SocialHead } from '../parts/social-head.tsx'
import { AddToCalendar, When, Where } from './facts.tsx'
import type { Filled } from './fields.tsx'
import { RegistrationForm } from './registration-form.tsx'
import { TicketList } from './tickets.tsx'

const BLANK: Filled = { typed: new URLSearchParams(), problem: null }

const Head = ({ event, calendar }: { event: OpenEvent; calendar: OpenCalendar }) => {
  const description =
    plainOf(event.description) ?? [whenOf(event).days, shortPlaceOf(event)].filter(Boolean).join(' · ')
  return (
    <>
      {event.visibility === 'UNLISTED' && <meta name="robots" content="noindex" />}
      <SocialHead
        title={event.title}
        description={description}
        url={event.url}
        image={event.coverUrl ?? calendar.coverUrl}
        site={calendar.name}
      />
      <DataBlock type="application/ld+json" value={eventLd(event, { name: calendar.name, url: calendar.url })} />
    </>
  )
}

const StandingNotice = ({ standing: { kind, title, text } }: { standing: Standing }) => (
  <div class={`notice ${kind}`}>
    <p>
      <strong>{title}</strong>
    </p>
    {text && (
      <p>
        <Said text={text} />
      </p>
    )}
  </div>
)

/** Where nobody can come any more, what was to be had only misleads. */
const areTicketsOf = ({ status, registrationStatus }: OpenEvent) =>
  status !== 'CANCELLED' && registrationStatus !== 'CLOSED'

const Aside = ({ event, standing }: { event: OpenEvent; standing: Standing }) => (
  <aside class="card aside" aria-label="At a glance">
    <When times={event} />
    <Where event={event} />
    {areTicketsOf(event) && (
      <div class="fact">
        <h2>{event.tickets.length === 1 ? 'Ticket' : 'Tickets'}</h2>
        {event.tickets.length > 1 && standing.action !== null ? (
          <p>{priceOf(event.tickets)}</p>
        ) : (
          <TicketList event={event} />
        )}
      </div>
    )}
    <StandingNotice standing={standing} />
    <div class="row doors">
      {standing.action !== null && (
        <a class="button" href="#register">
          {standing.action}
        </a>
      )}
      {event.status !== 'CANCELLED' && (
        <AddToCalendar event={event} file={`/api/events/slug/${event.slug}/event.ics`} />
      )}
    </div>
  </aside>
)

/** The event and, where somebody has filled it in already, the form as they left it. */
export const showEvent = async (
  visit: Visit,
  { filled = BLANK, status = 200 }: { filled?: Filled; status?: number } = {},
): Promise<Shown | Response> => {
  const name = visit.params.slug ?? ''
  const eventAnswer = await need<OpenEvent>(visit.api, `/events/slug/${encodeURIComponent(name)}`)
  const event = eventAnswer.data
  // The API knows an event by its id too; its page has one address.
  if (event.slug !== name) return new Response(null, { status: 302, headers: { Location: `/e/${event.slug}` } })
  const calendarAnswer = await need<OpenCalendar>(visit.api, `/calendars/${event.calendarSlug}`)
  const calendar = calendarAnswer.data
  const standing = standingOf(event, visit.now)
  return {
    status,
    title: withoutTurns(`${event.title} · ${calendar.name}`),
    description: plainOf(event.description) ?? `${whenOf(event).days} · ${calendar.name}`,
    hue: hueOf(calendar.slug),
    styles: ['event'],
    scripts: ['event'],
    head: <Head event={event} calendar={calendar} />,
    headers: {
      ...(status === 200 ? keptLike(eventAnswer, calendarAnswer) : {}),
      ...(event.visibility === 'UNLISTED' ? { 'X-Robots-Tag': 'noindex' } : {}),
    },
    body: (
      <Frame whose={{ name: calendar.name, href: `/c/${calendar.slug}`, avatarUrl: calendar.avatarUrl }}>
        <main id="main" class={event.coverUrl === null ? 'page happening' : 'page happening covered'}>
          <header class="head">
            {event.coverUrl !== null && <img class="cover" src={event.coverUrl} alt="" referrerpolicy="no-referrer" />}
            <h1>
              <Said text={event.title} />
            </h1>
            {event.tags.length > 0 && (
              <p class="row">
                {event.tags.map((tag) => (
                  <a class="tag" href={`/c/${calendar.slug}?tag=${encodeURIComponent(tag)}`}>
                    <Said text={tag} />
                  </a>
                ))}
              </p>
            )}
          </header>
          <Aside event={event} standing={standing} />
          <div class="about">
            {event.description !== null && (
              <section>
                <h2>About</h2>
                <Prose text={event.description} />
              </section>
            )}
            {standing.action !== null && (
              <section id="register">
                <h2>{standing.action}</h2>
                <div class="card">
                  <RegistrationForm
                    event={event}
                    action={`/e/${event.slug}`}
                    button={standing.action}
                    filled={filled}
                  />
                </div>
              </section>
            )}
            {standing.action === null && filled.problem !== null && (
              <div class="notice bad" role="alert" id="trouble">
                {filled.problem.text}
              </div>
            )}
          </div>
        </main>
      </Frame>
    ),
  }
}
