import type { Call } from '../../operation/operation.ts'
import type { WebhookRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { base64 } from '../../kernel/crypto.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import { receiverPolicyOf, refuseReceiverUrl } from '../../kernel/receiver-url.ts'
import { HOUR_MS, iso } from '../../kernel/time.ts'
import type { WebhookOutput } from './webhooks.schema.ts'

export const MOST_WEBHOOKS = 20
export const OLD_SECRET_MS = 24 * HOUR_MS

/** What a webhook hangs on: one event (the current form) or the whole calendar (the target form). */
export interface Owner {
  calendarId: string
  eventId: string | null
}

export type OwnedCall<Params = unknown, Body = unknown> = Call<Params, unknown, Body, 'calendar' | 'event'>

export const ownerOf = ({ calendar, event }: OwnedCall): Owner => ({
  calendarId: calendar.id,
  eventId: event?.id ?? null,
})

const ASCII = /^[\x21-\x7e]+$/

/** The address as it is kept: as it was written, unless it takes other letters than a URI has. */
export const requireUrl = (url: string, config: Config) => {
  const refusal = refuseReceiverUrl(url, receiverPolicyOf(config))
  if (refusal !== null) throw invalid('url', refusal)
  return ASCII.test(url) ? url : new URL(url).href
}

export const makeSecret = (bytes: Uint8Array) => `whsec_${base64(bytes)}`

export const inactive = () => refusal('webhook_inactive')

export const toWebhook = (webhook: WebhookRow): WebhookOutput => ({
  id: webhook.id,
  url: webhook.url,
  events: webhook.events,
  isActive: webhook.isActive,
  form: webhook.form,
  eventId: webhook.eventId,
  consecutiveFailures: webhook.consecutiveFailures,
  disabledReason: webhook.disabledReason,
  createdAt: iso(webhook.createdAt),
})
