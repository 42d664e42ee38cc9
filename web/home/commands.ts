import { copyButton } from '../shared/copying.ts'
import { element } from '../shared/element.ts'

const commandsOf = (baseUrl: string): readonly (readonly [string, string])[] => [
  [
    'With the demo calendar’s API key',
    `curl -s ${baseUrl}/v1/me -H "x-svc-api-key: $(node -p "require('./.data/demo.json').apiKeys.pro")"`,
  ],
  [
    'With a user’s token: owner, manager, staff, stranger or operator',
    `curl -s ${baseUrl}/me -H "Authorization: Bearer $(npm run --silent token -- owner)"`,
  ],
  ['No key needed', `curl -s ${baseUrl}/calendars/demo-pro/events`],
]

export const commands = (baseUrl: string) =>
  element(
    'div',
    { class: 'stack' },
    ...commandsOf(baseUrl).map(([words, command]) =>
      element(
        'figure',
        { class: 'command' },
        element(
          'figcaption',
          {},
          words,
          copyButton(() => command, words, 'copy'),
        ),
        element('pre', { tabindex: 0, role: 'group', 'aria-label': words }, element('code', {}, command)),
      ),
    ),
  )
