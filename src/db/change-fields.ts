import type { ChangeObject } from '../kernel/vocabulary.ts'
import { camelCased, jobsLogged, type Logged } from './logged.ts'
import {
  addons,
  calendars,
  checkins,
  checkpoints,
  checkpointScans,
  communications,
  coupons,
  documents,
  events,
  guests,
  orders,
  refunds,
  series,
  tickets,
} from './schema.ts'

const words = (text: string) => text.split(/\s+/)

/**
 * Declare new objects, and new columns in these tables, here. `scripts/change-triggers.ts` then prints the migration.
 */
export const LOGGED: readonly Logged[] = [
  {
    table: calendars,
    objects: ['calendar'],
    object: `'calendar'`,
    calendarId: '$.id',
    eventId: 'null',
    fields: {
      ...camelCased(
        'slug name description avatar_url cover_url timezone website locale accent contact_email imprint_url privacy_url payment_instructions currency refund_policy service_fee delayed_payments visibility plan created_at updated_at',
      ),
      suspended_at: 'suspension',
      suspension_reason: 'suspension',
    },
    silent: words(
      'id feed_token_hash event_count longest_event_ms content_changed_at content_revision created_by erase_at visibility_before link_key_cipher person_ids_by_link_key',
    ),
  },
  {
    table: series,
    objects: ['series'],
    object: `'series'`,
    calendarId: '$.calendar_id',
    eventId: 'null',
    fields: camelCased(
      `template timezone start_at duration_minutes all_day_days rrule exdates rdates made_until held_up_at cancelled_at
created_at updated_at`,
    ),
    silent: words('id calendar_id slug is_dense make_at revision'),
  },
  {
    table: events,
    objects: ['event'],
    object: `'event'`,
    calendarId: '$.calendar_id',
    eventId: '$.id',
    deletesFirst: [
      { table: tickets, by: 'event_id' },
      { table: addons, by: 'event_id' },
    ],
    fields: {
      ...camelCased(
        `slug title description cover_url cover_alt accent translations start_at end_at timezone all_day status visibility location_type
location location_visibility meeting_url payment_instructions refund_policy service_fee delayed_payments capacity requires_approval waitlist_enabled
waitlist_mode offer_minutes waitlist_rule max_overtakes
registration_opens_at registration_closes_at check_in_opens_at check_in_closes_at reentry verify_email
registration_questions tags reminder_minutes sequence cancelled_at cancellation_reason published_at
series_id recurrence_id overrides created_at updated_at`,
      ),
      start_date: 'startAt',
      end_date: 'endAt',
    },
    silent: words('id calendar_id revision erase_at visibility_before'),
  },
  {
    table: tickets,
    objects: ['ticket'],
    object: `'ticket'`,
    calendarId: '(SELECT e.calendar_id FROM events e WHERE e.id = $.event_id)',
    eventId: '$.event_id',
    fields: {
      ...camelCased(
        `key name description translations type price currency price_mode suggested_price max_price tax_rate_id refund_policy capacity min_per_order max_per_order sales_start_at sales_end_at requires_approval
is_hidden sort_order created_at updated_at`,
      ),
      is_paused: 'status',
    },
    silent: words('id event_id is_price_doubted'),
  },
  {
    table: addons,
    objects: ['addon'],
    object: `'addon'`,
    calendarId: '(SELECT e.calendar_id FROM events e WHERE e.id = $.event_id)',
    eventId: '$.event_id',
    fields: {
      ...camelCased(
        `key name description translations price currency per ticket_ids stock max_quantity sales_start_at sales_end_at
tax_rate_id sort_order created_at updated_at`,
      ),
      is_paused: 'status',
    },
    silent: words('id event_id taken'),
  },
  {
    table: checkpoints,
    objects: ['checkpoint'],
    object: `'checkpoint'`,
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    fields: { ...camelCased('name mode ticket_ids opens_at closes_at created_at updated_at'), room_limit: 'limit' },
    silent: words('id calendar_id event_id'),
  },
  {
    table: guests,
    objects: ['guest'],
    object: `'guest'`,
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    existsWhen: '$.erased_at IS NULL',
    fields: {
      ...camelCased(
        `order_id party_id email_is_buyers first_name last_name email locale status offer_expires_at source qr_code short_code approved_at cancelled_at
checked_in_at created_at updated_at`,
      ),
      shown_status: 'status',
      ticket_id: 'ticket',
      answers: 'registrationAnswers',
    },
    silent: words(
      'id calendar_id event_id coupon_id user_id link_version search_text waitlist_seq overtakes move_id holds_seat takes_seat erased_at',
    ),
  },
  {
    table: checkins,
    objects: ['checkin'],
    object: `'checkin'`,
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    existsWhen: '$.undone_at IS NULL',
    fields: camelCased('guest_id ticket_id checked_in_at checked_in_by checked_in_by_label gate device_id'),
    silent: words('id calendar_id event_id undone_at undone_by told_by created_at'),
  },
  {
    table: checkpointScans,
    objects: ['scan'],
    object: `'scan'`,
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    existsWhen: '$.undone_at IS NULL',
    fields: {
      ...camelCased('guest_id ticket_id direction gate device_id'),
      place: 'checkpointId',
      scanned_at: 'checkedInAt',
      scanned_by: 'checkedInBy',
      scanned_by_label: 'checkedInByLabel',
    },
    silent: words('number id calendar_id event_id checkin_id day over_limit undone_at undone_by told_by created_at'),
  },
  {
    table: orders,
    objects: ['order'],
    object: `'order'`,
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    fields: {
      ...camelCased(
        `number party_id status currency subtotal discount total fee refunded expires_at paid_at cancelled_at created_at
updated_at`,
      ),
      guest_id: 'items',
      quantity: 'items',
      seats_revision: 'items',
      ticket_id: 'items',
      ticket_name: 'items',
      buyer_first_name: 'buyer',
      buyer_last_name: 'buyer',
      buyer_email: 'buyer',
      coupon_id: 'coupon',
      coupon_code: 'coupon',
      provider: 'payment',
      payment_reference: 'payment',
      payment_url: 'payment',
      paid_on: 'payment',
      paid_note: 'payment',
      terms_revision: 'payment',
    },
    silent: words(
      'id calendar_id event_id buyer_guest_id payment page_number effect effect_request effect_at reconciled_at',
    ),
  },
  {
    table: refunds,
    objects: ['refund'],
    object: `'refund'`,
    calendarId: '(SELECT o.calendar_id FROM orders o WHERE o.id = $.order_id)',
    eventId: '(SELECT o.event_id FROM orders o WHERE o.id = $.order_id)',
    fields: camelCased('order_id amount currency reason guest_ids status paid_out_at created_at completed_at'),
    silent: words('id notify_buyer reference payment payout_state payout_file effect effect_request effect_at'),
  },
  {
    table: documents,
    objects: ['document'],
    object: `'document'`,
    calendarId: '$.calendar_id',
    eventId: '(SELECT o.event_id FROM orders o WHERE o.id = $.order_id)',
    existsWhen: '$.number IS NOT NULL',
    fields: { ...camelCased('kind order_id refund_id buyer issued_at keep_until number'), precedes_id: 'precedes' },
    silent: words('id calendar_id series facts sums_version erased_at'),
  },
  {
    table: coupons,
    objects: ['coupon'],
    object: `'coupon'`,
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    fields: camelCased(
      `event_id ticket_ids code discount_type percent_off amount_off currency max_redemptions max_discounted_seats valid_from
valid_until is_active created_at`,
    ),
    silent: words('id calendar_id code_folded redeemed_count updated_at'),
  },
  {
    table: communications,
    objects: ['announcement', 'reminder'],
    object: 'lower($.kind)',
    calendarId: '$.calendar_id',
    eventId: '$.event_id',
    fields: {
      ...camelCased('trigger minutes_before subject body status send_at created_at sent_at'),
      audience_statuses: 'audience',
      audience_ticket_ids: 'audience',
    },
    silent: words(
      `id calendar_id event_id kind event_start_at started_at cursor_created_at cursor_id chunk_id
is_queued recipients sent failed dropped unsubscribed declined created_by`,
    ),
  },
  jobsLogged,
]

/** Returns the field names that `changes.fields` can contain for an object. */
export const fieldsOf = (object: ChangeObject): string[] => {
  const logged = LOGGED.find(({ objects }) => objects.includes(object))
  if (logged === undefined) throw new Error(`no table is registered for ${object}`)
  return [...new Set(Object.values(logged.fields))]
}
