import { expect } from 'vitest'
import * as z from 'zod'
import { byLiteralFirst, matchRoute } from '../../../src/kernel/route-pattern.ts'
import type { Operation } from '../../../src/operation/operation.ts'
import { send, type Answered } from '../../support/api.ts'
import { expectDressed } from '../../support/dressed.ts'
import { tokenFor } from '../../support/identity.ts'
import { expectDeclaredEffects, outdated, setNewestAnswer, storedState } from '../../support/quotes.ts'
import { ways, type Way } from '../../support/routes.ts'

/** A recorded call: parameters, query, body, and the responses by media type. */
export interface RecordedCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  answers: Record<string, unknown>
}

interface Sent {
  token?: string
  as?: string
  key?: string
  json?: unknown
  body?: BodyInit
  headers?: Record<string, string>
  /** The status this step expects. Defaults to the operation's own status, or 200. */
  status?: number
}

const routes = ways.toSorted((left, right) => byLiteralFirst(left.route.path, right.route.path))

const routeOf = (method: string, path: string): { way: Way; params: Record<string, string> } => {
  for (const way of routes) {
    const said = way.route.method === method ? matchRoute(way.route.path, path) : null
    if (said === null) continue
    const params = Object.entries(said).map(([name, value]) => [name, decodeURIComponent(value)])
    return { way, params: Object.fromEntries(params) }
  }
  throw new Error(`no route takes ${method} ${path}`)
}

/** A route whose response format differs from that of its operation gets a separate example. */
const nameOf = ({ operation, route }: Pick<Way, 'operation' | 'route'>) =>
  route.answer === undefined ? operation.id : `${operation.id}.${route.surface}`

/** Operations without an example: Stripe's webhooks and pages, the OpenAPI document and the migration page. */
const WITHOUT_EXAMPLE = [
  'payments.stripe',
  'payments.stripeConnect',
  'payments.stripeAccount',
  'paymentAccounts.onboarding',
  'system.openapi',
  'system.openapiSdk',
  'system.migration',
]
const BY_ITSELF = 'it cannot be called just so; let a step of test/contract/story call it when it can'

/** Whether the operation needs an example (it takes a body or returns JSON) and no step has called it yet. */
const isUntold = ({ operation, route }: Way, calls: Record<string, RecordedCall>) => {
  const { answer, body, id } = operation
  const isShown = body !== undefined || answer.kind !== 'raw' || 'application/json' in answer.mediaTypes
  const isTold = id in calls || nameOf({ operation, route }) in calls
  return isShown && route === operation.routes[0] && !isTold && !WITHOUT_EXAMPLE.includes(id)
}

/** Returns the story's value for a path parameter, preferably from an operation on the same kind of object. */
const nameIn = (calls: Record<string, RecordedCall>, name: string, id: string) => {
  const [noun = ''] = id.split('.')
  const told = Object.entries(calls).toSorted(
    ([left], [right]) => Number(right.startsWith(`${noun}.`)) - Number(left.startsWith(`${noun}.`)),
  )
  const known = told.flatMap(([, { params }]) => params?.[name] ?? [])[0]
  if (known === undefined) throw new Error(`${id}: the story has no ${name}; let a step of test/contract/story call it`)
  return encodeURIComponent(known)
}

const bodyOf = ({ id, body }: Operation): unknown => {
  const schema = body?.()
  if (schema === undefined) return undefined
  const { examples } = z.globalRegistry.get(schema) ?? {}
  const [given] = (examples ?? []) as unknown[]
  if (given !== undefined) return given
  if (schema.safeParse({}).success) return {}
  throw new Error(`${id} takes a body: give its schema an example, .meta({ examples: [{ … }] })`)
}

