import {
  createWebhook,
  deleteWebhook,
  listCalendarWebhooks,
  listEventWebhooks,
  rotateSecret,
  updateWebhook,
} from './manage-webhooks.ts'
import { testWebhook } from './test-webhook.ts'
import { CURRENT, TARGET } from './webhooks.ts'

const ofBothForms = [createWebhook, updateWebhook, deleteWebhook, testWebhook, rotateSecret]

export const webhookOperations = [
  listEventWebhooks,
  listCalendarWebhooks,
  ...[CURRENT, TARGET].flatMap((form) => ofBothForms.map((made) => made(form))),
]
