import type { Child } from 'hono/jsx/dom'
import { area } from '../loaded.ts'
import { counted } from './counted.ts'

const deliveries = (count: number) => counted(count, { one: '# delivery', other: '# deliveries' })

const english = {
  title: 'Deliveries',
  lead: 'Every request to your webhooks, with each attempt and its response.',
  live: 'Live',
  notAnswering: 'No answer right now',

  filters: {
    all: 'All',
    webhook: 'Webhook',
    state: 'State',
    type: 'Type',
  },
  empty: { title: 'No deliveries yet', about: 'The first request to a webhook will show up here.' },
  noMatches: { title: 'No matches', about: 'No deliveries match these filters.' },
  count: deliveries,
  countOnPage: (count: number, page: number, pages: number) => `${deliveries(count)}, page ${page} of ${pages}`,
  newer: 'Newer',
  older: 'Older',

  states: {
    pending: 'Sending',
    retrying: 'Retrying',
    succeeded: 'Arrived',
    failed: 'Failed',
    cancelled: 'Cancelled',
  },
  /** The receiver of a delivery whose webhook no longer exists. */
  toDeleted: (webhookId: string) => `${webhookId}, deleted`,
  attempts: (count: number) => counted(count, { one: '# attempt', other: '# attempts' }),
  nextIn: (when: Child): Child[] => ['next ', when],
  nextNow: 'next now',

  created: (time: Child): Child[] => ['Created ', time],
  nextAttempt: (when: Child): Child[] => ['Next attempt ', when, '.'],
  notRetried: 'We won’t retry it automatically.',
  dropped: 'Dropped because its webhook was switched off or deleted.',
  retry: 'Retry now',
  resent: 'Delivery resent.',
  noAttempts: 'No attempt yet',
  attemptLog: 'Attempts',
  attempt: (number: number) => `Attempt ${number}`,
  answerToAttempt: (number: number) => `Answer to attempt ${number}`,
  noResponse: 'No response',
  codeWithError: (code: number, error: string) => `${code} (${error})`,
  duration: (ms: number) => `${ms} ms`,
  payload: 'Payload',
  copiedPayload: 'the payload',
}

export type DeliveriesWords = typeof english

export const deliveriesWords = area('deliveries', english)
