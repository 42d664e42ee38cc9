import { languageOf, type Language } from '../../words/words.ts'
import type { HtmlPage } from '../page.ts'
import { LanguageSwitch } from '../parts/languages.tsx'
import { preferredLanguage } from '../reading.ts'
import { localHome } from './local.tsx'

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
  show: async (visit) => {
    const { config, request } = visit
    const isLocal = config.environment === 'local'
    const language = isLocal ? languageOf('en') : preferredLanguage(request)
    return {
      title: isLocal ? 'Event Calendar' : `Event Calendar · ${language.words.home.title}`,
      description: language.words.home.lead,
      language,
      scripts: isLocal ? ['home'] : [],
      style: 'home',
      body: isLocal ? await localHome(visit) : <ForAll version={config.version} language={language} />,
    }
  },
}
