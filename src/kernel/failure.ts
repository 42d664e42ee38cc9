/** What a second scan is told of the first. */
export interface FirstAdmission {
  guestId: string
  checkedInAt: string
  checkedInBy: string
  /** What the door pass is called that let the guest in, if one did. */
  checkedInByLabel: string | null
  gate: string | null
  deviceId: string | null
}

/** See `kernel/quotas`. */
interface OverQuota {
  quota: string
  limit: number
  used: number
  resetsAt: string | null
}

type Status = 400 | 401 | 403 | 404 | 405 | 409 | 410 | 412 | 413 | 415 | 422 | 426 | 429 | 503

interface Refused<Data> {
  status: Status
  /** The sentence, where no better one is at hand. */
  says: string
  /** Only a type: what a caller gets beside the error. */
  data?: Data
}

const says = <Data = undefined>(status: Status, sentence: string): Refused<Data> => ({ status, says: sentence })

/** Every code that an answer may carry: its status, its sentence and the type of its data. */
export const REFUSALS = {
  validation_failed: says(400, 'The request is not valid.'),
  malformed_json: says(400, 'The body is not well-formed JSON.'),

  unauthenticated: says(401, 'A valid credential is required.'),

  scope_missing: says(403, 'This key lacks a scope.'),
  role_insufficient: says(403, 'This needs another role on the calendar.'),
  plan_insufficient: says(403, 'This needs another plan.'),
  quota_exceeded: says<OverQuota>(403, 'This is more than the quota allows.'),
  calendar_suspended: says(403, 'This calendar is suspended.'),
  checkin_not_open: says(403, 'Check-in has not opened yet.'),
  checkin_closed: says(403, 'Check-in is closed.'),

  not_found: says(404, 'There is nothing at this address for you.'),
  method_not_allowed: says(405, 'This address does not take this method.'),

  address_unknown: says(409, 'Your sign-in has no verified address to mail to.'),
  already_checked_in: says<FirstAdmission>(409, 'The guest is checked in already.'),
  already_registered: says<{ guestId: string; status: string }>(
    409,
    'This address is registered for the event already.',
  ),
  answer_erased: says(409, 'The answer to this request told of somebody who has been erased; it is not kept any more.'),
  api_key_limit_reached: says(409, 'The calendar has as many active keys as it may have; revoke one first.'),
  calendar_has_events: says(409, 'A calendar with events cannot be deleted.'),
  capacity_exceeded: says(409, 'No seat is free.'),
  checkin_not_current: says(409, 'This check-in has been undone already.'),
  checkpoint_has_checkins: says(409, 'Guests have passed this checkpoint.'),
  checkpoint_limit_reached: says(409, 'This event has as many checkpoints as an event may have.'),
  conflicting_edits: says(409, 'Others are changing this just now; try again.'),
  coupon_changed: says(409, 'The coupon is being changed by others; try again.'),
  coupon_code_taken: says(409, 'The calendar has a coupon with this code already.'),
  coupon_exhausted: says(409, 'This coupon has been redeemed as often as it can be.'),
  delivery_erased: says(409, 'Somebody whom this delivery told of has been erased; it is closed.'),
  delivery_just_retried: says(409, 'This delivery was retried a moment ago.'),
  delivery_not_failed: says(409, 'Only a failed delivery can be retried.'),
  door_pass_limit_reached: says(409, 'The event has as many door passes as it may have; revoke one first.'),
  event_cancelled: says(409, 'The event is cancelled.'),
  event_has_guests: says(409, 'The event has, or had, guests.'),
  guest_not_confirmed: says(409, 'The guest is not confirmed.'),
  idempotency_in_progress: says(409, 'The first request with this Idempotency-Key is still at work.'),
  invalid_transition: says<{ status: string }>(409, 'It cannot be changed from what it is to that.'),
  invitation_limit_reached: says(409, 'As many invitations of this calendar are open as may be; delete one first.'),
  last_owner: says(409, 'A calendar keeps at least one owner; make another member owner first.'),
  not_inside: says(409, 'The guest is not inside.'),
  occurrences_have_guests: says<{ occurrences: { eventId: string; startAt: string; guests: number }[] }>(
    409,
    'Dates that the rule names no more have, or had, guests; cancelVanished cancels them.',
  ),
  offer_expired: says<{ expiredAt: string }>(409, 'This offer has lapsed: the place went on to the next in line.'),
  order_not_refundable: says(409, 'This order cannot be refunded.'),
  recovery_running: says(409, 'A recovery of this webhook is running already.'),
  registration_closed: says(409, 'Registration for this event is closed.'),
  room_full: says<{ inside: number; limit: number }>(409, 'There is no room left inside.'),
  scheduled_export_changed: says(409, 'The schedule is being changed by others; try again.'),
  scheduled_export_limit_reached: says(409, 'The calendar has as many schedules as it may have; delete one first.'),
  seat_refunded: says(409, 'This seat has gone back already.'),
  slug_taken: says(409, 'This slug is taken, or was once.'),
  ticket_not_admitted: says(409, 'This ticket is not for this door.'),
  ticket_has_guests: says(409, 'Guests hold this ticket, or held it once.'),
  ticket_limit_reached: says(409, 'This event has as many tickets as an event may have.'),
  webhook_inactive: says(409, 'The webhook is switched off; switch it on first.'),
  webhook_limit_reached: says(409, 'There are as many webhooks here as there may be.'),

  cursor_expired: says(410, 'The feed is not kept as far back as this cursor.'),

  precondition_failed: says(412, 'It was changed since you read it.'),
  payload_too_large: says(413, 'The body is too large.'),
  unsupported_media_type: says(415, 'Send the body as application/json.'),

  party_too_large: says(422, 'More people than may register together.'),
  party_unverifiable: says(422, 'Addresses are confirmed here one by one: let everybody register by themselves.'),
  party_exceeds_capacity: says(422, 'The party is larger than all the places that there are.'),
  attendee_repeated: says(422, 'Two of the attendees have one address.'),
  quantity_not_allowed: says<{ ticketId: string; minPerOrder: number; maxPerOrder: number; quantity: number }>(
    422,
    'One order takes fewer, or more, of this ticket.',
  ),
  question_condition_invalid: says(422, 'A question depends on something that cannot be known when it is asked.'),
  question_not_asked: says(422, 'This question is not asked of whoever answered it.'),
  coupon_invalid: says(422, 'This coupon cannot be used here.'),
  currency_mismatch: says(422, 'A refund is in the currency of its order.'),
  idempotency_key_reused: says(422, 'This Idempotency-Key was used with another request.'),
  image_unreadable: says(422, 'This is no image that can be read.'),
  refund_exceeds_remaining: says(422, 'Less than that of this order can still be refunded.'),

  upgrade_required: says(426, 'Open a WebSocket here.'),
  rate_limited: says(429, 'Too many requests; try again a little later.'),
  unavailable: says(503, 'A part of the service does not answer just now.'),
}

export type Code = keyof typeof REFUSALS
type DataOf<C extends Code> = (typeof REFUSALS)[C] extends Refused<infer Data> ? Data : never

/** What any operation may say, declared or not: these are thrown, the others are returned. */
export type CommonCode = 'validation_failed' | 'not_found' | 'unavailable'

export interface FieldError {
  field: string
  message: string
}

interface Extras<C extends Code = Code> {
  /** A better sentence than the one of the catalogue. */
  says?: string
  fields?: FieldError[]
  /** Shown to the caller beside the error, as with the first admission of an `already_checked_in`. */
  data?: DataOf<C>
  retryAfterSeconds?: number
  headers?: Record<string, string>
  cause?: unknown
}

/** A refusal with a stable code. A verb returns those that its operation names and throws what any may say. */
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
