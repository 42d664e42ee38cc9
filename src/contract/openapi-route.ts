import * as z from 'zod'
import { RATE_LIMITS } from '../access/rate-limit.ts'
import { lazily } from '../kernel/lazily.ts'
import { bucketOf, demandsOf } from './compile.ts'
import { envelopeSchemaOf } from './envelopes.ts'
import { exampleOf } from './examples.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'
import type { Operation, Route } from './operation.ts'
import { STATUS_OF_REFUSAL } from './refusals.ts'

const ErrorBody = lazily(() =>
  z
    .object({
      statusCode: z.int(),
      message: z.string(),
      errors: z.array(z.object({ field: z.string(), message: z.string() })),
      code: z.string(),
      requestId: z.string(),
      data: z.unknown().optional(),
    })
    .meta({
      id: 'Error',
      examples: [
        {
          statusCode: 404,
          message: 'There is nothing at this address for you.',
          errors: [],
          code: 'not_found',
          requestId: 'req_7hQ2mX0bTz4Kc9VdLw1RsY',
        },
      ],
    }),
)

const WHY: Record<number, string> = {
  400: 'The request is not valid; `errors` names the fields.',
  401: 'No valid credential.',
  403: 'Known, but not allowed: a scope, plan or role is missing, or the moment is wrong.',
  404: 'Unknown, or not yours to see.',
  409: 'The state of things forbids it.',
  412: '`If-Match` names another revision.',
  413: 'The body is too large.',
  415: 'The body is not JSON.',
  422: 'Well-formed, but impossible.',
  426: 'Only a WebSocket can be opened here.',
  429: 'Too many requests; `Retry-After` says when to come back.',
  503: 'A part of the service does not answer just now.',
}

export const pathTemplate = (path: string) => path.replaceAll(/:(\w+)/g, '{$1}')
const namesInPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
export const moduleOf = (operation: Operation) => operation.id.split('.')[0] as string

const operationId = (operation: Operation, route: Route) => {
  const sameSurface = operation.routes.filter(({ surface }) => surface === route.surface)
  const nth = sameSurface.indexOf(route)
  const isFirst = operation.routes[0] === route
  return [operation.id, ...(isFirst ? [] : [route.surface]), ...(nth > 0 ? [String(nth + 1)] : [])].join('.')
}

const codesByStatus = (operation: Operation, route: Route) => {
  const codes = new Map<number, string[]>()
  const add = (status: number, ...more: string[]) => codes.set(status, [...(codes.get(status) ?? []), ...more])
  const demands = demandsOf(operation, route)
  const takesInput = operation.query ?? operation.params ?? operation.body ?? (operation.subjectIn && operation.subject)
  if (takesInput !== undefined) add(400, 'validation_failed')
  if (operation.body !== undefined) {
    add(400, 'malformed_json')
    add(413, 'payload_too_large')
    add(415, 'unsupported_media_type')
  }
  if (route.surface !== 'open') add(401, 'unauthenticated')
  if (route.surface === 'v1' && demands.scope !== 'any') add(403, 'scope_missing')
  if (demands.plan !== null || isOpenToPasses(operation, route)) add(403, 'plan_insufficient')
  if (route.surface === 'dashboard' && demands.role !== null) add(403, 'role_insufficient')
  if (operation.subject !== 'none' || namesInPath(route.path).length > 0) add(404, 'not_found')
  if (operation.ifMatch === true) add(412, 'precondition_failed')
  for (const code of operation.refusals ?? []) add(STATUS_OF_REFUSAL[code] ?? 409, code)
  if (route.method === 'POST' && route.surface !== 'open') {
    add(409, 'idempotency_in_progress')
    add(422, 'idempotency_key_reused')
  }
  if (bucketOf(operation, route) !== null) add(429, 'rate_limited')
  add(503, 'unavailable')
  return [...codes].toSorted(([left], [right]) => left - right)
}

const parametersOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const inPath = namesInPath(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
    example: exampleOf({ type: 'string' }, {}, name),
  }))
  const query = operation.query === undefined ? {} : book.add(operation.query(), 'input')
  const required = (query.required ?? []) as string[]
  const inQuery = Object.entries((query.properties ?? {}) as Record<string, JsonSchema>).map(([name, schema]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    schema,
  }))
  const header = (name: string, description: string) => ({
    name,
    in: 'header',
    required: false,
    description,
    schema: { type: 'string' },
  })
  const isKeyed = route.method === 'POST' && route.surface !== 'open'
  return [
    ...inPath,
    ...inQuery,
    ...(isKeyed ? [header('Idempotency-Key', 'Makes a repetition within 24 hours return the first answer.')] : []),
    ...(operation.ifMatch === true
      ? [header('If-Match', 'The ETag that was read: the change is refused if it is no longer current.')]
      : []),
  ]
}

const contentOf = (schema: JsonSchema, book: SchemaBook) => ({
  'application/json': { schema, example: exampleOf(schema, book.named) },
})

const successOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const answer = route.answer ?? operation.answer
  if (answer.kind === 'raw') {
    return {
      description: operation.summary,
      content: Object.fromEntries(answer.mediaTypes.map((type) => [type, { schema: {} }])),
    }
  }
  return {
    description: operation.summary,
    content: contentOf(book.add(envelopeSchemaOf(answer, route), 'output'), book),
  }
}

const SECURITY = { v1: [{ apiKey: [] }], dashboard: [{ session: [] }], open: [] }
const SECURITY_AT_DOOR = [{ session: [] }, { doorPass: [] }]

const isOpenToPasses = (operation: Operation, route: Route) =>
  route.surface === 'dashboard' && operation.isDoorWork === true

/** One route of an operation as the document shows it. */
export const describeRoute = (operation: Operation, route: Route, book: SchemaBook) => {
  const demands = demandsOf(operation, route)
  const errors: Record<string, unknown> = {}
  for (const [status, codes] of codesByStatus(operation, route)) {
    errors[String(status)] = {
      description: `${WHY[status]} Codes: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
      content: {
        'application/json': {
          schema: book.add(ErrorBody(), 'output'),
          example: {
            statusCode: status,
            message: WHY[status],
            errors: status === 400 ? [{ field: 'name', message: 'must not be empty' }] : [],
            code: codes[0],
            requestId: 'req_7hQ2mX0bTz4Kc9VdLw1RsY',
          },
        },
      },
    }
  }
  const bucket = bucketOf(operation, route)
  const extensions = {
    'x-status': route.badge,
    ...(route.surface === 'v1' && operation.scope !== undefined ? { 'x-scope': operation.scope } : {}),
    ...(route.surface === 'dashboard' && operation.role !== undefined ? { 'x-role': operation.role } : {}),
    ...(demands.plan === null ? {} : { 'x-plan': demands.plan }),
    ...(route.current === undefined ? {} : { 'x-current-path': route.current }),
    ...(route.successor === undefined ? {} : { 'x-successor-path': route.successor }),
    ...(bucket === null ? {} : { 'x-rate-limit': { bucket, perMinute: RATE_LIMITS[bucket] } }),
  }
  return {
    operationId: operationId(operation, route),
    summary: operation.summary,
    description: operation.description ?? `${operation.summary}.`,
    tags: [moduleOf(operation)],
    security: isOpenToPasses(operation, route) ? SECURITY_AT_DOOR : SECURITY[route.surface],
    parameters: parametersOf(operation, route, book),
    ...(operation.body === undefined
      ? {}
      : {
          requestBody: {
            required: !operation.body().safeParse({}).success,
            content: contentOf(book.add(operation.body(), 'input'), book),
          },
        }),
    responses: { [String(operation.status ?? 200)]: successOf(operation, route, book), ...errors },
    ...extensions,
  }
}
