import type { NAMED_EVENT_TYPES } from '../kernel/vocabulary.ts'

/** A webhook type for which a trigger inserts one delivery per subscribed webhook. */
export interface ChangeWebhook {
  type: (typeof NAMED_EVENT_TYPES)[number]
  /** `in` fires on INSERT, `over` on UPDATE. */
  on: 'in' | 'over'
  /** SQL condition over `OLD` and `NEW`. */
  when: string
  /** SQL for the JSON of the delivery, over `OLD`, `NEW` and the event `e`. */
  data: string
}

const iso = (at: string) => `strftime('%Y-%m-%dT%H:%M:%S', ${at} / 1000, 'unixepoch') || printf('.%03dZ', ${at} % 1000)`
const differs = (...columns: string[]) => columns.map((column) => `NEW.${column} IS NOT OLD.${column}`).join(' OR ')

const GUEST_FIELDS = [
  ['shown_status', 'status'],
  ['first_name', 'firstName'],
  ['last_name', 'lastName'],
  ['email', 'email'],
] as const
const changedNames = GUEST_FIELDS.map(([column, field]) => `iif(${differs(column)}, '${field},', '')`).join(' || ')

/** Erasures do not match, so that no webhook sends the guest's data out again. Only the feed reports an erasure. */
export const GUEST_UPDATED: ChangeWebhook = {
  type: 'guest.updated',
  on: 'over',
  when: `NEW.erased_at IS NULL AND (${differs(...GUEST_FIELDS.map(([column]) => column))})`,
  data: `json_object('eventId', e.id, 'eventSlug', e.slug, 'eventTitle', e.title, 'guestId', NEW.id, 'userId', NEW.user_id,
      'guestEmail', NEW.email, 'guestName', trim(NEW.first_name || ' ' || NEW.last_name), 'status', NEW.shown_status,
      'ticketId', NEW.ticket_id, 'ticketName', (SELECT t.name FROM tickets t WHERE t.id = NEW.ticket_id),
      'registrationAnswers', json((SELECT coalesce(json_group_array(json_object('question', a.value ->> 'question',
        'answer', a.value ->> 'answer')), '[]') FROM json_each(NEW.answers) a)),
      'previousStatus', OLD.shown_status,
      'changes', json('["' || replace(rtrim(${changedNames}, ','), ',', '","') || '"]'))`,
}

export const CHECKIN_UNDONE: ChangeWebhook = {
  type: 'checkin.undone',
  on: 'over',
  when: 'OLD.undone_at IS NULL AND NEW.undone_at IS NOT NULL',
  data: `(SELECT json_object('eventId', e.id, 'eventSlug', e.slug, 'checkinId', NEW.id, 'guestId', g.id,
      'guestName', trim(g.first_name || ' ' || g.last_name), 'guestEmail', g.email, 'qrCode', g.qr_code,
      'checkedInAt', ${iso('NEW.checked_in_at')}, 'checkedInBy', NEW.checked_in_by,
      'undoneAt', ${iso('NEW.undone_at')}, 'undoneBy', NEW.undone_by) FROM guests g WHERE g.id = NEW.guest_id)`,
}

export const ORDER_UPDATED: ChangeWebhook = {
  type: 'order.updated',
  on: 'over',
  when: differs('status', 'refunded'),
  data: `json_object('orderId', NEW.id, 'number', NEW.number, 'eventId', NEW.event_id, 'status', NEW.status,
      'previousStatus', OLD.status, 'total', NEW.total, 'refunded', NEW.refunded, 'net', NEW.total - NEW.refunded,
      'currency', NEW.currency)`,
}

/** A refund that is created as `PENDING` or `SUCCEEDED`, then changes its status, or leaves the account by bank transfer. */
const refundUpdated = (on: ChangeWebhook['on'], previous: string, when: string): ChangeWebhook => ({
  type: 'refund.updated',
  on,
  when,
  data: `json_object('refundId', NEW.id, 'orderId', NEW.order_id, 'eventId', e.id, 'amount', NEW.amount, 'currency', NEW.currency,
      'status', NEW.status, 'previousStatus', ${previous}, 'paidOutAt', ${iso('NEW.paid_out_at')})`,
})
export const REFUND_UPDATED: readonly ChangeWebhook[] = [
  refundUpdated('in', 'NULL', '1'),
  refundUpdated('over', 'OLD.status', differs('status', 'paid_out_at')),
]

const disputeUpdated = (on: ChangeWebhook['on'], previous: string): ChangeWebhook => ({
  type: 'dispute.updated',
  on,
  when: '1',
  data: `json_object('disputeId', NEW.id, 'orderId', NEW.order_id, 'eventId', e.id, 'amount', NEW.amount, 'currency', NEW.currency,
      'status', NEW.status, 'previousStatus', ${previous}, 'reason', NEW.reason, 'dueBy', ${iso('NEW.due_by')})`,
})
export const DISPUTE_UPDATED: readonly ChangeWebhook[] = [
  disputeUpdated('in', 'NULL'),
  disputeUpdated('over', 'OLD.status'),
]

export const DOCUMENT_ISSUED: ChangeWebhook = {
  type: 'document.issued',
  on: 'over',
  when: 'OLD.number IS NULL AND NEW.number IS NOT NULL',
  data: `json_object('documentId', NEW.id, 'number', NEW.series || '-' || printf('%05d', NEW.number), 'kind', NEW.kind,
      'orderId', NEW.order_id, 'refundId', NEW.refund_id, 'eventId', e.id, 'issuedAt', ${iso('NEW.issued_at')})`,
}

const eventFields = `'eventId', NEW.id, 'eventSlug', NEW.slug, 'eventTitle', NEW.title,
      'startAt', coalesce(NEW.start_date, ${iso('NEW.start_at')}), 'endAt', coalesce(NEW.end_date, ${iso('NEW.end_at')}),
      'timezone', NEW.timezone, 'status', NEW.status`

export const EVENT_CREATED: ChangeWebhook = {
  type: 'event.created',
  on: 'in',
  when: '1',
  data: `json_object(${eventFields})`,
}

const publishedData = `json_object(${eventFields}, 'publishedAt', ${iso('NEW.published_at')})`
export const EVENT_PUBLISHED: readonly ChangeWebhook[] = [
  { type: 'event.published', on: 'in', when: `NEW.status = 'PUBLISHED'`, data: publishedData },
  {
    type: 'event.published',
    on: 'over',
    when: `NEW.status = 'PUBLISHED' AND OLD.status = 'DRAFT'`,
    data: publishedData,
  },
]
