import type { Child } from 'hono/jsx/dom'
import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { EventAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { mayDo, roleCovers } from '../session.ts'
import { Screen } from '../frame/screen.tsx'
import { TABS } from '../frame/sections.ts'
import type { Asked } from '../parts/asking.ts'
import { onceAttached } from '../parts/attached.ts'
import { Chip } from '../parts/chip.tsx'
import { Icon } from '../parts/icon.tsx'
import { useKeys } from '../parts/keys.ts'
import { Poster } from '../parts/poster.tsx'
import { spanOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { EventMenu } from '../screens/event-acts.tsx'
import { placeNameOf, stateOf } from '../screens/event-state.ts'

/** Props of each tab of an event. */
export interface EventSession {
  session: CalendarSession
  event: EventAnswer
  asked: Asked<EventAnswer>
}

interface Framed extends EventSession {
  tab: string
  acts?: Child
  children?: Child
}

const EventTabs = ({ session, event, tab }: { session: CalendarSession; event: EventAnswer; tab: string }) => {
  const { slug, role } = session.calendar
  const ref = useRef<HTMLElement>(null)
  useLayoutEffect(() => {
    const tabs = ref.current
    if (tabs === null) return
    onceAttached(tabs, () =>
      tabs.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest', inline: 'center' }),
    )
  }, [tab])
  return (
    <nav class="tabs" ref={ref} aria-label="Parts of this event">
      {TABS.filter((each) => roleCovers(role, each.role)).map(({ id, title }) => (
        <a key={id} href={eventHash(slug, event.id, id)} aria-current={id === tab ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}

/** The frame around each tab: title, state and navigation of the event. */
export const EventFrame = ({ session, event, asked, tab, acts, children }: Framed) => {
  const { slug, name } = session.calendar
  const title = TABS.find(({ id }) => id === tab)?.title ?? 'Overview'
  const mayEdit = mayDo(session, 'MANAGER')
  useKeys({ ...(mayEdit && { e: () => session.go(eventHash(slug, event.id, 'edit')) }) })
  const own = { words: event.title, href: eventHash(slug, event.id) }
  const up = [
    { words: name, href: hashOf(slug, 'events') },
    { words: 'Events', href: hashOf(slug, 'events') },
  ]
  return (
    <Screen
      crumbs={
        tab === ''
          ? [...up, { words: event.title }]
          : mayEdit
            ? [...up, own, { words: title }]
            : [...up, { words: title }]
      }
      title={`${title} · ${event.title}`}
    >
      <header class="event-head">
        <Poster event={event} size={56} />
        <div class="grow">
          <h1 tabindex={-1}>
            <bdi>{event.title}</bdi>
          </h1>
          <p>
            <Chip {...stateOf(event)} />
            <span class="soft">{spanOf(event)}</span>
            {placeNameOf(event) !== null && (
              <span class="soft">
                <bdi>{placeNameOf(event)}</bdi>
              </span>
            )}
          </p>
        </div>
        <div class="row">
          {acts ??
            (mayEdit && (
              <>
                {event.url !== null && (
                  <a class="button plain" href={event.url} target="_blank" rel="noopener">
                    <Icon name="open" /> View page
                  </a>
                )}
                <a class="button plain" href={eventHash(slug, event.id, 'edit')}>
                  <Icon name="edit" /> Edit <kbd>E</kbd>
                </a>
              </>
            ))}
          {mayEdit && <EventMenu session={session} event={event} changed={asked.again} look="button plain" />}
        </div>
      </header>
      <EventTabs session={session} event={event} tab={tab} />
      {children}
    </Screen>
  )
}
