import type { Checker } from '../history.ts'
import { at, attempts, done, sum } from '../history.ts'

/**
 * Checks that refunds never exceed the payment, and that an order's `refunded` lies between the refunds certainly made
 * and those possibly made.
 */
export const refunds: Checker = (history) => {
  const reads = done(history, 'sawOrder')
  const books = done(history, 'sawBooks')
  const refundsByOrder = Map.groupBy(attempts(history, 'refund'), ({ act }) => act.order)

  const violations = reads.flatMap((read) => {
    const { order, total, refunded, listed } = read.act
    const ofOrder = refundsByOrder.get(order) ?? []
    const least = sum(ofOrder.filter(({ to }) => to < read.from).map(({ act }) => act.amount))
    const most = sum(ofOrder.filter(({ from }) => from < read.to).map(({ act }) => act.amount))
    const found: string[] = []
    if (refunded > total) found.push(`refunded ${refunded} of ${total}`)
    if (refunded !== listed) found.push(`says ${refunded} but lists refunds of ${listed}`)
    if (refunded < least) found.push(`says ${refunded} after ${least} had been refunded`)
    if (refunded > most) found.push(`says ${refunded} although at most ${most} was requested`)
    return found.map((what) => `${order} ${what}: ${at(read)}`)
  })
  for (const { act } of books) {
    if (act.refunded > act.paid) violations.push(`${act.order}: the provider paid back ${act.refunded} of ${act.paid}`)
    const certain = sum(
      (refundsByOrder.get(act.order) ?? []).filter(({ outcome }) => outcome === 'done').map((each) => each.act.amount),
    )
    if (history.isDrained && act.refunded < certain)
      violations.push(`${act.order}: ${certain} was refunded, but the provider paid back ${act.refunded}`)
  }
  return { facts: reads.length + books.length, violations }
}
