import type { Words } from '../../words/words.ts'
import { ask, type Refusal } from '../asking.ts'
import { isForPeople } from '../../operation/for-people.ts'
import { pathOf } from '../links.ts'
import type { HtmlPage, Shown, Visit } from '../page.ts'
import { preferredLanguage } from '../reading.ts'
import { seeOther } from './event-page.tsx'
import { problemOf } from './form.ts'

const apiPathOf = ({ params }: Visit) => `/public/verifications/${encodeURIComponent(params.token ?? '')}`

/** The URL is a secret, so the page is not cached or indexed. Its `lang` is the language of the email. */
const uncached = ({ request }: Visit, shown: Pick<Shown, 'status' | 'title' | 'body'>): Shown => ({
  ...shown,
  language: preferredLanguage(request),
  head: <meta name="robots" content="noindex" />,
  headers: { 'Cache-Control': 'private, no-store', 'X-Robots-Tag': 'noindex' },
})

const NO_QUESTIONS = { registrationQuestions: [], tickets: [] }

const reasonOf = (refusal: Refusal, words: Words) => {
  if (refusal.status === 404) return { title: words.refusal.gone, text: words.confirm.ended }
  const { text, faults } = problemOf(refusal, new URLSearchParams(), NO_QUESTIONS, words)
  return { title: words.confirm.refused, text: faults.couponCode ?? text }
}

/** Email providers' link scanners open this URL too, so only the POST registers the guest. */
export const askToConfirmPage: HtmlPage = {
  method: 'GET',
  path: '/v/:token',
  show: (visit) => {
    const { confirm: words } = preferredLanguage(visit.request).words
    return uncached(visit, {
      title: words.heading,
      body: (
        <main id="main" class="page narrow center stack">
          <h1>{words.heading}</h1>
          <p class="lead">{words.press}</p>
          <form method="post">
            <button class="button" type="submit">
              {words.button}
            </button>
          </form>
          <p class="quiet">{words.notYou}</p>
        </main>
      ),
    })
  },
}

export const verifyPage: HtmlPage = {
  method: 'POST',
  path: '/v/:token',
  show: async (visit) => {
    const path = apiPathOf(visit)
    if (!isForPeople(visit.request)) return visit.api(path, { method: 'POST' })
    const answer = await ask<{ manageUrl: string }>(visit.api, path, { method: 'POST' })
    if (answer.ok) return seeOther(pathOf(answer.data.manageUrl))
    const { title, text } = reasonOf(answer.refusal, preferredLanguage(visit.request).words)
    return uncached(visit, {
      status: answer.refusal.status,
      title,
      body: (
        <main id="main" class="page narrow center stack">
          <h1>{title}</h1>
          <p class="lead">{text}</p>
        </main>
      ),
    })
  },
}
