import type { CalendarRow } from '../../db/rows.ts'
import type { Config, Deps } from '../../deps.ts'
import type { Instant } from '../../kernel/time.ts'
import { wallTimeOf } from '../../kernel/zoned-time.ts'
import { siteUrlOf } from '../calendars/index.ts'
import {
  boundariesOf,
  lifecycleOf,
  listEvents,
  openLocationOf,
  rangeOf,
  registrationStatusOf,
  spotsRemainingOf,
  timesOf,
  type EventView,
} from '../events/index.ts'
import type { EmbedEventOutput } from './feeds.schema.ts'

const SUMMARY_LETTERS = 220

const summaryOf = (description: string | null) => {
  const text = (description ?? '').replaceAll(/\s+/g, ' ').trim()
  if (text === '') return null
  if (text.length <= SUMMARY_LETTERS) return text
  const cut = text.slice(0, SUMMARY_LETTERS)
  const end = cut.lastIndexOf(' ')
  return `${cut.slice(0, end > SUMMARY_LETTERS / 2 ? end : SUMMARY_LETTERS).toWellFormed()}…`
}

const pricesOf = ({ tickets }: EventView) => {
  const visible = tickets.filter(({ isHidden }) => !isHidden)
  const [cheapest] = visible.toSorted((left, right) => left.price - right.price)
  return {
    isFree: visible.every(({ price }) => price === 0),
    priceFrom: cheapest?.price ?? null,
    currency: cheapest?.currency ?? null,
  }
}

export const toEmbedEvent = (view: EventView, config: Config, now: Instant): EmbedEventOutput => {
  const { event } = view
  const location = openLocationOf(event)
  return {
    id: event.id,
    slug: event.slug,
    title: event.title,
    url: siteUrlOf(config, 'e', event.slug),
    ...timesOf(event),
    timezone: event.timezone,
    allDay: event.allDay,
    localStart: event.startDate ?? wallTimeOf(event.startAt, event.timezone),
    localEnd: event.endDate ?? wallTimeOf(event.endAt, event.timezone),
    status: event.status,
    lifecycle: lifecycleOf(event, now),
    coverUrl: event.coverUrl,
    summary: summaryOf(event.description),
    locationType: event.locationType,
    location: location && { name: location.name, city: location.city },
    ...pricesOf(view),
    registrationStatus: registrationStatusOf(view, now),
    spotsRemaining: spotsRemainingOf(view),
    tags: event.tags,
  }
}

interface Asked {
  limit: number
  from?: string | undefined
  to?: string | undefined
  tag?: string | undefined
  past?: boolean | undefined
}

/** What an embedded list shows, since when it has looked like this, and until when it will. */
export const embeddedEvents = async (calendar: CalendarRow, { limit, tag, ...asked }: Asked, deps: Deps) => {
  const now = deps.clock()
  const selection = { ...rangeOf(asked, calendar.timezone, now), audience: 'open' as const, tag }
  const { views, nextEndAt, lastEndAt } = await listEvents(deps.db, calendar, selection, { page: 1, limit }, now)
  const boundaries = views.flatMap(boundariesOf)
  const passed = [...boundaries, lastEndAt ?? 0].filter((at) => at <= now)
  const coming = [...boundaries, nextEndAt ?? Number.POSITIVE_INFINITY].filter((at) => at > now)
  return {
    views: views.map((view) => ({ ...view, calendarSlug: calendar.slug })),
    now,
    since: Math.max(calendar.contentChangedAt, calendar.updatedAt, ...passed),
    until: Math.min(...coming),
  }
}
