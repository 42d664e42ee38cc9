import { callOf, paramExample } from './examples.ts'
import type { JsonSchema, SchemaBook } from './json-schema.ts'
import { queryProse } from './openapi-prose.ts'
import { hasReadableEtag, isKeyed, namesInPath } from './openapi-responses.ts'
import type { Operation, Route } from './operation.ts'

const IN_PATH: Record<string, string> = {
  eventId: 'The id of the event.',
  ticketId: 'The id of the ticket.',
  guestId: 'The id of the guest.',
  rsvpId: 'The id of the guest whose place is handed on.',
  checkinId: 'The id of the check-in.',
  orderId: 'The id of the order.',
  couponId: 'The id of the coupon.',
  keyId: 'The id of the API key.',
  userId: "The user's id: the `sub` of their session token.",
  qrCode: 'The code: `qr_` and 22 letters or digits.',
  manageToken: 'The secret at the end of `manageUrl`.',
  token: 'The secret of the link.',
}

const BY_COLLECTION: Record<string, string> = {
  webhooks: 'The id of the webhook.',
  'webhook-deliveries': 'The id of the delivery.',
  'scheduled-exports': 'The id of the scheduled export.',
}

const describeInPath = (operation: Operation, route: Route, name: string) => {
  if (name === 'slug')
    return operation.subject === 'eventBySlug' ? 'The slug of the event.' : 'The slug of the calendar.'
  if (name === 'eventId' && operation.subject === 'eventBySlug') return 'The slug or the id of the event.'
  const collection = route.path.split(`/:${name}`)[0]?.split('/').at(-1) ?? ''
  return IN_PATH[name] ?? BY_COLLECTION[collection] ?? 'An id.'
}

const headerOf = (name: string, description: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  schema: { type: 'string' },
})

/** The calendar is asked for by name only where neither the path nor the key names it. */
const namesCalendarInQuery = (operation: Operation, route: Route) =>
  operation.subjectIn === 'query' && route.surface === 'dashboard' && !route.path.includes('/:slug')

const queryOf = (operation: Operation, route: Route, book: SchemaBook) => {
  const query = operation.query === undefined ? {} : book.add(operation.query(), 'input')
  const required = (query.required ?? []) as string[]
  return Object.entries((query.properties ?? {}) as Record<string, JsonSchema>).flatMap(([name, schema]) => {
    const isCalendar = name === 'calendarSlug'
    if (isCalendar && !namesCalendarInQuery(operation, route)) return []
    const { description, examples, ...rest } = schema
    const [given] = (examples ?? []) as unknown[]
    const asked = isCalendar
      ? paramExample(book.examples, operation, route, 'slug')
      : callOf(book.examples, operation, route)?.query?.[name]
    const example = asked === undefined ? given : schema.type === 'integer' ? Number(asked) : asked
    return [
      {
        name,
        in: 'query',
        required: isCalendar || required.includes(name),
        description: isCalendar ? 'The slug of the calendar.' : queryProse(operation.id, name, description),
        schema: rest,
        ...withExample(example),
      },
    ]
  })
}

const withExample = (example: unknown) => (example === undefined ? {} : { example })

export const parametersOf = (operation: Operation, route: Route, book: SchemaBook) => [
  ...namesInPath(route.path).map((name) => ({
    name,
    in: 'path',
    required: true,
    description: describeInPath(operation, route, name),
    schema: { type: 'string' },
    ...withExample(paramExample(book.examples, operation, route, name)),
  })),
  ...queryOf(operation, route, book),
  ...(isKeyed(route)
    ? [headerOf('Idempotency-Key', 'Makes a repetition within 24 hours return the first answer.')]
    : []),
  ...(operation.ifMatch === true
    ? [headerOf('If-Match', 'The ETag that was read: the change is refused if it is no longer current.')]
    : []),
  ...(hasReadableEtag(operation, route)
    ? [headerOf('If-None-Match', 'The ETag that is known: the answer is 304 while it is current.')]
    : []),
  ...Object.entries(operation.takes?.headers ?? {}).map(([name, description]) => headerOf(name, description, true)),
]
