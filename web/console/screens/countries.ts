import { COUNTRY_CODES } from '../../../src/kernel/countries.ts'
import type { Option } from '../parts/fields.tsx'
import { localeSpoken } from '../words/loaded.ts'

const isCode = (text: string) => /^[A-Z]{2}$/.test(text)

/** Returns the name of a country in the workspace’s language. Text that isn’t a code is returned unchanged. */
const countryName = (country: string) =>
  isCode(country)
    ? (new Intl.DisplayNames([localeSpoken()], { type: 'region', fallback: 'code' }).of(country) ?? country)
    : country

const listed = new Map<string, Option[]>()

/** Returns the countries by name, after a blank one and, if it isn’t a code, the text stored by an earlier version. */
export const countryOptions = (current: string): Option[] => {
  const locale = localeSpoken()
  const known =
    listed.get(locale) ??
    COUNTRY_CODES.map((value) => ({ value, label: countryName(value) })).toSorted((one, other) =>
      one.label.localeCompare(other.label, locale),
    )
  listed.set(locale, known)
  const kept = current === '' || known.some(({ value }) => value === current) ? [] : [current]
  return [{ value: '', label: '–' }, ...kept.map((value) => ({ value, label: value })), ...known]
}
