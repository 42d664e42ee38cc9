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

/** A language, with its words and all that follows from it. */
export interface Language {
  locale: Locale
  /** How dates and amounts are written. */
  format: string
  direction: 'ltr' | 'rtl'
  words: Words
}

const FORMATS: Partial<Record<Locale, string>> = {
  en: 'en-GB',
  // The words are those of Portugal.
  pt: 'pt-PT',
  // As phones and tickets in Arabic write figures beside foreign names and codes.
  ar: 'ar-u-hc-h23-nu-latn',
}

const language = (locale: Locale, words: () => Words) =>
  lazy((): Language => ({
    locale,
    format: FORMATS[locale] ?? locale,
    direction: locale === 'ar' ? 'rtl' : 'ltr',
    words: words(),
  }))

/** A list is made when somebody first asks for its language: ten of them would be felt at every start. */
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

/** For a website that asks by any tag: words of ours if there are any, dates and amounts as the tag has them. */
export const languageOfTag = (tag: string): Language => {
  const locale = localeOf(tag)
  if (locale === tag) return languageOf(locale)
  const direction = RIGHT_TO_LEFT.test(tag) ? 'rtl' : 'ltr'
  return { ...languageOf(locale ?? 'en'), format: tag, direction }
}
