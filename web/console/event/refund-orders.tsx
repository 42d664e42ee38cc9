import { useLayoutEffect, useRef } from 'hono/jsx/dom'
import { bulkOf } from '../../../src/kernel/bulk.ts'
import type { EventAnswer } from '../../shared/answers.ts'
import type { CalendarSession } from '../session.ts'
import { useAsked, useWork } from '../parts/asking.ts'
import { useBulk } from '../parts/bulk.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { useState } from '../parts/state.ts'
import { Shown } from '../parts/states.tsx'
import { moneyOf } from '../parts/words.ts'
import { eventHash } from '../place.ts'
import { refundsWords } from '../words/en/refunds.ts'
import { termsWords } from '../words/en/terms.ts'
import { refundableOrders, refundEach, sumsOf, type Outcome } from './refund-all.ts'

const Results = ({
  session,
  event,
  outcomes,
}: {
  session: CalendarSession
  event: EventAnswer
  outcomes: Outcome[]
}) => {
  const words = refundsWords()
  const done = outcomes.flatMap(({ order: { currency, payment }, amount, isPending }) =>
    amount === null ? [] : [{ currency, amount, isPending, isByHand: payment.provider !== 'STRIPE' }],
  )
  const failed = outcomes.filter(({ amount }) => amount === null)
  const lines = (all: typeof done, say: (orders: number, money: string) => string) =>
    sumsOf(all).map(({ currency, orders, amount }) => <li key={currency}>{say(orders, moneyOf(amount, currency))}</li>)
  return (
    <>
      <ul class="lines" aria-label={words.results}>
        {lines(
          done.filter(({ isPending, isByHand }) => !isPending && !isByHand),
          words.refunded,
        )}
        {lines(
          done.filter(({ isPending }) => isPending),
          words.pending,
        )}
        {lines(
          done.filter(({ isByHand }) => isByHand),
          words.byHand,
        )}
      </ul>
      {failed.length > 0 && (
        <section class="trouble">
          <h3>{words.failed(failed.length)}</h3>
          <ul>
            {failed.map(({ order, trouble }) => (
              <li key={order.id}>
                <a href={eventHash(session.calendar.slug, event.id, 'orders', { order: order.id })}>{order.number}</a>{' '}
                {moneyOf(order.net, order.currency)}: {trouble}
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

/**
 * Refunds the remaining amounts of an event's orders, and lists refunds and failures. Closing the dialog
 * stops after the current order; opening it again continues with the rest.
 */
export const RefundOrders = ({
  session,
  event,
  close,
  changed,
}: {
  session: CalendarSession
  event: EventAnswer
  close: () => void
  changed: () => Promise<void>
}) => {
  const words = refundsWords()
  const asked = useAsked(() => refundableOrders(session.api, event), [event.id])
  const [outcomes, setOutcomes] = useState<Outcome[] | null>(null)
  const [total, setTotal] = useState(0)
  const isClosed = useRef(false)
  const work = useWork()
  useLayoutEffect(
    () => () => {
      isClosed.current = true
    },
    [],
  )
  const orders = asked.data ?? []
  // Each order emails its buyer.
  const effects = {
    people: { mailed: orders.length },
    money: orders.map(({ currency, net }) => ({ currency: currency ?? '', refunded: net, charged: 0 })),
  }
  const { isTyped, field } = useBulk(bulkOf(effects))
  const mayStart = isTyped && !work.isUnderWay
  const start = () =>
    void work.run(async () => {
      const all: Outcome[] = []
      setTotal(orders.length)
      setOutcomes([])
      await refundEach(
        session.api,
        orders,
        (outcome) => {
          all.push(outcome)
          setOutcomes([...all])
        },
        () => isClosed.current ?? false,
      )
      await Promise.all([asked.again(), changed()])
    })
  const isDone = outcomes !== null && !work.isUnderWay
  return (
    <Dialog
      title={words.title}
      close={close}
      foot={
        <>
          <button type="button" class="button bare push" onClick={close}>
            {isDone ? termsWords().close : words.later}
          </button>
          {orders.length > 0 && (
            <button
              type="button"
              class="button"
              aria-disabled={mayStart ? 'false' : 'true'}
              onClick={mayStart ? start : undefined}
            >
              {isDone ? words.tryAgain(orders.length) : words.action(orders.length)}
            </button>
          )}
        </>
      }
    >
      {outcomes === null ? (
        <Shown
          asked={asked}
          rows={2}
          draw={(all) =>
            all.length === 0 ? (
              <p>{words.nothing}</p>
            ) : (
              <>
                <ul class="lines" aria-label={words.title}>
                  {sumsOf(all.map(({ currency, net }) => ({ currency, amount: net }))).map((sum) => (
                    <li key={sum.currency}>{words.sum(sum.orders, moneyOf(sum.amount, sum.currency))}</li>
                  ))}
                </ul>
                <p class="soft">{words.means}</p>
                {all.some(({ payment }) => payment.provider !== 'STRIPE') && <p class="soft">{words.meansByHand}</p>}
                {field}
              </>
            )
          }
        />
      ) : (
        <>
          <p role="status">{work.isUnderWay ? words.progress(outcomes.length, total) : words.finished}</p>
          {work.isUnderWay && <progress value={outcomes.length} max={total} aria-label={words.title} />}
          <Results session={session} event={event} outcomes={outcomes} />
        </>
      )}
    </Dialog>
  )
}
