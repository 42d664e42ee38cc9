import { element } from '../shared/element.ts'
import { copyButton } from '../shared/copying.ts'
import { prose } from './highlight.ts'
import { statusTag } from './operation-view.ts'

type Fact = readonly [name: string, ...words: (string | Node)[]]

const CREDENTIALS: readonly Fact[] = [
  [
    'API key',
    'Send `x-svc-api-key` on paths under `/v1`, from a server, on the Pro plan. A key belongs to one calendar, and its scopes limit it.',
  ],
  [
    'Bearer token',
    'Send `Authorization: Bearer …` on unversioned paths, for signed-in users with a role in the calendar: STAFF, MANAGER or OWNER.',
  ],
  ['None', 'Public calendars, events, feeds and registration. These paths ignore credentials.'],
]

const answers = (): readonly Fact[] => [
  ['Responses', '`{data, message?}`. Lists add `meta` under `/v1`, and the same four numbers at the root elsewhere.'],
  [
    'Errors',
    '`{statusCode, message, errors, code, requestId}`. `code` is stable, so handle errors by it. `errors` names the fields.',
  ],
  [
    'Retries',
    'Send `Idempotency-Key` with a POST: a retry within 24 hours returns the response of the first request. 429 and 503 include `Retry-After`.',
  ],
  [
    'Trial runs',
    'Few writes support `dryRun`; their body lists it. All others return 400 for `dryRun`, `dry_run`, `preview`, `simulate` or the header `Dry-Run`, and change nothing. Other unknown fields are ignored.',
  ],
  [
    'Status',
    statusTag('live'),
    ' works as documented, ',
    statusTag('divergent'),
    ' works, but at a path that another replaces, ',
    statusTag('preview'),
    ' partly available, ',
    statusTag('planned'),
    ' not yet available.',
  ],
]

const factList = (facts: readonly Fact[]) =>
  element(
    'dl',
    { class: 'told-facts' },
    ...facts.map(([name, ...words]) =>
      element(
        'div',
        {},
        element('dt', {}, name),
        element('dd', {}, ...words.flatMap((word) => (typeof word === 'string' ? prose(word) : [word]))),
      ),
    ),
  )

const place = () => element('div', { class: 'drawn' })

const chapter = (id: string, title: string, lead: string, content: HTMLElement) =>
  element(
    'section',
    { id, class: 'stack chapter' },
    element('h2', {}, title),
    lead !== '' && element('p', { class: 'quiet' }, lead),
    content,
  )

const CHAPTERS: readonly [string, string][] = [
  ['quick-starts', 'Quick starts'],
  ['credentials', 'Credentials'],
  ['answers', 'Responses and errors'],
  ['operations', 'Operations'],
  ['webhooks', 'Webhooks'],
  ['migration', 'Migration'],
  ['schemas', 'Schemas'],
]

const contents = () =>
  element(
    'ul',
    { role: 'list' },
    ...CHAPTERS.map(([id, name]) =>
      element(
        'li',
        {},
        element('a', { href: `#${id}` }, name),
        id === 'operations' && element('ul', { role: 'list', 'data-groups': true }),
      ),
    ),
  )

/** Draws the page below its introduction. Returns the container of each part. */
export const drawFrame = (main: HTMLElement) => {
  const { baseUrl = '' } = main.dataset
  const places = { quickStarts: place(), operations: place(), webhooks: place(), migration: place(), schemas: place() }
  document.querySelector('#contents')?.append(contents())
  main.append(
    element(
      'p',
      { class: 'base' },
      element('span', { class: 'quiet' }, 'Base URL'),
      element('code', {}, baseUrl),
      copyButton(() => baseUrl, 'Base URL', 'copy'),
    ),
    chapter('quick-starts', 'Quick starts', 'Pick what you’re building.', places.quickStarts),
    chapter('credentials', 'Credentials', '', factList(CREDENTIALS)),
    chapter('answers', 'Responses and errors', '', factList(answers())),
    chapter(
      'operations',
      'Operations',
      'Every path of each operation, its parameters and responses, code to copy, and a form that calls this service.',
      places.operations,
    ),
    chapter('webhooks', 'Webhooks', 'The events we post to your URL, by type. We sign each delivery.', places.webhooks),
    chapter('migration', 'Migration', 'The versioned path that replaces each unversioned one.', places.migration),
    chapter('schemas', 'Schemas', 'The objects that operations share.', places.schemas),
  )
  return { ...places, baseUrl }
}
