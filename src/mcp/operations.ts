import type { ProgramActor } from '../access/actor.ts'
import type { Operation } from '../operation/operation.ts'
import type { Route } from '../operation/route.ts'

interface KeyedRequest {
  method: string
  /** Name that the calling assistant's program gives itself. */
  via: string
  headers: Record<string, string>
  body?: string
}

/**
 * Calls the API within the process, with the credential of the request. `caller` is null if the credential is invalid.
 */
export type KeyedApi = (path: string, init: KeyedRequest) => Promise<{ answer: Response; caller: ProgramActor | null }>

export interface Arguments {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  headers?: Record<string, string>
}

/** Thrown if the service refuses a tool's call. */
export class ToolRefusal extends Error {
  readonly status: number
  readonly code: string
  readonly data: unknown
  /** Scope of the operation that was refused. */
  readonly scope: string | null

  constructor(
    status: number,
    code: string,
    message: string,
    { data = null, scope = null }: { data?: unknown; scope?: string | null } = {},
  ) {
    super(message)
    this.status = status
    this.code = code
    this.data = data
    this.scope = scope
  }
}

export interface KeyedOperation {
  operation: Operation
  route: Route
}

export interface Operations {
  /** Operations that an API key can call with JSON. */
  all: readonly KeyedOperation[]
  find(id: string): KeyedOperation | null
  call(id: string, given?: Arguments): Promise<{ data: unknown; meta: unknown }>
  /** The owner of the credential, known after the first call. */
  caller(): ProgramActor | null
}

/**
 * Path of the asset that describes the input of an operation. The build writes one per operation, so that a call loads
 * only that one.
 */
export const inputFileOf = (id: string) => `/assets/inputs/${id}.json`

/** Set so that repeating the same call returns the first response. */
export const onceBy = (idempotencyKey: string | undefined): Record<string, string> =>
  idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }

const isForAgents = ({ takes, status }: Operation) => takes === undefined && status !== 101

/** Returns the operations that an API key can call, with their routes under `/v1`. */
export const keyedOperations = (operations: readonly Operation[]): KeyedOperation[] =>
  operations.filter(isForAgents).flatMap((operation) => {
    const route = operation.routes.find(({ surface }) => surface === 'v1')
    return route === undefined ? [] : [{ operation, route }]
  })

const pathOf = ({ path }: Route, params: Record<string, string>) =>
  path.replaceAll(/:(\w+)/g, (_whole, name: string) => {
    const value = params[name]
    if (value === undefined || value === '')
      throw new ToolRefusal(400, 'validation_failed', `params.${name} is missing`)
    return encodeURIComponent(value)
  })

const searchOf = (query: Record<string, unknown>) => {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value === undefined || value === null) continue
    search.set(name, Array.isArray(value) ? value.join(',') : typeof value === 'string' ? value : JSON.stringify(value))
  }
  return search.size === 0 ? '' : `?${search.toString()}`
}

interface Body {
  data?: unknown
  meta?: unknown
  code?: string
  message?: string
  errors?: { field: string; message: string }[]
}

const refusalOf = (
  { status, headers }: Response,
  { code = 'unknown', message = '', errors = [], data }: Body,
  scope: string | null,
) => {
  const wait = headers.get('Retry-After')
  const details = errors.map(({ field, message: text }) => `${field} ${text}`)
  const after = wait === null ? [] : [`Try again in ${wait} seconds.`]
  return new ToolRefusal(status, code, [message, ...details, ...after].join(' '), { data, scope })
}

export const operationsOf = (all: readonly KeyedOperation[], api: KeyedApi, via: string): Operations => {
  const find = (id: string) => all.find(({ operation }) => operation.id === id) ?? null
  let caller: ProgramActor | null = null
  return {
    all,
    find,
    caller: () => caller,
    async call(id, { params = {}, query = {}, body, headers = {} } = {}) {
      const found = find(id)
      if (found === null) throw new ToolRefusal(404, 'not_found', `There is no operation "${id}".`)
      const { method } = found.route
      const hasBody = body !== undefined && method !== 'GET'
      const { answer: response, caller: known } = await api(`${pathOf(found.route, params)}${searchOf(query)}`, {
        method,
        via,
        headers: { ...headers, ...(hasBody ? { 'Content-Type': 'application/json' } : {}) },
        ...(hasBody ? { body: JSON.stringify(body) } : {}),
      })
      caller ??= known
      if (!(response.headers.get('Content-Type') ?? '').startsWith('application/json')) {
        await response.body?.cancel()
        throw new ToolRefusal(415, 'not_json', 'This operation returns a file. Call it over the API.')
      }
      const answer: Body = await response.json()
      if (!response.ok) throw refusalOf(response, answer, found.operation.access?.scope ?? null)
      return { data: answer.data, meta: answer.meta ?? null }
    },
  }
}
