import { billingRead, billingWrite, owner } from '../../access/demands.ts'
import type { BankAccountRow } from '../../db/rows.ts'
import { inOneBatch } from '../../db/statement.ts'
import { invalid, notFound, refusal } from '../../kernel/failure.ts'
import { iso, isoOrNull, type Instant } from '../../kernel/time.ts'
import { both, dashboard, listOf, one, operation } from '../../operation/operation.ts'
import { discardAccount } from '../orders/index.ts'
import { findBankAccount, maskedIban } from '../payment-accounts/index.ts'
import { DiscardedAccount, NewPayoutFile, PaidOut, Payout, PayoutFile, type PayoutOutput } from './payouts.schema.ts'
import { fileMade, fileRefunds, listDue, markTransferred, payoutsIn, type PayoutRow } from './payouts.store.ts'

const toPayout = (row: PayoutRow): PayoutOutput => ({
  ...row,
  usableAt: isoOrNull(row.usableAt),
  discardedAt: isoOrNull(row.discardedAt),
  createdAt: iso(row.createdAt),
})

const toFile = (id: string, { holder, iban, bic }: BankAccountRow, payouts: readonly PayoutRow[], now: Instant) => ({
  id,
  holder,
  iban,
  bic,
  createdAt: iso(now),
  payouts: payouts.map(toPayout),
})

export const listPayouts = operation({
  id: 'payouts.list',
  summary: 'List refunds to transfer',
  description:
    'Returns up to 500 refunds of orders paid by bank transfer that have not been transferred yet, longest waiting first.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/payouts'),
  answer: listOf(Payout),
  async run({ calendar, surface }, deps) {
    const payouts = (await listDue(deps.db, calendar.id, deps.clock())).map(toPayout)
    if (surface === 'dashboard') return payouts
    return payouts.map((payout) => ({ ...payout, iban: payout.iban === null ? null : maskedIban(payout.iban) }))
  },
})

export const createPayoutFile = operation({
  id: 'payouts.createFile',
  summary: 'Create a payment file',
  description:
    'Puts refunds into one file, all of them or none, and returns the data for a SEPA credit transfer. Each refund is in only one file, unless `again` is set. The end-to-end id of a payment is the id of the refund without the underscore, so that a later bank line marks the refund as transferred.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('POST /calendars/:slug/payout-files')],
  body: NewPayoutFile,
  answer: one(PayoutFile),
  refusals: ['refund_in_file'],
  async recover(fileId, { calendar, body: { bankAccountId } }, deps) {
    const account = await findBankAccount(deps.db, calendar.id, bankAccountId)
    if (account === null) return null
    const now = deps.clock()
    const { payouts } = await inOneBatch(deps.db, { payouts: payoutsIn(calendar.id, fileId, now) })
    return toFile(fileId, account, payouts, now)
  },
  async run({ calendar, body: { bankAccountId, refundIds, again = false } }, deps) {
    const account = await findBankAccount(deps.db, calendar.id, bankAccountId)
    if (account === null) throw invalid('bankAccountId', 'isn’t a bank account of this calendar')
    const fileId = deps.newId('pof')
    const now = deps.clock()
    const { rule, statements } = fileRefunds({
      calendarId: calendar.id,
      fileId,
      currency: account.currency,
      refundIds,
      again,
      now,
    })
    const { why, filed, payouts } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements,
      effectId: fileMade(fileId),
    })
    const refused = rule.refusal(why[0])
    if (refused !== null || filed.length === 0) return refused ?? refusal('refund_in_file')
    return toFile(fileId, account, payouts, now)
  },
})

export const markRefundPaidOut = operation({
  id: 'payouts.markPaidOut',
  summary: 'Mark a refund as transferred',
  description: 'For a refund that someone transferred by hand. Marking it again has no effect.',
  subject: 'calendar',
  access: billingWrite,
  routes: both('POST /calendars/:slug/refunds/:refundId/paid-out'),
  answer: one(PaidOut),
  async run({ calendar, params: { refundId } }, deps) {
    const { seen } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: markTransferred(calendar.id, refundId, deps.clock()),
    })
    const paidOutAt = seen[0]?.paidOutAt ?? null
    if (paidOutAt === null) throw notFound()
    return { refundId, paidOutAt: iso(paidOutAt) }
  },
})

export const discardRefundAccount = operation({
  id: 'payouts.discardAccount',
  summary: 'Discard the account that a buyer has entered',
  description:
    'For example after the buyer’s objection. The account is no longer used for any refund of the order, and the buyer can enter another. Discarding it again has no effect. Not possible for an account that the bank has named.',
  subject: 'calendar',
  access: owner,
  routes: [dashboard('DELETE /calendars/:slug/refunds/:refundId/account')],
  answer: one(DiscardedAccount),
  async run({ calendar, params: { refundId } }, deps) {
    const { seen } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: discardAccount(calendar.id, refundId, deps.clock()),
    })
    const discardedAt = seen[0]?.discardedAt ?? null
    if (discardedAt === null) throw notFound()
    return { refundId, discardedAt: iso(discardedAt) }
  },
})
