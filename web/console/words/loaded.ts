import type { Locale } from '../../../src/kernel/vocabulary.ts'

/** The keys of `ConsoleWords`. The areas import this file, so it can't import their types. */
export type AreaName =
  | 'frame'
  | 'parts'
  | 'calendar'
  | 'home'
  | 'events'
  | 'eventForm'
  | 'series'
  | 'people'
  | 'money'
  | 'bank'
  | 'numbers'
  | 'team'
  | 'history'
  | 'settings'
  | 'share'
  | 'join'
  | 'developers'
  | 'keys'
  | 'webhooks'
  | 'deliveries'
  | 'exports'
  | 'overview'
  | 'editor'
  | 'tickets'
  | 'questions'
  | 'preview'
  | 'guests'
  | 'guestSheet'
  | 'importing'
  | 'orders'
  | 'coupons'
  | 'refunds'
  | 'paymentRules'
  | 'refundRule'
  | 'addons'
  | 'taxRates'
  | 'messages'
  | 'documents'
  | 'door'
  | 'rehearsal'
  | 'sandboxes'
  | 'repeats'
  | 'terms'
  | 'errors'
  | 'eventFields'
  | 'apps'
  | 'archive'
  | 'imports'
  | 'importReasons'
  | 'erasure'
  | 'operator'

let spoken: { locale: Locale; words: Readonly<Record<AreaName, object>> | null } = { locale: 'en', words: null }

export const localeSpoken = (): Locale => spoken.locale

/** In Arabic, Latin digits match those on tickets and in codes. */
const FORMATS: Partial<Record<Locale, string>> = { en: 'en-GB', pt: 'pt-PT', ar: 'ar-u-nu-latn' }

/** The locale for `Intl` formats. */
export const formatSpoken = (): string => FORMATS[spoken.locale] ?? spoken.locale

/** Sets the language. English has no list to load: its words are in the chunks that use them. */
export const speak = (locale: Locale, words: Readonly<Record<AreaName, object>> | null) => {
  spoken = { locale, words }
}

/** Returns the words of an area in the chosen language, or null in English. */
export const spokenWords = <Words>(name: AreaName) => (spoken.words?.[name] ?? null) as Words | null

/**
 * Returns a function that gives the words of an area in the chosen language. Call it while rendering, never when a
 * module loads, because the language is chosen later.
 */
export const area =
  <Words extends object>(name: AreaName, english: Words) =>
  (): Words =>
    spokenWords<Words>(name) ?? english
