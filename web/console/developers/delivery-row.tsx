import { useRef } from 'hono/jsx/dom'
import type { AttemptAnswer, DeliveryAnswer, DeliveryStatus, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { CopyButton } from '../parts/copy.tsx'
import { OtherFault } from '../parts/form.tsx'
import { useState } from '../parts/state.ts'
import { FromNow } from '../parts/times.tsx'
import { exactTimeOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'
import { deliveriesWords } from '../words/en/deliveries.ts'

const LOOKS: Record<DeliveryStatus, string> = {
  pending: 'accent',
  retrying: 'warn',
  succeeded: 'good',
  failed: 'bad',
  cancelled: '',
}

const answerWords = ({ responseCode, error }: AttemptAnswer) => {
  const words = deliveriesWords()
  if (responseCode === null) return error ?? words.noResponse
  return error === null ? String(responseCode) : words.codeWithError(responseCode, error)
}

const Attempt = ({ attempt, number }: { attempt: AttemptAnswer; number: number }) => (
  <li>
    <p class="meta">
      <strong>{deliveriesWords().attempt(number)}</strong>
      <time datetime={attempt.at}>{exactTimeOf(attempt.at)}</time>
      <span>{answerWords(attempt)}</span>
      <span class="quiet">{deliveriesWords().duration(attempt.durationMs)}</span>
    </p>
    {attempt.responseBody && (
      <pre class="answer" tabindex={0} aria-label={deliveriesWords().answerToAttempt(number)}>
        {attempt.responseBody}
      </pre>
    )}
  </li>
)

const Next = ({ delivery: { status, nextRetryAt } }: { delivery: DeliveryAnswer }) => {
  const words = deliveriesWords()
  if (nextRetryAt !== null) return <span>{words.nextAttempt(<FromNow at={nextRetryAt} />)}</span>
  if (status === 'failed') return <span>{words.notRetried}</span>
  if (status === 'cancelled') return <span>{words.dropped}</span>
  return null
}

const Details = ({ delivery, retry }: { delivery: DeliveryAnswer; retry: () => Promise<unknown> }) => {
  const work = useWork()
  const words = deliveriesWords()
  const payload = JSON.stringify(delivery.payload, null, 2)
  return (
    <div class="details stack">
      <p class="meta quiet">
        <code>{delivery.id}</code>
        <span>{words.created(<time datetime={delivery.createdAt}>{exactTimeOf(delivery.createdAt)}</time>)}</span>
        <Next delivery={delivery} />
      </p>
      {(delivery.status === 'failed' || delivery.status === 'retrying') && (
        <div class="stack">
          <button
            type="button"
            class="button small"
            aria-disabled={work.isUnderWay ? 'true' : 'false'}
            onClick={() => void work.run(retry)}
          >
            {words.retry}
          </button>
          <OtherFault work={work} />
        </div>
      )}
      <h3>{delivery.attemptLog.length === 0 ? words.noAttempts : words.attemptLog}</h3>
      <ol class="attempts">
        {delivery.attemptLog.map((attempt, index) => (
          <Attempt key={String(index)} attempt={attempt} number={index + 1} />
        ))}
      </ol>
      <div class="payload">
        <div class="spread">
          <h3>{words.payload}</h3>
          <CopyButton text={payload} of={words.copiedPayload} />
        </div>
        <pre tabindex={0} aria-label={words.payload}>
          {payload}
        </pre>
      </div>
    </div>
  )
}

const NextIn = ({ at }: { at: string }) => {
  const words = deliveriesWords()
  return <span>{Date.parse(at) > Date.now() ? words.nextIn(<FromNow at={at} />) : words.nextNow}</span>
}

/** One row of the log. Its details are rendered when it is first opened. */
export const DeliveryRow = ({
  delivery,
  receiver,
  session,
  retried,
}: {
  delivery: DeliveryAnswer
  receiver: string
  session: CalendarSession
  retried: (delivery: DeliveryAnswer) => void
}) => {
  const [isDrawn, draw] = useState(false)
  const summary = useRef<HTMLElement>(null)
  const words = deliveriesWords()
  const retry = async () => {
    const act = delivery.status === 'retrying' ? 'send-now' : 'retry'
    const path = `/calendars/${session.calendar.slug}/webhook-deliveries/${delivery.id}/${act}`
    const { data } = await session.api.post<One<DeliveryAnswer>>(path)
    session.toast(words.resent)
    // The Retry button is about to disappear, because the delivery is no longer failed. Focus the row instead.
    summary.current?.focus()
    retried(data)
  }
  return (
    <details class="delivery" data-id={delivery.id} name="delivery" onToggle={() => draw(true)}>
      <summary ref={summary}>
        <span class={`tag ${LOOKS[delivery.status]}`.trim()}>{words.states[delivery.status]}</span>
        <span class="what">
          <strong>{delivery.eventType}</strong>
          <span class="quiet to">{receiver}</span>
        </span>
        <span class="meta quiet">
          {delivery.responseCode !== null && <span>{delivery.responseCode}</span>}
          <span>{words.attempts(delivery.attempts)}</span>
          {delivery.nextRetryAt !== null && <NextIn at={delivery.nextRetryAt} />}
          <FromNow at={delivery.createdAt} />
        </span>
      </summary>
      {isDrawn && <Details delivery={delivery} retry={retry} />}
    </details>
  )
}
