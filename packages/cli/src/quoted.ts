import { bulkOf } from '../../../src/kernel/bulk.ts'
import { amountOf, exponentOf } from '../../../src/kernel/money.ts'
import { pluralOf } from '../../../src/kernel/plural.ts'
import { RefusedError, type Quote } from '../../sdk-typescript/src/index.ts'
import type { Context, Values } from './context.ts'

const count = (amount: number, noun: string) => `${amount} ${amount === 1 ? noun : pluralOf(noun)}`

const moneyText = (minor: number, currency: string) => {
  const digits = exponentOf(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${currency} ${amountOf(minor, currency).value.toLocaleString('en-GB', decimals)}`
}

/** Returns the effects, most important first. */
const effectsOf = ({ money, people, deleted, changes }: Quote): string[] => [
  ...money.flatMap(({ currency, refunded, charged }) => [
    ...(refunded > 0 ? [`Refunds ${moneyText(refunded, currency)}.`] : []),
    ...(charged > 0 ? [`Charges ${moneyText(charged, currency)}.`] : []),
  ]),
  ...(people.mailed > 0
    ? [`Emails ${people.mailed} ${people.mailed === 1 ? 'address' : 'addresses'}.`]
    : ['Emails no one.']),
  ...(deleted.length > 0 ? [`Deletes ${count(deleted.length, 'object')}.`] : []),
  ...Object.entries(changes).map(([object, amount]) => `Changes ${count(amount, object)}.`),
]

interface QuotedWrite<Done> {
  /** The question, such as `Cancel "Harbour Day"?`. */
  question: string
  quote(): Promise<Quote>
  act(token: string): PromiseLike<Done>
}

/**
 * Shows the effects of the write, asks, and carries out exactly those. A bulk write asks for its number. Returns null
 * if the user declines. If the effects have changed in the meantime, asks again. With `--yes`, fails with
 * `quote_changed` instead, because no one has agreed to the new effects.
 */
export const withQuote = async <Done>(
  { confirm }: Context,
  { yes }: Values,
  { question, quote, act }: QuotedWrite<Done>,
): Promise<Done | null> => {
  for (let current = await quote(); ;) {
    if (!(await confirm([...effectsOf(current), question].join('\n'), bulkOf(current)))) return null
    try {
      return await act(current.token)
    } catch (error) {
      if (yes === true || !(error instanceof RefusedError) || error.code !== 'quote_changed') throw error
      current = (error.data as { quote: Quote }).quote
    }
  }
}
