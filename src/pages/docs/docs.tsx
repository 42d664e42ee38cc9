import type { Page } from '../page.ts'

const Section = ({ id, title, place, lead }: { id: string; title: string; place: string; lead: string }) => (
  <section id={id} class="stack chapter">
    <h2>{title}</h2>
    <p class="quiet">{lead}</p>
    <div data-place={place}></div>
  </section>
)

/** The frame; what stands in it is drawn from the document that programs read. */
export const docsPage: Page = {
  method: 'GET',
  path: '/docs',
  show: ({ config }) => ({
    title: 'Reference · Event Calendar',
    description: 'Every operation of the Event Calendar API, with quick starts, examples and a place to try them.',
    scripts: ['docs'],
    styles: ['docs'],
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
            <nav id="contents" aria-label="Contents">
              <ul role="list">
                <li>
                  <a href="#quick-starts">Quick starts</a>
                </li>
                <li>
                  <a href="#credentials">Credentials</a>
                </li>
                <li>
                  <a href="#answers">Answers and refusals</a>
                </li>
                <li>
                  <a href="#operations">Operations</a>
                  <ul role="list" data-groups></ul>
                </li>
                <li>
                  <a href="#webhooks">Webhooks</a>
                </li>
                <li>
                  <a href="#migration">Migration</a>
                </li>
                <li>
                  <a href="#schemas">Schemas</a>
                </li>
              </ul>
            </nav>
          </details>
          <main id="main">
            <h1>Reference</h1>
            <p class="lead">
              One HTTP API for calendars, events, guests, the door, orders and webhooks. Everything below is drawn from
              the contract that programs read.
            </p>
            <noscript>
              <p class="notice warn">
                This page draws itself with JavaScript from <a href="/api/v1/openapi.json">the document</a>, which any
                OpenAPI tool reads too.
              </p>
            </noscript>
            <p class="base">
              <span class="quiet">Base URL</span> <code id="base-url">{config.baseUrl}</code>
              <button type="button" class="copy" data-copies="base-url" hidden>
                Copy
              </button>
            </p>
            <Section id="quick-starts" title="Quick starts" place="quick-starts" lead="Six readers, six ways in." />
            <section id="credentials" class="stack chapter">
              <h2>Credentials</h2>
              <dl class="told-facts">
                <div>
                  <dt>API key</dt>
                  <dd>
                    <code>x-svc-api-key</code> on paths under <code>/v1</code>, from a server, on Pro. A key belongs to
                    one calendar and can do what its scopes say.
                  </dd>
                </div>
                <div>
                  <dt>Bearer token</dt>
                  <dd>
                    <code>Authorization: Bearer …</code> on unversioned paths, for signed-in people with a role in the
                    calendar: STAFF, MANAGER, OWNER.
                  </dd>
                </div>
                <div>
                  <dt>None</dt>
                  <dd>Public calendars, events, feeds and registration; credentials are ignored there.</dd>
                </div>
              </dl>
            </section>
            <section id="answers" class="stack chapter">
              <h2>Answers and refusals</h2>
              <dl class="told-facts">
                <div>
                  <dt>Answers</dt>
                  <dd>
                    <code>{'{data, message?}'}</code>; lists add <code>meta</code> under <code>/v1</code>, and the same
                    four numbers at the root elsewhere.
                  </dd>
                </div>
                <div>
                  <dt>Refusals</dt>
                  <dd>
                    <code>{'{statusCode, message, errors, code, requestId}'}</code>. <code>code</code> is for programs
                    and stable; <code>errors</code> names fields.
                  </dd>
                </div>
                <div>
                  <dt>Retries</dt>
                  <dd>
                    <code>Idempotency-Key</code> on a POST makes a repetition within 24 hours answer what the first one
                    did. 429 and 503 carry <code>Retry-After</code>.
                  </dd>
                </div>
                <div>
                  <dt>Status</dt>
                  <dd>
                    <span class="tag good">live</span> deployed as written, <span class="tag warn">divergent</span> also
                    at an older path or in an older shape, <span class="tag accent">preview</span> may still change,{' '}
                    <span class="tag">planned</span> announced.
                  </dd>
                </div>
              </dl>
            </section>
            <Section
              id="operations"
              title="Operations"
              place="operations"
              lead="Each with every address it has, what it takes and answers, code to copy, and a form that calls this very service."
            />
            <Section
              id="webhooks"
              title="Webhooks"
              place="webhooks"
              lead="What is posted to your address, by type. Each delivery is signed."
            />
            <Section
              id="migration"
              title="Migration"
              place="migration"
              lead="Which versioned path replaces which unversioned one."
            />
            <Section id="schemas" title="Schemas" place="schemas" lead="The shapes that operations share." />
          </main>
        </div>
      </>
    ),
  }),
}
