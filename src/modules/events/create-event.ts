import { eventsWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import type { CalendarRow, TicketRow } from '../../db/rows.ts'
import type { Statements } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, refusal } from '../../kernel/failure.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import { eventSlugsFrom } from '../../kernel/slug.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { dashboard, one, operation, v1 } from '../../operation/operation.ts'
import { requireFeeRate, withoutRetiredRate } from '../tax-rates/index.ts'
import { Event, NewEvent } from './events.schema.ts'
import { isOverQuota, overQuota } from './event-quota.ts'
import { findEvent, insertEvent, loadEventView } from './events.store.ts'
import { composeEvent, type Unstored } from './new-event.ts'
import { conditionRefusal } from './questions.ts'
import { homeOf } from './events.ts'
import { eventReply } from './read-events.ts'

/** Stores the event under the slug. Returns null if the slug is taken or was taken at any time (`taken_slugs`). */
const storeUnder = async (
  slug: string,
  unstored: Unstored,
  calendar: CalendarRow,
  deps: Deps,
  more: Statements = [],
) => {
  const { event, tickets } = unstored
  const row = { ...event, slug }
  try {
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        ...insertEvent(deps.db, row, unstored, deps.config.quotas),
        more,
        fee: withoutRetiredRate(calendar.id, row.serviceFee),
      },
      effectId: rowIn('events', row.id),
    })
  } catch (error) {
    if (isUniqueViolation(error, 'taken_slugs')) return null
    if (isOverQuota(error)) return overQuota(calendar.id, deps)
    throw error
  }
  return eventReply({ event: row, ...homeOf(calendar), tickets: inOrder(tickets), seats: {}, leftByLine: null }, deps)
}

/**
 * Stores the event under a slug made from its title, together with `more`. If other events have those slugs, adds a
 * random suffix.
 */
export const storeUnderOwnSlug = async (
  unstored: Unstored,
  calendar: CalendarRow,
  deps: Deps,
  more: Statements = [],
) => {
  const { title, startAt, timezone } = unstored.event
  const slugs = eventSlugsFrom(title, dateOf(startAt, timezone), calendar.slug)
  const withSuffix = () => `${slugs[0]}-${randomBase62(6).toLowerCase()}`
  for (const each of [...slugs, withSuffix(), withSuffix()]) {
    const answer = await storeUnder(each, unstored, calendar, deps, more)
    if (answer !== null) return answer
  }
  throw new Error(`two random suffixes of ${slugs[0]} are taken`)
}

/** Sorts tickets in the same order as the store's queries. */
const inOrder = (tickets: TicketRow[]) =>
  tickets.toSorted(
    (left, right) =>
      left.sortOrder - right.sortOrder || left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
  )

export const recoverEvent = async (effectId: string, calendar: CalendarRow, deps: Deps) => {
  const event = await findEvent(deps.db, calendar.id, effectId)
  return event === null ? null : eventReply(await loadEventView(deps.db, calendar, event), deps)
}

export const createEvent = operation({
  id: 'events.create',
  summary: 'Create an event',
  subject: 'calendar',
  subjectIn: 'body',
  access: eventsWrite,
  routes: [v1('POST /events', { current: 'POST /events' }), dashboard('POST /events', { successor: '/v1/events' })],
  body: NewEvent,
  answer: one(Event),
  revised: true,
  refusals: ['slug_taken', 'quota_exceeded', 'question_condition_invalid'],
  recover: (effectId, { calendar }, deps) => recoverEvent(effectId, calendar, deps),
  async run({ calendar, body }, deps) {
    const undecided = conditionRefusal(body.registrationQuestions)
    if (undecided !== null) return undecided
    await requireFeeRate(body.serviceFee, calendar.id, deps.db)
    const { faults, ...unstored } = composeEvent(body, calendar.id, deps)
    if (faults.length > 0) throw invalidFields(faults)
    if (body.slug === undefined) return storeUnderOwnSlug(unstored, calendar, deps)
    return (await storeUnder(body.slug, unstored, calendar, deps)) ?? refusal('slug_taken')
  },
})
