import { DAY_MS, HOUR_MS, type Instant } from './time.ts'
import type { DELAYED_PAYMENTS } from './vocabulary.ts'

/**
 * Payment methods whose money arrives days after the buyer has finished the checkout page, by the provider's names, and
 * how long their order is held.
 */
const DEBIT_HOLD_MS = 14 * DAY_MS
const VOUCHER_HOLD_MS = 7 * DAY_MS
const DEBITS = ['sepa_debit', 'bacs_debit', 'us_bank_account', 'acss_debit', 'au_becs_debit', 'nz_bank_account']
const VOUCHERS = ['boleto', 'oxxo', 'konbini', 'multibanco']

/** Vouchers whose validity can be set. The provider's own defaults reach up to 7 days. */
export const VOUCHERS_WITH_EXPIRY = ['boleto', 'oxxo', 'konbini']
export const VOUCHER_DAYS = 3

/**
 * Delayed methods that are never offered: `customer_balance` needs a customer at the provider, and the others confirm
 * later than the table above allows for.
 */
const NEVER_OFFERED = ['customer_balance', 'sofort', 'payto']

/** Time between the end of the hold and the start of the event. */
const LEAST_BEFORE_START_MS = 24 * HOUR_MS

/** How long the order of a delayed payment is held. An unknown method gets the longest hold. */
export const holdOf = (method: string) => (VOUCHERS.includes(method) ? VOUCHER_HOLD_MS : DEBIT_HOLD_MS)

/**
 * Returns the methods that a checkout page must not offer. These include delayed methods if their hold could reach the
 * event, or if the organiser has switched them off.
 */
export const excludedMethods = (startAt: Instant, now: Instant, delayed: (typeof DELAYED_PAYMENTS)[number]) => {
  const left = delayed === 'OFF' ? 0 : startAt - now - LEAST_BEFORE_START_MS
  return [...NEVER_OFFERED, ...(left < DEBIT_HOLD_MS ? DEBITS : []), ...(left < VOUCHER_HOLD_MS ? VOUCHERS : [])]
}
