import { languageOf } from '../words/words.ts'
import type { Shown } from './page.ts'

export const Document = ({ shown }: { shown: Shown }) => {
  const language = shown.language ?? languageOf('en')
  return (
    <html
      lang={language.locale}
      dir={language.direction}
      class={shown.hue === undefined ? '' : `hue-${shown.hue}`}
      data-own-language={shown.ownLocale}
    >
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
        <meta name="color-scheme" content="light dark" />
        <title>{shown.title}</title>
        {shown.description !== undefined && <meta name="description" content={shown.description} />}
        <link rel="icon" href="/favicon.ico" sizes="32x32" />
        <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
        <link rel="stylesheet" href={`/assets/${shown.style ?? 'style'}.css`} />
        <link rel="preload" href="/assets/inter.woff2" as="font" type="font/woff2" crossorigin="" />
        {shown.scripts?.map((name) => (
          <script type="module" src={`/assets/${name}.js`}></script>
        ))}
        {shown.head}
      </head>
      <body data-unreached={language.words.frame.unreached}>
        <a class="skip" href="#main">
          {language.words.frame.skip}
        </a>
        {shown.body}
      </body>
    </html>
  )
}
