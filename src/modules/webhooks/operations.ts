import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './manage-webhooks.ts'
import { testWebhook } from './test-webhook.ts'
import { CURRENT, KEYED, TARGET } from './webhooks.ts'

const ofAllForms = [createWebhook, updateWebhook, deleteWebhook, testWebhook, rotateSecret]

/** What is done alike to the webhooks of an event, of a calendar and of its keys. */
export const webhookOperations = [CURRENT, TARGET, KEYED].flatMap((form) => ofAllForms.map((made) => made(form)))
