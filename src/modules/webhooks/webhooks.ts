import type { WebhookRow } from '../../db/rows.ts'
import type { Config } from '../../deps.ts'
import { base64 } from '../../kernel/crypto.ts'
import { invalid } from '../../kernel/failure.ts'
import { randomBytes } from '../../kernel/ids.ts'
import { receiverPolicyOf, refuseReceiverUrl } from '../../kernel/receiver-url.ts'
import { iso } from '../../kernel/time.ts'
import { isProgram, type Actor } from '../../access/actor.ts'
import { dashboard, v1, type Line } from '../../operation/operation.ts'
import { WEBHOOK_EVENT_TYPES, type Scope, type WebhookEventType } from '../../kernel/vocabulary.ts'
import type { WebhookOutput } from './webhooks.schema.ts'

/**
 * Kinds of webhook. They differ in their owner (event or calendar) and the routes that manage them, and `CURRENT` also
 * differs in its signature. All kinds support the same operations.
 */
export interface Form {
  id: 'eventWebhooks' | 'calendarWebhooks' | 'webhooks'
  surface: 'dashboard' | 'v1'
  subject: 'event' | 'calendar'
  under: '/events/:eventId' | '/calendars/:slug' | ''
  of: string
}

export const CURRENT: Form = {
  id: 'eventWebhooks',
  surface: 'dashboard',
  subject: 'event',
  under: '/events/:eventId',
  of: 'an event',
}
export const TARGET: Form = {
  id: 'calendarWebhooks',
  surface: 'dashboard',
  subject: 'calendar',
  under: '/calendars/:slug',
  of: 'a calendar',
}

/** The target form, for integrations that create their own webhooks. The webhook belongs to the API key's calendar. */
export const KEYED: Form = {
  id: 'webhooks',
  surface: 'v1',
  subject: 'calendar',
  under: '',
  of: 'the key’s calendar',
}

/** Owners need `PLUS`. API keys need `PRO` on every route. */
export const routeOf = <const L extends Line>({ surface }: Form, line: L) =>
  surface === 'v1' ? v1(line) : dashboard(line, { plan: 'PLUS' })

/** The owner of a webhook: one event (`current` form) or the whole calendar (`target` form). */
export interface WebhookScope {
  calendarId: string
  eventId: string | null
  /** The id of the calling API key, which can access only webhooks with `managedByKeys`. Null for members. */
  byKey: string | null
  /** The grant of the calling app, which can access only webhooks that it created. Null for all other callers. */
  byApp: string | null
  /** The user id of the calling member. Null for programs. */
  byMember: string | null
}

interface Caller {
  calendar: { id: string }
  event: { id: string } | null
  actor: Actor
}

export const webhookScopeOf = ({ calendar, event, actor }: Caller): WebhookScope => ({
  calendarId: calendar.id,
  eventId: event?.id ?? null,
  byKey: actor.kind === 'key' ? actor.keyId : null,
  byApp: actor.kind === 'app' ? actor.grantId : null,
  byMember: actor.kind === 'session' ? actor.userId : null,
})

/** Maps the part of an event type before the dot to the scope that an API key needs for it. */
const SCOPE_OF: Readonly<Record<string, Scope>> = {
  guest: 'guests:read',
  checkin: 'checkins:read',
  checkpoint: 'checkins:read',
  order: 'billing:read',
  refund: 'billing:read',
  dispute: 'billing:read',
  document: 'billing:read',
  event: 'events:read',
  import: 'events:read',
  archive: 'events:read',
  announcement: 'communications:write',
  reminder: 'communications:write',
}

/** Returns the types that the caller may subscribe to. Null means all types. */
export const typesFor = (actor: Actor): WebhookEventType[] | null => {
  if (!isProgram(actor)) return null
  return WEBHOOK_EVENT_TYPES.filter((type) => {
    const scope = SCOPE_OF[type.split('.')[0] ?? '']
    return scope !== undefined && actor.scopes.includes(scope)
  })
}

const ASCII = /^[\x21-\x7e]+$/

/** Validates a URL and returns it as written. If it contains non-ASCII characters, returns the encoded form instead. */
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
  managedByKeys: webhook.managedByKeys,
  createdAt: iso(webhook.createdAt),
})
