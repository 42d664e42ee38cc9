import type { Checker } from '../history.ts'
import { at, attempts, done } from '../history.ts'
import { certainSpells, mostAtOnce } from './most-at-once.ts'

/**
 * Checks that no coupon is used more than `maxRedemptions` times, neither by its own counter nor by the registrations
 * that used it.
 */
export const coupons: Checker = (history) => {
  const reads = done(history, 'sawCoupon')
  const redeemed = done(history, 'redeem')
  const back = Map.groupBy(attempts(history, 'giveBack'), ({ act }) => act.guest)

  const violations = reads.flatMap((read) => {
    const limit = history.limits.coupons[read.act.coupon] ?? 0
    return read.act.redeemed > limit
      ? [`${read.act.coupon} counted ${read.act.redeemed} of ${limit} uses: ${at(read)}`]
      : []
  })
  for (const [coupon, limit] of Object.entries(history.limits.coupons)) {
    const byGuest = Map.groupBy(
      redeemed.filter(({ act }) => act.coupon === coupon),
      ({ act }) => act.guest ?? '',
    )
    const most = mostAtOnce([...byGuest].flatMap(([guest, entries]) => certainSpells(entries, back.get(guest) ?? [])))
    if (most.held > limit)
      violations.push(`${coupon} was used ${most.held} of ${limit} times at ${most.at.toFixed(1)} ms`)
  }
  return { facts: reads.length + redeemed.length, violations }
}
