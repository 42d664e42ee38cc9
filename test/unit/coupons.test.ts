import { describe, expect, it } from 'vitest'
import type { CouponRow } from '../../src/db/rows.ts'
import { couponStatusOf, couponErrors, foldCode } from '../../src/modules/coupons/coupons.ts'

const NOW = 1_000_000
const coupon = (fields: Partial<CouponRow>): CouponRow => ({
  id: 'cpn_1',
  calendarId: 'cal_1',
  eventId: null,
  ticketIds: [],
  code: 'Early',
  codeFolded: 'EARLY',
  discountType: 'PERCENT',
  percentOff: 10,
  amountOff: null,
  currency: null,
  maxRedemptions: null,
  redeemedCount: 0,
  maxDiscountedSeats: null,
  validFrom: null,
  validUntil: null,
  isActive: true,
  createdAt: 0,
  updatedAt: 0,
  ...fields,
})

describe('couponStatusOf', () => {
  it.each([
    [{}, 'ACTIVE'],
    [{ isActive: false }, 'DISABLED'],
    [{ isActive: false, validUntil: NOW - 1 }, 'DISABLED'],
    [{ validUntil: NOW }, 'EXPIRED'],
    [{ validUntil: NOW + 1 }, 'ACTIVE'],
    [{ validFrom: NOW + 1 }, 'SCHEDULED'],
    [{ validFrom: NOW }, 'ACTIVE'],
    [{ maxRedemptions: 2, redeemedCount: 1 }, 'ACTIVE'],
    [{ maxRedemptions: 2, redeemedCount: 2 }, 'EXHAUSTED'],
    [{ maxRedemptions: 2, redeemedCount: 2, validUntil: NOW }, 'EXPIRED'],
    [{ maxRedemptions: 1, redeemedCount: 3 }, 'EXHAUSTED'],
  ] as const)('%j: returns %s', (fields, status) => {
    expect(couponStatusOf(coupon(fields), NOW)).toBe(status)
  })
})

describe('coupon terms', () => {
  it.each([
    [{}, []],
    [{ percentOff: null }, ['percentOff']],
    [{ amountOff: 5 }, ['amountOff']],
    [{ currency: 'EUR' }, ['currency']],
    [{ discountType: 'AMOUNT', percentOff: null, amountOff: 5, currency: 'EUR' }, []],
    [{ discountType: 'AMOUNT', percentOff: null, amountOff: 5 }, ['currency']],
    [{ discountType: 'AMOUNT', percentOff: null, currency: 'EUR' }, ['amountOff']],
    [{ discountType: 'AMOUNT', amountOff: 5, currency: 'EUR' }, ['percentOff']],
    [{ validFrom: 5, validUntil: 5 }, ['validUntil']],
    [{ validFrom: 5, validUntil: 6 }, []],
  ] as const)('couponErrors reports for %j the fields %j', (fields, wrong) => {
    expect(couponErrors(coupon(fields)).map(({ field }) => field)).toEqual(wrong)
  })

  it.each([
    ['early', 'EARLY'],
    [' Straße ', 'STRASSE'],
  ])('foldCode folds %j to %j', (code, folded) => {
    expect(foldCode(code)).toBe(folded)
  })
})
