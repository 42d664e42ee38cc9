import * as z from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Bucket } from '../access/rate-limit.ts'
import type { Scope } from '../access/scopes.ts'
import type { SubjectName } from '../access/subjects.store.ts'
import type { Read } from '../db/database.ts'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import type { Deps } from '../deps.ts'
import type { Instant } from '../kernel/time.ts'
import { lazily, type Given, type Lazy, type Parsed } from '../kernel/lazily.ts'
import type { Page } from '../kernel/page.ts'
import type { Plan, Role } from '../kernel/vocabulary.ts'

export type Surface = 'v1' | 'dashboard' | 'open'
export type Badge = 'live' | 'divergent' | 'preview' | 'planned'
export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'

/** What `data` holds and how the surface wraps it. */
export type Answer =
  | { kind: 'one' | 'list' | 'page'; item: Lazy<z.ZodType> }
  | { kind: 'bare'; item: Lazy<z.ZodType> }
  | { kind: 'raw'; mediaTypes: Readonly<Record<string, Lazy<z.ZodType> | null>> }

export const one = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'one' as const, item })
export const listOf = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'list' as const, item })
export const pageOf = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'page' as const, item })
/** The body as it is, in no envelope. */
export const bare = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'bare' as const, item })
/** A Response that the verb makes itself: its media types, and the schema of what is JSON. */
export const raw = (mediaTypes: Readonly<Record<string, Lazy<z.ZodType> | null>>) => ({
  kind: 'raw' as const,
  mediaTypes,
})

