import * as z from 'zod'
import { REFUSALS, type Code } from '../../src/kernel/failure.ts'
import { lazy } from '../../src/kernel/lazy.ts'
import type { Answer } from '../../src/operation/answer.ts'
import { bucketOf, demandsOf, isAllowedBeforeErasure, isGoingOn, isKeyed } from '../../src/operation/handle.ts'
import type { Operation } from '../../src/operation/operation.ts'
import type { Route } from '../../src/operation/route.ts'
import { answerExample, refusalExamples } from './examples.ts'
import { OPERATION_TEXTS, WHY } from './prose.ts'
import type { Described, JsonSchema, SchemaBook } from './schema-book.ts'
import { pascal } from './schema-names.ts'

const ErrorBody = lazy(() =>
  z
    .object({
      statusCode: z.int(),
      message: z.string().meta({ description: 'Human-readable explanation. The wording can change at any time.' }),
      errors: z
        .array(
          z
            .object({
              field: z.string().meta({ description: 'Dotted path to the field, such as `tickets.0.price`.' }),
              message: z.string(),
            })
            .meta({ id: 'FieldError' }),
        )
        .meta({ description: 'Field errors, often empty.' }),
      code: z.string().meta({ description: 'Stable machine-readable code.' }),
      requestId: z.string().meta({
        description:
          'Request id, the same as in `X-Request-Id`, or that of the first request if the response is replayed.',
      }),
      data: z.unknown().optional().meta({ description: 'Details of the conflict. Present only for some codes.' }),
    })
    .meta({ id: 'Error', description: 'Body of every error response.' }),
)

const headerOf = (description: string, required = false) => ({ description, required, schema: { type: 'string' } })

export const HEADERS = {
  'X-Request-Id': headerOf('Request id. Quote it when you contact support.', true),
  'RateLimit-Policy': headerOf('`"<bucket>";q=<calls>;w=<seconds>`: number of calls allowed per window.'),
  'Retry-After': headerOf('Number of seconds to wait before trying again.', true),
  'WWW-Authenticate': headerOf('Required credential.', true),
  ETag: headerOf('Revision of the resource. Send it as `If-None-Match` when reading or `If-Match` when updating.'),
  'Idempotent-Replayed': headerOf(
    '`true` if this is the stored response to an earlier request with the same `Idempotency-Key`.',
  ),
  // The runtime removes the hop-by-hop header from responses that it sends.
  Upgrade: headerOf('Protocol to use: `websocket`. Not sent over every connection.'),
} as const
type HeaderName = keyof typeof HEADERS

