import type { Config } from '../../deps.ts'
import { hueOf } from '../../presentation/accent.ts'
import { Said } from '../../presentation/markup.tsx'
import { priceOf } from '../../presentation/price.ts'
import { leafOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import { languageOf } from '../../words/words.ts'
import { ask, type PublicCalendar, type PublicEvent } from '../asking.ts'
import type { Visit } from '../page.ts'
import { PosterImage } from '../parts/poster.tsx'

const DEMO = [
  { slug: 'demo-pro', plan: 'Pro' },
  { slug: 'demo-plus', plan: 'Plus' },
  { slug: 'demo-other', plan: 'Pro, another owner' },
  { slug: 'demo-free', plan: 'Free' },
] as const
const SHOWN_EVENTS = 3

interface Demo {
  calendar: PublicCalendar
  plan: string
  /** The calendar's next event. */
  next: PublicEvent | undefined
}

/** Reads the remaining demo calendars. There are none if the service uses another identity provider. */
const readDemo = async ({ api }: Visit): Promise<Demo[]> => {
  const found = await Promise.all(
    DEMO.map(async ({ slug, plan }) => {
      const [calendar, events] = await Promise.all([
        ask<PublicCalendar>(api, `/calendars/${slug}`),
        ask<PublicEvent[]>(api, `/calendars/${slug}/events?limit=1`),
      ])
      return calendar.ok ? [{ calendar: calendar.data, plan, next: events.ok ? events.data[0] : undefined }] : []
    }),
  )
  return found.flat()
}

const EventCard = ({ event, calendar }: { event: PublicEvent; calendar: PublicCalendar }) => {
  const language = languageOf('en')
  return (
    <li class="happens">
      <PosterImage
        event={event}
        hue={event.accent ?? calendar.accent ?? hueOf(calendar.slug)}
        look="poster"
        isSeenAtOnce
      />
      <h2>
        <a href={`/e/${event.slug}`}>
          <Said text={event.title} />
        </a>
      </h2>
      <p>{leafOf(event, language).full}</p>
      <p>
        <Said text={shortPlaceOf(event, language)} />
        {'\u00a0· '}
        {priceOf(event.tickets, language)}
      </p>
    </li>
  )
}

const CalendarLine = ({ calendar: { slug, name, embedUrl, icsUrl, webcalUrl }, plan }: Demo) => {
  const links: [string, string | null][] = [
    ['Page', `/c/${slug}`],
    ['Embed', embedUrl],
    ['ICS', icsUrl],
    ['Subscribe', webcalUrl],
    ['API reference for this calendar', `/docs?calendar=${slug}#quick-website`],
  ]
  return (
    <li>
      <p>
        <b>{name}</b> <span class="quiet">{plan}</span>
      </p>
      <p class="row">{links.map(([label, href]) => href !== null && <a href={href}>{label}</a>)}</p>
    </li>
  )
}

const Command = ({ id, label, command }: { id: string; label: string; command: string }) => (
  <figure class="command">
    <figcaption>
      {label}
      <button class="copy" type="button" data-copies={id} aria-description={label} hidden>
        Copy
      </button>
    </figcaption>
    <pre tabindex={0} role="group" aria-label={label}>
      <code id={id}>{command}</code>
    </pre>
  </figure>
)

const Commands = ({ config: { baseUrl, dataDir }, hasDemo }: { config: Config; hasDemo: boolean }) => (
  <>
    {hasDemo && (
      <>
        <Command
          id="with-key"
          label="With the demo calendar’s API key"
          command={`curl -s ${baseUrl}/v1/me -H "x-svc-api-key: $(node -p "require('${dataDir}/demo.json').apiKeys.pro")"`}
        />
        <Command
          id="with-token"
          label="With a user’s token: owner, manager, staff, stranger or operator"
          command={`curl -s ${baseUrl}/me -H "Authorization: Bearer $(npm run --silent token -- owner)"`}
        />
        <Command id="without" label="No key needed" command={`curl -s ${baseUrl}/calendars/demo-pro/events`} />
      </>
    )}
    <p class="row">
      <a href="/api/v1/openapi.json">OpenAPI document</a>
      <a href="/api/health">Health</a>
    </p>
  </>
)

/** The home page in the environment `local`: what guests, organisers and door staff see, then the commands. */
const LocalHome = ({ config, demo }: { config: Config; demo: readonly Demo[] }) => {
  const shown = demo.flatMap(({ calendar, next }) => (next === undefined ? [] : [{ calendar, event: next }]))
  const [first] = shown
  return (
    <>
      <header class="bar">
        <span class="whose">
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          Event Calendar
        </span>
        <span class="quiet">Running on this machine</span>
      </header>
      <main id="main" class="page here">
        <h1>Your event calendar is running</h1>
        <p class="lead">Event pages, registration, check-in and an API, with demo events to try them on.</p>
        <p class="row ways">
          <a class="button" href="/console">
            Open the workspace
          </a>
          {first !== undefined && (
            <a class="button plain" href={`/e/${first.event.slug}`}>
              See an event page
            </a>
          )}
          <a class="button plain" href="/kiosk">
            Scan at the door
          </a>
          <a class="button plain" href="/docs">
            API reference
          </a>
        </p>
        {shown.length > 0 && (
          <ul class="posters" role="list">
            {shown.slice(0, SHOWN_EVENTS).map((each) => (
              <EventCard {...each} />
            ))}
          </ul>
        )}
        {config.signIn !== null && demo.length > 0 && (
          <p class="quiet outbox">
            Sign in as owner, manager or staff, without a password. Emails stay on this machine:{' '}
            <a href={`${config.signIn.issuer}/outbox`}>open the outbox</a>.
          </p>
        )}
        <details class="commands">
          <summary>Commands and addresses</summary>
          <div class="stack">
            {demo.length > 0 && (
              <ul class="calendars" role="list">
                {demo.map((each) => (
                  <CalendarLine {...each} />
                ))}
              </ul>
            )}
            <Commands config={config} hasDemo={demo.length > 0} />
          </div>
        </details>
      </main>
    </>
  )
}

export const localHome = async (visit: Visit) => <LocalHome config={visit.config} demo={await readDemo(visit)} />
