import { useId, useRef } from 'hono/jsx/dom'
import type { Api } from '../../shared/api.ts'
import type {
  EventAnswer,
  GuestAnswer,
  MyCalendar,
  One,
  OrderAnswer,
  PageOf,
  PersonAnswer,
} from '../../shared/answers.ts'
import type { Session } from '../session.ts'
import { planCovers, roleCovers } from '../session.ts'
import { useAsked, useSettled } from '../parts/asking.ts'
import { useModal } from '../parts/dialog.tsx'
import { Icon, type IconName } from '../parts/icon.tsx'
import { Poster } from '../parts/poster.tsx'
import { useState } from '../parts/state.ts'
import { nameOf, whenOf } from '../parts/words.ts'
import { eventHash, HOME, hashOf, NEW_CALENDAR } from '../place.ts'
import { frameWords } from '../words/en/frame.ts'
import { termsWords } from '../words/en/terms.ts'
import { SECTIONS } from './sections.ts'

interface Found {
  id: string
  group: string
  words: string
  more?: string
  href: string
  icon?: IconName
  event?: EventAnswer
  keys?: string[]
}

const PAUSE_MS = 160
const GUESTS_FROM = 2
const MOST_GUESTS = 5
const ADDRESS = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

const actsOf = (session: Session, calendar: MyCalendar | null): Found[] => {
  const words = frameWords()
  const { yourCalendars, newCalendar } = termsWords()
  const general: Found[] = [
    { id: 'home', group: words.goTo, words: yourCalendars, href: HOME, icon: 'calendars' },
    { id: 'new calendar', group: words.actions, words: newCalendar, href: NEW_CALENDAR, icon: 'plus' },
  ]
  const others = session.me.calendars
    .filter(({ slug }) => slug !== calendar?.slug)
    .map(({ slug, name }): Found => ({
      id: slug,
      group: words.calendars,
      words: name,
      href: hashOf(slug, 'events'),
      icon: 'events',
    }))
  if (calendar === null) return [...others, ...general]
  const mayMake = roleCovers(calendar.role, 'MANAGER')
  return [
    ...(mayMake
      ? [
          {
            id: 'new',
            group: words.actions,
            words: words.newEvent,
            href: hashOf(calendar.slug, 'new'),
            icon: 'plus' as const,
            keys: ['N'],
          },
        ]
      : []),
    ...SECTIONS.filter(({ role }) => roleCovers(calendar.role, role)).map(({ id, title, icon, key }): Found => ({
      id,
      group: words.goTo,
      words: title,
      href: hashOf(calendar.slug, id),
      icon,
      ...(key === undefined ? {} : { keys: ['G', key.toUpperCase()] }),
    })),
    ...others,
    ...general,
  ]
}

const matches = (text: string, sought: string) => text.toLowerCase().includes(sought.toLowerCase())

const peopleOf = async (api: Api, calendar: MyCalendar, q: string) => {
  const words = frameWords()
  const { data } = await api.get<One<PersonAnswer[]>>(`/calendars/${calendar.slug}/people`, { q })
  return data.slice(0, MOST_GUESTS).map((person): Found => {
    const [latest] = person.guests
    const more = person.guests.length > 1 ? words.emailAndEvents(person.email, person.guests.length) : person.email
    return {
      id: latest?.guestId ?? person.email,
      group: words.sections.people,
      words: nameOf(person) || person.email,
      more,
      href:
        person.guests.length === 1 && latest !== undefined
          ? eventHash(calendar.slug, latest.eventId, 'guests', { guest: latest.guestId })
          : hashOf(calendar.slug, 'people', { q: person.email }),
      icon: 'people',
    }
  })
}

const guestsOf = async (api: Api, calendar: MyCalendar, eventId: string, q: string) => {
  const { data } = await api.get<PageOf<GuestAnswer>>(`/events/${eventId}/guests`, { q, limit: MOST_GUESTS })
  return data.map((guest): Found => ({
    id: guest.id,
    group: termsWords().guests,
    words: nameOf(guest) || guest.email,
    more: guest.email,
    href: eventHash(calendar.slug, eventId, 'guests', { guest: guest.id }),
    icon: 'people',
  }))
}

const ordersOf = async (api: Api, calendar: MyCalendar, eventId: string, email: string) => {
  const { data } = await api.get<PageOf<OrderAnswer>>(`/events/${eventId}/orders`, { email, limit: MOST_GUESTS })
  return data.map((order): Found => ({
    id: order.id,
    group: termsWords().orders,
    words: order.number,
    more: order.buyer.email,
    href: eventHash(calendar.slug, eventId, 'orders', { order: order.id }),
    icon: 'money',
  }))
}

/**
 * Searches events, people and orders, as far as the user's role and plan allow. It searches for orders only with a full
 * email address while an event is open.
 */
