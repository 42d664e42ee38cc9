import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { toCoupon } from './coupons.ts'
import type { CouponListQuery } from './coupons.schema.ts'
import { listCoupons as list } from './coupons.store.ts'

export const listCoupons = async (
  { calendar, query }: Call<unknown, Parsed<typeof CouponListQuery>, unknown, 'calendar'>,
  deps: Deps,
) => {
  const { rows, total } = await list(deps.db, calendar.id, query)
  const now = deps.clock()
  return pageOfItems(
    query,
    rows.map((coupon) => toCoupon(coupon, calendar.slug, now)),
    total,
  )
}
