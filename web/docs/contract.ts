/** The OpenAPI document, reduced to the fields that this page reads. */
export interface Schema {
  $ref?: string
  type?: string | string[]
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  anyOf?: Schema[]
  oneOf?: Schema[]
  additionalProperties?: Schema | boolean
  enum?: unknown[]
  const?: unknown
  format?: string
  description?: string
  default?: unknown
  minimum?: number
  maximum?: number
  minLength?: number
  maxLength?: number
  minItems?: number
  maxItems?: number
  examples?: unknown[]
}

interface Content {
  schema?: Schema
  example?: unknown
  examples?: Record<string, { value: unknown }>
}

export interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required?: boolean
  description?: string
  schema: Schema
  example?: unknown
}

export interface Reply {
  description: string
  content?: Record<string, Content>
}

interface Body {
  required?: boolean
  content: Record<string, Content>
}

export interface OperationObject {
  operationId: string
  summary: string
  description?: string
  tags: string[]
  security: Record<string, unknown>[]
  parameters?: Parameter[]
  requestBody?: Body
  responses: Record<string, Reply>
  'x-operation': string
  'x-status'?: string
  'x-scope'?: string
  'x-role'?: string
  'x-plan'?: string
  'x-current-path'?: string
  'x-successor-path'?: string
  'x-rate-limit'?: { bucket: string; perMinute: number }
}

export interface Contract {
  info: { title: string; version: string }
  servers: { url: string }[]
  tags: { name: string; description?: string }[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks?: Record<string, Record<string, OperationObject>>
  components: { schemas: Record<string, Schema> }
}

export type Surface = 'v1' | 'dashboard' | 'open'

export interface Route {
  id: string
  method: string
  path: string
  surface: Surface
  operation: OperationObject
}

/** An operation with the routes that lead to it, one for each combination of `method` and `path`. */
export interface Operation {
  id: string
  group: string
  summary: string
  routes: [Route, ...Route[]]
}

/** Resolves a `$ref`. Returns any other value unchanged. */
export const follow = <Value extends object>(contract: Contract, value: Value | { $ref: string }): Value => {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as Value
  let found: unknown = contract
  for (const name of value.$ref.split('/').slice(1)) found = (found as Record<string, unknown> | undefined)?.[name]
  return (found ?? {}) as Value
}

export const nameOfRef = (ref: string): string => ref.split('/').at(-1) ?? ref

const ORDER: readonly Surface[] = ['v1', 'dashboard', 'open']

const surfaceOf = ({ security }: OperationObject): Surface => {
  const schemes = new Set(security.flatMap((each) => Object.keys(each)))
  if (schemes.has('apiKey')) return 'v1'
  return schemes.size > 0 ? 'dashboard' : 'open'
}

const routesOf = (contract: Contract): Route[] =>
  Object.entries(contract.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      id: operation.operationId,
      method: method.toUpperCase(),
      path,
      surface: surfaceOf(operation),
      operation,
    })),
  )

const byReach = (left: Route, right: Route) => ORDER.indexOf(left.surface) - ORDER.indexOf(right.surface)

/**
 * Returns the operations in the order of `tags`. The API key route comes first, because `routes[0]` supplies `summary`
 * and `group`.
 */
export const operationsOf = (contract: Contract): Operation[] => {
  const byId = Map.groupBy(routesOf(contract), ({ operation }) => operation['x-operation'])
  const groups = contract.tags.map(({ name }) => name)
  return [...byId]
    .map(([id, routes]) => {
      const sorted = routes.toSorted(byReach) as Operation['routes']
      const { summary, tags } = sorted[0].operation
      return { id, group: tags[0] ?? 'other', summary, routes: sorted }
    })
    .toSorted((left, right) => groups.indexOf(left.group) - groups.indexOf(right.group))
}

const NAMES: Record<string, string> = { me: 'Who am I', checkins: 'Check-ins', apiKeys: 'API keys' }

export const groupName = (group: string): string => {
  const words = group.replaceAll(/([A-Z])/g, ' $1').toLowerCase()
  return NAMES[group] ?? words.charAt(0).toUpperCase() + words.slice(1)
}
