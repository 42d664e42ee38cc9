import type { Mutant } from '../mutant.ts'

const SETTLE = 'src/modules/orders/settle.store.ts'
const orders = ['test/api/orders/orders.test.ts']
const stripe = ['test/api/payments/stripe.test.ts']

export const moneyMutants: Mutant[] = [
  {
    name: 'refunds without end',
    rule: 'No more is refunded than was paid.',
    file: SETTLE,
    text: 'and o.refunded < o.total and coalesce(${refund.amount}, 1) between 1 and o.total - o.refunded',
    becomes: '',
    tests: orders,
  },
  {
    name: 'refunds of what was not paid',
    rule: 'Only a paid order can be refunded.',
    file: SETTLE,
    text: "and o.status in ('PAID', 'PARTIALLY_REFUNDED')\n      and o.refunded",
    becomes: 'and o.refunded',
    tests: orders,
  },
  {
    name: 'a refund settled twice',
    rule: 'A refund is settled once, however often the provider says so.',
    file: SETTLE,
    text: ".where(and(eq(refunds.id, refund.id), eq(refunds.status, 'PENDING')))\n      .returning()",
    becomes: '.where(eq(refunds.id, refund.id))\n      .returning()',
    tests: stripe,
  },
  {
    name: 'paid after its end',
    rule: 'Of a payment and an expiry only the first takes place.',
    file: SETTLE,
    text: ".where(and(eq(orders.id, orderId), eq(orders.status, 'PENDING'), where))",
    becomes: '.where(and(eq(orders.id, orderId), where))',
    tests: orders,
  },
  {
    name: 'payments of any amount',
    rule: 'A payment settles an order only by its own amount and currency.',
    file: 'src/modules/payments/settle.store.ts',
    text: "provider = 'STRIPE' and total = ${amount} and currency = ${currency}",
    becomes: "provider = 'STRIPE' and ${amount} = ${amount} and ${currency} = ${currency}",
    tests: stripe,
  },
  {
    name: 'payments of any session',
    rule: 'A payment settles the order of its own checkout.',
    file: 'src/modules/payments/settle.store.ts',
    text: 'and (payment_reference is null or payment_reference = ${sessionId})',
    becomes: 'and ${sessionId} = ${sessionId}',
    tests: stripe,
  },
  {
    name: 'messages signed by anybody',
    rule: 'A message of the provider is believed only with its signature.',
    file: 'src/platform/stripe.ts',
    text: "name === 'v1' && equalInConstantTime(value, expected)",
    becomes: "name === 'v1' && value.length === expected.length",
    tests: stripe,
  },
  {
    name: 'messages of long ago',
    rule: 'A message of the provider is believed for 300 seconds.',
    file: 'src/platform/stripe.ts',
    text: ' || Math.abs(now - at * SECOND_MS) > TOLERANCE_MS',
    becomes: '',
    tests: stripe,
  },
  {
    name: 'coupons without end',
    rule: 'A coupon is never redeemed more often than it may be.',
    file: 'src/modules/orders/orders.store.ts',
    text: 'c.redeemed_count < c.max_redemptions`',
    becomes: '1`',
    tests: ['test/api/guests/register.test.ts'],
  },
  {
    name: 'a coupon that is kept after the seat was left',
    rule: 'Who leaves unpaid gives the coupon back.',
    file: 'src/modules/orders/orders.store.ts',
    text: "o.status in ('CANCELLED', 'EXPIRED')",
    becomes: "o.status in ('REFUNDED')",
    tests: ['test/api/guests/moves.test.ts', 'test/api/guests/races.test.ts'],
  },
]
