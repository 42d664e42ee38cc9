import { inLanguage } from '../../presentation/event.ts'
import { registrationState, stateOf } from '../../presentation/state.ts'
import { need, type PublicCalendar, type PublicEvent } from '../asking.ts'
import { StandingNotice } from '../event/card.tsx'
import { accentOf, Side, Title, whoseOf } from '../event/show-event.tsx'
import { TicketList } from '../event/tickets.tsx'
import type { HtmlPage } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { Prose } from '../parts/prose.tsx'
import { hrefFor, readerLanguageOf } from '../reading.ts'

/**
 * The event page of a draft, which the workspace shows in a sandboxed frame. Sends the request on to the preview
 * operation, which checks the session, the role, the rate and the size of the body, and stores nothing. The page has no
 * scripts, so it shows the tickets as the script would, with the form folded behind the button.
 */
export const previewPage: HtmlPage = {
  method: 'POST',
  path: '/console/preview',
  show: async (visit) => {
    const { request, api, url, now } = visit
    const id = url.searchParams.get('event')
    const answer = await api(id === null ? '/events/preview' : `/events/${encodeURIComponent(id)}/preview`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        Authorization: request.headers.get('Authorization') ?? '',
      },
      body: request.body,
    })
    if (!answer.ok) return answer
    const { data: found } = await answer.json<{ data: PublicEvent }>()
    const { data: calendar } = await need<PublicCalendar>(api, `/calendars/${found.calendarSlug}`)
    const reading = readerLanguageOf(visit, calendar.locale)
    const event = inLanguage(found, reading.language.locale)
    const around = { event, calendar, reading }
    const standing = registrationState(event, now, reading.language)
    return {
      title: event.title,
      ...reading,
      hue: accentOf(event, calendar),
      style: 'event',
      headers: { 'Cache-Control': 'no-store', 'X-Robots-Tag': 'noindex' },
      body: (
        <Frame whose={whoseOf(calendar, hrefFor(reading))} path={`/e/${event.slug}`} reading={reading}>
          <main id="main" class={event.status === 'CANCELLED' ? 'page happening off' : 'page happening'}>
            <Side around={around} />
            <Title around={around} />
            <section class="card passes" id="register" aria-label={reading.language.words.event.glance}>
              <StandingNotice standing={standing} isFew={stateOf(event) === 'few'} />
              <div class="part">
                <TicketList event={event} language={reading.language} />
              </div>
              {standing.action !== null && (
                <div class="part go">
                  <a class="button" href="#register">
                    {standing.action}
                  </a>
                </div>
              )}
            </section>
            {event.description !== null && (
              <section class="about">
                <h2>{reading.language.words.event.about}</h2>
                <Prose text={event.description} />
              </section>
            )}
          </main>
        </Frame>
      ),
    }
  },
}
