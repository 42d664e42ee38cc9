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

/** They come with the kiosk: it has to speak without a network, too. */
const LISTS: Readonly<Record<Locale, () => KioskWords>> = { en, de, fr, es, it, nl, pt, pl, ja, ar }

/** Figures as tickets and codes show them; the others are written as the device has them, or as their language does. */
const FORMATS: Partial<Record<Locale, string>> = { ar: 'ar-u-hc-h23-nu-latn' }

let spoken: { locale: Locale; words: KioskWords; format: string | undefined } = {
  locale: 'en',
  words: en(),
  format: undefined,
}

/** What the kiosk says, in the language that it speaks. */
export const words = (): KioskWords => spoken.words

export const localeSpoken = (): Locale => spoken.locale

/** How times are written; nothing where the device's own way is of this language. */
export const formatSpoken = (): string | undefined => spoken.format

/** What the address asks for, else what somebody has chosen here, else what the browser is set to. */
export const chooseLocale = (asked: string | null, kept: string | null, wished: readonly string[]): Locale =>
  localeOf(asked) ?? localeOf(kept) ?? wished.map(localeOf).find((locale) => locale !== null) ?? 'en'

export const speak = (locale: Locale, wished: readonly string[]) => {
  const isOfDevice = localeOf(wished[0]) === locale
  spoken = { locale, words: LISTS[locale](), format: FORMATS[locale] ?? (isOfDevice ? undefined : locale) }
}
