export { disableExpiredWebhooks } from './manage-webhooks.ts'
export { deleteUnpolledWebhooks } from './poll-webhook.ts'
export { resealSecrets } from './reseal-secrets.ts'
export { findWebhook, isWebhookOf } from './webhooks.store.ts'
export {
  CURRENT,
  KEYED,
  newSecret,
  webhookScopeOf,
  routeOf,
  TARGET,
  typesFor,
  type Form,
  type WebhookScope,
} from './webhooks.ts'
