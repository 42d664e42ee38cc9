import type { IncomingMessage } from 'node:http'
import { type Answer, error, StripeApi } from './stripe-api.ts'
import { Books, type Body } from './stripe-books.ts'

interface Account {
  api: StripeApi
  /** Restricted key of the account; null for an account of the platform. */
  key: string | null
  /** Paths that the restricted key may not use. */
  forbidden: string[]
  fields: Body
}

/** Organisers' accounts at the fake provider: those of the platform, and those with a restricted key of their own. */
export class Accounts {
  readonly all = new Map<string, Account>()
  readonly endpoints: { id: string; account: string; url: string; secret: string }[] = []
  private opened = 0

  add(id: string, key: string | null, { forbidden = [] as string[], isReady = true } = {}) {
    const fields = {
      id,
      object: 'account',
      country: 'DE',
      default_currency: 'eur',
      charges_enabled: isReady,
      payouts_enabled: isReady,
      requirements: { currently_due: isReady ? [] : ['external_account'] },
    }
    const api = new StripeApi(new Books(false, id))
    this.all.set(id, { api, key, forbidden, fields })
    return fields
  }

  byKey(key: string) {
    return [...this.all.entries()].find(([, account]) => account.key === key)
  }

  /** Requests of the platform about its accounts. Null if the request is about something else. */
  ofPlatform(line: string, form: URLSearchParams): Answer | null {
    if (line === 'POST /v1/accounts') {
      const body = this.add(`acct_${this.all.size + 1}`, null, { isReady: false })
      return { status: 200, body: { ...body, country: form.get('country') } }
    }
    if (line === 'POST /v1/account_links')
      return { status: 200, body: { object: 'account_link', url: `https://connect.test/${form.get('account')}` } }
    const [, id = ''] = /^GET \/v1\/accounts\/(\w+)$/.exec(line) ?? []
    const account = this.all.get(id)
    return account === undefined ? null : { status: 200, body: account.fields }
  }

  /** Requests with a restricted key. */
  byOwnKey(line: string, headers: IncomingMessage['headers'], text: string): Answer | null {
    const [id, account] = this.byKey(String(headers.authorization).replace('Bearer ', '')) ?? []
    if (id === undefined || account === undefined) return error(401, { message: 'no such key' })
    if (account.forbidden.some((path) => line.startsWith(path))) return error(403, { code: 'permission_error' })
    if (line === 'GET /v1/account') return { status: 200, body: account.fields }
    if (/^GET \/v1\/(payouts|payment_intents)\?/.test(line))
      return { status: 200, body: { object: 'list', data: [], has_more: false } }
    if (line === 'POST /v1/webhook_endpoints') return this.endpoint(id, new URLSearchParams(text))
    if (line.startsWith('DELETE /v1/webhook_endpoints/')) {
      const at = this.endpoints.findIndex((endpoint) => line.endsWith(`/${endpoint.id}`))
      if (at < 0) return error(404, { code: 'resource_missing' })
      this.endpoints.splice(at, 1)
      return { status: 200, body: { deleted: true } }
    }
    // Stripe refuses the content before it asks for an idempotency key.
    if (line.startsWith('POST') && text === '' && !line.endsWith('/expire')) return error(400, { code: 'missing' })
    return account.api.call(line, { ...headers, authorization: undefined }, text)
  }

  private endpoint(account: string, form: URLSearchParams): Answer {
    const url = form.get('url')
    if (url === null) return error(400, { param: 'url' })
    const made = { id: `we_${(this.opened += 1)}`, account, url, secret: `whsec_of_${account}` }
    this.endpoints.push(made)
    return { status: 200, body: { ...made, object: 'webhook_endpoint' } }
  }
}
