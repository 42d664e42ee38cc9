import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Money',
  lead: 'Income of the last year by currency. We never add currencies together.',
  income: {
    none: 'No sales in the last year.',
    netIn: (currency: string) => `Net in ${currency}`,
    gross: 'Gross',
    refunded: 'Refunded',
  },
  recent: {
    title: 'Recent orders',
    empty: 'No orders with a price yet',
    emptyText: 'Orders of all events show up here. Free ones are in each event.',
    more: 'Show more orders',
  },
  onSale: { title: 'On sale', none: 'No upcoming event has paid tickets.' },
  banks: {
    title: 'Bank transfers',
    lead: 'Buyers transfer money to your bank account and see a QR code with your details.',
    holder: 'Account holder',
    bic: 'BIC (optional)',
    currency: 'Currency',
    days: 'Days to pay',
    add: 'Take bank transfers',
    edit: 'Edit',
    save: 'Save bank account',
    saved: 'Bank account saved',
    closes: 'Closes before the start, in hours',
    tolerance: 'Accept a difference of up to',
    off: 'Switch off',
    on: 'Switch on',
    remove: 'Delete',
    removed: 'Bank account deleted',
    added: 'Bank account added',
    signIn: 'Sign in again to change bank accounts.',
  },
  accounts: {
    title: 'Payment accounts',
    lead: 'Connect your own account and ticket money goes straight to you. We never hold it.',
    connect: 'Connect with Stripe',
    ownKey: 'Use my own Stripe key',
    country: 'Country',
    key: 'Restricted key',
    keyHint: 'Starts with rk_. Stripe → Developers → API keys. We store it encrypted and never show it again.',
    save: 'Connect account',
    unfinished: 'Stripe needs a few more details before you can sell.',
    continueThere: 'Continue at Stripe',
    testMode: 'Test mode',
    forNewOrders: 'New orders',
    makeDefault: 'Use for new orders',
    disconnect: 'Disconnect…',
    disconnectTitle: 'Disconnect this account?',
    disconnectText: 'If you connected it with Stripe, you can’t refund from here afterwards.',
    paying: (count: number) =>
      counted(count, { one: '# buyer is paying right now.', other: '# buyers are paying right now.' }),
    refundsUnderWay: (count: number) =>
      counted(count, { one: '# refund is on its way.', other: '# refunds are on their way.' }),
    disputesOpen: (count: number) => counted(count, { one: '# dispute is open.', other: '# disputes are open.' }),
    pagesClose: 'Open checkout pages will close.',
    unseen: 'We no longer have access to this account. Check these orders at Stripe and refund late payments there:',
    unheard: 'Refunds and disputes of this account show up only at Stripe.',
    openStripe: 'Open Stripe',
    disconnectAction: 'Disconnect account',
    disconnected: 'Account disconnected',
    keyEnding: (x: string) => `key ending in ${x}`,
    statuses: {
      ONBOARDING: 'Not finished',
      ACTIVE: 'Ready',
      RESTRICTED: 'Restricted by Stripe',
      DISCONNECTED: 'Disconnected',
    } as Record<string, string>,
  },
}

export type MoneyWords = typeof english

export const moneyWords = area('money', english)
