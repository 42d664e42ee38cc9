import type { Mutant } from '../mutant.ts'

const LINE = 'src/modules/seats/line.store.ts'
const KEPT = 'src/modules/seats/kept-places.store.ts'
const OFFERS = 'src/modules/seats/offers.store.ts'
const CAPACITY = 'src/modules/seats/capacity.store.ts'
const waiting = ['test/api/guests/waiting.test.ts']

export const waitingMutants: Mutant[] = [
  {
    name: 'newcomers pass as they like',
    rule: 'A newcomer waits behind a party that may not be passed.',
    file: LINE,
    text: "and ${mayNotBePassed} and ${takesFrom({ size, needs, have: 'yet to' })})`",
    becomes: "and ${mayNotBePassed} and 0 and ${takesFrom({ size, needs, have: 'yet to' })})`",
    tests: waiting,
  },
  {
    name: 'a party is passed without end',
    rule: 'In the line a party is passed at most as often as the event says.',
    file: LINE,
    text: "(p.value ->> 'overtakes') >= ground.most and ${takesFromPassed}",
    becomes: "(p.value ->> 'overtakes') < 0 and ${takesFromPassed}",
    tests: waiting,
  },
  {
    name: 'places of another ticket in the way',
    rule: 'What is kept of another ticket is not what a ticket lacks that is sold out.',
    file: 'src/modules/guests/registration/availability.ts',
    text: 'Math.min(inEvent + ofEvent, onTicket + ofTicket) >= quantity',
    becomes: 'Math.min(inEvent, onTicket) + ofEvent >= quantity',
    tests: ['test/api/guests/availability.test.ts'],
  },
  {
    name: 'newcomers pass uncounted',
    rule: 'A newcomer that is let pass counts as an overtake.',
    file: LINE,
    text: 'set overtakes = overtakes + 1',
    becomes: 'set overtakes = overtakes',
    tests: waiting,
  },
  {
    name: 'STRICT is as FITTING',
    rule: 'By the rule STRICT nobody passes a party.',
    file: KEPT,
    text: "(e.waitlist_rule = 'STRICT' or y.overtakes",
    becomes: '(0 or y.overtakes',
    tests: waiting,
  },
  {
    name: 'who takes nothing of theirs waits too',
    rule: 'Whoever takes no place that a party needs goes past it.',
    file: LINE,
    text: "${neededOf('k')} and ${neededOf('k')} > 0))`",
    becomes: "${neededOf('k')} or 1))`",
    tests: waiting,
  },
  {
    name: 'parties too large hold up everybody',
    rule: 'A party that could have no place if all were free holds up nobody.',
    file: LINE,
    text: 'where (ground.capacities ->> n.key) < n.value)',
    becomes: 'where (ground.capacities ->> n.key) < 0)',
    tests: waiting,
  },
  {
    name: 'an offer without end',
    rule: 'An offer that is accepted too late is refused.',
    file: OFFERS,
    text: "and g.status in ('PENDING', 'WAITLISTED') and g.offer_expires_at <= ${now})`",
    becomes: "and g.status in ('PENDING', 'WAITLISTED') and g.offer_expires_at <= 0 * ${now})`",
    tests: waiting,
  },
  {
    name: 'offers taken back before their time',
    rule: 'An offer stands until its instant.',
    file: OFFERS,
    text: "where g.event_id = ${eventId} and g.shown_status = 'OFFERED' and g.offer_expires_at <= ${now}",
    becomes: "where g.event_id = ${eventId} and g.shown_status = 'OFFERED' and 0 <= ${now}",
    tests: waiting,
  },
  {
    name: 'first in line again',
    rule: 'Whoever lets an offer lapse waits behind everybody else.',
    file: OFFERS,
    text: '${nextInLine} - 1 + dense_rank()',
    becomes: '${nextInLine} * 0 - 1 + dense_rank()',
    tests: waiting,
  },
  {
    name: 'offers outlast registration',
    rule: 'No offer stands longer than registration is open.',
    file: OFFERS,
    text: 'and guests.offer_expires_at > p.closes_at`',
    becomes: 'and guests.offer_expires_at < p.closes_at`',
    tests: waiting,
  },
  {
    name: 'offers after registration',
    rule: 'Once registration is closed nothing is offered.',
    file: CAPACITY,
    text: "(e.waitlist_mode = 'AUTOMATIC' or ${closesAt} > ${now})",
    becomes: "(e.waitlist_mode = 'AUTOMATIC' or ${closesAt} < ${now} or 1)",
    tests: waiting,
  },
]
