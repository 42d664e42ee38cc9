import type { Config } from '../../deps.ts'
import { languageOf, type Language } from '../../words/words.ts'
import type { HtmlPage } from '../page.ts'
import { LanguageSwitch } from '../parts/languages.tsx'
import { preferredLanguage } from '../reading.ts'

/** Links to every part of the running service. Shown only if `environment` is `local`. */
const Here = ({ config }: { config: Config }) => (
  <main id="main" class="page">
    <p class="eyebrow">Running on this machine</p>
    <h1>Event Calendar</h1>
    <p class="lead">Event pages, registration, check-in and an API.</p>
    <p class="row ways">
      <a class="button" href="/docs">
        API reference
      </a>
      <a class="button plain" href="/console">
        Console
      </a>
      <a class="button plain" href="/api/v1/openapi.json">
        OpenAPI document
      </a>
    </p>
    <div id="local" data-base-url={config.baseUrl} data-issuer={config.signIn?.issuer}>
      <noscript>
        <p class="notice">Turn on JavaScript to list the demo data here.</p>
      </noscript>
    </div>
  </main>
)

/** Examples of generated posters, by the name in their URL. */
const POSTERS = ['moon-262-n-20261212-5f1c-4.5', 'groove-34-d-20260620-a3-6.3.4', 'quay-196-d-20260905-7e1-5.8']

const ForAll = ({ version, language }: { version: string; language: Language }) => {
  const { home } = language.words
  const reasons = [
    [home.pages, home.pagesText],
    [home.guests, home.guestsText],
    [home.door, home.doorText],
    [home.api, home.apiText],
  ]
  return (
    <>
      <header class="bar">
        <span class="whose">
          <img src="/assets/icon.svg" alt="" width="28" height="28" />
          <bdi>Event Calendar</bdi>
        </span>
        <LanguageSwitch path="/" reading={{ language, ownLocale: null }} />
      </header>
      <main id="main" class="page for-all">
        <div class="hero">
          <div>
            <h1>{home.title}</h1>
            <p class="lead">{home.lead}</p>
            <p class="row ways">
              <a class="button" href="/console">
                {home.start}
              </a>
              <a class="button plain" href="/docs">
                {home.developers}
              </a>
            </p>
          </div>
          <p class="fan">
            {POSTERS.map((name) => (
              <img src={`/posters/${name}.svg`} alt="" width="400" height="400" />
            ))}
          </p>
        </div>
        <ul class="reasons">
          {reasons.map(([title, text]) => (
            <li>
              <h2>{title}</h2>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </main>
      <footer class="foot">
        <p class="quiet">
          <bdi dir="ltr">Event Calendar {version}</bdi>
        </p>
      </footer>
    </>
  )
}

export const homePage: HtmlPage = {
  method: 'GET',
  path: '/',
  show: ({ config, request }) => {
    const isLocal = config.environment === 'local'
    const language = isLocal ? languageOf('en') : preferredLanguage(request)
    return {
      title: isLocal ? 'Event Calendar' : `Event Calendar · ${language.words.home.title}`,
      description: language.words.home.lead,
      language,
      scripts: isLocal ? ['home'] : [],
      style: 'home',
      body: isLocal ? <Here config={config} /> : <ForAll version={config.version} language={language} />,
    }
  },
}
