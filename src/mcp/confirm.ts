import { bulkNumber } from '../kernel/bulk.ts'
import { amountOf, exponentOf } from '../kernel/money.ts'
import type { QuoteAnswer } from '../kernel/quote.ts'
import { ToolRefusal, type Arguments } from './operations.ts'
import { done, type PersonQuestion, type ToolContext, type ToolResult } from './tool.ts'

const count = (amount: number, one: string, many: string) =>
  `${amount.toLocaleString('en-GB')} ${amount === 1 ? one : many}`

/** `Intl` has other decimals than ISO 4217 for some currencies, such as HUF. */
const moneyText = (minor: number, currency: string) => {
  const digits = exponentOf(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${currency} ${amountOf(minor, currency).value.toLocaleString('en-GB', decimals)}`
}

/** Amounts and counts stand first, because people read the first line. */
const effectsOf = ({ money, people, deleted, changes, webhooks }: QuoteAnswer) =>
  [
    ...money.flatMap(({ currency, refunded, charged }) => [
      ...(refunded > 0 ? [`Refunds ${moneyText(refunded, currency)}.`] : []),
      ...(charged > 0 ? [`Charges ${moneyText(charged, currency)}.`] : []),
    ]),
    people.mailed > 0 ? `Emails ${count(people.mailed, 'person', 'people')}.` : 'Emails no one.',
    ...(deleted.length > 0 ? [`Deletes ${count(deleted.length, 'object', 'objects')}.`] : []),
    ...Object.entries(changes).map(([object, amount]) => `Changes ${count(amount, object, `${object}s`)}.`),
    ...(webhooks > 0 ? [`Calls ${count(webhooks, 'webhook', 'webhooks')}.`] : []),
  ].join(' ')

const SEPARATOR = '~'

const questionOf = (headline: string, quote: QuoteAnswer): PersonQuestion => {
  const number = bulkNumber(quote)
  const field =
    number === null
      ? { type: 'boolean', title: 'Go on', default: false }
      : { type: 'integer', title: `Type ${number} to go on` }
  return {
    message: `${effectsOf(quote)} ${headline} Go on?`,
    requestedSchema: { type: 'object', properties: { confirm: field }, required: ['confirm'] },
    state: number === null ? quote.token : `${quote.token}${SEPARATOR}${number}`,
  }
}

const hasAgreed = ({ action, content, state }: NonNullable<ToolContext['answer']>) => {
  const [, number] = state.split(SEPARATOR)
  return action === 'accept' && content['confirm'] === (number === undefined ? true : Number(number))
}

const withoutPeople = ({ people: { count: amount, mailed }, ...quote }: QuoteAnswer) => ({
  ...quote,
  people: { count: amount, mailed },
})

/** Asks the person if the client can. Otherwise returns the quote, which a second call confirms. */
const ask = (headline: string, quote: QuoteAnswer, { mayAsk }: ToolContext): ToolResult =>
  mayAsk
    ? { kind: 'question', question: questionOf(headline, quote) }
    : {
        kind: 'own',
        answer: {
          isDone: false,
          next: `Nothing is done yet. Show this to the person. If they agree, call again with the same arguments and confirm "${quote.token}".`,
          says: `${effectsOf(quote)} ${headline}`,
          quote: withoutPeople(quote),
        },
      }

interface Confirmed {
  operation: string
  given: Arguments
  /** Says what happens. Texts of strangers in it are `quoted`. */
  headline: string
  /** Token of a quote that an earlier call returned. */
  confirm?: string | undefined
}

/** Does exactly what the quote says. If the effects have changed, asks again with the new quote. */
const actOnQuote = async ({ operation, given, headline }: Confirmed, token: string, context: ToolContext) => {
  try {
    const headers = { ...given.headers, Quote: token }
    const { data } = await context.operations.call(operation, { ...given, headers })
    return done({ isDone: true, data })
  } catch (error) {
    if (!(error instanceof ToolRefusal) || error.code !== 'quote_changed') throw error
    return ask(headline, (error.data as { quote: QuoteAnswer }).quote, context)
  }
}

/** Runs a write with effects, after a person or a second call has agreed to its quote. */
export const confirmed = async (write: Confirmed, context: ToolContext): Promise<ToolResult> => {
  const { answer, mayAsk } = context
  const { agentsMay } = await context.agent
  if (agentsMay === 'ask' && (!mayAsk || write.confirm !== undefined)) {
    const says = 'The owner demands that your program asks the person. Offer elicitation, and do not send confirm.'
    throw new ToolRefusal(403, 'agents_must_ask', says)
  }
  if (answer !== null) {
    if (!hasAgreed(answer))
      return { kind: 'own', answer: { isDone: false, next: 'The person declined. Nothing is done.' } }
    return actOnQuote(write, answer.state.split(SEPARATOR)[0] ?? '', context)
  }
  if (write.confirm !== undefined) return actOnQuote(write, write.confirm, context)
  const headers = { ...write.given.headers, 'Dry-Run': 'true' }
  const { data } = await context.operations.call(write.operation, { ...write.given, headers })
  return ask(write.headline, (data as { quote: QuoteAnswer }).quote, context)
}
