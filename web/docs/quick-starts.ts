import agenda from '../../examples/quick-starts/agenda.sh' with { type: 'text' }
import cms from '../../examples/quick-starts/cms.sh' with { type: 'text' }
import erp from '../../examples/quick-starts/erp.mjs' with { type: 'text' }
import kiosk from '../../examples/quick-starts/kiosk.mjs' with { type: 'text' }
import receiver from '../../examples/quick-starts/receiver.mjs' with { type: 'text' }
import website from '../../examples/quick-starts/website.html' with { type: 'text' }
import { element } from '../shared/element.ts'
import { codeBlock, prose, type Language } from './highlight.ts'
import { knownValue } from './reader.ts'
import { tabs } from './tabs.ts'

interface QuickStart {
  id: string
  name: string
  title: string
  words: string
  code: string
  language: Language
  next: string
  needs: string
}

const QUICK_STARTS: readonly QuickStart[] = [
  {
    id: 'quick-website',
    name: 'Website',
    title: 'Your events on your own page',
    words:
      'Paste this where the list should stand. It grows with its content and takes `data-theme`, `data-accent`, `data-locale`, `data-tz`, `data-limit`, `data-tag`, `data-compact` and `data-title`.',
    code: website,
    language: 'markup',
    next: 'For a widget of your own, `GET /calendars/{slug}/embed.json` answers the same list as data, to any origin.',
    needs: 'A public calendar on Plus. No credential.',
  },
  {
    id: 'quick-agenda',
    name: 'Agenda app',
    title: 'A calendar that people subscribe to',
    words:
      'Give this address to any agenda app; with `webcal://` in place of `https://` most open by themselves. Cancelled and moved events follow.',
    code: agenda,
    language: 'shell',
    next: 'A private calendar has the same address with `?token=…`, which the owner makes with `POST /calendars/{slug}/feed-token`.',
    needs: 'A calendar on Plus. No credential for a public one.',
  },
  {
    id: 'quick-cms',
    name: 'CMS',
    title: 'Publish an event from your CMS',
    words:
      'The `Idempotency-Key` makes a repetition answer what the first try made, so a retry never publishes twice. A time without an offset is meant in `timezone`.',
    code: cms,
    language: 'shell',
    next: 'The answer holds `id`, `slug` and `url`; `PATCH /v1/events/{eventId}` changes it later.',
    needs: 'An API key with `events:write` on a Pro calendar.',
  },
  {
    id: 'quick-erp',
    name: 'ERP',
    title: 'Orders since the last run',
    words:
      'Asks for what changed since a moment, page by page. Amounts are integers in the smallest unit of their currency.',
    code: erp,
    language: 'script',
    next: 'Keep the time at which a run began and pass it as the next `updatedSince`: an order may come twice, none is missed.',
    needs: 'An API key with `billing:read`.',
  },
  {
    id: 'quick-kiosk',
    name: 'Kiosk',
    title: 'Scan, look, admit, watch',
    words:
      'Look the code up to show who it is, then check in. The display is told of every admission, whoever makes it.',
    code: kiosk,
    language: 'script',
    next: 'A second scan is refused with 409 and says when and where the first one was. A door without network takes `GET …/checkins/manifest` along and sends `POST …/checkins/batch` later.',
    needs: 'An API key with `checkins:read` and `checkins:write`.',
  },
  {
    id: 'quick-webhooks',
    name: 'Webhook receiver',
    title: 'Hear of every registration',
    words:
      'Checks the signature over the bytes as they came, answers at once, and ignores what it has seen. This is the form of a calendar’s webhook.',
    code: receiver,
    language: 'script',
    next: 'Anything but 2xx within 10 seconds is tried again after 1, 5 and 30 minutes, with the same `id`; 410 switches the webhook off.',
    needs: 'A calendar on Plus, and the secret that its webhook was created with.',
  },
]

const filledIn = (code: string, baseUrl: string) => {
  const calendar = knownValue('slug')
  const named = code.replaceAll('$BASE_URL', baseUrl)
  return (calendar === '' ? named : named.replaceAll('$CALENDAR', calendar)).trimEnd()
}

const panel = ({ title, words, code, language, next, needs }: QuickStart, baseUrl: string) => {
  const text = filledIn(code, baseUrl)
  return element(
    'div',
    { class: 'quick card' },
    element(
      'div',
      { class: 'stack' },
      element('h3', {}, title),
      element('p', {}, ...prose(words)),
      element('p', { class: 'quiet' }, ...prose(needs)),
    ),
    codeBlock(text, language),
    element('p', { class: 'quiet then' }, ...prose(next)),
  )
}

/** Each is drawn when it is first looked at. */
export const quickStarts = (baseUrl: string) => {
  const panels = QUICK_STARTS.map(() => element('div'))
  return tabs(
    'Quick starts',
    QUICK_STARTS.map(({ id, name }, index) => ({ id, name, panel: panels[index] as HTMLElement })),
    (index) => {
      const [place, quick] = [panels[index], QUICK_STARTS[index]]
      if (place?.childElementCount === 0 && quick !== undefined) place.append(panel(quick, baseUrl))
    },
  )
}
