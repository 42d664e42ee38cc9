import type { Locale } from '../kernel/vocabulary.ts'
import { acceptedLocale, inLocale, localeOf } from '../words/locales.ts'
import { languageOf, type Language } from '../words/words.ts'
import type { Visit } from './page.ts'

/** The language depends only on the URL, so the response needs no `Vary: Accept-Language`. */
const askedLocale = ({ searchParams }: URL) => localeOf(searchParams.get('lang'))

export const readerLanguageOf = ({ url }: Pick<Visit, 'url'>, own: string) => {
  const ownLocale = localeOf(own) ?? 'en'
  return { language: languageOf(askedLocale(url) ?? ownLocale), ownLocale }
}

/** Returns the language for pages that are never cached: that of `lang`, else of `Accept-Language`, else English. */
export const preferredLanguage = (request: Request) =>
  languageOf(askedLocale(new URL(request.url)) ?? acceptedLocale(request.headers.get('Accept-Language')) ?? 'en')

export interface ReaderLanguage {
  language: Language
  ownLocale: Locale
}

export const hrefFor =
  ({ language, ownLocale }: ReaderLanguage) =>
  (href: string) =>
    inLocale(href, language.locale, ownLocale)
