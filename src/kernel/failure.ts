/** The earlier check-in, returned when the same code is scanned again. */
export interface FirstAdmission {
  guestId: string
  checkedInAt: string
  checkedInBy: string
  /** Label of the door pass used for the check-in. Null if an API key or a session was used. */
  checkedInByLabel: string | null
  gate: string | null
  deviceId: string | null
}

/** `QuotaUse` from `kernel/quotas`, as sent in responses. */
interface OverQuota {
  quota: string
  limit: number
  used: number
  resetsAt: string | null
}

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 426 | 429 | 503

interface Refused<Data> {
  status: Status
  /** The default sentence. `Extras.says` replaces it. */
  says: string
  /** Carries the type of `Extras.data`; never set at runtime. */
  data?: Data
}

const says = <Data = undefined>(status: Status, sentence: string): Refused<Data> => ({ status, says: sentence })

/** Every error code of the API, with its status, its default sentence and the type of its `data`. */
export const REFUSALS = {
  validation_failed: says(400, 'The request is invalid. See the field errors.'),
  malformed_json: says(400, 'The request body isn’t valid JSON.'),

  unauthenticated: says(401, 'A valid credential is required.'),

  scope_missing: says(403, 'This API key lacks a required scope.'),
  role_insufficient: says(403, 'This requires a different role on the calendar.'),
  plan_insufficient: says(403, 'This requires a different plan.'),
  quota_exceeded: says<OverQuota>(403, 'Quota exceeded. See `data` for the quota and its limit.'),
  calendar_suspended: says(403, 'This calendar is suspended.'),
  checkin_not_open: says(403, 'Check-in isn’t open yet.'),
  checkin_closed: says(403, 'Check-in is closed.'),

  reauthentication_required: says(403, 'Sign in again to do this. The sign-in must be less than 10 minutes old.'),
  not_found: says(404, 'Not found, or you don’t have access to it.'),
  method_not_allowed: says(405, 'This path doesn’t support this method. `Allow` lists the supported methods.'),

  address_unknown: says(
    409,
    'Your account has no verified email address. Verify one with your identity provider and sign in again.',
  ),
  already_checked_in: says<FirstAdmission>(409, 'The guest is already checked in.'),
  already_registered: says<{ guestId: string; status: string }>(
    409,
    'This email address is already registered for the event.',
  ),
  archive_outdated: says(
    409,
    'The calendar has changed since this archive, or the archive is older than 24 hours. Create a new archive.',
  ),
  archive_running: says(409, 'An archive of this calendar is being written. Wait until it is complete.'),
  answer_erased: says(409, 'The stored response was deleted because it contained an erased guest’s data.'),
  addon_limit_reached: says(409, 'Add-on limit reached. Delete an add-on to add another.'),
  addon_sold: says(409, 'This add-on was already sold or chosen. Pause its sales instead.'),
  addon_unavailable: says<{ addonId: string; left: number }>(409, 'This add-on isn’t available in this quantity.'),
  api_key_limit_reached: says(409, 'Active API key limit reached. Revoke or deactivate a key first.'),
  calendar_exists: says(409, 'This installation already has the archive’s calendar.'),
  calendar_has_events: says(409, 'A calendar with events can’t be deleted.'),
  capacity_exceeded: says(409, 'No seats are available.'),
  checkin_not_current: says(409, 'This check-in was already undone.'),
  checkpoint_has_checkins: says(409, 'A checkpoint with scans can’t be deleted.'),
  checkpoint_limit_reached: says(409, 'Checkpoint limit reached. Delete a checkpoint to add another.'),
  clock_advancing: says(409, 'The sandbox’s clock is advancing. Wait until it is READY, then try again.'),
  conflicting_edits: says(409, 'Another request changed this at the same time. Try again.'),
  coupon_changed: says(409, 'Another request changed this coupon at the same time. Try again.'),
  coupon_code_taken: says(409, 'This calendar already has a coupon with this code. Choose another code.'),
  coupon_exhausted: says(409, 'This coupon has reached its redemption limit.'),
  erasure_blocked: says<{ blocks: { kind: string; calendarSlug: string; count: number }[] }>(
    409,
    'This can’t be erased yet. `blocks` lists the reasons.',
  ),
  erasure_not_pending: says(409, 'No erasure is pending, or it has already started.'),
  erasure_pending: says(409, 'This is about to be erased and can’t be changed. Cancel the erasure first.'),
  delivery_erased: says(409, 'This delivery is closed because it contained an erased guest’s data.'),
  delivery_just_retried: says(409, 'This delivery was retried less than 10 seconds ago. Wait, then try again.'),
  delivery_not_failed: says(409, 'Only a failed delivery can be retried.'),
  door_pass_limit_reached: says(409, 'Door pass limit reached. Revoke a door pass to create another.'),
  event_slug_taken: says<{ slug: string }>(409, 'An event slug in the archive belongs to another calendar here.'),
  event_cancelled: says(409, 'The event is cancelled.'),
  event_over: says(409, 'The event is over.'),
  event_has_guests: says(409, 'This isn’t possible because the event has or has had guests.'),
  guest_not_confirmed: says(409, 'The guest isn’t confirmed.'),
  e_invoice_incomplete: says<{ missing: string[] }>(
    409,
    'The document lacks data for this profile. `data.missing` lists it. Correct the invoice to add it.',
  ),
  invoice_issued: says(
    409,
    'The order already has an invoice with another address. Only the organiser can correct it.',
  ),
  refund_account_unavailable: says(409, 'No refund of this order needs a bank account.'),
  refund_account_changed_often: says(409, 'The account was changed twice today. Try again tomorrow.'),
  invoice_unavailable: says(409, 'Only orders paid here and not fully refunded can have an invoice.'),
  idempotency_in_progress: says(
    409,
    'The first request with this Idempotency-Key is still running. Try again after `Retry-After` seconds.',
  ),
  import_stale: says(409, 'The guest list or the file has changed since the dry run. Run it again.'),
  invalid_transition: says<{ status: string }>(409, 'This status change isn’t allowed from the current status.'),
  invitation_limit_reached: says(
    409,
    'Open member invitation limit reached. Delete a member invitation to send another.',
  ),
  last_owner: says(409, 'A calendar needs at least one owner. Make another member an owner first.'),
  not_inside: says(409, 'The guest isn’t inside.'),
  occurrences_have_guests: says<{ occurrences: { eventId: string; startAt: string; guests: number }[] }>(
    409,
    'Some dates that the new rule removes have or have had guests. Set `cancelVanished` to true to cancel them.',
  ),
  offer_expired: says<{ expiredAt: string }>(
    409,
    'This offer has expired. The seat was passed on to the waiting list.',
  ),
  order_not_refundable: says(409, 'This order can’t be refunded.'),
  payment_processing: says(
    409,
    'The buyer’s bank is confirming the payment of this party. Cancel all its guests, or wait until the payment is confirmed.',
  ),
  payment_account_gone: says(
    409,
    'The account that received this payment is disconnected. Refund the payment at the payment provider.',
  ),
  payment_unavailable: says(
    409,
    'This payment isn’t possible: the payment provider has no payment method for it. Contact the organiser.',
  ),
  payment_account_not_ready: says(409, 'The organiser’s account can’t take payments right now. Try again later.'),
  payment_method_closed: says(
    409,
    'This payment method isn’t available for the event. Leave out `payBy`, or choose another method.',
  ),
  bank_account_exists: says(
    409,
    'The calendar already has an active bank account in this currency. Deactivate it first.',
  ),
  bank_line_applied: says(
    409,
    'This bank line can’t be taken back, because a seat, a check-in or a refund depends on it. Refund the order instead.',
  ),
  refund_in_file: says(409, 'A refund is already in a payment file. Set `again` to put it in another file.'),
  bank_account_limit_reached: says(409, 'Bank account limit reached. Delete a bank account to add another.'),
  order_disputed: says(
    409,
    'The buyer disputes this payment at their bank. It can’t be refunded until the dispute is decided in your favour.',
  ),
  payment_in_use: says(
    409,
    'This payment can’t be taken back: it has an invoice, the event is cancelled, or a guest of the order has checked in or left since. Refund the order instead.',
  ),
  price_changed: says(409, 'The price has changed. Read the event again, then send the current price.'),
  seller_incomplete: says<{ missing: string[] }>(409, 'An owner must enter the seller’s details first.'),
  refund_changed: says<{ quote: string; refund: number; currency: string | null }>(
    409,
    'The refund differs from your quote. `data` has the current one.',
  ),
  recovery_running: says(409, 'A recovery of this webhook is already running. Wait for it to finish, or cancel it.'),
  registration_closed: says(409, 'Registration for this event is closed.'),
  rehearsal_running: says(409, 'A rehearsal of this calendar is already running. Wait for it to finish.'),
  restore_started: says(409, 'This restore no longer accepts pieces. Create a new restore.'),
  room_full: says<{ inside: number; limit: number }>(409, 'This checkpoint has reached its guest limit.'),
  sandbox_full: says<{ limit: string }>(
    409,
    'This sandbox is full. `limit` names the limit. Delete it and create another.',
  ),
  sandbox_limit_reached: says(409, 'A calendar can have at most 3 sandboxes. Delete one to add another.'),
  scheduled_export_changed: says(409, 'Another request changed this scheduled export at the same time. Try again.'),
  scheduled_export_limit_reached: says(
    409,
    'Scheduled export limit reached. Delete a scheduled export to add another.',
  ),
  seat_refunded: says(409, 'This seat was already refunded.'),
  slug_taken: says(409, 'This slug is or was in use. Choose another.'),
  ticket_not_admitted: says(409, 'This ticket isn’t accepted at this checkpoint.'),
  ticket_has_guests: says(409, 'Guests hold or have held this ticket.'),
  tax_rate_limit_reached: says(409, 'Tax rate limit reached. Delete a tax rate to add another.'),
  ticket_limit_reached: says(409, 'Ticket limit reached. Delete a ticket to add another.'),
  webhook_inactive: says(409, 'The webhook is inactive. Activate it first.'),
  webhook_limit_reached: says(409, 'Webhook limit reached. Delete a webhook to add another.'),

  quote_changed: says<{ quote: object }>(
    409,
    'The effects have changed since this quote, so nothing was changed. See `data` for the new quote.',
  ),

  cursor_expired: says(410, 'The cursor has expired. Get a new cursor with `cursor=now`, then read the lists again.'),

  precondition_failed: says(412, 'This resource has changed since you read it. Read it again and repeat your change.'),
  payload_too_large: says(413, 'The request body is too large.'),
  unsupported_media_type: says(415, 'Send the body as `application/json`.'),

  addon_invalid: says(422, 'An add-on doesn’t fit this registration. See the field errors.'),
  payment_account_differs: says(422, 'This key belongs to another account. Connect that account instead.'),
  payment_key_insufficient: says<{ missing: string[] }>(
    422,
    'This key lacks permissions required for payments. `missing` lists them.',
  ),
  party_too_large: says(422, 'A party can have at most 10 attendees.'),
  party_unverifiable: says(422, 'This event verifies every email address. Register each attendee separately.'),
  party_exceeds_capacity: says(422, 'The party is larger than the event’s or the ticket’s capacity.'),
  attendee_repeated: says(422, 'Two attendees have the same email address.'),
  price_not_allowed: says(422, 'This price isn’t allowed for the ticket. See the field errors.'),
  quantity_not_allowed: says<{ ticketId: string; minPerOrder: number; maxPerOrder: number; quantity: number }>(
    422,
    'The quantity is outside this ticket’s per-order limits.',
  ),
  question_condition_invalid: says(422, 'A question’s condition can’t be evaluated. See the field errors.'),
  question_not_asked: says(422, 'This question doesn’t apply to this person. Remove the answer.'),
  archive_invalid: says(422, 'The archive is invalid.'),
  archive_key_wrong: says(422, 'This isn’t the key of the archive. Check it, or start without a key.'),
  confirmation_mismatch: says(422, 'The confirmation doesn’t match. Enter the name exactly as shown.'),
  coupon_invalid: says(422, 'This coupon isn’t valid for this registration.'),
  currency_mismatch: says(422, 'The currency doesn’t match the order. A refund uses its order’s currency.'),
  idempotency_key_reused: says(422, 'This Idempotency-Key was already used with a different request. Use a new key.'),
  image_unreadable: says(422, 'The file isn’t a readable image.'),
  refund_exceeds_remaining: says(422, 'The amount exceeds the remaining refundable amount of this order.'),

  upgrade_required: says(426, 'This path only accepts WebSocket connections.'),
  rate_limited: says(429, 'Too many requests. Try again after `Retry-After` seconds.'),
  unavailable: says(503, 'Part of the service is temporarily unavailable. Try again later.'),
}

