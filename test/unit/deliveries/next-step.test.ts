import { describe, expect, it } from 'vitest'
import { nextStep, restAskedForMs, type DeliveryOutcome } from '../../../src/modules/deliveries/next-step.ts'

const endedAt = Date.parse('2026-11-20T10:00:00Z')
const answered = (status: number, retryAfter: string | null = null): DeliveryOutcome => ({
  kind: 'answered',
  status,
  retryAfter,
  mediaType: null,
  body: '',
  error: null,
})
const unanswered: DeliveryOutcome = { kind: 'unanswered', error: 'no answer in time' }
const after = (attempts: number, isManual = false) => ({ attempts, isManual, endedAt })

describe('nextStep', () => {
  it.each([200, 201, 202, 204, 206, 299])('returns succeeded after a %i', (status) => {
    for (const attempts of [1, 2, 3, 4, 5]) {
      expect(nextStep(answered(status), after(attempts))).toEqual({ status: 'succeeded' })
    }
  })

  it.each([408, 429, 500, 501, 502, 503, 504, 520, 530, 599])(
    'retries a %i after 1, 5 and 30 minutes, then returns failed',
    (status) => {
      const delays = [1, 2, 3].map((attempts) => {
        const step = nextStep(answered(status), after(attempts))
        return step.status === 'retrying' && (step.nextAttemptAt - endedAt) / 60_000
      })
      expect(delays).toEqual([1, 5, 30])
      expect(nextStep(answered(status), after(4))).toEqual({ status: 'failed', disablesWebhook: false })
    },
  )

  it('retries a missing response after 1, 5 and 30 minutes, then returns failed', () => {
    const steps = [1, 2, 3, 4].map((attempts) => nextStep(unanswered, after(attempts)))
    expect(steps).toEqual([
      { status: 'retrying', nextAttemptAt: endedAt + 60_000 },
      { status: 'retrying', nextAttemptAt: endedAt + 300_000 },
      { status: 'retrying', nextAttemptAt: endedAt + 1_800_000 },
      { status: 'failed', disablesWebhook: false },
    ])
  })

  it.each([300, 301, 302, 303, 304, 307, 308, 400, 401, 403, 404, 405, 409, 411, 413, 415, 422, 451, 499])(
    'returns failed after the first %i',
    (status) => {
      expect(nextStep(answered(status), after(1))).toEqual({ status: 'failed', disablesWebhook: false })
    },
  )

  it('returns failed and disables the webhook after a 410 on any attempt', () => {
    for (const attempts of [1, 4]) {
      for (const isManual of [true, false]) {
        expect(nextStep(answered(410), after(attempts, isManual))).toEqual({ status: 'failed', disablesWebhook: true })
      }
    }
  })

  it('returns failed after the first attempt when the URL is barred', () => {
    expect(nextStep({ kind: 'barred', error: 'x' }, after(1))).toEqual({ status: 'failed', disablesWebhook: false })
  })

  it.each([answered(500), answered(429, '120'), unanswered])('does not retry a manual attempt: %j', (outcome) => {
    expect(nextStep(outcome, after(2, true))).toEqual({ status: 'failed', disablesWebhook: false })
  })
})

describe('Retry-After', () => {
  it.each([
    // Each row: the attempt, the Retry-After header, and the seconds until the next attempt.
    [1, '0', 60],
    [1, '59', 60],
    [1, '60', 60],
    [1, '90', 90],
    [1, '120', 120],
    [1, '121', 120],
    [1, '86400', 120],
    [1, '9'.repeat(400), 120],
    [2, '400', 400],
    [2, '6000', 600],
    [3, '10', 1_800],
    [3, '2000', 2_000],
    [3, '99999', 3_600],
    [1, 'Fri, 20 Nov 2026 10:01:30 GMT', 90],
    [1, 'Fri, 20 Nov 2026 12:00:00 GMT', 120],
    [1, 'Thu, 19 Nov 2026 10:00:00 GMT', 60],
    [1, 'soon', 60],
    [1, '-5', 60],
    [1, '1.5', 60],
    [1, '', 60],
    [1, null, 60],
  ])(
    'attempt %i with Retry-After %j: waits %i s, between one and two times the regular delay',
    (attempts, retryAfter, seconds) => {
      for (const status of [429, 503]) {
        const step = nextStep(answered(status, retryAfter), after(attempts))
        expect(step).toEqual({ status: 'retrying', nextAttemptAt: endedAt + seconds * 1000 })
      }
    },
  )

  it('restAskedForMs accepts seconds and an HTTP date, and returns milliseconds from now', () => {
    expect(restAskedForMs(' 7 ', endedAt)).toBe(7_000)
    expect(restAskedForMs('Fri, 20 Nov 2026 10:00:05 GMT', endedAt)).toBe(5_000)
  })
})
