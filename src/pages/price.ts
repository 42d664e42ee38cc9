import { moneyOf } from '../kernel/money.ts'
import type { OpenEvent } from './place.ts'

/** What coming costs, of what can still be had; where nothing can, of what there was. */
export const priceOf = ({ tickets }: Pick<OpenEvent, 'tickets'>) => {
  const sold = tickets.filter(({ status }) => status !== 'ENDED' && status !== 'PAUSED')
  const [cheapest, ...dearer] = (sold.length > 0 ? sold : tickets).toSorted((left, right) => left.price - right.price)
  const dearest = dearer.at(-1) ?? cheapest
  if (cheapest === undefined || dearest === undefined || dearest.price === 0) return 'Free'
  const least = cheapest.price === 0 ? 'free' : moneyOf(cheapest.price, cheapest.currency)
  return cheapest.price === dearest.price ? least : `From ${least}`
}
