import { useRef, useState } from 'hono/jsx/dom'
import type { AttemptAnswer, DeliveryAnswer, DeliveryStatus, One } from '../../shared/answers.ts'
import { useWork } from '../parts/asking.ts'
import { CopyButton } from '../parts/copy.tsx'
import { OtherFault } from '../parts/form.tsx'
import { FromNow } from '../parts/times.tsx'
import { exactTimeOf } from '../parts/words.ts'
import type { CalendarSession } from '../session.ts'

const LOOKS: Record<DeliveryStatus, { look: string; label: string }> = {
  pending: { look: 'accent', label: 'Sending' },
  retrying: { look: 'warn', label: 'Retrying' },
  succeeded: { look: 'good', label: 'Arrived' },
  failed: { look: 'bad', label: 'Failed' },
  cancelled: { look: '', label: 'Cancelled' },
}

export const statusWords = (status: DeliveryStatus) => LOOKS[status].label

const answerWords = ({ responseCode, error }: AttemptAnswer) =>
  responseCode === null ? (error ?? 'No response') : `${responseCode}${error === null ? '' : ` (${error})`}`

const Attempt = ({ attempt, number }: { attempt: AttemptAnswer; number: number }) => (
  <li>
    <p class="meta">
      <strong>Attempt {number}</strong>
      <time datetime={attempt.at}>{exactTimeOf(attempt.at)}</time>
      <span>{answerWords(attempt)}</span>
      <span class="quiet">{attempt.durationMs} ms</span>
    </p>
    {attempt.responseBody && (
      <pre class="answer" tabindex={0} aria-label={`Answer to attempt ${number}`}>
        {attempt.responseBody}
      </pre>
    )}
  </li>
)

const Next = ({ delivery: { status, nextRetryAt } }: { delivery: DeliveryAnswer }) => {
  if (nextRetryAt !== null)
    return (
      <span>
        Next attempt <FromNow at={nextRetryAt} />.
      </span>
    )
  if (status === 'failed') return <span>We won’t retry it automatically.</span>
  if (status === 'cancelled') return <span>Dropped because its webhook was switched off or deleted.</span>
  return null
}

const Details = ({ delivery, retry }: { delivery: DeliveryAnswer; retry: () => Promise<unknown> }) => {
  const work = useWork()
  const payload = JSON.stringify(delivery.payload, null, 2)
  return (
    <div class="details stack">
      <p class="meta quiet">
        <code>{delivery.id}</code>
        <span>
          Created <time datetime={delivery.createdAt}>{exactTimeOf(delivery.createdAt)}</time>
        </span>
        <Next delivery={delivery} />
      </p>
      {delivery.status === 'failed' && (
        <div class="stack">
          <button
            type="button"
            class="button small"
            aria-disabled={work.isUnderWay ? 'true' : 'false'}
            onClick={() => void work.run(retry)}
          >
            Retry now
          </button>
          <OtherFault work={work} />
        </div>
      )}
      <h3>{delivery.attemptLog.length === 0 ? 'No attempt yet' : 'Attempts'}</h3>
      <ol class="attempts">
        {delivery.attemptLog.map((attempt, index) => (
          <Attempt key={String(index)} attempt={attempt} number={index + 1} />
        ))}
      </ol>
      <div class="payload">
        <div class="spread">
          <h3>Payload</h3>
          <CopyButton text={payload} of="the payload" />
        </div>
        <pre tabindex={0} aria-label="Payload">
          {payload}
        </pre>
      </div>
    </div>
  )
}

const NextIn = ({ at }: { at: string }) =>
  Date.parse(at) > Date.now() ? (
    <span>
      next <FromNow at={at} />
    </span>
  ) : (
    <span>next now</span>
  )

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
  const { look, label } = LOOKS[delivery.status]
  const retry = async () => {
    const path = `/calendars/${session.calendar.slug}/webhook-deliveries/${delivery.id}/retry`
    const { data } = await session.api.post<One<DeliveryAnswer>>(path)
    session.toast('Delivery resent.')
    // The Retry button is about to disappear, because the delivery is no longer failed. Focus the row instead.
    summary.current?.focus()
    retried(data)
  }
  return (
    <details class="delivery" data-id={delivery.id} name="delivery" onToggle={() => draw(true)}>
      <summary ref={summary}>
        <span class={`tag ${look}`.trim()}>{label}</span>
        <span class="what">
          <strong>{delivery.eventType}</strong>
          <span class="quiet to">{receiver}</span>
        </span>
        <span class="meta quiet">
          {delivery.responseCode !== null && <span>{delivery.responseCode}</span>}
          <span>{delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`}</span>
          {delivery.nextRetryAt !== null && <NextIn at={delivery.nextRetryAt} />}
          <FromNow at={delivery.createdAt} />
        </span>
      </summary>
      {isDrawn && <Details delivery={delivery} retry={retry} />}
    </details>
  )
}
