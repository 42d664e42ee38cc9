import type { EventRow, TicketRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { FieldError } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { Instant } from '../../kernel/time.ts'
import { mergeTicket, type NewTicketInput } from '../tickets/index.ts'
import { mergeEvent, type EventFields } from './event-fields.ts'
import type { NewEvent } from './events.schema.ts'

const GENERAL_ADMISSION: NewTicketInput = { name: 'General admission' }

export interface Unstored {
  event: Omit<EventRow, 'slug'>
  tickets: TicketRow[]
}

interface Birth {
  id: string
  calendarId: string
  status: EventRow['status']
  now: Instant
}

/** An event that nobody has changed yet, of no series. */
export const fresh = (fields: EventFields, { id, calendarId, status, now }: Birth): Unstored['event'] => ({
  ...fields,
  id,
  calendarId,
  status,
  sequence: 0,
  revision: 1,
  cancelledAt: null,
  cancellationReason: null,
  publishedAt: status === 'PUBLISHED' ? now : null,
  seriesId: null,
  recurrenceId: null,
  overrides: null,
  createdAt: now,
  updatedAt: now,
})

/** What a create body makes, with every fault of it. */
export const composeEvent = (
  body: Parsed<typeof NewEvent>,
  calendarId: string,
  deps: Pick<Deps, 'clock' | 'newId' | 'payments'>,
): Unstored & { faults: FieldError[] } => {
  const now = deps.clock()
  const id = deps.newId('evt')
  const { fields, faults } = mergeEvent(body, null, deps.newId)
  const tickets = (body.tickets ?? [GENERAL_ADMISSION]).map((given, index) => {
    const merged = mergeTicket(given, null, {
      zone: fields.timezone,
      payments: deps.payments,
      path: `tickets.${index}.`,
      sortOrder: index,
    })
    faults.push(...merged.faults)
    return { ...merged.ticket, id: deps.newId('tkt'), eventId: id, createdAt: now, updatedAt: now }
  })
  return { event: fresh(fields, { id, calendarId, status: body.status ?? 'PUBLISHED', now }), tickets, faults }
}
