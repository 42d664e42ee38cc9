/** A separate file, because the browser's response types import it. */
export const TRIGGERS = [
  'guest.registered',
  'guest.cancelled',
  'checkin.created',
  'order.paid',
  'order.refunded',
  'event.cancelled',
] as const
export type Trigger = (typeof TRIGGERS)[number]
