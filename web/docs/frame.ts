import { element } from '../shared/element.ts'
import { copyButton } from '../shared/copying.ts'
import { prose } from './highlight.ts'
import { statusTag } from './operation-view.ts'

type Told = readonly [name: string, ...words: (string | Node)[]]

const CREDENTIALS: readonly Told[] = [
  [
    'API key',
    '`x-svc-api-key` on paths under `/v1`, from a server, on Pro. A key belongs to one calendar and can do what its scopes say.',
  ],
  [
    'Bearer token',
    '`Authorization: Bearer …` on unversioned paths, for signed-in people with a role in the calendar: STAFF, MANAGER, OWNER.',
  ],
  ['None', 'Public calendars, events, feeds and registration; credentials are ignored there.'],
]

const answers = (): readonly Told[] => [
  ['Answers', '`{data, message?}`; lists add `meta` under `/v1`, and the same four numbers at the root elsewhere.'],
  [
    'Refusals',
    '`{statusCode, message, errors, code, requestId}`. `code` is for programs and stable; `errors` names fields.',
  ],
  [
    'Retries',
    '`Idempotency-Key` on a POST makes a repetition within 24 hours answer what the first one did. 429 and 503 carry `Retry-After`.',
  ],
  [
    'Status',
    statusTag('live'),
    ' deployed as written, ',
    statusTag('divergent'),
    ' also at an older path or in an older shape, ',
    statusTag('preview'),
    ' may still change, ',
    statusTag('planned'),
    ' announced.',
  ],
]

const told = (facts: readonly Told[]) =>
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

/** Where one part of the page is drawn. */
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
  ['answers', 'Answers and refusals'],
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

/** The page below its first words; answers where each part goes. */
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
      copyButton(() => baseUrl, 'The base URL', 'copy'),
    ),
    chapter('quick-starts', 'Quick starts', 'Six readers, six ways in.', places.quickStarts),
    chapter('credentials', 'Credentials', '', told(CREDENTIALS)),
    chapter('answers', 'Answers and refusals', '', told(answers())),
    chapter(
      'operations',
      'Operations',
      'Each with every address it has, what it takes and answers, code to copy, and a form that calls this very service.',
      places.operations,
    ),
    chapter(
      'webhooks',
      'Webhooks',
      'What is posted to your address, by type. Each delivery is signed.',
      places.webhooks,
    ),
    chapter('migration', 'Migration', 'Which versioned path replaces which unversioned one.', places.migration),
    chapter('schemas', 'Schemas', 'The shapes that operations share.', places.schemas),
  )
  return { ...places, baseUrl }
}