export type Code = keyof typeof REFUSALS
type DataOf<C extends Code> = (typeof REFUSALS)[C] extends Refused<infer Data> ? Data : never

/** Codes that any operation may throw without declaring them. Other codes must be declared, and are returned. */
export type CommonCode = 'validation_failed' | 'not_found' | 'unavailable'

export interface FieldError {
  field: string
  message: string
}

interface Extras<C extends Code = Code> {
  /** Replaces the default sentence of the code. */
  says?: string
  fields?: FieldError[]
  /** Extra data in the error body, such as the first check-in with `already_checked_in`. */
  data?: DataOf<C>
  retryAfterSeconds?: number
  headers?: Record<string, string>
  cause?: unknown
}

/**
 * An error with a stable code. A verb (an operation's `run`) returns the codes that the operation declares, and throws
 * the `CommonCode`s.
 */
export class Failure<C extends Code = Code> extends Error {
  readonly code: C
  readonly extras: Omit<Extras, 'data' | 'says'> & { data?: unknown }

  constructor(code: C, extras: Extras<C> = {}) {
    super(extras.says ?? REFUSALS[code].says, { cause: extras.cause })
    this.name = 'Failure'
    this.code = code
    this.extras = extras
  }

  get status(): Status {
    return REFUSALS[this.code].status
  }
}

export const refusal = <C extends Code>(code: C, extras?: Extras<C>) => new Failure(code, extras)

export const invalidFields = (fields: FieldError[]) => refusal('validation_failed', { fields })
export const invalid = (field: string, message: string) => invalidFields([{ field, message }])
export const notFound = () => refusal('not_found')
export const unavailable = (sentence: string, cause?: unknown) =>
  refusal('unavailable', { says: sentence, cause, retryAfterSeconds: 5 })
export const unauthenticated = () => refusal('unauthenticated')
