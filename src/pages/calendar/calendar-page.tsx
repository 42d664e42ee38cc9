import { Said } from '../../presentation/markup.tsx'
import { plainOf, withoutTurns } from '../../presentation/plain.ts'
import { byMonth } from '../../presentation/when.ts'
import { keptLike, need, type OpenCalendar, type OpenEvent } from '../asking.ts'
import { hueOf } from '../../presentation/hue.ts'
import { safeUrl } from '../links.ts'
import type { Page, Visit } from '../page.ts'
import { Avatar } from '../parts/frame.tsx'
import { Prose } from '../parts/prose.tsx'
import { SocialHead } from '../parts/social-head.tsx'
import { EventRow } from './event-row.tsx'
import { Subscribe } from './subscribe.tsx'

const A_PAGE = 50
const PAGE_NUMBER = /^[1-9]\d{0,4}$/

interface View {
  isPast: boolean
  page: number
  tag: string | null
}

const viewOf = ({ url: { searchParams } }: Visit): View => {
  const page = searchParams.get('page') ?? ''
  return {
    isPast: searchParams.get('past') === 'true',
    page: PAGE_NUMBER.test(page) ? Number(page) : 1,
    tag: searchParams.get('tag')?.slice(0, 40) || null,
  }
}

const hrefOf = (slug: string, { isPast, page, tag }: View) => {
  const query = new URLSearchParams({
    ...(isPast && { past: 'true' }),
    ...(tag !== null && { tag }),
    ...(page > 1 && { page: String(page) }),
  }).toString()
  return `/c/${slug}${query === '' ? '' : `?${query}`}`
}

const listPathOf = (slug: string, { isPast, page, tag }: View) => {
  const query = new URLSearchParams({ past: String(isPast), page: String(page), limit: String(A_PAGE) })
  if (tag !== null) query.set('tag', tag)
  return `/calendars/${slug}/events?${query.toString()}`
}

const Masthead = ({ calendar }: { calendar: OpenCalendar }) => {
  const website = safeUrl(calendar.website)
  return (
    <header class={calendar.coverUrl === null ? 'masthead' : 'masthead covered'}>
      {calendar.coverUrl !== null && <img class="cover" src={calendar.coverUrl} alt="" referrerpolicy="no-referrer" />}
      <div class="page">
        <Avatar name={calendar.name} url={calendar.avatarUrl} />
        <div class="who">
          <h1>
            <Said text={calendar.name} />
          </h1>
          {calendar.description !== null && <Prose text={calendar.description} />}
          {website !== null && (
            <p class="site">
              <a href={website} rel="noopener">
                {new URL(website).host}
              </a>
            </p>
          )}
        </div>
        <Subscribe calendar={calendar} />
      </div>
    </header>
  )
}

const Nothing = ({ slug, view }: { slug: string; view: View }) => (
  <div class="nothing">
    <p class="lead">{view.isPast ? 'Nothing has taken place yet.' : 'Nothing is planned just now.'}</p>
    {view.tag !== null ? (
      <p>
        <a href={hrefOf(slug, { ...view, tag: null, page: 1 })}>Show everything</a>
      </p>
    ) : (
      !view.isPast && <p class="quiet">New events stand here as soon as they are public.</p>
    )}
  </div>
)

const Pages = ({ slug, view, totalPages }: { slug: string; view: View; totalPages: number }) =>
  totalPages > 1 ? (
    <nav class="row pages" aria-label="Pages">
      {view.page > 1 && (
        <a class="button plain" rel="prev" href={hrefOf(slug, { ...view, page: view.page - 1 })}>
          {view.isPast ? 'Later' : 'Earlier'}
        </a>
      )}
      <span class="quiet">
        Page {view.page} of {totalPages}
      </span>
      {view.page < totalPages && (
        <a class="button plain" rel="next" href={hrefOf(slug, { ...view, page: view.page + 1 })}>
          {view.isPast ? 'Earlier' : 'Later'}
        </a>
      )}
    </nav>
  ) : null

export const calendarPage: Page = {
  method: 'GET',
  path: '/c/:slug',
  show: async (visit) => {
    const slug = encodeURIComponent(visit.params.slug ?? '')
    const view = viewOf(visit)
    const calendarAnswer = await need<OpenCalendar>(visit.api, `/calendars/${slug}`)
    const listAnswer = await need<OpenEvent[]>(visit.api, listPathOf(slug, view))
    const { totalPages } = listAnswer.body
    const [calendar, events] = [calendarAnswer.data, listAnswer.data]
    const about = plainOf(calendar.description) ?? `Events of ${calendar.name}`
    return {
      title: withoutTurns(view.isPast ? `Past events · ${calendar.name}` : calendar.name),
      description: about,
      hue: hueOf(calendar.slug),
      styles: ['calendar'],
      scripts: ['calendar'],
      head: (
        <>
          <SocialHead
            title={calendar.name}
            description={about}
            url={calendar.url}
            image={calendar.coverUrl}
            site={calendar.name}
          />
          {calendar.icsUrl !== null && (
            <link rel="alternate" type="text/calendar" title={withoutTurns(calendar.name)} href={calendar.icsUrl} />
          )}
        </>
      ),
      headers: keptLike(calendarAnswer, listAnswer),
      body: (
        <>
          <Masthead calendar={calendar} />
          <main id="main" class="page list">
            <nav class="tabs" aria-label="Which events">
              <a
                href={hrefOf(slug, { ...view, isPast: false, page: 1 })}
                aria-current={view.isPast ? undefined : 'page'}
              >
                Upcoming
              </a>
              <a
                href={hrefOf(slug, { ...view, isPast: true, page: 1 })}
                aria-current={view.isPast ? 'page' : undefined}
              >
                Past
              </a>
              {view.tag !== null && (
                <a class="tag accent" href={hrefOf(slug, { ...view, tag: null, page: 1 })}>
                  <Said text={view.tag} /> <span aria-hidden="true">×</span>
                  <span class="sr">: show everything</span>
                </a>
              )}
            </nav>
            {events.length === 0 && <Nothing slug={slug} view={view} />}
            {byMonth(events).map((month) => (
              <section class="month">
                <h2>{month.name}</h2>
                <ol>
                  {month.events.map((event) => (
                    <EventRow event={event} />
                  ))}
                </ol>
              </section>
            ))}
            <Pages slug={slug} view={view} totalPages={totalPages} />
          </main>
        </>
      ),
    }
  },
}
