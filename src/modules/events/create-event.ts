import { eventsWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import type { CalendarRow, TicketRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, refusal } from '../../kernel/failure.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import { eventSlugsFrom } from '../../kernel/slug.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { dateOf } from '../../kernel/zoned-time.ts'
import { both, dashboard, one, operation, v1 } from '../../operation/operation.ts'
import { readTickets } from '../tickets/index.ts'
import { Event, NewEvent } from './events.schema.ts'
import { isOverQuota, overQuota } from './event-quota.ts'
import { findEvent, insertEvent, readDoors, loadEventView } from './events.store.ts'
import { composeEvent, fresh, type Unstored } from './new-event.ts'
import { conditionRefusal, renamed } from './questions.ts'
import { eventReply } from './read-events.ts'

/** Stores the event under the slug. Returns null if the slug is taken or was taken at any time (`taken_slugs`). */
const storeUnder = async (slug: string, unstored: Unstored, calendar: CalendarRow, deps: Deps) => {
  const { event, tickets } = unstored
  const row = { ...event, slug }
  try {
    await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: insertEvent(deps.db, row, unstored, deps.config.quotas),
      effectId: rowIn('events', row.id),
    })
  } catch (error) {
    if (isUniqueViolation(error, 'taken_slugs')) return null
    if (isOverQuota(error)) return overQuota(calendar.id, deps)
    throw error
  }
  return eventReply(
    { event: row, calendarSlug: calendar.slug, tickets: inOrder(tickets), seats: {}, leftByLine: null },
    deps,
  )
}

/** Stores the event under a slug made from its title. If other events have those slugs, adds a random suffix. */
const storeUnderOwnSlug = async (unstored: Unstored, calendar: CalendarRow, deps: Deps) => {
  const { title, startAt, timezone } = unstored.event
  const slugs = eventSlugsFrom(title, dateOf(startAt, timezone), calendar.slug)
  const withSuffix = () => `${slugs[0]}-${randomBase62(6).toLowerCase()}`
  for (const each of [...slugs, withSuffix(), withSuffix()]) {
    const answer = await storeUnder(each, unstored, calendar, deps)
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

const recovered = async (effectId: string, calendar: CalendarRow, deps: Deps) => {
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
  recover: (effectId, { calendar }, deps) => recovered(effectId, calendar, deps),
  async run({ calendar, body }, deps) {
    const undecided = conditionRefusal(body.registrationQuestions)
    if (undecided !== null) return undecided
    const { faults, ...unstored } = composeEvent(body, calendar.id, deps)
    if (faults.length > 0) throw invalidFields(faults)
    if (body.slug === undefined) return storeUnderOwnSlug(unstored, calendar, deps)
    return (await storeUnder(body.slug, unstored, calendar, deps)) ?? refusal('slug_taken')
  },
})

/** Creates a draft with the same fields, tickets, questions and checkpoints as the original, but without guests. */
export const duplicateEvent = operation({
  id: 'events.duplicate',
  summary: 'Duplicate an event',
  description: 'Creates a draft with the same tickets and questions but no guests.',
  subject: 'event',
  access: eventsWrite,
  routes: both('POST /events/:eventId/duplicate'),
  answer: one(Event),
  revised: true,
  refusals: ['quota_exceeded'],
  recover: (effectId, { calendar }, deps) => recovered(effectId, calendar, deps),
  async run({ calendar, event }, deps) {
    const now = deps.clock()
    const id = deps.newId('evt')
    const { tickets: originals } = await readTickets(deps.db, event.id)
    const tickets = originals.map((ticket, index) => ({
      ...ticket,
      id: deps.newId('tkt'),
      eventId: id,
      sortOrder: index,
      createdAt: now,
      updatedAt: now,
    }))
    const copyOf = (name: string) => tickets[originals.findIndex((ticket) => ticket.id === name)]?.id ?? name
    const registrationQuestions = renamed(event.registrationQuestions, () => deps.newId('qst')).map((question) =>
      question.ticketIds ? { ...question, ticketIds: question.ticketIds.map(copyOf) } : question,
    )
    const copy = fresh({ ...event, registrationQuestions }, { id, calendarId: calendar.id, status: 'DRAFT', now })
    const checkpoints = (await readDoors(deps.db, event.id)).map((door, index) => ({
      ...door,
      id: deps.newId('cpt'),
      eventId: id,
      ticketIds: door.ticketIds?.map(copyOf) ?? null,
      // Each `createdAt` is 1 ms later than the previous one, so the checkpoints keep their order.
      createdAt: now + index,
      updatedAt: now + index,
    }))
    return storeUnderOwnSlug({ event: copy, tickets, checkpoints }, calendar, deps)
  },
})
