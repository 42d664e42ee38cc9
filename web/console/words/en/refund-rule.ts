import { area } from '../loaded.ts'

const english = {
  edit: 'Refunds and fees',
  title: 'Refunds and fees',
  ofCalendar: 'Refund guests who cancel',
  ofCalendarHint: 'Otherwise guests who cancel get no money back automatically. Events and tickets can override it.',
  ofEvent: 'Set a refund policy for this event',
  ofEventHint: 'Otherwise the event uses the policy in the calendar’s settings.',
  ofTicket: 'Set a policy for this ticket',
  ofTicketHint: 'Otherwise the policy of the event applies.',
  hoursBefore: 'Hours before the start',
  percent: 'Refund in %',
  addStep: 'Add a step',
  removeStep: 'Remove',
  none: 'Guests who cancel get nothing back.',
  feePercent: 'You keep, in % per place',
  feeFixed: (currency: string) => `You keep, in ${currency} per place`,
  later: 'Existing orders keep their policy.',
  save: 'Save',
  saved: 'Saved.',
}

export type RefundRuleWords = typeof english

export const refundRuleWords = area('refundRule', english)
