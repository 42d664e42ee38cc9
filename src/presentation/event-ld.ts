import { MINUTE_MS } from '../kernel/time.ts'
import { nextDate, wallTimeOf } from '../kernel/zoned-time.ts'
import type { ShownEvent } from './event.ts'
import { plainOf } from './plain.ts'
import { pricedTickets } from './price.ts'
import { amountOf } from '../kernel/money.ts'

const SCHEMA = 'https://schema.org/'
const MODES = { IN_PERSON: 'Offline', ONLINE: 'Online', HYBRID: 'Mixed' } as const
const AVAILABILITY = {
  ON_SALE: 'InStock',
  SCHEDULED: 'PreOrder',
  SOLD_OUT: 'SoldOut',
  ENDED: 'Discontinued',
  PAUSED: 'OutOfStock',
} as const

const withoutNulls = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined))

const placesOf = ({ location, locationType, url }: ShownEvent) => {
  const place = location && {
    '@type': 'Place',
    ...withoutNulls({ name: location.name ?? location.city }),
    address: withoutNulls({
      '@type': 'PostalAddress',
      streetAddress: location.address,
      addressLocality: location.city,
      addressRegion: location.region,
      addressCountry: location.country,
    }),
  }
  // A `VirtualLocation` requires a URL. Only guests may see the meeting URL, so this is the URL of the event page.
  const online = locationType === 'IN_PERSON' ? null : withoutNulls({ '@type': 'VirtualLocation', url })
  const all = [place, online].filter((each) => each !== null)
  return all.length < 2 ? all[0] : all
}

const offersOf = ({ tickets, url }: ShownEvent) =>
  tickets.map(({ name, price, currency, status, salesStartAt, salesEndAt }) =>
    withoutNulls({
      '@type': 'Offer',
      name,
      price: currency === null ? '0' : amountOf(price, currency).text,
      priceCurrency: currency,
      availability: SCHEMA + AVAILABILITY[status],
      validFrom: salesStartAt,
      validThrough: salesEndAt,
      url,
    }),
  )

/** In schema.org, the `endDate` of an all-day event is its last day. The API's `endAt` is the day after. */
const lastDayOf = ({ allDay, endAt }: ShownEvent) => (allDay ? nextDate(endAt, -1) : endAt)

/** Formats local time with its UTC offset, because search engines show the time as written. */
const withOffset = (at: string, { allDay, timezone }: ShownEvent) => {
  if (allDay) return at
  const instant = Date.parse(at)
  const wall = wallTimeOf(instant, timezone)
  const minutes = Math.round((Date.parse(`${wall}Z`) - instant) / MINUTE_MS)
  const [hours, rest] = [Math.floor(Math.abs(minutes) / 60), Math.abs(minutes) % 60]
  return `${wall}${minutes < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}:${String(rest).padStart(2, '0')}`
}

interface EventParties {
  organizer: { name: string; url: string | null }
  /** The absolute URL of the cover or of the generated poster. */
  image: string
}

const eventOf = (event: ShownEvent, { organizer, image }: EventParties) =>
  withoutNulls({
    '@type': 'Event',
    name: event.title,
    startDate: withOffset(event.startAt, event),
    endDate: withOffset(lastDayOf(event), event),
    eventStatus: `${SCHEMA}${event.status === 'CANCELLED' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${SCHEMA}${MODES[event.locationType]}EventAttendanceMode`,
    location: placesOf(event),
    image: [image],
    description: plainOf(event.description),
    url: event.url,
    isAccessibleForFree: pricedTickets(event.tickets).every(({ price }) => price === 0),
    offers: offersOf(event),
    organizer: withoutNulls({ '@type': 'Organization', ...organizer }),
  })

const CONTEXT = { '@context': 'https://schema.org' }

/** Returns the schema.org `Event` for search engines (JSON-LD). */
export const eventLd = (event: ShownEvent, parties: EventParties) => ({ ...CONTEXT, ...eventOf(event, parties) })

/** Returns the schema.org `ItemList` of a calendar's events (JSON-LD). */
export const eventListLd = (events: readonly (readonly [ShownEvent, EventParties])[]) => ({
  ...CONTEXT,
  '@type': 'ItemList',
  itemListElement: events.map(([event, parties], at) => ({
    '@type': 'ListItem',
    position: at + 1,
    item: eventOf(event, parties),
  })),
})
