import type { Api } from '../shared/api.ts'
import { element, show } from '../shared/element.ts'
import { emptiness } from '../shared/loading.ts'
import type { sayingPlace } from '../shared/saying.ts'
import { hueOf } from '../../src/presentation/accent.ts'
import { placeOf } from './place.ts'
import { PLAN_NAMES, planCovers, type Section } from './scene.ts'
import { sectionFor, sectionsFor } from './sections.ts'
import { barOf, calendarBar, navOf } from './shell.ts'
import type { Me, MyCalendar } from './wire.ts'

interface Panel {
  api: Api
  me: Me
  name: string
  saying: ReturnType<typeof sayingPlace>
  signOut(): void
  /** Asks again who the person is and draws everything anew. */
  refresh(): Promise<void>
}

const wear = (slug: string | null) => {
  document.documentElement.className = slug === null ? '' : `hue-${hueOf(slug)}`
}

const headOf = (title: string, lead: string) => {
  const acts = element('div', { class: 'row' })
  const heading = element('h1', { tabindex: -1 }, title)
  const node = element(
    'header',
    { class: 'head' },
    element('div', {}, heading, element('p', { class: 'lead' }, lead)),
    acts,
  )
  return { node, heading, acts }
}

const upgrade = ({ name, plan }: MyCalendar, { title, plan: wanted }: Section) =>
  emptiness(`${title} come with ${PLAN_NAMES[wanted]}`, `${name} is on ${PLAN_NAMES[plan]}.`)

/** The one sentence that Free sees instead of the panel. */
const freeSentence = ({ name }: MyCalendar) => `The developer panel comes with Plus and Pro, and ${name} is on Free.`

/** The one that the address names, or the first that has a panel, or at least the first. */
const calendarFor = (calendars: readonly MyCalendar[], named: string | null) =>
  calendars.find(({ slug }) => slug === named) ?? calendars.find(({ plan }) => planCovers(plan, 'PLUS')) ?? calendars[0]

/** Draws the console for where the address points; answers how to leave it. */
export const openPanel = (root: HTMLElement, panel: Panel, { takesFocus = false } = {}): AbortController => {
  const { api, me, name, saying, signOut, refresh } = panel
  const leaving = new AbortController()
  const account = { name, userId: me.userId, signOut }
  const place = placeOf(location.hash)
  const calendar = calendarFor(me.calendars, place.slug)
  const main = element('main', { id: 'main' })
  wear(calendar?.slug ?? null)

  if (calendar === undefined) {
    const { node } = headOf('No calendar yet', 'Ask an owner to add you. Your id is in the menu at the top right.')
    main.append(node)
    show(root, barOf(account), element('div', { class: 'page frame' }, main), saying.place)
    document.title = 'Console'
    return leaving
  }
  if (!planCovers(calendar.plan, 'PLUS')) {
    const { node, heading } = headOf(calendar.name, freeSentence(calendar))
    main.append(node)
    show(root, calendarBar(account, me, calendar, ''), element('div', { class: 'page frame' }, main), saying.place)
    document.title = `${calendar.name} · Console`
    if (takesFocus) heading.focus()
    return leaving
  }

  const sections = sectionsFor(calendar.role)
  const section = sectionFor(sections, place.section)
  const { node, heading, acts } = headOf(section.title, section.lead)
  const content = element('div', { class: 'content' })
  main.append(node, content)
  show(
    root,
    calendarBar(account, me, calendar, section.id),
    element('div', { class: 'page frame' }, navOf(sections, calendar, section), main),
    saying.place,
  )
  document.title = `${section.title} · ${calendar.name} · Console`
  root.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' })
  if (takesFocus) heading.focus({ preventScroll: true })
  if (planCovers(calendar.plan, section.plan)) {
    section.open({
      api,
      calendar,
      userId: me.userId,
      place: content,
      offer: (...actions) => show(acts, actions),
      signal: leaving.signal,
      query: place.query,
      say: saying.say,
      refresh,
    })
  } else content.append(upgrade(calendar, section))
  return leaving
}
