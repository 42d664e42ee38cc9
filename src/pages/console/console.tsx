import type { HtmlPage } from '../page.ts'
import { SignInData, signInOrigins } from '../sign-in.tsx'

export const consolePage: HtmlPage = {
  method: 'GET',
  path: '/console',
  show: ({ config }) => ({
    title: 'Workspace',
    description:
      'Calendars, events, guests, orders, messages, check-in and statistics. API keys and webhooks for developers.',
    scripts: ['console'],
    style: 'console',
    connects: signInOrigins(config),
    head: <meta name="robots" content="noindex" />,
    body: (
      <>
        <div id="console" data-has-connect={String(config.hasConnect)}>
          <noscript>
            <main class="page narrow">
              <p class="notice warn">The workspace needs JavaScript. The API does everything the workspace does.</p>
            </main>
          </noscript>
        </div>
        <SignInData config={config} />
      </>
    ),
  }),
}
