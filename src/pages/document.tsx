import type { Shown } from './page.ts'

/** The document around every page. */
export const Document = ({ shown }: { shown: Shown }) => (
  <html lang="en" class={shown.hue === undefined ? '' : `hue-${shown.hue}`}>
    <head>
      <meta charset="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover" />
      <meta name="color-scheme" content="light dark" />
      <title>{shown.title}</title>
      {shown.description !== undefined && <meta name="description" content={shown.description} />}
      <link rel="icon" href="/assets/icon.svg" type="image/svg+xml" />
      <link rel="stylesheet" href="/assets/style.css" />
      {shown.styles?.map((name) => (
        <link rel="stylesheet" href={`/assets/${name}.css`} />
      ))}
      {shown.scripts?.map((name) => (
        <script type="module" src={`/assets/${name}.js`}></script>
      ))}
      {shown.head}
    </head>
    <body>
      <a class="skip" href="#main">
        Skip to the content
      </a>
      {shown.body}
    </body>
  </html>
)
