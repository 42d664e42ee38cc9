import { coupons } from './checkers/coupons.ts'
import { deliveries } from './checkers/deliveries.ts'
import { departures } from './checkers/departures.ts'
import { freshDoor } from './checkers/fresh-door.ts'
import { freshReads } from './checkers/fresh-reads.ts'
import { keys } from './checkers/keys.ts'
import { knownAnswers } from './checkers/known-answers.ts'
import { offers } from './checkers/offers.ts'
import { oneAdmission } from './checkers/one-admission.ts'
import { parties } from './checkers/parties.ts'
import { refunds } from './checkers/refunds.ts'
import { replicas } from './checkers/replicas.ts'
import { rooms } from './checkers/rooms.ts'
import { seats } from './checkers/seats.ts'
import { shares } from './checkers/shares.ts'
import type { Checker, History, Verdict } from './history.ts'

const CHECKERS: readonly (readonly [rule: string, check: Checker])[] = [
  ['one admission per guest', oneAdmission],
  ['of a scan and a departure exactly one holds', departures],
  ['through a room in and out by turns', rooms],
  ['seats taken, and people in a room, ≤ the limit', seats],
  ['a party has its places whole or not at all', parties],
  ['one word to an offer, and no place idle in the end', offers],
  ['active keys ≤ 3, and none works once switched off', keys],
  ['refunded ≤ paid', refunds],
  ['a seat goes back once, and its shares are the whole', shares],
  ['coupon uses ≤ its limit', coupons],
  ['one delivery per event and listening webhook', deliveries],
  ['a replica fed by the feed equals the lists', replicas],
  ['lookup, list and summary are never older', freshDoor],
  ['single reads are never older', freshReads],
  ['every answer is one that the contract knows', knownAnswers],
]

export interface Ruling extends Verdict {
  rule: string
}

export const judge = (history: History): Ruling[] => CHECKERS.map(([rule, check]) => ({ rule, ...check(history) }))

export const holds = (rulings: readonly Ruling[]) =>
  rulings.every(({ facts, violations }) => facts > 0 && violations.length === 0)

const MOST_SHOWN = 5

export const reportOf = (rulings: readonly Ruling[]) =>
  rulings
    .flatMap(({ rule, facts, violations }) => [
      `${violations.length > 0 ? 'FAIL' : facts === 0 ? 'NONE' : 'ok  '}  ${rule.padEnd(52)} ${String(facts).padStart(7)} facts`,
      ...violations.slice(0, MOST_SHOWN).map((violation) => `        ${violation}`),
      ...(violations.length > MOST_SHOWN ? [`        and ${violations.length - MOST_SHOWN} more`] : []),
    ])
    .join('\n')
