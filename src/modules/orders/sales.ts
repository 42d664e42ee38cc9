import type { SalesLine } from './order-reading.store.ts'

type Sums = Omit<SalesLine, 'ticketId' | 'ticketName'>

export const withNet = <T extends Pick<SalesLine, 'gross' | 'refunded'>>(line: T) => ({
  ...line,
  net: line.gross - line.refunded,
})

const added = (left: Sums, right: Sums): Sums => ({
  currency: left.currency,
  paidOrders: left.paidOrders + right.paidOrders,
  pendingOrders: left.pendingOrders + right.pendingOrders,
  subtotal: left.subtotal + right.subtotal,
  discount: left.discount + right.discount,
  gross: left.gross + right.gross,
  refunded: left.refunded + right.refunded,
  pending: left.pending + right.pending,
})

/** One line per currency: money of two currencies is never one sum. */
export const salesTotals = (lines: readonly SalesLine[]) => {
  const byCurrency = new Map<string | null, Sums>()
  for (const { ticketId: _id, ticketName: _name, ...line } of lines) {
    const known = byCurrency.get(line.currency)
    byCurrency.set(line.currency, known === undefined ? line : added(known, line))
  }
  return [...byCurrency.values()].map(withNet)
}
