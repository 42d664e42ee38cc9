export { disableExpiredWebhooks } from './manage-webhooks.ts'
export { sealAnew } from './seal-anew.ts'
