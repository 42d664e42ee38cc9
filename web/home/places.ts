import { element } from '../shared/element.ts'

type Place = readonly [name: string, href: string, words: string]

const placesOf = (issuer: string): readonly Place[] => [
  ['Console', '/console', 'Run an event: guests, tickets, messages, the door, numbers; keys and webhooks.'],
  ['Kiosk', '/kiosk', 'The door: scan, look up, admit, also without network.'],
  ...(issuer === ''
    ? []
    : ([
        ['Outbox', `${issuer}/outbox`, 'The mails that would have been sent, with codes and calendar files.'],
      ] satisfies Place[])),
  ['Health', '/api/health', 'Whether the database and the objects of events answer.'],
]

export const places = (issuer: string) =>
  element(
    'ul',
    { class: 'places', role: 'list' },
    ...placesOf(issuer).map(([name, href, words]) =>
      element('li', {}, element('a', { href, class: 'card' }, element('strong', {}, name), element('span', {}, words))),
    ),
  )
