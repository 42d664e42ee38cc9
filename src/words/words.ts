import { lazy } from '../kernel/lazy.ts'
import type { Locale } from '../kernel/vocabulary.ts'
import { ar } from './ar.ts'
import { de } from './de.ts'
import { en, type Words } from './en.ts'
import { es } from './es.ts'
import { fr } from './fr.ts'
import { it } from './it.ts'
import { ja } from './ja.ts'
import { nl } from './nl.ts'
import { pl } from './pl.ts'
import { pt } from './pt.ts'
import { localeOf } from './locales.ts'

export type { Words }

export interface Language {
  locale: Locale
  /** The BCP 47 locale to pass to `Intl` formats. */
  format: string
  direction: 'ltr' | 'rtl'
  words: Words
}

const FORMATS: Partial<Record<Locale, string>> = {
  en: 'en-GB',
  // The translation is European Portuguese.
  pt: 'pt-PT',
  // Latin digits and the 24-hour clock, which phones and tickets in Arabic also use next to foreign names and codes.
  ar: 'ar-u-hc-h23-nu-latn',
}

const language = (locale: Locale, words: () => Words) =>
  lazy((): Language => ({
    locale,
    format: FORMATS[locale] ?? locale,
    direction: locale === 'ar' ? 'rtl' : 'ltr',
    words: words(),
  }))

/** Created on first use, because creating all ten would slow down every cold start. */
const LANGUAGES = {
  en: language('en', en),
  de: language('de', de),
  fr: language('fr', fr),
  es: language('es', es),
  it: language('it', it),
  nl: language('nl', nl),
  pt: language('pt', pt),
  pl: language('pl', pl),
  ja: language('ja', ja),
  ar: language('ar', ar),
} satisfies Record<Locale, () => Language>

export const languageOf = (locale: Locale): Language => LANGUAGES[locale]()

const RIGHT_TO_LEFT = /^(?:ar|dv|fa|he|ku|ps|sd|ug|ur|yi)\b/i

/**
 * For embeds, which may pass any BCP 47 tag. Uses our translation (English if we lack the language), but the tag's own
 * date and number formats.
 */
export const languageOfTag = (tag: string): Language => {
  const locale = localeOf(tag)
  if (locale === tag) return languageOf(locale)
  const direction = RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr'
  return { ...languageOf(locale ?? 'en'), format: tag, direction }
}
