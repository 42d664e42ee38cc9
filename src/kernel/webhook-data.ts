import * as z from 'zod'
import { lazily, type Lazy } from './lazily.ts'
import { DIRECTIONS, EVENT_STATUSES, GUEST_STATUSES, ORDER_STATUSES, type WebhookEventType } from './vocabulary.ts'
import { InstantOutput } from './wire.ts'

const slugged = lazily(() => ({ eventId: z.string(), eventSlug: z.string() }))
const titled = lazily(() => ({ ...slugged(), eventTitle: z.string() }))
/** True on what the test operation sends, absent otherwise. */
const test = lazily(() => z.literal(true).optional())
/** An all-day event has bare dates. */
const EventTime = lazily(() => z.union([InstantOutput(), z.iso.date()]))
const mailing = lazily(() => ({
  ...titled(),
  id: z.string(),
  subject: z.string(),
  recipientCount: z.int().min(0),
  sentAt: InstantOutput(),
}))

const guestFields = lazily(() => ({
  ...titled(),
  guestId: z.string(),
  userId: z.string(),
  guestEmail: z.string(),
  guestName: z.string(),
  status: z.enum(GUEST_STATUSES).meta({ 'x-open': true }),
}))
const answers = lazily(() => z.array(z.object({ question: z.string(), answer: z.string() })))
const checkinFields = lazily(() => ({
  ...slugged(),
  guestId: z.string(),
  guestName: z.string(),
  guestEmail: z.string(),
  qrCode: z.string(),
  checkedInAt: InstantOutput(),
  checkedInBy: z.string(),
}))
const scheduled = lazily(() => ({
  ...titled(),
  startAt: EventTime(),
  endAt: EventTime(),
  timezone: z.string(),
  status: z.enum(EVENT_STATUSES),
}))

/** What `data` holds, by the type of the event. */
export const eventData = {
  'guest.registered': lazily(() =>
    z.object({
      ...guestFields(),
      ticketId: z.string(),
      ticketName: z.string(),
      registrationAnswers: answers(),
      test: test(),
    }),
  ),
  'checkin.created': lazily(() => z.object({ ...checkinFields(), test: test() })),
  'event.updated': lazily(() =>
    z.object({
      ...titled(),
      startAt: EventTime(),
      endAt: EventTime(),
      timezone: z.string(),
      changes: z.array(z.object({ field: z.string(), from: z.unknown(), to: z.unknown() })),
      test: test(),
    }),
  ),
  'event.cancelled': lazily(() =>
    z.object({ ...titled(), reason: z.string().nullable(), cancelledAt: InstantOutput(), test: test() }),
  ),
  'announcement.sent': lazily(() => z.object({ ...mailing(), test: test() })),
  'guest.updated': lazily(() =>
    z.object({
      ...guestFields(),
      /** Null while invited. */
      ticketId: z.string().nullable(),
      ticketName: z.string().nullable(),
      registrationAnswers: answers(),
      previousStatus: z.enum(GUEST_STATUSES).meta({ 'x-open': true }),
      changes: z.array(z.string()).describe('The names of the fields that changed'),
      test: test(),
    }),
  ),
  'checkin.undone': lazily(() =>
    z.object({
      ...checkinFields(),
      checkinId: z.string(),
      undoneAt: InstantOutput(),
      undoneBy: z.string().nullable(),
      test: test(),
    }),
  ),
  'order.updated': lazily(() =>
    z.object({
      orderId: z.string(),
      number: z.string(),
      eventId: z.string(),
      status: z.enum(ORDER_STATUSES).meta({ 'x-open': true }),
      previousStatus: z.enum(ORDER_STATUSES).meta({ 'x-open': true }),
      total: z.int(),
      refunded: z.int(),
      net: z.int(),
      currency: z.string().nullable(),
      test: test(),
    }),
  ),
  'event.created': lazily(() => z.object({ ...scheduled(), test: test() })),
  'event.published': lazily(() => z.object({ ...scheduled(), publishedAt: InstantOutput(), test: test() })),
  'reminder.sent': lazily(() => z.object({ ...mailing(), trigger: z.enum(['AUTOMATIC', 'MANUAL']), test: test() })),
  'checkpoint.scanned': lazily(() =>
    z.object({
      ...slugged(),
      guestId: z.string(),
      guestName: z.string(),
      guestEmail: z.string(),
      qrCode: z.string(),
      checkpointId: z.string().nullable().meta({ description: 'Null at the main door.' }),
      checkpointName: z.string().nullable(),
      direction: z.enum(DIRECTIONS).nullable().meta({ description: 'Null where nobody leaves again.' }),
      scannedAt: InstantOutput(),
      scannedBy: z.string(),
      test: test(),
    }),
  ),
} satisfies Record<WebhookEventType, Lazy<z.ZodObject>>
