import { coupons } from './checkers/coupons.ts'
import { deliveries } from './checkers/deliveries.ts'
import { departures } from './checkers/departures.ts'
import { effectsOf } from './checkers/effects.ts'
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

type Rule = readonly [rule: string, check: Checker]

const CHECKERS: readonly Rule[] = [
  ['one admission per guest', oneAdmission],
  ['of a check-in and a cancellation exactly one wins', departures],
  ['guests enter and leave a room alternately', rooms],
  ['seats taken and guests in a room ≤ the limit', seats],
  ['a party is seated completely or not at all', parties],
  ['one answer per offer, and no place left unused', offers],
  ['active keys ≤ 3, and no deactivated key works', keys],
  ['refunded ≤ paid', refunds],
  ['each seat refunded once; shares add up to the total', shares],
  ['coupon uses ≤ the limit', coupons],
  ['one delivery per event and subscribed webhook', deliveries],
  ['a replica built from the feed equals the lists', replicas],
  ['lookup, list and summary are never stale', freshDoor],
  ['single reads are never stale', freshReads],
  ['every answer is one that the contract allows', knownAnswers],
]

/** Additional rules of the soak, in which sandboxes, imports and agents use the service alongside the sockets. */
export const COMPANION_RULES: readonly Rule[] = [
  ['a sandbox reaches its clock, reminds once and ends', effectsOf('sandbox')],
  ['an import adds each line once', effectsOf('import')],
  ['an agent’s draft exists once, and a quote deletes it', effectsOf('agent')],
]

export interface Ruling extends Verdict {
  rule: string
}

export const judge = (history: History, more: readonly Rule[] = []): Ruling[] =>
  [...CHECKERS, ...more].map(([rule, check]) => ({ rule, ...check(history) }))

export const holds = (rulings: readonly Ruling[]) =>
  rulings.every(({ facts, violations }) => facts > 0 && violations.length === 0)

const MAX_SHOWN = 5

export const reportOf = (rulings: readonly Ruling[]) =>
  rulings
    .flatMap(({ rule, facts, violations }) => [
      `${violations.length > 0 ? 'FAIL' : facts === 0 ? 'NONE' : 'ok  '}  ${rule.padEnd(52)} ${String(facts).padStart(7)} facts`,
      ...violations.slice(0, MAX_SHOWN).map((violation) => `        ${violation}`),
      ...(violations.length > MAX_SHOWN ? [`        and ${violations.length - MAX_SHOWN} more`] : []),
    ])
    .join('\n')
