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
      'Paste this where you want the list. It grows with its content and accepts `data-theme`, `data-accent`, `data-locale`, `data-tz`, `data-limit`, `data-tag`, `data-compact` and `data-title`.',
    code: website,
    language: 'markup',
    next: 'To build your own widget, `GET /calendars/{slug}/embed.json` returns the same list as data, to any origin.',
    needs: 'You need a public calendar on Plus, but no credential.',
  },
  {
    id: 'quick-agenda',
    name: 'Calendar app',
    title: 'A calendar people can subscribe to',
    words:
      'Add this URL to any calendar app. With `webcal://` instead of `https://`, most apps open automatically. Cancelled and moved events update too.',
    code: agenda,
    language: 'shell',
    next: 'A private calendar has the same URL with `?token=…`. The owner creates the token with `POST /calendars/{slug}/feed-token`.',
    needs: 'You need a calendar on Plus. A public one needs no credential.',
  },
  {
    id: 'quick-cms',
    name: 'CMS',
    title: 'Publish an event from your CMS',
    words:
      'With the same `Idempotency-Key`, a retry returns the first response, so it never publishes twice. A time without an offset is in `timezone`.',
    code: cms,
    language: 'shell',
    next: 'The response contains `id`, `slug` and `url`. Use `PATCH /v1/events/{eventId}` to change the event later.',
    needs: 'You need an API key with `events:write` on a Pro calendar.',
  },
  {
    id: 'quick-erp',
    name: 'ERP',
    title: 'Sync orders since the last run',
    words:
      'Reads the orders changed since a given time, page by page. Amounts are integers in the smallest unit of their currency.',
    code: erp,
    language: 'script',
    next: 'Save the time a run started and pass it as the next `updatedSince`. You may get an order twice, but you won’t miss one.',
    needs: 'You need an API key with `billing:read`.',
  },
  {
    id: 'quick-kiosk',
    name: 'Kiosk',
    title: 'Scan, look up, check in, watch',
    words:
      'Look up the code to show the guest, then check them in. The display receives every check-in, from any device.',
    code: kiosk,
    language: 'script',
    next: 'A second scan returns 409 with the time and place of the first. To work offline, load `GET …/checkins/manifest` in advance and send `POST …/checkins/batch` later.',
    needs: 'You need an API key with `checkins:read` and `checkins:write`.',
  },
  {
    id: 'quick-webhooks',
    name: 'Webhook receiver',
    title: 'Receive every registration',
    words:
      'Verifies the signature over the raw bytes, responds immediately and ignores duplicates. The payload is that of a calendar webhook.',
    code: receiver,
    language: 'script',
    next: 'Unless you return 2xx within 10 seconds, we retry after 1, 5 and 30 minutes with the same `id`. A 410 turns the webhook off.',
    needs: 'You need a calendar on Plus and the secret returned when you created its webhook.',
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

/** Draws a panel when its tab is first shown. */
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
