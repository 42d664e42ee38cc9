import * as z from 'zod'
import type { CouponRow } from '../../db/rows.ts'
import type { FieldError } from '../../kernel/failure.ts'
import { lazy, type SchemaOutput } from '../../kernel/lazy.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import { DISCOUNT_TYPES, MAX_PARTY_SIZE } from '../../kernel/vocabulary.ts'
import { Currency, InstantInput, InstantOutput, oneLine, PageQuery } from '../../kernel/wire.ts'

const DiscountType = lazy(() => z.enum(DISCOUNT_TYPES))
const MAX_TICKETS = 50
const MAX_CODE_LENGTH = 64
const MAX_AMOUNT = 1_000_000_000_000

export const Coupon = lazy(() =>
  z
    .object({
      id: z.string(),
      code: z.string(),
      calendarSlug: z.string(),
      eventId: z.string().nullable(),
      ticketIds: z
        .array(z.string())
        .describe('Tickets that the coupon discounts; other seats of a party cost their full price. Empty means all.'),
      discountType: DiscountType(),
      percentOff: z.int().nullable(),
      amountOff: z.int().nullable(),
      currency: z.string().nullable(),
      maxRedemptions: z
        .int()
        .nullable()
        .describe('Maximum number of orders that use the coupon. A party counts once. Null means no limit.'),
      maxDiscountedSeats: z.int().nullable().describe('Maximum number of discounted seats per order. Null means all.'),
      redeemedCount: z.int(),
      remainingCount: z.int().nullable(),
      validFrom: InstantOutput().nullable(),
      validUntil: InstantOutput().nullable(),
      isActive: z.boolean(),
      status: z.enum(['ACTIVE', 'SCHEDULED', 'EXPIRED', 'EXHAUSTED', 'DISABLED']),
      createdAt: InstantOutput(),
    })
    .meta({ id: 'Coupon' }),
)
type CouponOutput = SchemaOutput<typeof Coupon>

const fields = lazy(() => ({
  code: oneLine(MAX_CODE_LENGTH),
  /** Null: valid for all events of the calendar. */
  eventId: z.string().nullable(),
  /** Empty: valid for all tickets. */
  ticketIds: z
    .array(z.string())
    .max(MAX_TICKETS)
    .transform((ids) => [...new Set(ids)]),
  discountType: DiscountType(),
  percentOff: z.int().min(1).max(100).nullable(),
  amountOff: z.int().min(1).max(MAX_AMOUNT).nullable(),
  currency: Currency().nullable(),
  maxRedemptions: z.int().min(1).max(1_000_000_000).nullable(),
  maxDiscountedSeats: z.int().min(1).max(MAX_PARTY_SIZE).nullable(),
  validFrom: InstantInput().nullable(),
  validUntil: InstantInput().nullable(),
  isActive: z.boolean(),
}))

export const CouponChanges = lazy(() => z.object(fields()).partial())
export const NewCoupon = lazy(() =>
  CouponChanges().extend({ code: fields().code, discountType: fields().discountType }),
)

export const CouponListQuery = lazy(() =>
  PageQuery().extend({ eventId: z.string().optional(), code: z.string().optional() }),
)

/** Normalises a code, because codes are case-insensitive. */
export const foldCode = (code: string) => code.trim().toUpperCase()

/** Returns the first of `EARLY-2`, `EARLY-3`… that isn't in `taken`, a set of folded codes. */
export const freeCode = (code: string, taken: ReadonlySet<string>) => {
  for (let number = 2; ; number += 1) {
    const suffix = `-${number}`
    const free = code.slice(0, MAX_CODE_LENGTH - suffix.length) + suffix
    if (!taken.has(foldCode(free))) return free
  }
}

export const couponStatusOf = (coupon: CouponRow, now: Instant): CouponOutput['status'] => {
  if (!coupon.isActive) return 'DISABLED'
  if (coupon.validUntil !== null && now >= coupon.validUntil) return 'EXPIRED'
  if (coupon.maxRedemptions !== null && coupon.redeemedCount >= coupon.maxRedemptions) return 'EXHAUSTED'
  if (coupon.validFrom !== null && now < coupon.validFrom) return 'SCHEDULED'
  return 'ACTIVE'
}

export type CouponTerms = Pick<
  CouponRow,
  'discountType' | 'percentOff' | 'amountOff' | 'currency' | 'validFrom' | 'validUntil'
>

/** Checks whether the terms fit together. The schema has already checked each field on its own. */
export const couponErrors = (terms: CouponTerms): FieldError[] => {
  const faults: FieldError[] = []
  const isPercent = terms.discountType === 'PERCENT'
  if (isPercent && terms.percentOff === null) faults.push({ field: 'percentOff', message: 'is required for PERCENT' })
  if (isPercent && terms.amountOff !== null) faults.push({ field: 'amountOff', message: 'isn’t allowed with PERCENT' })
  if (isPercent && terms.currency !== null) faults.push({ field: 'currency', message: 'isn’t allowed with PERCENT' })
  if (!isPercent && terms.amountOff === null) faults.push({ field: 'amountOff', message: 'is required for AMOUNT' })
  if (!isPercent && terms.currency === null) faults.push({ field: 'currency', message: 'is required for AMOUNT' })
  if (!isPercent && terms.percentOff !== null)
    faults.push({ field: 'percentOff', message: 'isn’t allowed with AMOUNT' })
  if (terms.validFrom !== null && terms.validUntil !== null && terms.validUntil <= terms.validFrom) {
    faults.push({ field: 'validUntil', message: 'must be after validFrom' })
  }
  return faults
}

export const toCoupon = (coupon: CouponRow, calendarSlug: string, now: Instant): CouponOutput => ({
  id: coupon.id,
  code: coupon.code,
  calendarSlug,
  eventId: coupon.eventId,
  ticketIds: coupon.ticketIds,
  discountType: coupon.discountType,
  percentOff: coupon.percentOff,
  amountOff: coupon.amountOff,
  currency: coupon.currency,
  maxRedemptions: coupon.maxRedemptions,
  maxDiscountedSeats: coupon.maxDiscountedSeats,
  redeemedCount: coupon.redeemedCount,
  remainingCount: coupon.maxRedemptions === null ? null : Math.max(0, coupon.maxRedemptions - coupon.redeemedCount),
  validFrom: isoOrNull(coupon.validFrom),
  validUntil: isoOrNull(coupon.validUntil),
  isActive: coupon.isActive,
  status: couponStatusOf(coupon, now),
  createdAt: iso(coupon.createdAt),
})
