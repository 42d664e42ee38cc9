import * as z from 'zod'
import type { CalendarRow } from '../db/rows.ts'
import type { Failure } from '../kernel/failure.ts'
import { lazy, type SchemaInput, type Lazy } from '../kernel/lazy.ts'
import { totalPagesOf, type Page } from '../kernel/page.ts'
import type { Instant } from '../kernel/time.ts'
import { trimArray, trimOf, type Trim } from './trim.ts'

export type Answer =
  | { kind: 'one' | 'list' | 'page'; item: Lazy<z.ZodType> }
  | { kind: 'bare'; item: Lazy<z.ZodType> }
  | { kind: 'raw'; mediaTypes: Readonly<Record<string, Lazy<z.ZodType> | null>> }

export const one = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'one' as const, item })
export const listOf = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'list' as const, item })
export const pageOf = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'page' as const, item })
/** Declares that the response is the JSON value, without the `data` envelope. */
export const bare = <Item extends Lazy<z.ZodType>>(item: Item) => ({ kind: 'bare' as const, item })
/**
 * Declares that the verb (the operation's `run`) builds the `Response` itself. Maps each media type to its schema, or
 * to null if it isn't JSON.
 */
export const raw = (mediaTypes: Readonly<Record<string, Lazy<z.ZodType> | null>>) => ({
  kind: 'raw' as const,
  mediaTypes,
})

export const Deleted = lazy(() => z.object({ id: z.string(), deleted: z.literal(true) }).meta({ id: 'Deleted' }))
export const deleted = (id: string) => ({ id, deleted: true as const })

export type OutputOf<A extends Answer> = A extends { kind: 'one' | 'bare'; item: infer Item extends Lazy<z.ZodType> }
  ? SchemaInput<Item>
  : A extends { kind: 'list'; item: infer Item extends Lazy<z.ZodType> }
    ? SchemaInput<Item>[]
    : A extends { kind: 'page'; item: infer Item extends Lazy<z.ZodType> }
      ? Page<SchemaInput<Item>>
      : Response

/**
 * State of the calendar before the data in the response was read. If it were read later, old data could get the ETag of
 * a new revision.
 */
export type CalendarState = Pick<CalendarRow, 'id' | 'contentRevision'>

interface Extras {
  message?: string
  revision?: number
  status?: number
  headers?: Record<string, string>
  until?: Instant
  /** Set by verbs for which the gate (the access checks) doesn't load the subject (`subject: 'none'`). */
  calendar?: CalendarState
}

export class Reply<Output> {
  readonly data: Output
  readonly extras: Extras

  constructor(data: Output, extras: Extras) {
    this.data = data
    this.extras = extras
  }
}
export const reply = <Output>(data: Output, extras: Extras) => new Reply(data, extras)

type Wrapped = Exclude<Answer, { kind: 'raw' }>

const trims = new WeakMap<Wrapped, { trim: Trim | null }>()
const trimmed = (answer: Wrapped, output: unknown) => {
  let known = trims.get(answer)
  if (known === undefined) {
    const item = trimOf(answer.item())
    const isMany = answer.kind === 'list' || answer.kind === 'page'
    known = { trim: isMany && item !== null ? trimArray(item) : item }
    trims.set(answer, known)
  }
  return known.trim === null ? output : known.trim(output)
}

/**
 * Removes undeclared properties, then adds the envelope: `meta` for pages under /v1, and counts at the top level
 * elsewhere.
 */
const bodyOf = (answer: Wrapped, path: string, output: unknown, message: string | undefined) => {
  const said = message === undefined ? {} : { message }
  if (answer.kind === 'bare') return trimmed(answer, output)
  if (answer.kind !== 'page') return { data: trimmed(answer, output), ...said }
  const { items, page, limit, total } = output as Page<unknown>
  const data = trimmed(answer, items)
  const numbers = { page, limit, total, totalPages: totalPagesOf({ total, limit }) }
  return path.startsWith('/v1/') ? { data, meta: numbers, ...said } : { data, ...numbers, ...said }
}

export const toResponse = (
  answer: Answer,
  path: string,
  { data, extras }: Reply<unknown>,
  status: number,
): Response => {
  if (answer.kind === 'raw') return data as Response
  const headers = new Headers({ 'Content-Type': 'application/json', ...extras.headers })
  if (extras.revision !== undefined) headers.set('ETag', `"${extras.revision}"`)
  const body = JSON.stringify(bodyOf(answer, path, data, extras.message))
  return new Response(body, { status: extras.status ?? status, headers })
}

const errorHeadersOf = ({ extras: { headers, retryAfterSeconds } }: Failure): Record<string, string> => ({
  'Content-Type': 'application/json',
  ...headers,
  ...(retryAfterSeconds === undefined ? {} : { 'Retry-After': String(Math.max(1, Math.ceil(retryAfterSeconds))) }),
})

export const errorResponse = (failure: Failure, requestId: string): Response => {
  const { status, code, message, extras } = failure
  const data = extras.data === undefined ? {} : { data: extras.data }
  const body = { statusCode: status, message, errors: extras.fields ?? [], code, requestId, ...data }
  return new Response(JSON.stringify(body), { status, headers: errorHeadersOf(failure) })
}

export const crashOf = (requestId: string): Response =>
  Response.json(
    {
      statusCode: 500,
      message: 'Something went wrong on our side. Try again later.',
      errors: [],
      code: 'internal_error',
      requestId,
    },
    { status: 500 },
  )
