import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './manage-webhooks.ts'
import { testWebhook } from './test-webhook.ts'
import { CURRENT, TARGET } from './webhooks.ts'

const ofBothForms = [createWebhook, updateWebhook, deleteWebhook, testWebhook, rotateSecret]

/** What is done alike to the webhooks of an event and to those of a calendar. */
export const webhookOperations = [CURRENT, TARGET].flatMap((form) => ofBothForms.map((made) => made(form)))
