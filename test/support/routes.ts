import { inject } from 'vitest'
import type { Operation, Route } from '../../src/operation/operation.ts'
import { templateOf } from '../../src/kernel/route-pattern.ts'
import { registry } from '../../src/registry.ts'
import { send, type Answered } from './api.ts'
import type { World } from './worlds.ts'

/** One way in: an operation at one of its addresses. */
export interface Way {
  line: string
  operation: Operation
  route: Route
}

export const ways: readonly Way[] = registry.flatMap((operation) =>
  operation.routes.map((route) => ({ line: `${route.method} ${route.path}`, operation, route })),
)

/** Every way in but those that ask for no credential. */
export const closedWays = ways.filter(({ route }) => route.surface !== 'open')

/** `{method} {path}` with the names of parameters left out: two contracts may call one place differently. */
export const shapeOf = (line: string) => line.replaceAll(/:\w+/g, ':')

/** Its own test says what it asks for; of all others the contract does. */
export const isStated = ({ line }: Way) => inject('stated').includes(line)

const namesCalendarItself = ({ operation, route }: Way) =>
  operation.subject === 'calendar' && route.path.includes('/:slug')
const namesCalendarElsewhere = (way: Way) => way.operation.subject === 'calendar' && !namesCalendarItself(way)

/** Whether the caller says which calendar or event is meant, so that a wrong one can be named. */
export const namesSubject = (way: Way) =>
  way.operation.subject !== 'none' && (!namesCalendarElsewhere(way) || way.operation.subjectIn !== undefined)

const unknownIn = (collection: string) => `${collection}-unknown-0000000000`

/** The parameters that name the subject itself, as far as the path does. */
const SUBJECT_PARAMS: Record<Operation['subject'], readonly string[]> = {
  none: [],
  calendar: ['slug'],
  series: ['seriesId'],
  event: ['eventId'],
  eventBySlug: ['slug', 'eventId'],
  guest: ['rsvpId'],
}

/** The parameters below the subject: a guest of the event, a webhook of the calendar. */
export const namesBelow = ({ operation, route }: Way) =>
  [...route.path.matchAll(/\/([\w-]+)\/:(\w+)/g)].filter(
    ([, , name]) => !SUBJECT_PARAMS[operation.subject].includes(name as string),
  )

/** The path of a way with the subject of one world and what lies below it of another. */
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

/** Asks as little as the gate needs: a JSON body where one belongs, and the subject where it is named. */
export const ask = (way: Way, world: World, asked: Asked, more: Record<string, unknown> = {}) => {
  const named = way.operation.subjectIn === 'body' && namesCalendarElsewhere(way) ? { calendarSlug: world.slug } : {}
  const json = way.operation.body === undefined ? {} : { json: { ...named, ...more } }
  return send(`${way.route.method} ${pathIn(way, world)}`, { ...asked, ...json })
}

let document: Promise<Answered> | null = null
/** Read once a file: it is large, and every way in asks for it. */
const documentOnce = async () => (await (document ??= send('GET /v1/openapi.json'))).body

/** The body and the query that the service's own document gives as an example for a way in. */
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

/** An error without what is its own at every request. */
export const sameButForId = (body: Record<string, unknown>) => ({ ...body, requestId: 'req' })

/** The subject of this world, with nothing of it below. */
export const nowhereBut = (world: World): World => ({ ...world, ids: { events: world.ids['events'] as string } })

/** The whole of an answer, byte for byte, without what is its own at every request. */
export const bytesButForId = ({ status, headers, text }: Answered) => {
  const id = headers.get('X-Request-Id') ?? ''
  const { 'x-request-id': _id, ...head } = Object.fromEntries(headers)
  return { status, head, text: text.replaceAll(id, 'req') }
}
