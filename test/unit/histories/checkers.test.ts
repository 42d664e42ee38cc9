import { describe, expect, it } from 'vitest'
import { coupons } from '../../../histories/checkers/coupons.ts'
import { freshDoor } from '../../../histories/checkers/fresh-door.ts'
import { freshReads } from '../../../histories/checkers/fresh-reads.ts'
import { keys } from '../../../histories/checkers/keys.ts'
import { knownAnswers } from '../../../histories/checkers/known-answers.ts'
import { oneAdmission } from '../../../histories/checkers/one-admission.ts'
import { refunds } from '../../../histories/checkers/refunds.ts'
import { seats } from '../../../histories/checkers/seats.ts'
import type { Checker, Entry, History } from '../../../histories/history.ts'
import { holds, judge } from '../../../histories/judge.ts'
import { done, history, maybe, refused, violationsOf } from './written.ts'

interface Case {
  name: string
  entries: Entry[]
  more?: Partial<History>
  /** What the one violation says; none where the history is good. */
  says?: RegExp
}

const cases = (check: Checker, written: Case[]) =>
  it.each(written)('$name', ({ entries, more = {}, says }) => {
    const violations = violationsOf(check, entries, more)
    if (says === undefined) expect(violations).toEqual([])
    else expect(violations).toEqual([expect.stringMatching(says)])
  })

const admit = (checkin?: string) => ({ kind: 'admit' as const, guest: 'ada', ...(checkin && { checkin }) })
const undo = (checkin: string) => ({ kind: 'undo' as const, guest: 'ada', checkin })

describe('one admission per guest', () => {
  cases(oneAdmission, [
    {
      name: 'refuses two admissions without an undo between them',
      entries: [done(1, 2, admit('a')), done(3, 4, admit('b'))],
      says: /ada was let in twice/,
    },
    {
      name: 'refuses two that ran at once',
      entries: [done(1, 5, admit('a')), done(2, 4, admit('b'))],
      says: /let in twice/,
    },
    {
      name: 'refuses a second one before the undo was even sent',
      entries: [done(1, 2, admit('a')), done(3, 4, admit('b')), done(5, 6, undo('a'))],
      says: /let in twice/,
    },
    {
      name: 'is not fooled by the undo of another guest, or by one that was refused',
      entries: [
        done(1, 2, admit('a')),
        done(2, 3, { kind: 'undo', guest: 'bo', checkin: 'z' }),
        refused(2, 3, undo('a')),
        done(3, 4, admit('b')),
      ],
      says: /let in twice/,
    },
    {
      name: 'takes an undo in between',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 6, admit('b'))],
    },
    {
      name: 'takes an undo whose answer was lost',
      entries: [done(1, 2, admit('a')), maybe(3, undo('a')), done(5, 6, admit('b'))],
    },
    {
      name: 'takes an undo that ran beside the second admission',
      entries: [done(1, 2, admit('a')), done(3, 9, undo('a')), done(5, 6, admit('b'))],
    },
    { name: 'takes an admission in doubt before a certain one', entries: [maybe(1, admit()), done(3, 4, admit('b'))] },
    { name: 'takes the same answer twice', entries: [done(1, 2, admit('a')), done(3, 4, admit('a'))] },
  ])
})

const take = (guest: string) => ({ kind: 'takeSeat' as const, event: 'hall', guest })
const leave = (guest: string) => ({ kind: 'leaveSeat' as const, event: 'hall', guest })
const sawSeats = (held: number) => ({ kind: 'sawSeats' as const, event: 'hall', held })

describe('seats taken ≤ capacity', () => {
  cases(seats, [
    { name: 'refuses a read of more seats than there are', entries: [done(1, 2, sawSeats(2))], says: /2 of 1 seats/ },
    {
      name: 'refuses two who certainly had the one seat at once',
      entries: [done(1, 2, take('ada')), done(3, 4, take('bo')), done(5, 6, leave('ada'))],
      says: /given 2 of 1 seats at 4/,
    },
    {
      name: 'refuses it also where an earlier leaving is long over',
      entries: [done(0, 1, leave('ada')), done(2, 3, take('ada')), done(3, 4, take('bo'))],
      says: /given 2 of 1/,
    },
    {
      name: 'takes a seat that was left first',
      entries: [done(1, 2, take('ada')), done(3, 4, leave('ada')), done(5, 6, take('bo'))],
    },
    {
      name: 'takes a seat that may have been left by a request whose answer was lost',
      entries: [done(1, 2, take('ada')), maybe(3, leave('ada')), done(5, 6, take('bo'))],
    },
    {
      name: 'takes a leaving that ran beside the taking',
      entries: [done(1, 4, take('ada')), done(2, 3, leave('ada')), done(5, 6, take('bo'))],
    },
    {
      name: 'counts one guest once',
      entries: [done(1, 2, take('ada')), done(3, 4, take('ada')), done(5, 6, sawSeats(1))],
    },
    { name: 'counts no seat in doubt', entries: [maybe(1, take('ada')), done(3, 4, take('bo'))] },
  ])
})

