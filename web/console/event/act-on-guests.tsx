import type { Child } from 'hono/jsx/dom'
import { bulkOf } from '../../../src/kernel/bulk.ts'
import type { EventAnswer, ManyResultsAnswer, One, QuoteAnswer } from '../../shared/answers.ts'
import { Refusal, type Api } from '../../shared/api.ts'
import { useAsked } from '../parts/asking.ts'
import { Ask } from '../parts/dialog.tsx'
import { carryOut, quoteOf, saidChanged } from '../parts/quote.ts'
import { Shown } from '../parts/states.tsx'
import { moneyOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { guestsWords } from '../words/en/guests.ts'

/** Each quote is one transaction. 50 guests keep it short. */
export const IDS_PER_QUOTE = 50
/** The service allows 30 quotes a minute. */
export const MAX_QUOTED_IDS = 20 * IDS_PER_QUOTE

type QuotedAct = 'approve' | 'cancel'

/** The quotes of a bulk action, by the first guest of each batch. */
export type BatchQuotes = ReadonlyMap<string, QuoteAnswer>

const writeOf = (event: EventAnswer, action: QuotedAct, guestIds: readonly string[]) => ({
  path: `/events/${event.id}/guests/batch`,
  body: { action, guestIds },
})

const quotesOf = async (api: Api, event: EventAnswer, act: QuotedAct, ids: readonly string[]): Promise<BatchQuotes> => {
  const quotes = new Map<string, QuoteAnswer>()
  for (let from = 0; from < ids.length; from += IDS_PER_QUOTE) {
    const some = ids.slice(from, from + IDS_PER_QUOTE)
    quotes.set(some[0] ?? '', await quoteOf(api, writeOf(event, act, some)))
  }
  return quotes
}

/** Carries out the quote of one batch. Throws if its effects have changed. */
export const actAsQuoted = async (
  api: Api,
  { event, act, ids, quotes }: { event: EventAnswer; act: QuotedAct; ids: readonly string[]; quotes: BatchQuotes },
) => {
  const quote = quotes.get(ids[0] ?? '')
  if (quote === undefined) throw saidChanged()
  try {
    return await carryOut<One<ManyResultsAnswer>>(api, writeOf(event, act, ids), quote)
  } catch (error) {
    // After 5 minutes the token of a quote is an invalid value.
    const isOver = error instanceof Refusal && ['quote_changed', 'validation_failed'].includes(error.code)
    throw isOver ? saidChanged() : error
  }
}

/** Returns the error messages by guest. */
export const failuresIn = ({ data: { results } }: One<ManyResultsAnswer>) =>
  new Map(results.flatMap(({ guestId, result, message }) => (result === 'DONE' ? [] : [[guestId, message ?? '']])))

const mailedBy = (quotes: BatchQuotes) => [...quotes.values()].reduce((sum, { people }) => sum + people.mailed, 0)

const Effects = ({ quotes, children }: { quotes: BatchQuotes; children: Child }) => {
  const words = guestsWords().quoted
  const all = [...quotes.values()]
  const charged = new Map<string, number>()
  for (const { currency, charged: sum } of all.flatMap(({ money }) => money))
    charged.set(currency, (charged.get(currency) ?? 0) + sum)
  return (
    <ul>
      <li key="mailed">{words.emails(mailedBy(quotes))}</li>
      {[...charged].map(([currency, sum]) => sum > 0 && <li key={currency}>{words.orders(moneyOf(sum, currency))}</li>)}
      {children}
    </ul>
  )
}

/** Asks before many guests are approved or cancelled. Names the emails and the new orders. */
export const ActOnGuests = ({
  session: { api },
  event,
  act,
  ids,
  close,
  start,
}: {
  session: CalendarSession
  event: EventAnswer
  act: QuotedAct
  ids: readonly string[]
  close: () => void
  /** Starts the bulk action. It continues after the dialog has closed. */
  start: (quotes: BatchQuotes) => void
}) => {
  const { approving, cancelling, selection } = guestsWords()
  const asked = useAsked(() => quotesOf(api, event, act, ids), [act])
  const isCancel = act === 'cancel'
  return (
    <Ask
      title={(isCancel ? cancelling : approving).ask(ids.length)}
      action={isCancel ? cancelling.action(ids.length) : selection.approve(ids.length)}
      {...(isCancel ? { refuse: cancelling.keep } : {})}
      isDangerous={isCancel}
      isReady={asked.data !== null}
      bulk={asked.data === null ? null : bulkOf({ people: { mailed: mailedBy(asked.data) }, money: [] })}
      close={close}
      act={async () => start(asked.data ?? new Map())}
    >
      <Shown
        asked={asked}
        rows={2}
        draw={(quotes) => <Effects quotes={quotes}>{isCancel && <li key="means">{cancelling.means}</li>}</Effects>}
      />
    </Ask>
  )
}
