import { describe, expect, it } from 'vitest'
import { coupons } from '../../../histories/checkers/coupons.ts'
import { effectsOf } from '../../../histories/checkers/effects.ts'
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
  /** The expected violation. Undefined if the history is valid. */
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

describe('oneAdmission', () => {
  cases(oneAdmission, [
    {
      name: 'rejects two admissions without an undo between them',
      entries: [done(1, 2, admit('a')), done(3, 4, admit('b'))],
      says: /ada was checked in twice/,
    },
    {
      name: 'rejects two overlapping admissions',
      entries: [done(1, 5, admit('a')), done(2, 4, admit('b'))],
      says: /checked in twice/,
    },
    {
      name: 'rejects a second admission before the undo was sent',
      entries: [done(1, 2, admit('a')), done(3, 4, admit('b')), done(5, 6, undo('a'))],
      says: /checked in twice/,
    },
    {
      name: 'rejects two admissions with another guest’s undo or a refused undo between them',
      entries: [
        done(1, 2, admit('a')),
        done(2, 3, { kind: 'undo', guest: 'bo', checkin: 'z' }),
        refused(2, 3, undo('a')),
        done(3, 4, admit('b')),
      ],
      says: /checked in twice/,
    },
    {
      name: 'accepts an undo between two admissions',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 6, admit('b'))],
    },
    {
      name: 'accepts an undo whose response was lost',
      entries: [done(1, 2, admit('a')), maybe(3, undo('a')), done(5, 6, admit('b'))],
    },
    {
      name: 'accepts an undo that overlaps the second admission',
      entries: [done(1, 2, admit('a')), done(3, 9, undo('a')), done(5, 6, admit('b'))],
    },
    {
      name: 'accepts an uncertain admission before a certain one',
      entries: [maybe(1, admit()), done(3, 4, admit('b'))],
    },
    { name: 'accepts the same check-in id twice', entries: [done(1, 2, admit('a')), done(3, 4, admit('a'))] },
  ])
})

const take = (guest: string) => ({ kind: 'takeSeat' as const, event: 'hall', guest })
const leave = (guest: string) => ({ kind: 'leaveSeat' as const, event: 'hall', guest })
const sawSeats = (held: number) => ({ kind: 'sawSeats' as const, event: 'hall', held })

describe('seats', () => {
  cases(seats, [
    {
      name: 'rejects a read of more seats than the capacity',
      entries: [done(1, 2, sawSeats(2))],
      says: /2 of 1 seats/,
    },
    {
      name: 'rejects two guests who certainly held the one seat together',
      entries: [done(1, 2, take('ada')), done(3, 4, take('bo')), done(5, 6, leave('ada'))],
      says: /gave 2 of 1 seats at 4/,
    },
    {
      name: 'rejects two guests in one seat after an earlier departure',
      entries: [done(0, 1, leave('ada')), done(2, 3, take('ada')), done(3, 4, take('bo'))],
      says: /gave 2 of 1/,
    },
    {
      name: 'accepts a seat that was left before it was taken',
      entries: [done(1, 2, take('ada')), done(3, 4, leave('ada')), done(5, 6, take('bo'))],
    },
    {
      name: 'accepts a seat after a departure whose response was lost',
      entries: [done(1, 2, take('ada')), maybe(3, leave('ada')), done(5, 6, take('bo'))],
    },
    {
      name: 'accepts a departure that overlaps the taking',
      entries: [done(1, 4, take('ada')), done(2, 3, leave('ada')), done(5, 6, take('bo'))],
    },
    {
      name: 'counts one guest once',
      entries: [done(1, 2, take('ada')), done(3, 4, take('ada')), done(5, 6, sawSeats(1))],
    },
    { name: 'does not count an uncertain seat', entries: [maybe(1, take('ada')), done(3, 4, take('bo'))] },
  ])
})

const on = (key: string) => ({ kind: 'activateKey' as const, key })
const off = (key: string) => ({ kind: 'deactivateKey' as const, key })
const use = (key: string) => ({ kind: 'useKey' as const, key })

