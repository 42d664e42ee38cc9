import { reply } from '../../operation/operation.ts'
import type { WebhookRow } from '../../db/rows.ts'
import type { Deps } from '../../deps.ts'
import { refusal } from '../../kernel/failure.ts'
import { randomBytes } from '../../kernel/ids.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { WEBHOOK_EVENT_TYPES } from '../../kernel/vocabulary.ts'
import type { NewWebhook } from './webhooks.schema.ts'
import { findWebhook, insertWebhook } from './webhooks.store.ts'
import { makeSecret, MOST_WEBHOOKS, ownerOf, requireUrl, toWebhook, type OwnedCall } from './webhooks.ts'

const replyWithSecret = (webhook: WebhookRow, plainSecret: string) =>
  reply({ ...toWebhook(webhook), plainSecret }, { revision: webhook.revision })

export const createWebhook = async (call: OwnedCall<unknown, Parsed<typeof NewWebhook>>, deps: Deps) => {
  const { body } = call
  const owner = ownerOf(call)
  const now = deps.clock()
  const plainSecret = body.secret ?? makeSecret(randomBytes(32))
  const webhook = {
    id: deps.newId('whk'),
    ...owner,
    form: owner.eventId === null ? ('target' as const) : ('current' as const),
    url: requireUrl(body.url, deps.config),
    events: body.events ?? [...WEBHOOK_EVENT_TYPES],
    isActive: true,
    secretCipher: await deps.vault.seal(plainSecret),
    createdAt: now,
    updatedAt: now,
  }
  const [rows] = await deps.commit({
    calendarId: owner.calendarId,
    seenBy: 'team',
    statements: [insertWebhook(deps.db, webhook, MOST_WEBHOOKS)],
    effectId: webhook.id,
  })
  if (rows[0] === undefined)
    throw refusal('webhook_limit_reached', { says: `There can be ${MOST_WEBHOOKS} webhooks here at most.` })
  return replyWithSecret(rows[0], plainSecret)
}

/** Shows the secret as it stands to a caller who never got the first answer. */
export const recoverWithSecret = async (effectId: string, call: OwnedCall, deps: Deps) => {
  const webhook = await findWebhook(deps.db, ownerOf(call), effectId)
  return webhook === null ? null : replyWithSecret(webhook, await deps.vault.open(webhook.secretCipher))
}
