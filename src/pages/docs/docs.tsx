import type { HtmlPage } from '../page.ts'

/** The page frame and its introduction. `web/docs` renders the rest from the OpenAPI document. */
export const docsPage: HtmlPage = {
  method: 'GET',
  path: '/docs',
  show: ({ config }) => ({
    title: 'API reference · Event Calendar',
    description: 'All operations of the Event Calendar API, with quick starts, examples and a form to try them.',
    scripts: ['docs'],
    style: 'docs',
    body: (
      <>
        <header class="docs-top">
          <a class="brand" href="/">
            <img src="/assets/icon.svg" alt="" width="24" height="24" />
            Event Calendar
          </a>
          <span class="tag">{config.version}</span>
          <nav class="row" aria-label="Elsewhere">
            <a href="/console">Workspace</a>
            <a href="/api/v1/openapi.json">OpenAPI</a>
          </nav>
        </header>
        <div class="docs">
          <details class="contents-frame">
            <summary>Contents</summary>
            <nav id="contents" aria-label="Contents"></nav>
          </details>
          <main id="main" data-base-url={config.baseUrl}>
            <h1>API reference</h1>
            <p class="lead">
              One HTTP API for calendars, events, guests, check-in, orders and webhooks. Generated from the OpenAPI
              document.
            </p>
            <noscript>
              <p class="notice warn">
                This page needs JavaScript. Without it, see the plain list of{' '}
                <a href="/assets/operations">every operation</a>, or open{' '}
                <a href="/api/v1/openapi.json">the OpenAPI document</a> in any OpenAPI tool.
              </p>
            </noscript>
          </main>
        </div>
      </>
    ),
  }),
}
