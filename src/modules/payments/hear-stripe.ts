import type { Call } from '../../operation/operation.ts'
import type { Deps } from '../../deps.ts'
import { invalid, notFound, refusal } from '../../kernel/failure.ts'
import { settle } from './settle.ts'
import { isKnownEvent } from './settle.store.ts'

const MOST_BYTES = 256 * 1024

/** The signature is over the bytes as they came. */
const readText = async (request: Request) => {
  const bytes = await request.arrayBuffer()
  if (bytes.byteLength > MOST_BYTES) throw refusal('payload_too_large', { says: 'The message is too large.' })
  return new TextDecoder().decode(bytes)
}

export const hearStripe = async ({ request }: Call, deps: Deps) => {
  const { stripe } = deps.payments
  if (stripe === null) throw notFound()
  const body = await readText(request)
  const message = await stripe.read(body, request.headers.get('Stripe-Signature') ?? '', deps.clock())
  if (message === null) throw invalid('Stripe-Signature', 'must be a fresh signature of this body')
  if (!(await isKnownEvent(deps.db, message.id))) await settle(message, deps)
  return { received: true as const }
}
