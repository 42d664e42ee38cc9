import type { CalendarSession } from '../session.ts'
import { planCovers } from '../session.ts'
import { Screen } from '../frame/screen.tsx'
import { Empty } from '../parts/states.tsx'
import { hashOf } from '../place.ts'
import { developersWords } from '../words/en/developers.ts'
import { termsWords } from '../words/en/terms.ts'
import { sectionFor, sectionsFor } from './sections.ts'

/** The developer panels. Each has its own URL. */
export const DevelopersScreen = ({ session }: { session: CalendarSession }) => {
  const { calendar, place } = session
  const words = developersWords()
  const { plans } = termsWords()
  const crumbs = [{ words: calendar.name, href: hashOf(calendar.slug, 'events') }, { words: words.title }]
  if (!planCovers(calendar.plan, 'PLUS'))
    return (
      <Screen crumbs={crumbs} title={`${words.title} · ${calendar.name}`}>
        <h1 tabindex={-1}>{words.title}</h1>
        <p>{words.freePlan.needed(calendar.name)}</p>
        <p>
          {words.freePlan.openToAll((link) => (
            <a href="/docs">{link}</a>
          ))}
        </p>
      </Screen>
    )
  const sections = sectionsFor(calendar.role)
  const section = sectionFor(sections, place.section)
  const { title } = section.words()
  return (
    <Screen crumbs={crumbs} title={`${title} · ${calendar.name}`}>
      <nav class="tabs" aria-label={words.title}>
        {sections.map(({ id, words: sectionWords, plan }) => (
          <a key={id} href={hashOf(calendar.slug, id)} aria-current={id === section.id ? 'page' : undefined}>
            {sectionWords().title}
            {!planCovers(calendar.plan, plan) && <span class="tag">{plans[plan]}</span>}
          </a>
        ))}
      </nav>
      {planCovers(calendar.plan, section.plan) ? (
        <section.Panel key={`${calendar.slug} ${section.id}`} session={session} />
      ) : (
        <div key="needs">
          <h1 class="sr" tabindex={-1}>
            {title}
          </h1>
          <Empty title={words.higherPlan.title(title, plans[section.plan])}>
            {words.higherPlan.current(calendar.name, plans[calendar.plan])}
          </Empty>
        </div>
      )}
    </Screen>
  )
}
