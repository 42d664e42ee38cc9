import type { Checker } from '../history.ts'
import { at, attempts, done, sum } from '../history.ts'

/**
 * Checks that each seat is refunded once, that repeated requests report the same share, and that all shares add up to
 * the total to the cent.
 */
export const shares: Checker = (history) => {
  const refundsByOrder = Map.groupBy(attempts(history, 'refundSeat'), ({ act }) => act.order)
  const reads = done(history, 'sawShares')
  const violations: string[] = []

  for (const [order, refunds] of refundsByOrder) {
    const certain = refunds.filter(({ outcome, act }) => outcome === 'done' && act.amount !== undefined)
    for (const [guest, twice] of Map.groupBy(certain, ({ act }) => act.guest)) {
      if (new Set(twice.map(({ act }) => act.amount)).size > 1)
        violations.push(`${order}: ${guest} was refunded ${twice.map(({ act }) => act.amount).join(' and ')}`)
    }
  }
  for (const read of reads) {
    const { order, total, refunded, seats, back } = read.act
    const ofOrder = refundsByOrder.get(order) ?? []
    const seen = back.flatMap(({ guests }) => guests)
    const found: string[] = []
    if (new Set(seen).size < seen.length) found.push('refunded a seat twice')
    if (refunded !== sum(back.map(({ amount }) => amount)) || refunded > total)
      found.push(`says ${refunded} of ${total}, but its refunds are ${JSON.stringify(back)}`)
    if (seen.length === seats && refunded !== total) found.push(`refunded every seat for ${refunded} of ${total}`)
    for (const { act, to } of ofOrder) {
      const listed = back.find(({ guests }) => guests.includes(act.guest))
      if (to < read.from && listed === undefined) found.push(`does not list the refund of ${act.guest}`)
      if (act.amount !== undefined && listed !== undefined && listed.amount !== act.amount)
        found.push(`lists ${listed.amount} for ${act.guest} but answered ${act.amount}`)
    }
    for (const guest of seen)
      if (!ofOrder.some(({ act, from }) => act.guest === guest && from < read.to))
        found.push(`refunded ${guest} without a request`)
    violations.push(...found.map((what) => `${order} ${what}: ${at(read)}`))
  }
  for (const { act } of done(history, 'sawBooks')) {
    const certain = new Map(
      (refundsByOrder.get(act.order) ?? []).map((refund) => [refund.act.guest, refund.act.amount ?? 0]),
    )
    const least = sum([...certain.values()])
    if (history.isDrained && act.refunded < least)
      violations.push(`${act.order}: ${least} of seats was refunded, but the provider paid back ${act.refunded}`)
  }
  return { facts: reads.length + refundsByOrder.size, violations }
}
