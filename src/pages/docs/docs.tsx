import type { HtmlPage } from '../page.ts'

/** The frame and what is read first; what stands below is drawn from the document that programs read. */
export const docsPage: HtmlPage = {
  method: 'GET',
  path: '/docs',
  show: ({ config }) => ({
    title: 'Reference · Event Calendar',
    description: 'Every operation of the Event Calendar API, with quick starts, examples and a place to try them.',
    scripts: ['docs'],
    style: 'docs',
    body: (
      <>
        <header class="docs-top">
          <a class="brand" href="/">
            Event Calendar
          </a>
          <span class="tag">{config.version}</span>
          <nav class="row" aria-label="Elsewhere">
            <a href="/console">Console</a>
            <a href="/api/v1/openapi.json">OpenAPI</a>
          </nav>
        </header>
        <div class="docs">
          <details class="contents-frame">
            <summary>Contents</summary>
            <nav id="contents" aria-label="Contents"></nav>
          </details>
          <main id="main" data-base-url={config.baseUrl}>
            <h1>Reference</h1>
            <p class="lead">
              One HTTP API for calendars, events, guests, the door, orders and webhooks. Everything below is drawn from
              the contract that programs read.
            </p>
            <noscript>
              <p class="notice warn">
                This page draws itself with JavaScript. Without it, <a href="/assets/operations">every operation</a> is
                in one plain list, and all of each in <a href="/api/v1/openapi.json">the document</a>, which any OpenAPI
                tool reads.
              </p>
            </noscript>
          </main>
        </div>
      </>
    ),
  }),
}
