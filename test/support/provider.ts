import { createExecutionContext } from 'cloudflare:test'
import { env } from 'cloudflare:workers'
import { inject } from 'vitest'
import { createApp } from '../../src/app.ts'
import type { Deps } from '../../src/deps.ts'
import { depsOf } from '../../src/platform/deps.ts'
import type { StripeSettings } from '../../src/platform/env.ts'
import { createSharedStripe, paymentsBy } from '../../src/platform/payments.ts'
import { registry } from '../../src/registry.ts'
import { tokenFor } from './identity.ts'
import { noteAnswer } from './judged.ts'
import type { Act } from '../../harness/stripe.ts'
import type { Charge, Dispute, Event, Refund, Session } from '../../harness/stripe-books.ts'

type Env = Parameters<typeof depsOf>[0]
const SECRET = 'whsec_of_the_provider'

export interface ProviderBooks {
  sessions: Session[]
  charges: Charge[]
  refunds: Refund[]
  disputes: Dispute[]
}

let made = 0

/** Returns a function that sends requests to an app with its own ports. */
export const askerOf = (app: ReturnType<typeof createApp>) => {
  return async (
    line: string,
    { as, json, body, headers = {} }: { as?: string; json?: unknown; body?: string; headers?: object } = {},
  ) => {
    const [method, path] = line.split(' ') as [string, string]
    const head = new Headers(headers as Record<string, string>)
    if (as !== undefined) head.set('Authorization', `Bearer ${await tokenFor(as)}`)
    if (json !== undefined) head.set('Content-Type', 'application/json')
    const sent = json === undefined ? body : JSON.stringify(json)
    const request = new Request(`https://calendar.test/api${path}`, {
      method,
      headers: head,
      ...(sent === undefined ? {} : { body: sent }),
    })
    const response = await app.fetch(request, env, createExecutionContext())
    const text = await response.text()
    noteAnswer({ method, path }, response, text)
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
}

/** Creates a service with its own payment provider and clock. The provider uses the same clock. */
export const withProvider = async (settings: Partial<StripeSettings> = {}) => {
  made += 1
  const origin = `${inject('stripe')}/of/w${crypto.randomUUID().replaceAll('-', '').slice(0, 8)}${made}`
  const keys = {
    STRIPE_SECRET_KEY: 'sk_test_loopback',
    STRIPE_WEBHOOK_SECRET: SECRET,
    STRIPE_API_URL: origin,
    STRIPE_CONNECT_WEBHOOK_SECRET: SECRET,
    ...settings,
  }
  const bound = depsOf(env as unknown as Env)
  const stripe = createSharedStripe(keys)
  if (stripe === null) throw new Error('there is no provider')
  let shiftMs = 0
  const logged: { level: string; message: string; about: Record<string, unknown> }[] = []
  const note = (level: string) => (message: string, about?: Record<string, unknown>) =>
    void logged.push({ level, message, about: about ?? {} })
  const clock = () => Date.now() + shiftMs
  const deps: Deps = {
    ...bound,
    clock,
    log: { ...bound.log, info: note('info'), warn: note('warn'), error: note('error') },
    payments: paymentsBy(stripe, keys),
  }
  const app = createApp(registry, deps)

  const act = async <Answer = unknown>(wanted: Act) => {
    const answer = await fetch(`${origin}/do`, { method: 'POST', body: JSON.stringify(wanted) })
    return answer.json<Answer>()
  }

  const ask = askerOf(app)

  /** Sends a webhook signed by Stripe's own library, dated by the test's clock. */
  const tell = async (event: unknown, path = '', secret = SECRET) => {
    const body = JSON.stringify(event)
    const wanted = JSON.stringify({ payload: body, secret, timestamp: Math.floor(clock() / 1000) })
    const signature = await (await fetch(`${origin}/sign`, { method: 'POST', body: wanted })).text()
    return ask(`POST /public/payments/stripe${path}`, { body, headers: { 'Stripe-Signature': signature } })
  }

  return {
    deps,
    stripe,
    ask,
    act,
    tell,
    logged,
    books: () => act<ProviderBooks>({ act: 'books' }),
    events: () => act<Event[]>({ act: 'events' }),
    /** Sends all pending events once, in order. */
    tellAll: async () => {
      for (const event of await act<Event[]>({ act: 'events' })) await tell(event)
    },
    calls: async (line: string) => {
      const seen = await (await fetch(`${origin}/seen`)).json<{ line: string; form: Record<string, string> }[]>()
      return seen.filter((each) => each.line.startsWith(line))
    },
    later: async (ms: number) => {
      shiftMs += ms
      await act({ act: 'clock', now: clock() })
    },
  }
}
