import type { Locale } from '../../../src/kernel/vocabulary.ts'
import { localeOf } from '../../../src/words/locales.ts'
import { SaidInWords, type Api } from '../../shared/api.ts'
import { frameWords } from './en/frame.ts'
import { chooseLocale, speakIn } from './languages.ts'
import { localeSpoken } from './loaded.ts'

const STORAGE_KEY = 'workspace-language'

const keptHere = () => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage is blocked, so only the account and the browser decide.
    return null
  }
}

const keepHere = (locale: Locale) => {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // Storage is blocked, so the sign-in screen follows the browser.
  }
}

const asked = () => new URLSearchParams(location.search).get('lang')

const markPage = () => {
  const locale = localeSpoken()
  document.documentElement.lang = locale
  document.documentElement.dir = locale === 'ar' ? 'rtl' : 'ltr'
  const skip = document.querySelector('.skip')
  if (skip !== null) skip.textContent = frameWords().skip
}

const speakHere = async (locale: Locale) => {
  await speakIn(locale).catch((error: unknown) => {
    throw new SaidInWords(frameWords().languageNotLoaded, { cause: error })
  })
  markPage()
}

/**
 * Chooses the language. `account` is the language in the user's account, null before the account is known. If the list
 * doesn't load, the workspace keeps its language, because a workspace in another language is better than none.
 */
export const followReader = async (account: string | null) => {
  const locale = chooseLocale({ asked: asked(), account, device: keptHere(), browser: navigator.languages })
  const isSpoken = await speakHere(locale).then(
    () => true,
    () => false,
  )
  // From now on, the sign-in screen shows this language, although it doesn't know the account.
  if (isSpoken && localeOf(account) === locale) keepHere(locale)
}

/** Changes the language now, on this device and in the account. */
export const changeLanguage = async (api: Api, locale: Locale) => {
  await speakHere(locale)
  keepHere(locale)
  const here = new URL(location.href)
  here.searchParams.delete('lang')
  history.replaceState(null, '', here)
  await api.patch('/me/account', { locale })
}
