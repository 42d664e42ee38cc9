/** Error codes that any way of registering can return. */
export const ENROLLING = [
  'capacity_exceeded',
  'registration_closed',
  'event_cancelled',
  'coupon_invalid',
  'coupon_exhausted',
  'quantity_not_allowed',
  'payment_account_not_ready',
  'payment_unavailable',
  'payment_method_closed',
] as const

/** Error codes of the prices and add-ons that a party sends. */
export const PRICING = [
  'price_changed',
  'price_not_allowed',
  'addon_invalid',
  'addon_unavailable',
  'currency_mismatch',
] as const
