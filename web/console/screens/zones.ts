import type { Option } from '../parts/fields.tsx'
import { calendarWords } from '../words/en/calendar.ts'
import { formatSpoken } from '../words/loaded.ts'

/** Current names of zones that browsers still list under an old one. */
const RENAMED: Readonly<Record<string, string>> = {
  'Africa/Asmera': 'Africa/Asmara',
  'America/Buenos_Aires': 'America/Argentina/Buenos_Aires',
  'America/Catamarca': 'America/Argentina/Catamarca',
  'America/Coral_Harbour': 'America/Atikokan',
  'America/Cordoba': 'America/Argentina/Cordoba',
  'America/Godthab': 'America/Nuuk',
  'America/Indianapolis': 'America/Indiana/Indianapolis',
  'America/Jujuy': 'America/Argentina/Jujuy',
  'America/Louisville': 'America/Kentucky/Louisville',
  'America/Mendoza': 'America/Argentina/Mendoza',
  'Asia/Calcutta': 'Asia/Kolkata',
  'Asia/Katmandu': 'Asia/Kathmandu',
  'Asia/Rangoon': 'Asia/Yangon',
  'Asia/Saigon': 'Asia/Ho_Chi_Minh',
  'Atlantic/Faeroe': 'Atlantic/Faroe',
  'Europe/Kiev': 'Europe/Kyiv',
  'Pacific/Enderbury': 'Pacific/Kanton',
  'Pacific/Ponape': 'Pacific/Pohnpei',
  'Pacific/Truk': 'Pacific/Chuuk',
}

/** Returns the name that the list uses for a zone. */
export const currentZone = (zone: string) => RENAMED[zone] ?? zone

export const hereZone = () => currentZone(Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC')

/** Returns the city in the name of a time zone. */
export const cityOf = (zone: string) => currentZone(zone).split('/').at(-1)?.replaceAll('_', ' ') ?? zone

const nameIn = (locale: string, timeZone: string, timeZoneName: 'short' | 'shortOffset') =>
  new Intl.DateTimeFormat(locale, { timeZone, timeZoneName })
    .formatToParts()
    .find(({ type }) => type === 'timeZoneName')?.value ?? ''

/** Returns "Lisbon (WEST, UTC+1)", or "Lima (UTC−5)" for a zone whose abbreviation isn’t in use. */
const labelOf = (zone: string) => {
  const words = calendarWords().zone
  const offset = nameIn('en', zone, 'shortOffset').replace('GMT', 'UTC')
  const short = nameIn(formatSpoken(), zone, 'short')
  return /\d/.test(short) || short === offset || short === 'UTC'
    ? words.unnamed(cityOf(zone), offset)
    : words.named(cityOf(zone), short, offset)
}

const listed = new Map<string, Option[]>()

const knownZones = () => {
  const locale = formatSpoken()
  const before = listed.get(locale)
  if (before !== undefined) return before
  const zones = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone').map(currentZone)])]
  const known = zones
    .map((value) => ({ value, label: labelOf(value) }))
    .toSorted((one, other) => one.label.localeCompare(other.label))
  listed.set(locale, known)
  return known
}

/** Returns the IANA time zones by city, and the zone in use if the browser doesn’t know it. */
export const zoneOptions = (current: string): readonly Option[] => {
  const known = knownZones()
  return known.some(({ value }) => value === currentZone(current))
    ? known
    : [{ value: current, label: labelOf(current) }, ...known]
}

/** Returns the zone that a typed city, zone name or offset means, or undefined. */
export const zoneMeant = (text: string, options: readonly Option[]): Option | undefined => {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return undefined
  const labels = options.map((option) => ({ option, label: option.label.toLowerCase() }))
  return (
    labels.find(({ label }) => label.startsWith(wanted)) ??
    labels.find(({ label }) => label.includes(`${wanted})`)) ??
    labels.find(({ label }) => label.includes(wanted)) ??
    labels.find(({ option }) => option.value.toLowerCase().includes(wanted.replaceAll(' ', '_')))
  )?.option
}
