import type { Child } from 'hono/jsx'
import { isForPeople } from '../../operation/for-people.ts'
import { ask, need, post, type DatesRegistrationResult, type PublicCalendar, type PublicEvent } from '../asking.ts'
import { inLanguage } from '../../presentation/event.ts'
import { Said } from '../../presentation/markup.tsx'
import { pathOf } from '../links.ts'
import type { HtmlPage, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { hrefFor, readerLanguageOf } from '../reading.ts'
import { TextField } from './fields.tsx'
import { datesOf, problemOf, readForm, registrationOf, type Typed } from './form.ts'
import { partyBodyOf, peopleIn, problemOfParty } from './party-form.ts'
import { accentOf, BLANK, showEvent, whoseOf } from './show-event.tsx'

/** The browser goes on by GET, so that a reload sends nothing twice. */
export const seeOther = (path: string) =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })

const eventPathOf = (slug = '') => `/events/slug/${encodeURIComponent(slug)}`

/** What the small pages around an event need of it. */
const around = async (visit: Visit) => {
  const { data: found } = await need<PublicEvent>(visit.api, eventPathOf(visit.params.slug))
  const { data: calendar } = await need<PublicCalendar>(visit.api, `/calendars/${found.calendarSlug}`)
  const reading = readerLanguageOf(visit, calendar.locale)
  const event = inLanguage(found, reading.language.locale)
  return { event, calendar, reading, href: hrefFor(reading), words: reading.language.words }
}

export const eventPage: HtmlPage = { method: 'GET', path: '/e/:slug', show: (visit) => showEvent(visit) }

/** On this date, or on several at once: then it goes on with the link of this one. */
const enrolled = async ({ api }: Visit, typed: Typed, event: PublicEvent) => {
  const dates = datesOf(typed, event)
  const asked = registrationOf(typed, event)
  if (dates === null) {
    const path = `/public/events/${event.id}/registrations`
    const answer = await ask<{ manageUrl: string | null }>(
      api,
      path,
      post(peopleIn(typed) > 1 ? partyBodyOf(typed, event) : asked),
    )
    return answer.ok ? { manageUrl: answer.data.manageUrl } : answer.refusal
  }
  const path = `/public/series/${dates.seriesId}/registrations`
  const answer = await ask<Pick<DatesRegistrationResult, 'registrations'>>(
    api,
    path,
    post({ ...asked, eventIds: dates.eventIds }),
  )
  if (!answer.ok) return answer.refusal
  const own = answer.data.registrations.find(({ guest }) => guest.eventId === event.id)
  return { manageUrl: own?.manageUrl ?? null }
}

export const registerPage: HtmlPage = {
  method: 'POST',
  path: '/e/:slug',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { event, href, words } = await around(visit)
    const came = await enrolled(visit, typed, event)
    if ('manageUrl' in came) {
      const next = event.verifyEmail ? 'confirm' : 'already'
      return seeOther(came.manageUrl === null ? href(`/e/${event.slug}/${next}`) : pathOf(came.manageUrl))
    }
    const problem = (peopleIn(typed) > 1 ? problemOfParty : problemOf)(came, typed, event, words)
    return showEvent(visit, { filled: { typed, problem }, status: came.status })
  },
}

type Around = Awaited<ReturnType<typeof around>>

/** A small page beside an event. */
const beside = (name: string, write: (about: Around) => { title: string; body: Child }): HtmlPage => ({
  method: 'GET',
  path: `/e/:slug/${name}`,
  show: async (visit) => {
    const about = await around(visit)
    const { event, calendar, reading, href } = about
    const { title, body } = write(about)
    return {
      title,
      ...reading,
      hue: accentOf(event, calendar),
      scripts: ['event'],
      style: 'event',
      headers: { 'X-Robots-Tag': 'noindex' },
      body: (
        <Frame whose={whoseOf(calendar, href)} path={`/e/${event.slug}/${name}`} reading={reading}>
          {body}
        </Frame>
      ),
    }
  },
})

const BackToEvent = ({ event, href, words }: Around) => (
  <p>
    <a class="button plain" href={href(`/e/${event.slug}`)}>
      {words.event.backToEvent}
    </a>
  </p>
)

/** Whether an address is known here is for its owner: the page is the same for all. */
export const alreadyPage = beside('already', (about) => ({
  title: about.words.already.title,
  body: (
    <main id="main" class="page narrow center stack">
      <h1>{about.words.already.title}</h1>
      <p class="lead">
        <Sentence text={about.words.already.text(GAP)}>
          <Said text={about.event.title} />
        </Sentence>
      </p>
      <BackToEvent {...about} />
    </main>
  ),
}))

/** After a registration that waits for the word of its address: the same, whatever the address. */
export const confirmPage = beside('confirm', (about) => ({
  title: about.words.confirm.title,
  body: (
    <main id="main" class="page narrow center stack">
      <h1>{about.words.confirm.title}</h1>
      <p class="lead">
        <Sentence text={about.words.confirm.text(GAP)}>
          <Said text={about.event.title} />
        </Sentence>
      </p>
      <p class="quiet">{about.words.confirm.nothing}</p>
      <BackToEvent {...about} />
    </main>
  ),
}))

/** Asks for the address under which somebody registered. */
export const lostLinkPage = beside('lost-link', ({ event, href, words }) => ({
  title: words.frame.lostLink,
  body: (
    <main id="main" class="page narrow stack">
      <p class="quiet">
        <Said text={event.title} />
      </p>
      <h1>{words.frame.lostLink}</h1>
      <p class="lead">{words.lost.text}</p>
      <form method="post" action={href(`/e/${event.slug}/lost-link`)} class="stack">
        <TextField
          name="email"
          label={words.form.email}
          type="email"
          autocomplete="email"
          maxlength={254}
          filled={BLANK}
          words={words.form}
        />
        <p>
          <button class="button" type="submit">
            {words.lost.send}
          </button>
        </p>
      </form>
    </main>
  ),
}))

export const sendLinkPage: HtmlPage = {
  method: 'POST',
  path: '/e/:slug/lost-link',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { event, href } = await around(visit)
    const path = `/public/events/${event.id}/lost-link`
    const asked = post({ email: typed.get('email') ?? '' })
    if (!isForPeople(visit.request)) return visit.api(path, asked)
    const answer = await ask(visit.api, path, asked)
    return seeOther(href(answer.ok ? `/e/${event.slug}/already` : `/e/${event.slug}/lost-link`))
  },
}
