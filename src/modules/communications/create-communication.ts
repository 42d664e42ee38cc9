import { actorId } from '../../access/actor.ts'
import type { Call } from '../../operation/operation.ts'
import type { CommunicationRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalid, invalidFields, refusal } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { MINUTE_MS } from '../../kernel/time.ts'
import { DEFAULT_AUDIENCE, reminderSubject, toCommunication } from './communications.ts'
import type { NewAnnouncement, NewReminder } from './communications.schema.ts'
import { findCommunication, insertCommunication, knownTickets, listCommunications } from './communications.store.ts'

type Body = Parsed<typeof NewAnnouncement> | Parsed<typeof NewReminder>
type Creation = Call<unknown, unknown, Body, 'event'>

const checkAudience = async ({ event, body }: Creation, deps: Deps) => {
  const ids = body.audience?.ticketIds ?? []
  const known = await knownTickets(deps.db, event.id, ids)
  const faults = [...ids.entries()].flatMap(([index, id]) =>
    known.has(id) ? [] : [{ field: `audience.ticketIds.${index}`, message: 'must be a ticket of this event' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

const create = async (call: Creation, kind: CommunicationRow['kind'], deps: Deps) => {
  const { event, calendar, body, actor } = call
  const now = deps.clock()
  const sendAt = body.sendAt ?? now
  if (sendAt < now - MINUTE_MS) throw invalid('sendAt', 'must not lie in the past')
  await checkAudience(call, deps)
  const isNow = sendAt <= now
  const row = {
    id: deps.newId(kind === 'ANNOUNCEMENT' ? 'ann' : 'rem'),
    calendarId: calendar.id,
    eventId: event.id,
    kind,
    trigger: 'MANUAL' as const,
    subject: body.subject ?? reminderSubject(event.title),
    body: body.body ?? '',
    audienceStatuses: body.audience?.statuses ?? [...DEFAULT_AUDIENCE],
    audienceTicketIds: body.audience?.ticketIds ?? [],
    status: isNow ? ('SENDING' as const) : ('SCHEDULED' as const),
    sendAt,
    startedAt: isNow ? now : null,
    chunkId: deps.newId('mov'),
    createdBy: actorId(actor),
    createdAt: now,
  }
  const [rows] = await deps.commit({
    calendarId: calendar.id,
    seenBy: 'team',
    statements: [insertCommunication(deps.db, row)],
    effectId: row.id,
  })
  if (isNow) deps.tell({ jobs: [row.id] })
  if (rows[0] === undefined) throw new Error('a manual letter is never in the way of another')
  return toCommunication(rows[0])
}

export const announce = (call: Call<unknown, unknown, Parsed<typeof NewAnnouncement>, 'event'>, deps: Deps) =>
  create(call, 'ANNOUNCEMENT', deps)

export const remind = async (call: Call<unknown, unknown, Parsed<typeof NewReminder>, 'event'>, deps: Deps) => {
  if (call.event.status === 'CANCELLED') {
    throw refusal('event_cancelled', { says: 'Nobody is reminded of an event that does not take place.' })
  }
  return create(call, 'REMINDER', deps)
}

export const recoverCommunication = async (effectId: string, _call: unknown, deps: Deps) => {
  const row = await findCommunication(deps.db, effectId)
  return row === null ? null : toCommunication(row)
}

type Listing = Call<unknown, unknown, unknown, 'event'>

export const listAnnouncements = async ({ event }: Listing, deps: Deps) =>
  (await listCommunications(deps.db, event.id, 'ANNOUNCEMENT')).map(toCommunication)

export const listReminders = async ({ event }: Listing, deps: Deps) =>
  (await listCommunications(deps.db, event.id, 'REMINDER')).map(toCommunication)