const look = async ({ api, place }: Session, calendar: MyCalendar | null, q: string): Promise<Found[]> => {
  if (calendar === null) return []
  const events = api.get<PageOf<EventAnswer>>('/events', {
    calendarSlug: calendar.slug,
    q,
    limit: 6,
    from: q === '' ? null : '2000-01-01',
  })
  // Managers search people across all events (`/people`). Staff search only the guests of the open event.
  const hasPro = planCovers(calendar.plan, 'PRO')
  const mayFind = q.length >= GUESTS_FROM && (hasPro || q.includes('@'))
  const people =
    mayFind && roleCovers(calendar.role, 'MANAGER') && (hasPro || ADDRESS.test(q))
      ? peopleOf(api, calendar, q)
      : mayFind && hasPro && place.eventId !== null
        ? guestsOf(api, calendar, place.eventId, q)
        : Promise.resolve([])
  const orders =
    ADDRESS.test(q) && place.eventId !== null && roleCovers(calendar.role, 'OWNER')
      ? ordersOf(api, calendar, place.eventId, q)
      : Promise.resolve([])
  const [found, guests, paid] = await Promise.all([events, people, orders])
  return [
    ...guests,
    ...paid,
    ...found.data.map((event): Found => ({
      id: event.id,
      group: termsWords().events,
      words: event.title,
      more: whenOf(event),
      href: eventHash(calendar.slug, event.id),
      event,
    })),
  ]
}

/** The ⌘K palette: search, navigation and actions. */
export const Palette = ({
  session,
  calendar,
  close,
}: {
  session: Session
  calendar: MyCalendar | null
  close: () => void
}) => {
  const words = frameWords()
  const [text, type] = useState('')
  const [at, move] = useState(0)
  const sought = useSettled(text.trim(), PAUSE_MS)
  const asked = useAsked(() => look(session, calendar, sought), [calendar?.slug, sought])
  const [id, list] = [useId(), useRef<HTMLUListElement>(null)]
  const dialog = useModal(close)
  const acts = actsOf(session, calendar).filter((act) => text === '' || matches(act.words, text.trim()))
  // Enter opens the first result. Until the new results arrive, show only those old ones that match the typed text.
  const isSettled = sought === text.trim() && !asked.isUnderWay
  const found = (asked.data ?? []).filter((hit) => isSettled || matches(`${hit.words} ${hit.more ?? ''}`, text.trim()))
  const all = [...found, ...acts]
  const chosen = Math.min(at, all.length - 1)
  const go = (hit: Found | undefined, isElsewhere = false) => {
    if (hit === undefined) return
    if (isElsewhere) window.open(hit.href, '_blank', 'noopener')
    else {
      close()
      session.go(hit.href)
    }
  }
  const typed = (event: KeyboardEvent) => {
    const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
    if (by !== undefined) {
      event.preventDefault()
      const next = (chosen + by + all.length) % Math.max(1, all.length)
      move(next)
      list.current?.querySelectorAll('[role=option]')[next]?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key === 'Enter') {
      event.preventDefault()
      go(all[chosen], event.metaKey || event.ctrlKey)
    }
  }
  return (
    <dialog ref={dialog} class="box palette" aria-label={words.search}>
      <div class="ask">
        <Icon name="search" />
        <input
          type="text"
          role="combobox"
          aria-label={words.search}
          aria-expanded="true"
          aria-controls={id}
          aria-activedescendant={all.length === 0 ? undefined : `${id}-${String(chosen)}`}
          placeholder={calendar === null ? words.searchAll : words.searchCalendar}
          value={text}
          autofocus
          autocomplete="off"
          spellcheck={false}
          onInput={(event: Event) => {
            type((event.currentTarget as HTMLInputElement).value)
            move(0)
          }}
          onKeyDown={typed}
        />
      </div>
      <ul id={id} ref={list} role="listbox" aria-label={words.results}>
        {all.map((each, index) => (
          <li
            key={`${each.group} ${each.id}`}
            id={`${id}-${String(index)}`}
            role="option"
            aria-selected={index === chosen ? 'true' : 'false'}
            data-group={all[index - 1]?.group === each.group ? undefined : each.group}
            onMouseMove={() => index !== chosen && move(index)}
            onClick={(event: MouseEvent) => go(each, event.metaKey || event.ctrlKey)}
          >
            {each.event !== undefined ? <Poster event={each.event} size={24} /> : <Icon name={each.icon ?? 'next'} />}
            <span>
              <b>
                <bdi>{each.words}</bdi>
              </b>{' '}
              <span class="soft">{each.more}</span>
            </span>
            {each.keys?.map((key) => (
              <kbd key={key}>{key}</kbd>
            ))}
          </li>
        ))}
        {all.length === 0 && <li class="soft">{words.noMatches}</li>}
      </ul>
      <footer class="soft">
        <kbd>↑</kbd> <kbd>↓</kbd> {words.choose} <kbd>↵</kbd> {words.open} <kbd>Esc</kbd> {words.close}
      </footer>
    </dialog>
  )
}
