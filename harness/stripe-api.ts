import type { IncomingMessage } from 'node:http'
import type { Body, Books } from './stripe-books.ts'
import { movementsOf } from './stripe-movements.ts'

export const STRIPE_KEY = 'sk_test_loopback'

export interface Answer {
  status: number
  body: Body
}
interface Kept extends Answer {
  request: string
  at: number
}

/**
 * Makes the next call that starts with `on` fail, once. `down` and `busy` reject the call, `lost` executes it but loses
 * the response, and `behind` returns an empty list.
 */
export interface Fault {
  on: string
  kind: 'down' | 'lost' | 'busy' | 'behind' | 'hang' | 'refused'
}

export const error = (status: number, fields: Body): Answer => ({ status, body: { error: fields } })
const HIGHEST_PAGE = 100
/** Stands for a response that never comes. */
export const HANGS: Answer = { status: 0, body: {} }

/**
 * Imitates the part of Stripe's API that the service uses. It accepts only form bodies, requires the API key and
 * paginates lists. It stores the response to an idempotency key for a day and rejects a different request with the same
 * key.
 */
export class StripeApi {
  readonly books: Books
  readonly keys = new Map<string, Kept>()
  readonly seen: { line: string; headers: Record<string, unknown>; form: Record<string, string> }[] = []
  faults: Fault[] = []
  mostPerPage = HIGHEST_PAGE

  constructor(books: Books) {
    this.books = books
  }

  /** Returns null if the response is lost. */
  call(line: string, headers: IncomingMessage['headers'], text: string): Answer | null {
    this.seen.push({ line, headers, form: Object.fromEntries(new URLSearchParams(text)) })
    const at = this.faults.findIndex(({ on }) => line.startsWith(on))
    const [fault] = at < 0 ? [] : this.faults.splice(at, 1)
    if (fault?.kind === 'down') return error(503, { message: 'down' })
    if (fault?.kind === 'refused') return error(400, { code: 'payment_method_unavailable' })
    if (fault?.kind === 'busy') return error(429, { message: 'slower' })
    if (fault?.kind === 'hang') return HANGS
    if (fault?.kind === 'behind') return { status: 200, body: { object: 'list', data: [], has_more: false } }
    const answered = this.answer(line, headers, text)
    return fault?.kind === 'lost' ? null : answered
  }

  private answer(line: string, headers: IncomingMessage['headers'], text: string): Answer {
    // An organiser's account gets requests that `Accounts` has authorised.
    if (headers.authorization !== undefined && headers.authorization !== `Bearer ${STRIPE_KEY}`)
      return error(401, { message: 'no such key' })
    const [method, address = ''] = line.split(' ')
    const [path = '', query] = address.split('?')
    if (method === 'GET') return this.read(path, new URLSearchParams(query))
    if (headers['content-type'] !== 'application/x-www-form-urlencoded') return error(415, {})
    const [, ending] = /^\/v1\/checkout\/sessions\/(\w+)\/expire$/.exec(path) ?? []
    if (ending !== undefined) return this.expire(ending)
    const key = String(headers['idempotency-key'] ?? '')
    if (key === '') return error(400, { message: 'no idempotency key' })
    const before = this.keys.get(key)
    if (before !== undefined && !this.books.isForgotten(before.at)) {
      return before.request === line + text ? before : error(400, { type: 'idempotency_error' })
    }
    const answered = this.write(path, new URLSearchParams(text))
    if (answered.status < 500) this.keys.set(key, { ...answered, request: line + text, at: this.books.now() })
    return structuredClone(answered)
  }

  private write(path: string, form: URLSearchParams): Answer {
    if (path === '/v1/checkout/sessions') return this.openSession(form)
    return path === '/v1/refunds' ? this.refund(form) : error(404, {})
  }

