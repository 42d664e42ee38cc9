import { bulkOf, isTyped, unitOf, type Bulk } from '../kernel/bulk.ts'
import { sha256Hex } from '../kernel/crypto.ts'
import { amountOf, exponentOf } from '../kernel/money.ts'
import { pluralOf } from '../kernel/plural.ts'
import type { QuoteAnswer } from '../kernel/quote.ts'
import { ToolRefusal, type Arguments } from './operations.ts'
import { done, type ToolContext, type ToolResult } from './tool.ts'

const count = (amount: number, one: string, many: string) =>
  `${amount.toLocaleString('en-GB')} ${amount === 1 ? one : many}`

/** For some currencies, such as HUF, `Intl` uses other decimals than ISO 4217. */
const moneyText = (minor: number, currency: string) => {
  const digits = exponentOf(currency)
  const decimals = { minimumFractionDigits: digits, maximumFractionDigits: digits }
  return `${currency} ${amountOf(minor, currency).value.toLocaleString('en-GB', decimals)}`
}

/** Amounts and counts come first, because people read the first line. */
const effectsOf = ({ money, people, deleted, changes, webhooks }: QuoteAnswer) =>
  [
    ...money.flatMap(({ currency, refunded, charged }) => [
      ...(refunded > 0 ? [`Refunds ${moneyText(refunded, currency)}.`] : []),
      ...(charged > 0 ? [`Charges ${moneyText(charged, currency)}.`] : []),
    ]),
    people.mailed > 0 ? `Emails ${count(people.mailed, 'person', 'people')}.` : 'Emails no one.',
    ...(deleted.length > 0 ? [`Deletes ${count(deleted.length, 'object', 'objects')}.`] : []),
    ...Object.entries(changes).map(([object, amount]) => `Changes ${count(amount, object, pluralOf(object))}.`),
    ...(webhooks > 0 ? [`Calls ${count(webhooks, 'webhook', 'webhooks')}.`] : []),
  ].join(' ')

/** The question to the user, sealed in its state, so that no client can drop the number to type. */
interface Asked {
  asked: 1
  /** Token of the quote or, for a call without effects, the digest of the call. */
  token: string
  bulk: Bulk | null
  says: string
}

const stateOf = (asked: Omit<Asked, 'asked'>, { deps }: ToolContext) =>
  deps.vault.seal(JSON.stringify({ asked: 1, ...asked } satisfies Asked))

/** Reads a state, which may be followed by a space and the number that the user typed. */
const readState = async (text: string, { deps }: ToolContext) => {
  const [state = '', typed = ''] = text.trim().split(/ +/)
  try {
    const asked = JSON.parse(await deps.vault.open(state)) as Asked
    if (asked.asked === 1) return { asked, state, typed }
  } catch {
    // Not sealed by this service.
  }
  throw new ToolRefusal(400, 'validation_failed', 'This is not the state of a question. Call again without it.')
}

const hasAgreed = ({ bulk }: Asked, given: string) => (bulk === null ? given === '' : isTyped(bulk, given))

/** Returns the text of a form field. Ignores checkboxes. */
const typedIn = (given: unknown, { bulk }: Asked) => {
  if (given === true) return ''
  if (given === bulk?.exact) return String(bulk?.number)
  return typeof given === 'number' || typeof given === 'string' ? String(given) : JSON.stringify(given)
}

const withoutPeople = ({ people: { count: amount, mailed }, ...quote }: QuoteAnswer) => ({
  ...quote,
  people: { count: amount, mailed },
})

const fieldOf = (bulk: Bulk | null) =>
  bulk === null
    ? { type: 'boolean', title: 'Go on', default: false }
    : {
        type: bulk.currency === null ? 'integer' : 'number',
        title: `Type ${bulk.number} (${unitOf(bulk)}) to go on`,
      }

