import type { OrderRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import type { ProviderPage, ProviderPayment } from '../../kernel/payment-provider.ts'
import { describeError } from '../../kernel/log.ts'
import { DAY_MS, HOUR_MS, iso } from '../../kernel/time.ts'
import { RECONCILIATION_PHASES } from '../../kernel/vocabulary.ts'
import { findAccountById, listAccountsInUse } from './accounts.store.ts'
import { noteDifference } from './differences.store.ts'
import { applyDispute, applyPayment, applyRefund, withPayment } from './apply-provider-changes.ts'
import { sourceOf, type PaymentSource } from './provider-of.ts'
import {
  accountOfRun,
  beginRuns,
  compareSeats,
  findOrdersById,
  saveRun,
  listOpenRuns,
  listOpenDifferences,
  noteMissing,
  noteReconciled,
  paymentsNoted,
  postMovements,
  refundsKnownOf,
  type Reconciliation,
} from './reconcile.store.ts'

const WINDOW_MS = 35 * DAY_MS
/** Each nightly run starts at 03:00 UTC. */
const BEGINS_AT_MS = 3 * HOUR_MS
const PAGES_A_MINUTE = 20
/** Runs that read side by side in one minute. */
const MAX_RUNS = 5

const recordDifference = (
  order: OrderRow,
  payment: ProviderPayment,
  kind: 'PAYMENT_DIFFERS' | 'REFUND_DIFFERS',
  deps: Deps,
) =>
  deps.commit({
    calendarId: order.calendarId,
    seenBy: 'team',
    statements: [
      noteDifference({
        id: kind === 'REFUND_DIFFERS' ? `${payment.payment}:refunds` : payment.payment,
        kind,
        order,
        amount: kind === 'REFUND_DIFFERS' ? payment.refunded : payment.amount,
        currency: payment.currency,
        status: 'differs',
        now: deps.clock(),
      }),
    ],
  })

const refundedOf = async (orderId: string, deps: Deps) => {
  const known = await refundsKnownOf(deps.db, [orderId])
  return known.reduce((sum, { amount }) => sum + amount, 0)
}

/** Compares one Stripe payment with its order, applies missed webhooks, and records any remaining difference. */
const comparePayment = async (
  found: OrderRow,
  payment: ProviderPayment,
  { refunded, isNoted }: { refunded: number; isNoted: boolean },
  source: PaymentSource,
  deps: Deps,
) => {
  const order = await withPayment(found, source, deps)
  const isPaid = order.status !== 'PENDING' && order.status !== 'EXPIRED' && order.status !== 'CANCELLED'
  if (!isPaid || order.payment !== payment.payment) {
    if (isNoted) return
    deps.log.warn('a payment webhook was missed', { orderId: order.id, payment: payment.payment })
    if (!(await applyPayment(payment.payment, source, deps)))
      await recordDifference(order, payment, 'PAYMENT_DIFFERS', deps)
    return
  }
  if (order.total !== payment.amount || order.currency !== payment.currency)
    await recordDifference(order, payment, 'PAYMENT_DIFFERS', deps)
  if (refunded === payment.refunded) return
  deps.log.warn('refund webhooks were missed', { orderId: order.id, payment: payment.payment })
  for (const refund of await source.stripe.refundsOf(payment.payment)) await applyRefund(refund, source, deps)
  if ((await refundedOf(order.id, deps)) !== payment.refunded)
    await recordDifference(order, payment, 'REFUND_DIFFERS', deps)
}

const comparePayments = async (page: ProviderPayment[], source: PaymentSource, deps: Deps) => {
  const paid = page.filter(({ isPaid, orderId }) => isPaid && orderId !== '')
  const ids = paid.map(({ orderId }) => orderId)
  const orders = new Map((await findOrdersById(deps.db, source, ids)).map((order) => [order.id, order]))
  const refunds = await refundsKnownOf(deps.db, ids)
  const payments = paid.map(({ payment }) => payment)
  const noted = new Set(await paymentsNoted(deps.db, payments))
  for (const payment of paid) {
    const order = orders.get(payment.orderId)
    if (order === undefined) continue
    const own = refunds.filter(({ orderId }) => orderId === order.id)
    const refunded = own.reduce((sum, { amount }) => sum + amount, 0)
    const known = { refunded, isNoted: noted.has(payment.payment) }
    await tryItem(() => comparePayment(order, payment, known, source, deps), { payment: payment.payment }, deps)
  }
  await noteReconciled(deps.db, [...orders.keys()], deps.clock())
}

/** Runs `work` for one item. Logs any error, so that the run continues with the next item. */
const tryItem = async (work: () => Promise<unknown>, about: Record<string, unknown>, deps: Deps) => {
  try {
    await work()
  } catch (error) {
    deps.log.warn('reconciliation continues without the items that failed', { ...about, ...describeError(error) })
  }
}

const walk = async <Item>(page: ProviderPage<Item>, take: (item: Item) => Promise<unknown>, deps: Deps) => {
  for (const item of page.items) await tryItem(() => take(item), { item }, deps)
  return page.next
}

/** Processes one page of the current phase. Returns the next cursor, or null at the end of the list. */
const processPage = async ({ phase, since, cursor, startedAt }: Reconciliation, source: PaymentSource, deps: Deps) => {
  const { stripe, accountId } = source
  const isAsked = { isAsked: true }
  if (phase === 'PAYMENTS') {
    const { items, next } = await stripe.payments(since, cursor)
    await comparePayments(items, source, deps)
    return next
  }
  if (phase === 'REFUNDS')
    return walk(await stripe.refunds(since, cursor), (refund) => applyRefund(refund, source, deps, isAsked), deps)
  if (phase === 'DISPUTES')
    return walk(await stripe.disputes(since, cursor), (dispute) => applyDispute(dispute, isAsked, source, deps), deps)
  if (phase === 'MOVEMENTS') {
    // The deployment's own account serves several calendars, so its fees belong to none.
    if (accountId === null) return null
    const { items, next } = await stripe.movements(since, cursor)
    await postMovements(deps.db, accountId, items)
    return next
  }
  await noteMissing(deps.db, accountId, since + DAY_MS, startedAt - DAY_MS, deps.clock())
  await compareSeats(deps.db, accountId, since + DAY_MS, startedAt - DAY_MS, deps.clock())
  return null
}

const advance = (run: Reconciliation, next: string | null, now: number): Reconciliation => {
  if (next !== null) return { ...run, cursor: next }
  const phase = RECONCILIATION_PHASES[RECONCILIATION_PHASES.indexOf(run.phase) + 1]
  return phase === undefined ? { ...run, endedAt: now } : { ...run, phase, cursor: null }
}

const logDifferences = async (deps: Deps) => {
  const open = await listOpenDifferences(deps.db)
  for (const { id, kind, eventId, orderId, amount, currency, status } of open) {
    deps.log.warn("the provider's books and ours differ", { id, kind, eventId, orderId, amount, currency, status })
  }
  deps.log.info("the provider's books were reconciled with ours", { differences: open.length })
}

/** One minute's share of a run. A run whose account can't be reached ends. */
const continueRun = async (begun: Reconciliation, pages: number, deps: Deps) => {
  const accountId = accountOfRun(begun)
  const account = accountId === null ? null : await findAccountById(deps.db, accountId)
  const isGone = accountId !== null && account === null
  const source = isGone ? null : await sourceOf(account, deps)
  if (source === null) {
    await saveRun(deps.db, { ...begun, endedAt: deps.clock() })
    return
  }
  let run = begun
  for (let read = 0; run.endedAt === null && read < pages; read += 1) {
    run = advance(run, await processPage(run, source, deps), deps.clock())
    await saveRun(deps.db, run)
    if (run.endedAt !== null) await logDifferences(deps)
  }
}

/**
 * Reads all payments, refunds, disputes, fees and payouts of the last 35 days from Stripe, for each account with an order in that time.
 * Runs every night, 20 pages per minute. An account that doesn't respond doesn't delay the others.
 */
export const reconcilePayments = async (deps: Deps) => {
  const now = deps.clock()
  const day = iso(now - BEGINS_AT_MS).slice(0, 10)
  let runs = await listOpenRuns(deps.db, MAX_RUNS)
  if (runs.length === 0) {
    const since = now - WINDOW_MS
    const accounts = (await listAccountsInUse(deps.db, since)).map(({ id }) => id)
    const ids = [...(deps.payments.stripe === null ? [] : [day]), ...accounts.map((id) => `${day}:${id}`)]
    await beginRuns(deps.db, ids, since, now)
    runs = await listOpenRuns(deps.db, MAX_RUNS)
  }
  const pages = Math.max(1, Math.floor(PAGES_A_MINUTE / Math.max(1, runs.length)))
  await Promise.all(runs.map((run) => tryItem(() => continueRun(run, pages, deps), { run: run.id }, deps)))
}
