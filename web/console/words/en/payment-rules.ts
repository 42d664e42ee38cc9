import { area } from '../loaded.ts'

const english = {
  ofCalendar: 'Charge buyers a service fee',
  ofCalendarHint: 'Buyers see prices with the fee included. It doesn’t depend on how they pay.',
  ofEvent: 'Set a service fee for this event',
  ofEventHint: 'Events without their own fee use the calendar’s.',
  percent: 'Fee in % per place',
  fixed: (currency: string) => `Plus, in ${currency} per place`,
  cap: (currency: string) => `Maximum, in ${currency} per place`,
  refundable: 'Refund the fee too',
  refundableHint: 'Guests always get the fee back if you cancel the event.',
  delayed: {
    label: 'Slow payment methods',
    hold: 'Offer them',
    holdHint: 'Direct debit and vouchers take up to 14 days. The place stays reserved until the money arrives.',
    off: 'Only methods that pay immediately',
    ofCalendar: 'Use the calendar’s setting',
  },
}

export type PaymentRulesWords = typeof english

export const paymentRulesWords = area('paymentRules', english)
