import { copyable } from '../../shared/copying.ts'
import { element } from '../../shared/element.ts'
import { planCovers, type Section } from './scene.ts'

const CHAPTERS = [
  {
    anchor: '',
    title: 'The reference',
    text: 'Every operation, with requests you can run, filled in with this calendar.',
  },
  {
    anchor: 'quick-starts',
    title: 'Quick starts',
    text: 'From an embedded list to a verified webhook, in a few lines each.',
  },
  { anchor: 'webhooks', title: 'Webhooks', text: 'What each of the six types carries, and the headers of both forms.' },
]

export const referenceSection: Section = {
  id: 'reference',
  title: 'Reference',
  lead: 'How to speak with this calendar from a program.',
  role: 'STAFF',
  plan: 'PLUS',
  open: ({ place, calendar }) => {
    const base = `${location.origin}/api`
    const isPro = planCovers(calendar.plan, 'PRO')
    const example = isPro
      ? `curl -s ${base}/v1/calendars/${calendar.slug}/events -H "x-svc-api-key: $KEY"`
      : `curl -s ${base}/calendars/${calendar.slug}/events`
    place.replaceChildren(
      element(
        'section',
        { class: 'card stack' },
        element('h2', {}, 'Base URL'),
        copyable(base, 'the base URL'),
        element(
          'p',
          {},
          isPro ? 'The events of this calendar, with a key of yours:' : 'The public events of this calendar:',
        ),
        copyable(example, 'the command'),
      ),
      element(
        'ul',
        { class: 'chapters' },
        CHAPTERS.map(({ anchor, title, text }) => {
          const hash = anchor === '' ? '' : `#${anchor}`
          return element(
            'li',
            { class: 'card' },
            element(
              'h2',
              {},
              element('a', { href: `/docs?calendar=${encodeURIComponent(calendar.slug)}${hash}` }, title),
            ),
            element('p', { class: 'quiet' }, text),
          )
        }),
        element(
          'li',
          { class: 'card' },
          element('h2', {}, element('a', { href: '/api/v1/openapi.json' }, 'OpenAPI 3.1')),
          element('p', { class: 'quiet' }, 'The machine-readable contract, for generators and linters.'),
        ),
      ),
    )
  },
}
