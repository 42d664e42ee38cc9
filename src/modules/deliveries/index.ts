export { WebhookDelivery } from './deliveries.schema.ts'
export { cancelWaiting, insertDeliveryTo } from './deliveries.store.ts'
export { requireDelivery } from './read-delivery.ts'
