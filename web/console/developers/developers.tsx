import type { CalendarSession } from '../session.ts'
import { PLAN_NAMES, planCovers } from '../session.ts'
import { Screen } from '../frame/screen.tsx'
import { Empty } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import { sectionFor, sectionsFor } from './sections.ts'

/** The developer panels. Each has its own URL. */
export const DevelopersScreen = ({ session }: { session: CalendarSession }) => {
  const { calendar, place } = session
  const crumbs = [{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: 'Developers' }]
  if (!planCovers(calendar.plan, 'PLUS'))
    return (
      <Screen crumbs={crumbs} title={`Developers · ${calendar.name}`}>
        <h1 tabindex={-1}>Developers</h1>
        <p>You need Plus or Pro for the developer panel, and {calendar.name} is on Free.</p>
        <p>
          Anyone can read <a href="/docs">the reference</a>.
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
        <section.Panel key={`${calendar.slug} ${section.id}`} session={session} section={section} />
      ) : (
        <div key="needs">
          <h1 class="sr" tabindex={-1}>
            {section.title}
          </h1>
          <Empty title={`${section.title} require ${PLAN_NAMES[section.plan]}`}>
            {calendar.name} is on {PLAN_NAMES[calendar.plan]}.
          </Empty>
        </div>
      )}
    </Screen>
  )
}
