import type { Deps } from '../../deps.ts'
import { listWebhooks as list } from './webhooks.store.ts'
import { ownerOf, toWebhook, type OwnedCall } from './webhooks.ts'

export const listWebhooks = async (call: OwnedCall, deps: Deps) => (await list(deps.db, ownerOf(call))).map(toWebhook)
