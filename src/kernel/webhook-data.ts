import * as z from 'zod'
import { lazy, type Lazy } from './lazy.ts'
import {
  DIRECTIONS,
  DOCUMENT_KINDS,
  EVENT_STATUSES,
  GUEST_STATUSES,
  ORDER_STATUSES,
  REFUND_STATUSES,
  type WebhookEventType,
} from './vocabulary.ts'
import { EventTime, FieldChange, InstantOutput, RegistrationAnswerOutput } from './wire.ts'

const slugged = lazy(() => ({ eventId: z.string(), eventSlug: z.string() }))
const titled = lazy(() => ({ ...slugged(), eventTitle: z.string() }))
/** True in deliveries sent by the test operation, otherwise absent. */
const test = lazy(() => z.literal(true).optional())
const mailing = lazy(() => ({
  ...titled(),
  id: z.string(),
  subject: z.string(),
  recipientCount: z.int().min(0),
  sentAt: InstantOutput(),
}))

const guestFields = lazy(() => ({
  ...titled(),
  guestId: z.string(),
  userId: z.string(),
  guestEmail: z.string(),
  guestName: z.string(),
  status: z.enum(GUEST_STATUSES).meta({ 'x-open': true }),
}))
const answers = lazy(() => z.array(RegistrationAnswerOutput()))
const checkinFields = lazy(() => ({
  ...slugged(),
  guestId: z.string(),
  guestName: z.string(),
  guestEmail: z.string(),
  qrCode: z.string(),
  checkedInAt: InstantOutput(),
  checkedInBy: z.string(),
}))
const scheduled = lazy(() => ({
  ...titled(),
  startAt: EventTime(),
  endAt: EventTime(),
  timezone: z.string(),
  status: z.enum(EVENT_STATUSES),
}))

/** The schema of `data` for each event type. */
export const eventData = {
  'guest.registered': lazy(() =>
    z.object({
      ...guestFields(),
      ticketId: z.string(),
      ticketName: z.string(),
      registrationAnswers: answers(),
      test: test(),
    }),
  ),
  'checkin.created': lazy(() => z.object({ ...checkinFields(), test: test() })),
  'event.updated': lazy(() =>
    z.object({
      ...titled(),
      startAt: EventTime(),
      endAt: EventTime(),
      timezone: z.string(),
      changes: z.array(FieldChange()),
      test: test(),
    }),
  ),
  'event.cancelled': lazy(() =>
    z.object({ ...titled(), reason: z.string().nullable(), cancelledAt: InstantOutput(), test: test() }),
  ),
  'announcement.sent': lazy(() => z.object({ ...mailing(), test: test() })),
  'guest.updated': lazy(() =>
    z.object({
      ...guestFields(),
      ticketId: z.string().nullable(),
      ticketName: z.string().nullable(),
      registrationAnswers: answers(),
      previousStatus: z.enum(GUEST_STATUSES).meta({ 'x-open': true }),
      changes: z.array(z.string()).describe('Names of the changed fields.'),
      test: test(),
    }),
  ),
  'checkin.undone': lazy(() =>
    z.object({
      ...checkinFields(),
      checkinId: z.string(),
      undoneAt: InstantOutput(),
      undoneBy: z.string().nullable(),
      test: test(),
    }),
  ),
  'order.updated': lazy(() =>
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
  'refund.updated': lazy(() =>
    z.object({
      refundId: z.string(),
      orderId: z.string(),
      eventId: z.string(),
      amount: z.int(),
      currency: z.string(),
      status: z.enum(REFUND_STATUSES).meta({ 'x-open': true }),
      previousStatus: z
        .enum(REFUND_STATUSES)
        .nullable()
        .meta({ 'x-open': true, description: 'Null for a new refund.' }),
      paidOutAt: InstantOutput().nullable().describe('When the money left the account, for a refund by bank transfer.'),
      test: test(),
    }),
  ),
  'dispute.updated': lazy(() =>
    z.object({
      disputeId: z.string(),
      orderId: z.string(),
      eventId: z.string(),
      amount: z.int(),
      currency: z.string(),
      status: z.string().describe('Status in Stripe’s terms, such as `needs_response`, `won` or `lost`.'),
      previousStatus: z.string().nullable().describe('Null for a new dispute.'),
      reason: z.string().nullable().describe('Reason in Stripe’s terms, such as `fraudulent`.'),
      dueBy: InstantOutput().nullable().describe('Time until which you can answer at Stripe.'),
      test: test(),
    }),
  ),
  'document.issued': lazy(() =>
    z.object({
      documentId: z.string(),
      number: z.string(),
      kind: z.enum(DOCUMENT_KINDS).meta({ 'x-open': true }),
      orderId: z.string(),
      refundId: z.string().nullable().describe('The refund that a credit note is for.'),
      eventId: z.string(),
      issuedAt: InstantOutput(),
      test: test(),
    }),
  ),
  'event.created': lazy(() => z.object({ ...scheduled(), test: test() })),
  'event.published': lazy(() => z.object({ ...scheduled(), publishedAt: InstantOutput(), test: test() })),
  'reminder.sent': lazy(() => z.object({ ...mailing(), trigger: z.enum(['AUTOMATIC', 'MANUAL']), test: test() })),
  'checkpoint.scanned': lazy(() =>
    z.object({
      ...slugged(),
      checkinId: z.string(),
      guestId: z.string(),
      guestName: z.string(),
      guestEmail: z.string(),
      qrCode: z.string(),
      checkpointId: z.string().nullable().meta({ description: 'Checkpoint id. Null at the main door.' }),
      checkpointName: z.string().nullable(),
      direction: z
        .enum(DIRECTIONS)
        .nullable()
        .meta({ description: 'Direction of the scan. Null at doors that don’t record exits.' }),
      scannedAt: InstantOutput(),
      scannedBy: z.string(),
      test: test(),
    }),
  ),
  'import.completed': lazy(() =>
    z.object({
      eventId: z.string().nullable().describe('Event whose guests were imported. Null for an import of events.'),
      source: z.string().describe('Product or format of the file, such as `CSV` or `LUMA`.'),
      digest: z.string().describe('Digest of the dry run that was confirmed.'),
      counts: z.object({
        new: z.int(),
        changed: z.int(),
        same: z.int(),
        skipped: z.int(),
        refused: z.int(),
      }),
      completedAt: InstantOutput(),
      test: test(),
    }),
  ),
  'archive.completed': lazy(() =>
    z.object({
      archiveId: z.string(),
      status: z.enum(['READY', 'FAILED']).meta({ 'x-open': true }),
      digest: z.string().nullable().describe('Digest of the content. Null if the archive failed.'),
      completedAt: InstantOutput(),
      test: test(),
    }),
  ),
} satisfies Record<WebhookEventType, Lazy<z.ZodObject>>
