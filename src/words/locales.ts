import { LOCALES, type Locale } from '../kernel/vocabulary.ts'

/** As each language calls itself. */
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

/** The language of a tag such as `de-AT`, if it is one of ours. */
export const localeOf = (tag: string | null | undefined): Locale | null => {
  const language = (tag ?? '').split(/[-_]/)[0]?.toLowerCase() ?? ''
  return isLocale(language) ? language : null
}

/** What a browser asks for, best first: `de-AT, en;q=0.5`. */
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

/** An address of ours in the language; the bare one is in the calendar's own, where there is one. */
export const inLocale = (href: string, locale: Locale, own: string | null) =>
  locale === own ? href : `${href}${href.includes('?') ? '&' : '?'}lang=${locale}`
