export { disableExpiredWebhooks } from './manage-webhooks.ts'
export { sealAnew } from './seal-anew.ts'
export { findWebhook, isWebhookOf } from './webhooks.store.ts'
export { CURRENT, KEYED, ownerOf, routeOf, TARGET, typesFor, type Form, type Owner } from './webhooks.ts'