export const Deleted = lazily(() => z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' }))
export const deleted = (id: string) => ({ id, deleted: true as const })

export type OutputOf<A extends Answer> = A extends { kind: 'one' | 'bare'; item: infer Item extends Lazy<z.ZodType> }
  ? Given<Item>
  : A extends { kind: 'list'; item: infer Item extends Lazy<z.ZodType> }
    ? Given<Item>[]
    : A extends { kind: 'page'; item: infer Item extends Lazy<z.ZodType> }
      ? Page<Given<Item>>
      : Response

export interface Route {
  surface: Surface
  method: Method
  path: string
  badge: Badge
  /** The other form of the same answer, where a surface shows fewer fields. */
  answer?: Answer
  /** The plan this surface asks for; every v1 route asks for PRO by itself. */
  plan?: Plan
  /** Why a route differs from the target contract: the path in force today, or the path that replaces this one. */
  current?: string
  successor?: string
  /** The URL itself is a credential: no CORS, no shared cache. */
  secret?: boolean
}

type RouteLine = `${Method} /${string}`
type RouteExtras = Partial<Pick<Route, 'badge' | 'answer' | 'plan' | 'current' | 'successor' | 'secret'>>

const routeOn =
  (surface: Surface) =>
  (line: RouteLine, { badge = 'live', ...extras }: RouteExtras = {}): Route => {
    const [method, path] = line.split(' ') as [Method, string]
    return { surface, method, path, badge, ...extras }
  }

/** `/v1`, by API key. */
export const v1 = (line: RouteLine, extras?: RouteExtras) => {
  const [method, path] = line.split(' ')
  return routeOn('v1')(`${method as Method} /v1${path}`, extras)
}
/** By session token. */
export const dashboard = routeOn('dashboard')
/** By nobody in particular. */
export const open = routeOn('open')

/**
 * What the gate loads before the verb runs, and who may reach it.
 * `calendar` is named by `:slug`, else by `calendarSlug` where `subjectIn` says, else it is the key's own;
 * `event` is named by `:eventId`; `guest` by `:rsvpId` stands for that guest's event.
 */
export type Subject = 'none' | 'calendar' | 'event' | 'eventBySlug' | 'guest'

type Gated<S extends Subject> = S extends 'none'
  ? { calendar: null; event: null }
  : S extends 'calendar'
    ? { calendar: CalendarRow; event: null }
    : { calendar: CalendarRow; event: EventRow }

/** What a request asks, before anybody knows who asks or whether the subject is theirs. */
export interface Asked<Params = unknown, Query = unknown, Body = unknown> {
  name: SubjectName
  surface: Surface
  params: Params
  query: Query
  body: Body
}

export type Call<
  Params = unknown,
  Query = unknown,
  Body = unknown,
  S extends Subject = Subject,
  Found = unknown,
> = Gated<S> & {
  params: Params
  query: Query
  body: Body
  actor: Actor
  surface: Surface
  request: Request
  requestId: string
  /** The caller's network address, as far as it can be trusted. */
  address: string
  /** The revision in `If-Match`, checked by the verb in the statement that writes. */
  ifMatch: string | null
  idempotencyKey: string | null
  /** What was read ahead; null where nothing was. */
  ahead: Found | null
}

/** An answer with more to it than its data. */
export class Reply<Output> {
  readonly data: Output
  readonly extras: {
    message?: string
    revision?: number
    status?: number
    headers?: Record<string, string>
    until?: Instant
    /** Whose change makes the answer stale, where the gate has loaded no subject. */
    owner?: string
  }

  constructor(data: Output, extras: Reply<Output>['extras']) {
    this.data = data
    this.extras = extras
  }
}
export const reply = <Output>(data: Output, extras: Reply<Output>['extras']) => new Reply(data, extras)

type SchemaOutput<Schema> = Schema extends Lazy<z.ZodType> ? Parsed<Schema> : Record<string, never>

interface Declaration<
  S extends Subject,
  A extends Answer,
  P extends Lazy<z.ZodObject> | undefined,
  Q extends Lazy<z.ZodObject> | undefined,
  B extends Lazy<z.ZodType> | undefined,
  F,
> {
  id: string
  summary: string
  description?: string
  subject: S
  subjectIn?: 'query' | 'body'
  /** Asked of a key; `any` is a key with whatever scopes. */
  scope?: Scope | 'any'
  /** Asked of a session on the subject's calendar; `OPERATOR` is who runs the service. */
  role?: Role | 'OPERATOR'
  /** The bucket that calls are counted in, where it is not the surface's own. */
  limit?: Bucket | 'none'
  routes: Route[]
  params?: P
  query?: Q
  body?: B
  bodyLimitBytes?: number
  answer: A
  status?: 101 | 200 | 201
  /** Open to the holder of a door pass, at the event of the pass. */
  isDoorWork?: boolean
  /** A WebSocket that a browser may open with `?ticket=` in place of a header. */
  takesLiveTicket?: boolean
  ifMatch?: boolean
  /** The answer carries the revision as its ETag. */
  revised?: boolean
  /** For the document, where the verb reads the body as it came. */
  takes?: {
    mediaType: string
    schema: Record<string, unknown>
    required: boolean
    description: string
    headers?: Record<string, string>
  }
  /** What a success means, where the summary does not say it. */
  answered?: string
  /** The same body comes with this status too. */
  statusWhenDown?: 503
  /** Refusals of the verb itself, beside those that every operation of its kind can give. */
  refusals?: readonly string[]
  /** The verb keeps `Idempotency-Key` itself, as the desk does. */
  ownIdempotency?: boolean
  /** Open GETs whose answer is kept at the edge until its calendar changes, and this long at most. */
  cached?: { seconds: number }
  /**
   * Finds what an earlier, interrupted run of a POST has made. Without it the verb must be one that
   * can simply run again.
   */
  recover?(
    effectId: string,
    call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>, S>,
    deps: Deps,
  ): Promise<OutputOf<A> | Reply<OutputOf<A>> | null>
  /**
   * What can be read with no more than the request: it shares the gate's trip to the database. Nobody sees it where
   * the gate refuses. Null where this request needs more than that, and the verb reads for itself.
   */
  ahead?(asked: Asked<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>>, deps: Deps): Read<F> | null
  run(
    call: Call<SchemaOutput<P>, SchemaOutput<Q>, SchemaOutput<B>, S, F>,
    deps: Deps,
  ): Promise<OutputOf<A> | Reply<OutputOf<A>>>
}

/** An operation as the registry holds it: checked when declared, its types then forgotten. */
export interface Operation extends Omit<
  Declaration<Subject, Answer, undefined, undefined, undefined, unknown>,
  'params' | 'query' | 'body' | 'run' | 'recover' | 'ahead'
> {
  params?: Lazy<z.ZodObject>
  query?: Lazy<z.ZodObject>
  body?: Lazy<z.ZodType>
  run(call: Call, deps: Deps): Promise<unknown>
  ahead?(asked: Asked, deps: Deps): Read<unknown> | null
  recover?(effectId: string, call: Call, deps: Deps): Promise<unknown>
}

export const operation = <
  S extends Subject,
  A extends Answer,
  P extends Lazy<z.ZodObject> | undefined = undefined,
  Q extends Lazy<z.ZodObject> | undefined = undefined,
  B extends Lazy<z.ZodType> | undefined = undefined,
  F = unknown,
>(
  declaration: Declaration<S, A, P, Q, B, F>,
): Operation => declaration as unknown as Operation
