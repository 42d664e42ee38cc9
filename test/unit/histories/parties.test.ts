import { describe, expect, it } from 'vitest'
import { offers } from '../../../histories/checkers/offers.ts'
import { parties } from '../../../histories/checkers/parties.ts'
import { shares } from '../../../histories/checkers/shares.ts'
import type { Act, Checker, Entry, History } from '../../../histories/history.ts'
import { done, maybe, refused, violationsOf } from './written.ts'

const judged = (check: Checker, cases: [name: string, entries: Entry[], says?: RegExp, more?: Partial<History>][]) =>
  it.each(cases)('%s', (_name, entries, says, more = {}) => {
    const expected = says === undefined ? [] : [expect.stringMatching(says)]
    expect(violationsOf(check, entries, more)).toEqual(expected)
  })

const gathered = done(1, 2, { kind: 'gather', party: 'four', guests: ['ada', 'bo'] })
const left = (guest: string): Act => ({ kind: 'leaveSeat', event: 'ferry', guest })
const saw = (...statuses: string[]): Act => ({
  kind: 'sawParty',
  party: 'four',
  standings: statuses.map((status, index) => ({ guest: ['ada', 'bo'][index] ?? '', status })),
})
const list = (...guests: [guest: string, address?: string][]): Act => ({
  kind: 'sawTogether',
  status: 'CONFIRMED',
  guests: guests.map(([guest, address = null]) => ({ guest, party: 'four', address })),
})

describe('parties', () => {
  judged(parties, [
    [
      'rejects a party with one confirmed and one waitlisted guest',
      [gathered, done(3, 4, saw('CONFIRMED', 'WAITLISTED'))],
      /at once/,
    ],
    ['rejects a cancelled guest who never left', [gathered, done(3, 4, saw('CONFIRMED', 'CANCELLED'))], /had not left/],
    ['rejects half a party in the confirmed list', [gathered, done(3, 4, list(['ada']))], /without bo/],
    [
      'ignores a departure that was refused or came later',
      [gathered, refused(2, 3, left('bo')), done(3, 4, list(['ada'])), done(5, 6, left('bo'))],
      /without bo/,
    ],
    ['rejects a guest listed twice', [done(3, 4, list(['ada'], ['ada']))], /twice/],
    ['rejects two guests with one address', [done(3, 4, list(['ada', 'a@x'], ['cy', 'a@x']))], /twice/],
    [
      'accepts a guest who left, even at an uncertain time',
      [gathered, maybe(2, left('bo')), done(3, 4, saw('OFFERED', 'CANCELLED')), done(5, 6, list(['ada']))],
    ],
    [
      'accepts a party whose guests share one status',
      [gathered, done(3, 4, saw('OFFERED', 'OFFERED')), done(5, 6, list(['ada'], ['bo']))],
    ],
  ])
})

const word = (said: 'accepted' | 'declined'): Act => ({ kind: 'answerOffer', party: 'four', word: said })
const line = (many: number, free: number): Act => ({
  kind: 'sawLine',
  party: 'four',
  needs: [
    { of: 'ferry', many, left: 9 },
    { of: 'deck', many, left: free },
  ],
})

describe('offers', () => {
  judged(offers, [
    [
      'rejects an offer both accepted and declined',
      [done(1, 2, word('declined')), done(3, 4, word('accepted'))],
      /declined them/,
    ],
    ['rejects free places that the first waiting party could take', [done(1, 2, line(2, 2))], /there is room/],
    [
      'accepts a repeated acceptance and a waiting party that is too large',
      [done(1, 2, word('accepted')), done(1, 2, word('accepted')), done(3, 4, line(3, 2))],
    ],
    ['accepts an empty waiting list', [done(1, 2, { kind: 'sawLine', party: null, needs: [] })]],
  ])
})

const asked = (guest: string, amount?: number): Act => ({
  kind: 'refundSeat',
  order: 'ord',
  guest,
  ...(amount !== undefined && { amount }),
})
const order = (refunded: number, ...back: [guest: string, amount: number][]): Act => ({
  kind: 'sawShares',
  order: 'ord',
  total: 100,
  refunded,
  seats: 2,
  back: back.map(([guest, amount]) => ({ guests: [guest], amount })),
})
const both = [done(1, 2, asked('ada', 51)), done(1, 2, asked('bo', 49))]

describe('shares', () => {
  judged(shares, [
    [
      'rejects a seat refunded twice',
      [both[0]!, done(3, 4, order(100, ['ada', 51], ['ada', 49]))],
      /refunded a seat twice/,
    ],
    [
      'rejects shares that add up to less than the total',
      [done(1, 2, asked('ada', 51)), done(1, 2, asked('bo', 48)), done(3, 4, order(99, ['ada', 51], ['bo', 48]))],
      /every seat for 99/,
    ],
    [
      'rejects a refunded total that differs from the refunds',
      [both[0]!, done(3, 4, order(50, ['ada', 51]))],
      /its refunds are/,
    ],
    [
      'rejects an order that lacks a refund',
      [...both, done(3, 4, order(51, ['ada', 51]))],
      /does not list the refund of bo/,
    ],
    ['rejects a share that differs from the response', [both[0]!, done(3, 4, order(40, ['ada', 40]))], /answered 51/],
    [
      'rejects a refund without a request',
      [both[0]!, done(3, 4, order(100, ['ada', 51], ['bo', 49]))],
      /without a request/,
    ],
    ['rejects two shares for one seat', [both[0]!, done(3, 4, asked('ada', 49))], /was refunded 51 and 49/],
    [
      'rejects a refund that the provider did not pay',
      [...both, done(3, 4, { kind: 'sawBooks', order: 'ord', paid: 100, refunded: 51 })],
      /paid back 51/,
      { isDrained: true },
    ],
    [
      'accepts a full refund with an uncertain request',
      [done(1, 2, asked('ada', 51)), maybe(1, asked('bo')), done(3, 4, order(100, ['ada', 51], ['bo', 49]))],
    ],
    [
      'accepts a refund that overlaps the read',
      [both[0]!, done(2, 6, asked('bo', 49)), done(3, 4, order(51, ['ada', 51]))],
    ],
  ])
})
