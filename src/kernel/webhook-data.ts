import * as z from 'zod'
import { GUEST_STATUSES, type WebhookEventType } from './vocabulary.ts'
import { InstantOutput } from './wire.ts'

const slugged = { eventId: z.string(), eventSlug: z.string() }
const titled = { ...slugged, eventTitle: z.string() }
/** True on what the test operation sends, absent otherwise. */
const test = z.literal(true).optional()
/** An all-day event has bare dates. */
const EventTime = z.union([InstantOutput, z.iso.date()])
const mailing = {
  ...titled,
  id: z.string(),
  subject: z.string(),
  recipientCount: z.int().min(0),
  sentAt: InstantOutput,
}

/** What `data` holds, by the type of the event. */
export const eventData = {
  'guest.registered': z.object({
    ...titled,
    guestId: z.string(),
    userId: z.string(),
    guestEmail: z.string(),
    guestName: z.string(),
    status: z.enum(GUEST_STATUSES).meta({ 'x-open': true }),
    ticketId: z.string(),
    ticketName: z.string(),
    registrationAnswers: z.array(z.object({ question: z.string(), answer: z.string() })),
    test,
  }),
  'checkin.created': z.object({
    ...slugged,
    guestId: z.string(),
    guestName: z.string(),
    guestEmail: z.string(),
    qrCode: z.string(),
    checkedInAt: InstantOutput,
    checkedInBy: z.string(),
    test,
  }),
  'event.updated': z.object({
    ...titled,
    startAt: EventTime,
    endAt: EventTime,
    timezone: z.string(),
    changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
    test,
  }),
  'event.cancelled': z.object({ ...titled, reason: z.string().nullable(), cancelledAt: InstantOutput, test }),
  'announcement.sent': z.object({ ...mailing, test }),
  'reminder.sent': z.object({ ...mailing, trigger: z.enum(['AUTOMATIC', 'MANUAL']), test }),
} satisfies Record<WebhookEventType, z.ZodObject>
