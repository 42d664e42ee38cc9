import type { DeliveryAnswer, One } from '../../shared/answers.ts'
import { hashOf } from '../place.ts'
import { hasPlan, type CalendarSession } from '../session.ts'
import { webhooksWords } from '../words/en/webhooks.ts'
import { pause } from './pause.ts'

const POLL_MS = 400
const TIMEOUT_MS = 12_000

/** A notice shown below a webhook. */
export interface Notice {
  look: '' | 'good' | 'bad'
  words: string
  /** Link to the delivery log, if the log shows more. */
  log?: string
}

/** Polls a delivery until its first attempt has a result, for at most 12 seconds. */
const firstResult = async (session: CalendarSession, id: string, signal: AbortSignal): Promise<DeliveryAnswer> => {
  const deadline = Date.now() + TIMEOUT_MS
  const path = `/calendars/${session.calendar.slug}/webhook-deliveries/${id}`
  for (;;) {
    const { data } = await session.api.get<One<DeliveryAnswer>>(path, {}, { signal })
    if (data.attempts > 0 || data.status === 'cancelled' || Date.now() > deadline) return data
    await pause(POLL_MS)
  }
}

const noticeFor = ({ status, attemptLog }: DeliveryAnswer): Notice => {
  const words = webhooksWords().test
  const last = attemptLog.at(-1)
  if (last === undefined) return { look: '', words: words.waiting }
  const answer =
    last.responseCode === null ? (last.error ?? words.noAnswer) : words.answer(last.responseCode, last.durationMs)
  if (status === 'succeeded') return { look: 'good', words: words.arrived(answer) }
  return { look: 'bad', words: (status === 'retrying' ? words.missedAndRetried : words.missedForGood)(answer) }
}

/**
 * Sends a test delivery and waits for its result. Only the Pro plan can read deliveries, so on other plans it doesn’t
 * wait.
 */
export const testWebhook = async (
  session: CalendarSession,
  path: string,
  webhookId: string,
  signal: AbortSignal,
): Promise<Notice> => {
  const { data } = await session.api.post<One<DeliveryAnswer>>(`${path}/test`)
  if (!hasPlan(session, 'PRO')) return { look: '', words: webhooksWords().test.sentWithoutLog }
  const log = hashOf(session.calendar.slug, 'deliveries', { webhookId })
  return { ...noticeFor(await firstResult(session, data.id, signal)), log }
}
