import { bulkOf } from '../../../src/kernel/bulk.ts'
import type { QuoteAnswer } from '../../shared/answers.ts'
import { Refusal, SaidInWords, type Api } from '../../shared/api.ts'
import { partsWords } from '../words/en/parts.ts'
import { useAsked } from './asking.ts'

export interface Write {
  method?: 'POST' | 'DELETE'
  path: string
  body?: unknown
}

interface Quoted {
  data: { quote: QuoteAnswer }
}

const sendWith = async <Body>(api: Api, { method = 'POST', path, body }: Write, headers: Record<string, string>) =>
  (await api.request<Body>(method, path, { headers, ...(body === undefined ? {} : { body }) })).body

/** Returns the effects of a write without carrying it out. */
export const quoteOf = async (api: Api, write: Write): Promise<QuoteAnswer> =>
  (await sendWith<Quoted>(api, write, { 'Dry-Run': 'true' })).data.quote

/** Carries out a write if its effects are still those of the quote. Otherwise throws, with the new quote. */
export const carryOut = <Body>(api: Api, write: Write, { token }: Pick<QuoteAnswer, 'token'>) =>
  sendWith<Body>(api, write, { Quote: token })

/** Returns the new quote of a `quote_changed` error, else null. */
const changedQuoteIn = (error: unknown) =>
  error instanceof Refusal && error.code === 'quote_changed' ? (error.data as Quoted['data']).quote : null

export const saidChanged = () => new SaidInWords(partsWords().quoteChanged)

/**
 * Carries out a write if its effects are exactly those shown to the user. Otherwise passes the current effects to
 * `show` and throws a message that asks the user to check them.
 */
export const sendAsShown = async <Body>(
  api: Api,
  write: Write,
  { isShown, show }: { isShown(quote: QuoteAnswer): boolean; show(quote: QuoteAnswer): void },
): Promise<Body> => {
  const refuse = (quote: QuoteAnswer) => {
    show(quote)
    return saidChanged()
  }
  const quote = await quoteOf(api, write)
  if (!isShown(quote)) throw refuse(quote)
  try {
    return await carryOut<Body>(api, write, quote)
  } catch (error) {
    const changed = changedQuoteIn(error)
    throw changed === null ? error : refuse(changed)
  }
}

const effectsOf = ({ people, money, deleted }: QuoteAnswer) => JSON.stringify([people, money, deleted])
const hasSameEffects = (one: QuoteAnswer, other: QuoteAnswer) => effectsOf(one) === effectsOf(other)

/** Whether a cancellation has the effects shown in its dialog. Without emails, it must have no recipients. */
export const isCancelledAsShown = (quote: QuoteAnswer, shown: QuoteAnswer | null, isTold: boolean) => {
  if (shown === null || (!isTold && quote.people.mailed > 0)) return false
  return hasSameEffects(isTold ? quote : { ...quote, people: shown.people }, shown)
}

/**
 * Quotes a write for a dialog. `send` compares a second quote with the shown one and carries it out. If they differ, it
 * calls `changed`. A `write` of null has no quote, and is carried out unless it is bulk. `bulk` is the number to type.
 */
export const useQuote = (api: Api, write: Write | null, changed?: () => void) => {
  const asked = useAsked(async () => (write === null ? null : quoteOf(api, write)), [JSON.stringify(write)])
  const { data: shown, put } = asked
  return {
    asked,
    bulk: shown === null ? null : bulkOf(shown),
    send: <Body>(final: Write) =>
      sendAsShown<Body>(api, final, {
        isShown: (quote) => (shown === null ? bulkOf(quote) === null : hasSameEffects(quote, shown)),
        show: (quote) => {
          put(quote)
          changed?.()
        },
      }),
  }
}
