import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { checkCoupon } from './check-coupon.ts'
import { foldCode, toCoupon } from './coupons.ts'
import type { NewCoupon } from './coupons.schema.ts'
import { findCoupon, insertCoupon } from './coupons.store.ts'

export const codeTaken = () => refusal('coupon_code_taken')

type Creation = Call<unknown, unknown, Parsed<typeof NewCoupon>, 'calendar'>

export const createCoupon = async ({ calendar, body }: Creation, deps: Deps) => {
  const now = deps.clock()
  const coupon = {
    id: deps.newId('cpn'),
    calendarId: calendar.id,
    eventId: body.eventId ?? null,
    ticketIds: body.ticketIds ?? [],
    code: body.code,
    codeFolded: foldCode(body.code),
    discountType: body.discountType,
    percentOff: body.percentOff ?? null,
    amountOff: body.amountOff ?? null,
    currency: body.currency ?? null,
    maxRedemptions: body.maxRedemptions ?? null,
    redeemedCount: 0,
    validFrom: body.validFrom ?? null,
    validUntil: body.validUntil ?? null,
    isActive: body.isActive ?? true,
    createdAt: now,
    updatedAt: now,
  }
  await checkCoupon(calendar.id, coupon, deps)
  try {
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: [insertCoupon(deps.db, coupon)],
      effectId: coupon.id,
    })
  } catch (error) {
    if (isUniqueViolation(error, 'coupons.code_folded')) throw codeTaken()
    throw error
  }
  return toCoupon(coupon, calendar.slug, now)
}

export const recoverCoupon = async (effectId: string, { calendar }: Creation, deps: Deps) => {
  const coupon = await findCoupon(deps.db, calendar.id, effectId)
  return coupon === null ? null : toCoupon(coupon, calendar.slug, deps.clock())
}
