import type { Language } from '../words/words.ts'
import type { Place, ShownEvent } from './event.ts'
import { commaIn } from './plain.ts'

const isPresent = (part: string | null): part is string => part !== null && part.trim() !== ''

/** Returns the name of a country from its stored code. */
const countryOf = (country: string | null, { format }: Pick<Language, 'format'>) =>
  country !== null && /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames(format, { type: 'region', fallback: 'code' }).of(country) ?? country)
    : country

/**
 * Returns the street and city. Japanese addresses go from the largest part to the smallest, on one line without
 * separators.
 */
const streetOf = ({ address, city, region }: Place, { locale }: Pick<Language, 'locale'>) =>
  /\p{Script=Han}/u.test(`${city}${address}`)
    ? { street: [region, city, address].filter(isPresent).join(''), town: [] }
    : { street: address, town: [[city, region].filter(isPresent).join(commaIn(locale))] }

/** Returns the address as separate lines: name, street, then city and country. */
export const placeLinesOf = (place: Place | null, language: Language) => {
  if (place === null) return []
  const { street, town } = streetOf(place, language)
  const country = place.country === 'JP' && language.locale === 'ja' ? null : countryOf(place.country, language)
  return [place.name, street, [...town, country].filter(isPresent).join(commaIn(language.locale))].filter(isPresent)
}

/**
 * Returns the location as lines for an email. The country and the meeting URL each get a line. The meeting URL is null
 * for people who may not see it.
 */
export const letterLinesOf = (
  { location, locationType, meetingUrl }: Pick<ShownEvent, 'location' | 'locationType'> & { meetingUrl: string | null },
  language: Language,
) => {
  const { street, town } = location === null ? { street: null, town: [] } : streetOf(location, language)
  const { name = null, country = null } = location ?? {}
  const place = [name, street, ...town, countryOf(country, language)].filter(isPresent)
  return locationType === 'IN_PERSON' ? place : [...place, meetingUrl ?? language.words.where.online]
}

/** Returns the location on one line, for calendar files and wallet passes. */
export const placeLineOf = (place: Place | null) =>
  place === null
    ? ''
    : [place.name, place.address, place.city, place.region, place.country].filter(isPresent).join(', ')

type Placed = Pick<ShownEvent, 'locationType'> & { location: Pick<Place, 'name' | 'city'> | null }

const SEPARATOR = '\u00a0· '

const venueOf = (location: Placed['location']) =>
  [...new Set([location?.name ?? null, location?.city ?? null].filter(isPresent))].join(SEPARATOR)

/** Returns the name and city, short enough for a list. The no-break space keeps a line from starting with the dot. */
export const shortPlaceOf = (
  { location, locationType }: Placed,
  { words }: Pick<Language, 'words'>,
  /** A place that the list names once, so it is left out. */
  usualPlace: string | null = null,
) => {
  const place = venueOf(location)
  return [...(place === usualPlace ? [] : [place]), ...(locationType === 'IN_PERSON' ? [] : [words.where.online])]
    .filter(isPresent)
    .join(SEPARATOR)
}

const LEAST_USUAL = 3

/** Returns the venue of more than half of the events, as `shortPlaceOf` writes it, or null. */
export const usualPlaceOf = (events: readonly Placed[]): string | null => {
  const counts = new Map<string, number>()
  for (const { location } of events) {
    const place = venueOf(location)
    counts.set(place, (counts.get(place) ?? 0) + 1)
  }
  const isUsual = ([place, count]: [string, number]) =>
    place !== '' && 2 * count > events.length && count >= LEAST_USUAL
  return [...counts].find(isUsual)?.[0] ?? null
}
