import { Said } from '../../presentation/markup.tsx'
import { ask, need, post, type OpenEvent } from '../asking.ts'
import { hueOf } from '../../presentation/hue.ts'
import { pathOf } from '../links.ts'
import type { Page } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { problemOf, readForm, registrationOf } from './form.ts'
import { showEvent } from './show-event.tsx'

/** The browser goes on by GET, so that a reload sends nothing twice. */
export const seeOther = (path: string) =>
  new Response(null, { status: 303, headers: { Location: path, 'Cache-Control': 'no-store' } })

const eventPathOf = (slug = '') => `/events/slug/${encodeURIComponent(slug)}`

export const eventPage: Page = { method: 'GET', path: '/e/:slug', show: (visit) => showEvent(visit) }

export const registerPage: Page = {
  method: 'POST',
  path: '/e/:slug',
  show: async (visit) => {
    const typed = await readForm(visit.request)
    const { data: event } = await need<OpenEvent>(visit.api, eventPathOf(visit.params.slug))
    const answer = await ask<{ manageUrl: string | null }>(
      visit.api,
      `/public/events/${event.id}/registrations`,
      post(registrationOf(typed, event)),
    )
    if (answer.ok) {
      const { manageUrl } = answer.data
      return seeOther(manageUrl === null ? `/e/${event.slug}/already` : pathOf(manageUrl))
    }
    const { refusal } = answer
    return showEvent(visit, { filled: { typed, problem: problemOf(refusal, typed, event) }, status: refusal.status })
  },
}

/** After an address that is registered already: who owns it finds the rest in the mail, and nobody else learns more. */
export const alreadyPage: Page = {
  method: 'GET',
  path: '/e/:slug/already',
  show: async (visit) => {
    const { data: event } = await need<OpenEvent>(visit.api, eventPathOf(visit.params.slug))
    return {
      title: 'Check your e-mail',
      hue: hueOf(event.calendarSlug),
      headers: { 'X-Robots-Tag': 'noindex' },
      body: (
        <Frame whose={{ name: event.title, href: `/e/${event.slug}` }}>
          <main id="main" class="page narrow center">
            <h1>Check your e-mail</h1>
            <p class="lead">
              This address is registered for <Said text={event.title} /> already. We mail its confirmation again, at
              most once an hour; everything else is behind the link in it.
            </p>
            <p>
              <a class="button plain" href={`/e/${event.slug}`}>
                Back to the event
              </a>
            </p>
          </main>
        </Frame>
      ),
    }
  },
}
