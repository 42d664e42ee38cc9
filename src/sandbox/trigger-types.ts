/** In a file of its own, because the browser's types of answers include them. */
export const TRIGGERS = [
  'guest.registered',
  'guest.cancelled',
  'checkin.created',
  'order.paid',
  'order.refunded',
  'event.cancelled',
] as const
export type Trigger = (typeof TRIGGERS)[number]