const headersNamed = (...names: (HeaderName | false)[]) =>
  Object.fromEntries(
    names.filter((name) => name !== false).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

export const namesInPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
export const isOpenToPasses = (operation: Operation, route: Route) =>
  route.surface === 'dashboard' && operation.isDoorWork === true
/** Whether a client can send the response's ETag as `If-None-Match`. */
export const hasReadableEtag = (operation: Operation, route: Route) =>
  route.method === 'GET' && (route.surface === 'open' ? route.secret !== true : operation.revised === true)

/** Whether the operation can return 404. An API key's own calendar is not named in the request and always exists. */
const canBeMissing = (operation: Operation, route: Route) =>
  namesInPath(route.path).length > 0 || (operation.subject !== 'none' && operation.subjectIn !== undefined)

/**
 * Whether the operation can return 400. Every write can, for an unsupported trial run (`unsupportedBrakes`). An invalid
 * path parameter returns 404, never 400.
 */
const takesInput = (operation: Operation, route: Route) =>
  (operation.query ?? operation.body ?? operation.subjectIn) !== undefined || route.method !== 'GET'

const when = (isSo: boolean, ...codes: Code[]) => (isSo ? codes : [])

/** Whether a repeated request gets the stored response, by its `Idempotency-Key` or by its quote. */
const isReplayed = (operation: Operation, route: Route) => isKeyed(operation, route) || operation.effects !== undefined

const codesOf = (operation: Operation, route: Route): Code[] => {
  const { scope, role, plan } = demandsOf(operation, route)
  const isByKey = route.surface === 'v1' && scope !== 'any'
  const isLimited = bucketOf(operation, route) !== null || route.surface !== 'open'
  const codes: Code[] = [
    ...when(takesInput(operation, route), 'validation_failed'),
    ...when(operation.body !== undefined, 'malformed_json'),
    ...when((operation.body ?? operation.takes) !== undefined, 'payload_too_large', 'unsupported_media_type'),
    ...when(route.surface !== 'open', 'unauthenticated'),
    // A door pass gets `scope_missing` for anything other than door work.
    ...when(isByKey || (route.surface === 'dashboard' && !isOpenToPasses(operation, route)), 'scope_missing'),
    ...when(plan !== null || isOpenToPasses(operation, route), 'plan_insufficient'),
    // Every member has at least the role STAFF, and non-members get 404, so routes for STAFF never return
    // `role_insufficient`.
    ...when(route.surface === 'dashboard' && role !== null && role !== 'STAFF', 'role_insufficient'),
    ...when(canBeMissing(operation, route), 'not_found'),
    ...when(
      route.surface !== 'open' && operation.subject !== 'none' && !isGoingOn(operation, route),
      'calendar_suspended',
    ),
    ...when(
      route.surface !== 'open' && operation.subject !== 'none' && !isAllowedBeforeErasure(operation, route),
      'erasure_pending',
    ),
    // API keys have scopes instead of a role.
    ...(operation.refusals ?? []).filter((code) => code !== 'role_insufficient' || route.surface !== 'v1'),
    ...when(operation.effects !== undefined, 'quote_changed'),
    ...when(isReplayed(operation, route), 'idempotency_in_progress'),
    ...when(isKeyed(operation, route), 'idempotency_key_reused'),
    // Stored responses of event operations can contain guest data, so an erasure deletes them.
    ...when(isReplayed(operation, route) && ['event', 'guest'].includes(operation.subject), 'answer_erased'),
    ...when(isLimited, 'rate_limited'),
    'unavailable',
  ]
  return [...new Set(codes)]
}

const codesByStatus = (operation: Operation, route: Route) => {
  const byStatus = Map.groupBy(codesOf(operation, route), (code) => REFUSALS[code].status)
  return [...byStatus].toSorted(([left], [right]) => left - right)
}

const TEXT: JsonSchema = { type: 'string' }

const refusalOf = (status: number, codes: Code[], operation: Operation, route: Route, book: SchemaBook): Described => ({
  description: `${WHY[status]} ${codes.length === 1 ? 'Code' : 'Codes'}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  headers: headersNamed(
    'X-Request-Id',
    status === 401 && 'WWW-Authenticate',
    (status === 429 || status === 503) && 'Retry-After',
    status === 429 && 'RateLimit-Policy',
    status === 426 && 'Upgrade',
    isKeyed(operation, route) && (status === 409 || status === 422) && 'Idempotent-Replayed',
  ),
  'x-codes': codes,
  content: {
    'application/json': {
      schema: book.add(ErrorBody(), 'output', 'Error'),
      examples: refusalExamples(book.examples, status, codes, route),
    },
    ...(operation.refusalPage === undefined ? {} : { 'text/html': { schema: TEXT } }),
  },
})

/**
 * Moves an error response that several operations share to `components.responses`. Errors with operation-specific codes
 * stay with their operation.
 */
const sharedOrNot = (operation: Operation, codes: Code[], refusal: Described, book: SchemaBook) =>
  operation.refusalPage !== undefined || codes.some((code) => operation.refusals?.includes(code) === true)
    ? refusal
    : book.share(codes.map(pascal).join('Or'), refusal)

const BINARY: JsonSchema = { type: 'string', format: 'binary' }
const isText = (mediaType: string) => mediaType.startsWith('text/') || mediaType.endsWith('json')

const Count = lazy(() => z.int().min(0))
const PageNumbers = lazy(() =>
  z.object({ page: z.int().min(1), limit: z.int().min(1), total: Count(), totalPages: Count() }),
)
const PageMeta = lazy(() => PageNumbers().meta({ id: 'PageMeta' }))

const envelope = (name: string, shape: z.ZodRawShape) => ({ name, schema: z.object(shape) })

/**
 * Returns the schema of a response body in the envelope of its surface, and its name: `EventResult`, `EventList` or
 * `EventPage` after the object in it, so that every operation that returns an event returns the same type.
 */
const envelopeOf = (answer: Exclude<Answer, { kind: 'raw' | 'bare' }>, operation: Operation, route: Route) => {
  const item = answer.item()
  const { id = pascal(operation.id) } = z.globalRegistry.get(item) ?? {}
  const message = z.string().optional()
  if (answer.kind === 'one') return envelope(`${id}Result`, { data: item, message })
  const data = z.array(item)
  if (answer.kind === 'list') return envelope(`${id}List`, { data, message })
  return route.path.startsWith('/v1/')
    ? envelope(`${id}Page`, { data, meta: PageMeta() })
    : envelope(`${id}FlatPage`, { data, ...PageNumbers().shape })
}

const schemasOf = (
  answer: Answer,
  operation: Operation,
  route: Route,
  book: SchemaBook,
): [mediaType: string, schema: JsonSchema][] => {
  const whole = `${pascal(operation.id)}Result`
  if (answer.kind === 'bare') return [['application/json', book.add(answer.item(), 'output', whole)]]
  if (answer.kind !== 'raw') {
    const { name, schema } = envelopeOf(answer, operation, route)
    return [['application/json', book.add(schema, 'output', name)]]
  }
  return Object.entries(answer.mediaTypes).map(([type, schema]) => [
    type,
    schema !== null ? book.add(schema(), 'output', whole) : isText(type) ? TEXT : BINARY,
  ])
}

const contentOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const answer = route.answer ?? operation.answer
  return Object.fromEntries(
    schemasOf(answer, operation, route, book).map(([type, schema]) => {
      const example = answerExample(book.examples, operation, route, answer, type)
      return [type, example === undefined ? { schema } : { schema, example }]
    }),
  )
}

const successOf = (operation: Operation, route: Route, book: SchemaBook): Described => {
  const content = contentOf(operation, route, book)
  return {
    description: OPERATION_TEXTS[operation.id]?.answered ?? 'Success.',
    headers: headersNamed(
      'X-Request-Id',
      bucketOf(operation, route) !== null && 'RateLimit-Policy',
      (operation.revised === true || hasReadableEtag(operation, route)) && 'ETag',
      isKeyed(operation, route) && 'Idempotent-Replayed',
    ),
    ...(Object.keys(content).length === 0 ? {} : { content }),
  }
}

export const responsesOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const responses: Record<string, Described | { $ref: string }> = {
    [String(operation.status ?? 200)]: successOf(operation, route, book),
  }
  if (hasReadableEtag(operation, route)) {
    responses['304'] = book.share('NotModified', {
      description: 'The revision in `If-None-Match` is current.',
      headers: headersNamed('X-Request-Id', 'ETag'),
    })
  }
  for (const [status, description] of Object.entries(OPERATION_TEXTS[operation.id]?.also ?? {})) {
    responses[status] = { description, headers: headersNamed('X-Request-Id') }
  }
  for (const [status, codes] of codesByStatus(operation, route)) {
    if (status === OPERATION_TEXTS[operation.id]?.statusWhenDown) {
      responses[String(status)] = {
        ...successOf(operation, route, book),
        headers: headersNamed('X-Request-Id', 'Retry-After'),
      }
      continue
    }
    responses[String(status)] = sharedOrNot(operation, codes, refusalOf(status, codes, operation, route, book), book)
  }
  return responses
}
