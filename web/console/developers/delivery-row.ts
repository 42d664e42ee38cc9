import { copyButton } from '../../shared/copying.ts'
import { alertOf, busy } from '../../shared/dialog.ts'
import { element, type Child } from '../../shared/element.ts'
import { exactTime, timeFromNow } from '../../shared/times.ts'
import type { Scene } from './scene.ts'
import type { Attempt, Delivery, DeliveryStatus, One } from './wire.ts'

const LOOKS: Record<DeliveryStatus, { look: string; label: string }> = {
  pending: { look: 'accent', label: 'On its way' },
  retrying: { look: 'warn', label: 'Retrying' },
  succeeded: { look: 'good', label: 'Arrived' },
  failed: { look: 'bad', label: 'Failed' },
  cancelled: { look: '', label: 'Cancelled' },
}

export const statusWords = (status: DeliveryStatus) => LOOKS[status].label

const cameBack = ({ responseCode, error }: Attempt) =>
  responseCode === null ? (error ?? 'No answer') : `${responseCode}${error === null ? '' : ` (${error})`}`

const attemptItem = (attempt: Attempt, index: number) =>
  element(
    'li',
    {},
    element(
      'p',
      { class: 'facts' },
      element('strong', {}, `Attempt ${index + 1}`),
      element('span', {}, exactTime(attempt.at)),
      element('span', {}, cameBack(attempt)),
      element('span', { class: 'quiet' }, `${attempt.durationMs} ms`),
    ),
    attempt.responseBody !== null &&
      attempt.responseBody !== '' &&
      element(
        'pre',
        { class: 'answer', tabindex: 0, 'aria-label': `Answer to attempt ${index + 1}` },
        attempt.responseBody,
      ),
  )

const payloadOf = (delivery: Delivery) => {
  const text = JSON.stringify(delivery.payload, null, 2)
  return element(
    'div',
    { class: 'payload' },
    element(
      'div',
      { class: 'row between' },
      element('h3', {}, 'Payload'),
      copyButton(() => text, 'the payload'),
    ),
    element('pre', { tabindex: 0, 'aria-label': 'Payload' }, text),
  )
}

const isAhead = (at: string) => Date.parse(at) > Date.now()

const nextIn = (at: string): Child => (isAhead(at) ? ['next ', timeFromNow(at)] : 'next at once')

const nextOf = ({ status, nextRetryAt }: Delivery): Child => {
  if (nextRetryAt !== null) return ['Tried again ', timeFromNow(nextRetryAt), '.']
  if (status === 'failed') return 'Not tried again by itself.'
  if (status === 'cancelled') return 'Dropped, because its webhook was switched off or deleted.'
  return null
}

const retryButton = (delivery: Delivery, scene: Scene, changed: (delivery: Delivery) => void) => {
  const trouble = element('div', {})
  const button = element('button', { type: 'button', class: 'button small', 'data-keeps': 'retry' }, 'Retry now')
  button.addEventListener('click', () => {
    const path = `/calendars/${scene.calendar.slug}/webhook-deliveries/${delivery.id}/retry`
    const retry = async () => {
      const { data } = await busy(button, () => scene.api.post<One<Delivery>>(path))
      scene.say('Sent once more.')
      changed(data)
    }
    trouble.replaceChildren()
    retry().catch((error: unknown) => trouble.replaceChildren(alertOf(error)))
  })
  return element('div', { class: 'stack' }, button, trouble)
}

const detailsOf = (delivery: Delivery, scene: Scene, changed: (delivery: Delivery) => void) =>
  element(
    'div',
    { class: 'details stack' },
    element(
      'p',
      { class: 'facts quiet' },
      element('span', {}, element('code', {}, delivery.id)),
      element('span', {}, 'Happened ', exactTime(delivery.createdAt)),
      element('span', {}, nextOf(delivery)),
    ),
    delivery.status === 'failed' && retryButton(delivery, scene, changed),
    element('h3', {}, delivery.attemptLog.length === 0 ? 'No attempt yet' : 'Attempts'),
    element('ol', { class: 'attempts' }, delivery.attemptLog.map(attemptItem)),
    payloadOf(delivery),
  )

/** One line of the log, which opens. What it holds is made when it does. */
export const deliveryRow = (
  delivery: Delivery,
  receiver: string,
  scene: Scene,
  changed: (delivery: Delivery) => void,
  isOpen: boolean,
): HTMLDetailsElement => {
  const { look, label } = LOOKS[delivery.status]
  const tries = delivery.attempts === 1 ? '1 attempt' : `${delivery.attempts} attempts`
  const row = element(
    'details',
    { class: 'delivery', 'data-id': delivery.id, name: 'delivery' },
    element(
      'summary',
      { 'data-keeps': 'summary' },
      element('span', { class: `tag ${look}`.trim() }, label),
      element(
        'span',
        { class: 'what' },
        element('strong', {}, delivery.eventType),
        element('span', { class: 'quiet to' }, receiver),
      ),
      element(
        'span',
        { class: 'facts quiet' },
        delivery.responseCode !== null && element('span', {}, String(delivery.responseCode)),
        element('span', {}, tries),
        delivery.nextRetryAt !== null && element('span', {}, nextIn(delivery.nextRetryAt)),
        element('span', {}, timeFromNow(delivery.createdAt)),
      ),
    ),
  )
  const fill = () => {
    if (row.open && row.childElementCount === 1) row.append(detailsOf(delivery, scene, changed))
  }
  row.open = isOpen
  fill()
  row.addEventListener('toggle', fill)
  return row
}
