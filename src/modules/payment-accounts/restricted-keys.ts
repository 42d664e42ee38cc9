import type { Deps } from '../../deps.ts'
import { invalid, refusal } from '../../kernel/failure.ts'
import { describeError } from '../../kernel/log.ts'
import type { ProviderAccount } from '../../kernel/payment-provider.ts'

/** Organisers' restricted keys, and the webhook endpoints created with them. */

/** Reads a restricted key's account and its missing permissions. */
export const accountOfKey = async (key: string, deps: Deps) => {
  const missing = await deps.payments.accounts.missingPermissions(key)
  if (missing === null) throw invalid('key', 'isn’t known to Stripe')
  if (missing.length > 0) return refusal('payment_key_insufficient', { data: { missing } })
  return deps.payments.accounts.read({ kind: 'OWN_KEY', key, webhookSecret: null })
}

export const isAccount = (read: object): read is ProviderAccount => 'stripeAccount' in read

/** Creates the account's webhook endpoint, and seals both secrets. */
export const sealKey = async (id: string, key: string, deps: Deps) => {
  const endpoint = await deps.payments.accounts.openEndpoint(key, `${deps.config.baseUrl}/public/payments/stripe/${id}`)
  return {
    sealedKey: await deps.vault.seal(key),
    keyLast4: key.slice(-4),
    sealedWebhookSecret: await deps.vault.seal(endpoint.secret),
    webhookEndpoint: endpoint.id,
  }
}

/** Deletes an endpoint that was replaced, or that a concurrent request made redundant. */
export const closeEndpoint = (key: string, old: { id: string; webhookEndpoint?: string | null } | null, deps: Deps) => {
  if (old === null || typeof old.webhookEndpoint !== 'string') return
  const warn = (error: unknown) =>
    deps.log.warn('a webhook endpoint could not be deleted', { account: old.id, ...describeError(error) })
  deps.later(deps.payments.accounts.closeEndpoint(key, old.webhookEndpoint).catch(warn))
}
