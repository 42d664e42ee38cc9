import { base64, sha256 } from '../../kernel/crypto.ts'
import type { Failure } from '../../kernel/failure.ts'
import type { ShownEvent } from '../../presentation/event.ts'
import { eventLd } from '../../presentation/event-ld.ts'
import { directionOf, wordsFor, type Words } from '../../presentation/languages.ts'
import { DataBlock, documentOf, InlineScript, InlineStyle, Said } from '../../presentation/markup.tsx'
import { plainOf, withoutTurns } from '../../presentation/plain.ts'
import { leastPriceIn } from '../../presentation/price.ts'
import { isNearlyFull, stateOf } from '../../presentation/state.ts'
import { byMonth, hoursIn, leafOf } from '../../presentation/when.ts'
import { shortPlaceOf } from '../../presentation/where.ts'
import { EMBED_HEIGHT_SCRIPT, EMBED_STYLE } from './embed-assets.ts'
import { SUMMARY_LETTERS, type EmbedPageInput } from './feeds.schema.ts'

interface Organizer {
  name: string
  url: string | null
}

const KINDS = { cancelled: 'no', over: 'quiet', now: 'go', soldOut: 'no', waitlist: 'no', closed: 'quiet' } as const

const tagOf = (event: ShownEvent, words: Words) => {
  const state = stateOf(event)
  // There is no word for a registration that opens later.
  if (state === null || state === 'later' || state === 'few') {
    return isNearlyFull(event) ? { kind: 'go', text: `${event.spotsRemaining} ${words.left}` } : null
  }
  return { kind: KINDS[state], text: words[state === 'over' ? 'closed' : state] }
}

const Article = ({ event, organizer, locale }: { event: ShownEvent; organizer: Organizer; locale: string }) => {
  const words = wordsFor(locale)
  const leaf = leafOf(event, locale)
  const where = shortPlaceOf(event, words.online)
  const summary = plainOf(event.description, SUMMARY_LETTERS)
  const isOff = event.status === 'CANCELLED'
  const tag = tagOf(event, words)
  const price = isOff ? null : leastPriceIn(locale, words, event.tickets)
  const title = <Said text={event.title} />
  return (
    <article class={isOff ? 'off' : undefined}>
      <div class="day" aria-hidden="true">
        <span>{leaf.weekday}</span>
        <b>{leaf.day}</b>
      </div>
      <h3>
        {event.url === null ? (
          title
        ) : (
          <a href={event.url} target="_blank" rel="noopener">
            {title}
          </a>
        )}
      </h3>
      <p class="when">
        <span class="sr">{leaf.full}, </span>
        <time datetime={event.startAt}>{hoursIn(locale, words.allDay, event)}</time>
      </p>
      {where !== '' && (
        <p class="where">
          <Said text={where} />
        </p>
      )}
      {summary !== null && (
        <p class="more">
          <Said text={summary} />
        </p>
      )}
      {(tag !== null || price !== null) && (
        <p class="tags">
          {tag !== null && <span class={`tag ${tag.kind}`}>{tag.text}</span>}
          {price !== null && <span class="tag quiet">{price}</span>}
        </p>
      )}
      {event.coverUrl !== null && <img src={event.coverUrl} alt="" loading="lazy" referrerpolicy="no-referrer" />}
      <DataBlock type="application/ld+json" value={eventLd(event, organizer)} />
    </article>
  )
}

const accentOf = (accent: string | undefined) =>
  accent === undefined ? null : `[data-theme]{--accent:#${accent.replace('#', '')}}`

interface Listed {
  calendar: Organizer & { webcalUrl: string | null }
  events: readonly ShownEvent[]
  query: EmbedPageInput
}

const EmbedPage = ({ calendar: { name, url, webcalUrl }, events, query }: Listed) => {
  const { locale, theme, compact, accent } = query
  const words = wordsFor(locale)
  const ownAccent = accentOf(accent)
  return (
    <html lang={locale} dir={directionOf(locale)} data-theme={theme}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{withoutTurns(name)}</title>
        <InlineStyle text={EMBED_STYLE} />
        {ownAccent !== null && <InlineStyle text={ownAccent} />}
      </head>
      <body class={compact ? 'compact' : undefined}>
        <main>
          <h1 class="sr">
            <Said text={name} />: {words.events}
          </h1>
          {events.length === 0 && <p class="none">{words.none}</p>}
          {byMonth(events, locale).map((month) => (
            <section>
              <h2>{month.name}</h2>
              {month.events.map((event) => (
                <Article event={event} organizer={{ name, url }} locale={locale} />
              ))}
            </section>
          ))}
          {webcalUrl !== null && (
            <footer>
              <a href={webcalUrl} target="_blank" rel="noopener">
                {words.subscribe}
              </a>
            </footer>
          )}
        </main>
        <InlineScript text={EMBED_HEIGHT_SCRIPT} />
      </body>
    </html>
  )
}

const hashOf = async (text: string) => `'sha256-${base64(await sha256(text))}'`

/** What the page may load: named by hash, so that nothing else can. */
const policyOf = async ({ accent }: Pick<EmbedPageInput, 'accent'>) => {
  const ownAccent = accentOf(accent)
  const styles = await Promise.all([EMBED_STYLE, ...(ownAccent === null ? [] : [ownAccent])].map(hashOf))
  return [
    "default-src 'none'",
    `style-src ${styles.join(' ')}`,
    `script-src ${await hashOf(EMBED_HEIGHT_SCRIPT)}`,
    'img-src https: http:',
    "base-uri 'none'",
    "form-action 'none'",
    'frame-ancestors *',
  ].join('; ')
}

/** The list as a page that needs no script. Days are told in the zone of each event, or in the one asked for. */
export const embedPage = async ({ calendar, events, query }: Listed) => {
  const { tz } = query
  const there = tz === undefined ? events : events.map((event) => ({ ...event, timezone: tz }))
  const text = await documentOf(<EmbedPage calendar={calendar} events={there} query={query} />)
  return { text, policy: await policyOf(query) }
}

/** For whoever put the list on their site: the attributes are those of the script's tag. */
const sentencesOf = (failure: Failure | null, slug: string): string[] => {
  if (failure?.code === 'not_found') return [`No public calendar is called “${slug}”: look at data-calendar.`]
  if (failure?.code === 'plan_insufficient') return [`The calendar “${slug}” needs the plan Plus to be shown here.`]
  if (failure?.code !== 'validation_failed') return ['The events cannot be shown just now.']
  return (failure.extras.fields ?? []).map(({ field, message }) => `data-${field}: ${message}`)
}

/** A frame that shows nothing would look like a fault of the site around it. */
export const embedRefusal = async (failure: Failure | null, { slug = '' }: Record<string, string>) => {
  const text = await documentOf(
    <html lang="en" data-theme="auto">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>Events</title>
        <InlineStyle text={EMBED_STYLE} />
      </head>
      <body>
        <main>
          {sentencesOf(failure, slug).map((sentence) => (
            <p class="none">
              <Said text={sentence} />
            </p>
          ))}
        </main>
        <InlineScript text={EMBED_HEIGHT_SCRIPT} />
      </body>
    </html>,
  )
  return { text, policy: await policyOf({}) }
}
