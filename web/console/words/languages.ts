import type { Locale } from '../../../src/kernel/vocabulary.ts'
import { localeOf } from '../../../src/words/locales.ts'
import type { ConsoleWords } from './console-words.ts'
import { localeSpoken, speak } from './loaded.ts'

/** The lists by language. Each is a separate chunk. English needs none. */
export type Lists = Partial<Record<Exclude<Locale, 'en'>, () => Promise<{ words: ConsoleWords }>>>

const LANGUAGES: Lists = {
  de: () => import('./de/index.ts'),
  fr: () => import('./fr/index.ts'),
  es: () => import('./es/index.ts'),
  it: () => import('./it/index.ts'),
  nl: () => import('./nl/index.ts'),
  pt: () => import('./pt/index.ts'),
  pl: () => import('./pl/index.ts'),
  ja: () => import('./ja/index.ts'),
  ar: () => import('./ar/index.ts'),
}

/** The languages to choose from: English, and each language with a list. */
export const offered = (lists: Lists = LANGUAGES): Locale[] => ['en', ...(Object.keys(lists) as Locale[])]

export interface Wishes {
  /** The `lang` parameter of the URL. */
  asked: string | null
  /** The language in the user's account. Null before the account is loaded. */
  account: string | null
  /** The language that was last chosen on this device. */
  device: string | null
  /** The browser's languages. */
  browser: readonly string[]
}

/** Returns the first offered language: asked for, of the account, of the device, of the browser, English. */
export const chooseLocale = ({ asked, account, device, browser }: Wishes, lists: Lists = LANGUAGES): Locale => {
  const locales = [asked, account, device, ...browser].map(localeOf)
  return locales.find((locale) => locale !== null && offered(lists).includes(locale)) ?? 'en'
}

/** Loads the list of a language and makes it the language of the workspace. */
export const speakIn = async (locale: Locale, lists: Lists = LANGUAGES) => {
  if (locale === localeSpoken()) return
  const load = locale === 'en' ? undefined : lists[locale]
  speak(locale, load === undefined ? null : (await load()).words)
}
