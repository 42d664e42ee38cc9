import { createWebhook, deleteWebhook, rotateSecret, updateWebhook } from './manage-webhooks.ts'
import { testWebhook } from './test-webhook.ts'
import { CURRENT, KEYED, TARGET } from './webhooks.ts'

const ofAllForms = [createWebhook, updateWebhook, deleteWebhook, testWebhook, rotateSecret]

/** Operations that `CURRENT`, `TARGET` and `KEYED` webhooks share. */
export const webhookOperations = [CURRENT, TARGET, KEYED].flatMap((form) => ofAllForms.map((made) => made(form)))
