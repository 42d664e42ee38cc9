import type { Call } from '../../operation/operation.ts'
import type { EventRow, TicketRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalidFields, refusal } from '../../kernel/failure.ts'
import { randomBase62 } from '../../kernel/ids.ts'
import { slugFrom } from '../../kernel/slug.ts'
import { isUniqueViolation } from '../../kernel/violations.ts'
import { mergeTicket, type NewTicketInput } from '../tickets/index.ts'
import { mergeEvent } from './event-fields.ts'
import type { NewEventInput } from './event-input.schema.ts'
import type { EventView } from './events.ts'
import { findEvent, insertEvent, isSlugTaken, viewOf } from './events.store.ts'
import { answerWith } from './read-event.ts'

const GENERAL_ADMISSION: NewTicketInput = { name: 'General admission' }
const SLUG_TRIES = 3

const withSuffix = (slug: string) => `${slug}-${randomBase62(6).toLowerCase()}`

/** A slug of the title's own; the suffix comes in when it is taken, or was once. */
export const freeSlug = async (title: string, deps: Deps) => {
  const slug = slugFrom(title, 'event')
  return (await isSlugTaken(deps.db, slug)) ? withSuffix(slug) : slug
}

/** Stores the event under the slug; a derived one makes way for whoever was quicker. */
export const storeNewEvent = async (event: EventRow, tickets: TicketRow[], isSlugGiven: boolean, deps: Deps) => {
  let row = event
  for (let attempt = 1; ; attempt += 1) {
    try {
      await deps.commit({
        calendarId: row.calendarId,
        seenBy: 'visitors',
        statements: insertEvent(deps.db, row, tickets),
        effectId: row.id,
      })
      return row
    } catch (error) {
      if (!isUniqueViolation(error, 'taken_slugs')) throw error
      if (isSlugGiven || attempt === SLUG_TRIES) throw refusal('slug_taken')
      row = { ...row, slug: withSuffix(slugFrom(row.title, 'event')) }
    }
  }
}

export const createEvent = async (call: Call<unknown, unknown, NewEventInput, 'calendar'>, deps: Deps) => {
  const { calendar, body } = call
  const now = deps.clock()
  const { fields, faults } = mergeEvent(body, null, deps.newId)
  const id = deps.newId('evt')
  const tickets = (body.tickets ?? [GENERAL_ADMISSION]).map((given, index) => {
    const merged = mergeTicket(given, null, { zone: fields.timezone, path: `tickets.${index}.`, sortOrder: index })
    faults.push(...merged.faults)
    return { ...merged.ticket, id: deps.newId('tkt'), eventId: id, createdAt: now, updatedAt: now }
  })
  if (faults.length > 0) throw invalidFields(faults)
  const status = body.status ?? 'PUBLISHED'
  const event: EventRow = {
    ...fields,
    id,
    calendarId: calendar.id,
    slug: body.slug ?? (await freeSlug(fields.title, deps)),
    status,
    sequence: 0,
    revision: 1,
    cancelledAt: null,
    cancellationReason: null,
    publishedAt: status === 'PUBLISHED' ? now : null,
    createdAt: now,
    updatedAt: now,
  }
  const stored = await storeNewEvent(event, tickets, body.slug !== undefined, deps)
  const view: EventView = { event: stored, calendarSlug: calendar.slug, tickets: inOrder(tickets), seats: {} }
  return answerWith(view, call, deps)
}

/** As the store orders them. */
export const inOrder = (tickets: TicketRow[]) =>
  tickets.toSorted(
    (left, right) =>
      left.sortOrder - right.sortOrder || left.createdAt - right.createdAt || (left.id < right.id ? -1 : 1),
  )

export const recoverEvent = async (effectId: string, call: Call<unknown, unknown, unknown, 'calendar'>, deps: Deps) => {
  const event = await findEvent(deps.db, call.calendar.id, effectId)
  return event === null ? null : answerWith(await viewOf(deps.db, call.calendar, event), call, deps)
}
