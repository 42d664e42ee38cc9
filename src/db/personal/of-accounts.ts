import { bankAccounts, paymentAccounts } from '../schema.ts'
import { holding, member } from './holding.ts'

/** Accounts into which calendars take money. */
export const ofAccounts = [
  holding({
    table: paymentAccounts,
    what: 'payment accounts of calendars',
    reason: 'to take payments into the organiser’s own account, and to know who connected it',
    kept: { until: 'the calendar is deleted' },
    persons: { connectedBy: member('member who connected it') },
    otherColumns:
      'id calendarId kind mode stripeAccount country defaultCurrency status chargesEnabled payoutsEnabled requirements sealedKey keyLast4 sealedWebhookSecret webhookEndpoint isDefault refusedAt createdAt disconnectedAt',
  }),
  holding({
    table: bankAccounts,
    what: 'bank accounts of calendars',
    reason: 'to tell buyers where to transfer the money of their orders, and to know who entered the account',
    kept: { until: 'the calendar is deleted' },
    persons: { createdBy: member('member who entered it') },
    otherColumns:
      'id calendarId holder iban bic currency tolerance bankClosesHours bankDays isActive csvColumns createdAt updatedAt',
  }),
]
