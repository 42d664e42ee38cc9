import type { CalendarRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { base64, sha256 } from '../../kernel/crypto.ts'
import { amountOf } from '../../kernel/money.ts'
import { Html, jsonForScript, markup } from '../../kernel/html.ts'
import type { Instant } from '../../kernel/time.ts'
import { dateOf, nextDate } from '../../kernel/zoned-time.ts'
import { feedUrlsOf, siteUrlOf } from '../calendars/index.ts'
import type { EventView } from '../events/index.ts'
import { toEmbedEvent } from './embed-events.ts'
import { eventLd } from './embed-ld.ts'
import { EMBED_HEIGHT_SCRIPT, EMBED_STYLE } from './embed-style.ts'
import { directionOf, wordsFor, type Words } from './embed-words.ts'
import type { EmbedEventOutput, EmbedPageInput } from './feeds.schema.ts'

interface Page {
  locale: string
  tz: string | undefined
  words: Words
}

const formats = new Map<string, Intl.DateTimeFormat>()
const formatOf = (locale: string, options: Intl.DateTimeFormatOptions) => {
  const key = `${locale} ${JSON.stringify(options)}`
  const known = formats.get(key)
  if (known !== undefined) return known
  if (formats.size > 500) formats.clear()
  const made = new Intl.DateTimeFormat(locale, options)
  formats.set(key, made)
  return made
}

const utcMidnight = (date: string) => Date.parse(`${date}T00:00:00Z`)

/** All-day events are the same dates for everyone; the others are shown in their own zone, or in the one asked for. */
const momentsOf = ({ event }: EventView, tz: string | undefined) =>
  event.startDate !== null && event.endDate !== null
    ? { start: utcMidnight(event.startDate), end: utcMidnight(nextDate(event.endDate, -1)), zone: 'UTC' }
    : { start: event.startAt, end: event.endAt, zone: tz ?? event.timezone }

const whenOf = (view: EventView, { locale, tz, words }: Page) => {
  const { start, end, zone } = momentsOf(view, tz)
  const date = formatOf(locale, { timeZone: zone, day: 'numeric', month: 'short' })
  const isOneDay = date.format(start) === date.format(end) && end - start < 86_400_000
  if (view.event.allDay) return isOneDay ? words.allDay : date.formatRange(start, end)
  const clock = { timeZone: zone, hour: 'numeric', minute: '2-digit' } as const
  if (isOneDay) return formatOf(locale, { ...clock, timeZoneName: 'short' }).formatRange(start, end)
  return formatOf(locale, { ...clock, day: 'numeric', month: 'short' }).formatRange(start, end)
}

const whereOf = ({ location, locationType }: EmbedEventOutput, words: Words) => {
  const place = location === null ? [] : [location.name, location.city].filter((part) => part !== null)
  return [...place, ...(locationType === 'IN_PERSON' ? [] : [words.online])].join(' · ')
}

const priceOf = ({ isFree, priceFrom, currency }: EmbedEventOutput, { locale, words }: Page) => {
  if (isFree) return words.free
  if (priceFrom === null || currency === null) return null
  const { value } = amountOf(priceFrom, currency)
  const format = new Intl.NumberFormat(locale, { style: 'currency', currency, trailingZeroDisplay: 'stripIfInteger' })
  return `${words.from} ${format.format(value)}`
}

/** A bare number, also in languages that write more beside it. */
const dayNumberOf = (at: Instant, zone: string) => Number(dateOf(at, zone).slice(8))

const FEW_SPOTS = 10

const stateOf = (shown: EmbedEventOutput, words: Words): { kind: string; text: string } | null => {
  if (shown.status === 'CANCELLED') return { kind: 'no', text: words.cancelled }
  if (shown.lifecycle === 'ONGOING') return { kind: 'go', text: words.now }
  if (shown.registrationStatus === 'SOLD_OUT') return { kind: 'no', text: words.soldOut }
  if (shown.registrationStatus === 'WAITLIST') return { kind: 'no', text: words.waitlist }
  if (shown.registrationStatus === 'CLOSED') return { kind: 'quiet', text: words.closed }
  if (shown.spotsRemaining !== null && shown.spotsRemaining <= FEW_SPOTS) {
    return { kind: 'go', text: `${shown.spotsRemaining} ${words.left}` }
  }
  return null
}

const articleOf = (
  view: EventView,
  shown: EmbedEventOutput,
  organizer: { name: string; url: string | null },
  page: Page,
) => {
  const { start, zone } = momentsOf(view, page.tz)
  const part = (options: Intl.DateTimeFormatOptions) =>
    formatOf(page.locale, { timeZone: zone, ...options }).format(start)
  const where = whereOf(shown, page.words)
  const state = stateOf(shown, page.words)
  const price = shown.status === 'CANCELLED' ? null : priceOf(shown, page)
  const title = markup`<bdi>${shown.title}</bdi>`
  const tags = [
    state && markup`<span class="tag ${state.kind}">${state.text}</span>`,
    price !== null && markup`<span class="tag quiet">${price}</span>`,
  ]
  return markup`<article class="${shown.status === 'CANCELLED' ? 'off' : ''}">
<div class="day" aria-hidden="true"><span>${part({ weekday: 'short' })}</span><b>${dayNumberOf(start, zone)}</b></div>
<h3>${shown.url === null ? title : markup`<a href="${shown.url}" target="_blank" rel="noopener">${title}</a>`}</h3>
<p class="when"><span class="sr">${part({ dateStyle: 'full' })}, </span><time datetime="${shown.startAt}">${whenOf(view, page)}</time></p>
${where !== '' && markup`<p class="where"><bdi>${where}</bdi></p>`}
${shown.summary !== null && markup`<p class="more"><bdi>${shown.summary}</bdi></p>`}
${(state ?? price) !== null && markup`<p class="tags">${tags}</p>`}
${shown.coverUrl !== null && markup`<img src="${shown.coverUrl}" alt="" loading="lazy" referrerpolicy="no-referrer">`}
<script type="application/ld+json">${jsonForScript(eventLd(view, shown, organizer))}</script>
</article>`
}

const monthsOf = (views: readonly EventView[], page: Page) => {
  const months: { name: string; views: EventView[] }[] = []
  for (const view of views) {
    const { start, zone } = momentsOf(view, page.tz)
    const name = formatOf(page.locale, { timeZone: zone, month: 'long', year: 'numeric' }).format(start)
    const last = months.at(-1)
    if (last?.name === name) last.views.push(view)
    else months.push({ name, views: [view] })
  }
  return months
}

const hashOf = async (text: string) => `'sha256-${base64(await sha256(text))}'`

const accentOf = (accent: string | undefined) =>
  accent === undefined ? null : `[data-theme]{--accent:#${accent.replace('#', '')}}`

/** The list as a page that needs no script, and what it may load: named by hash, so that nothing else can. */
export const embedPage = async (
  calendar: CalendarRow,
  views: readonly EventView[],
  query: EmbedPageInput,
  { config, now }: { config: Config; now: Instant },
) => {
  const words = wordsFor(query.locale)
  const page: Page = { locale: query.locale, tz: query.tz, words }
  const organizer = { name: calendar.name, url: siteUrlOf(config, 'c', calendar.slug) }
  const { webcalUrl } = feedUrlsOf(calendar, config)
  const accent = accentOf(query.accent)
  const articles = (each: readonly EventView[]) =>
    each.map((view) => articleOf(view, toEmbedEvent(view, config, now), organizer, page))
  const months = monthsOf(views, page).map(
    (month) => markup`<section><h2>${month.name}</h2>${articles(month.views)}</section>`,
  )
  const document = markup`<!doctype html>
<html lang="${query.locale}" dir="${directionOf(query.locale)}" data-theme="${query.theme}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${calendar.name}</title>
<style>${new Html(EMBED_STYLE)}</style>
${accent !== null && markup`<style>${new Html(accent)}</style>`}
</head>
<body class="${query.compact ? 'compact' : ''}">
<main>
<h1 class="sr"><bdi>${calendar.name}</bdi>: ${words.events}</h1>
${views.length === 0 && markup`<p class="none">${words.none}</p>`}
${months}
${webcalUrl !== null && markup`<footer><a href="${webcalUrl}" target="_blank" rel="noopener">${words.subscribe}</a></footer>`}
</main>
<script>${new Html(EMBED_HEIGHT_SCRIPT)}</script>
</body>
</html>
`
  const styles = await Promise.all([EMBED_STYLE, ...(accent === null ? [] : [accent])].map(hashOf))
  return {
    text: document.text,
    policy: [
      "default-src 'none'",
      `style-src ${styles.join(' ')}`,
      `script-src ${await hashOf(EMBED_HEIGHT_SCRIPT)}`,
      'img-src https: http:',
      "base-uri 'none'",
      "form-action 'none'",
      'frame-ancestors *',
    ].join('; '),
  }
}
