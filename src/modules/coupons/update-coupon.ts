import type { Call } from '../../operation/operation.ts'
import type { CouponRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { checkCoupon } from './check-coupon.ts'
import { codeTaken } from './create-coupon.ts'
import { foldCode, toCoupon } from './coupons.ts'
import type { CouponChanges, CouponParams } from './coupons.schema.ts'
import { findCoupon, updateCoupon as update } from './coupons.store.ts'

type Edit = Call<Parsed<typeof CouponParams>, unknown, Parsed<typeof CouponChanges>, 'calendar'>

const TRIES = 5

/** A change of kind drops the terms of the kind before, unless the request gives them. */
const changesOf = (seen: CouponRow, body: Edit['body']): Partial<CouponRow> => {
  const isOtherKind = body.discountType !== undefined && body.discountType !== seen.discountType
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Partial<CouponRow>
  return {
    ...(isOtherKind ? { percentOff: null, amountOff: null, currency: null } : {}),
    ...given,
    ...(body.code === undefined ? {} : { codeFolded: foldCode(body.code) }),
  }
}

export const updateCoupon = async ({ calendar, params, body }: Edit, deps: Deps) => {
  for (let attempt = 0; attempt < TRIES; attempt += 1) {
    const seen = await findCoupon(deps.db, calendar.id, params.couponId)
    if (seen === null) throw notFound()
    const changes = changesOf(seen, body)
    await checkCoupon(calendar.id, { ...seen, ...changes }, deps)
    const now = deps.clock()
    try {
      const [rows] = await deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: [update(deps.db, seen, { ...changes, updatedAt: now })],
      })
      if (rows[0] !== undefined) return toCoupon(rows[0], calendar.slug, now)
    } catch (error) {
      if (isUniqueViolation(error, 'coupons.code_folded')) throw codeTaken()
      throw error
    }
  }
  throw refusal('coupon_changed')
}
