import { apiKeyOperations } from './modules/api-keys/index.ts'
import { calendarOperations } from './modules/calendars/index.ts'
import { checkinOperations } from './modules/checkins/operations.ts'
import { communicationOperations } from './modules/communications/index.ts'
import { couponOperations } from './modules/coupons/index.ts'
import { deliveryOperations } from './modules/deliveries/index.ts'
import { doorPassOperations } from './modules/door-passes/index.ts'
import { eventOperations } from './modules/events/operations.ts'
import { feedOperations } from './modules/feeds/index.ts'
import { meOperations } from './modules/me/index.ts'
import { memberOperations } from './modules/members/index.ts'
import { exportOperations } from './modules/exports/index.ts'
import { guestOperations } from './modules/guests/operations.ts'
import { systemOperations } from './modules/system/index.ts'
import { ticketOperations } from './modules/tickets/operations.ts'
import { orderOperations } from './modules/orders/orders.operations.ts'
import { paymentOperations } from './modules/payments/payments.operations.ts'
import { statisticsOperations } from './modules/statistics/operations.ts'
import { webhookOperations } from './modules/webhooks/index.ts'
import type { Operation } from './operation/operation.ts'

/** What the service can do, noun by noun. */
const nouns: readonly Operation[] = [
  ...meOperations,
  ...calendarOperations,
  ...eventOperations,
  ...ticketOperations,
  ...feedOperations,
  ...memberOperations,
  ...apiKeyOperations,
  ...guestOperations,
  ...orderOperations,
  ...paymentOperations,
  ...couponOperations,
  ...exportOperations,
  ...statisticsOperations,
  ...communicationOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...checkinOperations,
  ...doorPassOperations,
]

/** Every operation of the service. Its routes, its document and its checks all come from this list. */
export const registry: readonly Operation[] = [...systemOperations(nouns), ...nouns]
