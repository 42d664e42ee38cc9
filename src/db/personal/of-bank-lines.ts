import { sql } from 'drizzle-orm'
import { bankLines, refundAccounts } from '../schema.ts'
import { isBuyerAndMemberOf, isErasedWith, ordersBoughtBy } from './buyers.ts'
import { buyer, holding, member, nothing, unknown } from './holding.ts'

const linesOfOrders = (isChosen: typeof isBuyerAndMemberOf) =>
  sql`(bank_lines.calendar_id = g.calendar_id and exists (select 1 from json_each(bank_lines.orders) x
    join orders on orders.id = x.value ->> 'orderId' where ${ordersBoughtBy(isChosen)}))`

export const bankLinesHeld = holding({
  table: bankLines,
  what: 'lines of bank statements',
  reason: 'to see which order a transfer paid, to avoid importing a line twice, and to pay money back',
  kept: { until: 'the organiser erases the buyer or the party’s last guest; amounts and dates stay for accounting' },
  ofGuest: linesOfOrders(isBuyerAndMemberOf),
  erases: linesOfOrders(isErasedWith),
  alsoShown: ['bookedOn', 'amount', 'currency', 'state'],
  persons: {
    payerName: buyer('name of the account that paid', nothing),
    payerIban: buyer('IBAN of the account that paid', unknown),
    text: buyer('text of the transfer', nothing),
    reason: buyer('organiser’s reason to ignore the line', unknown),
    createdBy: member('member who imported it'),
  },
  otherColumns:
    'id calendarId bankAccountId fingerprint bookedOn amount currency reference bankReference state orders refundId moveId createdAt updatedAt',
})

export const refundAccountsHeld = holding({
  table: refundAccounts,
  what: 'accounts for refunds',
  reason: 'to transfer a refund to the account that the buyer entered',
  kept: { until: 'the organiser erases the buyer or the party’s last guest' },
  ofGuest: sql`refund_accounts.order_id in (select orders.id from orders where ${ordersBoughtBy(isBuyerAndMemberOf)})`,
  erases: sql`refund_accounts.order_id in (select orders.id from orders where ${ordersBoughtBy(isErasedWith)})`,
  erasing: 'gone',
  persons: { holder: buyer('account holder'), iban: buyer('IBAN for refunds') },
  otherColumns: 'orderId givenAt countedFrom counted discardedAt',
})
