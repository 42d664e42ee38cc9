import type { Page } from '../page.ts'

export const homePage: Page = {
  method: 'GET',
  path: '/',
  show: ({ config }) => ({
    title: 'Event Calendar',
    description: 'Public calendars and events, guests, check-in and signed webhooks.',
    scripts: ['home'],
    body: (
      <main id="main" class="page narrow">
        <p class="eyebrow">Version {config.version}</p>
        <h1>Event Calendar</h1>
        <p class="lead">Calendars that websites embed and agenda apps subscribe to.</p>
        <p>
          <a class="button" href="/api/v1/openapi.json">
            The API's document
          </a>
        </p>
      </main>
    ),
  }),
}
