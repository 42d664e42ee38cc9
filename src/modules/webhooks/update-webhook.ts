import { reply } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import type { Instant } from '../../kernel/time.ts'
import { cancelWaiting } from '../deliveries/index.ts'
import { whyNotWritten } from './missing-webhook.ts'
import type { WebhookChanges, WebhookParams } from './webhooks.schema.ts'
import { updateWebhook as update } from './webhooks.store.ts'
import { ownerOf, requireUrl, toWebhook, type OwnedCall } from './webhooks.ts'

type Changes = Parsed<typeof WebhookChanges>

/** Whoever switches a webhook on again starts afresh with it. */
const rowOf = (changes: Changes, now: Instant) => {
  if (Object.keys(changes).length === 0) return {}
  const afresh = changes.isActive === undefined ? {} : { disabledReason: null }
  return { ...changes, ...afresh, ...(changes.isActive === true ? { consecutiveFailures: 0 } : {}), updatedAt: now }
}

export const updateWebhook = async (call: OwnedCall<Parsed<typeof WebhookParams>, Changes>, deps: Deps) => {
  const { params, body, ifMatch } = call
  const changes = body.url === undefined ? body : { ...body, url: requireUrl(body.url, deps.config) }
  const owner = ownerOf(call)
  const now = deps.clock()
  const [rows] = await deps.commit({
    calendarId: owner.calendarId,
    seenBy: 'team',
    statements: [
      update(deps.db, owner, params.id, rowOf(changes, now), ifMatch),
      cancelWaiting(deps.db, params.id, now),
    ],
  })
  if (rows[0] === undefined) throw await whyNotWritten(owner, params.id, deps)
  return reply(toWebhook(rows[0]), { revision: rows[0].revision })
}
