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

export { bare, deleted, Deleted, listOf, one, pageOf, raw, reply, type Answer } from './answer.ts'
export { badgeOf, both, dashboard, open, v1, type Line, type Route, type Surface } from './route.ts'

/**
 * What the gate loads before the verb runs, and who may reach it.
 * `calendar` is named by `:slug`, else by `calendarSlug` where `subjectIn` says, else it is the key's own;
 * `series` is the calendar of the series that `:seriesId` names; `event` is named by `:eventId`; `guest` by `:rsvpId` stands for that guest's event.
 */
export type Subject = 'none' | 'calendar' | 'series' | 'event' | 'eventBySlug' | 'guest'

type Gated<S extends Subject> = S extends 'none'
  ? { calendar: null; event: null }
  : S extends 'calendar' | 'series'
    ? { calendar: CalendarRow; event: null }
    : { calendar: CalendarRow; event: EventRow }

/** What a request asks, before anybody knows who asks or whether the subject is theirs. */
export interface ParsedRequest<Params = unknown, Query = unknown, Body = unknown> {
  /** What the path says it is about; null where it does not say. */
  name: SubjectName | null
  surface: Surface
  params: Params
  query: Query
  body: Body
}

/** What a verb gets: a request that has passed every check. Verbs take it apart where they are declared. */
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
  /** The session's role on the calendar; null for whoever has none. */
  role: Role | null
  surface: Surface
  request: Request
  /** The body as it came, read no further than its limit. */
  bytes: Uint8Array<ArrayBuffer>
  requestId: string
  /** The caller's network address, as far as it can be trusted. */
  address: string
  /** The revision in `If-Match`, checked by the verb in the statement that writes. */
  ifMatch: string | null
  /** What was read ahead; null where nothing was. */
  ahead: Found | null
}

type OutputOrNothing<Schema> = Schema extends Lazy<z.ZodType> ? SchemaOutput<Schema> : Record<string, never>

interface Described {
  id: string
  summary: string
  description?: string
  subjectIn?: 'query' | 'body'
  /** The bucket that calls are counted in, where it is not the surface's own. */
  limit?: Bucket | 'none'
  bodyLimitBytes?: number
  /** The media types of a body that is no JSON; the verb gets it as bytes. */
  takes?: readonly string[]
  status?: 101 | 200 | 201 | 302
  /** Open to the holder of a door pass, at the event of the pass. */
  isDoorWork?: boolean
  /** A write that a suspension of the calendar does not end. */
  goesOn?: boolean
  /** A WebSocket that a browser may open with `?ticket=` in place of a header. */
  takesLiveTicket?: boolean
  ifMatch?: boolean
  /** The answer carries the revision as its ETag. */
  revised?: boolean
  /** A refusal as a page, for whoever a browser shows it to; programs get the usual body. */
  refusalPage?(
    failure: Failure | null,
    params: Record<string, string>,
    request: Request,
  ): Promise<{ text: string; policy: string }>
  /** Open GETs whose answer is kept at the edge until its calendar changes, and this long at most. */
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
  /** What the verb itself may refuse with, beside what any operation of its kind may say. */
  refusals?: Codes
  /**
   * What can be read with no more than the request: it shares the gate's trip to the database. Nobody sees it where
   * the gate refuses. Null where this request needs more than that, and the verb reads for itself.
   */
  ahead?(
    asked: ParsedRequest<ParamsOf<Routes>, OutputOrNothing<Q>, OutputOrNothing<B>>,
    deps: Deps,
  ): Read<F> | null | Promise<Read<F> | null>
  /**
   * Finds what an earlier, interrupted run under the same key has made. Without it a POST must be one that can simply run
   * again; with it another method takes a key, too.
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

/** An operation as the registry holds it: checked when declared, its types then forgotten. */
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

/** A route that takes a credential says which: `access` is asked for where there is one. */
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
