const KEPT = 'language'

const remembered = () => {
  try {
    return localStorage.getItem(KEPT)
  } catch {
    // A browser that keeps nothing moves by what it says of its reader.
    return null
  }
}

const remember = (locale: string) => {
  try {
    localStorage.setItem(KEPT, locale)
  } catch {
    // Without a memory the choice holds for the address alone.
  }
}

/**
 * A page has one address for each language, and the bare one is in its calendar's own. Whoever comes to that is moved once
 * to what they read, if there is such a page; whoever has chosen stays with the choice.
 */
export const followReader = () => {
  const offered = [...document.querySelectorAll<HTMLAnchorElement>('a[data-language]')]
  for (const link of offered) link.addEventListener('click', () => remember(link.dataset.language ?? ''))
  const { lang, dataset } = document.documentElement
  if (dataset.ownLanguage === undefined || new URL(location.href).searchParams.has('lang')) return
  const wishes = [remembered(), ...navigator.languages].flatMap((tag) => tag?.split('-')[0]?.toLowerCase() ?? [])
  const wanted = wishes.find((wish) => offered.some(({ dataset: { language } }) => language === wish))
  if (wanted === undefined || wanted === lang) return
  remember(wanted)
  const there = new URL(location.href)
  there.searchParams.set('lang', wanted)
  location.replace(there.href)
}
