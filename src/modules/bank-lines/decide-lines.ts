import { billingRead, billingWrite } from '../../access/demands.ts'
import type { BankLineRow, CalendarRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { invalid, invalidFields, notFound, refusal, unavailable } from '../../kernel/failure.ts'
import { iso } from '../../kernel/time.ts'
import { bare, both, one, operation, type Surface } from '../../operation/operation.ts'
import { orderDeadlines } from '../orders/index.ts'
import { mailOfMove } from '../seats/index.ts'
import { findBankAccount, maskedIban } from '../payment-accounts/index.ts'
import { Assignment, BankLine, BankLines, Ignoring, LinesQuery, type BankLineOutput } from './bank-lines.schema.ts'
import { byId, changeLine, findLine, listLines, OPEN_STATES, readNumbers, readOrders } from './bank-lines.store.ts'
import { allocate } from './matching.ts'
import { isUndoable, mayUndo, settleAllocation, takeBack, whyNotUndone } from './settle-line.store.ts'

const toBankLines = async (rows: readonly BankLineRow[], surface: Surface, deps: Deps): Promise<BankLineOutput[]> => {
  const ids = rows.flatMap(({ orders }) => orders.map(({ orderId }) => orderId))
  const orders = await readNumbers(deps.db, ids)
  return rows.map((row) => ({
    id: row.id,
    bankAccountId: row.bankAccountId,
    bookedOn: row.bookedOn,
    amount: row.amount,
    currency: row.currency,
    payerName: row.payerName,
    payerIban: row.payerIban === null || surface === 'dashboard' ? row.payerIban : maskedIban(row.payerIban),
    text: row.text,
    reference: row.reference,
    bankReference: row.bankReference,
    state: row.state,
    orders: row.orders.flatMap(({ orderId, amount }) => {
      const order = orders.get(orderId)
      return order === undefined ? [] : [{ orderId, eventId: order.eventId, number: order.number, amount }]
    }),
    refundId: row.refundId,
    reason: row.reason,
    createdAt: iso(row.createdAt),
    updatedAt: iso(row.updatedAt),
  }))
}

const lineOrThrow = async (calendar: CalendarRow, id: string, deps: Deps) => {
  const line = await findLine(deps.db, calendar.id, id)
  if (line === null) throw notFound()
  return line
}

const answer = async (calendar: CalendarRow, id: string, surface: Surface, deps: Deps) => {
  const [shown] = await toBankLines([await lineOrThrow(calendar, id, deps)], surface, deps)
  if (shown === undefined) throw notFound()
  return shown
}

export const listBankLines = operation({
  id: 'bankLines.list',
  summary: 'List bank lines',
  description: 'Newest import first.',
  subject: 'calendar',
  access: billingRead,
  routes: both('GET /calendars/:slug/bank-lines'),
  query: LinesQuery,
  answer: bare(BankLines),
  async run({ calendar, query: { state, before, limit }, surface }, deps) {
    const states = state === undefined ? null : state === 'OPEN' ? OPEN_STATES : [state]
    const { rows, hasMore } = await listLines(deps.db, calendar.id, { states, before, limit })
    return { data: await toBankLines(rows, surface, deps), meta: { hasMore } }
  },
})

const notOpen = (state: string) =>
  refusal('invalid_transition', {
    says: `A bank line with state ${state} can’t be assigned or ignored.`,
    data: { status: state },
  })

export const assignBankLine = operation({
  id: 'bankLines.assign',
  effects: ['mails', 'money'],
  summary: 'Assign a bank line to orders',
  description:
    'Books a line that no rule could match, as if its text had named the orders. An order that gets too little stays open. Money beyond an order’s total has to be paid back.',
  subject: 'calendar',
  access: billingWrite,
  routes: both('POST /calendars/:slug/bank-lines/:lineId/assign'),
  body: Assignment,
  answer: one(BankLine),
  refusals: ['invalid_transition'],
  async run({ calendar, params: { lineId }, body, surface }, deps) {
    const line = await lineOrThrow(calendar, lineId, deps)
    if (!OPEN_STATES.includes(line.state)) return notOpen(line.state)
    const wanted = body.orders
    if (new Set(wanted.map(({ orderId }) => orderId)).size < wanted.length) throw invalid('orders', 'must differ')
    if (wanted.reduce((sum, { amount }) => sum + amount, 0) !== line.amount)
      throw invalid('orders', `must add up to ${line.amount}, the amount of the line`)
    const found = await readOrders(deps.db, calendar.id, byId(wanted.map(({ orderId }) => orderId)))
    const account = await findBankAccount(deps.db, calendar.id, line.bankAccountId)
    const allocations = wanted.map(({ orderId, amount }) => {
      const order = found.find(({ id }) => id === orderId)
      if (order === undefined || order.currency !== line.currency) return null
      return allocate(order, amount, account?.tolerance ?? 0)
    })
    const faults = allocations.flatMap((allocation, index) => {
      const isSurplusOfMany = allocation !== null && allocation.surplus > 0 && allocations.length > 1
      if (allocation !== null && !isSurplusOfMany) return []
      const message = isSurplusOfMany ? 'gets more than it costs' : 'isn’t an order that this line can pay'
      return [{ field: `orders.${index}`, message }]
    })
    if (faults.length > 0) throw invalidFields(faults)
    const paid = allocations.filter((allocation) => allocation !== null)
    const booking = { lineId, moveId: deps.newId('mov'), now: deps.clock() }
    const settled = paid.map((allocation) => settleAllocation(allocation, line, booking, deps))
    const state = paid.some(({ payment }) => payment === 'PART')
      ? 'UNDERPAID'
      : paid.some(({ payment }) => payment === 'AGAIN')
        ? 'DUPLICATE'
        : paid.some(({ payment }) => payment === 'LATE')
          ? 'LATE'
          : paid.some(({ surplus }) => surplus > 0)
            ? 'OVERPAID'
            : 'MATCHED'
    const { changed } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        changed: changeLine(
          calendar.id,
          booking,
          { state, orders: wanted },
          { from: OPEN_STATES, seen: paid.map(({ order }) => order) },
        ),
        paid: settled.flatMap(({ statements }) => statements),
      },
      mails: settled.flatMap(({ mails }) => mails),
    })
    if (changed.length > 0) return answer(calendar, lineId, surface, deps)
    const now = await lineOrThrow(calendar, lineId, deps)
    if (OPEN_STATES.includes(now.state)) throw unavailable('Another request is changing an order. Try again.')
    return notOpen(now.state)
  },
})

