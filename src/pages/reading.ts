import type { Locale } from '../kernel/vocabulary.ts'
import { acceptedLocale, inLocale, localeOf } from '../words/locales.ts'
import { languageOf, type Language } from '../words/words.ts'
import type { Visit } from './page.ts'

/** The address alone decides, so that whoever keeps the page needs to look at nothing else. */
const askedLocale = ({ searchParams }: URL) => localeOf(searchParams.get('lang'))

export const readerLanguageOf = ({ url }: Pick<Visit, 'url'>, own: string) => {
  const ownLocale = localeOf(own) ?? 'en'
  return { language: languageOf(askedLocale(url) ?? ownLocale), ownLocale }
}

/** For what nobody keeps: the browser may say what its reader understands. */
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
