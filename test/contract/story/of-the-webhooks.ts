import { env } from 'cloudflare:workers'
import { expect } from 'vitest'
import { WEBHOOK_EVENT_TYPES } from '../../../src/kernel/vocabulary.ts'
import { tokenFor } from '../../support/identity.ts'
import { receiver, runSchedule } from '../../support/webhooks.ts'
import type { Story } from './recorder.ts'
import { SLUG } from './of-the-owner.ts'

const HOME = `/calendars/${SLUG}`
const SOON = { timeout: 20_000, interval: 50 }

const HOUR = 3_600_000

/** Recovers the missed deliveries of the last hour. So far there are none. */
const recover = async ({ tell, pass, refuse }: Story, webhook: string) => {
  const json = { since: new Date(Date.now() - HOUR).toISOString() }
  const { id } = (await tell(`POST ${webhook}/recoveries`, { json })).body.data
  const status = async () => (await pass(`GET ${webhook}/recoveries/${id}`)).body.data.status
  await expect.poll(status, SOON).toBe('DONE')
  await tell(`GET ${webhook}/recoveries`)
  await tell(`GET ${webhook}/recoveries/${id}`)
  await env.DB.prepare(`update recoveries set status = 'RUNNING', completed_at = null, lease_until = ? where id = ?`)
    .bind(Date.now() + HOUR, id)
    .run()
  await refuse('recovery_running', [`POST ${webhook}/recoveries`, { json }])
  await tell(`DELETE ${webhook}/recoveries/${id}`)
}

/** Creates the calendar webhook that receives the whole story, and a second one to test and delete. */
export const listenIn = async (story: Story) => {
  const { tell, pass, refuse } = story
  const { url } = receiver('200')
  const made = await tell(`POST ${HOME}/webhooks`, { json: { url } })
  const { id } = made.body.data
  await tell(`PATCH ${HOME}/webhooks/${id}`, { json: { isActive: true } })
  await pass(`PATCH ${HOME}/webhooks/${id}`, { json: { events: [...WEBHOOK_EVENT_TYPES] } })
  await tell(`POST ${HOME}/webhooks/${id}/rotate-secret`, { json: {} })
  await tell(`GET ${HOME}/webhooks`)
  await recover(story, `${HOME}/webhooks/${id}`)
  const other = await pass(`POST ${HOME}/webhooks`, { json: { url } })
  await pass(`PATCH ${HOME}/webhooks/${other.body.data.id}`, { json: { isActive: false } })
  await refuse('webhook_inactive', [`POST ${HOME}/webhooks/${other.body.data.id}/test`])
  await tell(`DELETE ${HOME}/webhooks/${other.body.data.id}`)
  return { id: id as string, url }
}

/** The subscription flow of Zapier and similar tools, which have only an API key. */
export const subscribeByKey = async (story: Story) => {
  const { tell } = story
  const { url } = receiver('200')
  const made = await tell('POST /v1/webhooks', { json: { url, events: ['guest.registered', 'guest.updated'] } })
  const { id } = made.body.data
  await tell(`GET /v1/webhooks/${id}`)
  await tell('GET /v1/webhooks')
  await tell(`PATCH /v1/webhooks/${id}`, { json: { events: ['guest.updated'] } })
  await tell(`POST /v1/webhooks/${id}/rotate-secret`, { json: {} })
  await tell(`POST /v1/webhooks/${id}/test`)
  await recover(story, `/v1/webhooks/${id}`)
  await tell(`DELETE /v1/webhooks/${id}`)
  const polled = await tell('POST /v1/webhooks/polled', { json: { events: ['guest.registered'] } })
  await tell(`POST /v1/webhooks/${polled.body.data.id}/poll`, { json: { results: [] } })
  await tell(`DELETE /v1/webhooks/${polled.body.data.id}`)
  return { url }
}

export const tryEventWebhook = async (story: Story, eventId: string) => {
  const { tell, pass } = story
  const { url } = receiver('400')
  const json = { url, events: ['guest.registered', 'checkin.created'] }
  const made = await tell(`POST /events/${eventId}/webhooks`, { json })
  const { id } = made.body.data
  await tell(`PATCH /events/${eventId}/webhooks/${id}`, { json: { events: json.events } })
  await tell(`GET /events/${eventId}/webhooks`)
  await tell(`POST /events/${eventId}/webhooks/${id}/rotate-secret`, {
    json: { secret: 'a-secret-of-our-own-choosing' },
  })
  await recover(story, `/events/${eventId}/webhooks/${id}`)
  const spare = await pass(`POST /events/${eventId}/webhooks`, { json })
  await tell(`DELETE /events/${eventId}/webhooks/${spare.body.data.id}`)
  return { id: id as string, url }
}

