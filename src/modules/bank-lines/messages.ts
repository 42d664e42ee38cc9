import { amountOf } from '../../kernel/money.ts'
import { owedFor, type Decision } from './matching.ts'

/** Says what becomes of a line, and what a person has to do about it. */
export const messageOf = ({ state, allocations, suggested, refund }: Decision, currency: string): string => {
  const money = (minor: number) => `${amountOf(minor, currency).text} ${currency}`
  const [allocation] = allocations
  const numbers = allocations.map(({ order }) => order.number).join(', ')
  switch (state) {
    case 'MATCHED':
      return allocations.length > 1 ? `Pays the orders ${numbers}.` : `Pays the order ${numbers}.`
    case 'UNDERPAID':
      return `Too little for the order ${numbers}: ${money(allocation === undefined ? 0 : owedFor(allocation.order) - allocation.amount)} is missing. The buyer gets an email.`
    case 'OVERPAID':
      return `Pays the order ${numbers}. Pay back ${money(allocation?.surplus ?? 0)}.`
    case 'DUPLICATE':
      return `The order ${numbers} was already paid. Pay back ${money(allocation?.surplus ?? 0)}.`
    case 'LATE':
      return `The order ${numbers} had ended. The buyer gets the seat if one is free. Otherwise pay the money back.`
    case 'REFUNDED':
      return `Pays out the refund ${refund?.id ?? ''}.`
    case 'SUGGESTED':
      return `Amount and name fit the order ${suggested?.number ?? ''}. Confirm it.`
    case 'UNMATCHED':
    case 'IGNORED':
    default:
      return 'No order fits. Assign the line to an order, or ignore it.'
  }
}
