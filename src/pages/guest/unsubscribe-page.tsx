import type { Child } from 'hono/jsx'
import { isForPeople } from '../../operation/for-people.ts'
import { hueOf } from '../../presentation/accent.ts'
import { Said } from '../../presentation/markup.tsx'
import type { Words } from '../../words/words.ts'
import { need, type UnsubscribeState } from '../asking.ts'
import { pathOf } from '../links.ts'
import type { HtmlPage, Shown, Visit } from '../page.ts'
import { Frame } from '../parts/frame.tsx'
import { GAP, Sentence } from '../parts/sentence.tsx'
import { hrefFor, readerLanguageOf } from '../reading.ts'

const apiPathOf = ({ params }: Visit) => `/public/unsubscribe/${encodeURIComponent(params.token ?? '')}`

/** Renders the page in the language of the emails. The URL is a secret, so the page is not cached or indexed. */
const shown = (
  visit: Visit,
  { calendar, locale }: UnsubscribeState,
  write: (words: Words) => { title: string; text: string; act?: Child },
): Shown => {
  const reading = readerLanguageOf(visit, locale)
  const { title, text, act } = write(reading.language.words)
  const whose = { ...calendar, href: calendar.url === null ? null : hrefFor(reading)(pathOf(calendar.url)) }
  return {
    title,
    ...reading,
    hue: calendar.accent ?? hueOf(calendar.slug),
    scripts: ['event'],
    style: 'event',
    head: <meta name="robots" content="noindex" />,
    headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
    body: (
      <Frame whose={whose} path={visit.url.pathname} reading={reading}>
        <main id="main" class="page narrow center stack">
          <h1>{title}</h1>
          <p class="lead">
            <Sentence text={text}>
              <Said text={calendar.name} />
            </Sentence>
          </p>
          {act}
        </main>
      </Frame>
    ),
  }
}

export const askToUnsubscribePage: HtmlPage = {
  method: 'GET',
  path: '/u/:token',
  show: async (visit) => {
    if (!isForPeople(visit.request)) return visit.api(apiPathOf(visit))
    const { data } = await need<UnsubscribeState>(visit.api, apiPathOf(visit))
    return shown(visit, data, ({ unsubscribe: words, mail }) => ({
      title: words.title,
      text: words.text(GAP),
      act: (
        <form method="post">
          <button class="button" type="submit">
            {mail.unsubscribe}
          </button>
        </form>
      ),
    }))
  },
}

export const unsubscribePage: HtmlPage = {
  method: 'POST',
  path: '/u/:token',
  show: async (visit) => {
    const post = { method: 'POST' }
    if (!isForPeople(visit.request)) return visit.api(apiPathOf(visit), post)
    const { data } = await need<UnsubscribeState>(visit.api, apiPathOf(visit), post)
    return shown(visit, data, ({ unsubscribe: words }) => ({ title: words.done, text: words.doneText(GAP) }))
  },
}
