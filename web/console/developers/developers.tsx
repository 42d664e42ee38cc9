import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { CalendarSession } from '../session.ts'
import { PLAN_NAMES, planCovers } from '../session.ts'
import { Screen } from '../frame/screen.tsx'
import { Empty } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import { show } from '../../shared/element.ts'
import { sectionFor, sectionsFor } from './sections.ts'
import type { Section } from './scene.ts'

const Panel = ({ session, section }: { session: CalendarSession; section: Section }) => {
  const [content, acts] = [useRef<HTMLDivElement>(null), useRef<HTMLDivElement>(null)]
  useLayoutEffect(() => {
    const [place, beside] = [content.current, acts.current]
    if (place === null || beside === null) return undefined
    const leaving = new AbortController()
    section.open({
      api: session.api,
      calendar: session.calendar,
      place,
      offer: (...actions) => show(beside, actions),
      signal: leaving.signal,
      query: session.place.query,
      say: (words) => session.toast(words),
    })
    return () => leaving.abort()
  }, [])
  return (
    <>
      <header class="head">
        <div>
          <h1 tabindex={-1}>{section.title}</h1>
          <p class="lead">{section.lead}</p>
        </div>
        <div class="row" ref={acts} />
      </header>
      <div class="content" ref={content} />
    </>
  )
}

/** For whoever builds on the calendar: each panel has an address of its own. */
export const DevelopersScreen = ({ session }: { session: CalendarSession }) => {
  const { calendar, place } = session
  const crumbs = [{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Developers' }]
  if (!planCovers(calendar.plan, 'PLUS'))
    return (
      <Screen crumbs={crumbs} title={`Developers · ${calendar.name}`}>
        <h1 tabindex={-1}>Developers</h1>
        <p>The developer panel comes with Plus and Pro, and {calendar.name} is on Free.</p>
        <p>
          <a href="/docs">The reference</a> is open to all.
        </p>
      </Screen>
    )
  const sections = sectionsFor(calendar.role)
  const section = sectionFor(sections, place.section)
  return (
    <Screen crumbs={crumbs} title={`${section.title} · ${calendar.name}`}>
      <nav class="tabs" aria-label="Developers">
        {sections.map(({ id, title, plan }) => (
          <a key={id} href={hashOf(calendar.slug, id)} aria-current={id === section.id ? 'page' : undefined}>
            {title}
            {!planCovers(calendar.plan, plan) && <span class="tag">{PLAN_NAMES[plan]}</span>}
          </a>
        ))}
      </nav>
      {planCovers(calendar.plan, section.plan) ? (
        <Panel key={`${calendar.slug} ${section.id}`} session={session} section={section} />
      ) : (
        <div key="needs">
          <h1 class="sr" tabindex={-1}>
            {section.title}
          </h1>
          <Empty title={`${section.title} come with ${PLAN_NAMES[section.plan]}`}>
            {calendar.name} is on {PLAN_NAMES[calendar.plan]}.
          </Empty>
        </div>
      )}
    </Screen>
  )
}
