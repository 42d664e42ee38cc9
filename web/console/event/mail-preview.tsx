import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import type { EventAnswer, LetterGiven, MailPreviewAnswer, One, SentTestAnswer } from '../../shared/answers.ts'
import { LOCALES } from '../../../src/kernel/vocabulary.ts'
import type { CalendarSession } from '../session.ts'
import { orTell } from '../session.ts'
import { useAsked, useSettled, type Asked } from '../parts/asking.ts'
import { Icon } from '../parts/icon.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { Pick } from '../parts/tools.tsx'
import { localeSpoken } from '../words/loaded.ts'
import { previewWords } from '../words/en/preview.ts'

const PAUSE_MS = 350
const STYLES = /<style[^>]*>([\s\S]*?)<\/style>/g

/**
 * Renders an email in a shadow root, where the page's styles don't affect it. The Content Security Policy forbids
 * inline styles in markup, so this sets `style` through the CSSOM and builds `CSSStyleSheet` objects.
 */
const draw = (host: HTMLElement, html: string) => {
  const root = host.shadowRoot ?? host.attachShadow({ mode: 'open' })
  root.adoptedStyleSheets = [...html.matchAll(STYLES)].map(([, text = '']) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(text)
    return sheet
  })
  const plain = html.replaceAll(STYLES, '').replaceAll(' style="', ' data-style="')
  const { body, documentElement } = new DOMParser().parseFromString(plain, 'text/html')
  const page = document.createElement('div')
  page.className = body.className
  page.lang = documentElement.lang
  page.dir = documentElement.dir
  page.dataset['style'] = body.dataset['style'] ?? ''
  page.append(...body.childNodes)
  root.replaceChildren(page)
  for (const element of [page, ...page.querySelectorAll<HTMLElement>('[data-style]')]) {
    element.style.cssText = element.dataset['style'] ?? ''
    delete element.dataset['style']
  }
  for (const link of page.querySelectorAll('a')) {
    link.target = '_blank'
    link.rel = 'noopener'
  }
}

export const Mail = ({ mail }: { mail: Pick<MailPreviewAnswer, 'subject' | 'html'> }) => {
  const ref = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    if (ref.current !== null) draw(ref.current, mail.html)
  }, [mail.html])
  return (
    <article class="mail" aria-label={previewWords().email.label(mail.subject)}>
      <header>
        <b>
          <bdi>{mail.subject}</bdi>
        </b>
      </header>
      <div ref={ref} />
    </article>
  )
}

export interface Previewed {
  asked: Asked<MailPreviewAnswer>
  /** Whether the preview is up to date with the form. */
  isCurrent: boolean
  letter: LetterGiven
  locale: string
  setLocale: (locale: string) => void
}

/** Loads the rendered email and the number of recipients `PAUSE_MS` (350 ms) after the last change. */
export const usePreview = (
  { api }: Pick<CalendarSession, 'api'>,
  { id }: Pick<EventAnswer, 'id'>,
  letter: LetterGiven,
): Previewed => {
  const [locale, setLocale] = useState('')
  const given = JSON.stringify({ ...letter, ...(locale === '' ? {} : { locale }) })
  const settled = useSettled(given, PAUSE_MS)
  const asked = useAsked(
    async () => (await api.post<One<MailPreviewAnswer>>(`/events/${id}/messages/preview`, JSON.parse(settled))).data,
    [id, settled],
  )
  return { asked, isCurrent: settled === given && !asked.isUnderWay && asked.error === null, letter, locale, setLocale }
}

/** The email as a guest would see it in the chosen language, with a button to send a test to oneself. */
export const MailPreview = ({
  session,
  event,
  preview: { asked, letter, locale, setLocale },
}: {
  session: CalendarSession
  event: EventAnswer
  preview: Previewed
}) => {
  const words = previewWords().email
  const languages = new Intl.DisplayNames([localeSpoken()], { type: 'language' })
  const test = () =>
    void orTell(session, async () => {
      const { data } = await session.api.post<One<SentTestAnswer>>(`/events/${event.id}/messages/test`, {
        ...letter,
        ...(locale === '' ? {} : { locale }),
      })
      session.toast(words.sendingTest(data.recipient))
    })
  return (
    <aside class="mail-side" aria-label={words.title}>
      <header class="spread">
        <h3 class="h3">{words.title}</h3>
        <span class="row">
          <Pick
            label={words.guestLanguage}
            value={locale}
            set={setLocale}
            options={LOCALES.map((value) => ({ value, label: languages.of(value) ?? value }))}
          />
          <button type="button" class="button plain" onClick={test}>
            <Icon name="send" /> {words.sendTest}
          </button>
        </span>
      </header>
      <Shown asked={asked} rows={8} draw={(mail) => <Mail mail={mail} />} />
    </aside>
  )
}
