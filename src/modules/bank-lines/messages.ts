import { amountOf } from '../../kernel/money.ts'
import { owedFor, type Decision } from './matching.ts'

/** Describes the result of a line, and what the organiser has to do. */
export const messageOf = ({ state, allocations, suggested, refund }: Decision, currency: string): string => {
  const money = (minor: number) => `${amountOf(minor, currency).text} ${currency}`
  const [allocation] = allocations
  const numbers = allocations.map(({ order }) => order.number).join(', ')
  switch (state) {
    case 'MATCHED':
      return allocations.length > 1 ? `Pays orders ${numbers}.` : `Pays order ${numbers}.`
    case 'UNDERPAID':
      return `Too little for order ${numbers}: ${money(allocation === undefined ? 0 : owedFor(allocation.order) - allocation.amount)} is missing. The buyer gets an email.`
    case 'OVERPAID':
      return `Pays order ${numbers}. Pay back ${money(allocation?.surplus ?? 0)}.`
    case 'DUPLICATE':
      return `Order ${numbers} was already paid. Pay back ${money(allocation?.surplus ?? 0)}.`
    case 'LATE':
      return `Order ${numbers} had already expired or been cancelled. The buyer gets the seat if one is free. Otherwise pay the money back.`
    case 'REFUNDED':
      return `Pays out refund ${refund?.id ?? ''}.`
    case 'SUGGESTED':
      return `The amount and the name match order ${suggested?.number ?? ''}. Confirm it.`
    case 'UNMATCHED':
    case 'IGNORED':
    default:
      return 'No order matches. Assign the line to an order, or ignore it.'
  }
}
