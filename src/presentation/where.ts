import type { Language } from '../words/words.ts'
import type { Place, ShownEvent } from './event.ts'
import { commaIn } from './plain.ts'

const isSaid = (part: string | null): part is string => part !== null && part.trim() !== ''

/** A country as it is called, where it was given as its code. */
const countryOf = (country: string | null, { format }: Pick<Language, 'format'>) =>
  country !== null && /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames(format, { type: 'region', fallback: 'code' }).of(country) ?? country)
    : country

/** Its street and its town. Japan writes the large before the small, in one line, and without signs between. */
const streetOf = ({ address, city, region }: Place, { locale }: Pick<Language, 'locale'>) =>
  /\p{Script=Han}/u.test(`${city}${address}`)
    ? { street: [region, city, address].filter(isSaid).join(''), town: [] }
    : { street: address, town: [[city, region].filter(isSaid).join(commaIn(locale))] }

/** The place in lines: its name, its street, its town. */
export const placeLinesOf = (place: Place | null, language: Language) => {
  if (place === null) return []
  const { street, town } = streetOf(place, language)
  const country = place.country === 'JP' && language.locale === 'ja' ? null : countryOf(place.country, language)
  return [place.name, street, [...town, country].filter(isSaid).join(commaIn(language.locale))].filter(isSaid)
}

/** Where to go on a letter: the country has a line of its own, and so has the link, for whom it is given. */
export const letterLinesOf = (
  { location, locationType, meetingUrl }: Pick<ShownEvent, 'location' | 'locationType'> & { meetingUrl: string | null },
  language: Language,
) => {
  const { street, town } = location === null ? { street: null, town: [] } : streetOf(location, language)
  const { name = null, country = null } = location ?? {}
  const place = [name, street, ...town, countryOf(country, language)].filter(isSaid)
  return locationType === 'IN_PERSON' ? place : [...place, meetingUrl ?? language.words.where.online]
}

/** The same in one line, for programs. */
export const placeLineOf = (place: Place | null) =>
  place === null ? '' : [place.name, place.address, place.city, place.region, place.country].filter(isSaid).join(', ')

/** As short as a list has room for; no line of it begins with a dot. */
export const shortPlaceOf = (
  { location, locationType }: Pick<ShownEvent, 'locationType'> & { location: Pick<Place, 'name' | 'city'> | null },
  { words }: Pick<Language, 'words'>,
) => {
  const { name = null, city = null } = location ?? {}
  const place = [...new Set([name, city].filter(isSaid))]
  return [...place, ...(locationType === 'IN_PERSON' ? [] : [words.where.online])].join('\u00a0· ')
}
