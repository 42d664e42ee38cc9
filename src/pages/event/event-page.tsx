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
import { datesOf, readForm } from './form.ts'
import { accentOf, BLANK, showEvent, whoseOf } from './show-event.tsx'
import { withAddons } from './addons.tsx'
import { bodyOfOne, bodyOfParty, submissionOf, type Submission } from './submission.ts'
import { problemAfter, problemBefore } from './submission-problems.ts'

/** Redirects with 303, so that reloading the page does not submit the form again. */
export const seeOther = (path: string) =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })

const eventPathOf = (slug = '') => `/events/slug/${encodeURIComponent(slug)}`

const loadContext = async (visit: Visit) => {
  const { data: found } = await need<PublicEvent>(visit.api, eventPathOf(visit.params.slug))
  const { data: calendar } = await need<PublicCalendar>(visit.api, `/calendars/${found.calendarSlug}`)
  const reading = readerLanguageOf(visit, calendar.locale)
  const event = inLanguage(found, reading.language.locale)
  return { event, calendar, reading, href: hrefFor(reading), words: reading.language.words }
}

export const eventPage: HtmlPage = { method: 'GET', path: '/e/:slug', show: (visit) => showEvent(visit) }

/**
 * Registers for this date, or for all chosen dates of the series. Returns the manage link of this date, or the error.
 */
const register = async ({ api }: Visit, submission: Submission, event: PublicEvent) => {
  const dates = datesOf(submission.typed, event)
  if (dates === null) {
    const path = `/public/events/${event.id}/registrations`
    const body = submission.isAlone ? bodyOfOne(submission, event) : bodyOfParty(submission, event)
    const answer = await ask<{ manageUrl: string | null }>(api, path, post(body))
    return answer.ok ? { manageUrl: answer.data.manageUrl } : answer.refusal
  }
  const path = `/public/series/${dates.seriesId}/registrations`
  const answer = await ask<Pick<DatesRegistrationResult, 'registrations'>>(
    api,
    path,
    post({ ...bodyOfOne(submission, event), eventIds: dates.eventIds }),
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
    const { event: found, href, words, reading } = await loadContext(visit)
    const event = inLanguage(await withAddons(visit.api, found), reading.language.locale)
    const submission = submissionOf(typed, event)
    const problem = problemBefore(submission, event, reading.language)
    if (problem !== null) return showEvent(visit, { filled: { typed, problem }, status: 400 })
    const result = await register(visit, submission, event)
    if ('manageUrl' in result) {
      const next = event.verifyEmail ? 'confirm' : 'already'
      return seeOther(result.manageUrl === null ? href(`/e/${event.slug}/${next}`) : pathOf(result.manageUrl))
    }
    const refused = problemAfter(result, submission, event, words)
    return showEvent(visit, { filled: { typed, problem: refused }, status: result.status })
  },
}

type EventContext = Awaited<ReturnType<typeof loadContext>>

const smallPage = (name: string, write: (context: EventContext) => { title: string; body: Child }): HtmlPage => ({
  method: 'GET',
  path: `/e/:slug/${name}`,
  show: async (visit) => {
    const context = await loadContext(visit)
    const { event, calendar, reading, href } = context
    const { title, body } = write(context)
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

const BackToEvent = ({ event, href, words }: EventContext) => (
  <p>
    <a class="button plain" href={href(`/e/${event.slug}`)}>
      {words.event.backToEvent}
    </a>
  </p>
)

/** Shows the same text for every address, so that no one can find out who is registered. */
export const alreadyPage = smallPage('already', (context) => ({
  title: context.words.already.title,
  body: (
    <main id="main" class="page narrow center stack">
      <h1>{context.words.already.title}</h1>
      <p class="lead">
        <Sentence text={context.words.already.text(GAP)}>
          <Said text={context.event.title} />
        </Sentence>
      </p>
      <BackToEvent {...context} />
    </main>
  ),
}))

/** Asks visitors to confirm their email address. Shows the same text for every address. */
export const confirmPage = smallPage('confirm', (context) => ({
  title: context.words.confirm.title,
  body: (
    <main id="main" class="page narrow center stack">
      <h1>{context.words.confirm.title}</h1>
      <p class="lead">
        <Sentence text={context.words.confirm.text(GAP)}>
          <Said text={context.event.title} />
        </Sentence>
      </p>
      <p class="quiet">{context.words.confirm.nothing}</p>
      <BackToEvent {...context} />
    </main>
  ),
}))

export const lostLinkPage = smallPage('lost-link', ({ event, href, words }) => ({
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
    const { event, href } = await loadContext(visit)
    const path = `/public/events/${event.id}/lost-link`
    const asked = post({ email: typed.get('email') ?? '' })
    if (!isForPeople(visit.request)) return visit.api(path, asked)
    const answer = await ask(visit.api, path, asked)
    return seeOther(href(answer.ok ? `/e/${event.slug}/already` : `/e/${event.slug}/lost-link`))
  },
}
