import type { CalendarRow, ChangeRow } from '../../db/rows.ts'
import { inOneBatch } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import type { ChangeObject } from '../../kernel/vocabulary.ts'
import { addonsNamed, toAddon } from '../addons/index.ts'
import { toCalendar } from '../calendars/index.ts'
import { checkinsNamed, scansNamed, toListedCheckin } from '../checkins/index.ts'
import { checkpointsNamed, toCheckpoint } from '../checkpoints/index.ts'
import { communicationsNamed, toCommunication } from '../communications/index.ts'
import { couponsNamed, toCoupon } from '../coupons/index.ts'
import { documentsNamed, toDocument } from '../documents/index.ts'
import { eventsNamed, homeOf, toEvent } from '../events/index.ts'
import { jobsNamed, toJob } from '../jobs/index.ts'
import { orderDetailsOf, ordersNamed, refundsNamed, toOrder, toRefund } from '../orders/index.ts'
import { seriesNamed, toSeries } from '../series/index.ts'
import { ticketContext, toTicket } from '../tickets/index.ts'
import { guestsNamed, withPositions } from '../seats/index.ts'
import { toGuest } from '../guests/index.ts'

/** Skips the query if the page contains none of these ids. */
const ifAny = <Made>(ids: readonly string[], read: (ids: readonly string[]) => Made): Made | [] =>
  ids.length === 0 ? [] : read(ids)

/**
 * Returns the current state of the page's objects by id, in the same form as in their lists. Deleted objects are
 * missing from the result.
 */
export const currentOf = async (
  rows: readonly ChangeRow[],
  calendar: CalendarRow,
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
): Promise<Map<string, { id: string }>> => {
  const upserts = rows.filter(({ op }) => op === 'upsert')
  const idsOf = (...objects: ChangeObject[]) => [
    ...new Set(upserts.flatMap(({ object, objectId }) => (objects.includes(object) ? [objectId] : []))),
  ]
  const eventIds = new Set([
    ...idsOf('event'),
    ...upserts.flatMap(({ object, eventId }) => (object === 'ticket' && eventId !== null ? [eventId] : [])),
  ])
  const found = await inOneBatch(deps.db, {
    events: ifAny([...eventIds], (ids) => [eventsNamed(calendar.id, ids)]),
    series: ifAny(idsOf('series'), (ids) => [seriesNamed(calendar.id, ids, deps.clock())]),
    orders: ifAny(idsOf('order'), (ids) => [ordersNamed(calendar.id, ids)]),
    guests: ifAny(idsOf('guest'), (ids) => [guestsNamed(calendar.id, ids)]),
    checkins: ifAny(idsOf('checkin'), (ids) => [checkinsNamed(calendar.id, ids)]),
    scans: ifAny(idsOf('scan'), (ids) => [scansNamed(calendar.id, ids)]),
    addons: ifAny(idsOf('addon'), (ids) => [addonsNamed(calendar.id, ids)]),
    checkpoints: ifAny(idsOf('checkpoint'), (ids) => [checkpointsNamed(calendar.id, ids)]),
    refunds: ifAny(idsOf('refund'), (ids) => [refundsNamed(calendar.id, ids)]),
    documents: ifAny(idsOf('document'), (ids) => [documentsNamed(calendar.id, ids)]),
    coupons: ifAny(idsOf('coupon'), (ids) => [couponsNamed(calendar.id, ids)]),
    jobs: ifAny(idsOf('job'), (ids) => [jobsNamed(calendar.id, ids)]),
    messages: ifAny(idsOf('announcement', 'reminder'), (ids) => [communicationsNamed(calendar.id, ids)]),
  })

  const now = deps.clock()
  const views = found.events.flat()
  const guests = await withPositions(deps.db, found.guests.flat())
  const tickets = views.flatMap(({ event, tickets: ofEvent, seats }) =>
    ofEvent.map((ticket) => toTicket(ticket, ticketContext({ event, calendar }, seats, now))),
  )
  const all = [
    ...(idsOf('calendar').length === 0 ? [] : [toCalendar(calendar, deps.config)]),
    ...views.map((view) => toEvent({ ...view, ...homeOf(calendar) }, deps.config, now)),
    ...found.series.flat().map((view) => toSeries(view, calendar.slug)),
    ...tickets,
    ...found.addons.flat().map((addon) => toAddon(addon, now)),
    ...guests.map(toGuest),
    ...found.checkpoints.flat().map(toCheckpoint),
    ...[...found.checkins.flat(), ...found.scans.flat()].map(toListedCheckin),
    ...found.orders.flatMap(({ orders, ...details }) =>
      orders.map((order) => toOrder(order, calendar.slug, orderDetailsOf(order, details))),
    ),
    ...found.refunds.flat().map(toRefund),
    ...found.documents.flat().map(toDocument),
    ...found.coupons.flat().map((coupon) => toCoupon(coupon, calendar.slug, now)),
    ...found.messages.flat().map(toCommunication),
    ...found.jobs.flat().map(toJob),
  ]
  return new Map(all.map((form) => [form.id, form]))
}
