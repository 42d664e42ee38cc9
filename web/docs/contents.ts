import { element } from '../shared/element.ts'
import { groupName } from './contract.ts'

const link = (id: string, words: string) => element('li', {}, element('a', { href: `#${id}` }, words))

/** Marks the section in view with `aria-current`. */
const follow = (list: HTMLElement) => {
  const links = new Map([...list.querySelectorAll('a')].map((each) => [each.hash.slice(1), each]))
  const seen = new Set<string>()
  const watch = new IntersectionObserver(
    (changes) => {
      for (const { target, isIntersecting } of changes) {
        if (isIntersecting) seen.add(target.id)
        else seen.delete(target.id)
      }
      const current = [...links.keys()].findLast((id) => seen.has(id))
      for (const [id, each] of links) {
        if (id === current) each.setAttribute('aria-current', 'true')
        else each.removeAttribute('aria-current')
      }
    },
    { rootMargin: '-15% 0px -70% 0px' },
  )
  for (const id of links.keys()) {
    const target = document.getElementById(id)
    if (target !== null) watch.observe(target)
  }
}

export const fillContents = (nav: HTMLElement, groups: readonly string[]) => {
  const place = nav.querySelector('[data-groups]')
  place?.replaceChildren(...groups.map((group) => link(`group-${group}`, groupName(group))))
  follow(nav)
  const details = nav.closest('details')
  if (details === null) return
  const isWide = matchMedia('(width >= 64rem)')
  details.open = isWide.matches
  isWide.addEventListener('change', () => (details.open = isWide.matches))
  // On narrow screens the table of contents covers the page, so it closes after a choice.
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof HTMLAnchorElement && !isWide.matches) details.open = false
  })
}
