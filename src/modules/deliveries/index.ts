import { listDeliveries, readDelivery, retryDelivery } from './delivery-log.ts'

export { WebhookDelivery } from './deliveries.schema.ts'
export { cancelWaiting, insertDeliveryTo } from './deliveries.store.ts'
export { deliverDue } from './deliver.ts'
export { deliveryOutbox } from './deliver.store.ts'
export { dropOldDeliveries, requireDelivery } from './delivery-log.ts'

export const deliveryOperations = [listDeliveries, readDelivery, retryDelivery]
