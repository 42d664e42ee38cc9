import type { IncomingMessage } from 'node:http'
import { createRequire } from 'node:module'
import type { TestProject } from 'vitest/node'
import { listen } from './loopback.ts'

/** Required, not imported: the test runner would transform each of its hundreds of files. */
export const Stripe = createRequire(import.meta.url)('stripe') as (typeof import('stripe'))['Stripe']

export const STRIPE_KEY = 'sk_test_loopback'

interface Kept {
  status: number
  body: Record<string, unknown>
  request: string
}

/**
 * Speaks three addresses of Stripe: it takes forms alone, asks for its key, keeps the answer to an idempotency key
 * and refuses the key with another request. What it is to do wrong, the e-mail address or the amount says.
 */
export const startStripe = async () => {
  const sessions = new Map<string, Record<string, unknown>>()
  const refunded = new Map<string, number>()
  const kept = new Map<string, Kept>()
  const seen: { line: string; headers: Record<string, unknown>; form: Record<string, string> }[] = []
  let made = 0

  const openSession = (form: URLSearchParams): Omit<Kept, 'request'> => {
    const email = form.get('customer_email') ?? ''
    if (email.startsWith('down')) return { status: 500, body: { error: { message: 'down' } } }
    if (email.startsWith('refused')) return { status: 400, body: { error: { code: 'amount_too_small' } } }
    const life = Number(form.get('expires_at')) - Date.now() / 1000
    if (!(life >= 1_800 && life <= 86_400)) return { status: 400, body: { error: { param: 'expires_at' } } }
    made += 1
    const id = `cs_test_${made}`
    const session = {
      id,
      object: 'checkout.session',
      url: `https://pay.test/${id}`,
      payment_status: 'unpaid',
      payment_intent: `pi_${made}`,
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]'),
      metadata: { order_id: form.get('metadata[order_id]') },
    }
    sessions.set(id, session)
    return { status: 200, body: session }
  }

  const refund = (form: URLSearchParams): Omit<Kept, 'request'> => {
    const intent = form.get('payment_intent') ?? ''
    const session = [...sessions.values()].find(({ payment_intent: known }) => known === intent)
    const amount = Number(form.get('amount'))
    const before = refunded.get(intent) ?? 0
    if (session === undefined) return { status: 404, body: { error: { code: 'resource_missing' } } }
    if (amount === 503) return { status: 503, body: { error: {} } }
    if (amount === 402 || before + amount > Number(session.amount_total)) {
      return { status: 400, body: { error: { code: 'charge_already_refunded' } } }
    }
    refunded.set(intent, before + amount)
    made += 1
    const status = amount === 202 ? 'pending' : 'succeeded'
    return {
      status: 200,
      body: {
        id: `re_${made}`,
        object: 'refund',
        status,
        amount,
        metadata: { refund_id: form.get('metadata[refund_id]') },
      },
    }
  }

  const answer = (line: string, headers: IncomingMessage['headers'], text: string): Omit<Kept, 'request'> => {
    if (headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return { status: 401, body: { error: { message: 'no such key' } } }
    const [, id] = /^GET \/v1\/checkout\/sessions\/(\w+)$/.exec(line) ?? []
    if (id !== undefined) {
      const session = sessions.get(id)
      return session === undefined ? { status: 404, body: { error: {} } } : { status: 200, body: session }
    }
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return { status: 415, body: { error: {} } }
    const form = new URLSearchParams(text)
    const key = String(headers['idempotency-key'] ?? '')
    if (key === '') return { status: 400, body: { error: { message: 'no idempotency key' } } }
    const before = kept.get(key)
    if (before !== undefined) {
      return before.request === line + text ? before : { status: 400, body: { error: { type: 'idempotency_error' } } }
    }
    const answered =
      line === 'POST /v1/checkout/sessions' ? openSession(form) : line === 'POST /v1/refunds' ? refund(form) : null
    if (answered === null) return { status: 404, body: { error: {} } }
    if (answered.status < 500) kept.set(key, { ...answered, request: line + text })
    return answered
  }

  const server = await listen(async ({ method, url, headers }, response, body) => {
    const [line, text] = [`${method} ${url}`, body.toString()]
    if (line === 'GET /seen') return response.end(JSON.stringify(seen))
    if (line === 'POST /sign')
      return response.end(await Stripe.webhooks.generateTestHeaderStringAsync(JSON.parse(text)))
    seen.push({ line, headers, form: Object.fromEntries(new URLSearchParams(text)) })
    const answered = answer(line, headers, text)
    return response
      .writeHead(answered.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answered.body))
  })

  return {
    ...server,
    /** What it took and gave back, by order. */
    books: () =>
      [...sessions.values()].map(({ metadata, payment_intent: intent, amount_total: amount }) => ({
        order: (metadata as { order_id: string }).order_id,
        paid: Number(amount),
        refunded: refunded.get(String(intent)) ?? 0,
      })),
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stripe = await startStripe()
  project.provide('stripe', stripe.origin)
  return stripe.close
}
