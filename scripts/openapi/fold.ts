import type { JsonSchema } from './schema-book.ts'

/** An operation of the document, as `describeRoute` returns it. */
interface Route extends Record<string, unknown> {
  operationId: string
  parameters: { name: string; in: string }[]
  responses: Record<string, { $ref?: string; 'x-codes'?: string[] }>
  'x-operation': string
  'x-surface': 'v1' | 'dashboard' | 'open'
}
interface Way {
  path: string
  method: string
  route: Route
}
interface Document {
  paths: Record<string, Record<string, Route>>
  components: {
    schemas: Record<string, JsonSchema>
    responses: Record<string, { 'x-codes'?: string[] }>
    [other: string]: unknown
  }
  [other: string]: unknown
}

const SURFACES = ['v1', 'dashboard', 'open'] as const
const V1 = /^\/v1/

const lastPart = (ref: string) => ref.split('/').at(-1) ?? ''

/** Returns the names of the components that a part of the document refers to, directly or through other components. */
const referredTo = (part: unknown, schemas: Document['components']['schemas']) => {
  const found = new Set<string>()
  const walk = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    for (const [key, inner] of Object.entries(value)) {
      const isRef = key === '$ref' && typeof inner === 'string' && inner.startsWith('#/components/schemas/')
      if (!isRef) {
        walk(inner)
        continue
      }
      const name = lastPart(inner)
      if (found.has(name)) continue
      found.add(name)
      walk(schemas[name])
    }
  }
  walk(part)
  return found
}

const only = <Value>(record: Record<string, Value>, names: ReadonlySet<string>) =>
  Object.fromEntries(Object.entries(record).filter(([name]) => names.has(name)))

/** Returns every error code of an operation, sorted. */
const codesOf = ({ responses }: Route, shared: Document['components']['responses']) => {
  const codes = Object.values(responses).flatMap(
    ({ $ref, 'x-codes': own }) => own ?? ($ref === undefined ? [] : (shared[lastPart($ref)]?.['x-codes'] ?? [])),
  )
  return [...new Set(codes)].toSorted()
}

/** The route that an SDK calls: by API key if there is one, else with a session, else without credentials. */
const chosen = (ways: readonly Way[]) =>
  SURFACES.flatMap((surface) => ways.filter(({ route }) => route['x-surface'] === surface))[0] as Way

/**
 * Returns the path for session tokens, unless it is the path of the API key without `/v1`. Of several, it is the first
 * declared.
 */
const sessionPathOf = (ways: readonly Way[], { path }: Way) => {
  const twin = ways.find(({ route }) => route['x-surface'] === 'dashboard')?.path
  return twin === undefined || twin === path.replace(V1, '') || twin === path ? {} : { 'x-session-path': twin }
}

/**
 * Folds the document for generators of SDKs: one route per operation of the registry, named by its id, with all error
 * codes in `x-codes` and without schemas that no route uses.
 */
export const fold = (document: Document): Document => {
  const ways = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, route]): Way => ({ path, method, route })),
  )
  const paths: Document['paths'] = {}
  for (const [operation, twins] of Map.groupBy(ways, ({ route }) => route['x-operation'])) {
    const way = chosen(twins)
    const item = (paths[way.path] ??= {})
    const surfaces = SURFACES.filter((surface) => twins.some(({ route }) => route['x-surface'] === surface))
    item[way.method] = {
      ...way.route,
      operationId: operation,
      'x-surfaces': surfaces,
      ...sessionPathOf(twins, way),
      'x-codes': codesOf(way.route, document.components.responses),
    }
  }
  const { schemas, responses, ...components } = document.components
  const inUse = { paths, webhooks: document['webhooks'], responses }
  const kept = referredTo(inUse, schemas)
  const named = new Set(
    [...JSON.stringify(paths).matchAll(/#\/components\/responses\/(\w+)/g)].map(([, name]) => name ?? ''),
  )
  return {
    ...document,
    paths,
    components: { ...components, responses: only(responses, named), schemas: only(schemas, kept) },
  }
}
