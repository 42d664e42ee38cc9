import type { Child } from 'hono/jsx/dom'
import { PendingEventErasure } from '../frame/erasure.tsx'
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
import { useOpened } from '../parts/state.ts'
import { usePhone } from '../parts/use-phone.ts'
import { spanOf } from '../parts/words.ts'
import { eventHash, hashOf } from '../place.ts'
import { EventMenu, PublishEvent } from '../screens/event-acts.tsx'
import { placeNameOf, stateOf } from '../screens/event-state.ts'
import { editorWords } from '../words/en/editor.ts'
import { termsWords } from '../words/en/terms.ts'

/** Props of each tab of an event. */
export interface EventSession {
  session: CalendarSession
  event: EventAnswer
  asked: Asked<EventAnswer>
}

interface Framed extends EventSession {
  tab: string
  acts?: Child
  /** Menu entries for the buttons in `acts` that a phone has no room for. */
  more?: Child
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
    <nav class="tabs" ref={ref} aria-label={editorWords().frame.tabs}>
      {TABS.filter((each) => roleCovers(role, each.role)).map(({ id, title }) => (
        <a key={id} href={eventHash(slug, event.id, id)} aria-current={id === tab ? 'page' : undefined}>
          {title}
        </a>
      ))}
    </nav>
  )
}

/** The frame around each tab: title, state and navigation of the event. */
export const EventFrame = ({ session, event, asked, tab, acts, more, children }: Framed) => {
  const [words, terms] = [editorWords().frame, termsWords()]
  const { slug, name } = session.calendar
  const title = TABS.find(({ id }) => id === tab)?.title ?? words.overview
  const mayEdit = mayDo(session, 'MANAGER')
  const isDraft = event.status === 'DRAFT'
  const [isPublishing, publish] = useOpened(false)
  const isPhone = usePhone()
  useKeys({ ...(mayEdit && { e: () => session.go(eventHash(slug, event.id, 'edit')) }) })
  const own = { words: event.title, href: eventHash(slug, event.id) }
  const up = [
    { words: name, href: hashOf(slug, 'events') },
    { words: terms.events, href: hashOf(slug, 'events') },
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
            {event.url !== null && !isDraft && (
              <a class="out" href={event.url} target="_blank" rel="noopener">
                {words.viewPage} <Icon name="open" />
              </a>
            )}
          </p>
        </div>
        <div class="row">
          {acts ??
            (mayEdit && (
              <>
                <a
                  class={isDraft ? 'button plain hide-small' : 'button plain'}
                  href={eventHash(slug, event.id, 'edit')}
                >
                  <Icon name="edit" /> {terms.edit} <kbd>E</kbd>
                </a>
                {isDraft && (
                  <button type="button" class="button" onClick={() => publish(true)}>
                    <Icon name="send" /> {editorWords().publish}
                  </button>
                )}
              </>
            ))}
          {mayEdit && (
            <EventMenu
              session={session}
              event={event}
              changed={asked.again}
              look="button plain"
              more={isPhone && more}
            />
          )}
        </div>
      </header>
      <PendingEventErasure session={session} event={event} changed={asked.again} />
      <EventTabs session={session} event={event} tab={tab} />
      {children}
      {isPublishing && (
        <PublishEvent
          key="publish"
          session={session}
          event={event}
          changed={asked.again}
          close={() => publish(false)}
        />
      )}
    </Screen>
  )
}
