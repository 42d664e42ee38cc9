import type { WebhookRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { base64 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import { randomBytes } from '../../kernel/ids.ts'
import { receiverPolicyOf, refuseReceiverUrl } from '../../kernel/receiver-url.ts'
import { iso } from '../../kernel/time.ts'
import type { WebhookOutput } from './webhooks.schema.ts'

/** The two forms differ in what they hang on and in how they sign; what can be done with them is the same. */
export interface Form {
  id: 'eventWebhooks' | 'calendarWebhooks'
  subject: 'event' | 'calendar'
  under: '/events/:eventId' | '/calendars/:slug'
  of: string
}

export const CURRENT: Form = {
  id: 'eventWebhooks',
  subject: 'event',
  under: '/events/:eventId',
  of: 'an event',
}
export const TARGET: Form = {
  id: 'calendarWebhooks',
  subject: 'calendar',
  under: '/calendars/:slug',
  of: 'a calendar',
}

/** What a webhook hangs on: one event (the current form) or the whole calendar (the target form). */
export interface Owner {
  calendarId: string
  eventId: string | null
}

export const ownerOf = ({ calendar, event }: { calendar: { id: string }; event: { id: string } | null }): Owner => ({
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

export const newSecret = () => `whsec_${base64(randomBytes(32))}`

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
