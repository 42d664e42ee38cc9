import type { Page } from '../page.ts'
import { SignInData, signInOrigins } from '../sign-in.tsx'

export const consolePage: Page = {
  method: 'GET',
  path: '/console',
  show: ({ config }) => ({
    title: 'Console · Event Calendar',
    description: 'API keys, webhooks, feeds, members and exports of your calendars.',
    scripts: ['console'],
    connects: signInOrigins(config),
    head: <meta name="robots" content="noindex" />,
    body: (
      <>
        <main id="main" class="page">
          <noscript>
            <p class="notice warn">The console needs JavaScript. The API does everything it does, without.</p>
          </noscript>
        </main>
        <SignInData config={config} />
      </>
    ),
  }),
}
