import type * as z from 'zod'
import type { Actor } from '../access/actor.ts'
import type { Access, AccessOn } from '../access/demands.ts'
import type { Bucket } from '../access/rate-limit.ts'
import type { SubjectName } from '../access/subjects.store.ts'
import type { CalendarRow, EventRow } from '../db/rows.ts'
import type { Read } from '../db/statement.ts'
import type { Deps } from '../deps.ts'
import type { Code, CommonCode, Failure } from '../kernel/failure.ts'
import type { Lazy, SchemaOutput } from '../kernel/lazy.ts'
import type { Role } from '../kernel/vocabulary.ts'
import type { Answer, OutputOf, Reply } from './answer.ts'
import type { ParamsOf, Route, Surface } from './route.ts'

export { bare, deleted, Deleted, listOf, one, pageOf, raw, Reply, reply, type Answer } from './answer.ts'
export { badgeOf, both, dashboard, open, v1, type Line, type Route, type Surface } from './route.ts'

/**
 * The object that the gate (the access checks) loads before the verb runs. The caller needs access to its calendar.
 * - `calendar`: named by `:slug`, else by `calendarSlug` in `subjectIn`, else the key's own calendar
 * - `series`: the calendar of the series in `:seriesId`
 * - `event`: `:eventId`
 * - `guest`: the event of the guest in `:rsvpId`
 */
export type Subject = 'none' | 'calendar' | 'series' | 'event' | 'eventBySlug' | 'guest'

type Gated<S extends Subject> = S extends 'none'
  ? { calendar: null; event: null }
  : S extends 'calendar' | 'series'
    ? { calendar: CalendarRow; event: null }
    : { calendar: CalendarRow; event: EventRow }

/** A parsed request, before it is authenticated and before its subject is loaded. */
export interface ParsedRequest<Params = unknown, Query = unknown, Body = unknown> {
  /** The subject named in the path, if any. */
  name: SubjectName | null
  surface: Surface
  params: Params
  query: Query
  body: Body
}

/** Input of a verb, the `run` function of an operation: a request that has passed every check. */
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
  /** Assistant that makes the request for the actor, as its program names itself. Null for all other requests. */
  via: string | null
  /** The session's role on the calendar; null for all other actors. */
  role: Role | null
  surface: Surface
  request: Request
  /** The raw body, at most `bodyLimitBytes`. */
  bytes: Uint8Array<ArrayBuffer>
  requestId: string
  /** Whether the request is a dry run or carries out a quote. A verb then makes one commit, so that nothing comes between. */
  isQuoted: boolean
  /** The caller's IP address, from `CF-Connecting-IP`, or from `X-Forwarded-For` with `TRUST_PROXY`. */
  address: string
  /** The revisions in `If-Match`, separated by commas. The verb must check them in the same SQL statement that writes. */
  ifMatch: string | null
  /** Result of `Declaration.ahead`; null if it read nothing. */
  ahead: Found | null
}

type OutputOrNothing<Schema> = Schema extends Lazy<z.ZodType> ? SchemaOutput<Schema> : Record<string, never>

/**
 * What a write can do besides changing its object: email people, refund money or open orders to pay, cancel events or
 * guests, delete objects. An operation with effects takes `Dry-Run` and `Quote`.
 */
export const EFFECTS = ['mails', 'money', 'cancels', 'deletes'] as const
export type Effect = (typeof EFFECTS)[number]

interface Described {
  id: string
  summary: string
  description?: string
  subjectIn?: 'query' | 'body'
  /** Overrides the surface's rate limit bucket. */
  limit?: Bucket | 'none'
  bodyLimitBytes?: number
  /** Media types of a non-JSON body. The verb reads it from `bytes`. */
  takes?: readonly string[]
  status?: 101 | 200 | 201 | 202 | 302
  /** Whether a door pass may call the operation, for the event that the pass is for. */
  isDoorWork?: boolean
  /** Whether the operation may write while the calendar is suspended or about to be erased. */
  goesOn?: boolean
  /** Whether browsers may open the WebSocket with `?ticket=`, because they can't set headers on it. */
  takesLiveTicket?: boolean
  ifMatch?: boolean
  /** Never set on an operation with open routes. */
  effects?: readonly Effect[]
  /** Whether the response has the revision as its ETag. */
  revised?: boolean
  /** Renders refusals as HTML for browsers. API clients get the usual JSON. */
  refusalPage?(
    failure: Failure | null,
    params: Record<string, string>,
    request: Request,
  ): Promise<{ text: string; policy: string }>
  /** For open GETs: `edgeCache` keeps the response until the calendar changes, and no longer than this many seconds. */
  cached?: { seconds: number }
}

interface Declaration<
  Routes extends readonly Route[],
  S extends Subject,
  A extends Answer,
  Q extends Lazy<z.ZodObject> | undefined,
  B extends Lazy<z.ZodType> | undefined,
  F,
  Codes extends readonly Code[],
> extends Described {
  subject: S
  routes: Routes
  query?: Q
  body?: B
  answer: A
  /** Error codes specific to this verb, in addition to the `CommonCode`s. */
  refusals?: Codes
  /**
   * Reads that depend only on the request, so that they share the round trip to D1 in which the gate reads. If the gate
   * refuses the call, their rows are discarded. Returns null for a request that needs other data too; the verb then
   * does its own reads.
   */
  ahead?(
    asked: ParsedRequest<ParamsOf<Routes>, OutputOrNothing<Q>, OutputOrNothing<B>>,
    deps: Deps,
  ): Read<F> | null | Promise<Read<F> | null>
  /**
   * Finds the effect of an earlier, interrupted run with the same key. A POST without `recover` must be safe to run
   * again. Other methods accept an `Idempotency-Key` only if the operation has `recover`.
   */
  recover?(
    effectId: string,
    call: Call<ParamsOf<Routes>, OutputOrNothing<Q>, OutputOrNothing<B>, S>,
    deps: Deps,
  ): Promise<OutputOf<A> | Reply<OutputOf<A>> | Failure<NoInfer<Codes[number]> | CommonCode> | null>
  run(
    call: Call<ParamsOf<Routes>, OutputOrNothing<Q>, OutputOrNothing<B>, S, F>,
    deps: Deps,
  ): Promise<OutputOf<A> | Reply<OutputOf<A>> | Failure<NoInfer<Codes[number]> | CommonCode>>
}

/** A declared operation without its type parameters, as stored in the registry. */
export interface Operation extends Described {
  subject: Subject
  routes: readonly Route[]
  access?: Access
  query?: Lazy<z.ZodObject>
  body?: Lazy<z.ZodType>
  answer: Answer
  refusals?: readonly Code[]
  ahead?(asked: ParsedRequest, deps: Deps): Read<unknown> | null | Promise<Read<unknown> | null>
  recover?(effectId: string, call: Call, deps: Deps): Promise<unknown>
  run(call: Call, deps: Deps): Promise<unknown>
}

/** Makes `access` required, unless all routes are open. */
type WithAccess<Routes extends readonly Route[]> = [Routes[number]['surface']] extends ['open']
  ? { access?: undefined }
  : { access: AccessOn<Routes[number]['surface']> }

export const operation = <
  const Routes extends readonly Route[],
  S extends Subject,
  A extends Answer,
  Q extends Lazy<z.ZodObject> | undefined = undefined,
  B extends Lazy<z.ZodType> | undefined = undefined,
  F = unknown,
  const Codes extends readonly Code[] = readonly [],
>(
  declaration: Declaration<Routes, S, A, Q, B, F, Codes> & WithAccess<Routes>,
): Operation => declaration as unknown as Operation
