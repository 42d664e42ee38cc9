import { eventsRead, manager } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import type { CouponRow } from '../../db/rows.ts'
import { edit } from '../../db/edit.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { Failure, invalidFields, notFound, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { pageOfItems } from '../../kernel/page.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { dashboard, deleted, Deleted, one, operation, pageOf, v1 } from '../../operation/operation.ts'
import { Coupon, CouponChanges, CouponListQuery, couponErrors, foldCode, NewCoupon, toCoupon } from './coupons.ts'
import {
  deleteCouponStatement as remove,
  findCoupon,
  insertCoupon,
  knownOf,
  listCouponsQuery as list,
  updateCouponStatement as update,
} from './coupons.store.ts'

export const listCoupons = operation({
  id: 'coupons.list',
  summary: 'List coupons',
  description: 'Newest first.',
  subject: 'calendar',
  access: eventsRead,
  routes: [
    v1('GET /calendars/:slug/coupons', { current: 'GET /coupons/calendar/:slug' }),
    dashboard('GET /coupons/calendar/:slug', { successor: '/v1/calendars/:slug/coupons' }),
  ],
  query: CouponListQuery,
  answer: pageOf(Coupon),
  async run({ calendar, query }, deps) {
    const { rows, total } = await list(deps.db, calendar.id, query)
    const now = deps.clock()
    return pageOfItems(
      query,
      rows.map((coupon) => toCoupon(coupon, calendar.slug, now)),
      total,
    )
  },
})

/** Throws if the terms contradict each other, or if the event or one of the tickets doesn't belong to the calendar. */
const requireConsistentTerms = async (
  coupon: Parameters<typeof couponErrors>[0] & Parameters<typeof knownOf>[1],
  deps: Deps,
) => {
  const faults = couponErrors(coupon)
  const known = await knownOf(deps.db, coupon)
  if (!known.event) faults.push({ field: 'eventId', message: 'must be an event of this calendar' })
  for (const [index, id] of coupon.ticketIds.entries()) {
    if (!known.tickets.has(id))
      faults.push({ field: `ticketIds.${index}`, message: 'must be a ticket of the coupon’s event or calendar' })
  }
  if (faults.length > 0) throw invalidFields(faults)
}

const refuseTakenCode = async <Done>(written: Promise<Done>) => {
  try {
    return await written
  } catch (error) {
    if (isUniqueViolation(error, 'coupons.code_folded')) return refusal('coupon_code_taken')
    throw error
  }
}

export const createCoupon = operation({
  id: 'coupons.create',
  summary: 'Create a coupon',
  description: 'A percentage or fixed discount for one or all events and for some or all tickets.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('POST /calendars/:slug/coupons')],
  body: NewCoupon,
  answer: one(Coupon),
  refusals: ['coupon_code_taken'],
  async recover(effectId, { calendar }, deps) {
    const coupon = await findCoupon(deps.db, calendar.id, effectId)
    return coupon === null ? null : toCoupon(coupon, calendar.slug, deps.clock())
  },
  async run({ calendar, body }, deps) {
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
      maxDiscountedSeats: body.maxDiscountedSeats ?? null,
      redeemedCount: 0,
      validFrom: body.validFrom ?? null,
      validUntil: body.validUntil ?? null,
      isActive: body.isActive ?? true,
      createdAt: now,
      updatedAt: now,
    }
    await requireConsistentTerms(coupon, deps)
    const stored = await refuseTakenCode(
      deps.commit({
        calendarId: calendar.id,
        seenBy: 'visitors',
        statements: { made: insertCoupon(deps.db, coupon) },
        effectId: rowIn('coupons', coupon.id),
      }),
    )
    return stored instanceof Failure ? stored : toCoupon(onlyRow(stored.made), calendar.slug, now)
  },
})

/** A new `discountType` clears those of `percentOff`, `amountOff` and `currency` that the request doesn't set. */
const changesOf = (before: CouponRow, body: SchemaOutput<typeof CouponChanges>): Partial<CouponRow> => {
  const isNewType = body.discountType !== undefined && body.discountType !== before.discountType
  const given = Object.fromEntries(
    Object.entries(body).filter(([, value]) => value !== undefined),
  ) as Partial<CouponRow>
  return {
    ...(isNewType ? { percentOff: null, amountOff: null, currency: null } : {}),
    ...given,
    ...(body.code === undefined ? {} : { codeFolded: foldCode(body.code) }),
  }
}

export const updateCoupon = operation({
  id: 'coupons.update',
  summary: 'Update a coupon',
  description: 'Past redemptions stay unchanged.',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('PATCH /calendars/:slug/coupons/:couponId')],
  body: CouponChanges,
  answer: one(Coupon),
  refusals: ['coupon_code_taken', 'coupon_changed'],
  async run({ calendar, params, body }, deps) {
    const edited = await edit(
      () => findCoupon(deps.db, calendar.id, params.couponId),
      async (before) => {
        if (before === null) throw notFound()
        const changes = changesOf(before, body)
        await requireConsistentTerms({ ...before, ...changes }, deps)
        const now = deps.clock()
        const stored = await refuseTakenCode(
          deps.commit({
            calendarId: calendar.id,
            seenBy: 'visitors',
            statements: { changed: update(deps.db, before, { ...changes, updatedAt: now }) },
          }),
        )
        if (stored instanceof Failure) return stored
        const [coupon] = stored.changed
        return coupon === undefined ? null : toCoupon(coupon, calendar.slug, now)
      },
    )
    return edited ?? refusal('coupon_changed')
  },
})

/** Existing orders keep their `coupon_code` and `discount`. */
export const deleteCoupon = operation({
  id: 'coupons.delete',
  effects: ['deletes'],
  summary: 'Delete a coupon',
  subject: 'calendar',
  access: manager,
  routes: [dashboard('DELETE /calendars/:slug/coupons/:couponId')],
  answer: one(Deleted),
  async run({ calendar, params }, deps) {
    const { gone } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: { gone: remove(deps.db, calendar.id, params.couponId) },
    })
    if (gone.length === 0) throw notFound()
    return deleted(params.couponId)
  },
})
