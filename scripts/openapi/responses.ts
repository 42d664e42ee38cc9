import * as z from 'zod'
import { lazily } from '../../src/kernel/lazily.ts'
import { bucketOf, demandsOf } from '../../src/operation/compile.ts'
import { answerExample, refusalExamples } from './examples.ts'
import type { Described, JsonSchema, SchemaBook } from './schema-book.ts'
import type { Answer, Operation, Route } from '../../src/operation/operation.ts'
import { STATUS_OF_REFUSAL } from '../../src/operation/refusals.ts'

const ErrorBody = lazily(() =>
  z
    .object({
      statusCode: z.int(),
      message: z.string().meta({ description: 'For people; it may be worded anew at any time.' }),
      errors: z
        .array(
          z.object({
            field: z.string().meta({ description: 'A dotted path such as `tickets.0.price`.' }),
            message: z.string(),
          }),
        )
        .meta({ description: 'What is wrong with which field; often empty.' }),
      code: z.string().meta({ description: 'For programs: stable.' }),
      requestId: z.string().meta({ description: 'The same as in `X-Request-Id`.' }),
      data: z.unknown().optional().meta({ description: 'What stands in the way, with some codes.' }),
    })
    .meta({ id: 'Error', description: 'Every refusal has this form.' }),
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

const headerOf = (description: string, required = false) => ({ description, required, schema: { type: 'string' } })

export const HEADERS = {
  'X-Request-Id': headerOf('Names this request; tell it to support.', true),
  'RateLimit-Policy': headerOf('`"<bucket>";q=<calls>;w=<seconds>`: how many calls the caller has in which time.'),
  'Retry-After': headerOf('Seconds to wait.', true),
  'WWW-Authenticate': headerOf('The credential that is asked for.', true),
  ETag: headerOf('Names this state; send it as `If-None-Match` to read, as `If-Match` to change.'),
  'Idempotent-Replayed': headerOf('`true` on the kept answer of an earlier request with the same `Idempotency-Key`.'),
  Upgrade: headerOf('`websocket`', true),
} as const
type HeaderName = keyof typeof HEADERS

const headersNamed = (...names: (HeaderName | false)[]) =>
  Object.fromEntries(
    names.filter((name) => name !== false).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
  )

export const namesInPath = (path: string) => [...path.matchAll(/:(\w+)/g)].map(([, name]) => name as string)
export const isKeyed = (route: Route) => route.method === 'POST' && route.surface !== 'open'
export const isOpenToPasses = (operation: Operation, route: Route) =>
  route.surface === 'dashboard' && operation.isDoorWork === true
/** Whether the answer has an ETag that a reader can ask with. */
export const hasReadableEtag = (operation: Operation, route: Route) =>
  route.method === 'GET' && (route.surface === 'open' ? route.secret !== true : operation.revised === true)

/** A calendar that is the key's own and that no request names cannot be missing. */
const canBeMissing = (operation: Operation, route: Route) =>
  namesInPath(route.path).length > 0 || (operation.subject !== 'none' && operation.subjectIn !== undefined)

const codesByStatus = (operation: Operation, route: Route) => {
  const codes = new Map<number, string[]>()
  const add = (status: number, ...more: string[]) => codes.set(status, [...(codes.get(status) ?? []), ...more])
  const demands = demandsOf(operation, route)
  const takesInput =
    (operation.query ?? operation.params ?? operation.body ?? operation.subjectIn) !== undefined || isKeyed(route)
  if (takesInput) add(400, 'validation_failed')
  if (operation.body !== undefined) {
    add(400, 'malformed_json')
    add(413, 'payload_too_large')
    add(415, 'unsupported_media_type')
  }
  if (route.surface !== 'open') add(401, 'unauthenticated')
  if (route.surface === 'v1' && demands.scope !== 'any') add(403, 'scope_missing')
  if (demands.plan !== null || isOpenToPasses(operation, route)) add(403, 'plan_insufficient')
  // A door pass is refused so wherever no door is.
  if (route.surface === 'dashboard') add(403, 'role_insufficient')
  if (canBeMissing(operation, route)) add(404, 'not_found')
  if (operation.ifMatch === true) add(412, 'precondition_failed')
  for (const code of operation.refusals ?? []) add(STATUS_OF_REFUSAL[code] ?? 409, code)
  if (isKeyed(route)) {
    add(409, 'idempotency_in_progress')
    add(422, 'idempotency_key_reused')
  }
  if (bucketOf(operation, route) !== null || route.surface !== 'open') add(429, 'rate_limited')
  add(503, 'unavailable')
  return [...codes].toSorted(([left], [right]) => left - right)
}

const refusalOf = (status: number, codes: string[], route: Route, book: SchemaBook): Described => ({
  description: `${WHY[status]} ${codes.length === 1 ? 'Code' : 'Codes'}: ${codes.map((code) => `\`${code}\``).join(', ')}.`,
  headers: headersNamed(
    'X-Request-Id',
    status === 401 && 'WWW-Authenticate',
    (status === 429 || status === 503) && 'Retry-After',
    status === 429 && 'RateLimit-Policy',
    status === 426 && 'Upgrade',
    isKeyed(route) && (status === 409 || status === 422) && 'Idempotent-Replayed',
  ),
  content: {
    'application/json': {
      schema: book.add(ErrorBody(), 'output'),
      examples: refusalExamples(book.examples, status, codes),
    },
  },
})

const pascal = (code: string) => code.replaceAll(/(?:^|_)(\w)/g, (_whole, letter: string) => letter.toUpperCase())

/** Refusals that many operations share are written once; those of few stand where they belong. */
const sharedOrNot = (operation: Operation, codes: string[], refusal: Described, book: SchemaBook) =>
  codes.some((code) => operation.refusals?.includes(code) === true)
    ? refusal
    : book.share(codes.map(pascal).join('Or'), refusal)

const TEXT: JsonSchema = { type: 'string' }
const BINARY: JsonSchema = { type: 'string', format: 'binary' }

const Count = lazily(() => z.int().min(0))
const PageNumbers = lazily(() =>
  z.object({ page: z.int().min(1), limit: z.int().min(1), total: Count(), totalPages: Count() }),
)
const PageMeta = lazily(() => PageNumbers().meta({ id: 'PageMeta' }))

/** What a verb returned, wrapped as the surface wraps it. */
const envelopeOf = (answer: Exclude<Answer, { kind: 'raw' }>, route: Route): z.ZodType => {
  const item = answer.item()
  if (answer.kind === 'bare') return item
  if (answer.kind !== 'page') {
    return z.object({ data: answer.kind === 'list' ? z.array(item) : item, message: z.string().optional() })
  }
  const data = z.array(item)
  return route.path.startsWith('/v1/')
    ? z.object({ data, meta: PageMeta() })
    : z.object({ data, ...PageNumbers().shape })
}

const schemasOf = (answer: Answer, route: Route, book: SchemaBook): [mediaType: string, schema: JsonSchema][] => {
  if (answer.kind !== 'raw') return [['application/json', book.add(envelopeOf(answer, route), 'output')]]
  return Object.entries(answer.mediaTypes).map(([type, schema]) => [
    type,
    schema !== null ? book.add(schema(), 'output') : type.startsWith('image/') ? BINARY : TEXT,
  ])
}

const contentOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const answer = route.answer ?? operation.answer
  return Object.fromEntries(
    schemasOf(answer, route, book).map(([type, schema]) => {
      const example = answerExample(book.examples, operation, route, answer, type)
      return [type, example === undefined ? { schema } : { schema, example }]
    }),
  )
}

const successOf = (operation: Operation, route: Route, book: SchemaBook): Described => {
  const content = contentOf(operation, route, book)
  return {
    description: operation.answered ?? operation.summary,
    headers: headersNamed(
      'X-Request-Id',
      bucketOf(operation, route) !== null && 'RateLimit-Policy',
      (operation.revised === true || hasReadableEtag(operation, route)) && 'ETag',
      isKeyed(route) && 'Idempotent-Replayed',
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
      description: 'What `If-None-Match` names is still current.',
      headers: headersNamed('X-Request-Id', 'ETag'),
    })
  }
  for (const [status, codes] of codesByStatus(operation, route)) {
    if (status === operation.statusWhenDown) {
      responses[String(status)] = {
        ...successOf(operation, route, book),
        headers: headersNamed('X-Request-Id', 'Retry-After'),
      }
      continue
    }
    responses[String(status)] = sharedOrNot(operation, codes, refusalOf(status, codes, route, book), book)
  }
  return responses
}