const on = (key: string) => ({ kind: 'activateKey' as const, key })
const off = (key: string) => ({ kind: 'deactivateKey' as const, key })
const use = (key: string) => ({ kind: 'useKey' as const, key })

describe('active keys', () => {
  cases(keys, [
    {
      name: 'refuses a list of more active keys than are allowed',
      entries: [done(1, 2, { kind: 'sawKeys', active: 2 })],
      says: /2 keys were active/,
    },
    {
      name: 'refuses two that were certainly active at once',
      entries: [done(1, 2, on('one')), done(3, 4, on('two'))],
      says: /2 keys had been made active/,
    },
    {
      name: 'refuses a key that works after it was switched off',
      entries: [done(1, 2, on('one')), done(3, 4, off('one')), done(5, 6, use('one'))],
      says: /one was accepted/,
    },
    {
      name: 'refuses it although somebody tried to switch it on and was refused',
      entries: [done(1, 2, on('one')), done(3, 4, off('one')), refused(4, 5, on('one')), done(6, 7, use('one'))],
      says: /one was accepted/,
    },
    {
      name: 'takes a key that was switched on again, or may have been',
      entries: [
        done(1, 2, on('one')),
        done(3, 4, off('one')),
        maybe(5, on('one')),
        done(6, 7, use('one')),
        done(1, 2, { kind: 'sawKeys', active: 1 }),
      ],
    },
    {
      name: 'takes a use that began before the answer',
      entries: [done(1, 2, on('one')), done(3, 6, off('one')), done(5, 7, use('one'))],
    },
    {
      name: 'takes a second key once the first may be off',
      entries: [done(1, 2, on('one')), maybe(3, off('one')), done(5, 6, on('two'))],
    },
  ])
})

const refund = (amount: number) => ({ kind: 'refund' as const, order: 'ord', amount })
const sawOrder = (refunded: number, listed = refunded) => ({
  kind: 'sawOrder' as const,
  order: 'ord',
  total: 100,
  refunded,
  listed,
})
const books = (refunded: number) => ({ kind: 'sawBooks' as const, order: 'ord', paid: 100, refunded })

describe('refunded ≤ paid', () => {
  cases(refunds, [
    {
      name: 'refuses more than was paid',
      entries: [done(1, 2, refund(60)), done(1, 2, refund(60)), done(3, 4, sawOrder(120))],
      says: /refunded 120 of 100/,
    },
    { name: 'refuses books with more than was paid', entries: [done(9, 9, books(120))], says: /paid back 120 of 100/ },
    {
      name: 'refuses an order that forgets a refund',
      entries: [done(1, 2, refund(60)), done(3, 4, sawOrder(0))],
      says: /says 0 after 60/,
    },
    {
      name: 'refuses a refund that nobody asked for',
      entries: [done(1, 2, refund(40)), done(3, 4, sawOrder(60))],
      says: /at most 40 was asked for/,
    },
    {
      name: 'refuses an order whose refunds do not add up',
      entries: [done(1, 2, refund(40)), done(3, 4, sawOrder(40, 20))],
      says: /lists refunds of 20/,
    },
    {
      name: 'refuses a refund that was answered and never paid out',
      entries: [done(1, 2, refund(40)), done(9, 9, books(0))],
      more: { isDrained: true },
      says: /40 was refunded, but the provider paid back 0/,
    },
    {
      name: 'takes a refund in doubt either way',
      entries: [maybe(1, refund(40)), done(3, 4, sawOrder(0)), done(5, 6, sawOrder(40)), done(9, 9, books(40))],
      more: { isDrained: true },
    },
    {
      name: 'takes a refund that runs beside the read either way',
      entries: [done(1, 5, refund(40)), done(2, 3, sawOrder(0)), done(2, 3, sawOrder(40))],
    },
  ])
})

const redeem = (guest: string) => ({ kind: 'redeem' as const, coupon: 'TENTH', guest })
const giveBack = (guest: string) => ({ kind: 'giveBack' as const, coupon: 'TENTH', guest })

describe('coupon uses ≤ its limit', () => {
  cases(coupons, [
    {
      name: 'refuses a count above the limit',
      entries: [done(1, 2, { kind: 'sawCoupon', coupon: 'TENTH', redeemed: 2 })],
      says: /counted 2 of 1/,
    },
    {
      name: 'refuses two registrations that certainly had it at once',
      entries: [done(1, 2, redeem('ada')), done(3, 4, redeem('bo'))],
      says: /taken 2 times of 1/,
    },
    {
      name: 'takes a use that was given back first, or may have been',
      entries: [
        done(1, 2, redeem('ada')),
        done(3, 4, giveBack('ada')),
        done(5, 6, redeem('bo')),
        maybe(7, giveBack('bo')),
        done(9, 10, redeem('cy')),
      ],
    },
    { name: 'counts no use in doubt', entries: [maybe(1, redeem('ada')), done(3, 4, redeem('bo'))] },
  ])
})