export const ignoreBankLine = operation({
  id: 'bankLines.ignore',
  summary: 'Ignore a bank line',
  description: 'For lines that don’t concern an order, such as a membership fee. The line stays in the list.',
  subject: 'calendar',
  access: billingWrite,
  routes: both('POST /calendars/:slug/bank-lines/:lineId/ignore'),
  body: Ignoring,
  answer: one(BankLine),
  refusals: ['invalid_transition'],
  async run({ calendar, params: { lineId }, body: { reason }, surface }, deps) {
    const booking = { lineId, moveId: deps.newId('mov'), now: deps.clock() }
    const [changed] = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'team',
      statements: [changeLine(calendar.id, booking, { state: 'IGNORED', orders: [], reason }, { from: OPEN_STATES })],
    })
    if (changed.length > 0) return answer(calendar, lineId, surface, deps)
    return notOpen((await lineOrThrow(calendar, lineId, deps)).state)
  },
})

export const undoBankLine = operation({
  id: 'bankLines.undo',
  summary: 'Take back a bank line',
  description:
    'The line waits for a decision again. Orders that it paid are PENDING for 72 hours again, and their guests get an email. Refused once a check-in, a refund or a payment file depends on the line.',
  effects: ['mails', 'money'],
  subject: 'calendar',
  access: billingWrite,
  routes: both('POST /calendars/:slug/bank-lines/:lineId/undo'),
  answer: one(BankLine),
  refusals: ['invalid_transition', 'bank_line_applied'],
  async run({ calendar, params: { lineId }, surface }, deps) {
    const line = await lineOrThrow(calendar, lineId, deps)
    const booking = { lineId, moveId: deps.newId('mov'), now: deps.clock() }
    const [expiresAt] = orderDeadlines(booking.now, false)
    const { why, changed } = await deps.commit({
      calendarId: calendar.id,
      seenBy: 'visitors',
      statements: {
        why: whyNotUndone(calendar.id, lineId),
        changed: changeLine(
          calendar.id,
          booking,
          { state: 'UNMATCHED', orders: [] },
          { from: [line.state], where: isUndoable(line) },
        ),
        back: takeBack(line, booking, expiresAt),
      },
      mails: [mailOfMove({ PENDING: 'pending' }, booking.moveId, { isTakenBack: true })],
    })
    if (changed.length > 0) return answer(calendar, lineId, surface, deps)
    const refused = mayUndo.refusal(why[0])
    if (refused !== null) return refused
    throw unavailable('Another request is changing this line. Try again.')
  },
})
