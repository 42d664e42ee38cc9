import type { Deps } from '../../deps.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import type { ProviderAccount } from '../../kernel/payment-provider.ts'

/** Restricted keys of organisers, and the webhook endpoints that they create. */

/** Reads the account of a restricted key, and what the key lacks. */
export const accountOfKey = async (key: string, deps: Deps) => {
  const missing = await deps.payments.accounts.missingPermissions(key)
  if (missing === null) throw invalid('key', 'isn’t known to Stripe')
  if (missing.length > 0) return refusal('payment_key_insufficient', { data: { missing } })
  return deps.payments.accounts.read({ kind: 'OWN_KEY', key, webhookSecret: null })
}

export const isAccount = (read: object): read is ProviderAccount => 'stripeAccount' in read

/** Opens the account's own endpoint for messages, and seals both secrets. */
export const sealKey = async (id: string, key: string, deps: Deps) => {
  const endpoint = await deps.payments.accounts.openEndpoint(key, `${deps.config.baseUrl}/public/payments/stripe/${id}`)
  return {
    sealedKey: await deps.vault.seal(key),
    keyLast4: key.slice(-4),
    sealedWebhookSecret: await deps.vault.seal(endpoint.secret),
    webhookEndpoint: endpoint.id,
  }
}

/** Deletes an endpoint that another one has replaced, or that a request at the same time has made useless. */
export const closeEndpoint = (key: string, old: { id: string; webhookEndpoint?: string | null } | null, deps: Deps) => {
  if (old === null || typeof old.webhookEndpoint !== 'string') return
  const warn = (error: unknown) =>
    deps.log.warn('a webhook endpoint could not be deleted', { account: old.id, ...describeError(error) })
  deps.later(deps.payments.accounts.closeEndpoint(key, old.webhookEndpoint).catch(warn))
}
