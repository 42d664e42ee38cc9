import { moneyOf } from '../kernel/money.ts'
import type { OpenEvent } from './place.ts'

type Ticket = OpenEvent['tickets'][number]

const isLeft = ({ status }: Ticket) => status === 'ON_SALE' || status === 'SOLD_OUT'

/** What coming costs, of what is sold now; where nothing is, of what there is. */
export const priceOf = ({ tickets }: Pick<OpenEvent, 'tickets'>) => {
  const counted = tickets.some(isLeft) ? tickets.filter(isLeft) : tickets
  const [cheapest, ...dearer] = counted.toSorted((left, right) => left.price - right.price)
  const dearest = dearer.at(-1) ?? cheapest
  if (cheapest === undefined || dearest === undefined || dearest.price === 0) return 'Free'
  if (cheapest.price === 0) return `Free to ${moneyOf(dearest.price, dearest.currency)}`
  const least = moneyOf(cheapest.price, cheapest.currency)
  return cheapest.price === dearest.price ? least : `From ${least}`
}
