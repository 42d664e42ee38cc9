import * as z from 'zod'
import { eventsWrite } from '../../access/demands.ts'
import type { CouponRow, EventRow } from '../../db/rows.ts'
import { invalid } from '../../kernel/failure.ts'
import { lazy } from '../../kernel/lazy.ts'
import { instantOfInput } from '../../kernel/local-time.ts'
import { DAY_MS, type Instant } from '../../kernel/time.ts'
import { TimeOrDate } from '../../kernel/wire.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { nextDate, startOfDate, wallDistance, wallShift } from '../../kernel/zoned-time.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { readAddons } from '../addons/index.ts'
import { couponsToCopy } from '../coupons/index.ts'
import { readTickets } from '../tickets/index.ts'
import { recoverEvent, storeUnderOwnSlug } from './create-event.ts'
import { Event } from './events.schema.ts'
import { readDoors } from './events.store.ts'
import { fresh } from './new-event.ts'
import { renamed } from './questions.ts'

const Duplication = lazy(() =>
  z.object({
    startAt: TimeOrDate()
      .optional()
      .describe('Start of the copy; a date for an all-day event. Default: the start of the original.'),
  }),
)

const daysBetween = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / DAY_MS

type Times = Pick<EventRow, 'startAt' | 'endAt' | 'startDate' | 'endDate'>

/** Returns the times of the copy, and a function that moves every other time of the event by the same distance. */
const movedTo = (event: EventRow, start: string | undefined): { times: Times; move: (at: Instant) => Instant } => {
  const { startAt, endAt, startDate, endDate, timezone: zone } = event
  if (start === undefined) return { times: { startAt, endAt, startDate, endDate }, move: (at) => at }
  const isDate = start.length === 10
  if (startDate !== null && endDate !== null) {
    if (!isDate) throw invalid('startAt', 'must be a date such as 2027-05-01, because the event is all-day')
    const days = daysBetween(startDate, start)
    const dates = { startDate: start, endDate: nextDate(endDate, days) }
    const times = { ...dates, startAt: startOfDate(start, zone), endAt: startOfDate(dates.endDate, zone) }
    return { times, move: wallShift(days * DAY_MS, zone) }
  }
  if (isDate) throw invalid('startAt', 'must be a time, because the event isn’t all-day')
  const newStart = instantOfInput(start, zone)
  if (newStart === null)
    throw invalid('startAt', `is a local time that doesn’t exist in ${zone} because of a clock change`)
  const move = wallShift(wallDistance(startAt, newStart, zone), zone)
  const newEnd = move(endAt)
  return {
    times: { startAt: newStart, endAt: newEnd > newStart ? newEnd : newStart + endAt - startAt, startDate, endDate },
    move,
  }
}

const CODE_TRIES = 3

/** Retries if another request takes one of the chosen coupon codes in between. */
const retryingCodes = async <Result>(write: () => Promise<Result>, left = CODE_TRIES): Promise<Result> => {
  try {
    return await write()
  } catch (error) {
    if (left > 1 && isUniqueViolation(error, 'coupons.code_folded')) return retryingCodes(write, left - 1)
    throw error
  }
}

/** Creates a draft with the same fields, tickets, add-ons, questions, checkpoints and coupons, but without guests. */
export const duplicateEvent = operation({
  id: 'events.duplicate',
  summary: 'Duplicate an event',
  description:
    'Creates a draft with the same tickets, add-ons, questions, checkpoints and coupons but no guests. With `startAt`, moves sale, registration, check-in and coupon periods by the same distance. A copied coupon is unused and has a code of its own, such as EARLY-2.',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/duplicate'),
  body: Duplication,
  answer: one(Event),
  revised: true,
  refusals: ['quota_exceeded'],
  recover: (effectId, { calendar }, deps) => recoverEvent(effectId, calendar, deps),
  async run({ calendar, event, body }, deps) {
    const now = deps.clock()
    const id = deps.newId('evt')
    const { times, move } = movedTo(event, body.startAt)
    const moved = (at: Instant | null) => (at === null ? null : move(at))
    const { tickets: originals } = await readTickets(deps.db, event.id)
    const tickets = originals.map((ticket, index) => ({
      ...ticket,
      id: deps.newId('tkt'),
      eventId: id,
      salesStartAt: moved(ticket.salesStartAt),
      salesEndAt: moved(ticket.salesEndAt),
      sortOrder: index,
      createdAt: now,
      updatedAt: now,
    }))
    const copyOf = (name: string) => tickets[originals.findIndex((ticket) => ticket.id === name)]?.id ?? name
    const registrationQuestions = renamed(event.registrationQuestions, () => deps.newId('qst')).map((question) =>
      question.ticketIds ? { ...question, ticketIds: question.ticketIds.map(copyOf) } : question,
    )
    const fields = {
      ...event,
      ...times,
      registrationOpensAt: moved(event.registrationOpensAt),
      registrationClosesAt: moved(event.registrationClosesAt),
      checkInOpensAt: moved(event.checkInOpensAt),
      checkInClosesAt: moved(event.checkInClosesAt),
      registrationQuestions,
    }
    const copy = fresh(fields, { id, calendarId: calendar.id, status: 'DRAFT', now })
    const checkpoints = (await readDoors(deps.db, event.id)).map((door, index) => ({
      ...door,
      id: deps.newId('cpt'),
      eventId: id,
      ticketIds: door.ticketIds?.map(copyOf) ?? null,
      opensAt: moved(door.opensAt),
      closesAt: moved(door.closesAt),
      // Each `createdAt` is 1 ms later than the previous one, so the checkpoints keep their order.
      createdAt: now + index,
      updatedAt: now + index,
    }))
    const addons = (await readAddons(deps.db, event.id)).map((addon, index) => ({
      ...addon,
      id: deps.newId('add'),
      eventId: id,
      ticketIds: addon.ticketIds.map(copyOf),
      taken: 0,
      salesStartAt: moved(addon.salesStartAt),
      salesEndAt: moved(addon.salesEndAt),
      sortOrder: index,
      createdAt: now,
      updatedAt: now,
    }))
    const copyCoupon = (coupon: CouponRow): CouponRow => ({
      ...coupon,
      id: deps.newId('cpn'),
      eventId: id,
      ticketIds: coupon.ticketIds.map(copyOf),
      redeemedCount: 0,
      validFrom: moved(coupon.validFrom),
      validUntil: moved(coupon.validUntil),
      createdAt: now,
      updatedAt: now,
    })
    return retryingCodes(async () => {
      const coupons = (await couponsToCopy(deps.db, event)).map(copyCoupon)
      return storeUnderOwnSlug({ event: copy, tickets, addons, checkpoints, coupons }, calendar, deps)
    })
  },
})
