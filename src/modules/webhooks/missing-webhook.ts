import type { Deps } from '../../deps.ts'
import { notFound, refusal } from '../../kernel/failure.ts'
import { findWebhook } from './webhooks.store.ts'
import type { Owner } from './webhooks.ts'

/** Why a guarded write found nothing: no such webhook here, or one that was edited in the meantime. */
export const whyNotWritten = async (owner: Owner, id: string, deps: Deps) =>
  (await findWebhook(deps.db, owner, id)) === null
    ? notFound()
    : refusal('precondition_failed', { says: 'The webhook was changed since you read it.' })