  /** The email address selects the failure: it starts with `down` or `refused`. */
  private openSession(form: URLSearchParams): Answer {
    const email = form.get('customer_email') ?? ''
    if (email.startsWith('down')) return error(500, { message: 'down' })
    if (email.startsWith('refused')) return error(400, { code: 'amount_too_small' })
    const expires = Number(form.get('expires_at'))
    const life = expires - this.books.now()
    if (!(life >= 1_800 && life <= 86_400)) return error(400, { param: 'expires_at' })
    const body = this.books.open({
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      expires_at: expires,
      application_fee_amount: Number(form.get('payment_intent_data[application_fee_amount]') ?? 0),
      metadata: {
        order_id: form.get('metadata[order_id]') ?? '',
        ...(form.has('metadata[page]') ? { page: form.get('metadata[page]') ?? '' } : {}),
      },
    })
    return { status: 200, body }
  }

  private expire(id: string): Answer {
    const session = this.books.session(id)
    if (session === undefined) return error(404, { code: 'resource_missing' })
    if (session.status !== 'open') return error(400, { message: 'only open sessions can be expired' })
    this.books.expire(session)
    return { status: 200, body: session }
  }

  /** The amount selects the result: 503, 402 (already refunded) or 202 (pending). */
  private refund(form: URLSearchParams): Answer {
    const amount = Number(form.get('amount'))
    const charge = this.books.chargeOf(form.get('payment_intent') ?? '')
    if (charge === undefined) return error(404, { code: 'resource_missing' })
    if (amount === 503) return error(503, {})
    const metadata = { refund_id: form.get('metadata[refund_id]') ?? '' }
    const refund =
      amount === 402 ? null : this.books.refund(charge, amount, metadata, amount === 202 ? 'pending' : undefined)
    return refund === null ? error(400, { code: 'charge_already_refunded' }) : { status: 200, body: refund }
  }

  /** The method is an id, unless the request expands it. */
  private methodOf(payment: string, query: URLSearchParams): Body {
    const { method = 'card', status = 'succeeded' } = this.books.intents.get(payment) ?? {}
    const isExpanded = query.getAll('expand[0]').includes('payment_method')
    const id = `pm_${payment}`
    return { status, payment_method: isExpanded ? { id, object: 'payment_method', type: method } : id }
  }

  private read(path: string, query: URLSearchParams): Answer {
    const [, , noun = '', second = '', third] = path.split('/')
    const isSession = noun === 'checkout'
    const id = isSession ? third : second === '' ? undefined : second
    if (noun === 'payment_intents') {
      const { metadata } = this.books.intents.get(second) ?? this.books.chargeOf(second) ?? {}
      if (metadata === undefined) return error(404, { code: 'resource_missing' })
      return { status: 200, body: { id: second, object: 'payment_intent', metadata, ...this.methodOf(second, query) } }
    }
    const { sessions, charges, refunds, disputes } = this.books
    const all: (Body & { id: string; created: number; payment_intent: string | null })[] =
      {
        checkout: sessions,
        charges,
        refunds,
        disputes,
        balance_transactions: movementsOf(this.books, query.getAll('expand[0]').includes('data.source')),
      }[noun] ?? []
    if (id !== undefined) {
      const found = all.find((each) => each.id === id)
      return found === undefined ? error(404, { code: 'resource_missing' }) : { status: 200, body: found }
    }
    const payment = query.get('payment_intent')
    const since = Number(query.get('created[gte]') ?? 0)
    const newestFirst = all.toReversed().filter((each) => each.created >= since)
    const wanted = payment === null ? newestFirst : newestFirst.filter((each) => each.payment_intent === payment)
    const from = wanted.findIndex((each) => each.id === query.get('starting_after')) + 1
    const most = Math.min(Number(query.get('limit') ?? 10), this.mostPerPage)
    const data = wanted.slice(from, from + most)
    return { status: 200, body: { object: 'list', data, has_more: from + data.length < wanted.length } }
  }
}
