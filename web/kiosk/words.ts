import type { Locale } from '../../src/kernel/vocabulary.ts'
import { localeOf } from '../../src/words/locales.ts'
import { ar } from './words/ar.ts'
import { de } from './words/de.ts'
import { en, type KioskWords } from './words/en.ts'
import { es } from './words/es.ts'
import { fr } from './words/fr.ts'
import { it } from './words/it.ts'
import { ja } from './words/ja.ts'
import { nl } from './words/nl.ts'
import { pl } from './words/pl.ts'
import { pt } from './words/pt.ts'

/** The bundle contains all languages, since the kiosk also runs offline. */
const LISTS: Readonly<Record<Locale, () => KioskWords>> = { en, de, fr, es, it, nl, pt, pl, ja, ar }

/**
 * In Arabic, Latin digits match those on tickets and in codes. Other languages use the device's format or their own.
 */
const FORMATS: Partial<Record<Locale, string>> = { ar: 'ar-u-hc-h23-nu-latn' }

let spoken: { locale: Locale; words: KioskWords; format: string | undefined } = {
  locale: 'en',
  words: en(),
  format: undefined,
}

export const words = (): KioskWords => spoken.words

export const localeSpoken = (): Locale => spoken.locale

/** The locale for `Intl` formats. Undefined if the device is set to this language, so that its own format applies. */
export const formatSpoken = (): string | undefined => spoken.format

/**
 * Chooses the language in this order: the `lang` parameter, the language chosen on this device, the browser's
 * languages, English.
 */
export const chooseLocale = (asked: string | null, kept: string | null, wished: readonly string[]): Locale =>
  localeOf(asked) ?? localeOf(kept) ?? wished.map(localeOf).find((locale) => locale !== null) ?? 'en'

export const speak = (locale: Locale, wished: readonly string[]) => {
  const isOfDevice = localeOf(wished[0]) === locale
  spoken = { locale, words: LISTS[locale](), format: FORMATS[locale] ?? (isOfDevice ? undefined : locale) }
}
