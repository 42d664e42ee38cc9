import type { Failure } from '../../kernel/failure.ts'
import type { Shown } from '../page.ts'

interface Saying {
  title: string
  text: string
}

const SAYINGS: Record<number, Saying> = {
  404: { title: 'There is nothing here', text: 'The address may be mistyped, or what it showed is no longer public.' },
  405: { title: 'This page cannot do that', text: 'Go back and try it from the page before.' },
  410: { title: 'This link has ended', text: 'Ask whoever sent it for a new one.' },
  429: { title: 'That was a lot at once', text: 'Wait a minute, then try again.' },
  503: {
    title: 'Back in a moment',
    text: 'A part of the service does not answer just now. Nothing is lost; try again.',
  },
}

const BROKEN: Saying = {
  title: 'Something went wrong on our side',
  text: 'It has been noted. If it happens again, tell us the number below.',
}

export const refusalPage = (failure: Failure | null, status: number, requestId: string): Shown => {
  const { title, text } =
    SAYINGS[status] ?? (failure === null ? BROKEN : { title: 'That did not work', text: failure.message })
  return {
    status,
    title,
    body: (
      <main id="main" class="page narrow center stack">
        <p class="eyebrow">{status}</p>
        <h1>{title}</h1>
        <p class="lead">{text}</p>
        {status >= 500 && (
          <p class="quiet">
            Number <code>{requestId}</code>
          </p>
        )}
        <p>
          <a class="button" href="/">
            To the start
          </a>
        </p>
      </main>
    ),
    headers: {
      'X-Robots-Tag': 'noindex',
      ...(failure?.extras.retryAfterSeconds !== undefined && {
        'Retry-After': String(Math.max(1, Math.ceil(failure.extras.retryAfterSeconds))),
      }),
    },
  }
}
