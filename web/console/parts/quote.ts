import type { QuoteAnswer } from '../../shared/answers.ts'
import { Refusal, SaidInWords, type Api } from '../../shared/api.ts'
import { partsWords } from '../words/en/parts.ts'

interface Write {
  path: string
  body: unknown
}

interface Quoted {
  data: { quote: QuoteAnswer }
}

/** Returns what a POST would do, without doing it. */
export const quoteOf = async (api: Api, { path, body }: Write): Promise<QuoteAnswer> =>
  (await api.post<Quoted>(path, body, { headers: { 'Dry-Run': 'true' } })).data.quote

/**
 * Carries out a POST if it does exactly what the user has seen. Otherwise passes its current effects to `show` and
 * throws a message that asks the user to check them.
 */
export const postAsShown = async <Body>(
  api: Api,
  write: Write,
  { isShown, show }: { isShown(quote: QuoteAnswer): boolean; show(quote: QuoteAnswer): void },
): Promise<Body> => {
  const refuse = (quote: QuoteAnswer) => {
    show(quote)
    return new SaidInWords(partsWords().quoteChanged)
  }
  const quote = await quoteOf(api, write)
  if (!isShown(quote)) throw refuse(quote)
  try {
    return await api.post<Body>(write.path, write.body, { headers: { Quote: quote.token } })
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'quote_changed') throw error
    throw refuse((error.data as Quoted['data']).quote)
  }
}
