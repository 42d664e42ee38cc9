import type { EventRow } from '../../db/rows.ts'
import type { SchemaInput } from '../../kernel/lazy.ts'
import { HOUR_MS, iso, type Instant } from '../../kernel/time.ts'
import type { WebhookEventType } from '../../kernel/vocabulary.ts'
import type { eventData } from '../../kernel/webhook-data.ts'

const SAMPLE_EVENT = {
  id: 'evt_sample',
  slug: 'sample-event',
  title: 'Sample event',
  timezone: 'UTC',
  startDate: null,
  endDate: null,
}
const guest = { guestId: 'gst_sample', guestName: 'Ada Lovelace', guestEmail: 'ada@example.com' }
const SAMPLE_DIGEST = '0'.repeat(64)
const mailing = { subject: 'A sample subject', recipientCount: 1 }

/** Returns the same data as a real event of this type, plus `test: true`. */
export const sampleOf = (type: WebhookEventType, of: EventRow | null, now: Instant): Record<string, unknown> => {
  const event = of ?? { ...SAMPLE_EVENT, startAt: now + 24 * HOUR_MS, endAt: now + 25 * HOUR_MS }
  const slugged = { eventId: event.id, eventSlug: event.slug }
  const titled = { ...slugged, eventTitle: event.title }
  const scheduled = {
    ...titled,
    startAt: event.startDate ?? iso(event.startAt),
    endAt: event.endDate ?? iso(event.endAt),
    timezone: event.timezone,
  }
  const checkin = { ...slugged, ...guest, qrCode: 'qr_sample', checkedInAt: iso(now), checkedInBy: 'usr_sample' }
  const money = { orderId: 'ord_sample', eventId: event.id, currency: 'EUR' }
  const registered = {
    ...titled,
    guestId: guest.guestId,
    userId: 'usr_sample',
    guestEmail: guest.guestEmail,
    guestName: guest.guestName,
    status: 'CONFIRMED' as const,
    ticketId: 'tkt_sample',
    ticketName: 'General admission',
    registrationAnswers: [{ question: 'How did you hear about us?', answer: 'From a friend' }],
  }
  const samples: { [Type in WebhookEventType]: SchemaInput<(typeof eventData)[Type]> } = {
    'guest.registered': registered,
    'guest.updated': { ...registered, previousStatus: 'PENDING', changes: ['status'] },
    'checkin.created': checkin,
    'checkin.undone': { ...checkin, checkinId: 'chk_sample', undoneAt: iso(now), undoneBy: 'usr_sample' },
    'order.updated': {
      orderId: 'ord_sample',
      number: 'SAMPLE-1',
      eventId: event.id,
      status: 'PAID',
      previousStatus: 'PENDING',
      total: 2_500,
      refunded: 0,
      net: 2_500,
      currency: 'EUR',
    },
    'refund.updated': {
      ...money,
      refundId: 'rfd_sample',
      amount: 500,
      status: 'SUCCEEDED',
      previousStatus: 'PENDING',
      paidOutAt: null,
    },
    'dispute.updated': {
      ...money,
      disputeId: 'dp_sample',
      amount: 2_500,
      status: 'needs_response',
      previousStatus: null,
      reason: 'fraudulent',
      dueBy: iso(now + 7 * 24 * HOUR_MS),
    },
    'document.issued': {
      documentId: 'doc_sample',
      number: 'R2026-00001',
      kind: 'INVOICE',
      orderId: money.orderId,
      refundId: null,
      eventId: event.id,
      issuedAt: iso(now),
    },
    'checkpoint.scanned': {
      ...slugged,
      checkinId: 'chk_sample',
      ...guest,
      qrCode: 'qr_sample',
      checkpointId: 'cpt_sample',
      checkpointName: 'Lunch',
      direction: null,
      scannedAt: iso(now),
      scannedBy: 'usr_sample',
    },
    'import.completed': {
      eventId: event.id,
      source: 'CSV',
      digest: SAMPLE_DIGEST,
      counts: { new: 12, changed: 1, same: 0, skipped: 0, refused: 0 },
      completedAt: iso(now),
    },
    'archive.completed': {
      archiveId: 'arc_sample',
      status: 'READY',
      digest: SAMPLE_DIGEST,
      completedAt: iso(now),
    },
    'event.created': { ...scheduled, status: 'DRAFT' },
    'event.published': { ...scheduled, status: 'PUBLISHED', publishedAt: iso(now) },
    'event.updated': {
      ...scheduled,
      changes: [{ field: 'title', from: 'Old title', to: event.title }],
    },
    'event.cancelled': { ...titled, reason: 'A sample reason', cancelledAt: iso(now) },
    'announcement.sent': { ...titled, id: 'ann_sample', ...mailing, sentAt: iso(now) },
    'reminder.sent': { ...titled, id: 'rem_sample', ...mailing, sentAt: iso(now), trigger: 'MANUAL' },
  }
  return { ...samples[type], test: true }
}
