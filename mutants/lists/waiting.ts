import type { Mutant } from '../mutant.ts'

const waiting = ['test/api/guests/waiting.test.ts']

export const waitingMutants: Mutant[] = [
  {
    name: 'newcomers overtake freely',
    rule: 'A newcomer waits behind a party that must not be overtaken.',
    in: 'mayGoFirst',
    swap: ['${takesFrom', '0 and ${takesFrom'],
    tests: waiting,
  },
  {
    name: 'no limit on overtaking',
    rule: 'A party on the waiting list is overtaken at most as often as the event allows.',
    in: 'walk',
    file: 'line.store.ts',
    swap: ['>= ground.most', '< 0'],
    tests: waiting,
  },
  {
    name: 'held seats of one ticket block another',
    rule: 'Seats held for one ticket do not count against another.',
    in: 'limitsOf',
    swap: [' + ofEvent, onTicket + ofTicket)', ', onTicket) + ofEvent'],
    tests: ['test/api/availability/availability.test.ts'],
  },
  {
    name: 'overtaking is not counted',
    rule: 'Each newcomer who goes ahead counts as one overtake.',
    in: 'passedBy',
    swap: ['+ 1', ''],
    tests: waiting,
  },
  {
    name: 'STRICT behaves like FITTING',
    rule: 'Under the rule STRICT, no guest overtakes a party.',
    in: 'hasBeenPassedTooOften',
    swap: ["e.waitlist_rule = 'STRICT'", '0'],
    tests: waiting,
  },
  {
    name: 'unrelated newcomers have to wait',
    rule: 'A newcomer who takes no seat that a party needs goes ahead of it.',
    in: 'takesFrom',
    swap: ["and ${neededOf('k')} > 0", 'or 1'],
    tests: waiting,
  },
  {
    name: 'oversized parties block the waiting list',
    rule: 'A party that would not fit into the empty event does not hold up anyone.',
    in: 'walk',
    file: 'line.store.ts',
    swap: ['capacities ->> n.key) < n.value', 'capacities ->> n.key) < 0'],
    tests: waiting,
  },
  {
    name: 'offers never expire',
    rule: 'Accepting an expired offer is refused.',
    in: 'mayAccept',
    guard: 'offer_expired',
    tests: waiting,
  },
  {
    name: 'offers expire early',
    rule: 'An offer is valid until its expiry time.',
    in: 'lapse',
    swap: ['g.offer_expires_at <= ${now}', '0 <= ${now}'],
    tests: waiting,
  },
  {
    name: 'an expired offer keeps its position',
    rule: 'A guest whose offer expires goes to the end of the waiting list.',
    in: 'lapse',
    swap: ['- 1', '* 0 - 1'],
    tests: waiting,
  },
  {
    name: 'offers outlast registration',
    rule: 'An offer expires no later than registration closes.',
    in: 'endOffersWithRegistration',
    swap: ['> p.closes_at', '< p.closes_at'],
    tests: waiting,
  },
  {
    name: 'offers are made after registration closes',
    rule: 'No offers are made once registration has closed.',
    in: 'awaitsPromotion',
    swap: ['> ${now})', '< ${now} or 1)'],
    tests: waiting,
  },
  {
    name: 'a party that needs fewer seats still holds others back',
    rule: 'Waiting guests get a free seat once no party ahead of them needs it.',
    in: 'afterConfirming',
    swap: ['m.party_id is not null', '0'],
    tests: ['test/api/guests/waiting-races.test.ts'],
  },
]
