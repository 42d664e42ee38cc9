import { Failure } from '../kernel/failure.ts'
import { readBytes } from '../kernel/bytes.ts'
import type { Operation } from './operation.ts'

export const DEFAULT_BODY_LIMIT_BYTES = 64 * 1024
const JSON_TYPE = /^application\/(?:json|[\w.+-]+\+json)\s*(?:;|$)/i
const EMPTY = new Uint8Array(0)

const wrongMediaType = () =>
  new Failure('wrongMediaType', 'unsupported_media_type', 'Send the body as application/json.')

/** The body's bytes, once their kind and size are known to be right. */
export const readBody = async (request: Request, operation: Operation): Promise<Uint8Array<ArrayBuffer>> => {
  if (operation.body === undefined) return EMPTY
  const mediaType = request.headers.get('Content-Type')
  if (mediaType !== null && !JSON_TYPE.test(mediaType)) throw wrongMediaType()
  const bytes = await readBytes(request, operation.bodyLimitBytes ?? DEFAULT_BODY_LIMIT_BYTES)
  const mayBeAbsent = bytes.length === 0 && operation.body().safeParse({}).success
  if (mediaType === null && !mayBeAbsent) throw wrongMediaType()
  return bytes
}

export const parseJson = (operation: Operation, bytes: Uint8Array): unknown => {
  if (operation.body === undefined) return undefined
  if (bytes.length === 0) return {}
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true, ignoreBOM: false }).decode(bytes))
  } catch (cause) {
    throw new Failure('invalid', 'malformed_json', 'The body is not well-formed JSON.', { cause })
  }
}
