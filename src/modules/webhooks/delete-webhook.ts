import { deleted } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { notFound } from '../../kernel/failure.ts'
import type { Parsed } from '../../kernel/lazily.ts'
import { cancelWaiting } from '../deliveries/index.ts'
import type { WebhookParams } from './webhooks.schema.ts'
import { deleteWebhook as remove } from './webhooks.store.ts'
import { ownerOf, type OwnedCall } from './webhooks.ts'

/** Its log stays; what still waited is cancelled. */
export const deleteWebhook = async (call: OwnedCall<Parsed<typeof WebhookParams>>, deps: Deps) => {
  const owner = ownerOf(call)
  const { id } = call.params
  const [rows] = await deps.commit({
    calendarId: owner.calendarId,
    seenBy: 'team',
    statements: [remove(deps.db, owner, id), cancelWaiting(deps.db, id, deps.clock())],
  })
  if (rows.length === 0) throw notFound()
  return deleted(id)
}
