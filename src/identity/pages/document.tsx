import type { Child } from 'hono/jsx'
import type { Locale } from '../../kernel/vocabulary.ts'
import type { SignInWords } from '../words/en.ts'
import { signInWords } from '../words/words.ts'

interface Shown {
  locale: Locale
  title: string
  status?: number
  body: (words: SignInWords) => Child
}

/** Renders a page of the sign-in, with the stylesheet and script that the main Worker serves. */
export const signInDocument = async ({ locale, title, status = 200, body }: Shown) => {
  const words = signInWords(locale)
  const document = (
    <html lang={locale} dir={locale === 'ar' ? 'rtl' : 'ltr'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{title}</title>
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href="/assets/sign-in.css" />
        <link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin="" />
        <script type="module" src="/assets/sign-in.js"></script>
      </head>
      <body>
        <a class="skip" href="#main">
          {words.skip}
        </a>
        <main id="main" class="page narrow stack">
          <img class="mark" src="/assets/icon.svg" alt="" width="40" height="40" />
          {body(words)}
        </main>
      </body>
    </html>
  )
  // A node with an async component stringifies to a promise.
  const html = await (document as unknown as { toString(): string | Promise<string> }).toString()
  return new Response(`<!doctype html>${html}`, { status, headers: { 'Content-Type': 'text/html; charset=utf-8' } })
}

export const FaultNote = ({ text }: { text: string | null }) =>
  text === null ? null : (
    <p class="notice bad" role="alert">
      {text}
    </p>
  )

export const messagePage = (locale: Locale, status: number, title: keyof SignInWords, text: string | null) => {
  const words = signInWords(locale)
  return signInDocument({
    locale,
    status,
    title: String(words[title]),
    body: () => (
      <>
        <h1>{String(words[title])}</h1>
        {text !== null && <p class="lead">{text}</p>}
        <a class="button" href="/console">
          {words.openWorkspace}
        </a>
      </>
    ),
  })
}
