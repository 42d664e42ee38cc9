import { element } from '../shared/element.ts'

type Place = readonly [name: string, href: string, words: string]

const placesOf = (issuer: string): readonly Place[] => [
  [
    'Console',
    '/console',
    'Run an event: guests, tickets, messages, check-in and statistics. Manage API keys and webhooks.',
  ],
  ['Kiosk', '/kiosk', 'Check guests in: scan codes or find a guest by name, even offline.'],
  ...(issuer === ''
    ? []
    : ([
        ['Outbox', `${issuer}/outbox`, 'Every email the service would have sent, with codes and calendar files.'],
      ] satisfies Place[])),
  ['Health', '/api/health', 'Check that the database and the events’ Durable Objects respond.'],
]

export const places = (issuer: string) =>
  element(
    'ul',
    { class: 'places', role: 'list' },
    ...placesOf(issuer).map(([name, href, words]) =>
      element('li', {}, element('a', { href, class: 'card' }, element('strong', {}, name), element('span', {}, words))),
    ),
  )
