import type { CommunicationRow } from '../../db/rows.ts'
import { iso, isoOrNull } from '../../kernel/time.ts'
import type { ReminderOutput } from './communications.schema.ts'

export const DEFAULT_AUDIENCE = ['CONFIRMED', 'CHECKED_IN'] as const

export const MAIL_KIND = { ANNOUNCEMENT: 'announcement', REMINDER: 'reminder' } as const
export const EVENT_TYPE = { ANNOUNCEMENT: 'announcement.sent', REMINDER: 'reminder.sent' } as const

export const reminderSubject = (title: string) => `Reminder: ${title}`.slice(0, 200)

/** An announcement is the same without the two fields of reminders; the answer's schema drops them. */
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
    sendAt: iso(row.sendAt),
    createdAt: iso(row.createdAt),
    sentAt: isoOrNull(row.sentAt),
    trigger: row.trigger,
    minutesBefore: row.minutesBefore,
  }
}