describe('keys', () => {
  cases(keys, [
    {
      name: 'rejects a list of more active keys than the limit',
      entries: [done(1, 2, { kind: 'sawKeys', active: 2 })],
      says: /2 keys were active/,
    },
    {
      name: 'rejects two keys that were certainly active together',
      entries: [done(1, 2, on('one')), done(3, 4, on('two'))],
      says: /2 keys were certainly active/,
    },
    {
      name: 'rejects a key accepted after its deactivation',
      entries: [done(1, 2, on('one')), done(3, 4, off('one')), done(5, 6, use('one'))],
      says: /one was accepted/,
    },
    {
      name: 'rejects a key accepted after a refused reactivation',
      entries: [done(1, 2, on('one')), done(3, 4, off('one')), refused(4, 5, on('one')), done(6, 7, use('one'))],
      says: /one was accepted/,
    },
    {
      name: 'accepts a key that was, or may have been, reactivated',
      entries: [
        done(1, 2, on('one')),
        done(3, 4, off('one')),
        maybe(5, on('one')),
        done(6, 7, use('one')),
        done(1, 2, { kind: 'sawKeys', active: 1 }),
      ],
    },
    {
      name: 'accepts a use that began before the deactivation was answered',
      entries: [done(1, 2, on('one')), done(3, 6, off('one')), done(5, 7, use('one'))],
    },
    {
      name: 'accepts a second key once the first may be inactive',
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

describe('refunds', () => {
  cases(refunds, [
    {
      name: 'rejects refunds above the payment',
      entries: [done(1, 2, refund(60)), done(1, 2, refund(60)), done(3, 4, sawOrder(120))],
      says: /refunded 120 of 100/,
    },
    {
      name: 'rejects provider books with refunds above the payment',
      entries: [done(9, 9, books(120))],
      says: /paid back 120 of 100/,
    },
    {
      name: 'rejects an order that lacks a refund',
      entries: [done(1, 2, refund(60)), done(3, 4, sawOrder(0))],
      says: /says 0 after 60/,
    },
    {
      name: 'rejects a refund without a request',
      entries: [done(1, 2, refund(40)), done(3, 4, sawOrder(60))],
      says: /at most 40 was requested/,
    },
    {
      name: 'rejects an order whose listed refunds do not add up',
      entries: [done(1, 2, refund(40)), done(3, 4, sawOrder(40, 20))],
      says: /lists refunds of 20/,
    },
    {
      name: 'rejects a confirmed refund that the provider never paid',
      entries: [done(1, 2, refund(40)), done(9, 9, books(0))],
      more: { isDrained: true },
      says: /40 was refunded, but the provider paid back 0/,
    },
    {
      name: 'accepts an uncertain refund, seen or not',
      entries: [maybe(1, refund(40)), done(3, 4, sawOrder(0)), done(5, 6, sawOrder(40)), done(9, 9, books(40))],
      more: { isDrained: true },
    },
    {
      name: 'accepts a refund that overlaps the read, seen or not',
      entries: [done(1, 5, refund(40)), done(2, 3, sawOrder(0)), done(2, 3, sawOrder(40))],
    },
  ])
})

const redeem = (guest: string) => ({ kind: 'redeem' as const, coupon: 'TENTH', guest })
const giveBack = (guest: string) => ({ kind: 'giveBack' as const, coupon: 'TENTH', guest })

describe('coupons', () => {
  cases(coupons, [
    {
      name: 'rejects a count above the limit',
      entries: [done(1, 2, { kind: 'sawCoupon', coupon: 'TENTH', redeemed: 2 })],
      says: /counted 2 of 1/,
    },
    {
      name: 'rejects two registrations that certainly held the coupon together',
      entries: [done(1, 2, redeem('ada')), done(3, 4, redeem('bo'))],
      says: /used 2 of 1 times/,
    },
    {
      name: 'accepts a use that was, or may have been, given back first',
      entries: [
        done(1, 2, redeem('ada')),
        done(3, 4, giveBack('ada')),
        done(5, 6, redeem('bo')),
        maybe(7, giveBack('bo')),
        done(9, 10, redeem('cy')),
      ],
    },
    { name: 'does not count an uncertain use', entries: [maybe(1, redeem('ada')), done(3, 4, redeem('bo'))] },
  ])
})

const look = (isIn: boolean) => ({ kind: 'sawAtDoor' as const, guest: 'ada', isIn })
const list = (...checkins: string[]) => ({
  kind: 'sawInside' as const,
  inside: checkins.map((checkin) => ({ guest: 'ada', checkin })),
})
const count = (checkedIn: number) => ({ kind: 'sawCount' as const, checkedIn })

describe('freshDoor', () => {
  cases(freshDoor, [
    {
      name: 'rejects a lookup without an admission',
      entries: [done(1, 2, admit('a')), done(3, 4, look(false))],
      says: /shown as not checked in/,
    },
    {
      name: 'rejects a list without an admission',
      entries: [done(1, 2, admit('a')), done(3, 4, list())],
      says: /the list lacks ada/,
    },
    {
      name: 'rejects a count without an admission',
      entries: [done(1, 2, admit('a')), done(3, 4, count(0))],
      says: /counts 0, not 1/,
    },
    {
      name: 'rejects a lookup that ignores an undo',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 6, look(true))],
      says: /shown as checked in/,
    },
    {
      name: 'rejects a list that ignores an undo while a new admission runs',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 8, admit('b')), done(6, 7, list('a'))],
      says: /still names ada/,
    },
    {
      name: 'rejects a count that ignores an undo',
      entries: [done(1, 2, admit('a')), done(3, 4, undo('a')), done(5, 6, count(1))],
      says: /counts 1, not 0/,
    },
    {
      name: 'rejects a lookup of a guest who was never admitted',
      entries: [done(1, 2, look(true))],
      says: /shown as checked in/,
    },
    {
      name: 'rejects a list with a guest twice',
      entries: [done(1, 2, admit('a')), done(3, 4, list('a', 'a'))],
      says: /twice/,
    },
    {
      name: 'accepts an overlapping admission, seen or not',
      entries: [done(1, 9, admit('a')), done(2, 3, look(true)), done(2, 3, look(false)), done(4, 5, count(0))],
    },
    {
      name: 'accepts an uncertain admission, seen or not',
      entries: [maybe(1, admit()), done(5, 6, list('a')), done(7, 8, look(false)), done(7, 8, count(1))],
    },
    {
      name: 'accepts an uncertain undo, seen or not',
      entries: [done(1, 2, admit('a')), maybe(3, undo('a')), done(5, 6, look(true)), done(5, 6, list())],
    },
  ])
})

const write = (value: string) => ({ kind: 'write' as const, register: 'title', value })
const read = (value: string) => ({ kind: 'read' as const, register: 'title', value })
const initial = { initial: { title: 'old' } }

describe('freshReads', () => {
  cases(freshReads, [
    {
      name: 'rejects a read of the value before the write',
      entries: [done(1, 2, write('new')), done(3, 4, read('old'))],
      more: initial,
      says: /showed old after it had become new/,
    },
    {
      name: 'rejects a read of an earlier write',
      entries: [done(1, 2, write('one')), done(3, 4, write('two')), done(5, 6, read('one'))],
      says: /showed one after it had become two/,
    },
    {
      name: 'rejects an old value after another read saw the uncertain write',
      entries: [maybe(1, write('new')), done(3, 4, read('new')), done(5, 6, read('old'))],
      more: initial,
      says: /showed old after it had become new/,
    },
    {
      name: 'rejects a value that was never written',
      entries: [done(1, 2, read('made up'))],
      more: initial,
      says: /never written/,
    },
    {
      name: 'rejects a value that was written after the read',
      entries: [done(1, 2, read('new')), done(3, 4, write('new'))],
      says: /before it was written/,
    },
    {
      name: 'accepts the value before or after an overlapping write',
      entries: [done(1, 9, write('new')), done(2, 3, read('old')), done(4, 5, read('new'))],
      more: initial,
    },
    {
      name: 'accepts either of two overlapping writes',
      entries: [done(1, 4, write('one')), done(2, 3, write('two')), done(5, 6, read('one')), done(5, 6, read('two'))],
    },
    {
      name: 'accepts an uncertain write that takes effect late',
      entries: [maybe(1, write('one')), done(2, 3, write('two')), done(5, 6, read('one'))],
    },
  ])
})

const answer = (operation: string, status: number) => ({ kind: 'answer' as const, operation, status })

describe('knownAnswers', () => {
  cases(knownAnswers, [
    { name: 'rejects a 500', entries: [done(1, 2, answer('admit', 500))], says: /answered 500/ },
    {
      name: 'rejects a status that the operation does not declare',
      entries: [done(1, 2, answer('lookUp', 404))],
      says: /lookUp answered 404/,
    },
    {
      name: 'accepts declared statuses and 503',
      entries: [done(1, 2, answer('admit', 200)), done(1, 2, answer('admit', 409)), done(1, 2, answer('lookUp', 503))],
    },
  ])
})

const effect = (by: 'import' | 'agent', wanted: number, seen: number) => ({
  kind: 'sawEffect' as const,
  by,
  what: 'guests',
  wanted,
  seen,
})

describe('effectsOf', () => {
  cases(effectsOf('import'), [
    {
      name: 'rejects an effect that is seen twice',
      entries: [done(1, 2, effect('import', 1, 1)), done(3, 4, effect('import', 1, 2))],
      says: /guests: 2 instead of 1/,
    },
    { name: 'accepts effects seen as often as wanted', entries: [done(1, 2, effect('import', 0, 0))] },
    { name: 'judges no other companion', entries: [done(1, 2, effect('agent', 1, 2))] },
  ])
})

describe('judge', () => {
  it('does not pass a rule for which it has no facts', () => {
    const rulings = judge(history([done(1, 2, answer('admit', 200))]))
    expect(rulings.every(({ violations }) => violations.length === 0)).toBe(true)
    expect(holds(rulings)).toBe(false)
    expect(holds(rulings.filter(({ facts }) => facts > 0))).toBe(true)
    expect(holds([{ rule: 'any', facts: 1, violations: ['one'] }])).toBe(false)
  })
})
