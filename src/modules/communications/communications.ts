import { actorId, type Actor } from '../../access/actor.ts'
import { communicationsWrite } from '../../access/demands.ts'
import { rowIn } from '../../db/commit.ts'
import { judgedBy } from '../../db/guard.ts'
import type { CalendarRow, CommunicationRow, EventRow } from '../../db/rows.ts'
import { onlyRow } from '../../db/statement.ts'
import type { Deps } from '../../deps.ts'
import { invalid, invalidFields, refusal } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { iso, isoOrNull, MINUTE_MS } from '../../kernel/time.ts'
import { both, listOf, one, operation } from '../../operation/operation.ts'
import { languageOf, type Language } from '../../words/words.ts'
import { Announcement, NewAnnouncement, NewReminder, Reminder, type ReminderOutput } from './communications.schema.ts'
import {
  findCommunication,
  insertMessage,
  knownTickets,
  listCommunications,
  mayBeSent,
  recipientsOf,
} from './communications.store.ts'

export const DEFAULT_AUDIENCE = ['CONFIRMED', 'CHECKED_IN'] as const

/** Returns the default subject of a reminder, at most 200 characters. */
export const reminderSubject = (title: string, { words }: Language) => words.mail.reminderOf(title).slice(0, 200)

/** Also used for announcements. Their schema drops `trigger` and `minutesBefore`, which only reminders have. */
export const toCommunication = (row: CommunicationRow): ReminderOutput => {
  const recipientCount = row.recipients - row.dropped
  return {
    id: row.id,
    eventId: row.eventId,
    subject: row.subject,
    body: row.body,
    audience: {
      statuses: row.audienceStatuses as ReminderOutput['audience']['statuses'],
      ticketIds: row.audienceTicketIds,
    },
    status: row.status,
    progress: { queued: recipientCount - row.sent - row.failed, sent: row.sent, failed: row.failed },
    recipientCount,
    leftOut: { unsubscribed: row.unsubscribed, declined: row.declined },
    sendAt: iso(row.sendAt),
    createdAt: iso(row.createdAt),
    sentAt: isoOrNull(row.sentAt),
    trigger: row.trigger,
    minutesBefore: row.minutesBefore,
  }
}

const listOfKind = async (event: EventRow, kind: CommunicationRow['kind'], { db }: Deps) =>
  (await listCommunications(db, event.id, kind)).map(toCommunication)

const recover = async (effectId: string, _call: unknown, { db }: Deps) => {
  const row = await findCommunication(db, effectId)
  return row === null ? null : toCommunication(row)
}

type Wanted = SchemaOutput<typeof NewAnnouncement> | SchemaOutput<typeof NewReminder>

const checkAudience = async (event: EventRow, { audience }: Wanted, { db }: Deps) => {
  const ids = audience?.ticketIds ?? []
  const known = await knownTickets(db, event.id, ids)
  const faults = [...ids.entries()].flatMap(([index, id]) =>
    known.has(id) ? [] : [{ field: `audience.ticketIds.${index}`, message: 'must be a ticket of this event' }],
  )
  if (faults.length > 0) throw invalidFields(faults)
}

const create = async (
  kind: CommunicationRow['kind'],
  { event, calendar, body, actor }: { event: EventRow; calendar: CalendarRow; body: Wanted; actor: Actor },
  deps: Deps,
) => {
  const now = deps.clock()
  const sendAt = body.sendAt ?? now
  if (sendAt < now - MINUTE_MS) throw invalid('sendAt', 'must not be in the past')
  await checkAudience(event, body, deps)
  const isNow = sendAt <= now
  const row = {
    id: deps.newId(kind === 'ANNOUNCEMENT' ? 'ann' : 'rem'),
    calendarId: event.calendarId,
    eventId: event.id,
    kind,
    trigger: 'MANUAL' as const,
    subject: body.subject ?? reminderSubject(event.title, languageOf(calendar.locale)),
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
  const rule = mayBeSent(row, deps.config.quotas)
  const {
    why: [judged],
    made,
  } = await deps.commit({
    calendarId: event.calendarId,
    seenBy: 'team',
    statements: { why: judgedBy(rule), made: insertMessage(row, rule.holds) },
    effectId: rowIn('communications', row.id),
    reaches: recipientsOf(row),
  })
  const refused = rule.refusal(judged)
  if (refused !== null) return refused
  if (isNow) deps.tell({ jobs: [row.id] })
  return toCommunication(onlyRow(made))
}

export const listAnnouncements = operation({
  id: 'announcements.list',
  summary: 'List announcements',
  description: 'Newest first. Includes the progress of each announcement.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('GET /events/:eventId/announcements'),
  answer: listOf(Announcement),
  run: ({ event }, deps) => listOfKind(event, 'ANNOUNCEMENT', deps),
})

export const sendAnnouncement = operation({
  id: 'announcements.create',
  effects: ['mails'],
  summary: 'Create an announcement',
  description:
    'Emails guests now or at `sendAt`. The body is Markdown. Without `audience`, it goes to all confirmed and checked-in guests.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('POST /events/:eventId/announcements'),
  body: NewAnnouncement,
  answer: one(Announcement),
  refusals: ['quota_exceeded'],
  recover,
  run: (call, deps) => create('ANNOUNCEMENT', call, deps),
})

export const listReminders = operation({
  id: 'reminders.list',
  summary: 'List reminders',
  description: 'Newest first. Includes automatic reminders.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('GET /events/:eventId/reminders'),
  answer: listOf(Reminder),
  run: ({ event }, deps) => listOfKind(event, 'REMINDER', deps),
})

export const sendReminder = operation({
  id: 'reminders.create',
  effects: ['mails'],
  summary: 'Create a reminder',
  description: 'Emails guests now or at `sendAt`. Fails with 409 if the event is cancelled.',
  subject: 'event',
  access: communicationsWrite,
  routes: both('POST /events/:eventId/reminders'),
  body: NewReminder,
  answer: one(Reminder),
  refusals: ['event_cancelled', 'quota_exceeded'],
  recover,
  run: async (call, deps) =>
    call.event.status === 'CANCELLED'
      ? refusal('event_cancelled', { says: 'Reminders can’t be created for a cancelled event.' })
      : create('REMINDER', call, deps),
})
