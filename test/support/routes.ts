import { inject } from 'vitest'
import type { Operation, Route } from '../../src/operation/operation.ts'
import { templateOf } from '../../src/kernel/route-pattern.ts'
import { registry } from '../../src/registry.ts'
import { send, type Answered } from './api.ts'
import type { World } from './worlds.ts'

/** One route of an operation. */
export interface Way {
  line: string
  operation: Operation
  route: Route
}

export const ways: readonly Way[] = registry.flatMap((operation) =>
  operation.routes.map((route) => ({ line: `${route.method} ${route.path}`, operation, route })),
)

/** All routes that require a credential. */
export const closedWays = ways.filter(({ route }) => route.surface !== 'open')

/** Returns `{method} {path}` without parameter names, which may differ between two contracts. */
export const shapeOf = (line: string) => line.replaceAll(/:\w+/g, ':')

/** Whether the operation's own test states the access rules. For all other routes the contract does. */
export const isStated = ({ line }: Way) => inject('stated').includes(line)

const namesCalendarItself = ({ operation, route }: Way) =>
  operation.subject === 'calendar' && route.path.includes('/:slug')
const namesCalendarElsewhere = (way: Way) => way.operation.subject === 'calendar' && !namesCalendarItself(way)

/** Whether the request names the calendar or event, so that a test can name a wrong one. */
export const namesSubject = (way: Way) =>
  way.operation.subject !== 'none' && (!namesCalendarElsewhere(way) || way.operation.subjectIn !== undefined)

const unknownIn = (collection: string) => `${collection}-unknown-0000000000`

/** Path parameters that name the subject. */
const SUBJECT_PARAMS: Record<Operation['subject'], readonly string[]> = {
  none: [],
  calendar: ['slug'],
  series: ['seriesId'],
  event: ['eventId'],
  eventBySlug: ['slug', 'eventId'],
  guest: ['rsvpId'],
}

/** Returns the parameters of objects that belong to the subject: a guest of the event, a webhook of the calendar. */
export const namesBelow = ({ operation, route }: Way) =>
  [...route.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].filter(
    ([, , name]) => !SUBJECT_PARAMS[operation.subject].includes(name as string),
  )

/** Returns the path with the subject of `world` and the subordinate objects of `below`. */
export const pathIn = (way: Way, world: World, below: World = world) => {
  const isSubject = (name: string) => SUBJECT_PARAMS[way.operation.subject].includes(name)
  const path = way.route.path.replaceAll(/\/([\w-]+)\/:(\w+)/g, (_whole, collection: string, name: string) => {
    const from = isSubject(name) ? world : below
    const value =
      name === 'slug'
        ? way.operation.subject === 'calendar'
          ? from.slug
          : from.eventSlug
        : (from.ids[collection] ?? unknownIn(collection))
    return `/${collection}/${encodeURIComponent(value)}`
  })
  return way.operation.subjectIn === 'query' && namesCalendarElsewhere(way)
    ? `${path}?calendarSlug=${world.slug}`
    : path
}

export interface Asked {
  as?: string
  token?: string
  key?: string
  headers?: Record<string, string>
}

/** Without it, a rehearsal plays 300 guests, which takes 12 seconds of the machine. */
const SMALL: Readonly<Record<string, object>> = { 'rehearsals.create': { guests: 1 } }

/** Sends the minimum that reaches the access check: an empty JSON body if the route has one, and the subject. */
export const ask = (way: Way, world: World, asked: Asked, more: Record<string, unknown> = {}) => {
  const named = way.operation.subjectIn === 'body' && namesCalendarElsewhere(way) ? { calendarSlug: world.slug } : {}
  const json = way.operation.body === undefined ? {} : { json: { ...named, ...SMALL[way.operation.id], ...more } }
  return send(`${way.route.method} ${pathIn(way, world)}`, { ...asked, ...json })
}

let document: Promise<Answered> | null = null
/** Fetches the document once per test file: it is large, and every route needs it. */
const documentOnce = async () => (await (document ??= send('GET /v1/openapi.json'))).body

/** Returns the example body and query of a route from the OpenAPI document. */
export const documentedCall = async ({ route }: Way) => {
  const described = (await documentOnce()).paths[templateOf(route.path)][route.method.toLowerCase()] as {
    parameters: { name: string; in: string; required: boolean; example?: string; schema: { enum?: string[] } }[]
    requestBody?: { content: Record<string, { example?: unknown }> }
  }
  const query = described.parameters
    .filter((parameter) => parameter.in === 'query' && parameter.required)
    .map(({ name, example, schema }) => `${name}=${encodeURIComponent(example ?? schema.enum?.[0] ?? 'text')}`)
  const json = described.requestBody?.content['application/json']?.example
  return { query: query.length === 0 ? '' : `?${query.join('&')}`, ...(json === undefined ? {} : { json }) }
}

/** Replaces the request id, which differs for every request. */
export const sameButForId = (body: Record<string, unknown>) => ({ ...body, requestId: 'req' })

/** Keeps the subject of a world and drops everything that belongs to it. */
export const nowhereBut = (world: World): World => ({ ...world, ids: { events: world.ids['events'] as string } })

/** Returns the complete answer with the request id replaced, to compare bytes. */
export const bytesButForId = ({ status, headers, text }: Answered) => {
  const id = headers.get('X-Request-Id') ?? ''
  const { 'x-request-id': _id, ...head } = Object.fromEntries(headers)
  return { status, head, text: text.replaceAll(id, 'req') }
}
