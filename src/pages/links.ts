import type { Times } from '../presentation/event.ts'

const compact = (at: string) => at.replaceAll(/[-:]|\.\d+/g, '')

/** An entry that Google's calendar offers to take over; nothing is asked of it before somebody follows the link. */
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

/** The path of an address of our own, whatever host the reader came by. */
export const pathOf = (url: string) => {
  const { pathname, search } = new URL(url)
  return pathname + search
}

/** An address that a page may link to. */
export const safeUrl = (url: string | null | undefined) =>
  url && URL.canParse(url) && /^https?:$/.test(new URL(url).protocol) ? url : null

const mapQueryOf = ({ latitude, longitude }: { latitude: number | null; longitude: number | null }, place: string) =>
  latitude !== null && longitude !== null ? `${latitude},${longitude}` : place

export const mapOf = (place: string, at: { latitude: number | null; longitude: number | null }) =>
  `https://www.openstreetmap.org/search?query=${encodeURIComponent(mapQueryOf(at, place))}`
