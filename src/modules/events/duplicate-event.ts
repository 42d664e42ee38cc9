import type { Call } from '../../operation/operation.ts'
import type { EventRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { readTickets } from '../tickets/index.ts'
import { freeSlug, inOrder, storeNewEvent } from './create-event.ts'
import { answerWith } from './read-event.ts'
import { findEvent, viewOf } from './events.store.ts'

/** A draft with the same fields, tickets and questions, and none of the guests. */
export const duplicateEvent = async (call: Call<unknown, unknown, unknown, 'event'>, deps: Deps) => {
  const { calendar, event } = call
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
  const copy: EventRow = {
    ...event,
    id,
    slug: await freeSlug(event.title, deps),
    status: 'DRAFT',
    registrationQuestions: event.registrationQuestions.map((question) => ({ ...question, id: deps.newId('qst') })),
    sequence: 0,
    revision: 1,
    cancelledAt: null,
    cancellationReason: null,
    publishedAt: null,
    createdAt: now,
    updatedAt: now,
  }
  const stored = await storeNewEvent(copy, tickets, false, deps)
  return answerWith({ event: stored, calendarSlug: calendar.slug, tickets: inOrder(tickets), seats: {} }, call, deps)
}

export const recoverDuplicate = async (
  effectId: string,
  call: Call<unknown, unknown, unknown, 'event'>,
  deps: Deps,
) => {
  const event = await findEvent(deps.db, call.calendar.id, effectId)
  return event === null ? null : answerWith(await viewOf(deps.db, call.calendar, event), call, deps)
}
