/** The folded OpenAPI document as the emitters need it. */

export interface Schema {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  properties?: Record<string, Schema>
  required?: string[]
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  not?: Schema
  description?: string
  format?: string
  'x-extensible-enum'?: unknown[]
}

interface Parameter {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: Schema
}

interface Described {
  operationId: string
  summary: string
  description: string
  tags: [string]
  parameters: Parameter[]
  requestBody?: { required: boolean; content: Record<string, { schema: Schema }> }
  responses: Record<string, { content?: Record<string, { schema: Schema }> }>
  'x-surfaces': Surface[]
  'x-session-path'?: string
  'x-codes': string[]
  'x-page'?: Paging
  'x-idempotent'?: boolean
  'x-effects'?: string[]
}

type Surface = 'v1' | 'dashboard' | 'open'
type Paging = 'page' | 'cursor' | 'before'

export interface FoldedDocument {
  info: { version: string }
  paths: Record<string, Record<string, Described>>
  tags: { name: string; description: string }[]
  webhooks: Record<string, { post: { requestBody: { content: { 'application/json': { schema: Schema } } } } }>
  components: { schemas: Record<string, Schema> }
}

/** The result of a call: the value in `data`, the items of a page, the whole JSON, a text or bytes. */
export type Returned =
  | { kind: 'data' | 'whole'; schema: Schema }
  | { kind: 'page'; item: Schema; paging: Paging }
  | { kind: 'text' | 'bytes' }

export interface Verb {
  id: string
  name: string
  summary: string
  description: string
  method: string
  path: string
  pathParams: string[]
  query: Parameter[]
  body: { schema: Schema | null; isRequired: boolean; mediaTypes: string[] } | null
  returned: Returned
  codes: string[]
  isIdempotent: boolean
  hasEffects: boolean
  takesIfMatch: boolean
  takesIfNoneMatch: boolean
  surfaces: readonly Surface[]
  /** Path for session tokens if it isn't the path without `/v1`. */
  sessionPath: string | null
}

export interface Resource {
  name: string
  description: string
  verbs: Verb[]
}

export interface Model {
  version: string
  resources: Resource[]
  schemas: Record<string, Schema>
  /** Name of the payload's schema by webhook type. */
  payloads: Record<string, string>
}

/** Called by Apple devices, by the payment provider and by mail programs. */
const OTHERS_CALL = new Set(['passes', 'payments', 'unsubscribe'])

export const refName = ($ref: string) => $ref.split('/').at(-1) ?? ''

const resolved = (schema: Schema, schemas: Model['schemas']): Schema =>
  schema.$ref === undefined ? schema : resolved(schemas[refName(schema.$ref)] ?? {}, schemas)

const successOf = ({ responses }: Described) => Object.entries(responses).find(([status]) => /^[123]/.test(status))

const returnedOf = (described: Described, schemas: Model['schemas']): Returned => {
  const content = successOf(described)?.[1].content ?? {}
  const json = content['application/json']?.schema
  if (Object.keys(content).length !== 1 || json === undefined) {
    return {
      kind: Object.keys(content).every((type) => type.startsWith('text/') || type.endsWith('json')) ? 'text' : 'bytes',
    }
  }
  const { properties = {} } = resolved(json, schemas)
  const { data } = properties
  if (data === undefined || (properties['status'] !== undefined && properties['message'] === undefined)) {
    return { kind: 'whole', schema: json }
  }
  const paging = described['x-page']
  if (paging !== undefined && data.items !== undefined) return { kind: 'page', item: data.items, paging }
  return { kind: 'data', schema: data }
}

const bodyOf = ({ requestBody }: Described): Verb['body'] => {
  if (requestBody === undefined) return null
  const mediaTypes = Object.keys(requestBody.content)
  const json = requestBody.content['application/json']
  return {
    schema: json?.schema ?? null,
    isRequired: requestBody.required,
    mediaTypes: json === undefined ? mediaTypes : [],
  }
}

const verbOf = (path: string, method: string, described: Described, schemas: Model['schemas']): Verb => {
  const { operationId, parameters } = described
  const takesHeader = (header: string) => parameters.some((each) => each.in === 'header' && each.name === header)
  return {
    id: operationId,
    name: operationId.slice(operationId.indexOf('.') + 1),
    summary: described.summary,
    description: described.description,
    method: method.toUpperCase(),
    path,
    pathParams: parameters.filter((each) => each.in === 'path').map(({ name }) => name),
    query: parameters.filter((each) => each.in === 'query'),
    body: bodyOf(described),
    returned: returnedOf(described, schemas),
    codes: described['x-codes'],
    isIdempotent: described['x-idempotent'] === true,
    hasEffects: described['x-effects'] !== undefined,
    takesIfMatch: takesHeader('If-Match'),
    takesIfNoneMatch: takesHeader('If-None-Match'),
    surfaces: described['x-surfaces'],
    sessionPath: described['x-session-path'] ?? null,
  }
}

/** Whether an SDK can call it. Sockets and redirects are for browsers. */
const isCallable = (described: Described) =>
  !OTHERS_CALL.has(described.tags[0]) && !['101', '302'].includes(successOf(described)?.[0] ?? '')

/** Adds the name of each schema that `schema` uses, directly or through other schemas. */
const collect = (schema: Schema, schemas: Model['schemas'], names: Set<string>): void => {
  const { $ref, properties = {}, items, additionalProperties, anyOf = [], oneOf = [] } = schema
  if ($ref !== undefined && !names.has(refName($ref))) {
    names.add(refName($ref))
    collect(schemas[refName($ref)] ?? {}, schemas, names)
  }
  const parts = [...Object.values(properties), ...anyOf, ...oneOf, ...(items === undefined ? [] : [items])]
  for (const part of parts) collect(part, schemas, names)
  if (typeof additionalProperties === 'object') collect(additionalProperties, schemas, names)
}

const schemasUsed = (verb: Verb): Schema[] => {
  const { returned, body, query } = verb
  const output = 'schema' in returned ? [returned.schema] : 'item' in returned ? [returned.item] : []
  return [
    ...output,
    ...(body?.schema === null || body === null ? [] : [body.schema]),
    ...query.map((each) => each.schema),
  ]
}

export const modelOf = (document: FoldedDocument): Model => {
  const { schemas } = document.components
  const described = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, each]) => isCallable(each))
      .map(([method, each]) => ({ tag: each.tags[0], verb: verbOf(path, method, each, schemas) })),
  )
  const byTag = Map.groupBy(described, ({ tag }) => tag)
  const resources = document.tags
    .filter(({ name }) => byTag.has(name))
    .map(({ name, description }) => ({
      name,
      description,
      verbs: (byTag.get(name) ?? []).map(({ verb }) => verb).toSorted((a, b) => (a.id < b.id ? -1 : 1)),
    }))
  const payloads = Object.fromEntries(
    Object.entries(document.webhooks).map(([type, { post }]) => [
      type,
      refName(post.requestBody.content['application/json'].schema.$ref ?? ''),
    ]),
  )
  const used = new Set<string>()
  for (const { verb } of described) for (const schema of schemasUsed(verb)) collect(schema, schemas, used)
  for (const name of Object.values(payloads)) collect({ $ref: `#/${name}` }, schemas, used)
  return {
    version: document.info.version,
    resources,
    schemas: Object.fromEntries([...used].toSorted().map((name) => [name, schemas[name] ?? {}])),
    payloads,
  }
}
