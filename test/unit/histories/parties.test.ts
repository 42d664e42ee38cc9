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

describe('a party has its places whole or not at all', () => {
  judged(parties, [
    [
      'refuses one who has a place and one who waits',
      [gathered, done(3, 4, saw('CONFIRMED', 'WAITLISTED'))],
      /at once/,
    ],
    ['refuses one who is gone and has not left', [gathered, done(3, 4, saw('CONFIRMED', 'CANCELLED'))], /had not left/],
    ['refuses half of it among those who have places', [gathered, done(3, 4, list(['ada']))], /without bo/],
    [
      'is not fooled by a departure that was refused, or came later',
      [gathered, refused(2, 3, left('bo')), done(3, 4, list(['ada'])), done(5, 6, left('bo'))],
      /without bo/,
    ],
    ['refuses one who is named twice', [done(3, 4, list(['ada'], ['ada']))], /twice/],
    ['refuses two under one address', [done(3, 4, list(['ada', 'a@x'], ['cy', 'a@x']))], /twice/],
    [
      'takes who has left, also where nobody knows when',
      [gathered, maybe(2, left('bo')), done(3, 4, saw('OFFERED', 'CANCELLED')), done(5, 6, list(['ada']))],
    ],
    ['takes all of them alike', [gathered, done(3, 4, saw('OFFERED', 'OFFERED')), done(5, 6, list(['ada'], ['bo']))]],
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

describe('one word to an offer, and no place idle in the end', () => {
  judged(offers, [
    ['refuses both words', [done(1, 2, word('declined')), done(3, 4, word('accepted'))], /turned them down/],
    ['refuses places that the first in line could have', [done(1, 2, line(2, 2))], /there is room/],
    [
      'takes one word twice, and a line for which there is too little',
      [done(1, 2, word('accepted')), done(1, 2, word('accepted')), done(3, 4, line(3, 2))],
    ],
    ['takes a line in which nobody stands', [done(1, 2, { kind: 'sawLine', party: null, needs: [] })]],
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

describe('a seat goes back once, and its shares are the whole', () => {
  judged(shares, [
    [
      'refuses a seat that went back twice',
      [both[0]!, done(3, 4, order(100, ['ada', 51], ['ada', 49]))],
      /seat back twice/,
    ],
    [
      'refuses shares that are less than the whole',
      [done(1, 2, asked('ada', 51)), done(1, 2, asked('bo', 48)), done(3, 4, order(99, ['ada', 51], ['bo', 48]))],
      /every seat back for 99/,
    ],
    ['refuses another sum than that of its refunds', [both[0]!, done(3, 4, order(50, ['ada', 51]))], /its refunds are/],
    ['refuses a refund that is forgotten', [...both, done(3, 4, order(51, ['ada', 51]))], /does not know that bo/],
    ['refuses another share than was told', [both[0]!, done(3, 4, order(40, ['ada', 40]))], /had said 51/],
    [
      'refuses one that nobody asked for',
      [both[0]!, done(3, 4, order(100, ['ada', 51], ['bo', 49]))],
      /nobody had asked/,
    ],
    ['refuses two shares for one seat', [both[0]!, done(3, 4, asked('ada', 49))], /went back for 51 and 49/],
    [
      'refuses what the provider did not pay back',
      [...both, done(3, 4, { kind: 'sawBooks', order: 'ord', paid: 100, refunded: 51 })],
      /paid back 51/,
      { isDrained: true },
    ],
    [
      'takes the whole, and what is in doubt',
      [done(1, 2, asked('ada', 51)), maybe(1, asked('bo')), done(3, 4, order(100, ['ada', 51], ['bo', 49]))],
    ],
    ['takes one that runs beside', [both[0]!, done(2, 6, asked('bo', 49)), done(3, 4, order(51, ['ada', 51]))]],
  ])
})
