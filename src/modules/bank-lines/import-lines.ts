import { actorId } from '../../access/actor.ts'
import { billingWrite } from '../../access/demands.ts'
import { edit } from '../../db/edit.ts'
import type { BankAccountRow, BankLineRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalid, unavailable } from '../../kernel/failure.ts'
import type { SchemaOutput } from '../../kernel/lazy.ts'
import { both, one, operation } from '../../operation/operation.ts'
import { findBankAccount } from '../payment-accounts/index.ts'
import { mailOfMove } from '../seats/index.ts'
import { Imported, NewLines, type ImportedOutput } from './bank-lines.schema.ts'
import { findKnown, insertLine, OPEN_STATES, readLedger, type Booking } from './bank-lines.store.ts'
import { withFingerprints, type Sent } from './fingerprints.ts'
import { apply, match, namedIn, type Decision, type Ledger } from './matching.ts'
import { messageOf } from './messages.ts'
import { bookPlainLines, type PlainLine } from './plain-lines.store.ts'
import { payOutBy, settleAllocation } from './settle-line.store.ts'

/** Maximum number of lines that are booked in parallel. The plain ones among them share one commit. */
const GROUP_SIZE = 100
/** Maximum number of single-line commits in flight. */
const MAX_PARALLEL_COMMITS = 8

interface Account {
  account: BankAccountRow
  calendarId: string
  by: string | null
}

type LineResult = ImportedOutput['lines'][number]

const ordersOf = ({ allocations, suggested }: Decision, amount: number) =>
  suggested === null
    ? allocations.map(({ order, amount: paid }) => ({ order, amount: paid }))
    : [{ order: suggested, amount }]

const resultOf = ({ index, amount, currency }: Sent, decision: Decision, id: string | null): LineResult => ({
  index,
  id,
  result: decision.state,
  orders: ordersOf(decision, amount).map(({ order, amount: paid }) => ({
    orderId: order.id,
    eventId: order.eventId,
    number: order.number,
    amount: paid,
  })),
  message: messageOf(decision, currency),
})

const knownResult = ({ index }: Sent, id: string): LineResult => ({
  index,
  id,
  result: 'KNOWN',
  orders: [],
  message: 'This line was imported before. Nothing to do.',
})

const rowOf = (line: Sent, decision: Decision, { lineId, moveId, now }: Booking, at: Account): BankLineRow => ({
  id: lineId,
  calendarId: at.calendarId,
  bankAccountId: at.account.id,
  fingerprint: line.fingerprint,
  bookedOn: line.bookedOn,
  amount: line.amount,
  currency: line.currency,
  payerName: line.payerName,
  payerIban: line.payerIban,
  text: line.text,
  reference: line.reference,
  bankReference: line.bankReference,
  state: decision.state,
  orders: ordersOf(decision, line.amount).map(({ order, amount }) => ({ orderId: order.id, amount })),
  refundId: decision.refund?.id ?? null,
  reason: null,
  moveId,
  createdBy: at.by,
  createdAt: now,
  updatedAt: now,
})

/**
 * Books the line in one commit. Returns null if an order has changed since the ledger was read, so that nothing was
 * written.
 */
const bookLine = async (line: Sent, decision: Decision, at: Account, deps: Deps): Promise<LineResult | null> => {
  const booking = { lineId: deps.newId('bln'), moveId: deps.newId('mov'), now: deps.clock() }
  const settled = decision.allocations.map((allocation) => settleAllocation(allocation, line, booking, deps))
  const { made } = await deps.commit({
    calendarId: at.calendarId,
    seenBy: settled.length > 0 ? 'visitors' : 'team',
    statements: {
      made: insertLine(
        rowOf(line, decision, booking, at),
        decision.allocations.map(({ order }) => order),
      ),
      paid: settled.flatMap(({ statements }) => statements),
      out: decision.refund === null ? [] : payOutBy(decision.refund, booking),
    },
    mails: settled.flatMap(({ mails }) => mails),
  })
  if (made.length > 0) return resultOf(line, decision, booking.lineId)
  const [before] = await findKnown(deps.db, at.calendarId, [line.fingerprint])
  return before === undefined ? null : knownResult(line, before.id)
}

const ledgerFor = ({ account, calendarId }: Account, lines: readonly Sent[], deps: Deps) =>
  readLedger(deps.db, { calendarId, tolerance: account.tolerance }, lines, [...new Set(lines.flatMap(namedIn))])

/** Books the line. If another request changes its order in between, matches the line again and retries. */
const bookWithRetry = async (line: Sent, decided: Decision, at: Account, deps: Deps): Promise<LineResult> => {
  let decision: Decision | null = decided
  const booked = await edit(
    async () => decision ?? match(line, await ledgerFor(at, [line], deps)),
    async (next) => {
      decision = null
      return bookLine(line, next, at, deps)
    },
  )
  if (booked === null) throw unavailable('Another request is changing the order of a line. Import the file again.')
  return booked
}

interface Decided {
  line: Sent
  decision: Decision
}

/** Decides line by line, taking into account what the earlier lines of the file pay. */
const decideAll = (lines: readonly Sent[], start: Ledger): Decided[] => {
  let ledger = start
  return lines.map((line) => {
    const decision = match(line, ledger)
    ledger = apply(decision, ledger)
    return { line, decision }
  })
}

const concernedIds = ({ allocations, refund }: Decision) => [
  ...allocations.map(({ order }) => order.id),
  ...(refund === null ? [] : [refund.id]),
]

