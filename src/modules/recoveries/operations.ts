import { CURRENT, KEYED, TARGET } from '../webhooks/index.ts'
import { listRecoveries, readRecovery, recoverWebhook, stopRecovery } from './recover-webhook.ts'

const ofAllForms = [recoverWebhook, listRecoveries, readRecovery, stopRecovery]

/** Done alike for the webhooks of an event, of a calendar and of its keys. */
export const recoveryOperations = [CURRENT, TARGET, KEYED].flatMap((form) => ofAllForms.map((made) => made(form)))
