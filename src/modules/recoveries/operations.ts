import { CURRENT, KEYED, TARGET } from '../webhooks/index.ts'
import { listRecoveries, readRecovery, recoverWebhook, stopRecovery } from './recover-webhook.ts'

const definitions = [recoverWebhook, listRecoveries, readRecovery, stopRecovery]

/** The same operations for the webhooks of events, calendars and API keys. */
export const recoveryOperations = [CURRENT, TARGET, KEYED].flatMap((form) => definitions.map((define) => define(form)))
