import { base64, sha256 } from '../../kernel/crypto.ts'
import type { Failure } from '../../kernel/failure.ts'
import { inLanguage, type ShownEvent } from '../../presentation/event.ts'
import { eventLd } from '../../presentation/event-ld.ts'
import { DataBlock, documentOf, InlineScript, InlineStyle, Said } from '../../presentation/markup.tsx'
import { bitmapOf, pictureOf } from '../../presentation/picture.ts'
import { colonIn, introOf, plainOf, withoutTurns } from '../../presentation/plain.ts'
import { priceOf } from '../../presentation/price.ts'
import { isPriced, stateWordsOf } from '../../presentation/state.ts'
import { byMonth, hoursOf, leafOf } from '../../presentation/when.ts'
import { shortPlaceOf, usualPlaceOf } from '../../presentation/where.ts'
import { acceptedLocale, localeOf } from '../../words/locales.ts'
import { languageOf, languageOfTag, type Language } from '../../words/words.ts'
import { EMBED_HEIGHT_SCRIPT, EMBED_STYLE } from './embed-assets.ts'
import { SUMMARY_LETTERS, type EmbedPageInput } from './feeds.schema.ts'

interface EmbeddedCalendar {
  name: string
  url: string | null
  webcalUrl: string | null
  /** The accent of events without their own. */
  hue: number
  /** The origin of our pages, which serve the posters. */
  pagesUrl: string
}

type EmbeddedEvent = ShownEvent & { slug: string; accent: number | null }

const Article = ({
  event: own,
  calendar: { name, url, hue, pagesUrl },
  isZoned,
  usualPlace,
  language,
}: {
  event: EmbeddedEvent
  calendar: EmbeddedCalendar
  /** Whether the website chose a time zone, which the times must then name. */
  isZoned: boolean
  usualPlace: string | null
  language: Language
}) => {
  const event = inLanguage(own, language.locale)
  const leaf = leafOf(event, language)
  const where = shortPlaceOf(event, language, usualPlace)
  // Many descriptions start with the title as a heading.
  const summary = plainOf(introOf(event.description), SUMMARY_LETTERS)?.replace(`${event.title}\u00a0· `, '') ?? null
  const isOff = event.status === 'CANCELLED'
  const tag = stateWordsOf(event, language.words)
  const price = isPriced(event) ? priceOf(event.tickets, language) : null
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
        <time datetime={event.startAt}>{hoursOf(event, language, !isZoned && event.locationType === 'IN_PERSON')}</time>
        {where !== '' && (
          <>
            {'\u00a0· '}
            <Said text={where} />
          </>
        )}
      </p>
      {summary !== null && (
        <p class="more">
          <Said text={summary} />
        </p>
      )}
      {(tag !== null || price !== null) && (
        <p class="tags">
          {price !== null && <span class="price">{price}</span>}
          {tag !== null && <span class={`state ${tag.state}`}>{tag.text}</span>}
        </p>
      )}
      <img
        src={pictureOf(event, event.accent ?? hue, pagesUrl)}
        alt=""
        width="132"
        height="99"
        loading="lazy"
        referrerpolicy="no-referrer"
      />
      <DataBlock
        type="application/ld+json"
        value={eventLd(event, { organizer: { name, url }, image: bitmapOf(event, pagesUrl) })}
      />
    </article>
  )
}

const accentOf = (accent: string | undefined) => {
  if (accent === undefined) return null
  const own = `#${accent.replace('#', '')}`
  // A readable accent colour does not change. Otherwise it is darkened on a light background or lightened on a
  // dark one, keeping its hue.
  const [onLight, onDark] = [`oklch(from ${own} min(l,.53) c h)`, `oklch(from ${own} max(l,.78) min(c,.14) h)`]
  return `[data-theme]{--accent:light-dark(${onLight},${onDark})}`
}

interface Listed {
  calendar: EmbeddedCalendar
  events: readonly EmbeddedEvent[]
  query: EmbedPageInput & { locale: string }
}

const EmbedPage = ({ calendar, events, query }: Listed) => {
  const { name, webcalUrl } = calendar
  const { locale, theme, compact, accent, tz } = query
  const language = languageOfTag(locale)
  const { words } = language
  const ownAccent = accentOf(accent)
  const usualPlace = usualPlaceOf(events)
  return (
    <html lang={locale} dir={language.direction} data-theme={theme}>
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
            <Said text={name} />
            {colonIn(language.locale)}
            {words.embed.events}
          </h1>
          {usualPlace !== null && (
            <p class="place">
              <Said text={words.calendar.usualPlace(usualPlace)} />
            </p>
          )}
          {events.length === 0 && <p class="none">{words.calendar.none}</p>}
          {byMonth(events, language).map((month) => (
            <section>
              <h2>{month.name}</h2>
              {month.events.map((event) => (
                <Article
                  event={event}
                  calendar={calendar}
                  isZoned={tz !== undefined}
                  usualPlace={usualPlace}
                  language={language}
                />
              ))}
            </section>
          ))}
          {webcalUrl !== null && (
            <footer>
              <a href={webcalUrl} target="_blank" rel="noopener">
                {words.calendar.subscribe}
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

/** Returns the `Content-Security-Policy`. It names the page's styles and script by hash, so no others can load. */
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

/** Renders the list as a page that needs no script. Dates are in each event's time zone, or in `tz`. */
export const embedPage = async ({ calendar, events, query }: Listed) => {
  const { tz } = query
  const shownEvents = tz === undefined ? events : events.map((event) => ({ ...event, timezone: tz }))
  const text = await documentOf(<EmbedPage calendar={calendar} events={shownEvents} query={query} />)
  return { text, policy: await policyOf(query) }
}

/**
 * Explains the failure to the developer who embedded the list. Fields are named after the attributes of the script tag.
 */
const sentencesOf = (failure: Failure | null, slug: string, { words }: Language): string[] => {
  if (failure?.code === 'not_found') return [words.embed.noCalendar(slug)]
  if (failure?.code === 'plan_insufficient') return [words.embed.needsPlan(slug)]
  if (failure?.code !== 'validation_failed') return [words.embed.notNow]
  return (failure.extras.fields ?? []).map(
    ({ field, message }) => `${words.embed.attribute(`data-${field}`)} (${message})`,
  )
}

/** Renders a failure as a page. An empty frame would look like a fault in the embedding site. */
export const embedRefusal = async (
  failure: Failure | null,
  { slug = '' }: Record<string, string>,
  { url, headers }: Request,
) => {
  // The `locale` in the URL, if valid. A calendar that does not exist has no locale to use instead.
  const asked = localeOf(new URL(url).searchParams.get('locale'))
  const language = languageOf(asked ?? acceptedLocale(headers.get('Accept-Language')) ?? 'en')
  const text = await documentOf(
    <html lang={language.locale} dir={language.direction} data-theme="auto">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>{language.words.embed.events}</title>
        <InlineStyle text={EMBED_STYLE} />
      </head>
      <body>
        <main>
          <h1 class="sr">{language.words.embed.events}</h1>
          {sentencesOf(failure, slug, language).map((sentence) => (
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