const look = (isIn: boolean) => ({ kind: 'sawAtDoor' as const, guest: 'ada', isIn })
const list = (...checkins: string[]) => ({
  kind: 'sawInside' as const,
  inside: checkins.map((checkin) => ({ guest: 'ada', checkin })),
})
const count = (checkedIn: number) => ({ kind: 'sawCount' as const, checkedIn })

describe('lookup, list and summary', () => {
  cases(freshDoor, [
    { name: 'miss an admission', entries: [done(1, 2, admit('a')), done(3, 4, look(false))], says: /seen outside/ },
    { name: 'miss it in the list', entries: [done(1, 2, admit('a')), done(3, 4, list())], says: /the list lacks ada/ },
    { name: 'miss it in the count', entries: [done(1, 2, admit('a')), done(3, 4, count(0))], says: /counts 0, not 1/ },
    {
      name: 'miss an undo',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 6, look(true))],
      says: /seen inside/,
    },
    {
      name: 'miss it in the list although a new admission runs',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 8, admit('b')), done(6, 7, list('a'))],
      says: /still names ada/,
    },
    {
      name: 'miss it in the count',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 6, count(1))],
      says: /counts 1, not 0/,
    },
    { name: 'see somebody whom nobody let in', entries: [done(1, 2, look(true))], says: /seen inside/ },
    {
      name: 'name a guest twice',
      entries: [done(1, 2, admit('a')), done(3, 4, list('a', 'a'))],
      says: /twice/,
    },
    {
      name: 'may show an admission that runs beside them or not',
      entries: [done(1, 9, admit('a')), done(2, 3, look(true)), done(2, 3, look(false)), done(4, 5, count(0))],
    },
    {
      name: 'may show an admission in doubt or not',
      entries: [maybe(1, admit()), done(5, 6, list('a')), done(7, 8, look(false)), done(7, 8, count(1))],
    },
    {
      name: 'may show an undo in doubt or not',
      entries: [done(1, 2, admit('a')), maybe(3, undo('a')), done(5, 6, look(true)), done(5, 6, list())],
    },
  ])
})

const write = (value: string) => ({ kind: 'write' as const, register: 'title', value })
const read = (value: string) => ({ kind: 'read' as const, register: 'title', value })
const initial = { initial: { title: 'old' } }

describe('a single read', () => {
  cases(freshReads, [
    {
      name: 'is refused when it shows what was there before the write',
      entries: [done(1, 2, write('new')), done(3, 4, read('old'))],
      more: initial,
      says: /showed old after it had become new/,
    },
    {
      name: 'is refused when it shows an earlier write',
      entries: [done(1, 2, write('one')), done(3, 4, write('two')), done(5, 6, read('one'))],
      says: /showed one after it had become two/,
    },
    {
      name: 'is refused when another has seen more already, though the answer to the write was lost',
      entries: [maybe(1, write('new')), done(3, 4, read('new')), done(5, 6, read('old'))],
      more: initial,
      says: /showed old after it had become new/,
    },
    { name: 'is refused when nobody wrote it', entries: [done(1, 2, read('made up'))], more: initial, says: /nobody/ },
    {
      name: 'is refused when it was written later',
      entries: [done(1, 2, read('new')), done(3, 4, write('new'))],
      says: /before it was written/,
    },
    {
      name: 'may show either side of a write that runs beside it',
      entries: [done(1, 9, write('new')), done(2, 3, read('old')), done(4, 5, read('new'))],
      more: initial,
    },
    {
      name: 'may show either of two writes that ran at once',
      entries: [done(1, 4, write('one')), done(2, 3, write('two')), done(5, 6, read('one')), done(5, 6, read('two'))],
    },
    {
      name: 'may show a write in doubt late',
      entries: [maybe(1, write('one')), done(2, 3, write('two')), done(5, 6, read('one'))],
    },
  ])
})

const answer = (operation: string, status: number) => ({ kind: 'answer' as const, operation, status })

describe('every answer is one that the contract knows', () => {
  cases(knownAnswers, [
    { name: 'refuses a failure of the service', entries: [done(1, 2, answer('admit', 500))], says: /answered 500/ },
    {
      name: 'refuses a refusal that the operation does not have',
      entries: [done(1, 2, answer('lookUp', 404))],
      says: /lookUp answered 404/,
    },
    {
      name: 'takes what is in the contract, and 503',
      entries: [done(1, 2, answer('admit', 200)), done(1, 2, answer('admit', 409)), done(1, 2, answer('lookUp', 503))],
    },
  ])
})

describe('the judge', () => {
  it('does not say that a rule holds of which it has seen nothing', () => {
    const rulings = judge(history([done(1, 2, answer('admit', 200))]))
    expect(rulings.every(({ violations }) => violations.length === 0)).toBe(true)
    expect(holds(rulings)).toBe(false)
    expect(holds(rulings.filter(({ facts }) => facts > 0))).toBe(true)
    expect(holds([{ rule: 'any', facts: 1, violations: ['one'] }])).toBe(false)
  })
})