/** Asks the user if the client can show questions. Otherwise returns the quote, for a second call to confirm. */
const ask = (asked: Omit<Asked, 'asked'>, state: string, quote: QuoteAnswer | null, mayAsk: boolean): ToolResult => {
  const { bulk, says } = asked
  if (mayAsk) {
    const requestedSchema = { type: 'object', properties: { confirm: fieldOf(bulk) }, required: ['confirm'] }
    return { kind: 'question', question: { message: `${says} Go on?`, requestedSchema, state } }
  }
  const number =
    bulk === null
      ? ''
      : ` Let them type the number ${bulk.number} (${unitOf(bulk)}), and add it to confirm after a space.`
  const next = `Nothing is done yet. Show this to the person. If they agree, call again with the same arguments and confirm "${state}".${number}`
  const shown = quote === null ? { token: state } : { ...withoutPeople(quote), token: state }
  return { kind: 'own', answer: { isDone: false, next, says, quote: shown } }
}

interface Confirmed {
  operation: string
  given: Arguments
  /** Describes the effects. Text by other people in it is `quoted`. */
  headline: string
  /** State that an earlier call returned. */
  confirm?: string | undefined
  /** Whether the operation supports quotes. Otherwise the user agrees to the call itself. */
  hasEffects?: boolean
}

const digestOf = ({ operation, given: { params, query, body } }: Confirmed) =>
  sha256Hex(JSON.stringify([operation, params, query, body]))

/** Asks with a new quote, or with the one from a `quote_changed` refusal. */
const askAnew = async (
  write: Confirmed,
  context: ToolContext,
  { quote: known, first = '' }: { quote?: QuoteAnswer; first?: string } = {},
) => {
  const { operation, given, headline, hasEffects = true } = write
  const read = async () => {
    const headers = { ...given.headers, 'Dry-Run': 'true' }
    const { data } = await context.operations.call(operation, { ...given, headers })
    return (data as { quote: QuoteAnswer }).quote
  }
  const quote = hasEffects ? (known ?? (await read())) : null
  const says = [first, quote === null ? '' : effectsOf(quote), headline].filter((text) => text !== '').join(' ')
  const asked = {
    token: quote?.token ?? (await digestOf(write)),
    bulk: quote === null ? null : bulkOf(quote),
    says,
  }
  return ask(asked, await stateOf(asked, context), quote, context.mayAsk)
}

/** Carries out the quote. If the effects have changed, asks again with the new quote. */
const act = async (write: Confirmed, { token }: Asked, context: ToolContext): Promise<ToolResult> => {
  const { operation, given, hasEffects = true } = write
  if (!hasEffects && token !== (await digestOf(write)))
    throw new ToolRefusal(400, 'validation_failed', 'The person agreed to another call. Call again without the state.')
  try {
    const headers = hasEffects ? { ...given.headers, Quote: token } : (given.headers ?? {})
    const { data } = await context.operations.call(operation, { ...given, headers })
    return done({ isDone: true, data })
  } catch (error) {
    if (!(error instanceof ToolRefusal) || error.code !== 'quote_changed') throw error
    return askAnew(write, context, error.data as { quote: QuoteAnswer })
  }
}

const DECLINED: ToolResult = { kind: 'own', answer: { isDone: false, next: 'The person declined. Nothing is done.' } }

/** Runs a write with effects, once the user or a second call has agreed to its quote. */
export const confirmed = async (write: Confirmed, context: ToolContext): Promise<ToolResult> => {
  const { answer, mayAsk } = context
  const { agentsMay } = await context.agent()
  if (agentsMay === 'ask' && (!mayAsk || write.confirm !== undefined)) {
    const says = 'The owner requires your program to ask the person. Offer elicitation, and do not send confirm.'
    throw new ToolRefusal(403, 'agents_must_ask', says)
  }
  if (answer !== null) {
    const { asked } = await readState(answer.state, context)
    const { confirm } = answer.content
    if (answer.action !== 'accept' || confirm === undefined || confirm === false) return DECLINED
    if (hasAgreed(asked, typedIn(confirm, asked))) return act(write, asked, context)
    if (asked.bulk === null) return DECLINED
    return askAnew(write, context, { first: `That was not the number ${asked.bulk.number}.` })
  }
  if (write.confirm !== undefined) {
    const { asked, typed } = await readState(write.confirm, context)
    if (hasAgreed(asked, typed)) return act(write, asked, context)
    const number = asked.bulk === null ? 'no number' : `the number ${asked.bulk.number} (${unitOf(asked.bulk)})`
    throw new ToolRefusal(
      400,
      'validation_failed',
      `confirm must have ${number} after a space, as the person typed it.`,
    )
  }
  return askAnew(write, context)
}
