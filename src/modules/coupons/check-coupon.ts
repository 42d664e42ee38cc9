import { isEventOf } from '../../db/event-of-calendar.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, type FieldError } from '../../kernel/failure.ts'
import { faultsOf, type CouponTerms } from './coupons.ts'
import { knownTickets } from './coupons.store.ts'

/** Refuses terms that do not fit together, and events and tickets that the calendar does not have. */
export const checkCoupon = async (
  calendarId: string,
  coupon: CouponTerms & { eventId: string | null; ticketIds: string[] },
  deps: Deps,
) => {
  const faults: FieldError[] = faultsOf(coupon)
  if (coupon.eventId !== null && !(await isEventOf(deps.db, calendarId, coupon.eventId))) {
    faults.push({ field: 'eventId', message: 'must be an event of this calendar' })
  }
  const known = await knownTickets(deps.db, calendarId, coupon.eventId, coupon.ticketIds)
  for (const [index, id] of coupon.ticketIds.entries()) {
    if (!known.has(id))
      faults.push({ field: `ticketIds.${index}`, message: 'must be a ticket that the coupon can be for' })
  }
  if (faults.length > 0) throw invalidFields(faults)
}
