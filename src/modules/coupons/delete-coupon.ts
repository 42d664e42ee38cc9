import { deleted, type Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { CouponParams } from './coupons.schema.ts'
import { deleteCoupon as remove } from './coupons.store.ts'

/** Orders keep the code and what it took off. */
export const deleteCoupon = async (
  { calendar, params }: Call<Parsed<typeof CouponParams>, unknown, unknown, 'calendar'>,
  deps: Deps,
) => {
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'visitors',
    statements: [remove(deps.db, calendar.id, params.couponId)],
  })
  if (rows.length === 0) throw notFound()
  return deleted(params.couponId)
}
