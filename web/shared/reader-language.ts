const STORAGE_KEY = 'language'

const remembered = () => {
  try {
    return localStorage.getItem(STORAGE_KEY)
  } catch {
    // Storage is blocked, so only `navigator.languages` decides.
    return null
  }
}

const remember = (locale: string) => {
  try {
    localStorage.setItem(STORAGE_KEY, locale)
  } catch {
    // Storage is blocked, so the choice applies only through the `lang` parameter.
  }
}

/**
 * A page has a URL with `lang` for each of its languages. Its URL without `lang` shows the calendar's language. From
 * there, readers are redirected to their own language if the page offers it. A language that the reader chose earlier
 * takes precedence over `navigator.languages`.
 */
export const followReader = () => {
  const languageLinks = [...document.querySelectorAll<HTMLAnchorElement>('a[data-language]')]
  for (const link of languageLinks) link.addEventListener('click', () => remember(link.dataset.language ?? ''))
  const { lang, dataset } = document.documentElement
  if (dataset.ownLanguage === undefined || new URL(location.href).searchParams.has('lang')) return
  const preferences = [remembered(), ...navigator.languages].flatMap((tag) => tag?.split('-')[0]?.toLowerCase() ?? [])
  const wanted = preferences.find((wish) => languageLinks.some(({ dataset: { language } }) => language === wish))
  if (wanted === undefined || wanted === lang) return
  remember(wanted)
  const there = new URL(location.href)
  there.searchParams.set('lang', wanted)
  location.replace(there.href)
}
