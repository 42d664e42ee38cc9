import { copyButton } from '../shared/copying.ts'
import { element, type Child } from '../shared/element.ts'
import { hashOf } from './place.ts'
import { PLAN_NAMES, planCovers, type Section } from './scene.ts'
import type { Me, MyCalendar } from './wire.ts'

interface Account {
  name: string
  userId: string
  signOut(): void
}

const accountOf = ({ name, userId, signOut }: Account) => [
  element(
    'button',
    { type: 'button', class: 'button plain small account', popovertarget: 'account' },
    element('span', { class: 'sr' }, 'Account of '),
    name,
  ),
  element(
    'div',
    { id: 'account', popover: 'auto', class: 'card stack' },
    element('p', { class: 'quiet' }, 'Your id, for whoever adds you to a calendar'),
    element(
      'div',
      { class: 'row' },
      element('code', {}, userId),
      copyButton(() => userId, 'your id'),
    ),
    element('button', { type: 'button', class: 'button plain', onclick: signOut }, 'Sign out'),
  ),
]

const chooserOf = (calendars: readonly MyCalendar[], chosen: MyCalendar, sectionId: string) => {
  const select = element(
    'select',
    { id: 'calendar' },
    calendars.map(({ slug, name, plan }) =>
      element('option', { value: slug, selected: slug === chosen.slug }, `${name} · ${PLAN_NAMES[plan]}`),
    ),
  )
  select.addEventListener('change', () => (location.hash = hashOf(select.value, sectionId)))
  return element('div', { class: 'chooser' }, element('label', { class: 'sr', for: 'calendar' }, 'Calendar'), select)
}

/** One and the same while the page lives, so that its picture is asked for once. */
const brand = element(
  'a',
  { class: 'brand', href: '/' },
  element('img', { src: '/assets/icon.svg', alt: '', width: 28, height: 28 }),
  'Console',
)

export const barOf = (account: Account | null, ...middle: readonly Child[]) =>
  element('header', { class: 'topbar' }, brand, middle, account !== null && accountOf(account))

export const calendarBar = (account: Account, { calendars }: Me, chosen: MyCalendar, sectionId: string) =>
  barOf(account, chooserOf(calendars, chosen, sectionId))

export const navOf = (sections: readonly Section[], { slug, plan }: MyCalendar, current: Section) =>
  element(
    'nav',
    { class: 'sections', 'aria-label': 'Sections' },
    element(
      'ul',
      {},
      sections.map(({ id, title, plan: wanted }) =>
        element(
          'li',
          {},
          element(
            'a',
            { href: hashOf(slug, id), 'aria-current': id === current.id ? 'page' : null },
            title,
            !planCovers(plan, wanted) && element('span', { class: 'tag' }, PLAN_NAMES[wanted]),
          ),
        ),
      ),
    ),
  )
