import { orderNumberOfReference, referencesIn, type StatementLine } from '../../kernel/bank-transfer.ts'
import { foldForSearch } from '../../kernel/person-name.ts'
import type { BankLineState, OrderStatus, PAYMENT_PROVIDERS } from '../../kernel/vocabulary.ts'

/** An order as `match()` needs it. `received` is the sum that earlier lines have paid. */
export interface PayableOrder {
  id: string
  eventId: string
  number: string
  status: OrderStatus
  provider: (typeof PAYMENT_PROVIDERS)[number]
  currency: string | null
  total: number
  received: number
  buyer: string
}

/** A refund by bank transfer that no line has paid out. */
export interface DueRefund {
  id: string
  orderId: string
  amount: number
  currency: string
}

/** Orders and refunds as stored or, within one file, as the earlier lines leave them. */
export interface Ledger {
  byNumber: ReadonlyMap<string, PayableOrder>
  /** Open orders that may match by amount and payer name. */
  open: readonly PayableOrder[]
  refunds: readonly DueRefund[]
  /** By how much a payment may differ from the debt, in minor units. */
  tolerance: number
}

export type AllocationKind = 'PAY' | 'PART' | 'LATE' | 'AGAIN'

export interface Allocation {
  order: PayableOrder
  amount: number
  payment: AllocationKind
  /** Part of the amount that exceeds the debt and is refunded to the payer. */
  surplus: number
}

export interface Decision {
  state: BankLineState
  allocations: readonly Allocation[]
  /** The order that a person has to confirm. */
  suggested: PayableOrder | null
  refund: DueRefund | null
}

const MAX_WORDS_OF_NUMBER = 4
const NUMBER_LENGTH = 12

/**
 * Finds text that looks like an order number, even if a bank has broken it into groups. One order number in 280 has no
 * letter and looks like a date or an account, so `match` accepts one only if an open order with this number owes
 * exactly the amount.
 */
const numbersIn = (text: string) => {
  const words = text.toUpperCase().split(/[^A-Z\d]+/)
  const found = new Set<string>()
  for (let from = 0; from < words.length; from += 1) {
    let joined = ''
    for (let to = from; to < Math.min(from + MAX_WORDS_OF_NUMBER, words.length); to += 1) {
      joined += words[to] ?? ''
      if (joined.length >= NUMBER_LENGTH) break
    }
    if (/^[A-F\d]{12}$/.test(joined)) found.add(joined)
  }
  return [...found]
}

/**
 * Returns the order numbers of the references in a line: of the structured reference, otherwise of those in the text.
 */
const referredIn = ({ reference, text }: StatementLine) => {
  const structured = orderNumberOfReference(reference ?? '')
  return structured === null ? referencesIn(`${reference ?? ''} ${text}`) : [structured]
}

/** Returns every order number that a line may name, so that these orders can be read. */
export const namedIn = (line: StatementLine) => [...new Set([...referredIn(line), ...numbersIn(line.text)])]

/** Sorts the words of a name and removes case and accents, because banks write surnames first and in capitals. */
export const foldedName = (name: string) =>
  foldForSearch(name)
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .toSorted()
    .join(' ')

const isOpen = ({ status, provider }: PayableOrder) => status === 'PENDING' && provider === 'OFFLINE'
const hasEnded = ({ status }: PayableOrder) => status === 'EXPIRED' || status === 'CANCELLED'
export const owedFor = ({ total, received }: PayableOrder) => total - received

/** Letters and digits only, because banks replace other characters and some of them write capitals. */
const endToEnd = (text: string) => text.replaceAll(/[^A-Za-z\d]/g, '').toUpperCase()

const undecided = (state: BankLineState, suggested: PayableOrder | null = null): Decision => ({
  state,
  allocations: [],
  suggested,
  refund: null,
})

const paying = (state: BankLineState, ...allocations: Allocation[]): Decision => ({
  state,
  allocations,
  suggested: null,
  refund: null,
})

