import { fault, ok, reasonOf, type Finding } from './finding.ts'

const TIMEOUT_MS = 10_000
const PAGE = 100

interface Endpoints {
  data?: { url: string; status: string }[]
  error?: { message?: string }
}

/** Checks Stripe's key, and that an enabled webhook endpoint leads to this service. */
export const examineStripe = async (vars: Record<string, string>): Promise<Finding[]> => {
  const { STRIPE_SECRET_KEY: key = '', STRIPE_API_URL: api = 'https://api.stripe.com', PUBLIC_BASE_URL = '' } = vars
  if (key === '') return []
  const url = `${PUBLIC_BASE_URL}/public/payments/stripe`
  try {
    const answer = await fetch(`${api}/v1/webhook_endpoints?limit=${PAGE}`, {
      headers: { authorization: `Bearer ${key}` },
      signal: AbortSignal.timeout(TIMEOUT_MS),
    })
    const { data = [], error } = (await answer.json()) as Endpoints
    if (!answer.ok)
      return [
        fault(
          `Stripe answers ${answer.status}: ${String(error?.message)}`,
          'Put a valid STRIPE_SECRET_KEY into the settings. A restricted key needs to read webhook endpoints.',
        ),
      ]
    const found = data.find((endpoint) => endpoint.url === url)
    return found?.status === 'enabled'
      ? [ok(`Stripe accepts the key and sends webhooks to ${url}.`)]
      : [fault(`Stripe has no enabled webhook endpoint for ${url}.`, 'Add it at Stripe, under Developers, Webhooks.')]
  } catch (error) {
    return [fault(`Stripe can't be reached (${reasonOf(error)}).`, 'Allow HTTPS from this machine to api.stripe.com.')]
  }
}
