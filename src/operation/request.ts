import type * as z from 'zod'
import { readBytes } from '../kernel/bytes.ts'
import { invalidFields, refusal, type FieldError } from '../kernel/failure.ts'
import { lazily, type Lazy } from '../kernel/lazily.ts'
import type { Operation } from './operation.ts'

export const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i
const EMPTY = new Uint8Array(0)

/** The body's bytes, once their kind and size are known to be right. */
const readBody = async (request: Request, operation: Operation): Promise<Uint8Array<ArrayBuffer>> => {
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

/** Every fault of a request is told at once, whichever part it stands in. */
const validate = (operation: Operation, params: Record<string, string>, query: unknown, body: unknown): Valid => {
  const faults: FieldError[] = []
  const parse = (schema: Lazy<z.ZodType> | undefined, value: unknown, whole: string) => {
    if (schema === undefined) return {}
    const result = schema().safeParse(value)
    if (result.success) return result.data
    for (const issue of result.error.issues) {
      faults.push({ field: issue.path.length > 0 ? issue.path.join('.') : whole, message: issue.message })
    }
    return {}
  }
  const valid = { params, query: parse(operation.query, query, 'query'), body: parse(operation.body, body, 'body') }
  if (faults.length > 0) throw invalidFields(faults)
  return valid
}

/** A request as the operation reads it: each part is read when it is first asked for, and once. */
export const readRequest = (operation: Operation, request: Request, params: Record<string, string>) => {
  const url = new URL(request.url)
  const query = Object.fromEntries(url.searchParams)
  const bytes = lazily(() => readBody(request, operation))
  const body = lazily(async () => parseJson(operation, await bytes()))
  const valid = lazily(async () => validate(operation, params, query, await body()))
  return { url, query, bytes, body, valid }
}
export type ReadRequest = ReturnType<typeof readRequest>
