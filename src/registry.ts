import { apiKeyOperations } from './modules/api-keys/index.ts'
import { calendarOperations } from './modules/calendars/index.ts'
import { changeOperations } from './modules/changes/index.ts'
import { checkinOperations } from './modules/checkins/operations.ts'
import { communicationOperations } from './modules/communications/index.ts'
import { couponOperations } from './modules/coupons/index.ts'
import { deliveryOperations } from './modules/deliveries/index.ts'
import { doorPassOperations } from './modules/door-passes/index.ts'
import { eventOperations } from './modules/events/operations.ts'
import { exportOperations } from './modules/exports/index.ts'
import { feedOperations } from './modules/feeds/index.ts'
import { guestOperations } from './modules/guests/operations.ts'
import { meOperations } from './modules/me/index.ts'
import { memberOperations } from './modules/members/index.ts'
import { orderOperations } from './modules/orders/operations.ts'
import { paymentOperations } from './modules/payments/index.ts'
import { statisticsOperations } from './modules/statistics/operations.ts'
import { systemOperations } from './modules/system/index.ts'
import { ticketOperations } from './modules/tickets/operations.ts'
import { webhookOperations } from './modules/webhooks/index.ts'
import { walletOperations } from './modules/wallet/index.ts'
import type { Operation } from './operation/operation.ts'

/** What the service can do, noun by noun. */
const nouns: readonly Operation[] = [
  ...meOperations,
  ...calendarOperations,
  ...memberOperations,
  ...apiKeyOperations,
  ...eventOperations,
  ...ticketOperations,
  ...couponOperations,
  ...guestOperations,
  ...walletOperations,
  ...orderOperations,
  ...paymentOperations,
  ...checkinOperations,
  ...doorPassOperations,
  ...communicationOperations,
  ...feedOperations,
  ...statisticsOperations,
  ...exportOperations,
  ...webhookOperations,
  ...deliveryOperations,
  ...changeOperations,
]

/** Every operation. The routes of the service, its document and its checks all come from this list. */
export const registry: readonly Operation[] = [...nouns, ...systemOperations(nouns)]
