import { RATE_LIMITS } from '../../src/access/rate-limit.ts'
import { bucketOf, demandsOf, isKeyed } from '../../src/operation/handle.ts'
import { IDEMPOTENCY_KEY } from '../../src/operation/idempotency.ts'
import type { Operation } from '../../src/operation/operation.ts'
import { badgeOf, type Route } from '../../src/operation/route.ts'
import { callOf, paramExample } from './examples.ts'
import { OPERATION_TEXTS, pathProse, queryProse, TAGS } from './prose.ts'
import { hasReadableEtag, isOpenToPasses, namesInPath, responsesOf } from './responses.ts'
import type { JsonSchema, SchemaBook } from './schema-book.ts'
import { pascal } from './schema-names.ts'
import { callbacksOf } from './webhooks.ts'

export const pathTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** Returns the tag of an operation: its module, with a display name from `TAGS`. */
export const tagOf = (operation: Operation) => {
  const [module = ''] = operation.id.split('.')
  const tag = TAGS[module]
  if (tag === undefined) throw new Error(`the tag ${module} has no display name`)
  return { name: module, 'x-displayName': tag.name, description: tag.description }
}

const operationId = (operation: Operation, route: Route) => {
  const [first, ...others] = operation.routes
  if (route === first) return operation.id
  const sameSurface = others.filter(({ surface }) => surface === route.surface)
  if (sameSurface.length > 1) throw new Error(`${operation.id} has more than one further route for ${route.surface}`)
  return `${operation.id}.${route.surface === first?.surface ? 'alias' : route.surface}`
}

const headerOf = (name: string, description: string, { required = false, schema = {} } = {}) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string', ...schema },
})

/** Whether `calendarSlug` is a query parameter, which it is if neither the path nor an API key names the calendar. */
const namesCalendarInQuery = (operation: Operation, route: Route) =>
  operation.subjectIn === 'query' && route.surface === 'dashboard' && !route.path.includes('/:slug')

const inTypeOf = ({ type }: JsonSchema, asked: string) => {
  if (type === 'integer') return Number(asked)
  return type === 'array' ? asked.split(',') : asked
}

const queryOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const query =
    operation.query === undefined ? {} : book.fields(operation.query(), 'input', `${pascal(operation.id)}Query`)
  const required = (query.required ?? []) as string[]
  return Object.entries((query.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    const isCalendar = name === 'calendarSlug'
    if (isCalendar && !namesCalendarInQuery(operation, route)) return []
    const { description, examples, ...rest } = schema
    const [given] = (examples ?? []) as unknown[]
    const asked = isCalendar
      ? paramExample(book.examples, operation, route, 'slug')
      : callOf(book.examples, operation, route)?.query?.[name]
    const example = asked === undefined ? given : inTypeOf(schema, asked)
    return [
      {
        name,
        in: 'query',
        required: isCalendar || required.includes(name),
        description: isCalendar ? 'Calendar slug.' : queryProse(operation.id, name, description),
        schema: rest,
        // A parameter that takes a list is sent once, with commas between the values.
        ...(schema.type === 'array' ? { style: 'form', explode: false } : {}),
        ...withExample(example),
      },
    ]
  })
}

const withExample = (example: unknown) => (example === undefined ? {} : { example })

