import type { Times } from '../presentation/event.ts'

const compact = (at: string) => at.replaceAll(/[-:]|\.\d+/g, '')

/**
 * Returns a link that opens Google Calendar with the entry filled in. Google learns nothing unless the reader follows
 * it.
 */
export const googleEntryOf = (event: Times & { title: string; url: string | null }, place: string) => {
  const link = new URL('https://calendar.google.com/calendar/render?action=TEMPLATE')
  link.searchParams.set('text', event.title)
  link.searchParams.set('dates', `${compact(event.startAt)}/${compact(event.endAt)}`)
  link.searchParams.set('ctz', event.timezone)
  if (place !== '') link.searchParams.set('location', place)
  if (event.url !== null) link.searchParams.set('details', event.url)
  return link.href
}

export const googleFeedOf = (webcalUrl: string) =>
  `https://calendar.google.com/calendar/r?cid=${encodeURIComponent(webcalUrl)}`

/** Returns the path and query of one of our URLs, so that readers stay on the host they are on. */
export const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** Returns `url` if it is HTTP or HTTPS, otherwise null. */
export const safeUrl = (url: string | null | undefined) =>
  url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null

const mapQueryOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }, place: string) =>
  latitude !== null && longitude !== null ? `${latitude},${longitude}` : place

export const mapOf = (place: string, at: { latitude: number | null; longitude: number | null }) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(mapQueryOf(at, place))}`
