import type { Mutant } from '../mutant.ts'

const waiting = ['test/api/guests/waiting.test.ts']

export const waitingMutants: Mutant[] = [
  {
    name: 'newcomers pass as they like',
    rule: 'A newcomer waits behind a party that may not be passed.',
    in: 'mayGoFirst',
    swap: ['${takesFrom', '0 and ${takesFrom'],
    tests: waiting,
  },
  {
    name: 'a party is passed without end',
    rule: 'In the line a party is passed at most as often as the event says.',
    in: 'walk',
    file: 'line.store.ts',
    swap: ['>= ground.most', '< 0'],
    tests: waiting,
  },
  {
    name: 'places of another ticket in the way',
    rule: 'What is kept of another ticket is not what a ticket lacks that is sold out.',
    in: 'limitsOf',
    swap: [' + ofEvent, onTicket + ofTicket)', ', onTicket) + ofEvent'],
    tests: ['test/api/guests/availability.test.ts'],
  },
  {
    name: 'newcomers pass uncounted',
    rule: 'A newcomer that is let pass counts as an overtake.',
    in: 'passedBy',
    swap: ['+ 1', ''],
    tests: waiting,
  },
  {
    name: 'STRICT is as FITTING',
    rule: 'By the rule STRICT nobody passes a party.',
    in: 'mayNotBePassed',
    swap: ["e.waitlist_rule = 'STRICT'", '0'],
    tests: waiting,
  },
  {
    name: 'who takes nothing of theirs waits too',
    rule: 'Whoever takes no place that a party needs goes past it.',
    in: 'takesFrom',
    swap: ["and ${neededOf('k')} > 0", 'or 1'],
    tests: waiting,
  },
  {
    name: 'parties too large hold up everybody',
    rule: 'A party that could have no place if all were free holds up nobody.',
    in: 'walk',
    file: 'line.store.ts',
    swap: ['capacities ->> n.key) < n.value', 'capacities ->> n.key) < 0'],
    tests: waiting,
  },
  {
    name: 'an offer without end',
    rule: 'An offer that is accepted too late is refused.',
    in: 'mayAccept',
    guard: 'offer_expired',
    tests: waiting,
  },
  {
    name: 'offers taken back before their time',
    rule: 'An offer stands until its instant.',
    in: 'lapse',
    swap: ['g.offer_expires_at <= ${now}', '0 <= ${now}'],
    tests: waiting,
  },
  {
    name: 'first in line again',
    rule: 'Whoever lets an offer lapse waits behind everybody else.',
    in: 'lapse',
    swap: ['- 1', '* 0 - 1'],
    tests: waiting,
  },
  {
    name: 'offers outlast registration',
    rule: 'No offer stands longer than registration is open.',
    in: 'endOffersWithRegistration',
    swap: ['> p.closes_at', '< p.closes_at'],
    tests: waiting,
  },
  {
    name: 'offers after registration',
    rule: 'Once registration is closed nothing is offered.',
    in: 'awaitsPromotion',
    swap: ['${closesAt} > ${now}', '${closesAt} < ${now} or 1'],
    tests: waiting,
  },
]