export const startRecording = (owner: string) => {
  const calls: Record<string, RecordedCall> = {}
  const refusals: Record<string, { message: string; errors: unknown[]; data?: unknown }> = {}
  const keys: { whole?: string } = {}
  /** Operations that a step has called by quote. */
  const quoted = new Set<string>()

  /**
   * Asks for a quote, then carries it out. The effects must equal the quote, the dry run must change nothing, and a quote
   * with other effects must be refused.
   */
  const askByQuote = async (line: string, sent: Parameters<typeof send>[1] & object, way: Way) => {
    const withHeader = (name: string, value: string) =>
      send(line, { ...sent, headers: { ...sent.headers, [name]: value } })
    const before = await storedState()
    const dry = await withHeader('Dry-Run', 'true')
    expect(await storedState(), `${line} as a dry run`).toEqual(before)
    if (dry.status !== 200) {
      const answer = await send(line, sent)
      expect([answer.status, answer.body.code], line).toEqual([dry.status, dry.body.code])
      return answer
    }
    const { token, expiresAt: _at, ...effects } = dry.body.data.quote
    const old = await outdated(token)
    const changed = await withHeader('Quote', old)
    expect([changed.status, changed.body.code], `${line}: ${changed.text}`).toEqual([409, 'quote_changed'])
    expect(changed.body.data.quote).toMatchObject(effects)
    expect(await storedState(), `${line} with an outdated quote`).toEqual(before)
    await setNewestAnswer(null)
    expect((await withHeader('Quote', old)).body.code, line).toBe('idempotency_in_progress')
    await setNewestAnswer('')
    if (['event', 'guest'].includes(way.operation.subject))
      expect((await withHeader('Quote', old)).body.code, line).toBe('answer_erased')
    const answer = await withHeader('Quote', token)
    const again = await withHeader('Quote', token)
    // After its subject is deleted, every request for it returns 404.
    if (again.status !== 404 || !line.startsWith('DELETE'))
      expect([again.status, again.text], line).toEqual([answer.status, answer.text])
    quoted.add(way.operation.id)
    const { message, errors, data } = changed.body
    refusals['quote_changed'] ??= { message, errors, data }
    return answer
  }

  const ask = async (line: string, { as, token, key, json, body, headers = {} }: Sent) => {
    const [method = '', url = ''] = line.split(' ')
    const [path = '', search = ''] = url.split('?')
    const { way, params } = routeOf(method, path)
    const { surface } = way.route
    const bySurface = async () => {
      if (surface === 'open') return {}
      return surface === 'v1' ? { key: keys.whole ?? '' } : { token: await tokenFor(owner) }
    }
    const asked = token ?? (as === undefined ? undefined : await tokenFor(as))
    const who = key !== undefined ? { key } : asked !== undefined ? { token: asked } : await bySurface()
    const sent = { ...who, headers, ...(json === undefined ? {} : { json }), ...(body && { body }) }
    const isQuotable = way.operation.effects !== undefined && !('Idempotency-Key' in headers)
    const isQuoted = isQuotable && !quoted.has(way.operation.id)
    const answer =
      surface === 'open' || method === 'GET'
        ? await send(line, sent)
        : await expectDeclaredEffects(way.operation, () => (isQuoted ? askByQuote(line, sent, way) : send(line, sent)))
    expectDressed(answer, way, line)
    return { answer, way, params, query: Object.fromEntries(new URLSearchParams(search)) }
  }

  const note = (way: Way, call: Omit<RecordedCall, 'answers'>, { headers, body, text }: Answered) => {
    const mediaType = headers.get('Content-Type')?.split(';')[0] ?? ''
    const known = (calls[nameOf(way)] ??= { ...call, answers: {} })
    if (/^$|^text\/(?:html|javascript)$|^image\/|pkpass(?:es)?$|\/xml$/.test(mediaType) || mediaType in known.answers)
      return
    known.answers[mediaType] = body ?? text
  }

  /** Makes a call whose response becomes an example. */
  const tell = async (line: string, { status, ...sent }: Sent = {}, what = line): Promise<Answered> => {
    const { answer, way, params, query } = await ask(line, sent)
    expect(answer.status, `${what}: ${answer.text}`).toBe(status ?? way.operation.status ?? 200)
    note(
      way,
      {
        ...(Object.keys(params).length === 0 ? {} : { params }),
        ...(Object.keys(query).length === 0 ? {} : { query }),
        ...(sent.json === undefined ? {} : { body: sent.json }),
      },
      answer,
    )
    return answer
  }

  return {
    calls,
    refusals,
    keys,
    /** Returns the operations with effects that no step has called by quote. */
    notQuoted: () =>
      ways.flatMap(({ operation: { id, effects } }) => (effects === undefined || quoted.has(id) ? [] : [id])),
    tell,
    /** Calls every operation that has no step, using known path parameters and the example in the body's schema. */
    tellTheRest: async () => {
      for (const way of ways.filter((each) => isUntold(each, calls))) {
        const { operation, route } = way
        const path = route.path.replaceAll(/:(\w+)/g, (_whole, name: string) => nameIn(calls, name, operation.id))
        const json = operation.body === undefined ? undefined : bodyOf(operation)
        await tell(`${route.method} ${path}`, json === undefined ? {} : { json }, `${operation.id}: ${BY_ITSELF}`)
      }
    },
    /** Makes a call that only prepares the next step. */
    pass: async (line: string, { status, ...sent }: Sent = {}): Promise<Answered> => {
      const { answer, way } = await ask(line, sent)
      expect(answer.status, `${line}: ${answer.text}`).toBe(status ?? way.operation.status ?? 200)
      return answer
    },
    /**
     * Makes a call that must fail with this code. A suffix such as `.dashboard` names the surface, for messages that
     * differ per surface.
     */
    refuse: async (name: string, answered: Promise<Answered> | [line: string, sent?: Sent]) => {
      const { body, text } = Array.isArray(answered)
        ? (await ask(answered[0], answered[1] ?? {})).answer
        : await answered
      expect(body?.code, text).toBe(name.split('.')[0])
      const { message, errors, data } = body
      refusals[name] ??= { message, errors, ...(data === undefined ? {} : { data }) }
    },
  }
}

export type Story = ReturnType<typeof startRecording>
