import { RATE_LIMITS } from '../access/rate-limit.ts'
import { bucketOf, demandsOf } from './compile.ts'
import { callOf } from './examples.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'
import { parametersOf } from './openapi-parameters.ts'
import { TAGS } from './openapi-prose.ts'
import { isOpenToPasses, responsesOf } from './openapi-responses.ts'
import type { Operation, Route } from './operation.ts'

export const pathTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')

/** A module's operations stand together, under a name for readers. */
export const tagOf = (operation: Operation) => {
  const [module = ''] = operation.id.split('.')
  const tag = TAGS[module]
  if (tag === undefined) throw new Error(`the operations of ${module} have no name for readers`)
  return { name: module, 'x-displayName': tag.name, description: tag.description }
}

const operationId = (operation: Operation, route: Route) => {
  const sameSurface = operation.routes.filter(({ surface }) => surface === route.surface)
  const nth = sameSurface.indexOf(route)
  const isFirst = operation.routes[0] === route
  return [operation.id, ...(isFirst ? [] : [route.surface]), ...(nth > 0 ? [String(nth + 1)] : [])].join('.')
}

const bodyOf = (operation: Operation, route: Route, book: SchemaBook) => {
  if (operation.takes !== undefined) {
    const { mediaType, schema, required, description } = operation.takes
    return { requestBody: { required, description, content: { [mediaType]: { schema } } } }
  }
  if (operation.body === undefined) return {}
  const schema: JsonSchema = book.add(operation.body(), 'input')
  const example = callOf(book.examples, operation, route)?.body
  return {
    requestBody: {
      required: !operation.body().safeParse({}).success,
      content: { 'application/json': example === undefined ? { schema } : { schema, example } },
    },
  }
}

const extensionsOf = (operation: Operation, route: Route) => {
  const { plan } = demandsOf(operation, route)
  const bucket = bucketOf(operation, route)
  return {
    'x-status': route.badge,
    ...(route.surface === 'v1' && operation.scope !== undefined ? { 'x-scope': operation.scope } : {}),
    ...(route.surface === 'dashboard' && operation.role !== undefined ? { 'x-role': operation.role } : {}),
    ...(plan === null ? {} : { 'x-plan': plan }),
    ...(route.current === undefined ? {} : { 'x-current-path': route.current }),
    ...(route.successor === undefined ? {} : { 'x-successor-path': route.successor }),
    ...(bucket === null ? {} : { 'x-rate-limit': { bucket, perMinute: RATE_LIMITS[bucket] } }),
  }
}

const SECURITY = { v1: [{ apiKey: [] }], dashboard: [{ session: [] }], open: [] }
const SECURITY_AT_DOOR = [{ session: [] }, { doorPass: [] }]

/** One route of an operation as the document shows it. */
export const describeRoute = (operation: Operation, route: Route, book: SchemaBook) => ({
  operationId: operationId(operation, route),
  summary: operation.summary,
  description: operation.description ?? `${operation.summary}.`,
  tags: [tagOf(operation).name],
  security: isOpenToPasses(operation, route) ? SECURITY_AT_DOOR : SECURITY[route.surface],
  parameters: parametersOf(operation, route, book),
  ...bodyOf(operation, route, book),
  responses: responsesOf(operation, route, book),
  ...extensionsOf(operation, route),
})
