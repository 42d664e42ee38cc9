import type * as z from 'zod'
import { readBytes } from '../kernel/bytes.ts'
import { invalidFields, refusal, type FieldError } from '../kernel/failure.ts'
import { lazy } from '../kernel/lazy.ts'
import { unsupportedBrakes } from './brakes.ts'
import { sayFault } from './faults.ts'
import type { Operation } from './operation.ts'

export const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i
const DUPLICATE_PARAMETER = 'must be given only once'
const EMPTY = new Uint8Array(0)

const readRaw = (request: Request, { bodyLimitBytes }: Operation, mediaTypes: readonly string[]) => {
  if (request.body === null) return EMPTY
  const mediaType = request.headers.get('Content-Type')?.split(';')[0]?.trim().toLowerCase() ?? ''
  if (!mediaTypes.includes(mediaType))
    throw refusal('unsupported_media_type', {
      says: `Send the body as one of these media types: ${mediaTypes.join(', ')}.`,
    })
  return readBytes(request, bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES)
}

const readBody = async (request: Request, operation: Operation): Promise<Uint8Array<ArrayBuffer>> => {
  if (operation.takes !== undefined) return readRaw(request, operation, operation.takes)
  if (operation.body === undefined) return EMPTY
  const mediaType = request.headers.get('Content-Type')
  if (mediaType !== null && !JSON_TYPE.test(mediaType)) throw refusal('unsupported_media_type')
  const bytes = await readBytes(request, operation.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES)
  const mayBeAbsent = bytes.length === 0 && operation.body().safeParse({}).success
  if (mediaType === null && !mayBeAbsent) throw refusal('unsupported_media_type')
  return bytes
}

const parseJson = (operation: Operation, bytes: Uint8Array): unknown => {
  if (operation.body === undefined) return undefined
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch (cause) {
    throw refusal('malformed_json', { cause })
  }
}

export interface Valid {
  params: Record<string, string>
  query: unknown
  body: unknown
}

const unwrapped = (schema: z.ZodType): z.ZodType => {
  const { def } = schema as z.ZodType & { def: { innerType?: z.ZodType; in?: z.ZodType } }
  const inner = def.innerType ?? def.in
  return inner === undefined ? schema : unwrapped(inner)
}

const isOptionalOnly = (field: z.ZodType) => !field.safeParse(null).success && field.safeParse(undefined).success

/**
 * Drops null from optional fields that don't accept it, so that an explicit null means the same as omitting the field.
 */
const withoutNulls = (schema: z.ZodType, value: unknown): unknown => {
  if (typeof value !== 'object' || value === null) return value
  const { def } = unwrapped(schema) as z.ZodType & { def: { shape?: Record<string, z.ZodType>; element?: z.ZodType } }
  const { shape, element } = def
  if (Array.isArray(value)) return element === undefined ? value : value.map((each) => withoutNulls(element, each))
  if (shape === undefined) return value
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, part]) => {
      const field = Object.hasOwn(shape, name) ? shape[name] : undefined
      if (field === undefined) return [[name, part]]
      return part === null && isOptionalOnly(field) ? [] : [[name, withoutNulls(field, part)]]
    }),
  )
}

/**
 * Picks the union option to validate against, so that errors refer to the form that the caller meant. That is the first
 * later option with a field that was sent, not as null, and that the first option lacks; without one, the first option.
 */
const formOf = (schema: z.ZodType, value: unknown): z.ZodType => {
  const { options } = (schema as z.ZodType & { def: { options?: (z.ZodType & { def: { shape?: object } })[] } }).def
  const [first, ...others] = options ?? []
  if (first === undefined || typeof value !== 'object' || value === null) return first ?? schema
  const knows = (form: typeof first, name: string) => Object.hasOwn(form.def.shape ?? {}, name)
  const sent = Object.entries(value).flatMap(([name, given]) => (given === null || knows(first, name) ? [] : [name]))
  return others.find((form) => sent.some((name) => knows(form, name))) ?? first
}

/** Validates query and body together, so that a single 400 lists all errors. */
const validate = (
  operation: Operation,
  params: Record<string, string>,
  { query, body, faults }: { query: Record<string, string>; body: unknown; faults: FieldError[] },
): Valid => {
  const parse = (schema: z.ZodType | undefined, value: unknown, whole: string) => {
    if (schema === undefined) return {}
    const result = schema.safeParse(value, { error: sayFault })
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      faults.push({ field: issue.path.length > 0 ? issue.path.join('.') : whole, message: issue.message })
    }
    return {}
  }
  const form = operation.body === undefined ? undefined : formOf(operation.body(), body)
  const whole = form === undefined ? body : withoutNulls(form, body)
  const valid = { params, query: parse(operation.query?.(), query, 'query'), body: parse(form, whole, 'body') }
  if (faults.length > 0) throw invalidFields(faults)
  return valid
}

/** Returns the duplicated parameters among those that the operation reads. Unknown parameters may repeat. */
const duplicatesIn = (operation: Operation, pairs: readonly [string, string][]) => {
  const known = Object.keys(operation.query?.().shape ?? {})
  const read = operation.subjectIn === 'query' ? [...known, 'calendarSlug'] : known
  return [...new Set(read)].filter((one) => pairs.filter(([name]) => name === one).length > 1)
}

/** Each part of the request is lazy: it is read on first use, and only once. */
export const readRequest = (operation: Operation, request: Request, params: Record<string, string>) => {
  const url = new URL(request.url)
  const pairs = url.search === '' ? [] : [...url.searchParams]
  const query = Object.fromEntries(pairs)
  const twice = Object.keys(query).length === pairs.length ? [] : duplicatesIn(operation, pairs)
  const bytes = lazy(() => readBody(request, operation))
  const body = lazy(async () => parseJson(operation, await bytes()))
  const valid = lazy(async () => {
    const sent = { query, body: await body() }
    const repeated = twice.map((field) => ({ field, message: DUPLICATE_PARAMETER }))
    const brakes = await unsupportedBrakes(operation, request, sent)
    return validate(operation, params, { ...sent, faults: [...repeated, ...brakes] })
  })
  return { url, query, twice, bytes, body, valid }
}
export type ReadRequest = ReturnType<typeof readRequest>
