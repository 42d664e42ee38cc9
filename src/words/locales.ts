import { LOCALES, type Locale } from '../kernel/vocabulary.ts'

/** The name of each language in that language. */
export const NAMES: Readonly<Record<Locale, string>> = {
  en: 'English',
  de: 'Deutsch',
  fr: 'Français',
  es: 'Español',
  it: 'Italiano',
  nl: 'Nederlands',
  pt: 'Português',
  pl: 'Polski',
  ja: '日本語',
  ar: 'العربية',
}

const isLocale = (text: string): text is Locale => (LOCALES as readonly string[]).includes(text)

/** Returns the supported language that matches a tag such as `de-AT`, or null. */
export const localeOf = (tag: string | null | undefined): Locale | null => {
  const language = (tag ?? '').split(/[-_]/)[0]?.toLowerCase() ?? ''
  return isLocale(language) ? language : null
}

/** Returns the supported language with the highest `q` in an `Accept-Language` header such as `de-AT, en;q=0.5`. */
export const acceptedLocale = (header: string | null): Locale | null => {
  const wishes = (header ?? '').split(',').map((part) => {
    const [tag = '', ...parameters] = part.trim().split(';')
    const weight = parameters.map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1]).find((each) => each !== undefined)
    return { locale: localeOf(tag), weight: weight === undefined ? 1 : Number(weight) }
  })
  const [best] = wishes
    .filter(({ locale, weight }) => locale !== null && weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
  return best?.locale ?? null
}

/** Adds `lang` to `href`, unless `locale` is the calendar's own language (`own`), which needs no parameter. */
export const inLocale = (href: string, locale: Locale, own: string | null) =>
  locale === own ? href : `${href}${href.includes('?') ? '&' : '?'}lang=${locale}`
