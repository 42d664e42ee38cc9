import * as z from 'zod'
import { lazily, type Parsed } from '../../kernel/lazily.ts'
import { DISCOUNT_TYPES } from '../../kernel/vocabulary.ts'
import { Currency, InstantInput, InstantOutput, oneLine, PageQuery } from '../../kernel/wire.ts'

const DiscountType = lazily(() => z.enum(DISCOUNT_TYPES))
const MOST_TICKETS = 50
const MOST_MONEY = 1_000_000_000_000

export const Coupon = lazily(() =>
  z
    .object({
      id: z.string(),
      code: z.string(),
      calendarSlug: z.string(),
      eventId: z.string().nullable(),
      ticketIds: z.array(z.string()),
      discountType: DiscountType(),
      percentOff: z.int().nullable(),
      amountOff: z.int().nullable(),
      currency: z.string().nullable(),
      maxRedemptions: z.int().nullable(),
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
export type CouponOutput = Parsed<typeof Coupon>

const fields = lazily(() => ({
  code: oneLine(64),
  /** Null: good for every event of the calendar. */
  eventId: z.string().nullable(),
  /** Empty: good for every ticket. */
  ticketIds: z
    .array(z.string())
    .max(MOST_TICKETS)
    .transform((ids) => [...new Set(ids)]),
  discountType: DiscountType(),
  percentOff: z.int().min(1).max(100).nullable(),
  amountOff: z.int().min(1).max(MOST_MONEY).nullable(),
  currency: Currency().nullable(),
  maxRedemptions: z.int().min(1).max(1_000_000_000).nullable(),
  validFrom: InstantInput().nullable(),
  validUntil: InstantInput().nullable(),
  isActive: z.boolean(),
}))

export const CouponChanges = lazily(() => z.object(fields()).partial())
export const NewCoupon = lazily(() =>
  CouponChanges().extend({ code: fields().code, discountType: fields().discountType }),
)

export const CouponParams = lazily(() => z.object({ slug: z.string(), couponId: z.string() }))
export const CouponListQuery = lazily(() =>
  PageQuery().extend({ eventId: z.string().optional(), code: z.string().optional() }),
)
