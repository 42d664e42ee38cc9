import { reply } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { randomBytes } from '../../kernel/ids.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { whyNotWritten } from './missing-webhook.ts'
import type { NewSecret, WebhookParams } from './webhooks.schema.ts'
import { rotateSecret as rotate } from './webhooks.store.ts'
import { makeSecret, OLD_SECRET_MS, ownerOf, toWebhook, type OwnedCall } from './webhooks.ts'

export const rotateSecret = async (
  call: OwnedCall<Parsed<typeof WebhookParams>, Parsed<typeof NewSecret>>,
  deps: Deps,
) => {
  const { params, body, ifMatch } = call
  const owner = ownerOf(call)
  const now = deps.clock()
  const plainSecret = body.secret ?? makeSecret(randomBytes(32))
  const change = { secretCipher: await deps.vault.seal(plainSecret), now, previousUntil: now + OLD_SECRET_MS }
  const [rows] = await deps.commit({
    calendarId: owner.calendarId,
    seenBy: 'team',
    statements: [rotate(deps.db, owner, params.id, change, ifMatch)],
    effectId: params.id,
  })
  if (rows[0] === undefined) throw await whyNotWritten(owner, params.id, deps)
  return reply({ ...toWebhook(rows[0]), plainSecret }, { revision: rows[0].revision })
}
