import type { HtmlPage } from '../page.ts'
import { SignInData, signInOrigins } from '../sign-in.tsx'

/** An empty shell that the service worker caches. `web/kiosk` renders everything in it, online or offline. */
export const kioskPage: HtmlPage = {
  method: 'GET',
  path: '/kiosk',
  show: ({ config }) => ({
    title: 'Kiosk · Event Calendar',
    description: 'Check guests in at the door with any phone.',
    scripts: ['kiosk'],
    style: 'kiosk',
    connects: signInOrigins(config),
    wasm: true,
    headers: { 'Permissions-Policy': 'camera=(self), microphone=(), geolocation=()' },
    head: (
      <>
        <meta name="robots" content="noindex" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#fbfbfc" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#101216" />
        <link rel="manifest" href="/assets/kiosk.webmanifest" />
        <link rel="apple-touch-icon" href="/assets/kiosk-180.png" />
      </>
    ),
    body: (
      <>
        <main id="main" class="kiosk">
          <noscript>
            <p class="notice warn">The kiosk needs JavaScript to read codes.</p>
          </noscript>
        </main>
        <SignInData config={config} />
      </>
    ),
  }),
}
