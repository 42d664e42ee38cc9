import { refusal } from './failure.ts'

const tooLarge = (limit: number) =>
  refusal('payload_too_large', { says: `The request body must be at most ${Math.floor(limit / 1024)} KiB.` })

/** Concatenates `chunks`, whose total length is `length` bytes. */
export const joined = (chunks: readonly Uint8Array[], length: number) => {
  const bytes = new Uint8Array(length)
  let offset = 0
  for (const chunk of chunks) {
    bytes.set(chunk, offset)
    offset += chunk.length
  }
  return bytes
}

/** Reads the body of a request. Throws `payload_too_large` (413) as soon as the body exceeds `limit` bytes. */
export const readBytes = async (request: Request, limit: number): Promise<Uint8Array<ArrayBuffer>> => {
  const declaredLength = request.headers.get('Content-Length')
  if (Number(declaredLength ?? 0) > limit) throw tooLarge(limit)
  if (request.body === null) return new Uint8Array(0)
  if (declaredLength !== null) {
    // The body cannot be longer than `Content-Length`, so reading all of it in one call is safe.
    const whole = new Uint8Array(await request.arrayBuffer())
    if (whole.length > limit) throw tooLarge(limit)
    return whole
  }
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of request.body as ReadableStream<Uint8Array>) {
    length += chunk.length
    if (length > limit) throw tooLarge(limit)
    chunks.push(chunk)
  }
  return joined(chunks, length)
}
