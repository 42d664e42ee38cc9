import type { Page } from '../page.ts'

/** A frame alone: what stands in it is drawn from the document that programs read. */
export const docsPage: Page = {
  method: 'GET',
  path: '/docs',
  show: ({ config }) => ({
    title: 'Reference · Event Calendar',
    description: 'Every operation of the Event Calendar API, with quick starts, examples and a place to try them.',
    scripts: ['docs'],
    style: 'docs',
    body: (
      <main id="main" class="page" data-version={config.version} data-base-url={config.baseUrl}>
        <h1>Reference</h1>
        <noscript>
          <p class="notice warn">
            This page draws itself with JavaScript from <a href="/api/v1/openapi.json">the document</a>, which any
            OpenAPI tool reads too.
          </p>
        </noscript>
      </main>
    ),
  }),
}
