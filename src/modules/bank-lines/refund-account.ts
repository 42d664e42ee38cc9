import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { one, open, operation, reply } from '../../operation/operation.ts'
import {
  findRefundAccount,
  giveAccount,
  mailOfAccount,
  REFUND_ACCOUNT_WAIT_MS,
  type RefundAccountRow,
} from '../orders/index.ts'
import { maskedIban } from '../payment-accounts/index.ts'
import { managedBy, ownOrderOf } from '../seats/index.ts'
import { NewRefundAccount, RefundAccount, type RefundAccountOutput } from './refund-account.schema.ts'

const PRIVATE = { headers: { 'Cache-Control': 'private, no-store' } }

const toAccount = (row: RefundAccountRow | null): RefundAccountOutput => ({
  amount: row?.amount ?? 0,
  currency: row?.currency ?? null,
  canChange: row !== null && row.amount > 0 && row.isInFile === 0,
  holder: row?.holder ?? null,
  iban: row === null || row.iban === null ? null : maskedIban(row.iban),
  usableAt: row === null || row.givenAt === null ? null : iso(row.givenAt + REFUND_ACCOUNT_WAIT_MS),
})

const buyersOrderOf = async (manageToken: string, deps: Deps) => {
  const managed = await managedBy(manageToken, deps)
  return { calendarId: managed.calendar.id, order: ownOrderOf(managed) }
}

export const readRefundAccount = operation({
  id: 'registrations.refundAccount',
  summary: 'Get the account for your refund',
  description:
    'Refunds of a bank transfer go to the account that paid. If the bank didn’t name it, you can enter one. The amount is 0 unless you bought the order.',
  routes: [open('GET /public/registrations/:manageToken/refund-account', { secret: true })],
  subject: 'none',
  answer: one(RefundAccount),
  async run({ params }, deps) {
    const { order } = await buyersOrderOf(params.manageToken, deps)
    if (order === null) return reply(toAccount(null), PRIVATE)
    return reply(toAccount(await findRefundAccount(deps.db, order.id)), PRIVATE)
  },
})

export const enterRefundAccount = operation({
  id: 'registrations.enterRefundAccount',
  summary: 'Enter the account for your refund',
  description:
    'Only for refunds of a bank transfer whose account is unknown. The buyer gets an email, and the organiser can use the account 24 hours later. Another account starts the 24 hours again, at most twice a day.',
  routes: [open('POST /public/registrations/:manageToken/refund-account', { secret: true })],
  subject: 'none',
  body: NewRefundAccount,
  answer: one(RefundAccount),
  refusals: ['refund_account_unavailable', 'refund_account_changed_often'],
  async run({ params, body }, deps) {
    const { calendarId, order } = await buyersOrderOf(params.manageToken, deps)
    if (order === null) throw notFound()
    const now = deps.clock()
    const { rule, statements } = giveAccount({ orderId: order.id, ...body, now })
    const { why, account } = await deps.commit({
      calendarId,
      atEvent: order.eventId,
      seenBy: 'team',
      statements,
      mails: [mailOfAccount(order, now)],
    })
    return rule.refusal(why[0]) ?? reply(toAccount(account[0] ?? null), PRIVATE)
  },
})
