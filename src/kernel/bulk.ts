import { exponentOf } from './money.ts'
import type { QuoteAnswer } from './quote.ts'

/** Above these, a person types a number instead of clicking, so that nobody does so much by mistake. */
const BULK_PEOPLE = 1_000
const BULK_MAJOR_UNITS = 5_000

type Effects = Pick<QuoteAnswer, 'money'> & { people: Pick<QuoteAnswer['people'], 'mailed'> }

/** Returns the number that the person types before the write: the emailed people, or the whole amount refunded. */
export const bulkNumber = ({ people, money }: Effects): number | null => {
  if (people.mailed > BULK_PEOPLE) return people.mailed
  const refunded = money.reduce((sum, each) => sum + each.refunded / 10 ** exponentOf(each.currency), 0)
  return refunded > BULK_MAJOR_UNITS ? Math.floor(refunded) : null
}
