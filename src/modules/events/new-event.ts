import type { AddonRow, CheckpointRow, CouponRow, EventRow, TicketRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { FieldError } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import type { Instant } from '../../kernel/time.ts'
import { GENERAL_ADMISSION } from '../../kernel/vocabulary.ts'
import { mergeTicket, type NewTicketInput } from '../tickets/index.ts'
import { mergeEvent, type EventFields } from './event-fields.ts'
import type { NewEvent } from './events.schema.ts'
import { withTicketsNamed } from './questions.ts'

const ONLY_TICKET: NewTicketInput = { name: GENERAL_ADMISSION }

export interface Unstored {
  event: Omit<EventRow, 'slug'>
  tickets: TicketRow[]
  /** Set only when duplicating an event. */
  addons?: AddonRow[]
  checkpoints?: CheckpointRow[]
  coupons?: CouponRow[]
}

interface InitialValues {
  id: string
  calendarId: string
  status: EventRow['status']
  now: Instant
}

/** Returns a new event at revision 1, outside any series. */
export const fresh = (fields: EventFields, { id, calendarId, status, now }: InitialValues): Unstored['event'] => ({
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
  eraseAt: null,
  visibilityBefore: null,
  createdAt: now,
  updatedAt: now,
})

/** Builds an event and its tickets from a create request. Also returns every error in the request. */
export const composeEvent = (
  body: SchemaOutput<typeof NewEvent>,
  calendarId: string,
  deps: Pick<Deps, 'clock' | 'newId' | 'payments'>,
): Unstored & { faults: FieldError[] } => {
  const now = deps.clock()
  const id = deps.newId('evt')
  const faults: FieldError[] = []
  const zone = body.timezone
  const tickets = (body.tickets ?? [ONLY_TICKET]).map((given, index) => {
    const merged = mergeTicket(given, null, {
      zone,
      payments: deps.payments,
      path: `tickets.${index}.`,
      sortOrder: index,
    })
    faults.push(...merged.faults)
    return { ...merged.ticket, id: deps.newId('tkt'), eventId: id, createdAt: now, updatedAt: now }
  })
  const asked = body.registrationQuestions && withTicketsNamed(body.registrationQuestions, tickets)
  const merged = mergeEvent({ ...body, registrationQuestions: asked?.questions }, null, deps.newId)
  const { fields } = merged
  faults.unshift(...merged.faults, ...(asked?.faults ?? []))
  for (const [index, { key }] of tickets.entries()) {
    if (key !== null && tickets.findIndex((each) => each.key === key) < index)
      faults.push({ field: `tickets.${index}.key`, message: 'is already used by another ticket' })
  }
  return { event: fresh(fields, { id, calendarId, status: body.status ?? 'PUBLISHED', now }), tickets, faults }
}