/** Applies `amount` to `order`, which a reference or a person has named. Null if it can't pay this order. */
export const allocate = (order: PayableOrder, amount: number, tolerance: number): Allocation | null => {
  const surplus = Math.max(0, amount - owedFor(order))
  const more = surplus > tolerance ? surplus : 0
  const isEnough = amount >= owedFor(order) - tolerance
  if (isOpen(order)) return { order, amount, payment: isEnough ? 'PAY' : 'PART', surplus: isEnough ? more : 0 }
  if (order.provider !== 'OFFLINE') return null
  if (hasEnded(order)) return isEnough ? { order, amount, payment: 'LATE', surplus: more } : null
  return { order, amount, payment: 'AGAIN', surplus: amount }
}

const stateOf = ({ payment, surplus }: Allocation): BankLineState => {
  if (payment === 'PAY') return surplus > 0 ? 'OVERPAID' : 'MATCHED'
  return payment === 'PART' ? 'UNDERPAID' : payment === 'LATE' ? 'LATE' : 'DUPLICATE'
}

const payOut = (line: StatementLine, { refunds, byNumber }: Ledger): Decision => {
  const text = endToEnd(`${line.reference ?? ''} ${line.text}`)
  const orders = referredIn(line).flatMap((number) => byNumber.get(number)?.id ?? [])
  const fitting = refunds.filter(({ amount, currency }) => amount === -line.amount && currency === line.currency)
  const named = fitting.filter(({ id }) => text.includes(endToEnd(id)))
  const [refund, ...others] = named.length > 0 ? named : fitting.filter(({ orderId }) => orders.includes(orderId))
  return refund === undefined || others.length > 0
    ? undecided('UNMATCHED')
    : { state: 'REFUNDED', allocations: [], suggested: null, refund }
}

const payAll = (orders: readonly PayableOrder[], amount: number): Decision => {
  const owed = orders.reduce((sum, order) => sum + owedFor(order), 0)
  return orders.every(isOpen) && owed === amount
    ? paying(
        'MATCHED',
        ...orders.map((order) => ({ order, amount: owedFor(order), payment: 'PAY' as const, surplus: 0 })),
      )
    : undecided('UNMATCHED')
}

/** Decides what a line pays, by the first rule that applies. */
export const match = (line: StatementLine, ledger: Ledger): Decision => {
  const { byNumber, open, tolerance } = ledger
  const { amount, currency } = line
  if (amount <= 0) return payOut(line, ledger)
  const payable = (numbers: readonly string[]) =>
    numbers.flatMap((number) => {
      const order = byNumber.get(number)
      return order?.provider === 'OFFLINE' && order.currency === currency ? [order] : []
    })
  const [referred, ...more] = payable(referredIn(line))
  if (referred !== undefined && more.length > 0) return payAll([referred, ...more], amount)
  const allocation = referred === undefined ? null : allocate(referred, amount, tolerance)
  if (allocation !== null) return paying(stateOf(allocation), allocation)
  if (referred !== undefined) return undecided('UNMATCHED')
  const owing = (order: PayableOrder) => isOpen(order) && order.currency === currency && owedFor(order) === amount
  const [numbered, ...othersNumbered] = payable(numbersIn(line.text)).filter(owing)
  if (numbered !== undefined && othersNumbered.length === 0)
    return paying('MATCHED', { order: numbered, amount, payment: 'PAY', surplus: 0 })
  const payer = foldedName(line.payerName)
  const [likely, ...alsoLikely] = open.filter((order) => owing(order) && payer !== '' && order.buyer === payer)
  return likely !== undefined && alsoLikely.length === 0 ? undecided('SUGGESTED', likely) : undecided('UNMATCHED')
}

/** Returns the order after the allocation, for the following lines of the same file. */
const after = ({ order, amount, payment, surplus }: Allocation): PayableOrder => {
  if (payment === 'AGAIN') return order
  const received = order.received + amount - surplus
  return payment === 'PART' ? { ...order, received } : { ...order, received, status: 'PAID' }
}

/** Returns the ledger after the decision. */
export const apply = ({ allocations, refund }: Decision, ledger: Ledger): Ledger => {
  if (allocations.length === 0 && refund === null) return ledger
  const changed = new Map(allocations.map((allocation) => [allocation.order.id, after(allocation)]))
  return {
    ...ledger,
    byNumber: new Map([...ledger.byNumber].map(([number, order]) => [number, changed.get(order.id) ?? order])),
    open: ledger.open.map((order) => changed.get(order.id) ?? order),
    refunds: ledger.refunds.filter(({ id }) => id !== refund?.id),
  }
}