const parametersOf = (operation: Operation, route: Route, book: SchemaBook) => [
  ...namesInPath(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: pathProse(operation, route, name),
    schema: { type: 'string' },
    ...withExample(paramExample(book.examples, operation, route, name)),
  })),
  ...queryOf(operation, route, book),
  ...(isKeyed(operation, route)
    ? [
        headerOf(
          'Idempotency-Key',
          'Unique key for this request. Repeating the request with the same key within 24 hours returns the first response.',
          { schema: { pattern: IDEMPOTENCY_KEY.source, maxLength: 255 } },
        ),
      ]
    : []),
  ...(operation.effects === undefined
    ? []
    : [
        headerOf(
          'Dry-Run',
          '`true` changes nothing and returns a quote of what the request would do (`QuoteResult`). `after=<next>` continues its list of people.',
          { schema: { pattern: '^(?:true|after=[\\w-]+)$' } },
        ),
        headerOf(
          'Quote',
          'Token of a quote. The request does exactly what was quoted, or returns 409 (`quote_changed`) with a new quote. Repeating it returns the first response, so it needs no `Idempotency-Key`.',
        ),
      ]),
  ...(operation.ifMatch === true
    ? [headerOf('If-Match', '`ETag` from an earlier read. The update fails with 412 if it is no longer current.')]
    : []),
  ...(hasReadableEtag(operation, route)
    ? [headerOf('If-None-Match', '`ETag` from an earlier read. The response is 304 while it is current.')]
    : []),
  ...Object.entries(OPERATION_TEXTS[operation.id]?.takes?.headers ?? {}).map(([name, description]) =>
    headerOf(name, description, { required: true }),
  ),
]

const bodyOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const { takes } = OPERATION_TEXTS[operation.id] ?? {}
  if (takes !== undefined) {
    const { schema, required, description } = takes
    const content = (operation.takes ?? takes.mediaTypes ?? []).map((mediaType) => [mediaType, { schema }])
    return {
      requestBody: {
        required,
        description,
        content: Object.fromEntries(content) as Record<string, { schema: JsonSchema }>,
      },
    }
  }
  if (operation.body === undefined) return {}
  const schema: JsonSchema = book.add(operation.body(), 'input', `${pascal(operation.id)}Body`)
  const example = callOf(book.examples, operation, route)?.body
  return {
    requestBody: {
      required: !operation.body().safeParse({}).success,
      content: { 'application/json': example === undefined ? { schema } : { schema, example } },
    },
  }
}

/**
 * How a client reads the next page: by `page`, by `cursor` from `meta`, or by `before` with the id of the last item. The
 * SDKs turn these lists into iterators.
 */
const pagingOf = ({ query }: Operation) => {
  const fields = query === undefined ? {} : query().shape
  return (['page', 'cursor', 'before'] as const).find((name) => name in fields)
}

const extensionsOf = (operation: Operation, route: Route) => {
  const { scope, role, plan } = demandsOf(operation, route)
  const bucket = bucketOf(operation, route)
  const paging = pagingOf(operation)
  return {
    'x-operation': operation.id,
    'x-surface': route.surface,
    'x-status': badgeOf(route),
    ...(paging === undefined ? {} : { 'x-page': paging }),
    ...(isKeyed(operation, route) ? { 'x-idempotent': true } : {}),
    ...(operation.effects === undefined ? {} : { 'x-effects': operation.effects }),
    ...(route.surface === 'v1' && scope !== null ? { 'x-scope': scope } : {}),
    ...(route.surface === 'dashboard' && role !== null ? { 'x-role': role } : {}),
    ...(plan === null ? {} : { 'x-plan': plan }),
    ...(route.current === undefined ? {} : { 'x-current-path': route.current }),
    ...(route.successor === undefined ? {} : { 'x-successor-path': route.successor }),
    ...(bucket === null ? {} : { 'x-rate-limit': { bucket, perMinute: RATE_LIMITS[bucket] } }),
  }
}

const SECURITY = { v1: [{ apiKey: [] }], dashboard: [{ session: [] }], open: [] }
const SECURITY_AT_DOOR = [{ session: [] }, { doorPass: [] }]

/** Describes one route of an operation as an OpenAPI operation. */
export const describeRoute = (operation: Operation, route: Route, book: SchemaBook) => ({
  operationId: operationId(operation, route),
  summary: operation.summary,
  description: operation.description ?? `${operation.summary}.`,
  tags: [tagOf(operation).name],
  security: isOpenToPasses(operation, route) ? SECURITY_AT_DOOR : SECURITY[route.surface],
  parameters: parametersOf(operation, route, book),
  ...bodyOf(operation, route, book),
  responses: responsesOf(operation, route, book),
  ...callbacksOf(operation, book),
  ...extensionsOf(operation, route),
})
