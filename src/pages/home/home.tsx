import type { Page } from '../page.ts'

/** A stranger is told what this is; whoever runs it on their own machine gets a way to everything in it. */
export const homePage: Page = {
  method: 'GET',
  path: '/',
  show: ({ config }) => {
    const isLocal = config.environment === 'local'
    return {
      title: 'Event Calendar',
      description: 'Public calendars and events, guests, check-in and signed webhooks.',
      scripts: isLocal ? ['home'] : [],
      styles: ['home'],
      body: (
        <main id="main" class={isLocal ? 'page' : 'page narrow'}>
          <p class="eyebrow">
            {isLocal ? 'Running on this machine' : 'Version'} {isLocal ? '' : config.version}
          </p>
          <h1>Event Calendar</h1>
          <p class="lead">
            Calendars that websites embed and agenda apps subscribe to; guests, the door and webhooks that lose nothing.
          </p>
          <p class="row ways">
            <a class="button" href="/docs">
              Reference
            </a>
            <a class="button plain" href="/console">
              Console
            </a>
            <a class="button plain" href="/api/v1/openapi.json">
              OpenAPI document
            </a>
          </p>
          {isLocal && (
            <div id="local" data-base-url={config.baseUrl} data-issuer={config.signIn?.issuer}>
              <noscript>
                <p class="notice">With JavaScript, the demo data is listed here.</p>
              </noscript>
            </div>
          )}
        </main>
      ),
    }
  },
}
