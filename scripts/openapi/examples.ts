import type * as z from 'zod'
import { totalPagesOf } from '../../src/kernel/page.ts'
import { LocalOrInstant, TimeOrDate } from '../../src/kernel/wire.ts'
import { NewCheckin } from '../../src/modules/checkins/checkins.schema.ts'
import { NewScheduledExport, ScheduledExportChanges } from '../../src/modules/exports/exports.schema.ts'
import type { Answer } from '../../src/operation/answer.ts'
import type { Operation } from '../../src/operation/operation.ts'
import type { Route } from '../../src/operation/route.ts'

/** One recorded call: the request and its response bodies by media type. */
interface RecordedCall {
  params?: Record<string, string>
  query?: Record<string, string>
  body?: unknown
  answers: Record<string, unknown>
}

/** The requests and responses that the contract tests recorded in `examples.json`. */
export interface Examples {
  /** By operation id, or by `<id>.<surface>` if that surface returns a different form. */
  calls: Record<string, RecordedCall>
  /** By code, or by `<code>.<surface>` if that surface words the message differently. */
  refusals: Record<string, { message: string; errors: unknown[]; data?: unknown }>
  /** One example of a delivery body per event type. */
  webhooks: Record<string, unknown>
}

export const callOf = ({ calls }: Examples, operation: Operation, route: Route): RecordedCall | undefined =>
  (route.answer === undefined ? undefined : calls[`${operation.id}.${route.surface}`]) ?? calls[operation.id]

/**
 * Returns the value of a parameter in the operation's own call, or else in the first call with a parameter of that
 * name.
 */
export const paramExample = (examples: Examples, operation: Operation, route: Route, name: string) => {
  const own = callOf(examples, operation, route)?.params ?? {}
  // `eventBySlug` operations name the parameter `slug` on one surface and `eventId` on another.
  const byOtherName = name === 'eventId' ? own.slug : operation.subject === 'eventBySlug' ? own.eventId : undefined
  return (
    own[name] ??
    byOtherName ??
    Object.values(examples.calls).find(({ params }) => params?.[name] !== undefined)?.params?.[name]
  )
}

interface Listed {
  data: unknown[]
  meta?: { page: number; limit: number; total: number }
  page?: number
  limit?: number
  total?: number
}

/** Converts a recorded page to the envelope of this route's surface: `/v1` uses `meta`, other paths use root fields. */
const wrappedFor = (route: Route, { data, meta, page, limit, total }: Listed) => {
  const numbers = meta ?? { page: page ?? 1, limit: limit ?? 50, total: total ?? data.length }
  const whole = { page: numbers.page, limit: numbers.limit, total: numbers.total, totalPages: totalPagesOf(numbers) }
  return route.path.startsWith('/v1/') ? { data, meta: whole } : { data, ...whole }
}

export const answerExample = (
  examples: Examples,
  operation: Operation,
  route: Route,
  answer: Answer,
  mediaType: string,
) => {
  const shown = callOf(examples, operation, route)?.answers[mediaType]
  return shown !== undefined && answer.kind === 'page' ? wrappedFor(route, shown as Listed) : shown
}

const REQUEST_ID = 'req_7hQ2mX0bTz4Kc9VdLw1RsY'

/**
 * A code that only a race can produce has no example. A code that is worded differently per surface has one for each
 * surface.
 */
export const refusalExamples = ({ refusals }: Examples, status: number, codes: readonly string[], { surface }: Route) =>
  Object.fromEntries(
    codes.flatMap((code) => {
      const refusal = refusals[`${code}.${surface}`] ?? refusals[code]
      if (refusal === undefined) return []
      const { message, errors, data } = refusal
      const value = { statusCode: status, message, errors, code, requestId: REQUEST_ID }
      return [[code, { value: data === undefined ? value : { ...value, data } }]]
    }),
  )

const TIME = '2027-06-18T18:00:00Z'
const SCHEDULE = {
  dataset: 'GUESTS',
  format: 'csv',
  frequency: 'WEEKLY',
  weekday: 1,
  timeOfDay: '08:00',
  timezone: 'Europe/Paris',
  recipients: ['ada@example.org'],
}

/** Example values for schemas that no recorded call covers. */
export const SAMPLES: ReadonlyMap<z.ZodType, unknown> = new Map<z.ZodType, unknown>([
  [LocalOrInstant(), TIME],
  [TimeOrDate(), TIME],
  [NewCheckin(), { qrCode: 'qr_7Fq2LzT0aBcDeFgHiJkLmN', gate: 'North', deviceId: 'kiosk-1' }],
  [NewScheduledExport(), SCHEDULE],
  [ScheduledExportChanges(), SCHEDULE],
])
