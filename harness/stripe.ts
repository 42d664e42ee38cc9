import { createRequire } from 'node:module'
import type { IncomingMessage } from 'node:http'
import type { TestProject } from 'vitest/node'
import { listen } from './loopback.ts'
import { Accounts } from './stripe-accounts.ts'
import { error, HANGS, STRIPE_KEY, StripeApi, type Fault } from './stripe-api.ts'
import { Books } from './stripe-books.ts'

export { STRIPE_KEY }

/** Loaded with `require`, because the test runner would transform each of the library's hundreds of files. */
export const Stripe = createRequire(import.meta.url)('stripe') as (typeof import('stripe'))['Stripe']

/**
 * What happens at the provider apart from the service's calls: actions of buyers, banks, Stripe staff and the network.
 */
export type Act =
  | { act: 'clock'; now: number }
  | { act: 'pay'; session: string }
  | { act: 'finish'; session: string; method: string }
  | { act: 'conclude'; session: string; isPaid: boolean }
  | { act: 'charge'; amount: number; currency: string; order: string }
  | { act: 'refundThere'; payment: string; amount: number }
  | { act: 'settleRefund'; refund: string; status: string }
  | { act: 'dispute'; payment: string }
  | { act: 'payOut'; amount: number; currency: string }
  | { act: 'closeDispute'; dispute: string; status: string }
  | { act: 'holdRefunds'; hold: boolean }
  | { act: 'faults'; faults: Fault[] }
  | { act: 'forgetKeys' }
  | { act: 'pages'; of: number }
  | { act: 'events' }
  | { act: 'seen' }
  | { act: 'books' }
  | { act: 'addAccount'; account: string; key: string; forbidden?: string[] }
  | { act: 'readyAccount'; account: string; isReady: boolean }
  | { act: 'endpoints' }
  | { act: 'in'; account: string; wanted: Act }

type ActOnAccounts = Extract<Act, { act: 'addAccount' | 'readyAccount' | 'endpoints' | 'in' }>
const isOnAccounts = (wanted: Act): wanted is ActOnAccounts =>
  ['addAccount', 'readyAccount', 'endpoints', 'in'].includes(wanted.act)

const performIn = (accounts: Accounts, wanted: ActOnAccounts): unknown => {
  switch (wanted.act) {
    case 'addAccount':
      return accounts.add(wanted.account, wanted.key, { forbidden: wanted.forbidden ?? [] })
    case 'readyAccount': {
      const account = accounts.all.get(wanted.account)
      const fields = { charges_enabled: wanted.isReady, payouts_enabled: wanted.isReady }
      return account === undefined ? null : Object.assign(account.fields, fields)
    }
    case 'endpoints':
      return accounts.endpoints
    case 'in': {
      const account = accounts.all.get(wanted.account)
      return account === undefined || isOnAccounts(wanted.wanted) ? null : perform(account.api, wanted.wanted)
    }
    default:
      throw new Error('unknown act')
  }
}

const perform = (api: StripeApi, wanted: Exclude<Act, ActOnAccounts>): unknown => {
  const { books } = api
  switch (wanted.act) {
    case 'clock':
      books.advance(Math.floor(wanted.now / 1000))
      return null
    case 'pay':
      return books.pay(wanted.session)
    case 'finish':
      return books.finish(wanted.session, wanted.method)
    case 'conclude':
      return books.conclude(wanted.session, wanted.isPaid)
    case 'charge':
      return books.charge(books.next('pi'), wanted.amount, wanted.currency, { order_id: wanted.order })
    case 'refundThere': {
      const charge = books.chargeOf(wanted.payment)
      return charge === undefined ? null : books.refund(charge, wanted.amount, {})
    }
    case 'settleRefund':
      return books.settleRefund(wanted.refund, wanted.status)
    case 'payOut':
      return books.payOut(wanted.amount, wanted.currency)
    case 'dispute':
      return books.dispute(wanted.payment)
    case 'closeDispute':
      return books.closeDispute(wanted.dispute, wanted.status)
    case 'holdRefunds':
      books.holdsRefunds = wanted.hold
      return null
    case 'faults':
      api.faults = wanted.faults
      return null
    case 'forgetKeys':
      api.keys.clear()
      return null
    case 'pages':
      api.mostPerPage = wanted.of
      return null
    case 'seen':
      return api.seen
    case 'events': {
      const { events } = books
      books.events = []
      return events
    }
    case 'books': {
      const { sessions, charges, refunds, disputes } = books
      return { sessions, charges, refunds, disputes }
    }
    default:
      throw new Error('unknown act')
  }
}

const call = (api: StripeApi, accounts: Accounts, line: string, headers: IncomingMessage['headers'], text: string) => {
  if (headers.authorization?.startsWith('Bearer rk_')) return accounts.byOwnKey(line, headers, text)
  const account = headers['stripe-account']
  if (account === undefined) {
    const form = new URLSearchParams(text)
    const answered = accounts.ofPlatform(line, form)
    if (answered !== null) api.seen.push({ line, headers, form: Object.fromEntries(form) })
    return answered ?? api.call(line, headers, text)
  }
  const found = accounts.all.get(String(account))
  return found === undefined ? error(403, { code: 'account_invalid' }) : found.api.call(line, headers, text)
}

/** Each test uses its own provider and clock under `/of/<name>`. Calls without a name share a single provider. */
export const startStripe = async () => {
  const shared = new StripeApi(new Books(true))
  const named = new Map<string, StripeApi>()
  const accountsOf = new Map<StripeApi, Accounts>()
  const apiOf = (name: string | undefined) => {
    if (name === undefined) return shared
    const known = named.get(name) ?? new StripeApi(new Books(false))
    named.set(name, known)
    return known
  }

  const server = await listen(async ({ method, url = '', headers }, response, body) => {
    const [, name, path = ''] = /^(?:\/of\/(\w+))?(\/.*)$/.exec(url) ?? []
    const api = apiOf(name)
    const [line, text] = [`${method} ${path}`, body.toString()]
    const accounts = accountsOf.get(api) ?? new Accounts()
    accountsOf.set(api, accounts)
    if (line === 'GET /seen') return response.end(JSON.stringify(api.seen))
    if (line === 'POST /do') {
      const act = JSON.parse(text) as Act
      return response.end(JSON.stringify((isOnAccounts(act) ? performIn(accounts, act) : perform(api, act)) ?? null))
    }
    if (line === 'POST /sign')
      return response.end(await Stripe.webhooks.generateTestHeaderStringAsync(JSON.parse(text)))
    const answered = call(api, accounts, line, headers, text)
    // The client ends the connection.
    if (answered === HANGS) return undefined
    // To the service, a lost response looks like a proxy's 502.
    if (answered === null) return response.writeHead(502).end('<h1>Bad Gateway</h1>')
    return response
      .writeHead(answered.status, { 'content-type': 'application/json' })
      .end(JSON.stringify(answered.body))
  })

  return { ...server, books: () => shared.books.summary() }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const stripe = await startStripe()
  project.provide('stripe', stripe.origin)
  return stripe.close
}
