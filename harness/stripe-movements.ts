import type { Body, Books, Charge } from './stripe-books.ts'

const feeOf = (amount: number) => Math.round(amount * 0.015) + 25

const feesOf = ({ sessions }: Books, { amount, payment_intent: payment }: Charge) => {
  const session = sessions.find((each) => each.payment_intent === payment)
  const applicationFee = Number(session?.['application_fee_amount'] ?? 0)
  return [
    { type: 'stripe_fee', amount: feeOf(amount) },
    ...(applicationFee === 0 ? [] : [{ type: 'application_fee', amount: applicationFee }]),
  ]
}

/** The account's balance transactions: fees for each charge, and a payout for each call of `payOut`. */
export const movementsOf = (
  books: Books,
  isExpanded: boolean,
): (Body & { id: string; created: number; payment_intent: string | null })[] =>
  [
    ...books.charges.map((charge) => ({
      id: `txn_${charge.id}`,
      type: 'charge',
      amount: charge.amount,
      currency: charge['currency'],
      fee_details: feesOf(books, charge),
      source: isExpanded ? charge : charge.id,
      payment_intent: charge.payment_intent,
      created: charge.created,
    })),
    ...books.payouts.map((payout) => ({
      id: `txn_${payout.id}`,
      type: 'payout',
      amount: -payout.amount,
      currency: payout.currency,
      fee_details: [],
      source: isExpanded ? payout : payout.id,
      payment_intent: null,
      created: payout.created,
    })),
  ].toSorted((one, other) => one.created - other.created)
