import { amountOf } from '../../kernel/money.ts'
import { nextDate } from '../../kernel/zoned-time.ts'
import { openLocationOf, type EventView } from '../events/index.ts'
import type { EmbedEventOutput } from './feeds.schema.ts'

const SCHEMA = 'https://schema.org/'
const MODES = { IN_PERSON: 'Offline', ONLINE: 'Online', HYBRID: 'Mixed' } as const

const withoutNulls = (value: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(value).filter(([, each]) => each !== null && each !== undefined))

const placesOf = ({ event }: EventView, shown: EmbedEventOutput) => {
  const location = openLocationOf(event)
  const place =
    location === null
      ? null
      : withoutNulls({
          '@type': 'Place',
          name: location.name ?? location.city,
          address: withoutNulls({
            '@type': 'PostalAddress',
            streetAddress: location.address,
            addressLocality: location.city,
            addressRegion: location.region,
            addressCountry: location.country,
          }),
        })
  // Where the meeting is held is for guests: the page about the event stands for it.
  const online = event.locationType === 'IN_PERSON' ? null : { '@type': 'VirtualLocation', url: shown.url ?? undefined }
  const all = [place, online].filter((each) => each !== null)
  return all.length < 2 ? all[0] : all
}

/** The event as search engines read it. */
export const eventLd = (view: EventView, shown: EmbedEventOutput, organizer: { name: string; url: string | null }) => {
  const { event } = view
  const soldOut = shown.registrationStatus === 'SOLD_OUT' || shown.registrationStatus === 'WAITLIST'
  return withoutNulls({
    '@context': 'https://schema.org',
    '@type': 'Event',
    name: shown.title,
    startDate: shown.startAt,
    endDate: event.endDate === null ? shown.endAt : nextDate(event.endDate, -1),
    eventStatus: `${SCHEMA}${event.status === 'CANCELLED' ? 'EventCancelled' : 'EventScheduled'}`,
    eventAttendanceMode: `${SCHEMA}${MODES[event.locationType]}EventAttendanceMode`,
    location: placesOf(view, shown),
    image: shown.coverUrl,
    description: shown.summary,
    url: shown.url,
    isAccessibleForFree: shown.isFree,
    offers:
      shown.priceFrom === null || shown.currency === null
        ? null
        : withoutNulls({
            '@type': 'Offer',
            price: amountOf(shown.priceFrom, shown.currency).text,
            priceCurrency: shown.currency,
            availability: `${SCHEMA}${soldOut ? 'SoldOut' : 'InStock'}`,
            url: shown.url,
          }),
    organizer: withoutNulls({ '@type': 'Organization', ...organizer }),
  })
}
