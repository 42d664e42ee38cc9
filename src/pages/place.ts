import type { EventOutput } from '../modules/events/index.ts'

export type OpenEvent = Omit<EventOutput, 'meetingUrl'>

const isSaid = (part: string | null): part is string => part !== null && part.trim() !== ''

/** A country as it is called, where it was given as its code. */
const countryOf = (country: string | null) =>
  country !== null && /^[A-Z]{2}$/.test(country)
    ? (new Intl.DisplayNames('en', { type: 'region', fallback: 'code' }).of(country) ?? country)
    : country

/** The place in lines: its name, its street, its town. */
export const placeLinesOf = ({ location }: Pick<OpenEvent, 'location'>) => {
  if (location === null) return []
  const { name, address, city, region, country } = location
  const town = [city, region, countryOf(country)].filter(isSaid).join(', ')
  return [name, address, town].filter(isSaid)
}

/** As short as a list has room for. */
export const shortPlaceOf = (event: Pick<OpenEvent, 'location' | 'locationType'>) => {
  const { name = null, city = null } = event.location ?? {}
  const place = [...new Set([name, city].filter(isSaid))]
  return [...place, ...(event.locationType === 'IN_PERSON' ? [] : ['Online'])].join(' · ')
}