/** Splits the lines, in order, into groups in which no two lines concern the same order or refund. */
const groupsOf = (all: readonly Decided[]) => {
  const groups: Decided[][] = []
  let busy = new Set<string>()
  for (const each of all) {
    const last = groups.at(-1)
    const ids = concernedIds(each.decision)
    if (last === undefined || last.length === GROUP_SIZE || ids.some((id) => busy.has(id))) {
      groups.push([each])
      busy = new Set(ids)
    } else {
      last.push(each)
      for (const id of ids) busy.add(id)
    }
  }
  return groups
}

/**
 * Returns the payment of a plain line: one that pays one order exactly, or nothing (null). Returns undefined for all
 * other lines.
 */
const plainPaymentOf = ({ allocations, refund }: Decision): PlainLine['paid'] | undefined => {
  const [first, ...more] = allocations
  if (refund !== null || more.length > 0) return undefined
  if (first === undefined) return null
  return first.payment === 'PAY' && first.surplus === 0 ? { order: first.order, amount: first.amount } : undefined
}

/** Books the plain lines of a group in one commit. Returns the ids of the booked lines by index. */
const bookPlain = async (group: readonly Decided[], at: Account, deps: Deps) => {
  const move = { moveId: deps.newId('mov'), now: deps.clock() }
  const plain = group.flatMap(({ line, decision }) => {
    const paid = plainPaymentOf(decision)
    const lineId = deps.newId('bln')
    return paid === undefined ? [] : [{ index: line.index, paid, row: rowOf(line, decision, { lineId, ...move }, at) }]
  })
  if (plain.length < 2) return new Map<number, string>()
  const paysAny = plain.some(({ paid }) => paid !== null)
  const { made } = await deps.commit({
    calendarId: at.calendarId,
    seenBy: paysAny ? 'visitors' : 'team',
    statements: bookPlainLines(plain, move),
    mails: paysAny ? [mailOfMove({ CONFIRMED: 'confirmation' }, move.moveId)] : [],
  })
  const booked = new Set(made.map(({ id }) => id))
  return new Map(plain.flatMap(({ index, row }) => (booked.has(row.id) ? [[index, row.id] as const] : [])))
}

/**
 * Books the plain lines of a group together. All other lines, and plain lines whose order has changed meanwhile, get a
 * commit each.
 */
const bookGroup = async (group: readonly Decided[], at: Account, deps: Deps): Promise<LineResult[]> => {
  const booked = await bookPlain(group, at, deps)
  const rest = group.filter(({ line }) => !booked.has(line.index))
  const results: LineResult[] = group.flatMap(({ line, decision }) => {
    const id = booked.get(line.index)
    return id === undefined ? [] : [resultOf(line, decision, id)]
  })
  for (let from = 0; from < rest.length; from += MAX_PARALLEL_COMMITS)
    results.push(
      ...(await Promise.all(
        rest
          .slice(from, from + MAX_PARALLEL_COMMITS)
          .map(({ line, decision }) => bookWithRetry(line, decision, at, deps)),
      )),
    )
  return results
}

const importAll = async (at: Account, lines: readonly Sent[], isDryRun: boolean, deps: Deps): Promise<LineResult[]> => {
  const before = new Map(
    (
      await findKnown(
        deps.db,
        at.calendarId,
        lines.map(({ fingerprint }) => fingerprint),
      )
    ).map(({ fingerprint, id }) => [fingerprint, id]),
  )
  const newLines = lines.filter(({ fingerprint }) => !before.has(fingerprint))
  const decided = decideAll(newLines, await ledgerFor(at, newLines, deps))
  const results: LineResult[] = lines.flatMap((line) => {
    const id = before.get(line.fingerprint)
    return id === undefined ? [] : [knownResult(line, id)]
  })
  if (isDryRun) results.push(...decided.map(({ line, decision }) => resultOf(line, decision, null)))
  else for (const group of groupsOf(decided)) results.push(...(await bookGroup(group, at, deps)))
  return results.toSorted((a, b) => a.index - b.index)
}

const totalsOf = (lines: readonly LineResult[]) => {
  const totals: Record<string, number> = {}
  for (const { result } of lines) totals[result] = (totals[result] ?? 0) + 1
  return totals
}

type ImportRequest = SchemaOutput<typeof NewLines>

export const importBankLines = operation({
  id: 'bankLines.import',
  summary: 'Import bank lines',
  description: `Matches the lines of a bank statement with orders and refunds, and books each line completely or not at all. Send \`dryRun\` first. Lines that were imported before change nothing, so a statement can be imported again, and statements may overlap. After an interruption, send the same lines again. Lines with state ${OPEN_STATES.join(' or ')} wait for a person.`,
  subject: 'calendar',
  access: billingWrite,
  routes: both('POST /calendars/:slug/bank-lines'),
  body: NewLines,
  bodyLimitBytes: 512 * 1024,
  answer: one(Imported),
  async run({ calendar, body, actor }, deps) {
    const { bankAccountId, lines, dryRun = false }: ImportRequest = body
    const account = await findBankAccount(deps.db, calendar.id, bankAccountId)
    if (account === null) throw invalid('bankAccountId', 'isn’t a bank account of this calendar')
    const at = { account, calendarId: calendar.id, by: actorId(actor) }
    const results = await importAll(at, await withFingerprints(account.iban, lines), dryRun, deps)
    return { lines: results, totals: totalsOf(results) }
  },
})
