import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const english = {
  title: 'Coupons',
  new: 'New coupon',
  none: 'No coupons yet. A coupon gives a discount to anyone with the code.',
  statuses: {
    ACTIVE: 'Active',
    SCHEDULED: 'Scheduled',
    EXPIRED: 'Expired',
    EXHAUSTED: 'Used up',
    DISABLED: 'Inactive',
  },
  percentOff: (percent: string) => `${percent}% off`,
  amountOff: (amount: string) => `${amount} off`,
  used: (times: number) => counted(times, { one: 'used # time', other: 'used # times' }),
  usedOf: (times: number, limit: string) =>
    counted(times, { one: `used # of ${limit} times`, other: `used # of ${limit} times` }),
  everyEvent: 'for every event',
  oneEvent: 'for one event',
  from: (time: string) => `from ${time}`,
  until: (time: string) => `until ${time}`,
  someTickets: (tickets: number) => counted(tickets, { one: 'for # ticket', other: 'for # tickets' }),
  editOf: (code: string) => `Edit ${code}`,
  deleteOf: (code: string) => `Delete ${code}`,

  deletion: {
    ask: (code: string) => `Delete ${code}?`,
    action: 'Delete coupon',
    means: 'Orders that used it keep their discount.',
  },

  form: {
    editTitle: (code: string) => `Edit ${code}`,
    code: 'Code',
    discount: 'Discount',
    discounts: { PERCENT: 'percentage', AMOUNT: 'fixed amount' },
    percent: 'Percent',
    amountIn: (currency: string) => `Amount in ${currency}`,
    uses: 'Uses',
    blankUnlimited: 'blank = unlimited',
    seats: 'Discounted seats per order',
    blankAll: 'blank = all',
    validFrom: 'Valid from',
    blankNow: 'blank = now',
    validUntil: 'Valid until',
    blankNoEnd: 'blank = no end',
    times: (zone: string) => `Times in ${zone}.`,
    tickets: 'For these tickets',
    ticketsHint: 'Choose none to discount every ticket.',
    onlyHere: 'Only for this event',
    active: 'Active',
    create: 'Create coupon',
    save: 'Save coupon',
  },
}

export type CouponsWords = typeof english

export const couponsWords = area('coupons', english)
