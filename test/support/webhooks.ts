import { createScheduledController } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { expect, inject, vi } from 'vitest'
import worker from '../../src/worker.ts'
import { send } from './api.ts'

export interface Seen {
  at: number
  method: string
  headers: Record<string, string>
  body: string
}

/** Verifies a signature with the Stripe library: returns the event or the reason for refusing it. */
export const judge = async (body: string, signature: string, secret: string) =>
  (await fetch(`${inject('farm')}/judge`, { method: 'POST', body: JSON.stringify({ body, signature, secret }) })).json<{
    event?: unknown
    refusal?: string
  }>()

let receivers = 0

/** Creates a receiver for one test; see harness/receiver-farm.ts for the modes. */
export const receiver = (modes: string, query = '') => {
  receivers += 1
  const name = `r${receivers}-${crypto.randomUUID()}`
  return {
    url: `${inject('farm')}/to/${modes}/${name}${query}`,
    seen: async () => (await fetch(`${inject('farm')}/seen/${name}`)).json<Seen[]>(),
  }
}

/** Returns the only POST received. Throws if there is none or more than one. */
export const onlyOne = async (seen: () => Promise<Seen[]>) => {
  const [first, ...more] = await seen()
  if (first === undefined || more.length > 0)
    throw new Error(`${more.length + Number(first !== undefined)} POSTs came, not one`)
  return first
}

/** Runs everything that the cron trigger does each minute. */
export const runSchedule = () => worker.scheduled(createScheduledController(), env as never)

/** Sends a test delivery and returns its id. */
export const testDelivery = async (calendar: { slug: string; owner: string }, webhookId: string) => {
  const answer = await send(`POST /calendars/${calendar.slug}/webhooks/${webhookId}/test`, { as: calendar.owner })
  expect(answer.status, answer.text).toBe(200)
  return answer.body.data.id as string
}

export const delivery = async (calendar: { slug: string; owner: string }, id: string) =>
  (await send(`GET /calendars/${calendar.slug}/webhook-deliveries/${id}`, { as: calendar.owner })).body.data

export const deliveriesOf = async (calendar: { slug: string; owner: string }, query = '') =>
  (await send(`GET /calendars/${calendar.slug}/webhook-deliveries${query}`, { as: calendar.owner })).body
    .data as Record<string, unknown>[]

/** Waits until the delivery has made `attempts` attempts. */
export const afterAttempts = (
  calendar: { slug: string; owner: string },
  id: string,
  attempts: number,
  timeout = 30_000,
) =>
  vi.waitFor(
    async () => {
      const now = await delivery(calendar, id)
      expect(now.attempts).toBe(attempts)
      return now
    },
    { timeout, interval: 25 },
  )

/** Makes the next attempt due now. */
export const passTheWait = (id: string) =>
  env.DB.prepare('update deliveries set next_attempt_at = 0 where id = ? and next_attempt_at is not null')
    .bind(id)
    .run()
