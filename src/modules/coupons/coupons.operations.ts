import { eventsRead, manager } from '../../access/demands.ts'
import { dashboard, Deleted, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { Coupon, CouponChanges, CouponListQuery, NewCoupon } from './coupons.schema.ts'
import { createCoupon, recoverCoupon } from './create-coupon.ts'
import { deleteCoupon } from './delete-coupon.ts'
import { listCoupons } from './list-coupons.ts'
import { updateCoupon } from './update-coupon.ts'

export const couponOperations = [
  operation({
    id: 'coupons.list',
    summary: 'List the coupons of a calendar, newest first',
    subject: 'calendar',
    access: eventsRead,
    routes: [
      v1('GET /calendars/:slug/coupons', { badge: 'divergent', current: 'GET /coupons/calendar/:slug' }),
      dashboard('GET /coupons/calendar/:slug', { successor: '/v1/calendars/:slug/coupons' }),
    ],
    query: CouponListQuery,
    answer: pageOf(Coupon),
    run: listCoupons,
  }),
  operation({
    id: 'coupons.create',
    summary: 'Create a coupon: a percentage or an amount off, for all events or one, all tickets or some',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('POST /calendars/:slug/coupons')],
    body: NewCoupon,
    answer: one(Coupon),
    refusals: ['coupon_code_taken'],
    recover: recoverCoupon,
    run: createCoupon,
  }),
  operation({
    id: 'coupons.update',
    summary: 'Change a coupon; what was redeemed stays as it was',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('PATCH /calendars/:slug/coupons/:couponId')],
    body: CouponChanges,
    answer: one(Coupon),
    refusals: ['coupon_code_taken', 'coupon_changed'],
    run: updateCoupon,
  }),
  operation({
    id: 'coupons.delete',
    summary: 'Delete a coupon',
    subject: 'calendar',
    access: manager,
    routes: [dashboard('DELETE /calendars/:slug/coupons/:couponId')],
    answer: one(Deleted),
    run: deleteCoupon,
  }),
]