/** A delivery that its receiver rejected with 400, its retry, and the delivery log. */
export const readTheLog = async (
  { tell, pass, refuse }: Story,
  eventId: string,
  webhookId: string,
  calendarWebhookId: string,
) => {
  const sent = await tell(`POST /events/${eventId}/webhooks/${webhookId}/test`)
  const { id } = sent.body.data
  const statusOf = async () => (await pass(`GET /v1/webhook-deliveries/${id}`)).body.data.status
  await expect.poll(statusOf, SOON).toBe('failed')
  await tell(`GET /v1/webhook-deliveries/${id}`)
  await pass(`PATCH /events/${eventId}/webhooks/${webhookId}`, { json: { url: receiver('200').url } })
  await tell(`POST /v1/webhook-deliveries/${id}/retry`)
  await expect.poll(statusOf, SOON).toBe('succeeded')
  await refuse('delivery_not_failed', [`POST /v1/webhook-deliveries/${id}/retry`])
  const tried = await tell(`POST ${HOME}/webhooks/${calendarWebhookId}/test`)
  const succeeded = async () => (await pass(`GET /v1/webhook-deliveries/${tried.body.data.id}`)).body.data.status
  await expect.poll(succeeded, SOON).toBe('succeeded')
  await tell(`GET /v1/webhook-deliveries?webhookId=${webhookId}&limit=1`)
  await pass(`PATCH /events/${eventId}/webhooks/${webhookId}`, { json: { url: receiver('500,200').url } })
  const waiting = (await pass(`POST /events/${eventId}/webhooks/${webhookId}/test`)).body.data.id as string
  const waitingStatus = async () => (await pass(`GET /v1/webhook-deliveries/${waiting}`)).body.data.status
  await expect.poll(waitingStatus, SOON).toBe('retrying')
  await tell(`POST ${HOME}/webhook-deliveries/${waiting}/send-now`)
  await expect.poll(waitingStatus, SOON).toBe('succeeded')
  await refuse('invalid_transition', [`POST ${HOME}/webhook-deliveries/${waiting}/send-now`])
}

/** The change feed as a CMS and the dashboard would read it. */
export const followChanges = async ({ tell, pass, refuse }: Story) => {
  await tell('GET /v1/changes?types=guest&limit=1')
  await tell(`GET ${HOME}/changes?object=ticket&limit=1`)
  const { body } = await pass('GET /v1/changes?cursor=now')
  await env.DB.prepare(`update change_feed set epoch = 'of a backup'`).run()
  await refuse('cursor_expired', [`GET /v1/changes?cursor=${body.meta.cursor}`])
}

/** Returns the body of one real delivery per event type, as sent to the calendar webhook. */
export const bodiesByType = async ({ pass }: Story, webhookId: string, types: readonly string[]) => {
  const bodies: Record<string, unknown> = {}
  for (const type of types) {
    const find = async () =>
      (await pass(`GET /v1/webhook-deliveries?webhookId=${webhookId}&eventType=${type}&limit=100`)).body.data as {
        payload: { data: { test?: boolean } }
      }[]
    await expect
      .poll(async () => (await find()).filter(({ payload }) => payload.data.test !== true).length, SOON)
      .toBeGreaterThan(0)
    bodies[type] = (await find()).findLast(({ payload }) => payload.data.test !== true)?.payload
  }
  return bodies
}

/**
 * Announcements and reminders are sent through the queue. Waits for the status SENT, so that the example shows a
 * message that was sent.
 */
export const write = async ({ tell, pass, refuse }: Story, eventId: string) => {
  for (const [what, json] of [
    ['announcements', { subject: 'Doors at half past five', body: 'Come **early**: the quay fills up.' }],
    ['reminders', { body: 'See you tonight on the quay.' }],
  ] as const) {
    await tell(`POST /v1/events/${eventId}/${what}`, { json })
    const first = async () => (await pass(`GET /v1/events/${eventId}/${what}`)).body.data[0]
    await expect.poll(async () => (await first()).status, SOON).toBe('SENT')
    await tell(`GET /v1/events/${eventId}/${what}`)
  }
  const draft = { kind: 'ANNOUNCEMENT', subject: 'Rain', body: 'Bring **boots**.' }
  const grace = {
    token: await tokenFor('usr_grace', { email: 'grace@harbour-concerts.example', email_verified: true }),
  }
  await tell(`POST /events/${eventId}/messages/test`, { ...grace, json: draft })
  await refuse('address_unknown', [`POST /events/${eventId}/messages/test`, { json: draft }])
  const sendAt = new Date(Date.now() + 48 * 3_600_000).toISOString()
  const planned = await pass(`POST /v1/events/${eventId}/announcements`, { json: { ...draft, sendAt } })
  await tell(`GET /v1/events/${eventId}/messages/${planned.body.data.id}/failures`)
  await tell(`POST /v1/events/${eventId}/messages/${planned.body.data.id}/call-off`)
  await pass(`POST /v1/events/${eventId}/reminders`, { json: {} })
  await refuse('quota_exceeded', [`POST /v1/events/${eventId}/reminders`, { json: {} }])
}

/** Runs the scheduled export and downloads its file. */
export const runExport = async ({ tell, pass }: Story, id: string) => {
  await env.DB.prepare('update scheduled_exports set next_run_at = ? where id = ?')
    .bind(Date.now() - 60_000, id)
    .run()
  await runSchedule()
  const runs = async () => (await pass(`GET ${HOME}/scheduled-exports/${id}/runs`)).body.data
  await expect.poll(async () => (await runs())[0]?.status, SOON).toBe('SUCCEEDED')
  const told = await tell(`GET ${HOME}/scheduled-exports/${id}/runs`)
  await tell(`GET /public/exports/${(told.body.data[0].url as string).split('/').at(-1)}`)
}
