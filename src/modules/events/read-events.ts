import { eventsRead } from '../../access/demands.ts'
import { inOneRead } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, type FieldError } from '../../kernel/failure.ts'
import { hasOffset, instantOfInput } from '../../kernel/local-time.ts'
import { pageOfItems } from '../../kernel/page.ts'
import type { Instant } from '../../kernel/time.ts'
import { nextDate, startOfDate } from '../../kernel/zoned-time.ts'
import { dashboard, one, open, operation, pageOf, reply, v1, type Surface } from '../../operation/operation.ts'
import { eventListRead } from './event-list.store.ts'
import { calendarNamed, type EventRange, type ListedCalendar } from './event-selection.store.ts'
import { boundariesOf, homeOf, toEvent, toOpenEvent, type EventView } from './events.ts'
import { EventListQuery, type EventListInput } from './event-list.schema.ts'
import { Event, OpenEvent } from './events.schema.ts'
import { loadEventView } from './events.store.ts'

const isDate = (text: string) => text.length === 10

type RangeQuery = Partial<Pick<EventListInput, 'from' | 'to' | 'past' | 'updatedSince'>>

/** Returns the time range of a query. If `from` or `updatedSince` is set, the range includes past events. */
export const listRange = ({ from, to, past, updatedSince }: RangeQuery, zone: string, now: Instant): EventRange => {
  const faults: FieldError[] = []
  const read = (field: 'from' | 'to', text: string) => {
    if (isDate(text)) return startOfDate(field === 'to' ? nextDate(text) : text, zone)
    const at = instantOfInput(text, zone)
    if (at === null)
      faults.push({ field, message: `is a local time that doesn’t exist in ${zone} because of a clock change` })
    return at
  }
  const begin = from === undefined ? null : read('from', from)
  const end = to === undefined ? null : read('to', to)
  if (begin !== null && end !== null && begin >= end) {
    faults.push({ field: 'from', message: 'must be before `to`' }, { field: 'to', message: 'must be after `from`' })
  }
  if (faults.length > 0) throw invalidFields(faults)

  if (past === true) return { endsAfter: begin, startsBefore: end, endedBy: now }
  const isOpenToThePast = past === undefined && (begin !== null || updatedSince !== undefined)
  return { endsAfter: isOpenToThePast ? begin : Math.max(begin ?? now, now), startsBefore: end, endedBy: null }
}

/** Whether the query means the same range in every time zone. */
const needsNoZone = ({ from, to }: EventListInput) => [from, to].every((text) => text === undefined || hasOffset(text))

interface Reader {
  query: EventListInput
  surface: Surface
  zone: string
}

const pageRead = (calendar: ListedCalendar, { query, surface, zone }: Reader, deps: Deps) => {
  const { status, tag, q, updatedSince, series, seriesId } = query
  const now = deps.clock()
  const audience = surface === 'open' ? 'open' : 'members'
  const selection = {
    ...listRange(query, zone, now),
    audience,
    status,
    tag,
    q,
    updatedSince,
    series,
    seriesId,
  } as const
  return eventListRead(calendar, selection, query, now)
}

/** Open routes respond with `OpenEvent`. */
const formOn = (surface: Surface) => (surface === 'open' ? (toOpenEvent as typeof toEvent) : toEvent)

export const listEvents = operation({
  id: 'events.list',
  summary: 'List events',
  description:
    'Returns upcoming and current events by start time. Members and API keys also see drafts, unlisted and private events. `from` also includes events that ended after that time. `past=true` returns only past events, newest first.',
  subject: 'calendar',
  subjectIn: 'query',
  access: eventsRead,
  routes: [
    v1('GET /calendars/:slug/events', { current: 'GET /events' }),
    open('GET /calendars/:slug/events', { answer: pageOf(OpenEvent) }),
    dashboard('GET /events', { successor: '/v1/calendars/:slug/events' }),
  ],
  query: EventListQuery,
  answer: pageOf(Event),
  cached: { seconds: 60 },
  /** Possible only if the path names the calendar and the query does not depend on its time zone. */
  ahead: ({ name, surface, query }, deps) =>
    name?.by === 'calendarSlug' && needsNoZone(query)
      ? pageRead(calendarNamed(name.slug), { query, surface, zone: 'UTC' }, deps)
      : null,
  async run({ calendar, query, surface, ahead }, deps) {
    const { views, total, nextEndAt, now } =
      ahead ?? (await inOneRead(deps.db, pageRead(calendar, { query, surface, zone: calendar.timezone }, deps)))
    const form = formOn(surface)
    const items = views.map((view) => form({ ...view, ...homeOf(calendar) }, deps.config, now))
    const changesAt = [...(nextEndAt === null ? [] : [nextEndAt]), ...views.flatMap(boundariesOf)]
    return reply(pageOfItems(query, items, total), { until: Math.min(...changesAt.filter((at) => at > now)) })
  },
})

/** Responds with the whole event, including the `revision` for `If-Match`. */
export const eventReply = (view: EventView, deps: Deps) =>
  reply(toEvent(view, deps.config, deps.clock()), { revision: view.event.revision })

export const readEvent = operation({
  id: 'events.read',
  summary: 'Get an event',
  subject: 'eventBySlug',
  access: eventsRead,
  routes: [
    v1('GET /events/:eventId', { current: 'GET /events/slug/:slug' }),
    open('GET /events/slug/:slug', { answer: one(OpenEvent), successor: '/v1/events/:slug' }),
    dashboard('GET /events/:eventId'),
  ],
  answer: one(Event),
  revised: true,
  cached: { seconds: 60 },
  async run({ calendar, event, surface }, deps) {
    const view = await loadEventView(deps.db, calendar, event)
    if (surface !== 'open') return eventReply(view, deps)
    const now = deps.clock()
    return reply(formOn(surface)(view, deps.config, now), {
      until: Math.min(...boundariesOf(view).filter((at) => at > now)),
    })
  },
})
