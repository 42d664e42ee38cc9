import type { Failure } from '../../kernel/failure.ts'
import type { Language } from '../../words/words.ts'
import type { Shown } from '../page.ts'
import { preferredLanguage } from '../reading.ts'

/**
 * Every dead link to a guest's page gets the same message, whether it was replaced, erased or made up. The message
 * therefore reveals nothing about a registration.
 */
const isGuestLink = ({ url }: Request) => new URL(url).pathname.startsWith('/r/')

const messageOf = (
  failure: Failure | null,
  status: number,
  request: Request,
  { words: { refusal: words } }: Language,
) => {
  switch (status) {
    case 404:
      return isGuestLink(request)
        ? { title: words.guestLink, text: words.guestLinkText }
        : { title: words.notFound, text: words.notFoundText }
    case 405:
      return { title: words.wrongMethod, text: words.wrongMethodText }
    case 410:
      return { title: words.gone, text: words.goneText }
    case 429:
      return { title: words.tooMany, text: words.tooManyText }
    case 503:
      return { title: words.unavailable, text: words.unavailableText }
    default:
      return failure === null
        ? { title: words.broken, text: words.brokenText }
        : { title: words.other, text: words.otherText }
  }
}

/** Renders an error in the language of `Accept-Language`, which is possible because the page is never cached. */
export const refusalPage = (
  failure: Failure | null,
  status: number,
  { requestId, request }: { requestId: string; request: Request },
): Shown => {
  const language = preferredLanguage(request)
  const { title, text } = messageOf(failure, status, request, language)
  const { refusal: words } = language.words
  return {
    status,
    title,
    language,
    body: (
      <main id="main" class="page narrow center stack">
        {!(status === 404 && isGuestLink(request)) && <p class="eyebrow">{status}</p>}
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        {status >= 500 && (
          <p class="quiet">
            {words.number} <code>{requestId}</code>
          </p>
        )}
        <p>
          <a class="button" href="/">
            {words.toStart}
          </a>
        </p>
      </main>
    ),
    headers: {
      'Cache-Control': 'no-store',
      'X-Robots-Tag': 'noindex',
      ...(failure?.extras.retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(failure.extras.retryAfterSeconds))),
      }),
    },
  }
}
